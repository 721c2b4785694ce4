"""How bots judge and choose moves in King of Siam."""
