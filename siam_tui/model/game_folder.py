"""A folder of records, with an index of small facts, so that many are listed quickly."""

from __future__ import annotations

import fcntl
import json
import logging
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from games.contract import GameError
from games.record import MAX_RECORD_CHARACTERS, Record, read_record
from games.text_file import NotTextError, read_file, read_text_file
from protocol.errors import KeyTextError, MalformedError
from protocol.keys import PublicKey
from protocol.proof import read_proof
from siam_tui.model.played_game import (
    PlayedGame,
    file_name,
    game_id,
    game_of_facts,
    id_of_name,
    kept_ids,
    with_facts_of_name,
)
from siam_tui.model.record_files import SUFFIX
from siam_tui.model.replay import seat_names
from siam_tui.profile.small_files import make_folder, replace_text, unwritable
from siam_tui.profile.user_error import UserError
from siam_tui.ui.text import reason, told
from texts import speaking, tell
from texts.sentences import without_stop

INDEX: Final = ".games.jsonl"
"""The file of the facts in the folder: a line for each record. It can be deleted at any time."""
MOST_BYTES_EACH: Final = 32 * 1024
"""Bytes that a kept record has at most on average; records of four players take about 20 KB."""
_MOST_INDEX_BYTES: Final = 64 * 1024 * 1024
_DAY: Final = re.compile(r"(\d{4})[.-](\d\d)[.-](\d\d)", re.ASCII)
_MOST_STALE: Final = 1_000
"""Lines of the index that may be about files that have gone, before it is written anew."""


logger = logging.getLogger(__name__)


def _version(name: str, size: int, changed: int) -> str:
    """Return what tells versions of files apart; `changed` is in nanoseconds."""
    return f"{size} {changed} {name}"


class GameFolder:
    """The records in one folder.

    Every file is written whole or not at all. Several programs may keep games at the same time.
    """

    def __init__(self, path: Path, most: int = 0) -> None:
        """Prepare.

        Args:
            path: the folder; it need not exist yet.
            most: how many games are kept; the oldest go first. 0 keeps none.
        """
        self.path, self.most = path, most

    def list_games(self) -> list[PlayedGame]:
        """Return the games, in no order; those that cannot be read say why.

        Raises:
            UserError: the folder cannot be read.
        """
        versions = self._versions()
        known, is_damaged = self._read_index()
        found = {each: known[each] for each in versions if each in known}
        stale = len(known) - len(found)
        missing = versions.keys() - known.keys()
        if missing:
            new = {each: self._describe(versions[each]) for each in missing}
            found |= new
            self._try_to_note(new)
        if is_damaged or stale > _MOST_STALE:
            self._try_to_rewrite(found)
        return list(found.values())

    def kept_ids(self) -> set[str]:
        """Return which games are kept; none if the folder cannot be read."""
        try:
            names = os.listdir(self.path)  # noqa: PTH208 - names are enough
        except OSError:
            return set()
        return kept_ids(names)

    def keep(self, game: PlayedGame, text: str) -> None:
        """Keep a record unless it is kept already, and drop the oldest ones that are too many.

        Args:
            game: its facts, with time, opponents, seat and id.
            text: the record.

        Raises:
            UserError: it cannot be written.
        """
        if self.most < 1:
            return
        try:
            make_folder(self.path)
            with self._locked():
                if game.id in self.kept_ids():
                    return
                path = self.path / file_name(game)
                replace_text(path, text)
        except OSError as error:
            raise unwritable(self.path, error) from error
        try:
            status = path.stat()
            version = _version(path.name, status.st_size, status.st_mtime_ns)
            with self._locked():
                self._note({version: with_facts_of_name(game, path.name)})
                self._drop_oldest()
        except OSError as error:  # the game is kept all the same
            logger.warning("the games in %s cannot be put in order: %s", self.path, error)

    def text_of(self, file: str) -> str:
        """Return the text of a file in the folder.

        Raises:
            UserError: it cannot be read, or is no text.
        """
        path = self.path / file
        try:
            return read_text_file(path, 4 * MAX_RECORD_CHARACTERS)
        except OSError as error:
            raise UserError(
                tell("model/record/unreadable", path=str(path), reason=error.strerror)
            ) from error
        except NotTextError as error:
            raise UserError(
                tell("model/record/no-record", path=str(path), reason=reason(error))
            ) from error

    # Files

    def _versions(self) -> dict[str, str]:
        """Return the versions of all records, with the names of their files."""
        try:
            return {_version(*each): each[0] for each in self._scan()}
        except FileNotFoundError:
            return {}
        except OSError as error:
            path, why = str(self.path), error.strerror
            raise UserError(tell("model/record/unreadable", path=path, reason=why)) from error

    def _scan(self) -> Iterator[tuple[str, int, int]]:
        """Iterate over the records: name, size, and time of change in nanoseconds."""
        with os.scandir(self.path) as entries:
            for each in entries:
                if each.name.endswith(SUFFIX) and each.is_file():
                    status = each.stat()
                    yield each.name, status.st_size, status.st_mtime_ns

    def _drop_oldest(self) -> None:
        """Delete the oldest kept games as long as there are too many, or they are too large."""
        kept = sorted((each for each in self._scan() if id_of_name(each[0])), reverse=True)
        room = self.most * MOST_BYTES_EACH
        for number, (name, size, _) in enumerate(kept):
            room -= size
            if number >= self.most or (room < 0 and number):
                (self.path / name).unlink(missing_ok=True)

    def _describe(self, file: str) -> PlayedGame:
        """Return the facts of a file, whatever is in it."""
        try:
            game = game_of_record(read_record(self.text_of(file)))
        except UserError as trouble:
            game = PlayedGame(trouble=str(trouble))
        except GameError as error:
            wrong = without_stop(told(reason(error)))
            game = PlayedGame(
                trouble=tell("model/record/damaged", path=str(self.path / file), reason=wrong)
            )
        return replace(with_facts_of_name(game, file), source=self)

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Wait until no other program writes into the folder."""
        folder = os.open(self.path, os.O_RDONLY)
        try:
            with suppress(OSError):  # a file system without locks
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    # The index

    def _read_index(self) -> tuple[dict[str, PlayedGame], bool]:
        """Return the facts of the index, and whether it is damaged.

        Damaged lines are skipped: their records are read again.
        """
        try:
            data = read_file(self.path / INDEX, _MOST_INDEX_BYTES)
        except FileNotFoundError:
            return {}, False
        except OSError as error:
            logger.warning("the index in %s cannot be read: %s", self.path, error)
            return {}, False
        lines = filter(None, data.decode(errors="replace").split("\n"))
        known: dict[str, PlayedGame] = {}
        damaged = 0
        for line in lines:
            try:
                facts = json.loads(line)
                known["" + facts["version"]] = game_of_facts(facts, self)
            except (ValueError, TypeError, KeyError, RecursionError):
                damaged += 1
        if damaged:
            logger.warning("%d lines of the index in %s are damaged", damaged, self.path)
        return known, damaged > 0

    def _try_to_note(self, games: dict[str, PlayedGame]) -> None:
        try:
            with self._locked():
                self._note(games)
        except OSError as error:  # a disk that is full, or only read: it is listed more slowly
            logger.warning("the index in %s cannot be written: %s", self.path, error)

    def _note(self, games: dict[str, PlayedGame]) -> None:
        """Add lines to the index; what a full disk cut off is a damaged line, which is skipped."""
        if not (lines := _index_lines(games)):
            return
        with (self.path / INDEX).open("a", encoding="utf-8") as file:
            file.write("\n" if file.tell() else "")
            file.write("\n".join(lines))

    def _try_to_rewrite(self, games: dict[str, PlayedGame]) -> None:
        try:
            with self._locked():
                replace_text(self.path / INDEX, "\n".join(_index_lines(games)))
        except OSError as error:
            logger.warning("the index in %s cannot be written: %s", self.path, error)


def _index_lines(games: dict[str, PlayedGame]) -> Sequence[str]:
    """Return the lines of games that can be read: what is wrong with others has a language."""
    return [
        json.dumps(game.facts() | {"version": version})
        for version, game in games.items()
        if not game.trouble
    ]


def game_of_record(record: Record) -> PlayedGame:
    """Return the facts that a record tells.

    Raises:
        GameError: the record's start is none.
    """
    with speaking("en"):  # the index keeps the names of seats
        players = seat_names(record)
    return PlayedGame(
        ended=_day_of(record.date or ""),
        game=record.game.title,
        players=players,
        result=record.result,
        moves=len(record.moves),
        id=_id_of(record),
    )


def _day_of(date: str) -> str:
    found = _DAY.fullmatch(date)
    return "-".join(found.groups()) if found else ""


def _id_of(record: Record) -> str:
    if record.proof is None:
        return ""
    try:
        proof = read_proof(record.proof)
        return game_id(PublicKey(proof.server).fingerprint, proof.table, proof.game)
    except (MalformedError, KeyTextError, ValueError):
        return ""
