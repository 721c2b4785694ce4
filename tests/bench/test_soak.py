"""What hours of play cost a server: how it is measured, and with ``--long`` an hour of it."""

import pytest

from bench.soak import ALLOWED, Sample, arguments, growth, main, soak

SHORT = "--minutes 0.05 --every 1 --warm-up 0 --bots 1 --people 1 --pause 0"
LONG = "--minutes 90 --warm-up 30 --bots 4 --people 8 --games 1 --pause 0.05"


def samples(*memory, every=1.0):
    """Return a sample a minute with this memory."""
    return [
        Sample((n + 1) * every, n, each, 0.0, 0.0, 10, 3, 1.0, 4.0) for n, each in enumerate(memory)
    ]


def test_the_growth_is_that_of_an_hour():
    assert growth(samples(70, 71, 72, 73), 0) == pytest.approx(60)
    assert growth(samples(70, 71, 72, 73, every=30), 0) == pytest.approx(2)


def test_the_warm_up_does_not_count():
    assert growth(samples(50, 60, 70, 70, 70), 3) == pytest.approx(0)


def test_one_sample_shows_no_growth():
    with pytest.raises(ValueError, match="too short"):
        growth(samples(50, 60, 70), 3)


async def test_it_plays_and_looks_at_a_real_server(tmp_path):
    found = await soak(arguments(SHORT.split()), tmp_path)
    assert len(found) >= 2
    for each in found:
        assert each.memory > 10
        assert each.players > 10
        assert each.descriptors > 5
        assert each.threads
        assert each.wal
        assert f"{each.games} games" in str(each)


@pytest.mark.timeout(3 * 3600)
def test_an_hour_adds_little_to_the_servers_memory(request, capsys):
    if not request.config.getoption("--long"):
        pytest.skip("an hour and a half: --long")
    with capsys.disabled():
        assert main(LONG.split()) == 0, f"more than {ALLOWED} MB an hour"
