"""Submissions that attack the grader, the runs that grade them, and what they came to."""
