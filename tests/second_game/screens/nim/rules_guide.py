"""Nim's rules for its players."""

from __future__ import annotations

from siam_tui.games.study import RulesChapter, RulesGuide


class NimRules(RulesGuide[None]):
    table_keys = "- **1** to **3**: a heap, then how many tokens\n"
    table_signs = "Each `o` is a token."
    reference = (("A move", "Take one, two or three tokens."),)

    def chapters(self) -> tuple[RulesChapter[None], ...]:
        text = "Take tokens. Whoever takes the last one wins."
        return (RulesChapter("all", "All the rules", (text,)),)


RULES = NimRules()
