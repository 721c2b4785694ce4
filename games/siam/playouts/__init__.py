"""Random games of King of Siam on lists that change in place: much faster than the rules."""
