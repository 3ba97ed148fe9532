"""An ordinary portal, crawled day by day, raises no false alarm: what happens to portals anyway
(drafts that are taken back, pinned and moved articles, a slow hour, a holiday) ends with exit code
0, a day on which it is down is loud, and the next one is quiet again."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from benches import import_bench

ordinary = import_bench("portals.ordinary_portal")
quiet_year = import_bench("portals.quiet_year")
HARD_DAYS = (
    ["pinned", "text edited"],
    ["dead draft", "cached list"],
    ["draft", "title edited"],
    ["draft gone", "slow hour"],
    ["other page size", "bumped"],
    ["down"],
    ["moved", "deleted"],
    ["list lost once"],
    ["holiday"],
    ["holiday", "unpinned"],
    ["holiday"],
    ["article lost twice"],
    ["unreachable"],
    ["dead draft", "bumped", "other page size"],
    [],
)


@pytest.mark.parametrize("kind", ordinary.KINDS)
def test_only_the_days_on_which_the_portal_is_down_are_loud(kind: str, tmp_path: Path):
    clock = quiet_year.StillClock(quiet_year.FIRST, quiet_year.HOUR)
    portal = ordinary.OrdinaryPortal(kind, 2, quiet_year.FIRST, clock.now)
    # the days before are walked in the first crawl; a new month begins in between
    first = quiet_year.YEAR_BEGINS + timedelta(days=22)
    days = [first + timedelta(days=number) for number in range(len(HARD_DAYS))]
    year = quiet_year.crawl_year(portal, tmp_path, clock, zip(days, HARD_DAYS, strict=True))
    loud = {each.day: sorted(each.alarms) for each in year.days if each.code}
    assert set(loud) == {days[5], days[12]}, loud
    assert year.missing == []
