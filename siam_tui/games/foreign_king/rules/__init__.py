"""The rules of The Foreign King for its players."""
