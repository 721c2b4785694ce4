"""What the terminal knows of each game."""
