"""One reading of ISO 8601, whatever Python accepts."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.text.times import parse_iso_day, parse_iso_time

OFFSETS = st.none() | st.integers(-23 * 60, 23 * 60).map(lambda m: timezone(timedelta(minutes=m)))


@given(
    st.datetimes(timezones=OFFSETS), st.sampled_from(["seconds", "milliseconds", "microseconds"])
)
def test_what_python_writes_is_read(time: datetime, precision: str) -> None:
    written = time.isoformat(timespec=precision)
    assert parse_iso_time(written).isoformat(timespec=precision) == written
    assert parse_iso_day(written[:10]) == time.date()


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("2019-03-15 08:30", "2019-03-15T08:30:00"),
        ("2019-03-15T08:30Z", "2019-03-15T08:30:00+00:00"),
        ("2019-03-15T08:30:01,5z", "2019-03-15T08:30:01.500000+00:00"),
        ("2019-03-15T08:30:01.123456789-0130", "2019-03-15T08:30:01.123456-01:30"),
    ],
)
def test_forms_that_portals_write(text: str, time: str) -> None:
    assert parse_iso_time(text).isoformat() == time


@pytest.mark.parametrize(
    "text",
    ["", "2019-03-15", "20190315T0830", "2019-W11-5T08:30", "2019-03-15T24:00", "2019-03-15T08:60",
     "2019-02-30T08:30", "2019-03-15T08:30+1", "2019-03-15T08:30:60", "٢٠١٩-٠٣-١٥T08:30", "10:30"],
)  # fmt: skip
def test_other_text_is_not_a_time(text: str) -> None:
    with pytest.raises(ValueError):
        parse_iso_time(text)


@pytest.mark.parametrize(
    "text", ["", "20190315", "2019-3-5", "2019-02-30", "2019-W11-5", "2019-03"]
)
def test_other_text_is_not_a_day(text: str) -> None:
    with pytest.raises(ValueError):
        parse_iso_day(text)
    assert parse_iso_day("2019-03-15") == date(2019, 3, 15)
