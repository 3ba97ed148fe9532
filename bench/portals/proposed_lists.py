"""How many known answers about archive pages the file that ``curator new`` proposes gives: from the
page alone, and with one after the other of the other stored list pages of its portal.

    python -m bench.portals.proposed_lists [SHARED] [--portal NAME] [--failures] [--unlike]

Reads the archive pages of SHARED/cases/wac whose articles or next pages are known. For each of
them, a file is proposed of that page, of it and the one after it, and so on, and is asked for the
articles and the next pages of all of them. Prints for each portal how many answers are right;
``--failures`` names those that are not always right, with a sign for each number of pages, in a
group for each first page (``*`` before that of the page itself).

``apart``, ``two`` and ``others`` leave the page that is asked about out: a file is written from one
other page, from two, and from all the others. ``--unlike`` leaves out what the generators of lists
were written from: all classes and identifiers of a portal are other words, the same on all its
pages, so that no name which was seen there helps, and only what the pages show and how it is nested.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from bench.shared.options import parser_with_shared
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.crawl.page_visits import PageVisit
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_from_visits
from webarticlecurator.proposing.propose.visits import LimitedVisits
from webarticlecurator.proposing.trial.page_links import list_links

LINE = "{:<24}" + "{:>8}" * 8
MAX_FIRST = 4
Answer = tuple[str, str]
"""``articles`` or ``next``, and the address of a page."""


class ReadVisit(PageVisit):
    """A stored page that is parsed once, however often it is read."""

    @cached_property
    def _page(self) -> Page:
        return super().read()

    def read(self, classifier: bytes = b"") -> Page:
        return self._page if not classifier else super().read(classifier)


class StoredVisits:
    """Visits to some of the stored pages."""

    def __init__(self, visits: Mapping[str, PageVisit]) -> None:
        self._visits = visits

    def get(self, url: str) -> PageVisit:
        return self._visits[normalize_address(url)]

    def render(self, *_: object) -> None:
        """Return None: stored pages are not rendered again."""

    def robots_text(self, _url: str) -> str:
        return ""

    def can_visit(self, url: str) -> bool:
        return normalize_address(url) in self._visits

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        return [url for url in urls if self.can_visit(url)]


@dataclass(frozen=True)
class KnownPages:
    """The stored pages of a portal, and what is known of the lists among them."""

    name: str
    visits: Mapping[str, PageVisit]
    lists: tuple[str, ...]
    articles: Mapping[str, frozenset[str]]
    following: Mapping[str, str | None]

    def propose(self, urls: Sequence[str], everything: bool = False) -> Portal:
        """Return the portal file that is proposed from some pages."""
        seen = self.visits if everything else {url: self.visits[url] for url in urls}
        proposal = propose_from_visits(urls, LimitedVisits(StoredVisits(seen)), Runtime())
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.yaml"
            path.write_text(proposed_yaml(proposal), encoding="utf-8")
            return load_portal(path)

    def answer(self, portal: Portal, url: str) -> Iterator[tuple[Answer, bool]]:
        """Yield the known answers of a page, and whether a portal file gives them."""
        visit = self.visits[url]
        found = list_links(portal, StoredPage(visit.answered, visit.content, visit.content_type))
        if url in self.articles:
            is_same = {*map(normalize_address, found.articles)} == self.articles[url]
            yield ("articles", url), is_same
        if url in self.following:
            yield ("next", url), found.next_page == self.following[url]

    def list_right(self, urls: Sequence[str], everything: bool = False) -> set[Answer]:
        """Return the known answers of all list pages that the portal file gives which is proposed
        from some of them."""
        try:
            portal = self.propose(urls, everything)
        except CuratorError as error:
            print(f"{self.name}: {error.message}")
            return set()
        found = (each for url in self.lists for each in self.answer(portal, url))
        return {answer for answer, is_right in found if is_right}

    @property
    def answers(self) -> Sequence[Answer]:
        """The kinds of the known answers, with their pages."""
        both = (("articles", self.articles), ("next", self.following))
        return [(kind, url) for url in self.lists for kind, known in both if url in known]


_NAMES = re.compile(rb"""(\s(?:class|id)\s*=\s*)("[^"]*"|'[^']*')""", re.I)


def rename_classes(content: bytes) -> bytes:
    """Return a page whose classes and identifiers are other words: one has the same everywhere."""

    def rename(found: re.Match[bytes]) -> bytes:
        value = found[2]
        names = b" ".join(b"n%08x" % crc32(name) for name in value[1:-1].split())
        return found[1] + value[:1] + names + value[:1]

    return _NAMES.sub(rename, content)


def read_known(folder: Path, only: str = "", *, is_unlike: bool = False) -> Iterator[KnownPages]:
    """Read the stored pages of each portal, with names as they are or unlike them."""
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    for name in dict.fromkeys(case["portal"] for case in cases if only in ("", case["portal"])):
        own = [case for case in cases if case["portal"] == name]
        articles, following = _find_known(own, "article_urls"), _find_known(own, "next_page_url")
        with WarcPages(Portal("new", ""), [folder / own[0]["warc"]], Runtime()) as stored:
            pages = [stored.find(url) for url in stored.addresses()]
        visits = {
            normalize_address(each.url): ReadVisit(
                each.url,
                each.url,
                each.status,
                rename_classes(each.content) if is_unlike else each.content,
                each.content_type,
            )
            for each in pages
        }
        yield KnownPages(
            name,
            visits,
            tuple(dict.fromkeys((*articles, *following))),
            {url: frozenset(map(normalize_address, known)) for url, known in articles.items()},
            following,
        )


def _find_known(cases: Iterable[dict[str, Any]], kind: str) -> dict[str, Any]:
    return {normalize_address(c["url"]): c["expected"] for c in cases if c["kind"] == kind}


def list_series(lists: Sequence[str], start: int) -> Iterator[tuple[str, ...]]:
    """Yield the page at a place, it and the one after it, and so on, round to all pages; of many
    numbers of pages the first ones and the last ones."""
    turned = (*lists[start:], *lists[:start])
    for number in range(1, len(turned) + 1):
        if number <= MAX_FIRST or number >= len(turned) - 1:
            yield turned[:number]


@dataclass
class Count:
    """How many answers are right: of the page itself (``one``), of it with all others (``every``),
    of all others without it (``others``), of it with all that is stored to visit (``stored``);
    ``apart`` is the share of those that are right from any one other page, ``two`` of those from any
    two other pages. ``lost`` are right from
    one page, any of the portal, and not from that page with more."""

    answers: int = 0
    one: int = 0
    every: int = 0
    others: int = 0
    stored: int = 0
    apart: float = 0
    two: float = 0
    lost: int = 0
    notes: list[str] = field(default_factory=list)

    def write(self, name: str) -> str:
        """Return a line of the table."""
        return LINE.format(name, *(round(getattr(self, each), 1) for each in COLUMNS))


COLUMNS = ("answers", "one", "every", "stored", "apart", "two", "others", "lost")


def count(known: KnownPages) -> Count:
    """Ask for all known answers of a portal."""
    total = Count()
    found = [
        [known.list_right(urls) for urls in list_series(known.lists, place)]
        for place in range(len(known.lists))
    ]
    stored = {url: known.list_right((url,), everything=True) for url in known.lists}
    for answer in known.answers:
        _, url = answer
        rows = [[answer in right for right in series] for series in found]
        place = known.lists.index(url)
        own, after = rows[place], rows[(place + 1) % len(rows)]
        total.answers += 1
        total.one += own[0]
        total.every += own[-1]
        total.others += after[-2] if len(after) > 1 else own[-1]
        total.stored += answer in stored[url]
        firsts = [row[0] for row in rows if row is not own] or [own[0]]
        total.apart += sum(firsts) / len(firsts)
        number = len(rows)
        without = [row for n, row in enumerate(rows) if place not in (n, (n + 1) % number)]
        pairs = [row[1] for row in without if len(row) > 1] or [own[0]]
        total.two += sum(pairs) / len(pairs)
        total.lost += sum(row[0] and not all(row) for row in rows)
        if answer not in stored[url] or not all(map(all, rows)):
            marks = ["".join("+" if each else "-" for each in row) for row in rows]
            marks[place] = f"*{marks[place]}"
            line = f"  {' '.join(answer)} stored {answer in stored[url]}"
            total.notes.append(f"{line}\n      {' '.join(marks)}")
    return total


def main() -> None:
    """Print the table."""
    parser = parser_with_shared(__doc__)
    parser.add_argument("--portal", default="", metavar="NAME")
    parser.add_argument("--failures", action="store_true")
    parser.add_argument("--unlike", action="store_true")
    args = parser.parse_args()
    print(LINE.format("", *COLUMNS))
    total = Count()
    for known in read_known(args.shared / "cases" / "wac", args.portal, is_unlike=args.unlike):
        found = count(known)
        print(found.write(known.name), *(found.notes if args.failures else ()), sep="\n")
        for name in COLUMNS:
            setattr(total, name, getattr(total, name) + getattr(found, name))
    print(total.write("all"))


if __name__ == "__main__":
    main()
