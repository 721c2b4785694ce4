"""Colours of the board, as style texts that Textual resolves against its theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """Styles by purpose. Every meaning of a style is also shown by a letter.

    Attributes:
        chips: the letter of a side, by its number: in King of Siam Rama, Lao, Malay, British.
        washes: the ground of a province that a side holds.
        suits: the letters of a deck's suits; they are no grounds, which say whose something is.
        land: the ground of a province that nobody holds.
        outline: borders of provinces.
        contested: the border and the name of the contested province.
        target: the ground of a province that may be chosen now.
        cursor: the ground of the province under the cursor, and an option under it.
        chosen: the ground of a province already chosen in this move.
        glows: the ground of a province that has just changed, from the faintest glow on.
        sea: names on the water.
        water: waves.
        terrain: hills and fields.
        strong: most important text.
        faint: least important text.
        key: the key of an option.
        alarm: a refusal, and a connection lost.
    """

    chips: tuple[str, str, str, str, str] = (
        "bold #221800 on #f0b429",
        "bold #ffffff on #b3261e",
        "bold #ffffff on #1f57b5",
        "bold #ffffff on #5f6368",
        "bold #ffffff on #00695c",
    )
    washes: tuple[str, str, str, str, str] = (
        "on #f0b429 22%",
        "on #b3261e 30%",
        "on #1f57b5 30%",
        "on #80868b 30%",
        "on #00897b 30%",
    )
    suits: tuple[str, str, str, str, str, str] = (
        "$suit-1",
        "$suit-2",
        "$suit-3",
        "$suit-4",
        "$suit-5",
        "$suit-6",
    )
    land: str = "on $foreground 6%"
    outline: str = "$foreground 60%"
    contested: str = "bold $text-warning"
    contested_name: str = "bold $warning on $background"
    target: str = "on $success 20%"
    cursor: str = "on $success 36%"
    chosen: str = "on $accent 26%"
    glows: tuple[str, str, str] = ("on $accent 8%", "on $accent 16%", "on $accent 26%")
    sea: str = "italic $foreground 72%"
    water: str = "$foreground 18%"
    terrain: str = "$foreground 22%"
    strong: str = "bold"
    faint: str = "$foreground 78%"
    key: str = "bold reverse"
    alarm: str = "bold #ffffff on #b3261e"


CLASSIC: Final = Palette()
"""The colours of the printed King of Siam: yellow Rama, red Lao, blue Malay."""

COLOUR_BLIND: Final = Palette(
    chips=(
        "bold #1a1a00 on #f0e442",
        "bold #ffffff on #a8380c",
        "bold #ffffff on #0b4a8f",
        "bold #ffffff on #5f6368",
        "bold #06202e on #7cc7ee",
    ),
    washes=(
        "on #f0e442 22%",
        "on #d55e00 30%",
        "on #0072b2 30%",
        "on #80868b 30%",
        "on #56b4e9 32%",
    ),
    suits=("", "", "", "", "", ""),
    alarm="bold #ffffff on #a8380c",
)
"""Light yellow, vermilion and dark blue: apart in lightness as well as in hue."""

MONO: Final = Palette(
    chips=("bold reverse", "bold underline", "bold", "reverse", "italic"),
    washes=("", "", "", "", ""),
    suits=("", "", "", "", "", ""),
    land="",
    outline="",
    contested="bold",
    contested_name="bold reverse",
    target="",
    cursor="reverse",
    chosen="",
    glows=("", "", ""),
    sea="italic",
    water="",
    terrain="",
    strong="bold",
    faint="",
    key="bold reverse",
    alarm="bold reverse",
)
"""No colours: letters, reverse and underline show everything."""

PALETTES: Final[Mapping[str, Palette]] = {
    "classic": CLASSIC,
    "colour-blind": COLOUR_BLIND,
    "mono": MONO,
}
