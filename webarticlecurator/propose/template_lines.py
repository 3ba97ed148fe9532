"""What a template adds to each article: lines at the beginning or end of its text (the title once
more, who wrote it and when, how many comments it has, where to share it), signs in its headings,
and what its title begins or ends with that belongs to the site (`` - Echo``).

Lines are told by their words: beside numbers and links, these are the same on many pages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.guess.text_units import HEADINGS, fold_text, list_page_units
from webarticlecurator.guess.title import is_anchor_sign
from webarticlecurator.model.article import Metadata
from webarticlecurator.model.proposal import FieldLine, LearnedLine
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules.elements import text_of

MIN_PAGES = 4
MIN_SHARE = 0.5
"""Pages with such a line, and their share of those with text."""
MAX_SIZE = 120
"""Characters of the longest line."""
MIN_COMMON = 0.8
"""Share of the words beside links that stand on several pages."""
MAX_LINK_SHARE = 0.9
MIN_SENTENCE = 7
"""Words of the shortest sentence: a fact has fewer."""
_DAY = re.compile(r"(?<!\d)\d{1,4}([./-])\d{1,2}\1\d{1,4}(?!\d)|(?<!\d)(?:19|20)\d\d(?!\d)")
MAX_ROUNDS = 6
"""Lines one behind the other."""
_WORD = re.compile(r"[^\W\d_]+")
_OUTSIDE_LINKS = etree.XPath("descendant::text()[not(ancestor::a)]")


@dataclass(frozen=True)
class _Line:
    """A unit of the text: its element, and its links, if it has nothing else."""

    element: etree._Element
    links: tuple[etree._Element, ...]


def learn_template_lines(
    pages: Sequence[Page], roots: Sequence[str], drops: Sequence[str], heading: str
) -> list[LearnedLine]:
    """Return the rules for such lines in what the first of ``roots`` selects that selects anything;
    ``drops`` select what is left out already, ``heading`` the title (empty if it is not known)."""
    found: list[LearnedLine] = []
    for _ in range(MAX_ROUNDS):
        known = [*drops, *(line.rule for line in found)]
        units = [_list_units(page, roots, known) for page in pages]
        line = _find_line(units, pages, heading, known)
        if line is None:
            break
        found.append(line)
    return found


def _list_units(page: Page, roots: Sequence[str], drops: Sequence[str]) -> list[_Line]:
    """Return the units of the text of a page."""
    inside = {*_select_root(page, roots)}
    dropped = {element for css in drops for element in page.root.cssselect(css)}
    dropped.update(page.root.iter("nav", "aside", "form"))  # each portal file drops these
    found = []
    units = list_page_units(page)
    blocks = {unit.element for unit in units}
    for unit in units:
        if inside.isdisjoint(unit.around) or not dropped.isdisjoint(unit.around):
            continue
        links: tuple[etree._Element, ...] = ()
        if unit.link_share > MAX_LINK_SHARE:
            links = tuple(
                link
                for link in unit.element.iter("a")
                if dropped.isdisjoint(self_and_ancestors(link))
                and next(each for each in self_and_ancestors(link) if each in blocks)
                is unit.element
            )
        if links or unit.link_share <= MAX_LINK_SHARE:
            found.append(_Line(unit.element, links))
    return found


def _find_line(
    units: Sequence[Sequence[_Line]], pages: Sequence[Page], heading: str, known: Sequence[str]
) -> LearnedLine | None:
    """Return the rule for the first or last units of most pages, other than the ``known`` ones;
    None if they are text."""
    at_least = max(MIN_PAGES, MIN_SHARE * sum(map(bool, units)))
    titles = [text_of(found[0]) if (found := _select(page, heading)) else "" for page in pages]
    for edge in (0, -1):
        counts = Counter(css for own in units if own for css in set(_list_selectors(own[edge])))
        ranked = sorted(counts, key=lambda css: (-counts[css], len(css), css))
        for css in ranked:
            if counts[css] < at_least:
                break
            texts = [_select(page, css) for page in pages]
            why = "its words repeat" if _is_template(texts, titles) else ""
            why = why or ("its facts, a day among them" if are_fact_lines(texts) else "")
            if css not in known and why:
                where = "begins" if edge == 0 else "ends"
                evidence = f"{where} the text of {counts[css]} of {len(pages)} pages: {why}"
                return LearnedLine(css, evidence)
    return None


def _select_root(page: Page, roots: Sequence[str]) -> list[etree._Element]:
    """Return what the first of the selectors finds that finds anything."""
    return next(filter(None, map(page.root.cssselect, roots)), [])


def _select(page: Page, css: str) -> list[etree._Element]:
    return page.root.cssselect(css) if css else []


def _list_selectors(line: _Line) -> Iterator[str]:
    """Yield the selectors of a unit, the more telling ones first: by its own names, by what it is
    behind, by its place in its parent."""
    yield from (css for link in line.links for css in own_selectors(link))
    element, tag = line.element, str(line.element.tag)
    before, parent = element.getprevious(), element.getparent()
    for each in self_and_ancestors(element):
        if text_of(each) != text_of(element):
            break
        yield from own_selectors(each)
    if before is not None and isinstance(before.tag, str):
        yield from (f"{css} + {tag}" for css in own_selectors(before))
    elif parent is not None and not (parent.text or "").strip():
        yield from (f"{css} > {tag}:first-child" for css in own_selectors(parent))


def _is_template(found: Sequence[Sequence[etree._Element]], titles: Sequence[str]) -> bool:
    """Return True if all that a selector finds is short, and is the title of its page, or has words
    that several pages have."""
    texts = [[text_of(each) for each in own] for own in found]
    if any(len(text) > MAX_SIZE for own in texts for text in own):
        return False
    shown = [(own, title) for own, title in zip(texts, titles, strict=True) if own and title]
    if shown and all(
        [fold_text(text) for text in own] == [fold_text(title)] for own, title in shown
    ):
        return True
    words = [{word for each in own for word in _list_words(each)} for own in found]
    pages = Counter(word for own in words for word in own)
    common = sum(count for count in pages.values() if count > 1)
    least = min(2, sum(map(bool, found)) // MIN_PAGES)
    often = any(count >= max(2, len(found) * MIN_SHARE) for count in pages.values())
    return bool(least and often and common >= MIN_COMMON * pages.total())


def are_fact_lines(found: Sequence[Sequence[etree._Element]]) -> bool:
    """Return True if all that a selector finds, one element a page, is a line of facts beside each
    other, such as author, day and section: no sentence, and each fact in an element of its own."""
    lines = [own[0] for own in found if own]
    if len(lines) < MIN_PAGES or any(len(own) > 1 for own in found):
        return False
    return all(map(_is_fact_line, lines))


def _is_fact_line(line: etree._Element) -> bool:
    texts = [" ".join(text.split()) for text in map(str, line.itertext()) if text.strip()]
    is_dated = any(map(_DAY.search, texts)) or next(line.iter("time"), None) is not None
    are_short = all(len(text.split()) < MIN_SENTENCE and text[-1] not in ".!?…" for text in texts)
    return is_dated and are_short and len(texts) > 1 and not (line.text or "").strip()


def _list_words(element: etree._Element) -> Iterator[str]:
    """Yield the words of an element that are in no link; of one that is all links, those in it."""
    outside = _OUTSIDE_LINKS(element)
    text = " ".join(map(str, outside)) if isinstance(outside, list) else ""
    yield from map(fold_text, _WORD.findall(text if _WORD.search(text) else text_of(element)))


# Headings: what a program adds to each of them (*[edit]*, *¶*) and to links, and headings that many
# articles have, with text of their own below (*See also*).


MIN_HEADINGS = 4
MIN_HEADING_PAGES = 2
MIN_HEADING_SHARE = 0.9
"""Headings, pages and the share of the headings that have an addition."""
MAX_ADDITION = 20
"""Characters of the longest addition."""


def learn_heading_additions(pages: Sequence[Page], roots: Sequence[str]) -> list[LearnedLine]:
    """Return the rules for elements that are the same in nearly all headings of what ``roots``
    select, or the same in links, such as *(opens new window)*."""
    return [
        *_learn_additions(pages, roots, HEADINGS, MIN_HEADING_SHARE, "in each heading"),
        *_learn_additions(pages, roots, ("a",), 0, "in links"),
    ]


def _learn_additions(
    pages: Sequence[Page], roots: Sequence[str], tags: Collection[str], share: float, where: str
) -> list[LearnedLine]:
    """Return the rule for elements in those with ``tags`` whose text is the same in this ``share``
    of them."""
    total, on_pages = 0, Counter[str]()
    texts: dict[str, Counter[str]] = {}
    for page in pages:
        seen: set[str] = set()
        for heading in _list_elements(page, roots, tags):
            total += 1
            for css, text in _list_additions(heading):
                texts.setdefault(css, Counter())[text] += 1
                seen.add(css)
        on_pages.update(seen)
    found = [
        LearnedLine(css, f"{text!r} {where}")
        for css, counts in texts.items()
        for text, count in counts.most_common(1)
        if count >= max(MIN_HEADINGS, share * total)
        and count == sum(counts.values())
        and on_pages[css] >= MIN_HEADING_PAGES
    ]
    return found[:1]


def _list_elements(
    page: Page, roots: Sequence[str], tags: Collection[str]
) -> Iterator[etree._Element]:
    for root in _select_root(page, roots):
        yield from root.iter(*tags)


def _list_additions(heading: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield selector and text of the elements in a heading that are not all of it, the outermost
    first."""
    whole = text_of(heading)
    for element in heading.iterdescendants(etree.Element):
        text = text_of(element)
        if text and text != whole and len(text) <= MAX_ADDITION:
            yield from ((css, text) for css in dict.fromkeys(own_selectors(element)))


def has_own_text(line: LearnedLine, drops: Sequence[str], pages: Sequence[Page]) -> bool:
    """Return True for the rule of a heading with something below it, up to the next heading, that
    no other rule drops."""
    if line.text is None or line.rule not in HEADINGS:
        return False
    for page in pages:
        dropped = {element for css in drops for element in page.root.cssselect(css)}
        for heading in page.root.iter(line.rule):
            following = heading.getnext() if text_of(heading) == line.text[1] else None
            while following is not None and not isinstance(following.tag, str):
                following = following.getnext()
            if following is not None and following.tag not in HEADINGS and text_of(following):
                return following not in dropped
    return False


# Titles, and a rule for the title where the default sources give several articles the same one. An
# affix stands behind or before a separator, on a good part of the titles of one source, and with
# that many different titles. Nothing is learned from a single title.

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
_PLAIN = ("div", "span", "p")
"""Elements that are the title by their class or id alone, in themes without a heading."""
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
    """Return the selector of the heading that is the title on nearly every page, or where there is
    none, of a named element that is so; empty if there is none. ``names`` are those of the site."""
    known = {fold_text(name) for name in names} - {""}
    windows = [fold_text(_window_title(page)) for page in pages]
    return _find_heading(pages, windows, known) or _find_heading(pages, windows, known, _PLAIN)


def _window_title(page: Page) -> str:
    element = page.root.find("head/title")
    return "" if element is None else text_of(element)


def _find_heading(
    pages: Sequence[Page],
    windows: Sequence[str],
    known: set[str],
    tags: Sequence[str] = _HEADINGS,
) -> str:
    """Return the selector whose first element is a heading (of ``tags``) that is part of the title
    of the window on every page that has one, on the most pages; empty if there is none."""
    candidates = Counter(
        css
        for page, window in zip(pages, windows, strict=True)
        for heading in page.root.iter(*tags)
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
    if tag in _PLAIN:
        return
    yield tag
    for around in list(heading.iterancestors())[:_MAX_LEVELS]:
        yield from (f"{css} {tag}" for css in own_selectors(around))


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
    return is_in_heading and is_anchor_sign(link)
