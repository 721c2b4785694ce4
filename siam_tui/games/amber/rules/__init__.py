"""The rules of Reino de Ámbar for its players."""
