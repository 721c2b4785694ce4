"""The puzzles of King of Siam."""
