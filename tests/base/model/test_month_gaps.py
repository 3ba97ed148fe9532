"""Months without an article between months that have some."""

from __future__ import annotations

from webarticlecurator.base.model.corpus_numbers import Gap
from webarticlecurator.base.model.month_gaps import find_gaps, list_months


def test_the_gaps_of_the_corpus_come_first_and_are_not_those_of_its_columns() -> None:
    months = (
        *(("a", "2019-11"), ("a", "2020-02"), ("a", "2020-03")),
        *(("b", "2019-10"), ("b", "2020-03"), ("b", "2020-05")),
    )
    assert find_gaps(months) == (
        Gap("", "2019-12", "2020-01", 2),
        Gap("", "2020-04", "2020-04", 1),
        Gap("b", "2019-11", "2019-11", 1),
        Gap("b", "2020-02", "2020-02", 1),
    )


def test_a_corpus_of_one_column_has_its_gaps_once() -> None:
    assert find_gaps((("a", "2020-01"), ("a", "2020-03"))) == (Gap("", "2020-02", "2020-02", 1),)


def test_dates_without_a_month_are_no_months() -> None:
    assert find_gaps((("a", ""), ("a", "2020"), ("b", "2020-01"))) == ()
    assert find_gaps(()) == ()


def test_months_are_listed_over_the_end_of_a_year() -> None:
    assert list_months("2019-11", "2020-02") == ["2019-11", "2019-12", "2020-01", "2020-02"]
    assert list_months("2020-02", "2020-02") == ["2020-02"]
