"""What somebody may cost, as time passes."""

from __future__ import annotations

from transport.allowances import Allowance, Allowances


def test_so_much_at_once_and_then_so_much_a_second() -> None:
    allowance = Allowance(10, 2, 0.0)
    assert [allowance.spend(4, 0.0) for _ in range(3)] == [True, True, False]
    assert [allowance.spend(4, 1.0) for _ in range(2)] == [True, False]
    assert allowance.left(1_000.0) == 10


def test_a_cost_that_has_arisen_is_paid_back_with_time() -> None:
    allowance = Allowance(10, 2, 0.0)
    allowance.charge(14, 0.0)
    assert allowance.wait(0.0) == 2.0
    assert not allowance.spend(1, 2.0)
    assert allowance.spend(1, 2.5)
    assert allowance.wait(2.5) == 0.0


def test_each_address_has_its_own_and_those_seen_last_are_kept() -> None:
    all_of_them = Allowances(1, 0.1)
    assert all_of_them.of("a", 0.0).spend(1, 0.0)
    assert not all_of_them.of("a", 0.0).spend(1, 0.0)
    assert all_of_them.of("b", 0.0).spend(1, 0.0)
    for number in range(5_000):
        all_of_them.of(f"{number}", 0.0)
    assert len(all_of_them._kept) < 5_000


def test_an_allowance_is_earned_again() -> None:
    allowance = Allowance(10, 2, 0, left=5)
    assert all(allowance.spend(1, 0) for _ in range(5))
    assert not allowance.spend(1, 0)
    later = Allowance(10, 2, 0, left=0)
    assert later.spend(10, 1000)
    assert not later.spend(1, 1000)
    assert later.spend(1, 1001)
