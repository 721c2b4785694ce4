"""The language of a dialogue: a visitor is asked for it, and everybody can change it."""

from __future__ import annotations

from siam_tui.plain.lines.line_io import LineIO
from siam_tui.profile.language import checked_language, use_language
from siam_tui.profile.profiles import Profile
from siam_tui.ui.text import fold
from texts import LANGUAGES, language, tell


async def ask_language(profile: Profile, io: LineIO) -> str | None:
    """Ask a person at a terminal who has never chosen a language, and keep the answer.

    Returns:
        The line that was typed, if it is no answer; None at the end of input.

    Raises:
        UserError: the settings cannot be read or written.
    """
    if not io.interactive or profile.has_chosen_language():
        return ""
    names = ", ".join(f"{number} {name}" for number, name in enumerate(LANGUAGES.values(), 1))
    io.write_lines(names, tell("plain/language/question", name=LANGUAGES[language()]))
    line = await io.read_line()
    if line is None:
        return None
    chosen = _read_choice(line) if line.strip() else language()
    if not chosen:
        return line
    _keep_language(profile, chosen)
    return ""


def change_language(profile: Profile, io: LineIO, text: str) -> None:
    """Take and keep another language, and tell which is spoken.

    Raises:
        UserError: there is none of this name, or the settings cannot be read or written.
    """
    if text:
        _keep_language(profile, _read_choice(text) or checked_language(text))
    io.write_lines(tell("plain/language", name=LANGUAGES[language()]))


def _keep_language(profile: Profile, choice: str) -> None:
    use_language(choice)
    profile.change_settings(language=choice)


def _read_choice(text: str) -> str:
    """Return the language that a number, a name or a short name means; empty for none."""
    for number, (short, name) in enumerate(LANGUAGES.items(), 1):
        if fold(text) in (str(number), short, fold(name)):
            return short
    return ""
