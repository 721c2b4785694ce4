"""The page on which browsers show tables: its files, and the drawings that each game adds."""
