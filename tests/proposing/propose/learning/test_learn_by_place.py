"""Authors, sections and keywords of pages on which nothing is called so: by the line that stands
below the title of each article, and by where links lead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from learn_pages import WORDS, page, paragraphs

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import builtin_rules
from webarticlecurator.proposing.fields.byline_rules import Byline, find_byline, find_day_line
from webarticlecurator.proposing.fields.metadata_rules import learn_fields

NAMES = ("Anna Bergmann", "Jonas Weidel", "Mia Körner", "Karl Stein")
MENU = (
    '<div><ul><li><a href="/desk/1">Local Life</a></li><li><a href="/desk/2">Wide World</a></li>'
    "</ul></div>"
)


def plain_page(number: int, line: str, below: str = "") -> str:
    """Return an article without class names."""
    title = f"What happened on day {number} at the {WORDS[number]}"
    return (
        f'<html lang="de"><head><title>{title}</title></head><body>{MENU}<div><h1>{title}</h1>'
        f"{line}<div>{paragraphs(number)}</div>{below}</div></body></html>"
    )


def find_line(lines: Sequence[str], language: str = "de") -> Byline | None:
    """Return the byline of plain pages with one of the ``lines`` each."""
    pages = [page(n, plain_page(n, line)) for n, line in enumerate(lines)]
    return find_byline(pages, [""] * len(pages), language)


def read(pages: list[Page], order: tuple[str, ...] = ()) -> dict[str, tuple[FieldLine, ...]]:
    portal = Portal(
        "echo", "https://echo.example/", title="Echo", language="de", article=builtin_rules()
    )
    return dict(learn_fields(pages, ["div > div:has(> p)"], portal, (), order))


def names_of(number: int) -> tuple[str, ...]:
    return NAMES[number % 4 : number % 4 + 1 + number % 2]


@pytest.mark.parametrize(
    "write",
    [
        lambda names, day: f"<div>Von {names} · {day}</div>",
        lambda names, day: f"<div>{day} · Von {names}</div>",
        lambda names, day: f"<div>{names} | {day}</div>",
        lambda names, day: f"<div>{names}, {day}</div>",
        lambda names, day: f"<div>{day} ({names})</div>",
        lambda names, day: f"<div>{names} / Das Echo, <time>{day}</time></div>",
        lambda names, day: f"<div>Grumf: {names}</div><div>{day}</div>",
        lambda names, day: f"<div>{names} | Das Echo</div><p>{day}</p>",
        lambda names, day: f"<div>Grumf {names}<br>{day}</div>",
        lambda names, day: f"<div>{names}, <time>Dienstag, {day}</time></div>",
    ],
)
def test_what_stands_at_the_ends_of_a_line_is_no_name(write: Callable[[str, str], str]) -> None:
    pages = [
        page(n, plain_page(n, write(" und ".join(names_of(n)), f"{n + 3}. März 2024")))
        for n in range(10)
    ]
    found = find_byline(pages, [""] * len(pages), "de")
    assert found is not None
    assert [*found.names.values()] == [names_of(n) for n in range(10)]
    # the rule that is written reads the same: its split is the only thing that cuts
    for each in pages:
        lines = (
            " ".join("".join(map(str, line.itertext())).split())
            for line in each.root.cssselect(found.css)
        )
        (text,) = (line for line in lines if re.match(found.starts, line))
        assert tuple(p.strip() for p in re.split(found.split, text) if p.strip()) in {
            *found.names.values()
        }


@pytest.mark.parametrize("joiner", ["grumf", "⁂", "・"])
def test_what_joins_two_names_of_other_lines_parts_them(joiner: str) -> None:
    """Neither the sign nor the word is known to be *and*."""
    names = {
        n: (NAMES[n % 4], NAMES[(n + 1) % 4]) if n in (2, 5) else (NAMES[n % 4],) for n in range(10)
    }
    pages = [
        page(n, plain_page(n, f"<div>Von {f' {joiner} '.join(names[n])}</div>")) for n in range(10)
    ]
    found = find_byline(pages, [""] * 10, "de")
    assert found is not None and found.names == names


def test_a_day_with_marks_of_direction_is_no_name() -> None:
    """Arabic writes them between the numbers of a day."""
    own = ("ليلى حداد", "كريم نصار", "سامي عون", "نور خوري")
    line = "<div>{day}\u200f/04\u200f/2024, {name}</div>"
    pages = [page(n, plain_page(n, line.format(day=n + 1, name=own[n % 4]))) for n in range(10)]
    found = find_byline(pages, [""] * 10, "ar")
    assert found is not None and found.names == {n: (own[n % 4],) for n in range(10)}


@pytest.mark.parametrize("form", ["/a/{}", "/?p={}"])
def test_words_that_lead_to_another_page_on_each_are_no_name(form: str) -> None:
    """A line of links to the neighbours has words that may be names, on nearly all pages."""
    back, on = f"<a href='{form}'>← Grumf side</a>", f"<a href='{form}'>→ Blim side</a>"
    lines = [
        f"<div class='near'>{back.format(n + 1) if n else ''} {on.format(n - 1) if n < 11 else ''}</div>"
        for n in range(12)
    ]
    host = "https://echo.example"
    pages = [Page(f"{host}{form.format(n)}", plain_page(n, each)) for n, each in enumerate(lines)]
    assert find_byline(pages, [""] * 12, "de") is None


def test_the_day_of_an_update_that_some_have_is_no_name() -> None:
    updated = " <span>Grumf: {day}. April 2024</span>"
    line = "<div><time>{day}. März 2024, 9:15</time>{more} • {name}</div>"
    pages = [
        page(
            n,
            plain_page(
                n,
                line.format(
                    day=n + 3, more=updated.format(day=n + 5) if n % 3 else "", name=NAMES[n % 4]
                ),
            ),
        )
        for n in range(10)
    ]
    found = find_byline(pages, [""] * 10, "de")
    assert found is not None and found.names == {n: (NAMES[n % 4],) for n in range(10)}


def test_the_section_in_the_line_is_no_name() -> None:
    sections = ("Local Life", "Wide World")
    lines = [
        f"<div>{NAMES[n % 4]} · {sections[n % 2]} · {n + 3}. März 2024</div>" for n in range(8)
    ]
    pages = [page(n, plain_page(n, line)) for n, line in enumerate(lines)]
    found = find_byline(pages, [""] * len(pages), "de")
    assert found is not None
    assert [*found.names.values()] == [(NAMES[n % 4],) for n in range(8)]


def test_a_day_alone_and_a_line_of_places_name_nobody() -> None:
    days = [page(n, plain_page(n, f"<div>{n + 3}. März 2024</div>")) for n in range(8)]
    assert find_byline(days, [""] * len(days), "de") is None
    own = [page(n, plain_page(n, f"<div>{WORDS[n].title()} Alpha</div>")) for n in range(8)]
    assert find_byline(own, [""] * len(own), "de") is None


def test_the_line_at_the_end_of_the_text_is_only_on_last_pages() -> None:
    """The first pages of two articles end with a paragraph, which is no line of authors."""

    def write(n: int) -> Page:
        title = f"What happened on day {n} at the {WORDS[n]}"
        end = f"<p><em>Grumf: {', '.join(names_of(n))}</em></p>"
        pager = f"<div><b>1</b> <a href='/2020/05/{n}/what-happened-on-that-day?page=2'>2</a></div>"
        text = paragraphs(n).replace("<p>", "<p><em>Once</em> ") + ("" if n in (3, 7) else end)
        below = (pager if n in (3, 7) else "") + f"<p>{paragraphs(n + 40, 1)[3:-4]}</p>"
        html = f"<div>{MENU}<div><h1>{title}</h1><div>{text}</div></div>{below}</div>"
        return page(n, f"<html lang=de><body>{html}</body></html>")

    pages = [write(n) for n in range(12)]
    (line,) = read(pages)["authors"]
    assert line.rule["text"] == {"regex": "^Grumf:"}
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None
    assert found.names == {n: names_of(n) for n in range(12) if n not in (3, 7)}


def test_the_first_name_that_nearly_all_have_is_no_label() -> None:
    own = ("Arash Rostami", "Arash Nouri", "Arash Jafari", "Arash Kazemi")
    pages = [page(n, plain_page(n, f"<div>{own[n % 4]}</div>")) for n in range(12)]
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None
    assert found.names == {n: (own[n % 4],) for n in range(12)}


def test_the_first_name_of_all_is_no_label_where_some_have_written_together() -> None:
    own = ("Arash Rostami", "Arash Nouri", "Arash Jafari")
    joint = {n: (own[n % 3], own[(n + 1) % 3]) for n in (0, 1, 2, 4)}
    names = {n: joint.get(n, (own[n % 3],)) for n in range(12)}
    pages = [page(n, plain_page(n, f"<div>Von {' und '.join(names[n])}</div>")) for n in range(12)]
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None and found.names == names


def test_a_weekday_that_is_glued_to_a_name_takes_none_of_it() -> None:
    days = "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag".split()
    line = "<div>Von {name}<br><span>{weekday}, {day}. März 2024</span></div>"
    pages = [
        page(n, plain_page(n, line.format(name=NAMES[n % 4], weekday=days[n % 5], day=n + 1)))
        for n in range(12)
    ]
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None and found.names == {n: (NAMES[n % 4],) for n in range(12)}
    assert re.sub(found.split, "", f"Mia Körner{days[6]}, 3. März 2024") == "Mia Körner"


def test_a_day_that_is_read_without_rules_has_a_rule() -> None:
    """Below a line of three names the reader finds no day, and none of these articles has one."""
    line = "<div>Von {name}, <span>{day}. März 2024</span></div>"
    pages = [
        Page(
            f"https://echo.example/a/{n}",
            plain_page(n, line.format(name=NAMES[n % 4], day=n + 1)),
        )
        for n in range(12)
    ]
    (rule,) = read(pages)["published"]
    assert rule.rule == {"css": "h1 + div > span"}


def test_a_title_below_that_of_the_site_is_the_one_that_is_known() -> None:
    pages = [
        page(
            n,
            f"<html lang=el><body><h1>Η Ηχώ</h1>{MENU * 4}<div><h2>{WORDS[n]} {WORDS[n + 1]}</h2>"
            f"<p>{NAMES[n % 4]} | Η Ηχώ</p>{paragraphs(n)}</div></body></html>",
        )
        for n in range(12)
    ]
    found = find_byline(pages, [f"{WORDS[n]} {WORDS[n + 1]}" for n in range(12)], "el")
    assert found is not None
    assert found.names == {n: (NAMES[n % 4],) for n in range(12)}


@pytest.mark.parametrize(
    ("language", "names", "line"),
    [
        ("ka", "თამარ ბერიძე;ზურაბ წიკლაური;დავით გელაშვილი;ნინო ლომიძე", "ავტორი {}"),
        ("ur", "نازیہ صدیقی;شاہد صدیقی;عمران بٹ;فیصل بٹ", "{}, 2{n} اپریل، 2024"),
        (
            "th",
            "วิชัย แก้วมณี;นพดล วงศ์ไทย;สมชาย วงศ์ไทย;นพดล แก้วมณี",
            "วันจันทร์ที่ 1{n} เมษายน ค.ศ. 2022, {}",
        ),
        (
            "th",
            "อรทัย พรหมจันทร์;สมชาย ทองสุข;อรทัย วงศ์ไทย;สมชาย วงศ์ไทย",
            "<span>1{n} เมษายน ค.ศ. 2022</span> ({})",
        ),
    ],
)
def test_names_in_scripts_without_capitals(language: str, names: str, line: str) -> None:
    """In Georgian capitals begin no word, Urdu has a comma of its own, and in Thai the first letter
    of a name is short for a weekday."""
    own = names.split(";")
    pages = [
        Page(url, str(html).replace('lang="de"', f'lang="{language}"'))
        for n in range(10)
        for url, html in [
            (
                f"https://echo.example/{n}",
                plain_page(n, f"<div>{line.format(own[n % 4], n=n)}</div>"),
            )
        ]
    ]
    found = find_byline(pages, [""] * 10, language)
    assert found is not None and found.names == {n: (own[n % 4],) for n in range(10)}


def test_a_line_of_three_names_is_as_long_as_a_paragraph() -> None:
    names = [
        ", ".join(f"{each} von Hohenbergmann" for each in NAMES[: 1 + 2 * (n == 5)])
        for n in range(12)
    ]
    pages = [
        page(
            n,
            plain_page(
                n, f"<p>{paragraphs(n + 20, 1)[3:-4]}</p><p>Von {each} · Montag, 3. Mai 2021</p>"
            ),
        )
        for n, each in enumerate(names)
    ]
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None and len(found.names) == 12 and len(found.names[5]) == 3


def test_a_line_of_all_articles_is_the_rule_of_the_authors() -> None:
    pages = [
        page(n, plain_page(n, f"<div>Grumf {NAMES[n % 4]} · {n + 3}. März 2024</div>"))
        for n in range(8)
    ]
    ((line),) = read(pages)["authors"]
    assert line.rule["css"] == "h1 + div"


@pytest.mark.parametrize("others", [(*NAMES, "Tom Lens"), ("Tom Lens", "Eve Brush")])
def test_the_box_of_the_first_author_is_not_preferred_to_the_line_of_all(
    others: tuple[str, ...],
) -> None:
    """But those who never come first may have made the pictures."""

    def one(number: int) -> str:
        first, second = NAMES[number % 4], others[(number + 1) % len(others)]
        names = f"{first}, {second}" if number % 3 == 0 else first
        lines = paragraphs(number).replace("<p>", "").replace("</p>", "<br><br>")
        return (
            f"<div><h1>What happened on day {number}</h1><p>{names} | Echo</p><div>{lines}</div>"
            f"<section><h4>{first}</h4></section></div>"
        )

    pages = [page(number, one(number)) for number in range(12)]
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None
    assert (len(found.names[0]), len(found.names[1])) == (2 if NAMES[0] in others else 1, 1)


def test_keywords_and_section_are_links_of_one_form() -> None:
    def one(number: int) -> str:
        terms = " ".join(
            f'<a href="/xyz/{n % 7}">word {n % 7}</a>'
            for n in range(number, number + 1 + number % 3)
        )
        desk = ("Local Life", "Wide World")[number % 2]
        return plain_page(
            number,
            f'<div>Grumf <a href="/desk/{number % 2 + 1}">{desk}</a></div>',
            f"<div>Frumpf: {terms}</div>",
        )

    found = read([page(n, one(n)) for n in range(8)])
    assert [each.rule["xpath"] for each in found["keywords"]] == ["//a[contains(@href,'/xyz/')]"]
    assert "'/desk/'" in str(found["section"][0].rule["xpath"])
    # beside links to other articles they are theirs
    other = '<div><a href="https://echo.example/3">Another story</a> <a href="/xyz/{}">word {}</a></div>'
    cards = [
        page(n, plain_page(n, "", other.format(n, n) + other.format(n + 1, n + 1)))
        for n in range(8)
    ]
    assert "keywords" in read(cards)
    assert "keywords" not in read(cards, ("https://echo.example/3",))


@pytest.mark.parametrize("day", ["{}. März 2024", "Dienstag, {}. März 2024"])
def test_a_line_with_nothing_but_the_day_is_found(day: str) -> None:
    pages = [page(n, plain_page(n, f"<div>{day.format(n + 3)}</div>")) for n in range(8)]
    assert find_day_line(pages, "de") == "h1 + div"
    more = [
        page(n, plain_page(n, f"<div>{day.format(n + 3)} saw the bridge of the town fall</div>"))
        for n in range(8)
    ]
    assert find_day_line(more, "de") == ""


def test_the_line_of_one_writer_is_known_by_what_reading_without_rules_names() -> None:
    """Names of several writers show what a line is; of one, only that some articles name her."""
    days = [f"{n + 1}. {n % 9 + 1}. 2024" for n in range(12)]
    lines = [f"Anna Bergmann · {day}" for day in days]
    pages = [page(n, plain_page(n, f"<div>{lines[n]}</div>")) for n in range(12)]
    some = [("Anna Bergmann",) if n % 3 == 0 else () for n in range(12)]
    found = find_byline(pages, [""] * 12, "de", some)
    assert found is not None and {*found.names.values()} == {("Anna Bergmann",)}
    assert find_byline(pages, [""] * 12, "de", [("Karl Stein",)] * 12) is None
    assert find_byline(pages, [""] * 12, "de", some[:9]) is None


@pytest.mark.parametrize("agency", ["dpa", "MTI"])
def test_an_agency_beside_the_persons_is_a_name(agency: str) -> None:
    names = [agency if n % 3 == 0 else NAMES[n % 2] for n in range(10)]
    lines = [f"<div>{name} · {n + 3}. März 2024</div>" for n, name in enumerate(names)]
    found = find_line(lines)
    assert found is not None and [*found.names.values()] == [(name,) for name in names]


def test_a_section_in_the_place_of_a_missing_author_is_no_name() -> None:
    lines = [
        f"<ul>{'' if n == 4 else f'<li>Von: {NAMES[n % 4]}</li>'}<li>Local Life</li></ul>"
        for n in range(10)
    ]
    found = find_line(lines)
    assert found is not None
    assert found.names == {n: (NAMES[n % 4],) for n in range(10) if n != 4}


def test_the_name_is_found_behind_a_number_and_a_section() -> None:
    sections = ("Local Life", "Wide World")
    lines = [
        f"<div>{n + 3}. März 2024 <span>13{n:03}</span> · {sections[n % 2]} · {NAMES[n % 4]}</div>"
        for n in range(10)
    ]
    found = find_line(lines)
    assert found is not None and [*found.names.values()] == [(NAMES[n % 4],) for n in range(10)]


def test_a_day_is_read_in_the_language_that_it_shows() -> None:
    lines = [
        f"<div>lunes, {n + 3} de abril de 2024, 12:{n:02} • {NAMES[n % 4]}</div>" for n in range(10)
    ]
    found = find_line(lines, "und")
    assert found is not None and [*found.names.values()] == [(NAMES[n % 4],) for n in range(10)]


def test_the_cell_of_a_table_beside_a_label_names_the_author() -> None:
    lines = [
        f"<table><tr><td>Von</td><td>{NAMES[n % 4]}</td></tr>"
        f"<tr><td>Am</td><td>{n + 3}. März 2024</td></tr></table>"
        for n in range(10)
    ]
    found = find_line(lines)
    assert found is not None and [*found.names.values()] == [(NAMES[n % 4],) for n in range(10)]


def test_a_particle_of_names_joins_none() -> None:
    """*da* is *and* in Hausa."""
    names = ("Mirella da Rocha", "Ana Peixoto", "Rita Castro")
    lines = [f"<p>Por {names[n % 3]} · {n + 3}. März 2024</p>" for n in range(10)]
    found = find_line(lines, "pt")
    assert found is not None and [*found.names.values()] == [(names[n % 3],) for n in range(10)]


def test_a_label_that_a_sign_ends_marks_the_line_wherever_it_stands() -> None:
    """Below a list, above topics, or at the end of the text: its place is another on each page."""

    def write(number: int) -> Page:
        title = f"What happened on day {number} at the {WORDS[number]}"
        own = f"<p><em>Grumf: {', '.join(names_of(number))}</em></p>"
        bullets = ("", "<ul><li>The old mill</li><li>Two</li><li>Three</li></ul>")[number % 2]
        topics = ("", f"<p>Zak: <a href='/t/{number}'>{WORDS[number]}</a></p>")[number // 6]
        text = f"{paragraphs(number)}{bullets}{own}{topics}"
        html = f"<body>{MENU}<div><h1>{title}</h1><div>{text}</div></div></body>"
        return page(number, f"<html lang=de>{html}</html>")

    pages = [write(n) for n in range(12)]
    found = find_byline(pages, [""] * 12, "de")
    assert found is not None
    assert (found.css, found.starts) in {("p", "^Grumf:"), ("em", "^Grumf:")}
    assert found.names == {n: names_of(n) for n in range(12)}
