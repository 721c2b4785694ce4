"""The game as lines of text, for screen readers, simple terminals and pipes."""
