"""Genuine inputs, spoilt: the bytes strangers send and the files people break."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

_TELLING = (
    *(b"\x00", b"\xff", b"\xc1"),
    *(b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\x7f\xff\xff\xff"),
    *(b"[", b"]", b"{", b"}", b'"', b"\\", b"#", b"@", b":", b"/", b"?", b"-", b" "),
    *(b"0", b"99999999999999999999", b"\n", b"\r\n", b"\x1b[2J"),
    *(b"\xe2\x80\xae", b"\xed\xa0\x80"),
)
"""Bytes that mean something in one of the formats: lengths, brackets, separators, controls."""


def spoilt(corpus: Sequence[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Iterate over so many inputs made from genuine ones by a few changes each."""
    random = Random(seed)
    for _ in range(count):
        data = random.choice(corpus)
        for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
            data = random.choice(_CHANGES)(data, random, corpus)
        yield data


_UNITS = (
    *(b"a.", b"[", b"{", b"[]", b"{}", b"[[a]]\n", b"a", b"a ", b"1", b"1,", b"1 ", b"-", b"/"),
    *(b"\n", b" \n", b"\r\n", b"#\n", b"\t", b" ", b'"', b"'", b'""', b"\\", b'\\"', b"{}\n"),
    *(b"\x00", b"\x91", b"\x81\xa1a", b"\xa0", b"\xc0", b"\xff", b"\xcc\x81", b"\xf0\x9f\x98\x80"),
)
"""What an input is made long with: whatever opens, separates or nests in one of the formats."""


def grown(
    corpus: Sequence[bytes], count: int, seed: int, sizes: tuple[int, int]
) -> Iterator[tuple[bytes, bytes]]:
    """Iterate over inputs that a genuine one grows to when a part of it is repeated.

    Args:
        corpus: the genuine inputs.
        count: how many.
        seed: of chance.
        sizes: how many bytes are repeated for the small one and the large one of each.
    """
    random = Random(seed)
    for _ in range(count):
        data = random.choice(corpus)
        start, end = _stretch(data, random)
        unit = random.choice((data[start:end] or b"a", *[random.choice(_UNITS)] * 3))
        at = random.choice((start, end, *_line_starts(data)))
        small, large = (data[:at] + unit * (size // len(unit)) + data[at:] for size in sizes)
        yield small, large


def _line_starts(data: bytes) -> list[int]:
    return [0] + [at + 1 for at, byte in enumerate(data) if byte == ord("\n")]


def _flip(data: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << random.randrange(8))]) + data[at + 1 :]


def _cut(data: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    start, end = _stretch(data, random)
    return data[:start] + data[end:]


def _end(data: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _repeat(data: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    start, end = _stretch(data, random)
    return data[:end] + data[start:end] * random.choice((1, 1, 2, 50)) + data[end:]


def _insert(data: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.choice(_TELLING) * random.choice((1, 1, 3, 400)) + data[at:]


def _splice(data: bytes, random: Random, corpus: Sequence[bytes]) -> bytes:
    other = random.choice(corpus)
    start, end = _stretch(other, random)
    at = random.randrange(len(data) + 1)
    return data[:at] + other[start:end] + data[at:]


def _swap(data: bytes, random: Random, _: Sequence[bytes]) -> bytes:
    first, second = sorted(random.randrange(len(data) + 1) for _ in range(2))
    third = random.randrange(second, len(data) + 1)
    return data[:first] + data[second:third] + data[first:second] + data[third:]


def _stretch(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 2, 4, 16, 64)))


_CHANGES: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _flip, _flip, _cut, _end, _repeat, _insert, _insert, _splice, _swap,
)  # fmt: skip
