"""How a page leads to the next one."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from webarticlecurator.base.proposal.proposal import NumberedProposal
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.archive_addresses import find_dated_address

NUMBER_IN_ADDRESS = re.compile(r"(?<!%)(?<!%[0-9A-Fa-f])\d+")
"""A number, but not one of a letter in percent-encoding: ``%C3%A4`` is an *ä*."""


def propose_numbered(page: Page) -> NumberedProposal | None:
    """Return the address template of the links whose texts are page numbers, or None.

    The proposal has the value of page 1 and the step from page to page. It takes two such links at
    least, or a single one whose number is also that of its address. The page itself or a link may
    be the one before page 1: some portals write *0 1 2*.
    """
    groups: dict[str, dict[int, int]] = {}
    anchors = find_anchors(page)
    for anchor in anchors:
        url = anchor.address
        if not re.fullmatch(r"[1-9]\d{0,4}", anchor.text) or _is_of_date(anchor.text, url):
            continue
        for match in NUMBER_IN_ADDRESS.finditer(url, len("://".join(urlsplit(url)[:2]))):
            value = match.group()
            # With leading zeros it is the part of a date or an id.
            if value == str(int(value)):
                template = f"{url[: match.start()]}{{page}}{url[match.end() :]}"
                groups.setdefault(template, {})[int(anchor.text)] = int(value)

    candidates = [
        (len(pages), template, progression)
        for template, pages in groups.items()
        if (progression := _find_progression(pages))
    ]
    if not candidates:
        return None
    # Of several templates that with most links: numbers are also on lists of years or comments.
    _, template, (start, step) = max(candidates, key=lambda candidate: candidate[:2])
    before = template.replace("{page}", str(start - step)) if start >= step else ""
    addresses = {normalize_address(page.url), *(anchor.address for anchor in anchors)}
    return NumberedProposal(template, start - step if before in addresses else start, step)


def _is_of_date(text: str, url: str) -> bool:
    """Return True for the link to a page by year or day, which is no number of a page: *2* is one
    in ``/2019/07/2``, since the day would be written as the month."""
    dated = find_dated_address(url)
    if dated is None:
        return False
    is_day = dated.step == "day" and ("%-m" in dated.template or "%-d" not in dated.template)
    return text == str(dated.day.year) or (is_day and text == str(dated.day.day))


def _find_progression(pages: dict[int, int]) -> tuple[int, int] | None:
    """Return the value of page 1 and the step, if the values grow evenly with the page numbers."""
    (page, value), *others = sorted(pages.items())
    # One link alone proves a step only if it agrees with its own number; some portals count from
    # zero.
    if not others:
        return (1, 1) if page == value else (0, 1) if page == value + 1 else None

    last_page, last_value = others[-1]
    step, rest = divmod(last_value - value, last_page - page)
    first_value = value - (page - 1) * step
    if step <= 0 or rest or first_value < 0:
        return None
    is_even = all(other == value + (number - page) * step for number, other in others)
    return (first_value, step) if is_even else None


def find_page_template(url: str) -> str:
    """Return the address with ``{page}`` in place of the only small number in its path or query.

    The number has one to three digits and is a segment or a value of its own. The result is "" if
    there is none or more than one.
    """
    start = len("://".join(urlsplit(url)[:2]))
    numbers = list(re.finditer(r"(?<=[/=])\d{1,3}(?=[/&]|$)", url[start:]))
    # Of two small numbers none is known to be the page: it may be a month.
    if len(numbers) != 1:
        return ""
    (number,) = numbers
    return f"{url[: start + number.start()]}{{page}}{url[start + number.end() :]}"
