"""State of tables, games and records for the screens, without widgets."""
