"""The player's part in the draws of setups, and checks of draws."""
