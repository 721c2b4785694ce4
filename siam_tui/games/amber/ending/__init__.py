"""How a game of Reino de Ámbar ends."""
