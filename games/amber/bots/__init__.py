"""Players of Reino de Ámbar: one looks a move ahead, and what the search asks for."""
