"""What crosses the wire: messages, their codec, envelopes, keys, topics and invite links. Pure."""

PROTOCOL_VERSION = 2
"""The version of the wire; it stands in every topic and at the head of every frame."""
