"""Title and kicker without rules, and how all metadata without rules are corrected.

Find the title where the portal file has no rule for it, by comparing what the page declares in
several places.

Pages write the site's name after their titles, and kickers before them. Both are recognised by the
page itself: a site name is one that the page declares for its site or publisher; a kicker is the
text before a title that another place has without it, or is marked as one inside the heading. A
declared headline is otherwise left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from lxml import etree

from webarticlecurator.guess.class_names import compile_class_words, element_names
from webarticlecurator.guess.page_dates import (
    check_time,
    find_changed,
    find_embedded_date,
    find_published,
    find_time_of,
)
from webarticlecurator.guess.persons import find_byline_authors, find_plain_names, tidy_names
from webarticlecurator.guess.sources import MetadataSources
from webarticlecurator.guess.text_units import fold_text, is_date_line
from webarticlecurator.model.article import Value
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import SelectedValue
from webarticlecurator.text.dates import DateContext
from webarticlecurator.text.times import DAY_LENGTH

# A single hyphen or dash needs white space before it: in a word (e-mail) it separates nothing.
_SEPARATOR = r"\s*(?:\s[-–—]|[|｜ㅣ·•»:]|\s::|\s>|--+)\s*"
_TAIL = re.compile(rf"^(.+){_SEPARATOR}(.+?)\s*$", re.DOTALL)
"""A title, a separator, and the text after the last separator."""
_SUFFIX = re.compile(rf"{_SEPARATOR}[^|｜ㅣ]{{1,40}}")
"""What titles have after the heading: a separator and a short name."""
_KICKER = re.compile(r".{1,80}(?:[:|–—-]|\s[-–—])\W*\s+\W*", re.DOTALL)
"""The text before a title that is a kicker: short, with a separator at its end."""
_HEADLINE = Rule(first_of=(Rule("jsonld", "headline"), Rule("meta", "headline")))
_OG_TITLE, _FIRST_LEVEL = Rule("meta", "og:title"), Rule("css", "h1")
_SITE_NAMES = (
    Rule("meta", "og:site_name"),
    Rule("jsonld", "publisher.name"),
    Rule("meta", "application-name"),
    Rule("meta", "apple-mobile-web-app-title"),
)
"""Where pages declare the name of the site or its publisher."""


@dataclass(frozen=True)
class _Title:
    """The title from one place of the page; ``text`` is without the site's name."""

    found: SelectedValue
    text: str


def find_title(sources: MetadataSources, site_names: frozenset[str], default: Value) -> Value:
    """Return the title: the headline in JSON-LD or meta, or og:title, without what they add after
    the text of the first ``h1``; else ``default`` (the value of the default sources).

    ``site_names``: as ``find_site_names`` returns them.
    """
    headline = _select_title(sources, _HEADLINE, site_names)
    og_title = _select_title(sources, _OG_TITLE, site_names)
    heading = _select_title(sources, _FIRST_LEVEL, site_names)

    best = headline or og_title
    if best is None:
        text = _without_kicker(sources, default.value)
        return Value(strip_site_name(text, site_names), default.source, default.original)
    # A declared headline is left as it is unless another place of the page speaks for og:title.
    if og_title and headline:
        heading_text = heading.text if heading else ""
        if _is_better_og_title(og_title.text, headline.text, heading_text):
            best = og_title
    # Only where it begins with the h1 and what it adds looks like the name of a site; the h1 itself
    # may be that name (6712703a).
    if (
        heading
        and best.text != heading.text
        and best.text.startswith(heading.text)
        and _SUFFIX.fullmatch(best.text[len(heading.text) :])
    ):
        best = heading
    return Value(best.text, best.found.source, best.found.original)


def _without_kicker(sources: MetadataSources, title: str) -> str:
    """Return ``title`` without its kicker, if it is the text of a heading that has both."""
    kicker = find_kicker(sources.page) if sources.page.json is None else None
    if kicker and fold_text(title) == fold_text(kicker.original):
        return kicker.title
    return title


def _is_better_og_title(og_title: str, headline: str, heading: str) -> bool:
    """Return True if og:title is better than the headline: the heading agrees with it, or the
    headline is the same with a kicker."""
    kicker = headline[: -len(og_title)] if headline.endswith(og_title) else ""
    # Two of three places must agree; one place against one leaves the headline as it is.
    is_confirmed = fold_text(og_title) == fold_text(heading) != fold_text(headline)
    return is_confirmed or bool(kicker and _KICKER.fullmatch(kicker))


def find_site_names(sources: MetadataSources, portal: Portal) -> frozenset[str]:
    """Return the names of the site and its publisher, folded: those of the page and the portal
    file, and those in the host."""
    # The whole host, its first label, the last two together, and the second to last
    labels = plain_host(sources.page.url).split(".")
    names = [
        *(found.value for rule in _SITE_NAMES for found in sources.values("title", rule)),
        portal.title,
        portal.publisher.name if portal.publisher else "",
        *[".".join(labels), labels[0], ".".join(labels[-2:]), *labels[-2:-1]],
    ]
    return frozenset(name for name in map(fold_text, names) if name)


def strip_site_name(text: str, site_names: frozenset[str]) -> str:
    """Return ``text`` without names of the site at its end and the separators before them."""
    while (match := _TAIL.match(text)) and fold_text(match[2]) in site_names:
        # A page that is named like its site keeps its title.
        if not fold_text(match[1]):
            break
        text = match[1].rstrip()
    return text


def _select_title(
    sources: MetadataSources, rule: Rule, site_names: frozenset[str]
) -> _Title | None:
    found = sources.values("title", rule)
    text = strip_site_name(" ".join(found[0].value.split()), site_names) if found else ""
    return _Title(found[0], text) if text else None


# Find the kicker of a title: the few words above it, or before it inside its heading, that are not
# part of it.
#
# It is recognised by the names of elements (``kicker``, ``Dachzeile``, ``surtitre``, ``antetítulo``
# …), by ``small`` at the beginning of the heading, or by a smaller heading just before it in the
# same ``header``.

# The three bounds of a kicker: how long, how far above the heading, how much must be left of it.
MAX_KICKER_LENGTH = 80
"""Characters; a longer text is a title itself."""
MAX_LEVELS = 3
"""Levels of the tree above the heading in which its kicker is looked for."""
_MIN_TITLE_LETTERS = 4
"""Folded letters that must remain of the heading; else what was found is the title."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HEADERS = ("header", "hgroup")


@dataclass(frozen=True)
class Kicker:
    """A kicker (``text``), and the text of the heading without it (``title``). ``original``: the
    text of the element with the kicker; inside the heading, that of the whole heading."""

    text: str
    title: str
    original: str


def find_kicker(page: Page) -> Kicker | None:
    """Return the kicker of the first ``h1`` of ``page``, or None; once for each page."""
    return page.derived("heuristics.kicker", _find_kicker)


def _find_kicker(page: Page) -> Kicker | None:
    heading = next(iter(page.elements.with_tag("h1")), None)
    if heading is None:
        return None
    heading_text = _collapsed_text(heading)
    inside = next(_kickers_inside(heading), None)
    if inside is not None:
        # The text of the heading that is not in `kicker`
        left_out = set(inside.iter())
        pieces = [heading.text or ""]
        for element in heading.iterdescendants():
            is_kept = element not in left_out
            own = (element.text or "") if is_kept and isinstance(element.tag, str) else ""
            tail = (element.tail or "") if is_kept or element is inside else ""
            pieces.append(f" {own}{tail}" if element.tag == "br" else f"{own}{tail}")
        title = " ".join("".join(pieces).split()).lstrip(":|•·–—- ")
        return _make_kicker(_collapsed_text(inside), title, heading_text)
    above = next(_kickers_above(heading), None)
    if above is None:
        return None
    text = _collapsed_text(above)
    return _make_kicker(text, heading_text, text)


def _kickers_inside(heading: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements inside the heading with a kicker's class name, then ``small`` at its
    beginning."""
    for element in heading.iterdescendants():
        if isinstance(element.tag, str) and compile_class_words("kicker").search(
            element_names(element)
        ):
            yield element
    # `small` behind the words of the heading is a subtitle or a note, so it counts only at the
    # beginning.
    first = heading[0] if len(heading) else None
    if first is not None and first.tag == "small" and not (heading.text or "").strip():
        yield first


def _kickers_above(heading: etree._Element) -> Iterator[etree._Element]:
    """Yield the kickers in the element just before the heading, or before an element that begins
    with the heading."""
    at = heading
    for _ in range(MAX_LEVELS):
        before = at.getprevious()
        while before is not None and not (isinstance(before.tag, str) and _collapsed_text(before)):
            # A reader does not see empty elements and comments above the heading.
            before = before.getprevious()
        if before is not None:
            yield from _kickers_in(before, heading)
            return
        parent = at.getparent()
        if parent is None or parent.tag in ("body", "html"):
            return
        at = parent


def _kickers_in(before: etree._Element, heading: etree._Element) -> Iterator[etree._Element]:
    """Yield the first element in ``before`` with a kicker's class name, then ``before`` itself if
    it is a smaller heading in the same ``header``."""
    with_class_name = [
        e
        for e in before.iter()
        if isinstance(e.tag, str)
        and compile_class_words("kicker").search(element_names(e))
        and _collapsed_text(e)
    ]
    yield from with_class_name[:1]
    parent = heading.getparent()
    if (
        before.tag in _HEADINGS
        and parent is not None
        and parent.tag in _HEADERS
        and before.getparent() is parent
    ):
        yield before


def _make_kicker(text: str, title: str, original: str) -> Kicker | None:
    """Return the kicker, None if ``text`` is too long, a date or the title itself."""
    text = re.sub(r"\s*[:|•·–—-]+$", "", text)
    folded, folded_title = fold_text(text), fold_text(title)
    # A date above the title is the day of publication or of the visit, read by page_dates.
    if not folded or len(text) > MAX_KICKER_LENGTH or is_date_line(text):
        return None
    if len(folded_title) < _MIN_TITLE_LETTERS or folded_title == folded:
        return None
    return Kicker(text, title, original)


def _collapsed_text(element: etree._Element) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())


# Correct metadata where the portal file has no rules for them: the values of the default sources
# and of the page's own text, compared.

Values = tuple[Value, ...]


@dataclass(frozen=True)
class MetadataCompleter:
    """Corrects the values of the default sources of one page by what else the page has.

    ``context``: what the dates of the page are read with.
    """

    sources: MetadataSources
    portal: Portal
    context: DateContext

    @cached_property
    def _site_names(self) -> frozenset[str]:
        return find_site_names(self.sources, self.portal)

    def complete(self, field: str, defaults: Values) -> Values:
        """Return ``defaults``, the values of a field from the default sources, corrected."""
        sources, page = self.sources, self.sources.page
        if field == "title" and defaults:
            return (find_title(sources, self._site_names, defaults[0]),)
        if field == "kicker" and not defaults:
            return self._find_kicker()
        # Parts of a split page and answers in JSON have no lines around a title that could be
        # compared.
        if sources.surrounding is not None or page.json is not None:
            return defaults
        if field == "authors":
            # The authors of the default sources; if those only name the site, the authors in the
            # byline, or whose names the page shows without any mark
            authors = tidy_names(defaults, self._site_names)
            only_site = {fold_text(value.value) for value in authors} <= self._site_names
            # Only the site's own name is replaced: an author in markup is a statement.
            if not only_site:
                return authors
            # A marked byline goes first: names that nothing marks may be sections or buttons.
            named = find_byline_authors(sources.page) or find_plain_names(
                sources.page, self._site_names
            )
            return named or authors
        if field == "published":
            checked = check_time(defaults[0], page, self.context) if defaults else None
            # The date of the default sources, with the time that the page shows for a day alone; in
            # place of none, the date that the page shows or has in a script
            if checked is None:
                # What readers see is tried before scripts, which hold dates of other articles, too.
                found = find_published(page, self.context) or find_embedded_date(page, self.context)
                return () if found is None else (found,)
            if len(checked.value) > DAY_LENGTH:
                return (checked,)
            return (find_time_of(checked.value, page, self.context) or checked,)
        if field == "modified" and not defaults:
            changed = find_changed(page, self.context)
            return () if changed is None else (changed,)
        return defaults

    def _find_kicker(self) -> Values:
        page = self.sources.page
        kicker = find_kicker(page) if page.json is None else None
        if kicker is None or fold_text(kicker.text) in self._site_names:
            return ()
        return (Value(kicker.text, "page:kicker", kicker.original),)
