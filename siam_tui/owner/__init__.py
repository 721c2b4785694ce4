"""Tools for a lobby's owner: lists of tables and players, closing, banning."""
