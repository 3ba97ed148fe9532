"""Made-up pages of one portal: a frame that all share, articles of their own words."""

from __future__ import annotations

from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.fields.page_summary import PageSummary, summarize_page

WORDS = (
    "harbour bridge market school river castle garden library station tower village engine winter summer letter window "
    "mirror forest island teacher doctor sailor farmer baker painter writer keeper runner singer dancer"
).split()
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


def summaries(*pages: str) -> list[PageSummary]:
    found = [summarize_page(page(number, html)) for number, html in enumerate(pages)]
    return [each for each in found if each is not None]
