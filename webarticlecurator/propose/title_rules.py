"""The titles of a portal: what they begin or end with that belongs to the site (`` - Echo``), and a
rule for the title where the default sources give several articles the same one.

An affix stands behind or before a separator, on a good part of the titles of one source, and with
that many different titles. Nothing is learned from a single title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.model.article import Metadata
from webarticlecurator.model.proposal import FieldLine
from webarticlecurator.page import Page
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules.element_values import text_of

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
MAX_ROUNDS = 3

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
    names = {_letters(name) for name in known} - {""}
    affixes: dict[tuple[str, str], Affix] = {}
    for source, source_titles in titles.items():
        distinct = sorted(set(source_titles))
        # In rounds, since a site may write section and name after its titles, one behind the other.
        for _ in range(MAX_ROUNDS):
            found = [
                affix
                for kind in ("suffix", "prefix")
                for affix in _find_in_source(distinct, kind, source, names)
            ]
            if not found:
                break
            for affix in found:
                affixes.setdefault((affix.kind, affix.text), affix)
            distinct = sorted({_remove_affixes(title, found) for title in distinct})
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
        if count >= (MIN_TITLES_WITH_NAME if _letters(text) in names else min_count)
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
    letters = _letters(text)
    return text if len(text) <= MAX_LENGTH and letters and letters != _letters(title) else None


def _remove_affixes(title: str, affixes: Iterable[Affix]) -> str:
    for affix in affixes:
        title = re.sub(*affix.pair, title)
    return title


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


# A rule for the title, where the default sources take the name of the site, or any other text that
# several articles have in common, for it.

MIN_TITLED_SHARE = 0.6
"""Share of the pages on which a rule for the title must find one: asides have none."""
_HEADINGS = ("h1", "h2", "h3")
_MAX_LEVELS = 4
_SIGNS_BEFORE = re.compile(r"^[-–—:|·»]\s+")


def learn_title(
    pages: Sequence[Page], defaults: Sequence[Metadata], names: Iterable[str]
) -> tuple[FieldLine, ...]:
    """Return the rule for the title if the default one is the same on several pages, or one of the
    ``names`` of the site: the heading that is a part of ``<title>`` on every page; else ``<title>``
    without what all have. Nothing where the default titles differ, or no rule finds others."""
    known = {fold_text(name) for name in names} - {""}
    titles = [fold_text(" ".join(metadata.texts("title"))) for metadata in defaults]
    counts = Counter(filter(None, titles))
    wrong = sum(title in known or counts[title] > 1 for title in titles if title)
    windows = [_window_title(page) for page in pages]
    if not wrong:
        return _leave_out_path(titles, windows)
    why = f"the default one is the same on {wrong} of {len(pages)} pages"
    best = _find_heading(pages, [fold_text(title) for title in windows], known)
    if best:
        return (FieldLine({"css": best}, why),)
    affixes = find_title_affixes({"title": [*filter(None, windows)]}, names)
    pairs = [[*affix.pair] for affix in affixes]
    pairs += [[_SIGNS_BEFORE.pattern, ""]] if any(map(_SIGNS_BEFORE.match, windows)) else []
    short = [fold_text(_remove_affixes(title, affixes)) for title in windows]
    if len(set(short)) < len(short) or not known.isdisjoint(short):
        return ()
    rule: dict[str, object] = {"css": "head > title"}
    return (FieldLine(rule | ({"replace": pairs} if pairs else {}), why),)


def _leave_out_path(titles: Sequence[str], windows: Sequence[str]) -> tuple[FieldLine, ...]:
    """Return the rule for the title of the window if the default ones have the same before it on
    most pages, as the names of what is above (*Site / posts /*)."""
    before = Counter(
        title.removesuffix(fold_text(window))
        for title, window in zip(titles, windows, strict=True)
        if window and title.endswith(fold_text(window)) and title != fold_text(window)
    )
    path, count = before.most_common(1)[0] if before else ("", 0)
    if count < MIN_TITLED_SHARE * len(titles) or len(set(windows)) < len(windows):
        return ()
    return (FieldLine({"css": "head > title"}, f"{path!r} is before it on {count} pages"),)


def find_heading(pages: Sequence[Page], names: Iterable[str]) -> str:
    """Return the selector of the heading that is the title on nearly every page; empty if there is
    none. ``names`` are those of the site."""
    known = {fold_text(name) for name in names} - {""}
    return _find_heading(pages, [fold_text(_window_title(page)) for page in pages], known)


def _window_title(page: Page) -> str:
    element = page.root.find("head/title")
    return "" if element is None else text_of(element)


def _find_heading(pages: Sequence[Page], windows: Sequence[str], known: set[str]) -> str:
    """Return the selector whose first element is a heading that is part of the title of the window
    on every page that has one, on the most pages; empty if there is none."""
    candidates = Counter(
        css
        for page, window in zip(pages, windows, strict=True)
        for heading in page.root.iter(*_HEADINGS)
        if _is_title(text_of(heading), window, known)
        for css in dict.fromkeys(_heading_selectors(heading))
    )
    good = []
    for css, count in candidates.items():
        if count < MIN_TITLED_SHARE * len(pages):
            continue
        found = [page.root.cssselect(css) for page in pages]
        texts = [text_of(elements[0]) if elements else "" for elements in found]
        has_several = any(len(elements) > 1 for elements in found)
        read = [fold_text(text) for text in texts if text]
        if len(set(read)) == len(read) and all(
            not text or _is_title(text, window, known)
            for text, window in zip(texts, windows, strict=True)
        ):
            good.append((-len(read), has_several, css in _HEADINGS, " " in css, len(css), css))
    return min(good)[-1] if good else ""


def _is_title(text: str, window: str, known: set[str]) -> bool:
    folded = fold_text(text)
    # that of a wiki is its address: repairs:the_mill
    is_inside = folded in window or _letters(folded) in _letters(window)
    return bool(_letters(folded)) and is_inside and folded not in known


def _heading_selectors(heading: etree._Element) -> Iterator[str]:
    tag = str(heading.tag)
    yield from own_selectors(heading)
    yield tag
    for around in list(heading.iterancestors())[:_MAX_LEVELS]:
        yield from (f"{css} {tag}" for css in own_selectors(around))


_SIGN = re.compile(r"[^\w\s]{1,2}")


def find_anchor_signs(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the selectors that find, on two pages at least, the links of headings to themselves,
    with a sign as their text (``¶``), and nothing else on any."""
    signs = {link for page in pages for link in page.root.iter("a") if _is_anchor_sign(link)}
    candidates = Counter(css for link in signs for css in own_selectors(link))
    found = {css: [page.root.cssselect(css) for page in pages] for css in candidates}
    good = [
        css
        for css, by_page in found.items()
        if sum(map(bool, by_page)) > 1 and all(each in signs for some in by_page for each in some)
    ]
    best = min(good, key=lambda css: (-candidates[css], len(css), css), default="")
    return (best,) if best else ()


def _is_anchor_sign(link: etree._Element) -> bool:
    parent = link.getparent()
    is_in_heading = parent is not None and re.fullmatch("h[1-6]", str(parent.tag)) is not None
    is_here = (link.get("href") or "").startswith("#")
    return is_in_heading and is_here and _SIGN.fullmatch(text_of(link)) is not None
