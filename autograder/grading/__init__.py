"""A class: its course folder, what is handed in, what is stale, the gradebook and the students' pages."""
