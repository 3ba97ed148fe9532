"""A made-up portal of three months with twelve articles each, and the same in other designs."""

from __future__ import annotations

import random

from redesigns import redesign

RULES = """\
language: en
timezone: UTC
fetch: {delay: 0}
archive:
  columns:
    news:
      url: "BASE/{date:%Y/%m}"
      dates: {from: 2024-01-01, until: 2024-03-31, step: month}
      pagination: {mode: next-link, next: a.older}
  links: h2.headline
article:
  body: {root: div.story, drop: [.related]}
  metadata:
    title: h1.title
    authors: .by a
    published: {css: time.when, attr: datetime}
"""
MONTHS = 3
PER_MONTH = 12
_WORDS = (
    "river council harvest bridge morning letter teacher market winter engine garden painter"
    " village railway election library museum doctor storm student island factory concert forest"
).split()
_NAMES = ("Anna Kovacs", "Bela Nagy", "Clara Smith", "David Horvath", "Edit Szabo")


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=chance.randint(9, 16))).capitalize() + "."


def article_path(month: int, number: int) -> str:
    return f"/2024/{month:02}/{number:02}-{_WORDS[(month * 7 + number) % len(_WORDS)]}"


def article_page(month: int, number: int) -> str:
    """Return the page of an article in the first design."""
    chance = random.Random(month * 100 + number)
    title = " ".join(chance.choices(_WORDS, k=6)).capitalize()
    name = _NAMES[(month + number) % len(_NAMES)]
    day = f"2024-{month:02}-{number + 3:02}"
    paragraphs = [
        f"<p>{' '.join(_sentence(chance) for _ in range(3))}</p>"
        for _ in range(chance.randint(6, 9))
    ]
    paragraphs.insert(
        2, f'<div class="related"><a href="{article_path(1, 1)}">Read this, too</a></div>'
    )
    return (
        f'<html><head><title>{title} - The Daily</title><meta property="og:title" content="{title}">'
        f'<meta property="article:published_time" content="{day}T09:30:00Z"></head><body>'
        '<header class="top"><nav><a href="/">Home</a> <a href="/2024/01">January</a></nav></header>'
        f'<main class="page"><article class="entry"><h1 class="title">{title}</h1>'
        f'<div class="by">By <a href="/author/{name[:4]}">{name}</a>'
        f' <time class="when" datetime="{day}T09:30:00Z">{day}</time></div>'
        f'<div class="story">{"".join(paragraphs)}</div></article>'
        f'<aside class="most"><h3>Most read</h3><ul>{_teasers(month)}</ul></aside></main>'
        '<footer class="end"><p>The Daily, a paper that does not exist, since 2024.</p></footer>'
        "</body></html>"
    )


def _teasers(month: int) -> str:
    paths = [article_path(other, 1 + other) for other in range(1, MONTHS + 1)]
    return "".join(f'<li><a href="{p}">A teaser of something in {month}</a></li>' for p in paths)


def list_page(month: int, half: int) -> str:
    """Return a page of a month in the first design."""
    numbers = range(1 + half * PER_MONTH // 2, 1 + (half + 1) * PER_MONTH // 2)
    items = "".join(
        f'<div class="item"><h2 class="headline"><a href="{article_path(month, n)}">What happened'
        f" on day {n} of it</a></h2><p>In short.</p></div>"
        for n in numbers
    )
    older = f'<a class="older" href="/2024/{month:02}?page=2">Older</a>' if half == 0 else ""
    return (
        "<html><head><title>Archive - The Daily</title></head><body>"
        '<header class="top"><nav><a href="/">Home</a></nav></header>'
        f'<main class="page"><div class="items">{items}</div><div class="pager">{older}</div>'
        f'<aside class="most"><h3>Most read</h3><ul>{_teasers(month)}</ul></aside></main>'
        "</body></html>"
    )


def all_pages() -> dict[str, str]:
    """Return path → page of the whole portal in the first design."""
    pages = {}
    for month in range(1, MONTHS + 1):
        pages[f"/2024/{month:02}"] = list_page(month, 0)
        pages[f"/2024/{month:02}?page=2"] = list_page(month, 1)
        for number in range(1, PER_MONTH + 1):
            pages[article_path(month, number)] = article_page(month, number)
    return pages


def redesigned(changes: list[str], seed: int = 1) -> dict[str, str]:
    """Return the portal in another design."""
    return {path: redesign(page, changes, seed) for path, page in all_pages().items()}
