"""Why a message could not be sent."""

from __future__ import annotations


class SendingError(Exception):
    """A message could not be sent; the text is a short sentence for its player.

    It never contains what a foreign server said.

    Attributes:
        may_pass: whether another attempt may succeed.
    """

    def __init__(self, sentence: str, *, may_pass: bool) -> None:
        super().__init__(sentence)
        self.may_pass = may_pass
