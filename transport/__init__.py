"""Connections to MQTT brokers: aiomqtt with TCP_NODELAY, logins and clean shutdown."""
