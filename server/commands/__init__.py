"""What each command does: the table of commands and their handlers."""
