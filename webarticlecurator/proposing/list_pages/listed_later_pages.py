"""Later pages of articles among the links of a list, as those to the last post of a thread: they
are no articles of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice

from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.own_pager import ADDRESS_ENDING, find_own_pager
from webarticlecurator.proposing.list_pages.archive_addresses import after_host

MAX_TRIED = 2
"""Articles whose pagers are looked at."""
_COUNTER = re.compile(r"[/?,&][^\d/?&]{0,20}\d{1,3}(?:\.[a-z]{2,5})?/?")
"""What is behind the address of a first page in that of a later one; a hyphen alone may also be
part of the name of another article."""


def find_continuation(
    links: Sequence[str],
    read: Callable[[str], Page | None],
    is_other_article: Callable[[Page, Page], bool],
) -> str:
    """Return the regex of ``article.continuation`` for the addresses of later pages among those
    that a list names, "" without any. ``read`` returns a page; ``is_other_article`` says of a first
    page and another one that this is an article of its own.

    One of them is a page to which the pager of its article leads, and all addresses of this form
    have that of another one before their counters.
    """
    stems = {ADDRESS_ENDING.sub("", url): url for url in links}
    found = [(url, *_split(url, stems)) for url in links]
    counts = Counter(form for _, form, first in found if form and first)
    for form, _ in counts.most_common(1):
        if any(each == form and not first for _, each, first in found):
            return ""
        pairs = ((first, url) for url, each, first in found if each == form)
        for first, url in islice(pairs, MAX_TRIED):
            page = read(first)
            pager = find_own_pager(page) if page is not None else None
            if page is None or pager is None or url not in (pager.address, *pager.others):
                continue
            later = read(url)
            if later is not None and not is_other_article(page, later):
                return f"{form}$"
    return ""


def _split(url: str, stems: dict[str, str]) -> tuple[str, str]:
    """Return the form of what follows a listed first page in an address, and that page; the form
    alone where it is not listed, and "" for an address without a counter."""
    for match in _COUNTER.finditer(url, after_host(url)):
        if match.end() == len(url):
            form = re.sub(r"\d+", r"\\d{1,3}", re.escape(match[0]))
            return form, stems.get(url[: match.start()], "")
    return "", ""
