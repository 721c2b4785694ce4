"""For the owner of a lobby: who is there, closing tables, banning players."""
