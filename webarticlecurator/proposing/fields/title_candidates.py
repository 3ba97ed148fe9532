"""Titles, and a rule for the title where the default sources give several articles the same one. An
affix stands behind or before a separator, on a good part of the titles of one source, and with
that many different titles. Nothing is learned from a single title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.characters import keep_letters
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_first

# What an affix of titles is: on how many of them it must be, and how long it may be.
SUFFIX_SHARE, PREFIX_SHARE = 0.2, 0.5
"""Share of a source's titles that must have the affix. It is higher for prefixes, since a series
may head many titles (``Weather: …``)."""
MIN_TITLES = 5
"""Titles that must have the affix, unless it is a name of the portal."""
MIN_TITLES_WITH_NAME = 2
"""Titles that must have an affix which is a name of the portal."""
MAX_LENGTH = 60
"""Characters of an affix; anything longer may be a title itself."""
MAX_TITLE_ROUNDS = 3
MIN_NAMED = 4
NAMED_SHARE = 0.9
"""Articles whose pages must have the name of the site, and their share."""

_SITE_NAME = Rule(kind="meta", expression="og:site_name")
_SEPARATOR = re.compile(r"\s+(?:[-–—−|｜ㅣ·•»«:/]|::|>>|<<)\s+|\s*[|｜ㅣ]\s*|:\s+")


@dataclass(frozen=True)
class Affix:
    """A beginning or ending of titles.

    ``text`` includes the separator; ``kind`` is ``suffix`` or ``prefix``. ``count`` of the ``of``
    titles of the source named ``source`` have it.
    """

    text: str
    kind: str
    source: str
    count: int
    of: int

    @property
    def pair(self) -> tuple[str, str]:
        """The affix as a pair of ``replace``: a regular expression and its empty replacement."""
        body = r"\s+".join(re.escape(part) for part in self.text.split())
        left = r"\s+" if self.text[:1].isspace() else ""
        right = r"\s+" if self.text[-1:].isspace() else ""
        return (f"{left}{body}$", "") if self.kind == "suffix" else (f"^{body}{right}", "")


def find_title_affixes(
    titles: Mapping[str, Iterable[str]], known: Iterable[str] = ()
) -> tuple[Affix, ...]:
    """Return the affixes of all sources, each once, in the order in which they have to be removed.

    ``titles`` maps a source to its titles, white space collapsed. ``known`` are names of the portal
    and its publisher.
    """
    names = {keep_letters(name) for name in known} - {""}
    affixes: dict[tuple[str, str], Affix] = {}
    for source, source_titles in titles.items():
        distinct = sorted(set(source_titles))
        # In rounds, since a site may write section and name after its titles, one behind the other.
        for _ in range(MAX_TITLE_ROUNDS):
            found = [
                affix
                for kind in ("suffix", "prefix")
                for affix in _find_in_source(distinct, kind, source, names)
            ]
            if not found:
                break
            for affix in found:
                affixes.setdefault((affix.kind, affix.text), affix)
            distinct = sorted({remove_affixes(title, found) for title in distinct})
    return tuple(affixes.values())


def _find_in_source(titles: list[str], kind: str, source: str, names: set[str]) -> list[Affix]:
    """Return the affixes of one kind that enough of the titles have, most frequent first."""
    counts = Counter(filter(None, (_cut_affix(title, kind) for title in titles)))
    share = SUFFIX_SHARE if kind == "suffix" else PREFIX_SHARE
    min_count = max(MIN_TITLES, share * len(titles))
    frequent = [
        Affix(text, kind, source, count, len(titles))
        for text, count in counts.items()
        # A name of the portal needs little proof: no article is titled so.
        if count >= (MIN_TITLES_WITH_NAME if keep_letters(text) in names else min_count)
    ]
    return sorted(frequent, key=lambda affix: (-affix.count, affix.text))


def _cut_affix(title: str, kind: str) -> str | None:
    """Return the title from its last separator on, or up to its first one.

    None without a separator, or if the title would become empty of the title.
    """
    separators = list(_SEPARATOR.finditer(title))
    if not separators:
        return None
    text = title[separators[-1].start() :] if kind == "suffix" else title[: separators[0].end()]
    letters = keep_letters(text)
    return text if len(text) <= MAX_LENGTH and letters and letters != keep_letters(title) else None


def remove_affixes(title: str, affixes: Iterable[Affix]) -> str:
    for affix in affixes:
        title = re.sub(*affix.pair, title)
    return title


def choose_site_name(title: str, pages: Sequence[Page]) -> str:
    """Return the name of the site: that which the ``pages`` of articles declare, or the part of the
    list's ``title`` with which theirs begin or end; else the title: *Home - Echo* is *Echo*."""
    declared = (select_first((_SITE_NAME,), page) for page in pages)
    ends = [
        {keep_letters(parts[0]), keep_letters(parts[-1])}
        for page in pages
        if len(parts := _SEPARATOR.split(read_window_title(page))) > 1
    ]
    named = Counter(" ".join(name.split()) for name in declared if name)
    shared = Counter(letters for own in ends for letters in own)
    least = max(MIN_NAMED, NAMED_SHARE * len(pages))
    for name, count in named.most_common(1):
        if count >= least:
            return name
    parts = _SEPARATOR.split(title)
    found = [part for part in parts if shared[keep_letters(part)] >= least]
    return found[0].strip() if len(parts) > 1 and found else title


def read_window_title(page: Page) -> str:
    """Return the text of the ``title`` element, "" without one."""
    element = page.root.find("head/title")
    return "" if element is None else text_of(element)
