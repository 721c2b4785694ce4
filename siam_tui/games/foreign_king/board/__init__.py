"""The board of The Foreign King, drawn with characters."""
