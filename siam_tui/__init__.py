"""What a person sees and types: the app in the terminal, and the command line."""
