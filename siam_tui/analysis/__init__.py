"""What the engine makes of a recorded game: as text, as lines for programs, and as a graph."""
