"""Headless client: connection, requests, table state; and bots."""
