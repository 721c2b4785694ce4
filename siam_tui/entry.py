"""Where ``siam`` begins: at once at home, or with the reading of a command line.

The command line's library takes as long to load as all of home does; who types ``siam`` alone has
none to be read.
"""

from __future__ import annotations

import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from games.own_program import run_own_program
from siam_tui.terminal.own_process import hide_links
from siam_tui.terminal.standard_streams import open_missing_streams, write_text_only

if TYPE_CHECKING:
    from collections.abc import Iterable

    from siam_tui.model.played_game import PlayedGame
    from siam_tui.profile.profiles import Profile


def main() -> None:
    """Run ``siam``."""
    open_missing_streams()
    if len(sys.argv) > 1 and run_own_program(sys.argv):
        return
    hide_links()
    write_text_only()
    if len(sys.argv) == 1 and _can_draw():
        _open_home()
    from siam_tui.cli import main as run_command_line  # noqa: PLC0415 - not for home

    run_command_line()


def _can_draw() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _open_home() -> None:
    from siam_tui.app.run import run_app  # noqa: PLC0415
    from siam_tui.model.start import Start  # noqa: PLC0415
    from siam_tui.profile.language import AUTO, use_language  # noqa: PLC0415
    from siam_tui.profile.paths import profiles_folder  # noqa: PLC0415 - not for a command line
    from siam_tui.profile.profiles import DEFAULT, Profile  # noqa: PLC0415
    from siam_tui.profile.user_error import UserError, exit_with_error  # noqa: PLC0415

    use_language(AUTO)  # until the settings are read
    try:
        profile = Profile.named(profiles_folder(), os.environ.get("SIAM_PROFILE") or DEFAULT)
        sys.exit(run_app(profile, Start(list_hosted=partial(_list_hosted, profile))))
    except UserError as trouble:
        exit_with_error(str(trouble))


def _list_hosted(profile: Profile) -> Iterable[PlayedGame]:
    """Return the games of lobbies hosted here; what knows the server is loaded only now."""
    from siam_tui.cli.hosted_games import list_hosted_games  # noqa: PLC0415 - not for home

    return list_hosted_games(profile)
