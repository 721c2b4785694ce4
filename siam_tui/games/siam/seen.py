"""A table of King of Siam as one person sees it."""

from __future__ import annotations

from typing import TypeAlias

from games.siam import Position, Siam
from siam_tui.model.table_view import TableViewOf

SiamView: TypeAlias = TableViewOf[Siam, Position]
"""A table of this game."""
