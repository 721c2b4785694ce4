"""Loads modules in threads, so that the screen stays responsive; one after the other."""

from __future__ import annotations

import asyncio
import importlib
import threading
from types import ModuleType
from typing import Final

_LOADING: Final = threading.Lock()


async def load_module(name: str) -> ModuleType:
    """Import a module in a thread, when no other module is being loaded here.

    Two threads that import modules of one package at the same time can each wait for what the
    other has begun; Python ends that with an error in one of them.

    Args:
        name: the full name of the module.
    """
    return await asyncio.to_thread(_load, name)


def _load(name: str) -> ModuleType:
    with _LOADING:
        return importlib.import_module(name)
