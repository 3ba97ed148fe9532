"""``pick: earliest`` and ``latest``."""

from __future__ import annotations

from pathlib import Path

import pytest
from keys_case import loaded, page

from webarticlecurator.articles.by_rules.metadata import read_metadata

RULES = "timezone: Europe/Budapest\narticle: {metadata: {published: {css: i, pick: %s}}}\n"


def published(folder: Path, pick: str, *dates: str) -> tuple[list[str], list[str]]:
    portal = loaded(folder, RULES % pick)
    found, problems = read_metadata(
        page("".join(f"<i>{date}</i>" for date in dates)), portal, portal.article
    )
    return [value.value for value in found.all("published")], [problem.kind for problem in problems]


@pytest.mark.parametrize(
    ("pick", "dates", "wanted"),
    [
        ("earliest", ("2019-03-16", "15.03.2019", "2019-03-17T10:00"), "2019-03-15"),
        ("latest", ("2019-03-16", "15.03.2019", "2019-03-17T10:00"), "2019-03-17T10:00:00+01:00"),
        # instants, not texts: 23:30 UTC is the next day in Budapest, and earlier than 01:00 there
        ("earliest", ("2019-03-16T01:00", "2019-03-15T23:30:00Z"), "2019-03-15T23:30:00+00:00"),
        ("latest", ("2019-03-16T01:00", "2019-03-15T23:30:00Z"), "2019-03-16T01:00:00+01:00"),
        # of one day the more exact
        ("earliest", ("2019-03-15", "2019-03-15T08:30"), "2019-03-15T08:30:00+01:00"),
        ("latest", ("2019-03-15", "2019-03-15T08:30"), "2019-03-15T08:30:00+01:00"),
        ("first", ("2019-03-16", "2019-03-15"), "2019-03-16"),
    ],
)
def test_dates_are_compared_by_time_and_zone(
    tmp_path: Path, pick: str, dates: tuple[str, ...], wanted: str
):
    assert published(tmp_path, pick, *dates) == ([wanted], [])


def test_values_that_are_not_dates_are_ignored(tmp_path: Path):
    assert published(
        tmp_path, "earliest", "yesterday", "2019-03-16", "0001-01-01", "2019-03-15"
    ) == (
        ["2019-03-15"],
        ["date-impossible"],
    )
