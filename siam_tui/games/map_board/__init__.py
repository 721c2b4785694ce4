"""Maps on the screen, for any game with provinces: drawing, pointing and steering."""
