"""The people at a table: talk, who is here and who is away, taking back, what was missed."""
