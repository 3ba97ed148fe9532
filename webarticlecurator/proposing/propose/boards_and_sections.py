"""Lists to which a front page leads, each a list of its own: boards of a forum, and sections of a
portal.

A forum lists its boards in place of threads. Which links lead to boards is seen behind them: two of
them have lists without a common thread, and what they list are threads. The sections of a portal
together list what its front page does, and go on where that has no next page.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from urllib.parse import parse_qsl, urljoin, urlsplit

from webarticlecurator.articles.without_rules.threads import find_thread
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.proposal.proposal import Board
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.crawling.archive.link_anchors import find_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.class_tokens import is_in_navigation
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.list_pages.next_links import is_later_page
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.visits import Visits, read_list_pages

MAX_GROUPS = 5
MAX_LOOKS = 3
MAX_THREADS = 2
"""Pages of a group of links, and threads of each, that are looked at to see what they are."""
MIN_BOARDS = 2
MIN_THREADS = 2
MAX_BOARDS = 16
"""Boards that are looked at; the others are believed to be like them."""
_NUMBERED = re.compile(r"([a-z]+)[-_.]?\d+(\.\w+)?", re.IGNORECASE)

Form = tuple[str, ...]


@dataclass(frozen=True)
class _Group:
    """Links of one form on the page: address → text."""

    form: Form
    names: dict[str, str]


def find_boards(page: Page, visits: Visits, runtime: Runtime) -> tuple[Board, ...]:
    """Return the boards that ``page`` and those among them list; () if it is no list of boards."""
    # the name of a board stands before its last post, and who wrote that
    for group in _list_groups(page):
        css = _find_thread_links(group, visits, runtime)
        if css:
            return tuple(_list_boards(group, css, visits, runtime))
    return ()


def _list_groups(page: Page) -> list[_Group]:
    """Return the groups of links that may be boards, in the order of the page: the largest ones."""
    groups: dict[Form, dict[str, str]] = {}
    for url, text in _list_links(page):
        names = groups.setdefault(_form_of(url), {})
        names[url] = names.get(url) or text
    found = [_Group(form, names) for form, names in groups.items() if any(names.values())]
    largest = sorted(found, key=lambda group: -len(group.names))[:MAX_GROUPS]
    return [group for group in found if group in largest]


def _list_links(page: Page) -> Iterator[tuple[str, str]]:
    own = {normalize_address(page.url), normalize_address(urljoin(page.url, "/"))}
    return (
        (anchor.address, anchor.text)
        for anchor in find_anchors(page)
        if anchor.address not in own and not is_in_navigation(anchor.element)
    )


def _form_of(url: str) -> Form:
    """Return what the addresses of boards have in common: the first folder, how many there are and
    which have numbers, the names of the query."""
    parts = urlsplit(url)
    first, *others = parts.path.strip("/").split("/")
    if _NUMBERED.fullmatch(first):
        first = DIGITS.sub("#", first)
    kinds = ("#" if each.isdecimal() else "x#" if DIGITS.search(each) else "x" for each in others)
    return (parts.netloc, first, *kinds, *(name for name, _ in parse_qsl(parts.query)))


def _find_thread_links(group: _Group, visits: Visits, runtime: Runtime) -> str:
    """Return the selector of the threads that the first pages of a group list, each its own; "" if
    they are no boards."""
    found = read_list_pages([*group.names][:MAX_LOOKS], visits, runtime)
    pages = [page for page in found if _is_board(page, group.names)]
    rules = propose_link_rules(pages)
    lists = [list_addresses(page, rules[0].css) for page in pages if rules]
    listed = [url for found in lists for url in found]
    # one page that lists others may be an article with links to its neighbours
    if len(pages) < MIN_BOARDS or len(listed) < MIN_THREADS or len(set(listed)) < len(listed):
        return ""
    some = (url for found in lists for url in found[:MAX_THREADS])
    threads = map(find_thread, read_list_pages([*some], visits, runtime))
    return rules[0].css if any(each is not None for each in threads) else ""


def _is_board(page: Page, boards: Container[str], css: str = "") -> bool:
    """Return True if a page lists something else than boards; too few links for a list count if
    ``css``, the selector of other boards, finds them."""
    rules = propose_link_rules([page])
    if not rules:
        return bool(css and list_addresses(page, css))
    return not any(link in boards for link in rules[0].links)


def _list_boards(group: _Group, css: str, visits: Visits, runtime: Runtime) -> Iterator[Board]:
    """Yield the boards of a group and those that they list themselves, without those that list
    other boards alone. ``css`` selects threads."""
    waiting = dict(group.names)
    done: set[str] = set()
    while waiting:
        url, name = next(iter(waiting.items()))
        del waiting[url]
        done.add(url)
        if len(done) > MAX_BOARDS:
            yield Board(name, url)
            continue
        for page in read_list_pages([url], visits, runtime):
            for inner, text in _list_links(page):
                is_new = inner not in done and not is_later_page(url, inner)
                if is_new and _form_of(inner) == group.form and not waiting.get(inner):
                    waiting[inner] = text
            if _is_board(page, {*waiting, *done}, css):
                yield Board(name, url)
