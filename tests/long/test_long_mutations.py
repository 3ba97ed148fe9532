"""Mutated pages (20,000 in the long form), portal files and WARC files: each in 5 s and 500 MB.

None ends with an error of Python or a crash: a page becomes valid TEI or a verdict, ``check`` says
what is wrong with a portal file, commands on a WARC file end with a documented exit code.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from mutation_supervisor import Result, keep_page, read_all

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="limits of memory and processor time are read from /proc"
)

EACH = {"short": 8, "long": 250}
PARTS = {"made_up": (1, 48), "real": (1, 32), "portal_files": (1, 10), "warcs": (1, 10)}
"""So many times ``EACH`` pages or portal files, ``WARCS`` WARC files; in ``real`` some are real."""
WARCS = {"short": 5, "long": 50}
FIRST_REAL = 1_000_000
Record = Callable[[str, object], None]


@pytest.fixture(scope="module")
def each(form: str) -> int:
    return EACH[form]


def assert_pages_are_read(
    result: Result, seed: int, shared: Path | None, record_property: Record
) -> None:
    record_property("mutated pages", sum(result.verdicts.values()) + len(result.wrong))
    wrong = sorted(result.wrong.items())
    assert not wrong, "\n".join(
        f"{what}\n  {keep_page(seed, number, shared)}" for number, what in wrong
    )
    count = sum(result.verdicts.values())
    assert count in EACH.values()
    assert result.verdicts["kept"] > count / 4, "most of them should still be articles"


def test_mutated_made_up_pages(made_up: int, seed: int, record_property: Record, each: int) -> None:
    result = read_all("pages", seed, made_up * each, each)
    assert_pages_are_read(result, seed, None, record_property)


def test_mutated_real_pages(
    real: int, seed: int, shared: Path, record_property: Record, each: int
) -> None:
    result = read_all("pages", seed, FIRST_REAL + real * each, each, shared)
    assert_pages_are_read(result, seed, shared, record_property)


def test_mutated_portal_files(
    portal_files: int, seed: int, record_property: Record, each: int
) -> None:
    assert_files_are_read("portal-files", seed, portal_files * each, each, record_property)


def test_mutated_warcs(warcs: int, seed: int, form: str, record_property: Record) -> None:
    count = WARCS[form]
    assert_files_are_read("warcs", seed, warcs * count, count, record_property)


def assert_files_are_read(
    kind: str, seed: int, first: int, count: int, record_property: Record
) -> None:
    result = read_all(kind, seed, first, count)
    record_property(f"mutated {kind}", sum(result.verdicts.values()) + len(result.wrong))
    again = f"python tests/long/mutation_child.py {kind} {seed}"
    assert not result.wrong, "\n".join(
        f"{what}\n  again: {again} {number} 1" for number, what in sorted(result.wrong.items())
    )
    assert sum(result.verdicts.values()) == count
