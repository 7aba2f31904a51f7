"""The grader tried: a bank of answers, attacks, a demo course, a soak, benchmarks."""
