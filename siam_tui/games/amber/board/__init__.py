"""The seven areas of Reino de Ámbar."""
