"""The store in a file, or in memory."""
