"""The bots that play for seats: their keys, their worker process and its supervision."""
