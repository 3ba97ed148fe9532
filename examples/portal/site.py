"""What the portal answers: a pure function of the request and of how often its growing column was
asked for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from urllib.parse import parse_qsl, urlsplit

from . import archive_pages
from .archive_pages import redirect_target
from .layouts import HOST, Html, article_page
from .stories import Story, stories

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
        return page(archive_pages.old_news(request.number("ev", 0)))
    if found := re.fullmatch("/hirek/([0-9]{4})/([0-9]{2})/", request.path):
        return page(archive_pages.news(int(found[1]), int(found[2])))
    if found := re.fullmatch(r"/api/sport/([0-9]{4})\.json", request.path):
        return Answer(
            200,
            (("Content-Type", "application/json"),),
            archive_pages.sport(int(found[1]), request.number("oldal", 1)),
        )
    if request.path == "/kultura/" and (year := re.match("[0-9]{4}", request.query.get("tol", ""))):
        return page(archive_pages.culture(int(year[0]), request.number("lap", 1)))
    if request.path == "/velemeny/":
        return page(archive_pages.opinion(max(request.number("kezd", 0), 0)))
    return (
        page(archive_pages.latest(request.number("oldal", 1), state.requests))
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
