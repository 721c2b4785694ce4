"""Colours: everything can be read by day and by night, and told apart by people who see few."""

from itertools import combinations

import pytest
from coloraide import Color as Measured
from textual.color import Color
from textual.style import Style

from siam_tui.appearance.palette import CLASSIC, COLOUR_BLIND, MONO
from siam_tui.appearance.theme import themes

THEMES = {theme.name: theme for theme in themes()}
TEXT, LARGE = 4.5, 3.0
"""The least contrast of text, and of borders and signs, by WCAG 2 (1.4.3, 1.4.11)."""
APART = 15.0
"""The least distance of two factions' colours, by CIEDE2000; some 2 can just be seen."""
DEFICIENCIES = [None, "protan", "deutan", "tritan"]

every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
every_palette = pytest.mark.parametrize(
    "palette", [CLASSIC, COLOUR_BLIND], ids=["classic", "blind"]
)


def measured(color):
    return Measured(f"rgb({color.r} {color.g} {color.b})")


def resolved(theme, style, under):
    """The colours of a style on a ground, as the screen shows them: of the text, of the ground."""
    variables = theme.to_color_system().generate() | theme.variables
    parsed = Style.parse(style, variables)
    ground = under + parsed.background if parsed.background else under
    written = parsed.foreground or Color.parse(variables["foreground"])
    return ground + written, ground


def contrast(theme, style, under):
    text, ground = resolved(theme, style, under)
    return measured(text).contrast(measured(ground), method="wcag21")


def background(theme):
    return Color.parse(theme.to_color_system().generate()["background"])


def grounds(theme, palette):
    """Everything a province's texts may stand on."""
    names = {f"wash {letter}": wash for letter, wash in zip("RLMBD", palette.washes, strict=True)}
    names |= {"land": palette.land, "target": palette.target}
    names |= {f"glow {step}": glow for step, glow in enumerate(palette.glows)}
    names |= {"cursor": palette.cursor, "chosen": palette.chosen}
    return {name: resolved(theme, style, background(theme))[1] for name, style in names.items()}


@every_theme
@every_palette
def test_texts_of_a_province_can_be_read_on_every_ground(theme, palette):
    styles = {"plain": "", "strong": palette.strong, "faint": palette.faint}
    styles |= {"contested": palette.contested, "contested name": palette.contested_name}
    found = {
        (name, what): contrast(theme, style, ground)
        for name, ground in grounds(theme, palette).items()
        for what, style in styles.items()
    }
    assert {each: ratio for each, ratio in found.items() if ratio < TEXT} == {}


@every_theme
@every_palette
def test_chips_keys_and_alarms_can_be_read_wherever_they_stand(theme, palette):
    for style in (*palette.chips, palette.alarm):
        assert contrast(theme, style, background(theme)) >= TEXT


@every_theme
def test_suits_can_be_read_on_every_ground_but_that_of_the_cursor(theme):
    found = {
        (name, suit): contrast(theme, suit, ground)
        for name, ground in grounds(theme, CLASSIC).items()
        for suit in CLASSIC.suits
        if name != "cursor" and not name.startswith("wash")
    }
    assert {each: ratio for each, ratio in found.items() if ratio < TEXT} == {}


@every_theme
@every_palette
def test_borders_and_names_on_the_water_can_be_seen(theme, palette):
    for style in (palette.outline, palette.contested):
        assert contrast(theme, style, background(theme)) >= LARGE
    assert contrast(theme, palette.sea, background(theme)) >= TEXT


def seen_with(color, deficiency):
    return color.filter(deficiency) if deficiency else color


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_factions_are_apart_in_the_colour_blind_palette_whoever_looks(deficiency):
    grounds = [measured(Style.parse(chip, {}).background) for chip in COLOUR_BLIND.chips]
    for one, other in combinations(grounds, 2):
        seen = [seen_with(color, deficiency) for color in (one, other)]
        assert seen[0].delta_e(seen[1], method="2000") >= APART


@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_the_colour_blind_palette_is_the_one_that_keeps_factions_farthest_apart(deficiency):
    def least(palette):
        grounds = [measured(Style.parse(chip, {}).background) for chip in palette.chips[:3]]
        seen = [seen_with(color, deficiency) for color in grounds]
        return min(one.delta_e(other, method="2000") for one, other in combinations(seen, 2))

    if deficiency:
        assert least(COLOUR_BLIND) > least(CLASSIC)


def test_mono_uses_no_colour_at_all():
    for style in (
        *MONO.chips,
        *MONO.washes,
        *MONO.suits,
        MONO.land,
        MONO.cursor,
        MONO.key,
        MONO.alarm,
    ):
        parsed = Style.parse(style, {})
        assert parsed.foreground is None
        assert not parsed.background


def test_in_mono_every_faction_has_a_style_of_its_own():
    assert len(set(MONO.chips)) == len(MONO.chips)
