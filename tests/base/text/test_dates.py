"""Dates as pages write them, with and without formats, in the zone of the portal."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.text.calendar_words import calendar_names, languages
from webarticlecurator.base.text.date_names import CODES
from webarticlecurator.base.text.dates import (
    DateContext,
    read_date,
    read_date_or_month,
)

BUDAPEST = DateContext("Europe/Budapest", "hu")


def value(
    text: str, *formats: str, zone: str = "Europe/Budapest", language: str = "hu"
) -> str | None:
    return read_date(text, formats, DateContext(zone, language)).value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2021-06-21T10:00:00Z", "2021-06-21T10:00:00+00:00"),
        ("2021-06-21T10:00:00+0200", "2021-06-21T10:00:00+02:00"),
        ("2021-06-21T10:00:00.123456+02:00", "2021-06-21T10:00:00+02:00"),
        ("2021-06-21T10:00:00,5-03", "2021-06-21T10:00:00-03:00"),
        ("2021-06-21T10:00+05:30", "2021-06-21T10:00:00+05:30"),
        ("2021-06-21 10:00:00 +0200", "2021-06-21T10:00:00+02:00"),
        ("2021-06-21t10:00:00z", "2021-06-21T10:00:00+00:00"),
        ("2021-06-21T10:00:00+02:00[Europe/Budapest]", "2021-06-21T10:00:00+02:00"),
        ("20210621T100000Z", "2021-06-21T10:00:00+00:00"),
        ("20210621", "2021-06-21"),
        ("2021-06-21", "2021-06-21"),
        ("2021-06-21T24:00", "2021-06-22T00:00:00+02:00"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59+00:00"),
        ("2021-06-21 10:00", "2021-06-21T10:00:00+02:00"),
        ("2021-01-21 10:00", "2021-01-21T10:00:00+01:00"),
        ("2021. 06. 21. 10:00", "2021-06-21T10:00:00+02:00"),
        ("2021.06.21., 9:05", "2021-06-21T09:05:00+02:00"),
        ("2021/6/1", "2021-06-01"),
        ("21.06.2021 10:30", "2021-06-21T10:30:00+02:00"),
        ("21.06.2021.", "2021-06-21"),
        ("Mon, 21 Jun 2021 10:00:00 GMT", "2021-06-21T10:00:00+00:00"),
        ("21 Jun 2021 10:00 EDT", "2021-06-21T10:00:00-04:00"),
        ("Mon Jun 21 2021 10:00:00 GMT+0200 (CEST)", "2021-06-21T10:00:00+02:00"),
        ("Fri Apr 28 19:20:36 CEST 2023", "2023-04-28T19:20:36+02:00"),
        ("June 21, 2021, 9:05 p.m.", "2021-06-21T21:05:00+02:00"),
        ("June 21, 2021 12:05 AM", "2021-06-21T00:05:00+02:00"),
        ("1624269600", "2021-06-21T12:00:00+02:00"),
        ("1624269600000", "2021-06-21T12:00:00+02:00"),
        ("2021. június 21., hétfő, 10:00", "2021-06-21T10:00:00+02:00"),
        ("2021. JÚNIUS 21.", "2021-06-21"),
        ("2018.08.03., péntek 12:14", "2018-08-03T12:14:00+02:00"),
        ("2010. január. 12. 07:57", "2010-01-12T07:57:00+01:00"),
        ("2014. március 2., vasárnap 23:26", "2014-03-02T23:26:00+01:00"),
        ("2014. március. 23., vasárnap, 23:10", "2014-03-23T23:10:00+01:00"),
        ("  2021.\u00a0jún.\u00a021.\n 10:00 ", "2021-06-21T10:00:00+02:00"),
        ("25/09/2025", "2025-09-25"),
        ("Thu, 09/25/2025 - 11:38", "2025-09-25T11:38:00+02:00"),
    ],
)
def test_read_without_a_format(text: str, expected: str) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "03/05/2021",  # month or day first?
        "2021-02-30",
        "2021-13-01",
        "2021-06-21 25:00",
        "2021-06-21 10:00 XYZ",  # a zone that has no certain meaning
        "June 2021",
        "10:00",
        "today",
        "",
        "12345678901",
    ],
)
def test_text_without_a_certain_meaning_is_not_read(text: str) -> None:
    reading = read_date(text, (), BUDAPEST)
    assert reading.value is None
    assert not reading.impossible
    assert reading.why


@pytest.mark.parametrize(
    ("language", "zone", "text", "expected"),
    [
        ("de", "Europe/Vienna", "Dienstag, 5. März 2019, 10.15 Uhr", "2019-03-05T10:15:00+01:00"),
        ("de-AT", "Europe/Vienna", "5. Jänner 2019", "2019-01-05"),
        ("fr", "Europe/Paris", "mardi 1er août 2017 à 10h15", "2017-08-01T10:15:00+02:00"),
        ("es", "Europe/Madrid", "5 de marzo de 2019 - 10:15", "2019-03-05T10:15:00+01:00"),
        ("pl", "Europe/Warsaw", "5 października 2019, 12:00", "2019-10-05T12:00:00+02:00"),
        ("el", "Europe/Athens", "5 Μαρτίου 2019", "2019-03-05"),
        ("ru", "Europe/Moscow", "5 марта 2019, 10:15", "2019-03-05T10:15:00+03:00"),
        ("cs", "Europe/Prague", "5. listopadu 2019", "2019-11-05"),
        ("hr", "Europe/Zagreb", "5. listopada 2019", "2019-10-05"),
        ("ja", "Asia/Tokyo", "2019年3月5日 10:15", "2019-03-05T10:15:00+09:00"),
        ("ko", "Asia/Seoul", "2019년 3월 5일", "2019-03-05"),
        ("en", "America/New_York", "Sept. 5, 2019 at 9:05 p.m.", "2019-09-05T21:05:00-04:00"),
    ],
)
def test_names_are_those_of_the_portals_language(
    language: str, zone: str, text: str, expected: str
) -> None:
    assert value(text, zone=zone, language=language) == expected


@pytest.mark.parametrize(
    ("text", "date_format", "expected"),
    [
        ("2018. október 3., 08:30", "%Y. %B %d., %H:%M", "2018-10-03T08:30:00+02:00"),
        ("2018.október 3.,8:30", "%Y. %B %-d., %H:%M", "2018-10-03T08:30:00+02:00"),
        ("2018. okt. 3. 08:30", "%Y. %b %d. %H:%M", "2018-10-03T08:30:00+02:00"),
        ("szerda, 2018. OKTÓBER 3.", "%A, %Y. %B %d.", "2018-10-03"),
        (
            "Frissítve: 2018. 10. 03. 08:30 | 5 perc olvasás",
            "%Y. %m. %d. %H:%M",
            "2018-10-03T08:30:00+02:00",
        ),
        ("/ 2018.08.03., péntek 12:14 /", "%Y.%m.%d., %A %H:%M", "2018-08-03T12:14:00+02:00"),
        ("03/10/2018", "%d/%m/%Y", "2018-10-03"),
        ("3/10/18 8.30 PM", "%m/%d/%y %I.%M %p", "2018-03-10T20:30:00+01:00"),
        ("2018 276", "%Y %j", "2018-10-03"),
        ("2018-10-03 08:30 -0500", "%Y-%m-%d %H:%M %z", "2018-10-03T08:30:00-05:00"),
        ("2018-10-03 08:30 CET", "%Y-%m-%d %H:%M %Z", "2018-10-03T08:30:00+01:00"),
        ("t=999999999", "t=%s", "2001-09-09T03:46:39+02:00"),
        ("100% 2018-10-03", "100%% %Y-%m-%d", "2018-10-03"),
    ],
)
def test_read_by_a_format(text: str, date_format: str, expected: str) -> None:
    assert value(text, date_format) == expected


def test_formats_are_tried_in_order_and_whole_before_part() -> None:
    assert value("2018.10.03. 08:30", "%Y.%m.%d.", "%Y.%m.%d. %H:%M") == "2018-10-03T08:30:00+02:00"
    assert value("04/05/2018", "%d/%m/%Y", "%m/%d/%Y") == "2018-05-04"
    assert value("04/25/2018", "%d/%m/%Y", "%m/%d/%Y") == "2018-04-25"


def test_a_number_is_not_cut_to_make_a_format_fit() -> None:
    assert value("id 120181003", "%Y%m%d") is None
    assert value("no 3.10.20189", "%d.%m.%Y") is None


def test_every_code_of_the_closed_list_can_be_read() -> None:
    for code in sorted(CODES):
        read_date("x", (f"%{code}",), BUDAPEST)


def test_the_hour_that_occurs_twice_is_the_first_one_and_the_one_that_does_not_exist_is_read() -> (
    None
):
    assert value("2021-10-31 02:30") == "2021-10-31T02:30:00+02:00"
    assert value("2021-03-28 02:30") == "2021-03-28T02:30:00+01:00"


def test_an_offset_is_of_whole_minutes_also_where_the_zone_kept_local_mean_time() -> None:
    assert value("1880-01-01 10:00") == "1880-01-01T10:00:00+01:16"  # Budapest: +01:16:20


def test_dates_after_the_capture_are_impossible() -> None:
    latest = datetime(2021, 6, 22, 12, tzinfo=timezone.utc)
    context = DateContext("Europe/Budapest", "hu", latest)
    assert read_date("2021-06-22T13:59:00+02:00", (), context).value == "2021-06-22T13:59:00+02:00"
    later = read_date("2021-06-22T14:01:00+02:00", (), context)
    assert (later.value, later.impossible) == (None, True)
    assert "later than the capture" in later.why
    assert read_date("2021-06-23", (), context).impossible


@pytest.mark.parametrize(
    "text",
    ["0001-01-01T00:00:00", "1970-01-01T00:00:00Z", "1970-01-01T01:00:00+01:00", "1599-12-31"],
)
def test_placeholders_are_impossible(text: str) -> None:
    reading = read_date(text, (), BUDAPEST)
    assert (reading.value, reading.impossible) == (None, True)


@given(
    st.datetimes(datetime(1, 1, 2), datetime(9998, 12, 30)),  # noqa: DTZ001
    st.integers(-14 * 60, 14 * 60),
    st.sampled_from(["T", " "]),
)
def test_isoformat_is_read_back(moment: datetime, offset: int, glue: str) -> None:
    aware = moment.replace(microsecond=0, tzinfo=timezone(timedelta(minutes=offset)))
    reading = read_date(aware.isoformat(glue), (), BUDAPEST)
    assert reading.value == aware.isoformat() or reading.impossible


@given(
    st.sampled_from(languages()),
    st.dates(date(1600, 1, 1), date(2399, 12, 31)),
    st.sampled_from(["months", "months_alone", "short", "short_alone"]),
)
def test_every_month_name_of_every_language_is_read_back(
    language: str, day: object, form: str
) -> None:
    year, month, number = (int(part) for part in str(day).split("-"))
    name = getattr(calendar_names(language), form)[month - 1]
    text = f"{number} | {name} | {year:04}"
    read = read_date(text, ("%d | %B | %Y",), DateContext("UTC", language))
    assert read.value == str(day), text


def test_dates_do_not_depend_on_the_system() -> None:
    code = (
        "from webarticlecurator.base.text.dates import *; c = DateContext('Europe/Budapest', 'hu');"
        "texts = ('2018. október 3., 08:30', '2021-06-21 10:00', '1624269600');"
        "print([read_date(t, ('%Y. %B %d., %H:%M',), c).value for t in texts])"
    )
    seen = set()
    for zone, locale, seed in (("Asia/Tokyo", "C", "1"), ("America/New_York", "hu_HU.UTF-8", "2")):
        env = {**os.environ, "TZ": zone, "LC_ALL": locale, "PYTHONHASHSEED": seed}
        seen.add(
            subprocess.run(
                [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
            ).stdout
        )
    assert seen == {
        "['2018-10-03T08:30:00+02:00', '2021-06-21T10:00:00+02:00', '2021-06-21T12:00:00+02:00']\n"
    }


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("ja", "R6.03.05", "2024-03-05"),
        ("ja", "令和6.03.05", "2024-03-05"),
        ("ja", "令和元年12月24日", "2019-12-24"),
        ("ja", "2024年（令和6年）3月5日", "2024-03-05"),
        ("ja", "2024年（令和5年）3月5日", None),  # the two years contradict each other
        ("en", "R6.03.05", None),
        ("zh-tw", "113.03.05", "2024-03-05"),
        ("zh-tw", "民國113.03.05", "2024-03-05"),
        ("de", "113.03.05", None),
        ("zh", "二〇二四年三月二十五日", "2024-03-25"),
        ("zh", "二〇二四年十二月十日", "2024-12-10"),
        ("zh-tw", "民國一百一十三年三月五日", "2024-03-05"),
        ("zh-tw", "民國一百年三月五日", "2011-03-05"),
        ("zh-hk", "05/03/2024", "2024-03-05"),
        ("zh", "05/03/2024", None),
        ("ne", "2080-11-22", None),  # of the Nepali calendar
        ("ne", "२२/११/२०८०", None),
        ("ne", "2024-03-05", "2024-03-05"),
        ("mn", "2024 оны 03 дугаар сарын 05", "2024-03-05"),
        ("mn", "2024 оны 3 сарын 5", "2024-03-05"),
        ("cy", "22ain Mawrth 2024", "2024-03-22"),
        ("fr-ca", "5 mars 2024 à 10 h 15 min 07 s", "2024-03-05T10:15:07+01:00"),
        ("sr", "5. marta 2024. godine", "2024-03-05"),
        ("sr", "5. марта 2024.", "2024-03-05"),
        ("cnr", "5. decembra 2024.", "2024-12-05"),
        ("bs", "5. augusta 2024.", "2024-08-05"),
        ("hu", "2019. X. 17.", "2019-10-17"),
        ("hu", "2019. i. 17.", "2019-01-17"),
        ("hu", "a 2019-i 17", None),
        ("cs", "17. XII. 2019", "2019-12-17"),
        ("fr-ca", "5 juill. 2024", "2024-07-05"),
        ("uz", "2024 M03 5, Tue 10:15", "2024-03-05T10:15:00+01:00"),
        ("uz", "5 март 2024", "2024-03-05"),
        ("mn", "2024 оны гуравдугаар сарын 5", "2024-03-05"),
        ("fa", "سه شنبه ۵ مارس ۲۰۲۴", "2024-03-05"),
        ("cy", "5ed o Fawrth 2024", "2024-03-05"),
        ("bn", "৫ই মার্চ ২০২৪", "2024-03-05"),
        ("ckb", "5ی ئازاری 2024", "2024-03-05"),
        ("te", "5 మార్చి, 2024 10:15 AMకి", "2024-03-05T10:15:00+01:00"),
        (
            "en",
            "Tue Mar 05 2024 10:00:00 GMT+0100 (Central European Standard Time)",
            "2024-03-05T10:00:00+01:00",
        ),
    ],
)
def test_days_as_pages_of_many_languages_write_them(
    language: str, text: str, expected: str | None
) -> None:
    assert value(text, language=language) == expected


@pytest.mark.parametrize("language", ["am", "ti"])
def test_numbers_that_may_be_of_the_ethiopic_calendar_are_not_read(language: str) -> None:
    # 19/03/2019 of that calendar is 28 November 2026.
    assert value("19/03/2019", language=language) is None
    assert value("19.03.2019", language=language) is None
    assert value("2026-11-28", language=language) == "2026-11-28"


@pytest.mark.parametrize(
    ("text", "formats", "language", "expected"),
    [
        ("2019", (), "hu", "2019"),
        ("2019-02", (), "hu", "2019-02"),
        ("2020/02", (), "en", "2020-02"),
        ("2010-11", (), "en", "2010-11"),
        ("2010/11", (), "en", None),  # may be the years 2010 and 2011
        ("March 2019", (), "de", "2019-03"),
        ("2019-03-00", (), "de", "2019-03"),
        ("2019-00-00", (), "de", "2019"),
        ("0000-00-00", (), "de", None),
        ("2019. március", (), "hu", "2019-03"),
        ("2019年3月", (), "ja", "2019-03"),
        ("令和5年3月", (), "ja", "2023-03"),
        ("มีนาคม 2562", (), "th", "2019-03"),
        ("٢٠١٩", (), "ar", "2019"),
        # a month or a year of another calendar is in two of ours
        ("1398", (), "fa", None),
        ("1398", ("%Y",), "fa", None),
        ("فروردین 1398", (), "fa", None),
        ("2011", (), "am", None),
        ("Jahrgang 2019, Heft 3", ("%Y",), "de", "2019"),
        ("Jahrgang 2019, Heft 3", (), "de", None),
        ("März 2019", ("%B %Y",), "de", "2019-03"),
        ("15 March 2019", ("%Y",), "en", "2019-03-15"),
        ("3/2019", (), "de", None),  # may be the third issue
        ("2019-13", (), "en", None),
        ("2019-02-31", (), "en", None),
        ("2019 08:30", (), "en", None),
        ("12:30", (), "en", None),
    ],
)
def test_a_month_or_a_year_alone(
    text: str, formats: tuple[str, ...], language: str, expected: str | None
) -> None:
    found = read_date_or_month(text, formats, DateContext("Europe/Budapest", language))
    assert found.value == expected
    assert found.value or found.why


@pytest.mark.parametrize(
    ("text", "is_possible"),
    [("2021", True), ("2021-06", True), ("2021-07", False), ("2022", False), ("1440", False)],
)
def test_a_month_is_impossible_if_it_begins_after_the_capture(text: str, is_possible: bool) -> None:
    latest = datetime(2021, 6, 22, tzinfo=timezone.utc)
    found = read_date_or_month(text, (), DateContext("Europe/Budapest", "hu", latest))
    assert (found.value == text, found.impossible) == (is_possible, not is_possible)
