"""Days of other calendars, in both directions, beside ICU's."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from webarticlecurator.base.text.calendars import CALENDARS, from_calendar, to_calendar

DAYS = [date(1990, 1, 1) + timedelta(days) for days in range(25568)]


@pytest.mark.parametrize("calendar", CALENDARS)
def test_a_day_of_a_calendar_is_the_same_day_again(calendar: str):
    assert [from_calendar(*to_calendar(day, calendar), calendar) for day in DAYS] == DAYS


@pytest.mark.parametrize("calendar", CALENDARS)
def test_days_are_those_of_icu(calendar: str):
    icu = pytest.importorskip("icu4py.messageformat", reason="pip install icu4py")
    form = icu.MessageFormat("{d,date,yyyy-MM-dd}", f"en@calendar={calendar}")
    for day in DAYS[::7] + [each for each in DAYS if (each.month, each.day) in ((3, 20), (3, 21))]:
        noon = datetime(day.year, day.month, day.day, 12, tzinfo=timezone.utc)
        year, month, number = map(int, form.format({"d": noon}).split("-"))
        assert to_calendar(day, calendar) == (year, month, number), day


def test_days_of_the_last_persian_month_and_of_february():
    assert to_calendar(date(2021, 3, 20), "persian") == (1399, 12, 30)
    assert to_calendar(date(2021, 3, 21), "persian") == (1400, 1, 1)
    assert to_calendar(date(2024, 2, 29), "buddhist") == (2567, 2, 29)
    assert to_calendar(date(2024, 2, 29), "roc") == (113, 2, 29)
    with pytest.raises(ValueError, match="not a leap year"):
        from_calendar(1400, 12, 30, "persian")
