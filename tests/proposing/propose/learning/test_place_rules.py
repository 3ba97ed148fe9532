"""Rules for the day of articles that only a line of the page has, proved by the order of the list."""

from __future__ import annotations

from learn_pages import WORDS, page, paragraphs

from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.proposing.fields.places_around_text import ShownDay, learn_shown_day
from webarticlecurator.proposing.fields.shown_language import choose_language
from webarticlecurator.proposing.fields.written_days import find_date_shape

DAYS = ("2024-03-09", "2024-01-12", "2023-12-03", "2023-08-14", "2023-06-11", "2022-02-27")
MONTHS = (
    "January February March April May June July August September October November December".split()
)


def learned(
    lines: list[str], days: dict[int, str], order: list[int], *, is_guessed: bool = False
) -> ShownDay | None:
    """Return the rule for pages with these lines beside the text; ``days``: what is known of some
    pages; ``order``: that of the pages in the list."""
    pages = [
        page(n, f"<body><h1>{WORDS[n]}</h1>{paragraphs(n)}{line}</body>")
        for n, line in enumerate(lines)
    ]
    known = {each: days.get(n, "") for n, each in enumerate(pages)}
    urls = [pages[n].url for n in order]
    return learn_shown_day(pages, known, urls, "en", is_guessed=is_guessed)


def line(day: str) -> str:
    year, month, number = day.split("-")
    return f"<div class='card'>By Ann on {MONTHS[int(month) - 1]} {int(number)}, {year} · 5 minutes</div>"


def test_a_line_in_the_order_of_the_list():
    found = learned([line(day) for day in DAYS], {}, [0, 1, 2, 3, 4, 5])
    assert found is not None and found.line.rule == {
        "css": "div.card",
        "replace": [[r"^.*?([^\s\d,.:·•|/()،–—-]+\s+\d{1,2}[,،，、]\s+\d{4}).*$", r"\1"]],
    }
    assert found.line.evidence == "the default sources find none on 6 of 6 pages"


def test_days_in_another_order_than_the_list_are_of_something_else():
    assert learned([line(day) for day in DAYS], {}, [3, 0, 5, 1, 4, 2]) is None


def test_known_days_prove_or_refute_a_line():
    lines = [f"<p class='day'>{day}</p>" for day in DAYS]
    found = learned(lines, {0: DAYS[0], 3: DAYS[3]}, [])
    assert found is not None and found.line.rule == {"css": "p.day"}
    assert learned(lines, {0: DAYS[0], 3: DAYS[4]}, []) is None


def test_a_day_that_the_reader_has_guessed_is_that_of_the_line_of_all_pages():
    """It reads the day of a change where the line of the authors is too long for it."""
    lines = [line(day) for day in DAYS]
    later = dict(enumerate(DAYS)) | {2: "2023-12-08"}
    found = learned(lines, later, [], is_guessed=True)
    assert found is not None and found.line.rule["css"] == "div.card"
    assert found.line.evidence == "the day that is read without rules on 6 of 6 pages"
    assert learned(lines, later, []) is None
    assert learned(lines, later | {2: "2023-11-08"}, [], is_guessed=True) is None
    assert learned(lines, dict.fromkeys(range(6), "2024-05-01"), [], is_guessed=True) is None


def test_one_day_on_all_pages_is_that_of_the_site():
    assert learned(["<p class='day'>2024-03-09</p>"] * 6, {}, [0, 1, 2, 3, 4, 5]) is None


def test_the_days_of_many_articles_a_day_are_those_of_the_line():
    """Two days are few, but they are those that are known of most."""
    lines = [f"<p class='day'>2024-03-{8 + n % 2:02}</p>" for n in range(8)]
    known = {n: f"2024-03-{8 + n % 2:02}" for n in range(6)}
    found = learned(lines, known, [])
    assert found is not None and found.line.rule["css"] == "p.day"
    assert learned(lines, {n: known[n] for n in range(2)}, []) is None


def test_the_language_of_most_names_of_months_is_that_of_the_pages():
    def read(*days: str) -> str:
        return choose_language("", [page(n, f"<p>{day}</p>") for n, day in enumerate(days)])[0]

    assert read("2009. február 24.", "2009. március 1. | Anna Small", "2009. április 3.") == "hu"
    assert read("24 février 2009", "3 mars 2009") == "fr"
    # Slovak has the same two names, and English is what every page may have
    assert read("2009. február 24.", "2009. január 3.") == ""
    assert read("May 3, 2009", "June 4, 2009", "2009-02-03") == ""
    assert read("2009. március 1.", "no day at all") == ""


HINDI = "मंगलवार, 23 अप्रैल 2024;शनिवार, 27 जुलाई 2024;रविवार, 5 मई 2024;बुधवार, 14 फ़रवरी 2024".split(
    ";"
)


def test_words_whose_vowels_are_signs_have_one_form() -> None:
    shapes = {find_date_shape(day, DateContext(None, "hi")) for day in HINDI}
    assert len(shapes) == 1


def test_a_day_in_an_element_without_a_name_is_known_by_its_place() -> None:
    """A long line of authors hides it from the reader without rules."""
    lines = [
        f"<div>By Ann Small, {WORDS[n]} and others <span>{line(day)[21:-14]}</span></div>"
        for n, day in enumerate(DAYS)
    ]
    pages = [
        page(n, f"<body><p>x</p><h1>{WORDS[n]}</h1>{each}{paragraphs(n)}</body>")
        for n, each in enumerate(lines)
    ]
    found = learn_shown_day(pages, dict.fromkeys(pages, ""), [each.url for each in pages], "en")
    assert found is not None and found.line.rule["css"] == "h1 + div > span"
