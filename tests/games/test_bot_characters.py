"""The bots' names and characters: plain, distinct, and one for every level."""

from games.bot_characters import BOT_CHARACTERS, BOT_LEVELS, about_bot, bot_name, bot_names
from protocol.limits import MAX_NAME, MAX_SEATS
from protocol.text import printable


def test_every_level_has_characters_whose_names_are_plain_text_and_distinct():
    assert tuple(BOT_CHARACTERS) == BOT_LEVELS
    names = bot_names()
    assert len(set(names)) == len(names) == sum(map(len, BOT_CHARACTERS.values()))
    for name in names:
        assert name.isascii()
        assert printable(name, MAX_NAME) == name
        assert about_bot(name).startswith(name)
        assert about_bot(name).endswith(".")


def test_a_table_full_of_bots_of_one_level_has_no_two_of_one_name():
    for level in (*BOT_LEVELS, "a level of another program"):
        taken: list[str] = []
        for _ in range(MAX_SEATS):
            taken.append(bot_name(level, taken))
        assert len(set(taken)) == MAX_SEATS
        assert all(len(name) <= MAX_NAME for name in taken)
