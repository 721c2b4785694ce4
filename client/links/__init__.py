"""The connection to the broker, and the links across it to the servers of a lobby."""
