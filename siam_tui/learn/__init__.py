"""``siam learn``: lessons at a real table, whose moves the real rules play."""
