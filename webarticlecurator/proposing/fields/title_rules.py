"""A rule for the title, where the default sources take the name of the site, or any other text that
several articles have in common, for it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from lxml import etree

from webarticlecurator.articles.facts.title import is_anchor_sign
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.characters import keep_letters
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of_value
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.fields.title_candidates import (
    find_title_affixes,
    read_window_title,
    remove_affixes,
)

MIN_PAGES = 4
"""Pages that each have their own heading: with fewer, this may be chance."""
MIN_TITLED_SHARE = 0.6
"""Share of the pages on which a rule for the title must find one: asides have none."""
MIN_ENDED_SHARE = 0.9
"""Share of the pages whose main heading ends with the same element."""
_HEADINGS = ("h1", "h2", "h3")
_PLAIN = ("div", "span", "p")
"""Elements that are the title by their class or id alone, in themes without a heading."""
_SIGNS_BEFORE = re.compile(r"^[-–—:|·»]\s+")


def learn_title(
    pages: Sequence[Page], defaults: Sequence[Metadata], names: Iterable[str]
) -> tuple[FieldLine, ...]:
    """Return the rule for the title if the default one is the same on several pages, or one of the
    ``names`` of the site: the heading that is a part of ``<title>`` on every page; else ``<title>``
    without what all have. Nothing where the default titles differ, or no rule finds others."""
    known = {fold_text(name) for name in names} - {""}
    titles = [fold_text(" ".join(metadata.texts("title"))) for metadata in defaults]
    windows = [read_window_title(page) for page in pages]
    wrong = _find_wrong(titles, pages, known)
    if not wrong:
        whole = [" ".join(metadata.texts("title")) for metadata in defaults]
        return _leave_out_path(titles, windows) or _leave_out_controls(whole, pages)
    count = sum(title in wrong for title in titles)
    why = f"the default one is the same on {count} of {len(pages)} pages"
    known |= wrong
    best = _find_titled(pages, [fold_text(title) for title in windows], known)
    if best:
        return (FieldLine({"css": best}, why),)
    affixes = find_title_affixes({"title": [*filter(None, windows)]}, names)
    pairs = [[*affix.pair] for affix in affixes]
    pairs += [[_SIGNS_BEFORE.pattern, ""]] if any(map(_SIGNS_BEFORE.match, windows)) else []
    short = [fold_text(remove_affixes(title, affixes)) for title in windows]
    if len(set(short)) < len(short) or not known.isdisjoint(short):
        return ()
    rule: dict[str, object] = {"css": "head > title"}
    return (FieldLine(rule | ({"replace": pairs} if pairs else {}), why),)


def _find_wrong(titles: Sequence[str], pages: Sequence[Page], known: set[str]) -> set[str]:
    """Return the titles that are one of the ``known`` names, or that or the main heading of another
    page; on most pages but for their numbers (*Ticket 17*)."""
    headings = [{fold_text(text_of_value(each)) for each in page.root.iter("h1")} for page in pages]
    pairs = [*zip(titles, headings, strict=True)]
    counts = Counter(text for title, own in pairs for text in own | {title})
    bare = Counter(DIGITS.sub("", title) for title in titles)
    most = max(MIN_PAGES, MIN_TITLED_SHARE * len(pages))
    return {
        title
        for title in titles
        if title in known or counts[title] > 1 or bare[DIGITS.sub("", title)] >= most
    } - {""}


def _leave_out_controls(titles: Sequence[str], pages: Sequence[Page]) -> tuple[FieldLine, ...]:
    """Return the rule for the main heading if nearly all ``titles`` are it, and end with the same
    element (*History*, *Print*)."""
    headings = [page.root.find(".//h1") for page in pages]
    ends = Counter(
        text
        for heading, title in zip(headings, titles, strict=True)
        if heading is not None and text_of_value(heading) == title
        for text in {text_of_value(each) for each in heading.iterdescendants(etree.Element)}
        - {title, ""}
        if title.endswith(text)
    )
    least = max(MIN_PAGES, MIN_ENDED_SHARE * len(pages))
    common = [text for text, count in ends.items() if count >= least]
    if not common:
        return ()
    end = max(common, key=len)
    rule: dict[str, object] = {"css": "h1", "replace": [[rf"\s*{re.escape(end)}$", ""]]}
    return (FieldLine(rule, f"{end!r} is in it on {ends[end]} of {len(pages)} pages"),)


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
    windows = [fold_text(read_window_title(page)) for page in pages]
    return _find_titled(pages, windows, known) or _find_heading(pages, windows, known, _PLAIN)


def _find_titled(pages: Sequence[Page], windows: Sequence[str], known: set[str]) -> str:
    """Return the selector of the heading that is the title; where all windows have one title, that
    of the site, the main heading that each page has for itself."""
    if len({*windows}) > 1 or len(pages) < MIN_PAGES:
        return _find_heading(pages, windows, known)
    shown = [fold_text(" ".join(map(text_of_value, page.root.iter("h1", "h2")))) for page in pages]
    return _find_heading(pages, shown, known, ("h1",)) or _find_heading(
        pages, shown, known, ("h2",)
    )


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
        if _is_title(text_of_value(heading), window, known)
        for css in _list_heading_selectors(heading)
    )
    good = []
    for css, count in candidates.items():
        if count < MIN_TITLED_SHARE * len(pages):
            continue
        found = [page.root.cssselect(css) for page in pages]
        texts = [text_of_value(elements[0]) if elements else "" for elements in found]
        has_several = any(len(elements) > 1 for elements in found)
        read = [fold_text(text) for text in texts if text]
        if len(set(read)) == len(read) and all(
            not text or _is_title(text, window, known)
            for text, window in zip(texts, windows, strict=True)
        ):
            good.append((-len(read), has_several, css in _HEADINGS, " " in css, len(css), css))
    return min(good)[-1] if good else ""


def _is_title(text: str, window: str, known: set[str]) -> bool:
    folded_text = fold_text(text)
    # that of a wiki is its address: repairs:the_mill
    is_inside = folded_text in window or keep_letters(folded_text) in keep_letters(window)
    return bool(keep_letters(folded_text)) and is_inside and folded_text not in known


def _list_heading_selectors(heading: etree._Element) -> dict[str, None]:
    is_plain = heading.tag in _PLAIN
    by_tag = () if is_plain else (str(heading.tag), *list_selectors(heading, "below"))
    return dict.fromkeys((*list_selectors(heading), *by_tag))


def find_anchor_signs(pages: Sequence[Page]) -> tuple[str, ...]:
    """Return the selectors that find, on two pages at least, the links of headings to themselves,
    with a sign as their text (``¶``), and nothing else on any."""
    signs = {link for page in pages for link in page.root.iter("a") if _is_anchor_sign(link)}
    candidates = Counter(css for link in signs for css in list_selectors(link))
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
