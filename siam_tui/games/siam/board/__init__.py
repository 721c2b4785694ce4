"""The board drawn with characters: pure functions from a map and a position to lines of text."""
