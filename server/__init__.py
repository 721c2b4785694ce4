"""The lobby and its tables: a server that alone decides, behind a broker it does not trust."""
