"""``siam practice``: positions in which exactly one turn wins, to be found at a real table."""
