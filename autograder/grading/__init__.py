"""Grading a class: the course folder, submissions, stale results, the gradebook and the students' pages."""
