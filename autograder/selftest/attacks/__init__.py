"""Submissions that attack the grader, the runs that grade them, and their results."""
