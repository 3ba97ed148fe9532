"""What is known of a page as a whole: integers only, so that no rounding decides.

They tell what kind of page it is (an article, a thread, a list, documentation), and so how much a
repeated item, a link or a heading says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.page_tree import COMMENTS, FAR, PageTree, per_mille
from webarticlecurator.guess.text_units import HEADINGS, PageHints, Unit
from webarticlecurator.page import Page

PAGE_NAMES = (
    "page_running page_units page_link_share page_paragraphs page_headings page_h1 page_dates"
    " page_code page_tables page_lists page_items page_item_share page_comments page_declared"
    " page_social address_depth address_hyphens address_digits address_length address_query"
    " page_short page_running_share page_times page_longest"
).split()
_CODES = {
    1: """article newsarticle blogposting reportagenewsarticle opinionnewsarticle
        analysisnewsarticle report techarticle scholarlyarticle
        reviewnewsarticle liveblogposting medicalwebpage recipe review howto""",
    2: "discussionforumposting qapage question forumposting socialmediaposting conversation",
    3: "collectionpage itemlist searchresultspage profilepage blog category imagegallery medialist",
    4: """product service softwareapplication organization localbusiness offer course event
        apireference""",
    5: "faqpage aboutpage contactpage",
    6: "webpage website",
}
_TYPE_CODES = {name: code for code, names in _CODES.items() for name in names.split()}
"""Types of Schema.org and Open Graph, in small letters, by what kind of page has them."""
_OTHER_TYPE = 9
_ARTICLE, _THREAD = 1, 2
_TYPE_ORDER = (2, 1, 3, 5, 4, 6, _OTHER_TYPE)
"""A page declares several types: the first of these counts."""
_NUMBER = re.compile("[0-9]+")
_MAX_SIZE = 100_000
_CODE_TAGS = ("pre", "code")


@dataclass(frozen=True)
class PageFacts:
    """What a page says of itself beside its text: ``types`` that it declares in JSON-LD and Open
    Graph, as codes of their kind; ``times``: number of ``time`` elements; ``has_code``: whether
    there are elements of program code."""

    hints: PageHints
    types: tuple[int, int]
    times: int
    has_code: bool

    @property
    def is_article(self) -> bool:
        """True for a page that says that it is an article, and no thread."""
        return _ARTICLE in self.types and self.types[0] != _THREAD


def collect_page_facts(page: Page, hints: PageHints) -> PageFacts:
    """Return what ``page`` says of itself."""
    types = (_find_code(hints.types), _find_code(hints.social_types))
    has_code = any(map(page.elements.with_tag, _CODE_TAGS))
    return PageFacts(hints, types, len(page.elements.with_tag("time")), has_code)


def _find_code(types: Iterable[str]) -> int:
    codes = {_TYPE_CODES.get(name, _OTHER_TYPE) for name in types}
    return next((code for code in _TYPE_ORDER if code in codes), 0)


def is_in_code(unit: Unit) -> bool:
    """Return True for a unit of program code."""
    return any(element.tag in _CODE_TAGS for element in unit.around[:3])


def list_page_values(
    facts: PageFacts, units: Sequence[Unit], tree: PageTree, items: tuple[int, int]
) -> list[int]:
    """Return the values of ``PAGE_NAMES``. ``items``: number and running text of what is repeated
    most (see ``PageItems``)."""
    size, running = tree.sizes[0], tree.running[0]
    counts, sizes = Counter[str](), Counter[str]()
    dates = code = short = longest = 0
    may_have_code = facts.has_code
    for unit in units:
        counts[unit.tag] += 1
        sizes[unit.tag] += unit.size
        dates += unit.is_date_line
        short += unit.size < 40
        if may_have_code and is_in_code(unit):
            code += unit.size
        if unit.is_running_text and unit.size > longest:
            longest = unit.size
    try:
        address = urlsplit(facts.hints.url)
    except ValueError:  # http://[bad
        address = urlsplit("")
    parts = [part for part in address.path.split("/") if part]
    last = parts[-1] if parts else ""
    return [
        min(running, _MAX_SIZE),
        min(len(units), FAR),
        per_mille(tree.linked[0], size),
        min(tree.paragraphs[0], FAR),
        min(sum(counts[tag] for tag in HEADINGS), FAR),
        min(counts["h1"], 50),
        min(dates, FAR),
        per_mille(code, size),
        per_mille(sizes["td"] + sizes["th"], size),
        per_mille(sizes["li"] + sizes["dd"] + sizes["dt"], size),
        items[0],
        per_mille(max(items[1], 0), running),
        min(len([names for names in tree.names if names & COMMENTS]), FAR),
        *facts.types,
        min(len(parts), FAR),
        min(last.count("-") + last.count("_"), FAR),
        min(max(map(len, _NUMBER.findall(last)), default=0), FAR),
        min(len(last), 200),
        int(bool(address.query)),
        per_mille(short, len(units)),
        per_mille(running, size),
        min(facts.times, FAR),
        min(longest, _MAX_SIZE),
    ]
