"""The players the server knows: sessions, names, where they connect from, who is present."""
