"""The archive pages of the five columns (five ways of paging, two layouts, menus and adverts that are
no part of the list), and what the portal answers: a pure function of the request and of how often
its growing column was asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from html import escape
from urllib.parse import parse_qsl, urldefrag, urljoin, urlsplit

from .layouts import ADVERT, HOST, MENU, NAME, OLD_MENU, SCRIPT, Html, article_page
from .stories import SECTIONS, ZONE, Story, stories

# Where each article is listed: what the archive of every column names, newest first, dead ends
# included.


GROWTH = (1, 1, 7, 1, 1, 1, 1, 1, 1, 1)
"""How many of the latest articles appear in the column ``friss`` after each request of one of its
archive pages. The seven make one archive page that shows nothing new in the middle of a walk."""


@dataclass(frozen=True)
class Listed:
    """One line of an archive: ``href`` as written there. ``story`` is None for what becomes no
    article; ``reason`` says why."""

    href: str
    title: str
    when: datetime
    author: str = ""
    story: Story | None = None
    reason: str = ""

    @property
    def address(self) -> str:
        """The address a crawler requests for it: absolute, without the fragment."""
        return urldefrag(urljoin(f"{HOST}/", self.href)).url


@lru_cache(maxsize=1)
def redirect_target() -> Story:
    """The article to which another listed address leads."""
    return next(
        s for s in stories() if s.column == "hirek" and s.when.year == 2014 and s.listed == s.path
    )


@lru_cache(maxsize=1)
def long_opinion() -> Story:
    """The article whose second page is listed, too."""
    return next(s for s in stories() if s.column == "velemeny" and len(s.pages) > 1 and not s.old)


def refusals() -> tuple[tuple[str, Listed], ...]:
    """Column and line of every listed address that is no article of its own in the end, with the
    reason (``alias``: it leads to an article that is listed, too)."""

    def line(
        column: str, day: tuple[int, int, int], href: str, title: str, reason: str
    ) -> tuple[str, Listed]:
        return column, Listed(href, title, datetime(*day, 12, 0, tzinfo=ZONE), reason=reason)

    return (
        line("hirek", (2006, 5, 10), "/cikk.php?id=9001", "Törölt hír", "gone"),
        line(
            "velemeny",
            (2012, 6, 1),
            "/2012/06/01/visszavont-jegyzet/",
            "Visszavont jegyzet",
            "gone",
        ),
        line("hirek", (2015, 3, 9), "/belso/2015/szabalyzat/", "Belső szabályzat", "robots"),
        line(
            "kultura",
            (2013, 2, 3),
            "/kviz/ismeri-a-szinhazat/",
            "Kvíz: ismeri a színházat?",
            "not-article",
        ),
        line("kultura", (2016, 9, 9), "/ajanlo/12/", "Kultúra féláron", "off-portal"),
        line("kultura", (2014, 1, 2), "/cikk.php?id=9002", "Korábbi hírünk", "alias"),
        line("sport", (2010, 7, 7), "/cikk.php?id=9003", "Eltűnt tudósítás", "gone"),
        line(
            "velemeny",
            (2014, 4, 4),
            long_opinion().page_path(2),
            "Jegyzetünk második oldala",
            "continuation",
        ),
    )


def line_of(story: Story, elsewhere: bool = False) -> Listed:
    """How an archive names an article; a second column names it without the marks of the first."""
    href = story.path if elsewhere and "utm_" in story.listed else story.listed
    return Listed(href, story.title, story.when, ", ".join(story.authors), story)


def also_in_news(story: Story) -> bool:
    """True if the column ``hirek`` lists the article besides its own column."""
    return story.growing or (story.column in ("kultura", "sport") and story.number % 20 == 0)


@lru_cache(maxsize=len(SECTIONS))
def listings(column: str) -> tuple[Listed, ...]:
    """Everything the archive of a column lists once it has stopped growing, newest first."""
    lines = [line_of(s) for s in stories() if s.column == column]
    lines += [listed for name, listed in refusals() if name == column]
    if column == "hirek":
        lines += [line_of(s, elsewhere=True) for s in stories() if also_in_news(s)]
    return tuple(sorted(lines, key=lambda listed: (listed.when, listed.href), reverse=True))


def grown(requests: int) -> tuple[Listed, ...]:
    """What ``friss`` lists after so many requests of its archive pages."""
    hidden = sum(GROWTH[requests:])
    return listings("friss")[hidden:]


PER_PAGE = {"kultura": 2, "velemeny": 6, "sport": 3, "friss": 6}
FIRST_YEAR = {"hirek": 2001, "kultura": 2001, "sport": 2005}
LAST_YEAR = 2020
SIDE = '<aside class="legolvasottabb"><h2 class="cim"><a href="/elofizetes/">Olvasson minket nyomtatásban</a></h2></aside>'


def frame(title: str, middle: str) -> Html:
    """A page of the new layout around a list."""
    return Html(
        f"""<!DOCTYPE html>
<html lang="hu"><head><meta charset="utf-8"><title>{title} - {NAME}</title>
{SCRIPT}</head><body class="listaoldal"><header class="fejlec"><a href="/">{NAME}</a><ul>{MENU}</ul></header>
<main>
{middle}
</main>{SIDE}<footer>© {NAME} Kiadó</footer></body></html>
"""
    )


def part(lines: Sequence[Listed], page: int, size: int) -> Sequence[Listed]:
    """Page ``page``, counted from 1, of a list."""
    return lines[(page - 1) * size : page * size] if page > 0 else ()


def link(line: Listed, css_class: str = "") -> str:
    """A line of a list as a link."""
    marked = f' class="{css_class}"' if css_class else ""
    return f'<a{marked} href="{escape(line.href)}">{escape(line.title)}</a>'


def old_row(line: Listed) -> str:
    relative = replace(line, href=line.href.lstrip("/"))
    return f'<tr><td class="datum">{line.when:%m.%d.}</td><td>{link(relative, "cim")}</td></tr>\n'


def old_news(year: int) -> Html:
    """``/archivum.php?ev=2004``: one table a year, oldest first, relative addresses under a
    ``<base>``."""
    rows = "".join(old_row(line) for line in reversed(listings("hirek")) if line.when.year == year)
    return Html(
        f"""<html><head><meta http-equiv="Content-Type" content="text/html; charset=windows-1250"><base href="{HOST}/">
<title>{NAME} - Archívum</title></head><body><table><tr><td class="menu">{OLD_MENU}</td><td>{ADVERT}<table class="lista">
{rows}</table></td></tr></table></body></html>
""",
        "windows-1250",
        "meta",
    )


def news(year: int, month: int) -> Html | None:
    """``/hirek/2014/05/``: all of a month on one page, an advert among them. Some empty months are
    not found (None)."""
    lines = [
        line for line in listings("hirek") if (line.when.year, line.when.month) == (year, month)
    ]
    if not lines:
        return None if month % 2 else frame("Hírek", "<p>Ebben a hónapban nem jelent meg cikk.</p>")
    found = [link(line) for line in lines]
    found.insert(1, '<a href="/hirdetes/12/?honap=ez">Támogatott tartalom: új konyha</a>')
    return frame(
        "Hírek",
        "\n".join(f'<div class="talalat"><h2 class="cim">{one}</h2></div>' for one in found),
    )


def card(line: Listed) -> str:
    """A whole card as a link, with an absolute address in which nothing is escaped."""
    address = line.href if line.href.startswith("http") else f"{HOST}{line.href}"
    return f'<a class="kartya" href="{address}"><img src="/kepek/kis.jpg" alt=""><h2 class="cim">{escape(line.title)}</h2></a>'


def culture(year: int, page: int) -> Html | None:
    """``/kultura/?tol=2004-01-01&ig=2005-01-01``: a year, newest first, with links to the newer and
    the older page."""
    lines = [x for x in listings("kultura") if x.when.year == year]
    shown = part(lines, page, PER_PAGE["kultura"])
    if page > 1 and not shown:
        return None
    cards = "\n".join(map(card, shown))
    query = f"?tol={year}-01-01&amp;ig={year + 1}-01-01&amp;lap="
    newer = f'<a class="lapoz" href="{query}{page - 1}">« Újabbak</a> ' if page > 1 else ""
    older = (
        f'<a class="lapoz" href="{query}{page + 1}">Régebbiek »</a>'
        if part(lines, page + 1, PER_PAGE["kultura"])
        else ""
    )
    return frame("Kultúra", f'{cards}\n<p class="lapozas">{newer}{older}</p>')


def opinion(start: int) -> Html | None:
    """``/velemeny/?kezd=6``: by offset; past the end it is not found."""
    shown = listings("velemeny")[start : start + PER_PAGE["velemeny"]]
    note = '<div class="jegyzet">{} <a class="szerzo" href="/szerzo/">{}</a></div>'
    notes = "\n".join(note.format(link(line), escape(line.author)) for line in shown)
    return frame("Vélemény", notes) if shown else None


def sport(year: int, page: int) -> bytes:
    """``/api/sport/2008.json?oldal=1``: what the page's "more" button loads; past the end an empty
    list."""
    lines = [x for x in listings("sport") if x.when.year == year]
    shown = part(lines, page, PER_PAGE["sport"])
    rows = [
        {"cim": x.title, "utvonal": x.href.lstrip("/"), "datum": f"{x.when:%Y-%m-%d}"}
        for x in shown
    ]
    return json.dumps(
        {"rovat": SECTIONS["sport"], "ev": year, "cikkek": rows}, ensure_ascii=False
    ).encode()


def latest(page: int, requests: int) -> Html:
    """``/friss/?oldal=2``, after so many earlier requests: newest first, growing on top while it is
    walked."""
    shown = part(grown(requests), page, PER_PAGE["friss"])
    rows = "".join(f"<li><time>{line.when:%H:%M}</time> {link(line)}</li>\n" for line in shown)
    return frame("Friss", f'<ul class="friss">\n{rows}</ul>' if rows else "<p>Nincs több hír.</p>")


# What the portal answers.

HOSTS = ("demo.echo.example", "m.demo.echo.example")
ROBOTS = "User-agent: *\nDisallow: /belso/\n"
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class State:
    """All that the portal remembers: how many archive pages of the column ``friss`` it has given."""

    requests: int = 0


@dataclass(frozen=True)
class Answer:
    """Status, headers without those of the transfer, and the body before any transfer or content
    coding."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


@dataclass(frozen=True)
class Request:
    path: str
    query: dict[str, str] = field(default_factory=dict)

    def number(self, name: str, default: int) -> int:
        """A query parameter as a whole number; -1 if it is none."""
        value = self.query.get(name, str(default))
        return int(value) if re.fullmatch("[0-9]{1,6}", value) else -1


def page(html: Html | None, status: int = 200) -> Answer:
    return (
        not_found()
        if html is None
        else Answer(status, (("Content-Type", html.content_type),), html.encoded())
    )


def message(status: int, text: str, body_class: str = "uzenet") -> Answer:
    head = f'<!DOCTYPE html><html lang="hu"><head><title>{text} - Visszhang</title></head>'
    html = f'{head}<body class="{body_class}"><main><h1>{text}</h1></main></body></html>\n'
    return Answer(status, (("Content-Type", HTML),), html.encode())


def not_found() -> Answer:
    return message(404, "Az oldal nem található")


def moved(status: int, location: str) -> Answer:
    return replace(
        message(status, "Az oldal elköltözött"),
        headers=(("Content-Type", HTML), ("Location", location)),
    )


@lru_cache(maxsize=1)
def by_address() -> dict[str, Story]:
    """Every article by its path, and those that have moved by the number in their old address."""
    known = {story.path: story for story in stories()}
    return known | {
        story.listed: story
        for story in stories()
        if story.listed.startswith("/cikk.php") and not story.old
    }


def article(request: Request) -> Answer:
    """An article's page, the redirect to it, or not found."""
    old = request.path == "/cikk.php"
    name = f"/cikk.php?id={request.query.get('id', '')}" if old else request.path
    story, number = by_address().get(name), request.number("oldal", 1)
    if story is None or not 1 <= number <= len(story.pages):
        return not_found()
    return (
        page(article_page(story, number))
        if story.path == name
        else moved(301, f"{HOST}{story.path}")
    )


def archive(request: Request, state: State) -> Answer | None:
    """An archive page, or None if the address is none of theirs."""
    if request.path == "/archivum.php":
        return page(old_news(request.number("ev", 0)))
    if found := re.fullmatch("/hirek/([0-9]{4})/([0-9]{2})/", request.path):
        return page(news(int(found[1]), int(found[2])))
    if found := re.fullmatch(r"/api/sport/([0-9]{4})\.json", request.path):
        return Answer(
            200,
            (("Content-Type", "application/json"),),
            sport(int(found[1]), request.number("oldal", 1)),
        )
    if request.path == "/kultura/" and (year := re.match("[0-9]{4}", request.query.get("tol", ""))):
        return page(culture(int(year[0]), request.number("lap", 1)))
    if request.path == "/velemeny/":
        return page(opinion(max(request.number("kezd", 0), 0)))
    return (
        page(latest(request.number("oldal", 1), state.requests))
        if request.path == "/friss/"
        else None
    )


FIXED: dict[str, Callable[[], Answer]] = {
    "/": lambda: message(200, "Visszhang"),
    "/robots.txt": lambda: Answer(200, (("Content-Type", "text/plain"),), ROBOTS.encode()),
    "/2012/06/01/visszavont-jegyzet/": lambda: message(410, "A jegyzetet visszavontuk"),
    "/belso/2015/szabalyzat/": lambda: message(200, "Belső szabályzat"),
    "/kviz/ismeri-a-szinhazat/": lambda: message(200, "Kvíz: ismeri a színházat?", "kviz"),
    "/ajanlo/12/": lambda: moved(302, "http://partner.example/akcio"),
}
FIXED_OLD: dict[str, Callable[[], Answer]] = {
    "9002": lambda: moved(301, redirect_target().path),
    "9003": lambda: replace(not_found(), status=200),
}


def respond(method: str, address: str, state: State) -> tuple[Answer, State]:
    """The answer to ``method address`` (absolute) and the state after it."""
    parts = urlsplit(address)
    request = Request(parts.path or "/", dict(parse_qsl(parts.query)))
    if method not in ("GET", "HEAD"):
        return message(405, "Csak olvasni lehet"), state
    if parts.hostname not in HOSTS:
        return (
            message(200, "Csak ma féláron!")
            if parts.path == "/akcio"
            else message(404, "Not found")
        ), state
    fixed = FIXED.get(request.path) or (
        FIXED_OLD.get(request.query.get("id", "")) if request.path == "/cikk.php" else None
    )
    if fixed:
        return fixed(), state
    answer = archive(request, state) or article(request)
    return answer, replace(
        state, requests=state.requests + 1
    ) if request.path == "/friss/" else state
