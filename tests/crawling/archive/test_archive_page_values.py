"""The values of ``pagination.pages``: their number, order and lookup, without expanding them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.portal.pagination import PageValues, find_repeat
from webarticlecurator.cli.main import main

NUMBERS = st.builds(
    lambda n, width: str(n).zfill(width), st.integers(0, 130), st.sampled_from([0, 2, 3])
)
ENTRIES = st.one_of(
    NUMBERS, st.builds("{}-{}".format, NUMBERS, NUMBERS), st.sampled_from(["a", "b", "2004-x"])
)


def written_out(pages: list[str]) -> list[str]:
    found: dict[str, None] = {}
    for page in pages:
        low, dash, high = page.partition("-")
        if not dash or not high.isdecimal():
            found[page] = None
            continue
        start, end = int(low), int(high)
        step = 1 if start <= end else -1
        width = len(low) if low.startswith("0") else 0
        found.update({str(n).zfill(width): None for n in range(start, end + step, step)})
    return list(found)


@given(st.lists(ENTRIES, min_size=1, max_size=6))
def test_count_and_lookup_agree_with_the_expanded_values(pages):
    values, expected = PageValues(tuple(pages)), written_out(pages)
    assert [values.at(n) for n in range(values.count)] == expected
    assert [values.place(value) for value in expected] == list(range(len(expected)))
    assert values.place("131") is None and values.place("c") is None
    total = sum(len(written_out([page])) for page in pages)
    assert (find_repeat(tuple(pages)) is None) == (total == len(expected))


def test_a_repeated_value_is_reported_with_its_entry():
    assert find_repeat(("7-5", "8", "1-9")) == (2, "5")
    assert find_repeat(("1-4", "a", "4-9")) == (2, "4")
    assert find_repeat(("8", "08")) is None


def test_lookup_time_does_not_grow_with_the_numbers():
    began = time.process_time()
    values = PageValues(("1-99999999999", "x"))
    assert (values.count, values.at(10**10), values.place("x")) == (
        10**11,
        "10000000001",
        99999999999,
    )
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("pagination", "message"),
    [
        (
            'pages: ["1-99999999999"]',
            "99999999999 pages in one walk (expected at most 1000000); name fewer",
        ),
        (
            'pages: ["1-600000", "700000-1300000"]',
            "1200001 pages in one walk (expected at most 1000000); name fewer",
        ),
        ('pages: ["1-9999999999999999"]', "number of more than 12 digits"),
        (
            "last: 99999999999",
            "99999999999 pages in one walk (expected at most 1000000); name fewer",
        ),
        (
            "first: 5, step: -7, last: -99999999999",
            "14285714287 pages in one walk (expected at most 1000000); name fewer",
        ),
    ],
)
def test_more_pages_than_a_walk_may_have_are_a_problem_at_once(
    pagination, message, tmp_path: Path, capsys
):
    path = tmp_path / "echo.yaml"
    archive = f'archive: {{url: "https://echo.example/{{page}}", pagination: {{mode: numbered, {pagination}}}}}\n'
    path.write_text(
        "portal: echo\nhome: https://echo.example/\n" + archive, encoding="utf-8", newline="\n"
    )
    began = time.process_time()
    assert main(["check", str(path), "--plan"]) == 2
    assert time.process_time() - began < 2
    assert message in capsys.readouterr().out


def test_a_plan_of_all_days_and_many_pages_is_fast(tmp_path: Path, capsys):
    path = tmp_path / "echo.yaml"
    archive = (
        'archive:\n  url: "https://echo.example/{date:%Y/%m/%d}/{page}"\n  dates: {from: 0001-01-01, until: 9999-12-31}\n'
        "  pagination: {mode: numbered, last: 1000000}\n  settle: 999999w\n  stop: {max_pages: 999999999999}\n"
    )
    path.write_text(
        "portal: echo\nhome: https://echo.example/\n" + archive, encoding="utf-8", newline="\n"
    )
    began = time.process_time()
    assert main(["check", str(path), "--plan"]) == 0
    assert time.process_time() - began < 2
    assert "https://echo.example/0001/01/01/1000000" in capsys.readouterr().out
