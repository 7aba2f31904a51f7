"""From the solutions to the students' notebooks."""
