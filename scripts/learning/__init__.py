"""Training of the networks of King of Siam, by games against themselves."""
