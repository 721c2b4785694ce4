"""In each language, its words are typed as well as the English ones, with accents and without."""

import re
from random import Random

import pytest

from games.registry import game_of
from siam_tui.games.registry import ui_of
from siam_tui.plain.guided_move import is_yes
from siam_tui.profile.user_error import UserError
from siam_tui.rules.rules_text import rules_text, titles_of
from siam_tui.typed.commands import _VALUES, CommandSet, Place
from siam_tui.typed.help_topics import complete_line, help_topics
from siam_tui.typed.option_words import find_option, option_name, read_choices, typed_options
from siam_tui.typed.words import in_english, means, whole_move, words_of
from siam_tui.ui.text import did_you_mean, spellings
from texts import speaking
from texts.po_files import all_folders, read_entries
from texts.voice import LANGUAGES

GAMES = ("siam", "foreign-king", "amber")
OTHERS = [each for each in LANGUAGES if each != "en"]
TABLES = (Place.TABLE, Place.PRACTICE, Place.LESSON)


def typings(word):
    """How somebody may type a word."""
    return {word, word.upper(), *spellings(word)}


@pytest.fixture(params=OTHERS)
def language(request):
    with speaking(request.param):
        yield request.param


@pytest.mark.parametrize("game", GAMES)
def test_each_command_is_read_by_its_words_and_by_its_english_names(language, game):
    for place in Place:
        commands = CommandSet(place, ui_of(game) if place in (*TABLES, Place.LINE) else None)
        for word in commands.words:
            found = {name: commands.word(name) for each in word.all_names for name in typings(each)}
            assert found == dict.fromkeys(found, word)
            assert f"{word.usage} ".startswith(f"{words_of(word.name)[0]} ")


@pytest.mark.parametrize("game", GAMES)
def test_a_command_begins_a_move_in_a_language_only_where_it_does_in_english(language, game):
    ui = ui_of(game)
    for place in TABLES:
        for word in CommandSet(place, ui).words:
            begins = ui.looks_like_move(word.name)
            assert begins or not any(map(ui.looks_like_move, words_of(word.name)))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_move_is_its_word_of_the_notation(language, game):
    ui = ui_of(game)
    commands = CommandSet(Place.TABLE, ui)
    for move in ui.texts.move_words:
        for typed in (move, *typings(words_of(move)[0])):
            assert (whole_move(ui, typed), commands.read(typed).name) == (move, "move")


@pytest.mark.parametrize("command", _VALUES)
def test_words_behind_a_command_are_read_in_english(language, command):
    values = _VALUES[command]
    told = [
        word + "=" * each.endswith("=") for each in values for word in words_of(each.strip("="))
    ]
    assert len({spelling for each in told for spelling in spellings(each)}) >= len(told)
    for each in values:
        for word in words_of(each.rstrip("=")):
            for typed in typings(word):
                rest = f"=Mesa {typed}" if each.endswith("=") else ""
                assert in_english(f"7 {typed}{rest}", [each]) == f"7 {each.rstrip('=')}{rest}"


def test_answers_are_told_apart(language):
    words = [spelling for each in ("yes", "no", "back", "cancel") for spelling in typings(each)]
    assert len(words) == len(set(words))
    for answer in ("yes", "no", "back", "cancel"):
        for typed in (answer, *typings(words_of(answer)[0])):
            assert [each for each in ("yes", "no", "back", "cancel") if means(typed, each)] == [
                answer
            ]
            assert is_yes(typed) == (answer == "yes")
    assert is_yes("y")
    assert is_yes(min(spellings(words_of("yes")[0]))[0])


def positions(name):
    """Positions of a game that is played at random, as the seat on turn sees them."""
    random, game = Random(3), game_of(name)
    position = game.new(players=2, seed=3)
    for ply in range(24):
        seat = game.turn(position)
        if seat is None:
            return
        if ply % 3 == 0:
            yield game, game.view(position, seat)
        position = game.play(position, game.random_move(position, random))


def drafts(name):
    """The drafts on the way to a random move in each position."""
    random = Random(4)
    for game, position in positions(name):
        builder = ui_of(name).move_builder(game, position)
        draft = builder.empty
        for _ in range(5):
            if not (options := typed_options(builder, draft)):
                break
            yield builder, draft, options
            draft = builder.choose(draft, random.choice(options).choice)


def found(options, text):
    try:
        option = find_option(options, text)
    except UserError:
        return "several"
    return option and option.choice


@pytest.mark.parametrize("game", GAMES)
def test_what_english_finds_is_found_by_the_english_and_by_the_translated_name(language, game):
    tried = 0
    for _, _, options in drafts(game):
        with speaking("en"):
            english = {each.choice: found(options, each.english) for each in options}
        for option in options:
            wanted = english[option.choice]
            assert found(options, option.english) == wanted
            for typed in typings(option_name(option)):
                assert found(options, typed) == wanted
            assert found(options, option.word or option.key) == option.choice
            tried += 1
    assert tried > 100


def read(name, line):
    game = game_of(name)
    builder = ui_of(name).move_builder(game, game.new(players=2, seed=1))
    draft = builder.empty
    for option in read_choices(builder, draft, line).options:
        draft = builder.choose(draft, option.choice)
    move = builder.move(draft)
    return None if move is None else game.format_move(move)


@pytest.mark.parametrize(
    ("spoken", "line"),
    [
        ("es", "colocar 2 en flandes occidental"),
        ("es", "COLOCAR flandes occ 2"),
        ("fr", "placer 2 en Flandre-Occidentale"),
        ("it", "piazzare 2 nelle fiandre occidentali"),
        ("de", "setze 2 in westflandern"),
        ("de", "setzen westfl 2"),
        *((each, "place 2 in west flanders") for each in OTHERS),
    ],
)
def test_a_line_of_words_is_read_with_the_words_between(spoken, line):
    with speaking(spoken):
        assert read("foreign-king", line) == "place:2@WFL"


@pytest.mark.parametrize(
    ("spoken", "typed"),
    [("de", "luttich"), ("de", "luettich"), ("de", "LÜTTICH"), ("es", "lieja"), ("it", "liege")],
)
def test_accents_and_umlauts_need_not_be_typed(spoken, typed):
    with speaking(spoken):
        assert read("foreign-king", f"build metal {typed}") == "build:M@LIE"


@pytest.mark.parametrize("game", GAMES)
def test_a_chapter_is_found_by_both_titles(language, game):
    guide = ui_of(game).rules
    for told, english in titles_of(guide):
        wanted = rules_text(guide, 80, None, told.split())
        assert wanted
        assert wanted == rules_text(guide, 80, None, min(spellings(told)).split())
        assert told in rules_text(guide, 80, None, english.split())


def test_help_and_completions_offer_the_readers_words(language):
    commands = CommandSet(Place.LINE, ui_of("siam"))
    offered = complete_line("", commands, None).pieces
    assert offered == tuple(word.shown for word in commands.words)
    assert complete_line("tak", commands, None).pieces[0] == "e"  # English goes on as well
    for topic in help_topics(commands, ui_of("siam")):
        assert all(words_of(word.name)[0] in topic.heading for word in topic.words)


def test_a_misspelt_word_is_mended_in_both_languages():
    with speaking("de"):
        names = [name for word in CommandSet(Place.HOME).words for name in word.all_names]
        assert "hilfe" in did_you_mean("hilfee", names)
        assert "waiting" in did_you_mean("waitin", names)


def test_sentences_name_the_words_of_their_own_language(language):
    """Where English says *Type help*, each language names the word that its readers type."""
    commands = {word.name for place in Place for word in CommandSet(place, ui_of("siam")).words}
    wrong = [
        (entry.msgctxt, name, entry.msgstr)
        for room, folder in all_folders()
        if room not in ("server", "ui")
        for entry in read_entries(folder, language)
        for name in set(re.findall(r"\b[Tt]ype ([a-z]+)\b", entry.msgid)) & commands
        if name not in ("look", "move")  # a board, and a space, have other words
        if not {*re.findall(r"\w+", entry.msgstr.lower())} & {*words_of(name)}
    ]
    assert wrong == []
