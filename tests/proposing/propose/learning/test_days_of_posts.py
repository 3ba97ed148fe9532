"""Pages with several articles: when ``new`` cuts them, and when they stay one."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from small_portal import small_portal

from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

WORDS = (
    "harbour market station library garden tower bridge school river lantern kitchen letter valley"
    " mountain painter sailor basket copper silver marble window engine paper summer"
).split()
DAYS = [date(2023, 1, 5) + timedelta(days=3 * number) for number in range(12)]
TEXT = (
    "The {0} of the town was closed for many years, as the mayor said to all who had come to see how"
    " the {1} would be opened again, and the people were glad about it for the whole evening."
)


def frame(content: str) -> str:
    return f"<html lang=en><head><title>A diary</title></head><body><p class=menu><a href=/>Home</a></p>{content}</body></html>"


def write_post(day: date, number: int, permalink: str) -> str:
    name = WORDS[(DAYS.index(day) * 2 + number) % len(WORDS)]
    text = "".join(f"<p>{TEXT.format(name, other)}</p>" for other in ("door", "gate"))
    head = f'<h3><a class=mark href="{permalink}">¶</a> The {name} opens</h3>'
    return f"<div class=post>{head}{text}</div>"


def serve(
    pages: dict[str, str], address: Callable[[date], str], permalink: Callable[[date, int], str]
) -> None:
    """Serve days with one or two posts, and a list that shows the newest ones whole."""

    def write(day: date) -> str:
        count = 2 - DAYS.index(day) % 2
        posts = "".join(write_post(day, n, permalink(day, n)) for n in range(count))
        return f'<div class=day><h2><a href="{address(day)}">{day}</a></h2>{posts}</div>'

    for day in DAYS:
        pages[address(day)] = frame(write(day))
    pages["/"] = frame("".join(map(write, reversed(DAYS))))


def propose_and_crawl(
    tmp_path: Path, fill: Callable[[dict[str, str]], None]
) -> tuple[str, dict[str, str]]:
    """Return the portal file that ``new`` writes, and what a crawl with it makes of the pages:
    address → TEI."""
    with small_portal(tmp_path, {}) as portal:
        fill(portal.pages)  # type: ignore[arg-type]
        text = proposed_yaml(propose_portal([f"{portal.base}/"], runtime=portal.runtime))
        file = tmp_path / "new.yaml"
        file.write_text(text, encoding="utf-8")
        crawl(load_portal(file), portal.corpus, None, portal.runtime)
        return text, portal.tei()


def address(day: date) -> str:
    return f"/?date={day:%Y%m%d}"


def permalink(day: date, number: int) -> str:
    return f"{address(day)}#p{number}"


@pytest.mark.parametrize("form", ["/?date=%Y%m%d", "/%Y/%-m/%-d"])
def test_posts_of_a_day_that_the_list_shows_whole_are_articles(tmp_path: Path, form: str) -> None:
    def link(day: date, number: int) -> str:
        return f"{day:{form}}#p{number}"

    def fill(pages: dict[str, str]) -> None:
        serve(pages, lambda day: f"{day:{form}}", link)

    text, found = propose_and_crawl(tmp_path, fill)
    assert "split: {css: div.post" in text
    assert len(found) == 18
    assert sum('when="2023-01-05"' in each for each in found.values()) == 2
    titles = {re.findall("<title level=.a.>(.*?)</title>", each)[0] for each in found.values()}
    assert titles == {f"The {name} opens" for n, name in enumerate(WORDS) if n % 4 != 3}


def test_posts_of_months_have_the_address_of_their_month(tmp_path: Path) -> None:
    """As weblogs had them before each post had a page."""

    def month(day: date) -> str:
        return f"/{day:%Y_%m}.html"

    def link(day: date, number: int) -> str:
        return f"{month(day)}#a{day:%d}{number}"

    def fill(pages: dict[str, str]) -> None:
        serve(pages, month, link)
        names = sorted({month(day) for day in DAYS})
        menu = "".join(f"<li><a href={name}>{name[1:8]}</a></li>" for name in names)
        for name in names:
            days = [day for day in reversed(DAYS) if month(day) == name]
            posts = (
                write_post(day, n, link(day, n))
                for day in days
                for n in range(2 - DAYS.index(day) % 2)
            )
            pages[name] = frame("".join(posts) + f"<ul class=months>{menu}</ul>")
        pages["/"] = pages["/"].replace("</body>", f"<ul class=months>{menu}</ul></body>")

    text, found = propose_and_crawl(tmp_path, fill)
    assert "split: {css: div.post" in text
    assert len(found) == 18


def test_a_text_beside_the_posts_of_a_day_keeps_it_one_article(tmp_path: Path) -> None:
    def fill(pages: dict[str, str]) -> None:
        serve(pages, address, permalink)
        for day in DAYS:
            text = f"<p>On this day, {TEXT.format(WORDS[DAYS.index(day)], 'hall')}</p>"
            pages[address(day)] = pages[address(day)].replace("<div class=day>", f"{text}<div class=day>")  # fmt: skip

    text, found = propose_and_crawl(tmp_path, fill)
    assert "split:" not in text
    assert all("On this day" in each for each in found.values())


@pytest.mark.parametrize("foot", ["c", "comments-on-p", "p"])
def test_a_link_to_the_comments_on_a_post_is_not_that_of_a_post(tmp_path: Path, foot: str) -> None:
    """Nor is a second one to the post itself."""

    def link(day: date, number: int) -> str:
        name = f"{foot}{number}"
        return f'{permalink(day, number)}">¶</a> <a href="{address(day)}#{name}'

    def fill(pages: dict[str, str]) -> None:
        serve(pages, address, link)
        for path, page in pages.items():
            # behind the text, in an element of its own
            pages[path] = re.sub(
                r'(¶</a>) (<a href="[^"]*">¶</a>)(.*?)</div>',
                lambda found: (
                    f"{found[1]}{found[3]}<p class=foot>{found[2].replace('¶', 'Comments')}</p></div>"
                ),
                page,
            )

    text, found = propose_and_crawl(tmp_path, fill)
    assert "split: {css: div.post" in text
    assert len(found) == 18
    assert all("#p" in each for each in found.values())


@pytest.mark.parametrize("kind", ["headings", "titles only", "comments"])
def test_places_of_one_article_are_no_articles(tmp_path: Path, kind: str) -> None:
    """Headings lead to themselves, a list may lead to them, and show the comments on an article."""

    def story(day: date) -> str:
        return f"/story/{WORDS[DAYS.index(day)]}-opens"

    def write(day: date, *, whole: bool) -> str:
        name = WORDS[DAYS.index(day)]
        parts = [TEXT.format(name, place) for place in ("door", "gate", "roof")]
        inner = ""
        for n, part in enumerate(parts):
            words = f"<p>{part}</p>" if whole else ""
            inner += f'<div class=part><h3><a href="{story(day)}#p{n}">Of {name} {n}</a></h3>{words}</div>'
        text = "".join(f"<p>It was long. {part}</p>" for part in parts * 2)
        text = text if kind == "comments" and whole else ""
        head = f'<h2><a href="{story(day)}">The {name} opens again</a></h2><p>{day}</p>'
        return f"<div class=story>{head}{text}{inner}</div>"

    def fill(pages: dict[str, str]) -> None:
        pages |= {story(day): frame(write(day, whole=True)) for day in DAYS}
        rows = (write(day, whole=kind == "comments") for day in reversed(DAYS))
        if kind == "headings":
            rows = (row.partition("<div class=part>")[0] + "</div>" for row in rows)
        pages["/"] = frame("".join(rows))

    text, found = propose_and_crawl(tmp_path, fill)
    assert "split:" not in text
    assert len(found) == len(DAYS)
