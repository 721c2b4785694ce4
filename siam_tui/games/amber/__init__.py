"""Reino de Ámbar in the terminal."""
