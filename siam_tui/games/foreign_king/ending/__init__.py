"""How a game of The Foreign King ended and went, in words and tables."""
