"""What the screens know of tables, games and records: values and connections without widgets."""
