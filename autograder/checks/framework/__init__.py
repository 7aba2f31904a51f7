"""What the checks of all topics are made of."""
