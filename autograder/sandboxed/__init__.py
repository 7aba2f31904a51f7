"""What runs beside a student's code, on the untrusted side: it imports nothing else of this project."""
