"""What a course decides for itself: `course.toml`, and the topics that it adds or replaces."""
