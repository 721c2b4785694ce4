"""A table and its game as immutable values, and the functions that make the next one."""
