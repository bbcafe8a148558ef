"""Work shared between processes gives what one process would have given, whatever happens to the others."""

import os
import signal

import pytest

from workbench.plants.shares import FEW, beside, in_shares

THINGS = list(range(5 * FEW + 3))


@pytest.fixture
def two_cores(monkeypatch):
    monkeypatch.setattr("workbench.plants.shares._cores", lambda: 2)


@pytest.mark.parametrize("cores", [1, 2, 3, 7])
def test_what_is_made_keeps_its_order_for_any_number_of_cores(monkeypatch, cores):
    monkeypatch.setattr("workbench.plants.shares._cores", lambda: cores)
    assert in_shares(lambda thing: thing * thing, THINGS) == [thing * thing for thing in THINGS]


def test_other_processes_do_take_part(two_cores):
    made_by = in_shares(lambda _: os.getpid(), THINGS)
    assert len(set(made_by)) == 2
    assert made_by[0] == os.getpid()


def test_few_things_are_done_by_one_process(two_cores):
    assert set(in_shares(lambda _: os.getpid(), THINGS[: FEW - 1])) == {os.getpid()}


def test_nothing_gives_nothing(two_cores):
    assert in_shares(str, []) == []


def test_an_error_in_another_process_is_raised_as_it_came(two_cores):
    class Unpicklable(Exception):
        pass

    def work(thing):
        if thing == 1:  # the second process takes every odd thing
            raise Unpicklable("one")
        return thing

    with pytest.raises(Unpicklable, match="one"):
        in_shares(work, THINGS)


def test_the_share_of_a_killed_process_is_done_by_the_first(two_cores):
    first = os.getpid()

    def work(thing):
        if thing == 7 and os.getpid() != first:
            os.kill(os.getpid(), signal.SIGKILL)
        return thing + 1

    assert in_shares(work, THINGS) == [thing + 1 for thing in THINGS]


def test_what_cannot_be_sent_is_made_by_the_first(two_cores):
    made = in_shares(lambda thing: lambda: thing, THINGS)
    assert [one() for one in made] == THINGS


def test_work_beside_this_process_is_done_by_another_one_meanwhile(two_cores):
    made = beside(os.getpid)
    assert made() != os.getpid()


def test_with_one_core_work_beside_is_done_when_it_is_waited_for(monkeypatch):
    monkeypatch.setattr("workbench.plants.shares._cores", lambda: 1)
    done = []
    made = beside(lambda: done.append("now"))
    assert done == []
    made()
    assert done == ["now"]


def test_an_error_beside_is_raised_as_it_came_when_it_is_waited_for(two_cores):
    class Unpicklable(Exception):
        pass

    def work():
        raise Unpicklable("beside")

    made = beside(work)
    with pytest.raises(Unpicklable, match="beside"):
        made()


def test_what_a_killed_process_was_doing_is_done_here(two_cores):
    here = os.getpid()

    def work():
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        return "done"

    assert beside(work)() == "done"
