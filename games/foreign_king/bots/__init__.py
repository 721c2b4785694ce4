"""Players of The Foreign King: one looks a turn ahead, and what the search asks for."""
