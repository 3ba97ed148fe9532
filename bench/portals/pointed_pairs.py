"""How often two headlines that are clicked on an archive page lead to the known list of its articles.

    python -m bench.portals.pointed_pairs [SHARED] [--pairs N] [--anywhere] [--portal NAME] [--failures]

Reads the archive pages of SHARED/cases/wac whose articles are known. On each, pairs of headlines
are drawn (always the same ones), link rules are proposed for them, and ranked by what they list on
the other stored pages of the portal, as the studio does. Prints for each portal the share of the
pairs for which the first proposal, one of the first three, and any lists exactly the known
articles of the page; and the same for each link to the known next page, which must be found on all
pages. ``--anywhere`` draws any link to an article (a picture, "read on") in place of its headline;
``--failures`` prints what was proposed where the first proposal was wrong.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from bench.shared.options import parser_with_shared
from bench.text.publishers import portal_file
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.corpus.stored_pages.captured_pages import WarcPages
from webarticlecurator.crawling.archive.link_anchors import Anchor, find_all_anchors
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.rules.results import select_first, select_links
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.proposing.list_pages.pointed_links import propose_links_for
from webarticlecurator.proposing.list_pages.pointed_next import propose_next_for
from webarticlecurator.proposing.list_pages.rule_trials import (
    PageAddresses,
    rank_link_rules,
    rank_next_rules,
)

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LINE = "{:<24}{:>7}{:>8}{:>8}{:>8}"


@dataclass
class Shares:
    """The places of the right proposals, from 0; None where there is none."""

    places: list[int | None] = field(default_factory=list)

    def write(self, name: str) -> str:
        """Return a line of the table."""
        within = [
            sum(place is not None and place < most for place in self.places) for most in (1, 3, 99)
        ]
        number = len(self.places)
        shares = (f"{each / number:.1%}" if number else "–" for each in within)
        return LINE.format(name, number, *shares)


@dataclass(frozen=True)
class ListPages:
    """The archive pages of a portal, with the known articles and next pages of some; ``lookup``
    says where articles are now that it lists under old addresses, which nobody could point at."""

    name: str
    pages: dict[str, Page]
    articles: dict[str, frozenset[str]]
    following: dict[str, str]
    lookup: dict[str, str]


def read_portals(folder: Path, only: str = "") -> Iterator[ListPages]:
    """Read the archive pages of each portal."""
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    names = dict.fromkeys(case["portal"] for case in cases if only in ("", case["portal"]))
    for name in names:
        own = [case for case in cases if case["portal"] == name]
        articles, following = _find_known(own, "article_urls"), _find_known(own, "next_page_url")
        urls = dict.fromkeys((*articles, *following))
        portal, warc = load_portal(portal_file(name)), folder / own[0]["warc"]
        with WarcPages(portal, [warc], Runtime()) as known:
            stored = [known.find(url) for url in urls]
        pages = {each.url: read_page(each.url, each.content, each.content_type) for each in stored}
        yield ListPages(
            name,
            pages,
            {url: frozenset(map(normalize_address, known)) for url, known in articles.items()},
            {url: normalize_address(known) if known else "" for url, known in following.items()},
            _read_lookup(name),
        )


def _read_lookup(name: str) -> dict[str, str]:
    """Return the lookup table of the shipped portal file."""
    portal = load_portal(portal_file(name))
    rules = [rule for column in portal.columns for span in column.spans for rule in span.links]
    return {old: new for rule in rules for old, new in rule.map}


def _find_known(cases: Iterable[dict[str, Any]], kind: str) -> dict[str, Any]:
    return {case["url"]: case["expected"] for case in cases if case["kind"] == kind}


def choose_headlines(page: Page, known: frozenset[str], anywhere: bool) -> list[Anchor]:
    """Return the link of each known article that somebody would click: that in a heading, or with
    the longest text. With ``anywhere``, all of them."""
    links = [anchor for anchor in find_all_anchors(page) if anchor.address in known]
    if anywhere:
        return links
    best: dict[str, Anchor] = {}
    for anchor in links:
        if anchor.address not in best or _rate(anchor) > _rate(best[anchor.address]):
            best[anchor.address] = anchor
    return list(best.values())


def _rate(anchor: Anchor) -> tuple[bool, int]:
    around = {str(outer.tag) for outer in anchor.element.iterancestors()}
    inside = {str(inner.tag) for inner in anchor.element.iter()}
    return not (around | inside).isdisjoint(HEADINGS), len(anchor.text)


def draw_pairs(headlines: Sequence[Anchor], most: int) -> list[tuple[Anchor, Anchor]]:
    """Return pairs of links to different articles, at most so many."""
    pairs = [(a, b) for a, b in combinations(headlines, 2) if a.address != b.address]
    return pairs if len(pairs) <= most else random.Random(0).sample(pairs, most)


def try_links(portal: ListPages, most: int, anywhere: bool, show: Callable[[str], None]) -> Shares:
    """Return the places of the rules that list the known articles."""
    shares = Shares()
    for url, known in portal.articles.items():
        page = portal.pages[url]
        others = [each for each in portal.pages.values() if each is not page]
        for pair in draw_pairs(choose_headlines(page, known, anywhere), most):
            rules = [each.rule() for each in propose_links_for(page, pair)]
            found = _list_all([page, *others], rules)
            ranked = [trial.rule for trial in rank_link_rules(rules, found)]
            here = [{portal.lookup.get(url, url) for url in links} for links in found[0][1]]
            listed = [here[rules.index(rule)] for rule in ranked]
            place = next((n for n, links in enumerate(listed) if links == known), None)
            shares.places.append(place)
            if place != 0:
                show(f"  {url}: {' + '.join(link.text[:40] for link in pair)}")
                for rule, links in zip(ranked, listed, strict=True):
                    show(
                        f"    {len(links - known):>4} too many {len(known - links):>4} missing {to_rule_yaml(rule)}"
                    )
    return shares


def _list_all(pages: Sequence[Page], rules: Sequence[Rule]) -> list[PageAddresses]:
    return [
        (page.url, tuple(tuple(map(normalize_address, select_links((r,), page))) for r in rules))
        for page in pages
    ]


def try_next(portal: ListPages, show: Callable[[str], None]) -> Shares:
    """Return the places of the rules that find the known next pages."""
    shares = Shares()
    pages = [portal.pages[url] for url in portal.following]
    for url, known in portal.following.items():
        page = portal.pages[url]
        for link in (each for each in find_all_anchors(page) if known and each.address == known):
            rules = propose_next_for(page, link)
            found = [(each.url, tuple(_find_next(rule, each) for rule in rules)) for each in pages]
            trials = rank_next_rules(rules, found, (url, known))
            right = [dict(trial.targets) == portal.following for trial in trials]
            place = right.index(True) if True in right else None
            shares.places.append(place)
            if place != 0:
                show(f"  {url}: {link.text[:40]!r}")
                for trial in trials[:3]:
                    wrong = [u for u, t in trial.targets if t != portal.following[u]]
                    show(f"    wrong on {wrong}: {trial.rule}")
    return shares


def _find_next(rule: Rule, page: Page) -> tuple[str, ...]:
    found = select_first((rule,), page, link=True)
    return (normalize_address(found),) if found else ()


def main() -> None:
    """Print the tables."""
    parser = parser_with_shared(__doc__)
    parser.add_argument("--pairs", type=int, default=20, metavar="N")
    parser.add_argument("--anywhere", action="store_true")
    parser.add_argument("--portal", default="", metavar="NAME")
    parser.add_argument("--failures", action="store_true")
    args = parser.parse_args()
    show: Callable[[str], None] = print if args.failures else lambda _: None
    every, every_next = Shares(), Shares()
    print(LINE.format("", "tried", "first", "in three", "any"))
    for portal in read_portals(args.shared / "cases" / "wac", args.portal):
        links, following = (
            try_links(portal, args.pairs, args.anywhere, show),
            try_next(portal, show),
        )
        if links.places:
            print(links.write(f"{portal.name} links"))
        if following.places:
            print(following.write(f"{portal.name} next"))
        every.places += links.places
        every_next.places += following.places
    print(every.write("all links"))
    print(every_next.write("all next"))


if __name__ == "__main__":
    main()
