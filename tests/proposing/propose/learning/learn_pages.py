"""Made-up pages of one portal: a frame that all share, articles of their own words."""

from __future__ import annotations

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import builtin_rules
from webarticlecurator.proposing.fields.metadata_rules import learn_fields

WORDS = (
    "harbour bridge market school river castle garden library station tower village engine winter summer letter window "
    "mirror forest island teacher doctor sailor farmer baker painter writer keeper runner singer dancer"
).split()
PORTAL = Portal(
    "echo", "https://echo.example/", title="Echo", language="en", article=builtin_rules()
)
SHARE = '<div class="share"><p>Share this with your friends</p><a href="/f">Face</a> <a href="/x">Bird</a></div>'
NOTICE = (
    "All that is published here belongs to the publishing house of the town, which lets nobody print it anywhere else unless "
    "it was asked for in a letter and has answered it."
)


def prose(number: int, place: int) -> str:
    """Return a paragraph of some 200 characters, different for each number and place."""
    start = number * 31 + place * 7
    picked = [WORDS[(start + step * (3 + number % 5)) % len(WORDS)] for step in range(22)]
    return f"The {picked[0]} of number {number} in place {place} said that {' '.join(picked[1:])} were seen on that day."


def paragraphs(number: int, count: int = 5, first: int = 0) -> str:
    return "".join(f"<p>{prose(number, place)}</p>" for place in range(first, first + count))


def framed(number: int, content: str, head: str = "") -> str:
    """Return a page with menu, title and a column of teasers around ``content``."""
    menu = "".join(f'<li><a href="/s/{word}">{word}</a></li>' for word in WORDS[:9])
    aside = "".join(
        f'<div class="card"><a href="/news/of/today/{n}">{prose(n, 90)[:60]}</a></div>'
        for n in range(number, number + 4)
    )
    title = f"What happened on day {number} at the {WORDS[number % len(WORDS)]}"
    return (
        f"<html><head><title>{title}</title>{head}</head><body><nav><ul>{menu}</ul></nav>"
        f'<div class="page"><h1>{title}</h1>{content}</div><div class="column">{aside}</div></body></html>'
    )


def story(number: int, more: str = "") -> str:
    """Return a page in the current layout: a lead above the text, a share box in it."""
    lead = f'<p class="standfirst">In short: {prose(number, 50)}</p>'
    return framed(number, f'<div class="story-body">{lead}{paragraphs(number)}{SHARE}{more}</div>')


def old(number: int) -> str:
    """Return a page in the former layout."""
    return framed(number, f'<table><tr><td class="cikk">{paragraphs(number)}</td></tr></table>')


def page(number: int, html: str) -> Page:
    return Page(f"https://echo.example/2020/05/{number}/what-happened-on-that-day", html)


def blog_page(number: int, above: str, below: str = "", head: str = "") -> str:
    """Return an article with what is above and below its text, comments, and other articles."""
    others = "".join(
        f'<article class="card"><h3><a href="/{word}">On the {word}</a></h3><p class="teaser-writer">Zoe Other</p>'
        f'<p class="cat-name"><a href="/c/{word}">{word}</a></p></article>'
        for word in WORDS[:3]
    )
    comment = (
        '<div class="comments"><p class="comment-author">Some Reader</p><p>I was there.</p></div>'
    )
    title = f"What happened on day {number} at the {WORDS[number]}"
    return (
        f"<html><head><title>{title}</title>{head}</head><body><main><h1>{title}</h1>{above}"
        f'<div class="story">{paragraphs(number)}</div>{below}{comment}</main>'
        f'<aside class="related">{others}</aside></body></html>'
    )


def learned(*pages: str) -> dict[str, tuple[FieldLine, ...]]:
    """Return what the pages, whose text is in ``div.story``, suggest for each field."""
    stored = [page(number, html) for number, html in enumerate(pages)]
    return dict(learn_fields(stored, ["div.story"], PORTAL))


def rules(lines: tuple[FieldLine, ...]) -> list[tuple[str, str]]:
    """Return the selector of each line and what its first ``replace`` takes out."""
    return [
        (str(line.rule["css"]), "".join(pair[0] for pair in line.rule.get("replace", ())))  # type: ignore[attr-defined]
        for line in lines
    ]
