"""The lessons of King of Siam."""
