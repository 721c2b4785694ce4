"""The game as a dialogue of lines, for screen readers, dumb terminals and pipes."""
