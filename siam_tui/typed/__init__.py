"""What a person types: commands and moves, the same in the app's input line and in `--plain`."""
