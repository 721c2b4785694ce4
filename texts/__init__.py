"""Sentences as data: what is said, and how each language says it. Pure but for reading its files.

Code says *what*: ``say("siam/out-of-supply", faction=…)`` is a message, an id with typed arguments.
The text stands in ``en.toml`` of the folder that says it, and in ``es.po`` and its like beside it.
``tell`` turns a message into a sentence in the language of whoever reads it here.
"""

from texts.message import Argument, Message, Noun, Person, Seat, say
from texts.voice import LANGUAGES, is_known, language, set_language, speaking, tell

__all__ = [
    "LANGUAGES",
    "Argument",
    "Message",
    "Noun",
    "Person",
    "Seat",
    "is_known",
    "language",
    "say",
    "set_language",
    "speaking",
    "tell",
]
