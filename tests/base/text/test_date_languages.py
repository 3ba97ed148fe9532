"""Dates in the words of many languages, against what people wrote and against CLDR."""

from __future__ import annotations

from datetime import date, datetime, timezone

import pytest

from webarticlecurator.base.text.calendar_words import languages, varieties
from webarticlecurator.base.text.calendars import to_gregorian
from webarticlecurator.base.text.date_names import (
    ETHIOPIC_OFFSET,
    SOLAR_OFFSET,
    fold_date_text,
    fold_name,
    month_numbers,
    weekday_numbers,
)
from webarticlecurator.base.text.date_words import find_order
from webarticlecurator.base.text.dates import DateContext, read_date, read_date_or_month
from webarticlecurator.base.text.words import list_words, read_name_table

LATEST = datetime(2024, 1, 1, tzinfo=timezone.utc)
FRIDAY = "2019-03-15"
MORNING = "2019-03-15T08:30:00+00:00"
EVENING = "2019-03-15T20:30:00+00:00"

WRITTEN = [
    ("af", "15 Maart 2019", FRIDAY),
    ("am", "15 ማርች 2019", FRIDAY),
    ("am", "ዓርብ፣ 15 ማርች 2019", FRIDAY),
    # of the Ethiopic calendar, which is named by its months
    ("am", "መጋቢት 6 ቀን 2011 ዓ.ም.", FRIDAY),
    ("am", "ዓርብ፣ 6 መጋቢት 2011 ዓ/ም", FRIDAY),
    ("am", "ታህሳስ 6/2011", "2018-12-15"),
    ("am", "ጳጉሜ 6 ቀን 2011", "2019-09-11"),  # in a year of 366 days
    ("as", "বুধবাৰ, ৩ জানুৱাৰী, ২০১৮ at পূৰ্বাহ্ন ৯.০৭", "2018-01-03T09:07:00+00:00"),
    ("ckb", "٢٨ی تشرینی دووەمی ٢٠١٨", "2018-11-28"),
    ("dsb", "3. januara 2018 zeger 9:07", "2018-01-03T09:07:00+00:00"),
    ("fur", "vinars 15 di Març dal 2019", FRIDAY),
    ("ku", "28ی تشرینی دووەمی 2018", "2018-11-28"),
    ("ku", "3ê rêbendana 2018an", "2018-01-03"),
    ("my", "၂၀၁၈ ခုနှစ်၊ နိုဝင်ဘာလ ၂၈ ရက်", "2018-11-28"),
    ("ps", "AP ۱۳۹۷ چنگاښ ۲۷", "2018-07-18"),
    ("tt", "28 декабрь, 2018 ел", "2018-12-28"),
    ("ug", "2018-يىلى 11-ئاينىڭ 28-كۈنى", "2018-11-28"),
    ("uz", "2018 йил 28 ноябрь", "2018-11-28"),
    ("uz", "28 ноябр 2018", "2018-11-28"),
    ("ar", "15 آذار 2019", FRIDAY),
    ("ar", "الجمعة 15 مارس/آذار 2019", FRIDAY),
    ("ar", "15 كانون الثاني 2019", "2019-01-15"),
    ("ar", "١٥ مارس ٢٠١٩ - ٠٨:٣٠", MORNING),
    ("ar", "15 مارس 2019 08:30 ص", MORNING),
    ("ar", "15 مارس 2019 م 08:30", MORNING),
    ("ar", "15 مارس 2019 الساعة 8:30 مساءً", EVENING),
    ("ar", "15 جانفي 2019", "2019-01-15"),
    ("ar-MA", "15 غشت 2019", "2019-08-15"),
    ("az", "15 mart 2019, 08:30", MORNING),
    ("be", "15 сакавіка 2019 г.", FRIDAY),
    ("be", "15 траўня 2019", "2019-05-15"),
    ("bg", "15 март 2019 г., 08:30 ч.", MORNING),
    ("bn", "শুক্রবার, ১৫ মার্চ ২০১৯, ০৮:৩০", MORNING),
    ("bn", "১৫ জানুয়ারি ২০১৯", "2019-01-15"),
    ("bs", "15. mart 2019. 08:30h", MORNING),
    ("ca", "1 d'abril del 2019 a les 08:30", "2019-04-01T08:30:00+00:00"),
    ("cs", "pátek 15. března 2019 v 8:30", MORNING),
    ("cy", "15 Mawrth 2019", FRIDAY),
    ("da", "15. marts 2019 kl. 08:30", MORNING),
    ("de", "Fr, 15. Mrz 2019 - 8.30 Uhr", MORNING),
    ("de", "am 15. März 2019 um 8 Uhr", "2019-03-15T08:00:00+00:00"),
    ("de-AT", "1. Jänner 2019", "2019-01-01"),
    ("eu", "2019(e)ko martxoaren 15(a), ostirala", FRIDAY),
    ("he", "31 בדצמ׳ 2019", "2019-12-31"),
    ("kk", "2019\u202fж. 15 наурыз, 08:30", MORNING),
    ("el", "Παρασκευή, 15 Μαρτίου 2019, 8:30 μ.μ.", EVENING),
    ("el", "15 ΜΑΡΤΙΟΥ 2019", FRIDAY),
    ("en", "Mar. 15, 2019, 8:30 p.m.", EVENING),
    ("en", "15th March 2019 at 8:30am", MORNING),
    ("en", "March 15, 2019 8 p.m. ET", "2019-03-15T20:00:00-04:00"),
    ("en", "December 15, 2019 8 p.m. ET", "2019-12-15T20:00:00-05:00"),
    ("en", "Fri 15 Mar 2019 08.30 GMT", MORNING),
    ("en", "Published: March 15, 2019 8:30 am", MORNING),
    ("en-GB", "15/03/2019 08:30", MORNING),
    ("en-US", "03/15/2019 8:30 PM", EVENING),
    ("es", "viernes, 15 de marzo del 2019 a las 08:30 h.", MORNING),
    ("es", "mar, 12 nov 2019", "2019-11-12"),
    ("es", "15 marzo, 2019 8:30 p. m.", EVENING),
    ("et", "reede, 15. märts 2019 kell 8:30", MORNING),
    ("eu", "2019ko martxoaren 15a, 08:30", MORNING),
    ("fa", "جمعه ۲۴ اسفند ۱۳۹۷ - ۰۸:۳۰", MORNING),
    ("fa", "1397/12/24 08:30", MORNING),
    ("fa", "۱۵ مارس ۲۰۱۹، ساعت ۲۰:۳۰", EVENING),
    ("fi", "pe 15. maaliskuuta 2019 klo 8.30", MORNING),
    ("fil", "Marso 15, 2019", FRIDAY),
    ("fr", "vendredi 15 mars 2019 à 8 h 30", MORNING),
    ("fr", "Publié le 15 mars 2019 à 08h30", MORNING),
    ("fr", "1er août 2019", "2019-08-01"),
    ("ga", "15 Márta 2019", FRIDAY),
    ("he", "יום שישי, 15 במרץ 2019, 08:30", MORNING),
    ("hi", "शुक्रवार, १५ मार्च २०१९", FRIDAY),
    ("hi", "15 फरवरी 2019", "2019-02-15"),  # CLDR has फ़रवरी
    ("hi", "15 मार्च 2019, अपराह्न 8:30", EVENING),
    ("hr", "15. ožujka 2019. u 08:30", MORNING),
    ("hu", "2019. márc. 15., péntek de. 8:30", MORNING),
    ("hu", "2019. március 15-én 8 óra 30 perc", MORNING),
    ("hu", "March 15, 2019 8:30 p.m.", EVENING),  # P is a Friday
    ("hy", "15 մարտի, 2019թ., 08:30", MORNING),
    ("hy", "Մարտ 15, 2019", FRIDAY),
    ("id", "Jumat, 15 Maret 2019 | 08.30 WIB", "2019-03-15T08:30:00+07:00"),
    ("is", "föstudaginn 15. mars 2019 kl. 08:30", MORNING),
    ("it", "venerdì 15 marzo 2019 alle ore 08:30", MORNING),
    ("it", "1° marzo 2019", "2019-03-01"),
    ("ja", "2019年3月15日（金）午後8時30分", EVENING),
    ("ja", "２０１９年０３月１５日 08：30", MORNING),
    ("ja", "平成31年3月15日", FRIDAY),
    ("ja", "令和元年5月1日", "2019-05-01"),
    ("ka", "2019 წლის 15 მარტი, 08:30", MORNING),
    ("kk", "2019 жыл 15 наурыз", FRIDAY),
    ("kk", "2019 жылғы 15 наурыз", FRIDAY),
    ("km", "15 មីនា 2019", FRIDAY),
    ("kn", "15 ಮಾರ್ಚ್ 2019", FRIDAY),
    ("ko", "2019년 3월 15일 (금) 오전 8시 30분", MORNING),
    ("ko", "2019.03.15. 오후 8:30", EVENING),
    ("ky", "15-март, 2019", FRIDAY),
    ("lo", "15 ມີນາ 2019", FRIDAY),
    ("lt", "2019 m. kovo 15 d. 08:30", MORNING),
    ("lt", "2019 m. kovo 15 d., penktadienis", FRIDAY),
    ("lv", "Piektdiena, 2019. gada 15. martā plkst. 08:30", MORNING),
    ("mk", "15 март 2019 г.", FRIDAY),
    ("ml", "2019 മാർച്ച് 15", FRIDAY),
    ("mn", "2019 оны 3-р сарын 15", FRIDAY),
    ("mr", "15 मार्च 2019", FRIDAY),
    ("ms", "15 Mac 2019", FRIDAY),
    ("mt", "15 ta’ Marzu 2019", FRIDAY),
    ("my", "15 မတ် 2019", FRIDAY),
    ("nb", "fredag 15. mars 2019 klokken 08.30", MORNING),
    ("ne", "१५ मार्च २०१९", FRIDAY),
    ("nl", "vr 15 mrt 2019 om 08:30 uur", MORNING),
    ("nn", "laurdag 16. mars 2019", "2019-03-16"),
    ("pa", "15 ਮਾਰਚ 2019", FRIDAY),
    ("pl", "15 marca 2019 r., godz. 08:30", MORNING),
    ("ps", "15 مارچ 2019", FRIDAY),
    ("pt", "sexta, 15 de Março de 2019 às 08h30", MORNING),
    ("pt", "15/03/2019 08h30", MORNING),
    ("ro", "vineri, 15 martie 2019, ora 08:30", MORNING),
    ("ru", "пятница, 15 марта 2019 года, в 08:30", MORNING),
    ("ru", "15 марта 2019 г. 08:30 МСК", "2019-03-15T08:30:00+03:00"),
    ("si", "2019 මාර්තු 15", FRIDAY),
    ("sk", "piatok, 15. marca 2019 o 8:30", MORNING),
    ("sl", "15. marca 2019 ob 8:30", MORNING),
    ("so", "15 Maarso 2019", FRIDAY),
    ("sq", "E premte, 15 Mars 2019", FRIDAY),
    ("sr", "петак, 15. март 2019. 08:30", MORNING),
    ("sr", "petak, 15. mart 2019. u 08:30", MORNING),
    ("sv", "fredag 15 mars 2019 kl. 08.30", MORNING),
    ("pa-Arab", "جمعہ, ۱۵ مارچ ۲۰۱۹", FRIDAY),
    ("pa-PK", "15 مئ 2019", "2019-05-15"),
    ("pnb", "15 مئی 2019", "2019-05-15"),
    ("kk-Arab", "2019، 15- ناۋرىز، جۇما", FRIDAY),
    ("sw", "Ijumaa, 15 Machi 2019", FRIDAY),
    ("ta", "மார்ச் 15, 2019", FRIDAY),
    ("te", "15 మార్చి 2019", FRIDAY),
    ("th", "วันศุกร์ที่ 15 มีนาคม พ.ศ. 2562 เวลา 08:30 น.", MORNING),
    ("th", "15 มี.ค. 2019", FRIDAY),
    ("tr", "15 MAYIS 2019 CUMA 08:30", "2019-05-15T08:30:00+00:00"),
    ("tr", "15 KASIM 2019", "2019-11-15"),
    ("uk", "15 березня 2019 року о 08:30", MORNING),
    ("ur", "جمعہ ۱۵ مارچ ۲۰۱۹", FRIDAY),
    ("uz", "15-mart, 2019", FRIDAY),
    ("vi", "Thứ Sáu, ngày 15 tháng 3 năm 2019 08:30", MORNING),
    ("vi", "Thứ sáu, 15/3/2019, 08:30 (GMT+7)", "2019-03-15T08:30:00+07:00"),
    ("vi", "15 tháng Mười hai 2019", "2019-12-15"),
    ("xh", "15 Matshi 2019", FRIDAY),
    ("zh", "2019年03月15日 下午8:30", EVENING),
    ("zh", "2019年3月15日（星期五） 8时30分", MORNING),
    ("zh-TW", "民國108年3月15日 週五 08:30", MORNING),
    ("zu", "15 Mashi 2019", FRIDAY),
]


@pytest.mark.parametrize(("language", "text", "expected"), WRITTEN)
def test_a_date_as_people_write_it(language: str, text: str, expected: str) -> None:
    assert read_date(text, (), DateContext("UTC", language, LATEST)).value == expected


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "03/05/2019"),  # London or New York?
        ("en-CA", "03/05/2019"),
        ("es-PR", "03/05/2019"),
        ("hu", "03/05/2019"),
        ("en", "15 Mar 19"),
        ("th", "15 มี.ค. 62"),
        ("en", "15 March 2019 08:30 – 09:30"),
        ("en", "15 March 2019, 16 March 2019"),
        ("en", "15 March 2019 by Anna"),
        ("en", "March 2019"),
        ("en", "yesterday at 8:30"),
        ("en", "15 March 2019 14:30 am"),
        ("en", "31 February 2019"),
        ("ar", "8 رجب 1440 هـ"),
        ("fa", "30 اسفند 1397"),  # 1397 was no leap year
        ("fa", "15 مارس 1397"),
        ("fa", "24 اسفند 2019"),
        ("fr", "15 March 2019 2020"),
    ],
)
def test_ambiguous_dates_are_not_guessed(language: str, text: str) -> None:
    reading = read_date(text, (), DateContext("UTC", language, LATEST))
    assert reading.value is None
    assert reading.why


def test_a_zone_of_several_meanings_is_refused_unless_it_is_the_portals_own() -> None:
    text = "15 March 2019 08:30 IST"
    # in March Dublin has GMT
    refused = read_date(text, (), DateContext("Europe/Dublin", "en", LATEST))
    assert refused.value is None
    assert "IST" in refused.why
    assert (
        read_date(text, (), DateContext("Asia/Kolkata", "en", LATEST)).value
        == "2019-03-15T08:30:00+05:30"
    )
    assert (
        read_date(text, (), DateContext("Asia/Jerusalem", "en", LATEST)).value
        == "2019-03-15T08:30:00+02:00"
    )
    assert (
        read_date("2019-03-15 08:30 CST", (), DateContext("Asia/Shanghai", "zh")).value
        == "2019-03-15T08:30:00+08:00"
    )


def test_a_format_has_precedence_over_the_order_of_the_language() -> None:
    context = DateContext("UTC", "es")
    assert read_date("Publicado: 03/05/2019", ("%m/%d/%Y",), context).value == "2019-03-05"
    assert read_date("Publicado: 03/05/2019", (), context).value == "2019-05-03"


def test_a_format_reads_names_digits_and_years_of_the_language() -> None:
    assert read_date("۲۴ اسفند ۱۳۹۷", ("%d %B %Y",), DateContext("UTC", "fa")).value == FRIDAY
    assert read_date("15 มี.ค. 2562", ("%d %b %Y",), DateContext("UTC", "th")).value == FRIDAY
    assert read_date("15 NİSAN 2019", ("%d %B %Y",), DateContext("UTC", "tr")).value == "2019-04-15"
    assert (
        read_date("15 مارس 2019 8:30 م", ("%d %B %Y %I:%M %p",), DateContext("UTC", "ar")).value
        == EVENING
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ((1357, 11, 22), date(1979, 2, 11)),
        ((1397, 12, 29), date(2019, 3, 20)),
        ((1399, 12, 30), date(2021, 3, 20)),
        ((1400, 1, 1), date(2021, 3, 21)),
        ((1403, 7, 15), date(2024, 10, 6)),
        ((1408, 12, 30), date(2030, 3, 20)),
    ],
)
def test_the_persian_calendar(written: tuple[int, int, int], meant: date) -> None:
    assert to_gregorian(*written, "fa") == meant
    year, month, day = written
    assert to_gregorian(year, month + SOLAR_OFFSET, day, "en") == meant


@pytest.mark.parametrize("language", languages())
def test_no_month_is_read_as_another(language: str) -> None:
    numbers = month_numbers(language)
    own = varieties(language)[0]
    for twelve in (own.months, own.months_alone, own.short, own.short_alone):
        assert [numbers[fold_name(name)] for name in twelve] == list(range(1, 13))


def _cldr(language: str):
    babel = pytest.importorskip("babel", reason="Babel (CLDR) is in the dev requirements")
    from babel import localedata

    localedata._cache.clear()  # Babel 2.18 lets one language's aliases leak into the next
    parts = language.split("-")
    return babel.Locale.parse(
        "_".join((parts[0], *(p.title() if len(p) == 4 else p.upper() for p in parts[1:])))
    )


@pytest.mark.parametrize("language", languages())
def test_all_names_of_cldr_are_known(language: str) -> None:
    locale = _cldr(language)
    numbers, days = month_numbers(language), weekday_numbers(language)
    # Babel 2.19 gives Sinhala lunar months, which are not those of a date
    for context in ("format", "stand-alone") if language != "si" else ():
        for width in ("wide", "abbreviated"):
            assert [
                numbers.get(fold_name(locale.months[context][width][n])) for n in range(1, 13)
            ] == list(range(1, 13))
    for context, width in (("format", "wide"), ("format", "abbreviated"), ("stand-alone", "wide")):
        assert not [
            day for day in locale.days[context][width].values() if fold_name(day) not in days
        ]


RARE = sorted({language for language, *_ in read_name_table("rare-calendars")})


@pytest.mark.parametrize("language", RARE)
def test_days_are_read_in_all_languages_of_cldr_whose_months_have_names(language: str) -> None:
    assert language not in languages()
    for number, name in enumerate(varieties(language)[0].months, start=1):
        found = read_date(f"17 {name} 2023", (), DateContext("UTC", language))
        assert found.value == f"2023-{number:02}-17", name


def test_names_of_rare_languages_are_those_of_cldr() -> None:
    for language in RARE:
        months = _cldr(language).months["format"]["wide"]
        assert varieties(language)[0].months == tuple(months[n] for n in range(1, 13)), language


def test_the_languages_with_the_day_first_are_those_of_cldr() -> None:
    day_first, month_first = list_words("dates", "day first"), list_words("dates", "month first")
    for language in sorted({*day_first, *month_first} - {"en-pk"}):
        short = _cldr(language).date_formats["short"].pattern
        assert (short.index("d") < short.index("M") < short.index("y")) == (
            language in day_first
        ), language
    assert "en" not in day_first
    assert {find_order(country) for country in list_words("dates", "no fixed order")} == {""}
    assert (
        find_order("en-latn-gb"),
        find_order("en-us"),
        find_order("de-ch"),
        find_order("sr-latn-rs"),
    ) == (
        "dmy",
        "mdy",
        "dmy",
        "dmy",
    )


def test_folding_unifies_the_spellings_of_a_name() -> None:
    assert fold_date_text("MÁRCIUS 15.") == "marcius 15."
    assert fold_date_text("KASIM") == fold_date_text("kasım") == "kasim"
    assert fold_date_text("أبريل") == fold_date_text("ابريل")
    assert fold_date_text("फ़रवरी") == fold_date_text("फरवरी")
    assert fold_date_text("سه‌شنبه") == fold_date_text("سهشنبه")
    assert fold_date_text("３월") == "3월"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("am", "28 ኖቬምበር 2018 ዓ.ም"),  # an Ethiopic era and a Gregorian month
        ("ti", "15 መስከረም 2011 ዓ.ም"),  # the names of the months are those of both calendars
        ("am", "መጋቢት 31 ቀን 2011"),
        ("am", "ጳጉሜ 6 ቀን 2010"),
        ("am", "መጋቢት 2011"),  # in two months of ours
    ],
)
def test_no_day_of_the_ethiopic_calendar(language: str, text: str) -> None:
    assert read_date_or_month(text, (), DateContext("UTC", language)).value is None


def test_the_ethiopic_calendar_has_every_day_once() -> None:
    """The years from a leap year to the next."""
    lengths = {year: [30] * 12 + [6 if year % 4 == 3 else 5] for year in range(1990, 1995)}
    days = [
        to_gregorian(year, ETHIOPIC_OFFSET + month, day, "am")
        for year, months in lengths.items()
        for month, length in enumerate(months, start=1)
        for day in range(1, length + 1)
    ]
    # the new year is on 11 September, and on the day after where a leap year of ours follows
    assert (days[0], days[-1]) == (date(1997, 9, 11), date(2002, 9, 10))
    assert to_gregorian(1992, ETHIOPIC_OFFSET + 1, 1, "am") == date(1999, 9, 12)
    assert [day.toordinal() for day in days] == [
        *range(days[0].toordinal(), 1 + days[-1].toordinal())
    ]
