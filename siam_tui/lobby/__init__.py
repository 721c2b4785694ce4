"""A lobby in the app: its tables, and how a lobby or a table is opened."""
