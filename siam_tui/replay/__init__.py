"""Games watched again: records as files, their moments, and the screen that steps through them."""
