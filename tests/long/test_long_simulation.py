"""Portal-years of fixed seeds in a made world (``python -m bench.simulation``): all that must hold
after each step holds."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from benches import import_bench


@pytest.mark.long
@pytest.mark.parametrize("seed", [8, 10, 13, 14])
def test_a_portal_year_holds(seed: int) -> None:
    plan = import_bench("simulation.year_plan").plan_year(seed)
    assert import_bench("simulation.run_year").run_year(seed, plan) is None


FOUND = {
    "a cache sends the list that the sitemap has proved a week ago": (
        720032,
        (
            *(("event", 1, "text edited"), ("event", 1, "text edited"), ("crawl", 1)),
            *(("days", 1, "", 7), ("list answers", 1, "stale", 100), ("crawl", 1), ("crawl", 1)),
        ),
    ),
    "the page of another article, where lists have no headlines and addresses no words": (
        730014,
        (
            *(("days", 1, "", 14), ("event", 1, "text edited"), ("crawl", 1), ("days", 1, "", 3)),
            *(("event", 1, "redesigned"), ("article answers", 242850821, "other", 40)),
            *(("crawl", 1), ("rules", 1), ("days", 1, "", 1), ("event", 1, "late"), ("crawl", 1)),
        ),
    ),
}
"""What years have found → its seed, and the fewest steps to it."""


@pytest.mark.parametrize("name", FOUND)
def test_what_a_year_has_found_holds(name: str) -> None:
    seed, steps = FOUND[name]
    step = import_bench("simulation.year_plan").Step
    plan = tuple(step(*each) for each in steps)
    assert import_bench("simulation.run_year").run_year(seed, plan) is None


def test_what_is_lost_in_silence_is_a_breach(tmp_path: Path) -> None:
    """What the portal listed and the index lacks, where nothing is said."""
    run_year, plan = (import_bench(f"simulation.{name}") for name in ("run_year", "year_plan"))
    year = run_year.Year(10, tmp_path)
    try:
        assert year.do(plan.Step("crawl", 1)) == []
        year.world.listed_before = {year.portal.publish().number}
        year.world.is_crawl = True
        found = import_bench("simulation.invariants").find_breaches(year.world)
        names = {sentence.partition(":")[0] for sentence in found}
    finally:
        year.close()
    assert names == {"find_lost_articles", "find_false_proofs"}


@pytest.mark.long
def test_each_bug_can_be_put_into_the_source() -> None:
    """The source changes; a patch that fits no more finds nothing (bench/simulation/bugs)."""
    bugs = import_bench("simulation.bugs.__main__")
    patches = bugs.read_bugs()
    assert len(patches) == 25
    for bug in patches:
        check = ["git", "apply", "--check", str(bug.patch)]
        assert subprocess.run(check, cwd=bugs.TOP, check=False).returncode == 0, bug.name
