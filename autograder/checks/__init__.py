"""The framework of the hidden tests: registering and running checks, judging answers, naming mistakes."""
