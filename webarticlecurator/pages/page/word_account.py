"""Count words: runs of characters without white space, never across the edge of a block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lxml import etree

from webarticlecurator.base.model.article import TextAccount
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.pages.page.inline_style import makes_block


def source_words(element: etree._Element) -> list[str]:
    """Return the words of an element as a browser shows them, without code."""
    pieces = [element.text or ""] if element.tag not in CODE_TAGS else []
    if not len(element):
        return "".join(pieces).split()
    for event, inner in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if inner is element:
            continue
        edge = " " if inner.tag in BLOCK_TAGS or inner.tag in ("br", "img") else ""
        if event == "start":
            pieces.append(edge + (inner.text or "" if inner.tag not in CODE_TAGS else ""))
        else:
            pieces.append(edge + (inner.tail or ""))
    return "".join(pieces).split()


def count_own_words(element: etree._Element) -> int:
    """Return the number of words directly in ``element``, not in its child elements."""
    texts = (element.text, *(child.tail for child in element))
    return sum(len(text.split()) for text in texts if text)


class WordAccount:
    """Collects the word counts of one page while it is walked."""

    def __init__(self) -> None:
        self._dropped: dict[str, int] = {}
        self._base: dict[str, int] = {}
        self._unclaimed: dict[str, int] = {}

    def add_dropped(self, rule: str, element: etree._Element) -> None:
        """Count the words of ``element`` and its descendants as dropped by ``rule``."""
        self.add_words(rule, 0 if element.tag in CODE_TAGS else len(source_words(element)))

    def add_words(self, rule: str, count: int) -> None:
        """Count words as dropped by ``rule``."""
        if count:
            self._dropped[rule] = self._dropped.get(rule, 0) + count

    def add_unclaimed(self, signature: str, element: etree._Element) -> None:
        """Count the own words of an element that is kept without a row in any tag dictionary."""
        count = count_own_words(element)
        if count:
            self._unclaimed[signature] = self._unclaimed.get(signature, 0) + count

    def add_base_use(self, signature: str) -> None:
        """Count an element for which the portal's own tag dictionary has no row."""
        self._base[signature] = self._base.get(signature, 0) + 1

    def to_text_account(self, kept: int) -> TextAccount:
        """Return the account; ``kept``: the number of words in the body."""
        return TextAccount(
            kept=kept,
            dropped=tuple(sorted(self._dropped.items())),
            unclaimed=tuple(sorted(self._unclaimed.items())),
            base=tuple(sorted(self._base.items())),
        )


def sum_accounts(accounts: Iterable[TextAccount]) -> TextAccount:
    """Return the sum of several accounts."""
    accounts = tuple(accounts)
    outside = [a.outside for a in accounts if a.outside is not None]
    return TextAccount(
        kept=sum(a.kept for a in accounts),
        dropped=_sum_tables(a.dropped for a in accounts),
        unclaimed=_sum_tables(a.unclaimed for a in accounts),
        base=_sum_tables(a.base for a in accounts),
        outside=sum(outside) if outside else None,
    )


def _sum_tables(tables: Iterable[tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    totals: Counter[str] = Counter()
    for table in tables:
        totals.update(dict(table))
    return tuple(sorted(totals.items()))


# The HTML elements that end a line of text in a browser.
#
# They are those with the display types block, list-item and table parts (WHATWG HTML, "Rendering").
BLOCK_TAGS = frozenset(
    """address article aside blockquote body caption center colgroup col dd details dialog dir
    div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr
    html legend li listing main menu nav ol optgroup option p plaintext pre search section
    summary table tbody td tfoot th thead tr ul xmp""".split()
)

VERBATIM_TAGS = frozenset(("listing", "plaintext", "pre", "xmp"))
"""Elements that show white space as it is written."""


def is_block(element: etree._Element) -> bool:
    """Return True for an element that ends a line, by its tag or by its own ``style``."""
    if element.tag in BLOCK_TAGS:
        return True
    style = element.get("style")
    return style is not None and makes_block(style)
