"""A portal of one archive page and two articles, in a WARC file of its own; portal files and files
of expectations beside it."""

from __future__ import annotations

import gzip
from pathlib import Path

from response_records import response_record

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
    with gzip.open(path, "wb") as stream:
        for number, (url, text) in enumerate(pages.items()):
            number_id = f"00000000-0000-4000-8000-{number:012}"
            stream.write(response_record(url, text.encode("utf-8"), number_id))
    return path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8", newline="\n")
    return path
