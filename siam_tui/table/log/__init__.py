"""The log of a table: its lines, its panel, and what was checked of a finished game."""
