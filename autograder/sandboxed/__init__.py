"""Code that runs beside a student's, on the untrusted side: it imports nothing else of this project."""
