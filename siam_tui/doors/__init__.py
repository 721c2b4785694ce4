"""Doors: programs that `siam serve` starts, through which people come without siam.

Each is a client of the lobby like any other. The server never imports one.
"""
