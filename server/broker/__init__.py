"""The embedded MQTT broker: a small router in the server's own event loop, behind a gate."""

from server.broker.access import Access, LobbyAccess, PrivateAccess, Visitor
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.limits import Limits

__all__ = [
    "Access",
    "EmbeddedBroker",
    "Limits",
    "LobbyAccess",
    "PrivateAccess",
    "Visitor",
    "embedded_broker",
]
