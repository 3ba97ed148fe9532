"""A portal of one archive page and two articles, in a WARC file of its own; portal files and files of expectations beside it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

HOME = "https://echo.example/"
LIST = f"{HOME}news?page=1"
ONE = f"{HOME}2019/one"
QUIZ = f"{HOME}2019/quiz"

PORTAL = """\
portal: echo
home: https://echo.example/
timezone: Europe/Budapest
archive:
  columns:
    news: {url: "https://echo.example/news?page={page}", pagination: {mode: numbered, last: 3}, links: h2}
    sport: {url: "https://echo.example/sport?page={page}", pagination: {mode: numbered, last: 3}, links: h3}
article:
  next_page: a.next
  reject: [{css: body.quiz, reason: not-article}]
  body:
    root: div.text
  metadata:
    title: h1
    authors: .byline b
    published: [{css: time, attr: datetime}]
    section: .section
"""

PAGES = {
    LIST: "<h2><a href=/2019/one#top>One</a></h2><h2><a href=/2019/quiz>Quiz</a></h2><h3><a href=/2019/match>Match</a></h3>",
    ONE: "<h1>One \u201eday\u201d</h1><p class=byline><b>Ann</b> <b>Bo: \\ b</b></p>"
    "<time datetime='2019-03-15T08:30:00+01:00'>x</time><p class=section>Home</p>"
    "<div class=text><p>First words of\u00a0it, and more.</p><p>The very last words.</p></div><a class=next href='?page=2'>2</a>",
    QUIZ: "<body class=quiz><div class=text><p>Who was it?</p></div>",
}


def write_warc(path: Path, pages: dict[str, str]) -> Path:
    """A WARC file with one answer for each address."""
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for url, text in pages.items():
            headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                url,
                "response",
                payload=BytesIO(text.encode("utf-8")),
                http_headers=headers,
                warc_headers_dict={"WARC-Date": "2020-01-02T03:04:05Z"},
            )
            writer.write_record(record)
    return path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
