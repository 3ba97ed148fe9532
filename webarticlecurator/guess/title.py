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
from functools import cached_property

from lxml import etree

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.guess.class_names import has_class_word
from webarticlecurator.guess.page_dates import (
    check_time,
    find_changed,
    find_earlier,
    find_embedded_date,
    find_first_post,
    find_only_day,
    find_published,
    find_time_of,
)
from webarticlecurator.guess.persons import choose_authors, find_first_writer, tidy_names
from webarticlecurator.guess.sources import MetadataSources
from webarticlecurator.guess.text_units import (
    find_page_title,
    fold_text,
    is_date_line,
    list_page_units,
)
from webarticlecurator.model.article import Value
from webarticlecurator.model.hosts import plain_host
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page import once_per_page
from webarticlecurator.rules.elements import text_of
from webarticlecurator.rules.jsonld import read_jsonld
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
_ANCHOR = re.compile(r"^#{1,6}\s+|\s*[¶🔗⚓]\ufe0f?$")
"""The sign of the link to a heading at its end, or of a heading of Markdown before it."""
_HEADLINE = Rule(first_of=(Rule("jsonld", "headline"), Rule("meta", "headline")))
_OG_TITLE, _FIRST_LEVEL = Rule("meta", "og:title"), Rule("css", "h1")
_WHOLE_TITLE = Rule("css", "title")
MAX_HEADINGS = 8
"""``h1`` elements among which the heading of the article is looked for."""
MAX_HEADING_LENGTH = 400
"""Characters; a longer ``h1`` is not a title."""
MIN_SHARED = 0.3
"""Share of their letters, in runs of three, from which two titles are one in other words."""
MAX_BANNER_WORDS = 2
"""Words of a heading that may be that of a menu."""
MIN_TITLE_WORDS = 4
"""Words of the ``title`` element from which it is rather the title than such a heading."""
_MAX_SITE_PART = 40
_MIN_SITE_WORD = 3
"""Folded letters of a name of the site with which the name of its part may begin."""
_SITE_NAMES = (
    Rule("meta", "og:site_name"),
    Rule("jsonld", "publisher.name"),
    Rule("meta", "application-name"),
    Rule("meta", "apple-mobile-web-app-title"),
)
"""Where pages declare the name of the site or its publisher."""


def find_title(sources: MetadataSources, site_names: frozenset[str], default: Value) -> Value:
    """Return the title: the heading of the article, if it is that of the declared title in other
    words; else the declared title (in JSON-LD or meta, or og:title), without what it adds after the
    text of the first ``h1``; else ``default`` (the value of the default sources).

    A declared title that differs is written for search engines and shares; that of a news article
    is the title in the portal's own records, and is left as it is. ``site_names``: as
    ``find_site_names`` returns them.
    """
    declared = _choose_declared(sources, site_names)
    is_whole_page = sources.page.json is None and sources.surrounding is None
    if declared is not None and (not is_whole_page or _declares_news(sources.page)):
        return declared
    if declared is None:
        declared = replace(default, value=strip_site_name(default.value, site_names))
    shown = _find_shown(sources, site_names, declared) if is_whole_page else None
    if shown is None and is_whole_page and declared.source == "css:h1":
        shown = _find_instead_of_banner(sources, site_names, declared)
    return _without_anchor_sign(shown or declared, sources.page)


def _find_instead_of_banner(
    sources: MetadataSources, site_names: frozenset[str], declared: Value
) -> Value | None:
    """Return the ``title`` element without the names of the site where the heading is another one
    than it, and has the name of the site or one or two words (*Menu*); None for any other."""
    whole = sources.values("title", _WHOLE_TITLE)
    heading = fold_text(declared.value)
    is_site = heading in site_names
    if not whole or not (is_site or len(declared.value.split()) <= MAX_BANNER_WORDS):
        return None
    parts = re.split(rf"{_SEPARATOR}|\s/\s", " ".join(whole[0].value.split()))
    title = next((part for part in parts if part and fold_text(part) not in site_names), "")
    # Other titles of few words are names of the site, too.
    words = [word for word in title.split() if word[0].isalnum()]
    is_other = len(words) >= MIN_TITLE_WORDS and heading not in fold_text(title)
    if not (title if is_site else is_other):
        return None
    return Value(title, whole[0].source, whole[0].original)


def _without_anchor_sign(title: Value, page: Page) -> Value:
    """Return a title that is a heading without the sign (``#``, ``¶``) of its link to itself."""
    if not title.source.startswith("css:"):
        return title
    headings = [each for tag in ("h1", "h2") for each in page.elements.with_tag(tag)[:MAX_HEADINGS]]
    for link in (link for heading in headings for link in heading.iter("a")):
        sign = text_of(link)
        if is_anchor_sign(link) and title.value.endswith(sign):
            return replace(title, value=title.value.removesuffix(sign).rstrip())
    return title


_SIGN = re.compile(r"[^\w\s]{1,2}")


def is_anchor_sign(link: etree._Element) -> bool:
    """Return True for a link to a place of its page with a sign as its text, as headings have one
    to themselves."""
    is_here = (link.get("href") or "").startswith("#")
    return is_here and _SIGN.fullmatch(text_of(link)) is not None


def _choose_declared(sources: MetadataSources, site_names: frozenset[str]) -> Value | None:
    """Return the headline in JSON-LD or meta, or og:title; None if the page has neither."""
    headline = _select_title(sources, _HEADLINE, site_names)
    og_title = _select_title(sources, _OG_TITLE, site_names)
    heading = _select_title(sources, _FIRST_LEVEL, site_names)
    best = headline or og_title
    if best is None:
        return None
    # A declared headline is left as it is unless another place of the page speaks for og:title.
    if og_title and headline:
        # Two of three places must agree; one place against one leaves the headline as it is.
        heading_text = fold_text(heading.value) if heading else ""
        is_confirmed = fold_text(og_title.value) == heading_text != fold_text(headline.value)
        if is_confirmed or _is_with_kicker(headline.value, og_title.value):
            best = og_title
    # Only where it begins with the h1 and what it adds looks like the name of a site; the h1 itself
    # may be that name (6712703a).
    if (
        heading
        and best.value != heading.value
        and best.value.startswith(heading.value)
        and _SUFFIX.fullmatch(best.value[len(heading.value) :])
    ):
        best = heading
    return best


def _find_shown(
    sources: MetadataSources, site_names: frozenset[str], declared: Value
) -> Value | None:
    """Return the heading of the article, None if no heading is like ``declared``, or if that is the
    same in better spelling or without the kicker."""
    page = sources.page
    # A title of the default sources may be an h1 itself, perhaps with the name of the site or a
    # menu: then the heading that has most of the `title` element.
    whole = sources.values("title", _WHOLE_TITLE) if declared.source == "css:h1" else ()
    wanted = declared.value
    if whole:  # without the name of the site, before or behind the title
        parts = re.split(_SEPARATOR, whole[0].value)
        own = [part for part in parts if fold_text(part) not in site_names]
        wanted = " ".join(own) or whole[0].value
    tags = ("h1", "h2") if whole else ("h1",)
    position = find_page_title(page)
    headings = [each for tag in tags for each in page.elements.with_tag(tag)[:MAX_HEADINGS]]
    headings += [] if position is None else [list_page_units(page)[position].element]
    kicker = find_kicker(page)
    best, most = None, MIN_SHARED
    for heading in headings:
        original = _collapsed_text(heading)
        text = strip_site_name(original, site_names)
        if kicker and fold_text(original) == fold_text(kicker.original):
            text = kicker.title
        shared = _share_of_letters(text, wanted, is_of_second=bool(whole))
        if shared < most or len(original) > MAX_HEADING_LENGTH or fold_text(text) in site_names:
            continue
        if fold_text(text) == fold_text(declared.value) or _is_with_kicker(text, declared.value):
            return None  # Of two spellings of one title, markup has that of the portal's records.
        best = Value(text, f"css:{heading.tag}", original)
        if not whole:
            break
        most = shared + 1 / MAX_HEADING_LENGTH  # of two with the same words, the first
    return best


def _share_of_letters(text: str, other: str, *, is_of_second: bool) -> float:
    """Return which share of the runs of three letters of the shorter text, or of ``other``, is in
    both."""
    one, two = (
        {folded[at : at + 3] for at in range(max(1, len(folded) - 2))}
        for folded in (fold_text(text), fold_text(other))
    )
    return len(one & two) / (len(two) if is_of_second else min(len(one), len(two)))


def _is_with_kicker(text: str, title: str) -> bool:
    """Return True if ``text`` is ``title`` with a kicker before it."""
    before = text[: -len(title)] if title and text.endswith(title) else ""
    return bool(before) and _KICKER.fullmatch(before) is not None


def _declares_news(page: Page) -> bool:
    """Return True if a node of the page's JSON-LD with a headline is a news article."""
    for node in read_jsonld(page)[0]:
        types = node.get("@type")
        names = types if isinstance(types, list) else [types]
        if node.get("headline") and any("NewsArticle" in str(name) for name in names):
            return True
    return False


def find_site_names(sources: MetadataSources, portal: Portal) -> frozenset[str]:
    """Return the names of the site and its publisher, folded: those of the page and the portal
    file, and those in the host."""
    # of the host: the whole, its first label, the last two together, and the second to last
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
    while (match := _TAIL.match(text)) and _names_site(match, site_names):
        # A page that is named like its site keeps its title.
        if not fold_text(match[1]):
            break
        text = match[1].rstrip()
    return text


def _names_site(match: re.Match[str], site_names: frozenset[str]) -> bool:
    """Return True if the tail of a title is a name of the site, or after a vertical bar one of its
    parts: *CNN Politics*."""
    tail = fold_text(match[2])
    if tail in site_names:
        return True
    is_barred = match[0][len(match[1]) :].lstrip()[:1] in ("|", "｜", "ㅣ")
    names = tuple(name for name in site_names if len(name) >= _MIN_SITE_WORD)
    return is_barred and len(match[2]) <= _MAX_SITE_PART and tail.startswith(names)


def _select_title(sources: MetadataSources, rule: Rule, site_names: frozenset[str]) -> Value | None:
    """Return the title from one place of the page without the site's name, None if it has none."""
    found = sources.values("title", rule)
    text = strip_site_name(" ".join(found[0].value.split()), site_names) if found else ""
    return Value(text, found[0].source, found[0].original) if text else None


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
_LABEL = re.compile(r"(?<![a-z])(?:label|prefix|badge)(?![a-z])", re.IGNORECASE)
"""The name of a label at the beginning of a heading, as before the titles of threads."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HEADERS = ("header", "hgroup")


@dataclass(frozen=True)
class Kicker:
    """A kicker (``text``), and the text of the heading without it (``title``). ``original``: the
    text of the element with the kicker; inside the heading, that of the whole heading."""

    text: str
    title: str
    original: str


@once_per_page("heuristics.kicker")
def find_kicker(page: Page) -> Kicker | None:
    """Return the kicker of the first ``h1`` of ``page``, or None."""
    heading = next(iter(page.elements.with_tag("h1")), None)
    if heading is None:
        return None
    heading_text = _collapsed_text(heading)
    elements = heading.iterdescendants("*")
    inside = next((e for e in elements if has_class_word(e, "kicker")), None)
    # `small` behind the words of the heading is a subtitle or a note, so it counts only at the
    # beginning.
    first = heading[0] if len(heading) else None
    if first is not None and not (heading.text or "").strip():
        innermost = first[0] if len(first) and not (first.text or "").strip() else first
        names = f"{first.get('class') or ''} {innermost.get('class') or ''}"
        if inside is None and (first.tag == "small" or _LABEL.search(names)):
            inside = first
    if inside is not None:
        # the title is the text of the heading outside the kicker
        left_out = set(inside.iter())
        pieces = [heading.text or ""]
        for element in heading.iterdescendants():
            is_kept = element not in left_out
            own = (element.text or "") if is_kept and isinstance(element.tag, str) else ""
            tail = (element.tail or "") if is_kept or element is inside else ""
            pieces.append(f" {own}{tail}" if element.tag == "br" else f"{own}{tail}")
        title = " ".join("".join(pieces).split()).lstrip(":|•·–—- ")
        return _make_kicker(_collapsed_text(inside), title, heading_text)
    above = _find_kicker_above(heading)
    if above is None:
        return None
    text = _collapsed_text(above)
    return _make_kicker(text, heading_text, text)


def _find_kicker_above(heading: etree._Element) -> etree._Element | None:
    """Return the kicker in the element just before the heading, or before an element that begins
    with the heading: an element with a kicker's class name, else a smaller heading in the same
    ``header``."""
    at = heading
    for _ in range(MAX_LEVELS):
        before = at.getprevious()
        while before is not None and not (isinstance(before.tag, str) and _has_text(before)):
            # A reader does not see empty elements and comments above the heading.
            before = before.getprevious()
        if before is not None:
            break
        parent = at.getparent()
        if parent is None or parent.tag in ("body", "html"):
            return None
        at = parent
    else:
        return None

    for e in before.iter("*"):
        if has_class_word(e, "kicker") and _has_text(e):
            return e
    parent = heading.getparent()
    is_in_header = parent is not None and parent.tag in _HEADERS and before.getparent() is parent
    return before if before.tag in _HEADINGS and is_in_header else None


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


def _has_text(element: etree._Element) -> bool:
    return not all(str(text).isspace() for text in element.itertext())


def _collapsed_text(element: etree._Element) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())


# Correct metadata where the portal file has no rules for them: the values of the default sources
# and of the page's own text, compared.

Values = tuple[Value, ...]


@dataclass(frozen=True)
class MetadataCompleter:
    """Corrects the values of the default sources of one page by what else the page has.

    ``context``: what the dates of the page are read with. ``root_rules``: those of the portal file
    for the text of the article.
    """

    sources: MetadataSources
    portal: Portal
    context: DateContext
    root_rules: tuple[Rule, ...]

    @cached_property
    def _site_names(self) -> frozenset[str]:
        return find_site_names(self.sources, self.portal)

    def complete(self, field: str, defaults: Values) -> Values:
        """Return ``defaults``, the values of a field from the default sources, corrected."""
        sources = self.sources
        page = self.sources.page
        context = self.context
        if field == "title" and defaults:
            title = find_title(sources, self._site_names, defaults[0])
            return (replace(title, value=_ANCHOR.sub("", title.value)),)
        if field == "kicker" and not defaults:
            return self._find_kicker()
        # Parts of a split page and answers in JSON have no lines around a title that could be
        # compared.
        if sources.surrounding is not None or page.json is not None:
            return defaults
        if field == "authors":
            authors = tidy_names(defaults, self._site_names)
            names = choose_authors(page, authors, self._site_names, self.root_rules)
            writer = None if names else find_first_writer(page)
            return names if writer is None else (writer,)
        if field == "published":
            found = check_time(defaults[0], page, context) if defaults else None
            if found is None:
                # What readers see is tried before scripts, which hold dates of other articles, too.
                found = (
                    find_first_post(page, context)
                    or find_published(page, context)
                    or find_embedded_date(page, context)
                    or find_only_day(page, context)
                )
            else:
                found = self._compare_with_shown(found)
            return () if found is None else (found,)
        if field == "modified" and not defaults:
            changed = find_changed(page, context)
            return () if changed is None else (changed,)
        return defaults

    def _compare_with_shown(self, declared: Value) -> Value:
        """Return the ``declared`` date of publication, or what the page shows beside its title: an
        earlier day, or the time for a day alone."""
        shown = None
        # The lines of the page are listed for nothing else where a rule has the text: a quarter of
        # the time of a page, and of 82 such pages of 65 portals none shows an earlier day.
        if not self.root_rules and not declared.source.startswith("url"):
            shown = find_earlier(declared, self.sources.page, self.context)
        if shown is None and len(declared.value) <= DAY_LENGTH:
            shown = find_time_of(declared.value, self.sources.page, self.context)
        return shown or declared

    def _find_kicker(self) -> Values:
        page = self.sources.page
        kicker = find_kicker(page) if page.json is None else None
        if kicker is None or fold_text(kicker.text) in self._site_names:
            return ()
        return (Value(kicker.text, "page:kicker", kicker.original),)
