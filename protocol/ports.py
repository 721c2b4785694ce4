"""Default TCP ports of brokers; this module imports nothing else."""

from __future__ import annotations

from typing import Final, Literal

Scheme = Literal["mqtt", "mqtts", "ws", "wss"]
"""How to connect to a broker: plain TCP, TLS, WebSocket, or WebSocket over TLS."""

MQTT_PORT: Final = 1883
DEFAULT_PORTS: Final[dict[Scheme, int]] = {
    "mqtt": MQTT_PORT,
    "mqtts": 8883,
    "ws": 8080,
    "wss": 443,
}
PORTS: Final = range(65536)
"""Ports that a person may choose to listen on; 0 is any free one."""
