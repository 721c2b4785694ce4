"""Wire format: messages, codec, envelopes, keys, topics and invite links. Pure."""

PROTOCOL_VERSION = 5
"""Version of the wire format; every topic and every frame's head contains it."""
