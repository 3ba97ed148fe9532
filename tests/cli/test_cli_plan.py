"""The plans of the shipped portal files against the facts of the portals' old schemas: the same
addresses, as many of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from checkout import SHARED

from webarticlecurator.base.folders import data_folder
from webarticlecurator.crawling.archive.page_location import locate_page
from webarticlecurator.crawling.archive.plan import plan_spans
from webarticlecurator.portal_file.config.load import load_portal

TODAY = date(2022, 3, 1)


def _names() -> list[str]:
    # Parameters are needed before there are fixtures: the same folder as the fixture ``shared``,
    # and no portals without it.
    path = SHARED / "cases" / "wac" / "portals.json"
    facts = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return sorted(
        name for name in facts if (data_folder("site_configs") / f"{name}.yaml").is_file()
    )


NAMES = _names()
MISTAKEN = {"https://think.transindex.ro/?page=23"}
"""A start in the middle of an archive, where the pages before it were never read."""


def _columns(shared: Path, name: str) -> list[dict[str, Any]]:
    facts = json.loads((shared / "cases" / "wac" / "portals.json").read_text(encoding="utf-8"))
    return [column for schema in facts[name]["schemas"].values() for column in schema["columns"]]


def _day(text: str | None) -> date:
    return date.fromisoformat(text) if text else TODAY - timedelta(days=1)


def _dated(template: str, day: date) -> str:
    """The old schemas' fields for the window that holds ``day``."""
    month = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    after = day + timedelta(days=1)
    following = month if "#next-month" in template else after
    fields = {
        "next-year": following,
        "next-month": following,
        "next-day": after,
        "year": day,
        "month": day,
        "day": day,
    }
    for field, value in fields.items():
        part = {"year": f"{value.year:04}", "month": f"{value.month:02}", "day": f"{value.day:02}"}[
            field.removeprefix("next-")
        ]
        template = template.replace(f"#{field}", part)
    return template


def _numbers(column: dict[str, Any]) -> range:
    first = column["initial_pagenum"]
    if first is None:
        first = column["min_pagenum"] or 0
    return range(first, max(first, column["max_pagenum"] or first) + 1)


def _addresses(column: dict[str, Any]) -> Iterator[str]:
    days = [_day(column[key]) for key in ("date_first_article", "date_last_article")]
    for number in _numbers(column):
        template = column["url_format"].replace("#pagenum", str(number))
        yield from {_dated(template, day) for day in days}


@pytest.mark.parametrize("name", NAMES)
def test_the_archive_addresses_of_the_facts_are_those_of_the_file(name: str, shared: Path) -> None:
    portal = load_portal(data_folder("site_configs") / f"{name}.yaml")
    addresses = [address for column in _columns(shared, name) for address in _addresses(column)]
    assert addresses
    assert [
        address
        for address in addresses
        if (found := locate_page(portal, address)) is None or found.column is None
    ] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_first_page_of_every_walk_is_one_of_the_facts(name: str, shared: Path) -> None:
    lines = plan_spans(load_portal(data_folder("site_configs") / f"{name}.yaml"), TODAY)
    addresses = {address for column in _columns(shared, name) for address in _addresses(column)}
    firsts = {line.first for line in lines}
    if any(column["date_first_article"] for column in _columns(shared, name)):
        firsts |= {line.last for line in lines}
    assert firsts & addresses or addresses <= MISTAKEN


@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("lelato_transindex", 31),
        ("penzcsinalok_transindex", 84),
        ("tv_transindex", 43),
        ("origo", 8491),
    ],
)
def test_closed_archives_have_as_many_pages_as_the_facts_say(
    name: str, pages: int, shared: Path
) -> None:
    lines = plan_spans(load_portal(data_folder("site_configs") / f"{name}.yaml"), TODAY)
    assert sum(line.pages or 0 for line in lines) == pages
    if name != "origo":
        assert sum(len(_numbers(column)) for column in _columns(shared, name)) == pages


def test_months_with_two_ends_run_from_the_oldest(shared: Path) -> None:
    (line,) = plan_spans(load_portal(data_folder("site_configs") / "magyarnarancs.yaml"), TODAY)
    assert line.windows == 310
    (column,) = _columns(shared, "magyarnarancs")
    assert line.first == _dated(column["url_format"], _day(column["date_first_article"]))
    assert line.last == _dated(column["url_format"], _day(None))
