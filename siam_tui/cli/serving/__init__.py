"""``siam serve``: the server, its doors, and what it says to its host."""
