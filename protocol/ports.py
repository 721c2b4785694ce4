"""The TCP ports of brokers, for where an address names none; loaded without anything else."""

from __future__ import annotations

from typing import Final, Literal

Scheme = Literal["mqtt", "mqtts", "ws", "wss"]
"""How a broker is spoken to: plain TCP, TLS, WebSocket, or WebSocket over TLS."""

MQTT_PORT: Final = 1883
DEFAULT_PORTS: Final[dict[Scheme, int]] = {
    "mqtt": MQTT_PORT,
    "mqtts": 8883,
    "ws": 8080,
    "wss": 443,
}
PORTS: Final = range(65536)
"""What a person may name to listen on; 0 is any free one."""
