"""What each address may use."""

from __future__ import annotations

from siam_tui.doors.address_allowance import AddressAllowance


def test_what_an_address_has_used_comes_back_with_time():
    allowance = AddressAllowance(2, 0.5)
    assert [allowance.take_one("a", 0) for _ in range(3)] == [True, True, False]
    assert allowance.take_one("b", 0)
    assert not allowance.take_one("a", 1)
    assert allowance.take_one("a", 2)
    assert allowance.left("a", 1000) == 2, "no more than at the beginning"


def test_an_address_that_has_used_too_much_waits():
    allowance = AddressAllowance(2, 0.5)
    allowance.use("a", 5, 0)
    assert allowance.left("a", 0) == -3
    assert allowance.seconds_until_some("a", 0) == 6
    assert allowance.seconds_until_some("a", 7) == 0
    assert allowance.seconds_until_some("b", 0) == 0


def test_only_so_many_addresses_are_remembered():
    allowance = AddressAllowance(1, 0.5)
    for number in range(5000):
        assert allowance.take_one(str(number), 0)
    assert allowance.left("4999", 0) == 0
    assert allowance.left("0", 0) == 1
