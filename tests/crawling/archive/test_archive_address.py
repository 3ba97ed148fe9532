"""Archive addresses, date windows and month names."""

from __future__ import annotations

import re
from datetime import date, datetime, timezone
from itertools import islice

import pytest
from archive_models import dates

from webarticlecurator.base.portal.pagination import parse_page_values
from webarticlecurator.base.text.calendar_words import calendar_names, languages
from webarticlecurator.crawling.archive.page_address import (
    fill_template,
    format_date,
    normalize_address,
)
from webarticlecurator.crawling.archive.windows import Window, list_windows, today_in
from webarticlecurator.portal_file.values.address_templates import (
    DATE_CODES,
    parse_address_template,
)

TODAY = date(2024, 3, 1)


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("%Y/%m/%d", "0001/02/03"),
        ("%y-%-m-%-d", "01-2-3"),
        ("%j", "034"),
        ("%G-%V/%-V", "0001-05/5"),
        ("%Y%%%d", "0001%03"),
        ("%B", "február"),
        ("%b", "febr"),
    ],
)
def test_dates_are_written_the_same_everywhere(form, expected):
    assert format_date(date(1, 2, 3), form, "hu-HU") == expected


def test_every_date_code_of_the_portal_file_is_implemented():
    assert all(format_date(date(2024, 3, 5), code, "pl") for code in DATE_CODES)
    with pytest.raises(ValueError, match="%H"):
        format_date(TODAY, "%H")


def test_month_names_stand_alone_and_fall_back_to_english():
    assert [
        format_date(date(2024, 3, 1), "%B", lang) for lang in ("pl", "und", "tlh", "pt-BR")
    ] == [
        "marzec",
        "March",
        "March",
        "março",
    ]


@pytest.mark.parametrize("language", languages())
def test_there_are_twelve_different_month_names_and_seven_weekday_names(language):
    names = calendar_names(language)
    for months in (names.months, names.months_alone, names.short, names.short_alone):
        assert len(months) == len(set(months)) == 12 and all(months)
    for days in (names.days, names.days_alone, names.short_days):
        assert len(days) == len(set(days)) == 7 and all(days)


def test_month_names_of_some_languages():
    assert calendar_names("hu").months[0] == "január"
    assert calendar_names("de").days == (
        "Montag",
        "Dienstag",
        "Mittwoch",
        "Donnerstag",
        "Freitag",
        "Samstag",
        "Sonntag",
    )
    assert (calendar_names("pl").months[1], calendar_names("pl").months_alone[1]) == (
        "lutego",
        "luty",
    )
    assert (calendar_names("ru").months[4], calendar_names("ru").months_alone[4]) == ("мая", "май")
    assert calendar_names("no").months == calendar_names("nb").months
    assert (
        calendar_names("sr-Latn-RS").months[0] == "januar"
        and calendar_names("sr").months[0] == "јануар"
    )


def test_all_fields_of_an_address():
    template = parse_address_template(
        "https://e.example/{column}/{date:%Y}?from={date:%Y-%m-%d}&to={last:%d}&before={after:%Y-%m-%d}&p={page}"
    )
    window = Window(date(2023, 12, 1), date(2023, 12, 31))
    address = fill_template(template, window=window, page="7", column="hírek")
    assert (
        address == "https://e.example/h%C3%ADrek/2023?from=2023-12-01&to=31&before=2024-01-01&p=7"
    )


def test_encoded_characters_stay():
    text = "https://e.example/k?src=KERES%C3%89S&q=a b#x"
    assert (
        fill_template(parse_address_template(text))
        == "https://e.example/k?src=KERES%C3%89S&q=a%20b#x"
    )
    assert normalize_address(" https://e.example/á?q=1#part") == "https://e.example/%C3%A1?q=1"


def test_a_date_field_without_a_window_is_an_error():
    with pytest.raises(ValueError, match="needs a date window"):
        fill_template(parse_address_template("https://e.example/{date:%Y}"))


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (
            "day",
            [
                ("2024-01-30", "2024-01-30"),
                ("2024-01-31", "2024-01-31"),
                ("2024-02-01", "2024-02-01"),
            ],
        ),
        ("month", [("2024-01-01", "2024-01-31"), ("2024-02-01", "2024-02-29")]),
        ("year", [("2024-01-01", "2024-12-31")]),
    ],
)
def test_windows_are_whole_and_overlap_the_range(step, expected):
    """30 January comes before 1 February: windows are compared by date, not as strings."""
    found = list(
        list_windows(dates(date(2024, 1, 30), date(2024, 2, 1), step, newest_first=False), TODAY)
    )
    assert [(str(w.first), str(w.last)) for w in found] == expected
    newest = list(list_windows(dates(date(2024, 1, 30), date(2024, 2, 1), step), TODAY))
    assert newest == found[::-1]


def test_without_an_end_the_range_ends_yesterday():
    assert list_windows(dates(date(2024, 1, 1), None), TODAY)[0].key == "2024-02-29"
    assert [w.key for w in list_windows(dates(date(2024, 1, 1), None, "month"), TODAY)] == [
        "2024-02-01",
        "2024-01-01",
    ]
    assert len(list_windows(dates(TODAY, None), TODAY)) == 0
    assert len(list_windows(dates(date.min, None), date.min)) == 0


def test_today_is_a_day_in_the_portals_zone():
    late = datetime(2024, 2, 29, 23, 30, tzinfo=timezone.utc)
    assert (today_in("Europe/Budapest", late), today_in("America/New_York", late)) == (
        date(2024, 3, 1),
        date(2024, 2, 29),
    )


@pytest.mark.parametrize("step", ["day", "month", "year"])
def test_windows_at_the_ends_of_the_calendar(step):
    every = list_windows(dates(date.min, date.max, step), TODAY)
    assert (every[0].last, every[-1].first) == (date.max, date.min)
    assert every[0].after == date.max
    assert len(list(islice(every, 5))) == 5, (
        "nine thousand years of days cost nothing until they are asked for"
    )
    assert every[len(every) // 2] in every and every[3:5] == tuple(islice(every, 3, 5))
    assert "2024" not in every


@pytest.mark.parametrize(
    ("pages", "expected"),
    [
        (("1-2", "4", "7-9"), "1 2 4 7 8 9"),
        (("08-11",), "08 09 10 11"),
        (("3-1", "2"), "3 2 1"),
        (("front", "a-b"), "front a-b"),
    ],
)
def test_lists_of_page_values(pages, expected):
    values = parse_page_values(pages)
    assert [values.at(n) for n in range(values.count)] == expected.split()


def test_the_locale_of_the_system_has_no_effect(monkeypatch):
    import locale

    monkeypatch.setattr(locale, "setlocale", lambda *a: pytest.fail("the locale was touched"))
    assert re.fullmatch("augusztus", format_date(date(2024, 8, 1), "%B", "hu"))
