"""A lobby in PostgreSQL that several servers share: each owns some of its parts for a while."""
