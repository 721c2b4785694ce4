"""The Foreign King in the terminal."""
