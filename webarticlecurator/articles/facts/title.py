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
from collections.abc import Iterable, Iterator, Sequence

from lxml import etree

from webarticlecurator.articles.facts.kicker import collapsed_text, find_kicker
from webarticlecurator.articles.facts.sources import MetadataSources
from webarticlecurator.articles.units.page_hints import find_page_title
from webarticlecurator.articles.units.text_units import fold_text, list_page_units
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Value
from webarticlecurator.base.portal.hosts import plain_host
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.jsonld import read_jsonld

# A single hyphen or dash needs white space before it: in a word (e-mail) it separates nothing.
_SEPARATOR = r"\s*(?:\s[-–—]|[|｜ㅣ·•»]|(?<!:):(?!:)|\s::|\s>|--+)\s*"
_TAIL = re.compile(rf"^(.+){_SEPARATOR}(.+?)\s*$", re.DOTALL)
"""A title, a separator, and the text after the last separator."""
_SUFFIX = re.compile(rf"{_SEPARATOR}[^|｜ㅣ]{{1,40}}")
"""What titles have after the heading: a separator and a short name."""
_KICKER = re.compile(r".{1,80}(?:[:|–—-]|\s[-–—])\W*\s+\W*", re.DOTALL)
"""The text before a title that is a kicker: short, with a separator at its end."""
TITLE_ANCHOR = re.compile(r"^#{1,6}\s+|\s*[¶🔗⚓]\ufe0f?$")
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
_BUTTONS = ("button", "select")
MAX_CONTROL = 40
"""Characters of the longest link in a heading that may be none of its words."""
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
    return _without_controls(shown or declared, sources)


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


def _without_controls(title: Value, sources: MetadataSources) -> Value:
    """Return a title that is a heading without the sign (``#``, ``¶``) of its link to itself, its
    buttons, and the short links at its end that the ``title`` element lacks (*edit*)."""
    if not title.source.startswith("css:"):
        return title
    page = sources.page
    headings = [each for tag in ("h1", "h2") for each in page.elements.with_tag(tag)[:MAX_HEADINGS]]
    for controls in ([*heading.iter("a", *_BUTTONS)] for heading in headings):
        sure = _cut_end(title.value, filter(_is_control, reversed(controls)))
        whole = sources.values("title", _WHOLE_TITLE) if controls else ()
        window = fold_text(whole[0].value) if whole else ""
        cut = _cut_end(sure, reversed(controls), window)
        bare = cut if fold_text(cut) and fold_text(cut) in window else sure
        if bare not in ("", title.value):
            return replace(title, value=bare)
    return title


def _cut_end(title: str, controls: Iterable[etree._Element], window: str = "") -> str:
    """Return the title without the texts of ``controls``, and brackets around one, the last first,
    until the rest is in ``window``, if that is given."""
    for text in map(text_of, controls):
        if window and fold_text(title) in window:
            break
        endings = (text, f"[{text}]", f"({text})") if len(text) <= MAX_CONTROL else ()
        title = next((title.removesuffix(e).rstrip() for e in endings if title.endswith(e)), title)
    return title


_SIGN = re.compile(r"[^\w\s]{1,2}")


def is_anchor_sign(link: etree._Element) -> bool:
    """Return True for a link to a place of its page with a sign as its text, as headings have one
    to themselves."""
    is_here = (link.get("href") or "").startswith("#")
    return is_here and _SIGN.fullmatch(text_of(link)) is not None


def _is_control(element: etree._Element) -> bool:
    return element.tag in _BUTTONS or element.get("role") == "button" or is_anchor_sign(element)


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
    declared_title = declared.value
    if whole:  # without the name of the site, before or behind the title
        parts = re.split(_SEPARATOR, whole[0].value)
        own = [part for part in parts if fold_text(part) not in site_names]
        declared_title = " ".join(own) or whole[0].value
    tags = ("h1", "h2") if whole else ("h1",)
    kicker = find_kicker(page)
    best, most = None, MIN_SHARED
    for heading in _list_headings(page, tags):
        original = collapsed_text(heading)
        text = strip_site_name(original, site_names)
        if kicker and fold_text(original) == fold_text(kicker.original):
            text = kicker.title
        shared = _share_of_letters(text, declared_title, is_of_second=bool(whole))
        if shared < most or len(original) > MAX_HEADING_LENGTH or fold_text(text) in site_names:
            continue
        if fold_text(text) == fold_text(declared.value) or _is_with_kicker(text, declared.value):
            return None  # Of two spellings of one title, markup has that of the portal's records.
        best = Value(text, f"css:{heading.tag}", original)
        if not whole:
            break
        most = shared + 1 / MAX_HEADING_LENGTH  # of two with the same words, the first
    return best


def _list_headings(page: Page, tags: Sequence[str]) -> Iterator[etree._Element]:
    """Yield the headings that may be the title. The one that is found by the text of the page is
    the last, since all its lines are read for it."""
    for tag in tags:
        yield from page.elements.with_tag(tag)[:MAX_HEADINGS]
    position = find_page_title(page)
    if position is not None:
        yield list_page_units(page)[position].element


def _share_of_letters(text: str, other: str, *, is_of_second: bool) -> float:
    """Return which share of the runs of three letters of the shorter text, or of ``other``, is in
    both."""
    one, two = (
        {letters[at : at + 3] for at in range(max(1, len(letters) - 2))}
        for letters in (fold_text(text), fold_text(other))
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
