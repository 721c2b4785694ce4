"""The notifier: a program that `siam serve --notify` starts, which sends reminders.

It is no door, but it is run like one. So the server itself speaks with no foreign host.
"""
