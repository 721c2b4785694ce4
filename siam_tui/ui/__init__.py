"""Widgets and screens that several screens are made of."""
