"""The lessons of Reino de Ámbar."""
