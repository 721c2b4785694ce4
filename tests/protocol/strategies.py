"""Every message there is, drawn by hypothesis from its whole range."""

from __future__ import annotations

from hypothesis import strategies as st

from protocol import commands as c
from protocol import messages as m
from protocol import owner as o
from protocol import states as s
from protocol.draws import MAX_GIVEN_UP, GivenUp, SignedCommitment
from protocol.envelope import Envelope
from protocol.fields import line
from protocol.keys import SecretKey
from protocol.limits import (
    MAX_MOVE,
    MAX_NAME,
    MAX_POSITION,
    MAX_REASON,
    MAX_SEATS,
    MAX_TALK,
    SESSION_BYTES,
)
from protocol.messages import Count
from protocol.owner import MAX_ORIGIN
from protocol.reminders import reminder_messages as r
from protocol.states import Attendee, ClockState


def read_by_people(longest: int) -> st.SearchStrategy[str]:
    """Return texts that have something left of them in one line without control characters."""
    return st.text(min_size=1, max_size=longest).map(lambda text: line(text)[:longest]).filter(line)


ids = st.text(min_size=1, max_size=40)
names = st.text(max_size=MAX_NAME)
counts = st.integers(0, 2**31 - 1)
seats = st.integers(0, MAX_SEATS - 1)
tokens = st.binary(min_size=SESSION_BYTES, max_size=SESSION_BYTES)
options = st.lists(names, max_size=8).map(tuple)
moves = st.text(min_size=1, max_size=MAX_MOVE)
told_moves = read_by_people(MAX_MOVE)
games = read_by_people(40)
positions = st.text(max_size=MAX_POSITION)
some_seats = st.lists(seats, max_size=MAX_SEATS).map(tuple)
statuses = st.sampled_from(["open", "running", "over", "closed"])

seat_states = st.builds(
    s.SeatState,
    st.sampled_from(["free", "person", "bot", "stand_in"]),
    st.text(max_size=40),
    names,
    names,
)
hashes = st.binary(min_size=32, max_size=32)
maybe_hashes = st.lists(st.just(b"") | hashes, max_size=MAX_SEATS).map(tuple)
signatures = st.just(b"") | st.binary(min_size=64, max_size=64)
entries = st.builds(
    s.Entry,
    seats,
    told_moves,
    st.sampled_from(["player", "stand_in", "table", "clock"]),
    positions,
    signatures,
)
given_up = st.builds(
    GivenUp,
    counts,
    counts,
    st.just(b"") | hashes,
    st.sampled_from(["none", "pledging", "contributing"]),
    st.sampled_from(["nobody", "closed", "restored", "updated"]),
    st.lists(hashes, max_size=MAX_SEATS).map(tuple),
    signatures,
)
draws = st.builds(
    s.DrawState,
    counts,
    st.sampled_from(["pledging", "contributing", "dealt", "given_up"]),
    st.just(b"") | hashes,
    maybe_hashes,
    maybe_hashes,
    some_seats,
    counts,
    st.just(b"") | hashes,
    st.lists(given_up, max_size=MAX_GIVEN_UP).map(tuple),
    signatures,
)
commitments = st.builds(SignedCommitment, counts, counts, hashes, hashes, signatures)
seats_of_table = st.lists(seat_states, max_size=MAX_SEATS).map(tuple)
times = st.integers(5, 86400)
clock_terms = st.builds(s.ClockTerms, times, times, st.booleans())
terms = st.builds(
    s.Terms,
    st.integers(0, 7 * 86400),
    st.booleans(),
    st.integers(0, 60),
    st.none() | clock_terms,
)
clock_states = st.builds(
    ClockState, st.lists(counts, max_size=MAX_SEATS).map(tuple), st.none() | seats
)
talk_texts = st.text(min_size=1, max_size=MAX_TALK)
talk_lines = st.builds(
    m.TalkLine,
    counts,
    ids,
    names,
    st.none() | seats,
    read_by_people(MAX_TALK),
    st.integers(0, 2**40 - 1),
)
attendees = st.builds(Attendee, ids, names, st.none() | counts)
summaries = st.builds(
    s.TableSummary, ids, games, st.text(max_size=40), options, statuses, names, seats_of_table
)

reasons = st.text(max_size=MAX_REASON)
table_reports = st.builds(
    o.TableReport,
    ids,
    statuses,
    st.text(max_size=40),
    st.text(max_size=40),
    names,
    seats_of_table,
    st.booleans(),
    counts,
)
player_reports = st.builds(
    o.PlayerReport,
    ids,
    names,
    st.none() | counts,
    st.text(max_size=MAX_ORIGIN),
    counts,
    counts,
    st.booleans(),
)
bans = st.builds(o.Ban, ids, names, reasons, st.integers(0, 2**53 - 1))

kinds = st.sampled_from(("email", "ntfy", "webhook"))
codes_of_reminders = st.text(max_size=40)
hosts = st.lists(read_by_people(40), max_size=3).map(tuple)

BY_TYPE: dict[type, st.SearchStrategy[m.Message]] = {
    c.Hello: st.builds(c.Hello, names.filter(bool), names, tokens),
    c.OpenTable: st.builds(
        c.OpenTable,
        ids,
        counts,
        options,
        st.text(max_size=2000),
        st.none() | seats,
        terms,
        st.just(b"") | hashes,
    ),
    c.TakeSeat: st.builds(c.TakeSeat, ids, seats, st.just(b"") | hashes),
    c.LeaveTable: st.builds(c.LeaveTable, ids),
    c.SeatBot: st.builds(c.SeatBot, ids, seats, ids),
    c.FreeSeat: st.builds(c.FreeSeat, ids, seats),
    c.StartGame: st.builds(c.StartGame, ids),
    c.Pledge: st.builds(c.Pledge, ids, counts, hashes),
    c.Contribute: st.builds(c.Contribute, ids, counts, hashes),
    c.PlayMove: st.builds(c.PlayMove, ids, counts, counts, moves, signatures),
    c.AskRecord: st.builds(c.AskRecord, ids, counts),
    m.RecordText: st.builds(m.RecordText, ids, counts, st.text(max_size=2000)),
    c.Agree: st.builds(c.Agree, ids, counts, st.sampled_from(["end", "again"]), st.booleans()),
    c.SendAway: st.builds(c.SendAway, ids, ids, st.booleans(), st.text(max_size=MAX_REASON)),
    m.SentAway: st.builds(m.SentAway, ids, st.text(max_size=400)),
    c.TakeBack: st.builds(c.TakeBack, ids, counts, counts, st.booleans()),
    c.Look: st.builds(c.Look, ids, st.just(b"") | hashes, st.none() | commitments),
    c.LookAway: st.builds(c.LookAway, ids),
    c.AskHistory: st.builds(c.AskHistory, ids, counts, counts),
    c.AskLobby: st.builds(c.AskLobby, counts),
    c.AskCounts: st.just(c.AskCounts()),
    m.Counts: st.builds(
        m.Counts,
        st.lists(st.builds(Count, st.text(max_size=60), counts), max_size=5).map(tuple),
    ),
    o.AskTables: st.builds(o.AskTables, counts),
    o.AskPlayers: st.builds(o.AskPlayers, counts),
    o.AskBans: st.builds(o.AskBans, counts),
    o.CloseTable: st.builds(o.CloseTable, ids, reasons),
    o.BanPlayer: st.builds(o.BanPlayer, ids, reasons),
    o.UnbanPlayer: st.builds(o.UnbanPlayer, ids),
    o.Tables: st.builds(o.Tables, counts, counts, st.lists(table_reports, max_size=3).map(tuple)),
    o.Players: st.builds(
        o.Players, counts, counts, st.lists(player_reports, max_size=5).map(tuple)
    ),
    o.Bans: st.builds(o.Bans, counts, counts, st.lists(bans, max_size=5).map(tuple)),
    r.AskReminders: st.just(r.AskReminders()),
    r.SetReminder: st.builds(
        r.SetReminder, kinds, st.text(min_size=1, max_size=400), st.text(max_size=16)
    ),
    r.ConfirmReminder: st.builds(r.ConfirmReminder, codes_of_reminders),
    r.TryReminder: st.just(r.TryReminder()),
    r.StopReminders: st.builds(r.StopReminders, codes_of_reminders),
    r.Reminders: st.builds(
        r.Reminders,
        st.booleans(),
        hosts,
        hosts,
        kinds | st.just(""),
        read_by_people(400),
        st.booleans(),
        read_by_people(60),
        counts,
    ),
    c.Say: st.builds(c.Say, ids, talk_texts),
    c.AskTalk: st.builds(c.AskTalk, ids, counts),
    m.Talk: st.builds(m.Talk, ids, st.lists(talk_lines, max_size=5).map(tuple)),
    m.Welcome: st.builds(m.Welcome, tokens, tokens, tokens, names, names, counts),
    m.Done: st.builds(m.Done, st.text(max_size=40), counts),
    m.Refused: st.builds(m.Refused, st.text(max_size=40), st.text(max_size=400)),
    m.Superseded: st.just(m.Superseded()),
    s.TableState: st.builds(
        s.TableState,
        ids,
        counts,
        games,
        st.text(max_size=2000),
        options,
        statuses,
        st.text(max_size=40),
        names,
        seats_of_table,
        st.none() | seats,
        counts,
        counts,
        positions,
        st.lists(entries, max_size=5).map(tuple),
        st.text(max_size=100),
        some_seats,
        some_seats,
        terms,
        st.none() | seats,
        st.none() | clock_states,
        some_seats,
        st.booleans(),
        counts,
        st.lists(st.builds(s.TakenBack, counts, seats, told_moves), max_size=5).map(tuple),
        st.none() | draws,
        st.just(b"") | hashes,
    ),
    s.Attendance: st.builds(s.Attendance, ids, st.lists(attendees, max_size=5).map(tuple)),
    s.LobbyState: st.builds(
        s.LobbyState,
        counts,
        names,
        options,
        st.lists(summaries, max_size=5).map(tuple),
        st.booleans(),
        st.lists(st.binary(max_size=200), max_size=5).map(tuple),
        names,
        st.integers(0, 64),
    ),
    s.PartState: st.builds(s.PartState, counts, counts, hashes),
    m.History: st.builds(
        m.History,
        ids,
        counts,
        positions,
        counts,
        st.lists(entries, max_size=5).map(tuple),
        counts,
    ),
}
messages = st.one_of(*BY_TYPE.values())

ALICE, SERVER, MALLORY = (SecretKey(bytes([n]) * 32) for n in (1, 2, 3))
TOPIC = "siam/v5/lobby/in/alice"

envelopes = st.builds(
    Envelope,
    st.just(ALICE.public),
    st.just(TOPIC),
    tokens,
    st.integers(0, 2**63 - 1),
    tokens | st.just(b""),
    messages,
)
