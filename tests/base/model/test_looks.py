"""When a "nothing here" is believed."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from webarticlecurator.base.model.looks import Look, judge_looks

DAY = timedelta(days=1)
START = datetime(2026, 3, 1, 4, tzinfo=timezone.utc)


def look(day: float, answer: str = "gone", *, well: bool = True) -> Look:
    return Look(START + DAY * day, answer, well)


def final_after(*looks: Look, is_odd: bool = False) -> bool:
    judgement = judge_looks(looks, DAY, is_odd=is_odd)
    assert judgement is not None
    assert judgement.is_final == (judgement.due is None)
    return judgement.is_final


def due_after(*looks: Look) -> float:
    judgement = judge_looks(looks, DAY)
    assert judgement is not None and judgement.due is not None
    return (judgement.due - START) / DAY


def test_without_a_look_nothing_is_proved() -> None:
    assert judge_looks([], DAY) is None


def test_a_second_same_answer_a_day_later_is_final() -> None:
    assert due_after(look(0)) == 1
    judgement = judge_looks([look(1), look(0)], DAY)
    assert judgement is not None and judgement.is_confirmed
    assert (judgement.first, judgement.last) == (START, START + DAY)


def test_a_look_before_it_is_due_makes_nothing_final() -> None:
    assert due_after(look(0), look(0.2), look(0.9)) == 1


def test_answers_that_differ_prove_nothing() -> None:
    assert due_after(look(0), look(1, "empty")) == 3
    assert final_after(look(0), look(1, "empty"), look(3, "empty"))


def test_looks_while_nothing_else_was_well_prove_nothing() -> None:
    assert due_after(look(0, well=False), look(1)) == 3
    assert final_after(look(0, well=False), look(1), look(3))
    assert due_after(look(0), look(1, well=False), look(2.5, well=False)) == 3


def test_the_fifth_look_is_final_without_proof() -> None:
    alone = [look(day, well=False) for day in (0, 1, 3, 7)]
    assert due_after(*alone) == 14
    judgement = judge_looks([*alone, look(14, well=False)], DAY)
    assert judgement is not None and judgement.is_final and not judgement.is_confirmed


def test_daily_looks_count_when_they_are_due() -> None:
    assert not final_after(*(look(day, well=False) for day in range(14)))
    assert final_after(*(look(day, well=False) for day in range(15)))


def test_an_odd_answer_is_final_with_the_fifth_look_alone() -> None:
    days = (0, 1, 3, 7, 14)
    assert not final_after(look(0), look(5), look(9), is_odd=True)
    assert final_after(*map(look, days), is_odd=True)
