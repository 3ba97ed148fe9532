"""The times at which a portal is crawled."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.start_times import (
    MAX_OFFSET,
    next_start,
    next_starts,
    start_offset,
)
from webarticlecurator.portal_file.values.schedule import read_schedule
from webarticlecurator.portal_file.values.value_fault import ValueFault

UTC = timezone.utc


def scheduled(schedule: str, zone: str = "UTC", name: str = "echo") -> Portal:
    return Portal(name, "https://echo.example/", schedule=schedule, timezone=zone)


def starts(portal: Portal, after: datetime, count: int) -> list[str]:
    """The next starts without the portal's offset, which is whole seconds."""
    pytest.importorskip("croniter")
    offset = start_offset(portal.id)
    return [(start - offset).strftime("%m-%d %H:%M") for start in next_starts(portal, after, count)]


def test_a_schedule_is_read_on_the_clock_of_the_portal():
    after = datetime(2024, 5, 2, 12, tzinfo=UTC)
    assert starts(scheduled("30 4 * * *"), after, 2) == ["05-03 04:30", "05-04 04:30"]
    budapest = scheduled("30 4 * * *", "Europe/Budapest")
    assert starts(budapest, after, 2) == ["05-03 02:30", "05-04 02:30"]
    assert starts(scheduled("0 0 1 * mon"), after, 3) == [
        "05-06 00:00",
        "05-13 00:00",
        "05-20 00:00",
    ]
    assert starts(scheduled("*/20 9,21 * 6 *"), after, 4) == [
        "06-01 09:00",
        "06-01 09:20",
        "06-01 09:40",
        "06-01 21:00",
    ]


def test_a_start_comes_later_than_its_schedule_says_by_an_offset_of_its_portal():
    pytest.importorskip("croniter")
    after = datetime(2024, 5, 2, 12, tzinfo=UTC)
    offsets = {f"p{number}": start_offset(f"p{number}") for number in range(200)}
    assert all(timedelta(0) <= offset < MAX_OFFSET for offset in offsets.values())
    assert len(set(offsets.values())) > 100
    for name, offset in offsets.items():
        start = next_start(scheduled("0 13 * * *", name=name), after)
        assert start == datetime(2024, 5, 2, 13, tzinfo=UTC) + offset
    # what was true when this was written is true in every later process, too
    assert start_offset("echo") == timedelta(seconds=146)


def test_the_next_start_is_after_the_moment_itself():
    pytest.importorskip("croniter")
    portal = scheduled("0 13 * * *")
    start = next_start(portal, datetime(2024, 5, 2, 12, tzinfo=UTC))
    assert next_start(portal, start - timedelta(seconds=1)) == start
    assert next_start(portal, start) == start + timedelta(days=1)


def test_a_time_that_the_clock_leaves_out_counts_as_an_hour_later():
    budapest = scheduled("30 2 * * *", "Europe/Budapest")
    after = datetime(2024, 3, 30, 12, tzinfo=UTC)
    # on 31 March 2:00 was followed by 3:00, summer time
    assert starts(budapest, after, 2) == ["03-31 01:30", "04-01 00:30"]


def test_an_hour_that_the_clock_shows_twice_counts_once():
    budapest = scheduled("30 2 * * *", "Europe/Budapest")
    after = datetime(2024, 10, 26, 12, tzinfo=UTC)
    assert starts(budapest, after, 2) == ["10-27 00:30", "10-28 01:30"]
    # in the hour that the clock shows for the second time
    again = datetime(2024, 10, 27, 1, 10, tzinfo=UTC)
    assert starts(budapest, again, 1) == ["10-28 01:30"]


FIELDS = [
    st.one_of(
        st.sampled_from(["*", "*/2", "*/7"]),
        st.integers(low, high).map(str),
        st.tuples(st.integers(low, high), st.integers(low, high)).map(
            lambda ends: f"{min(ends)}-{max(ends)}"
        ),
        st.lists(st.integers(low, high).map(str), min_size=1, max_size=4).map(",".join),
    )
    for low, high in ((0, 59), (0, 23), (1, 31), (1, 12), (0, 7))
]


@given(st.tuples(*FIELDS).map(" ".join))
def test_what_check_accepts_has_a_next_start_and_what_it_refuses_never_comes(schedule: str):
    croniter = pytest.importorskip("croniter")
    after = datetime(2024, 5, 2, 12, tzinfo=UTC)
    try:
        read = read_schedule(schedule)
    except ValueFault as fault:
        assert "never comes" in fault.message
        with pytest.raises(croniter.CroniterBadDateError):
            next_start(scheduled(schedule), after)
    else:
        assert next_start(scheduled(read), after) > after
