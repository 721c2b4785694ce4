"""The names of a player's own map are told in every language, in forms that are made by rules."""

import pytest

from games.registry import built_in_map, game_of
from siam_tui.games.map_names import name_of_map
from siam_tui.games.registry import ui_of
from texts import Person, speaking, tell

SIAM = (
    built_in_map("siam", "siam")
    .replace("\n\n[draw]", '\nfactions = ["Azur", "Rojo", "Verde"]\noccupier = "Rey"\n\n[draw]', 1)
    .replace('"Ayutthaya"', '"Avila"')
    .replace('"Sukothai"', '"Soria"')
)
BELGIUM = built_in_map("foreign-king", "belgium").replace('"Antwerp"', '"Orense"')


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "one Azur of Soria for one Rojo of Avila. Ann takes one Rojo follower from Avila."),
        ("es", "un Azur de Soria por un Rojo de Avila. Ann se lleva un seguidor Rojo de Avila."),
        ("fr", "un Azur de Soria contre un Rojo d’Avila. Ann prend un partisan Rojo à Avila."),
        (
            "it",
            "un seguace Azur di Soria con un seguace Rojo di Avila. Ann prende un seguace Rojo",
        ),
        (
            "de",
            "ein Azur aus Soria gegen einen Rojo aus Avila. Ann nimmt einen Anhänger der Rojo",
        ),
    ],
)
def test_own_factions_and_provinces_of_king_of_siam(language, told):
    game = game_of("siam", map_text=SIAM)
    move = game.parse_move("1:R@SUK~L@AYUxL@AYU")
    with speaking(language):
        assert told in ui_of("siam").texts.tell_move(game, move, Person("Ann"))


@pytest.mark.parametrize(
    ("language", "told"),
    [("it", "Avila alla fazione Azur"), ("de", "Avila geht an die Azur")],
)
def test_own_factions_have_articles(language, told):
    board = game_of("siam", map_text=SIAM).map
    with speaking(language):
        assert tell("siam/takes", side=board.side(0), place=board.place(4)) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Ann builds a metal factory in Orense."),
        ("es", "Ann construye una fábrica metalúrgica en Orense."),
        ("fr", "Ann construit une usine métallurgique à Orense."),
        ("it", "Ann costruisce una fabbrica metallurgica a Orense."),
        ("de", "Ann baut eine Metallfabrik in Orense."),
    ],
)
def test_own_provinces_of_the_foreign_king(language, told):
    game = game_of("foreign-king", map_text=BELGIUM)
    with speaking(language):
        texts = ui_of("foreign-king").texts
        assert texts.tell_move(game, game.parse_move("build:M@ANT"), Person("Ann")) == told


def test_titles_of_our_maps_are_told_and_own_titles_stay():
    with speaking("de"):
        assert tell(name_of_map("Belgium, 1830")) == "Belgien, 1830"
        assert tell(name_of_map("Belgien bei Nacht")) == "Belgien bei Nacht"
