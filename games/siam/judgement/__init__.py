"""A learned judgement of King of Siam: a network that was trained by games against itself."""
