"""Endings of King of Siam as the solver plays them: small positions on whole numbers."""
