"""The embedded MQTT broker: a small router in the server's own event loop, behind a gate."""
