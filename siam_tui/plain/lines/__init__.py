"""Lines of text mode: read from a terminal, a pipe or a file, and written."""
