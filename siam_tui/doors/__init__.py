"""Doors: programs that `siam serve` starts, through which people come without siam.

Each is a client of the lobby like any other. The server never imports one. The notifier is no door:
it brings nobody, but it is started and kept running in the same way.
"""
