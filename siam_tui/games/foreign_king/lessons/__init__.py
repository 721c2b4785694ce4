"""The lessons of The Foreign King."""
