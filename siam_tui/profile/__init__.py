"""A player's files: keys, settings, and data kept between starts."""
