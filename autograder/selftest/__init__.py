"""Tests of the grader itself: a bank of answers, attacks, a demo course, a soak test, benchmarks."""
