"""Rules for the day and the section of articles where no element is named so: by their place.

The day is in a ``time`` element around the text, or in a line with a date, wherever that is; it is
proved by the days that are known, or by the order of the list, which is that of its days. The
section is in the trail of links above the article (*Home › Travel*), or a folder in its address
that the site's menu names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.guess.class_names import element_names, find_class_word
from webarticlecurator.guess.text_units import fold_text
from webarticlecurator.model.article import Metadata
from webarticlecurator.model.proposal import FieldLine
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.article_surroundings import ArticleSurroundings
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules.element_values import text_of
from webarticlecurator.text.date_words import find_date_parts, fold_date_text
from webarticlecurator.text.dates import DateContext, read_date
from webarticlecurator.text.times import DAY_LENGTH

MIN_PAGES = 4
MIN_SHARE = 0.9
"""Pages on which a line with a date must stand, and their share; and the share of neighbours in the
list whose days are in its order."""
MAX_SIZE = 120
"""Characters of the longest line with a date."""
MAX_ABOVE = 3
"""Elements above a line by which it is selected."""
_LINES = tuple("p span div li dd td small em b strong i time h2 h3 h4 h5 h6".split())
_NUMERIC = re.compile(r"\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}")
_TOKEN = re.compile(r"\d+|[^\W\d_]+|\s+|.")
_WORD, _SPACE, _NUMBER, _YEAR = r"[^\W\d_]+", r"\s+", r"\d{1,2}", r"\d{4}"


@dataclass(frozen=True)
class ShownDay:
    """A rule for the day, and the elements that it finds: page → element."""

    line: FieldLine
    elements: Mapping[Page, etree._Element] = field(default_factory=dict)


def choose_time(
    around: Sequence[ArticleSurroundings], days: Sequence[str]
) -> tuple[FieldLine, ...]:
    """Return the rule for the date if the default sources miss it on some pages (``days``: ""):
    ``time`` elements around the article that have the day of the default sources wherever these
    have one."""
    by_page = [dict(_list_time_selectors(each)) for each in around]
    common = by_page[0].keys() | by_page[-1].keys()
    good = [
        (max(names.get(css, 0) for names in by_page), css)
        for css in common
        if sum(css in names for names in by_page) >= len(around) - 1
        and all(_has_day(each, css, day) for each, day in zip(around, days, strict=True))
    ]
    return (FieldLine({"css": min(good)[-1], "attr": "datetime"}, _describe(days)),) if good else ()


def _describe(days: Sequence[str]) -> str:
    return f"the default sources find none on {days.count('')} of {len(days)} pages"


def _list_time_selectors(around: ArticleSurroundings) -> Iterator[tuple[str, int]]:
    """Yield the selectors of the times around the article, each with the level of the element that
    gives it its name."""
    times = [e for e in around.elements if e.tag == "time" and e.get("datetime")]
    for level in (3, 2, 1, 0):
        for time in times:
            for element in list(self_and_ancestors(time))[level : level + 1]:
                behind = " time" if level else ""
                yield from ((f"{css}{behind}", level) for css in own_selectors(element))


def _has_day(around: ArticleSurroundings, css: str, day: str) -> bool:
    """True if the first element of a selector is one around the article, with this day, if any."""
    found = around.page.root.cssselect(css)
    if not found:
        return True
    value = found[0].get("datetime") or ""
    return found[0] in around.inside and bool(value) and value.startswith(day)


def learn_shown_day(
    pages: Sequence[Page], days: Mapping[Page, str], order: Sequence[str], language: str
) -> ShownDay | None:
    """Return the rule for lines with the day of the article, None where there are none, or the
    default sources find every one (``days``: page → ISO day or ""). ``order``: the addresses of the
    articles as the list has them."""
    if all(days.values()) or len(pages) < MIN_PAGES:
        return None
    context = DateContext(None, language)
    places = {url: place for place, url in enumerate(order)}
    at_least = MIN_SHARE * len(pages)
    counts = Counter(css for page in pages for css in {*_list_lines(page)})
    likely = sorted(
        (css for css, count in counts.items() if count >= at_least),
        key=lambda css: (css.count(" "), len(css), css),
    )
    for css in likely:
        found = {page: some[0] for page in pages if (some := page.root.cssselect(css))}
        texts = {page: text_of(element) for page, element in found.items()}
        if any(len(text) > MAX_SIZE for text in texts.values()):
            continue
        shapes = {_find_shape(text, context) for text in texts.values()}
        for shape in shapes - {""}:
            read = {page: _read_day(shape, text, context) for page, text in texts.items()}
            if sum(map(bool, read.values())) < at_least or len({*read.values()}) <= len(read) / 2:
                continue
            if _are_proved(read, days, places):
                rule: dict[str, object] = {"css": css}
                if any(re.fullmatch(shape, text) is None for text in texts.values()):
                    rule["replace"] = [[f"^.*?({shape}).*$", r"\1"]]
                return ShownDay(FieldLine(rule, _describe([*days.values()])), found)
    return None


def _list_lines(page: Page) -> Iterator[str]:
    """Yield the selectors of the innermost elements with a short text that has a year."""
    for element in page.root.iterdescendants(*_LINES):
        own = " ".join([element.text or "", *(each.tail or "" for each in element)])
        if len(own) > 2 * MAX_SIZE or not re.search(_YEAR, own) or len(text_of(element)) > MAX_SIZE:
            continue
        yield from own_selectors(element)
        for above in islice(element.iterancestors(), MAX_ABOVE):
            yield from (f"{css} {element.tag}" for css in own_selectors(above))


def _find_shape(text: str, context: DateContext) -> str:
    """Return the regex of the first date in a text, "" if it has none that can be read."""
    numeric = _NUMERIC.search(text)
    parts = [numeric[0]] if numeric else [*find_date_parts(fold_date_text(text), context.tag)]
    for part in parts:
        if read_date(part, (), context).value is not None:
            return "".join(map(_generalize, _TOKEN.findall(part)))
    return ""


def _generalize(token: str) -> str:
    if token.isdecimal():
        return _YEAR if len(token) == 4 else _NUMBER
    return _SPACE if token.isspace() else _WORD if token.isalpha() else re.escape(token)


def _read_day(shape: str, text: str, context: DateContext) -> str:
    """Return the day that is written so in a text (ISO), "" if there is none."""
    found = re.search(shape, text)
    value = read_date(found[0], (), context).value if found else None
    return (value or "")[:DAY_LENGTH]


def _are_proved(
    read: Mapping[Page, str], days: Mapping[Page, str], places: Mapping[str, int]
) -> bool:
    """Return True if the days are those that are known; or, where none is, in the order in which
    the list has the articles."""
    known = [(day, days[page]) for page, day in read.items() if day and days[page]]
    if known:
        return all(one == other for one, other in known)
    listed = [(places[page.url], day) for page, day in read.items() if day and page.url in places]
    steps = [(one > other) - (one < other) for (_, one), (_, other) in pairwise(sorted(listed))]
    return len(listed) >= MIN_PAGES and (
        max(steps.count(1), steps.count(-1)) >= MIN_SHARE * len(steps)
    )


# The section: from the trail of links, or from a folder of the address.


MIN_TRAILS = 4
"""Pages from which it can be said that a place holds sections: some have the same, some another."""
MAX_NAME_LENGTH = 40
MAX_SHOWN = 3
_TEASERS = ("article", "h1", "h2", "h3", "h4")


def learn_section_of_place(
    around: Sequence[ArticleSurroundings], defaults: Sequence[Metadata]
) -> tuple[FieldLine, ...]:
    """Return the rule for the section by the trail above the articles, else by a folder of their
    addresses; nothing where the default sources find sections, or the place says none."""
    declared = {tuple(metadata.texts("section")) for metadata in defaults}
    if len(around) < MIN_TRAILS or len(declared) > 1:
        return ()
    pages = [each.page for each in around]
    return _learn_trail(pages) or _learn_folder(pages)


def _learn_trail(pages: Sequence[Page]) -> tuple[FieldLine, ...]:
    """Return the rule for the last link of a trail, or all links, without those on every page."""
    names = Counter(
        css
        for page in pages
        for element in page.root.iter(etree.Element)
        if find_class_word("trails", element_names(element))
        for css in dict.fromkeys(own_selectors(element))
    )
    for css, count in sorted(names.items(), key=lambda item: (-item[1], len(item[0]), item[0])):
        trails = [_read_trail(page, css) for page in pages]
        if count < len(pages) or not all(trails):
            continue
        constant = frozenset[str].intersection(*map(frozenset, trails))
        own = [[text for text in trail if text not in constant] for trail in trails]
        last = [trail[-1] for trail in own if trail]
        # One that is last on one page and not on another is beside it, not above.
        before = {text for trail in own for text in trail[:-1]}
        if 2 * len(last) >= len(pages) and _are_sections(last):
            rule: dict[str, object] = {"css": f"{css} a"}
            rule |= {"exclude": [f"^{re.escape(text)}$" for text in sorted(constant)]}
            rule |= {"pick": "last" if before.isdisjoint(last) else "all"}
            return (FieldLine(rule, _describe_sections(last, len(pages))),)
    return ()


def _read_trail(page: Page, css: str) -> list[str]:
    """Return the texts of the links of the only trail, without one to the page itself."""
    found = page.root.cssselect(css)
    links = found[0].iter("a") if len(found) == 1 else ()
    return [
        text_of(link)
        for link in links
        if urljoin(page.url, link.get("href") or "").partition("#")[0] != page.url
    ]


def _learn_folder(pages: Sequence[Page]) -> tuple[FieldLine, ...]:
    """Return the rule for the first folder of the addresses, by the names that links to these
    folders have on most pages."""
    folders = [urlsplit(page.url).path.split("/")[1:-1][:1] for page in pages]
    found = [each[0] for each in folders if each]
    if len(found) < len(pages) or not _are_sections(found):
        return ()
    names: dict[str, Counter[str]] = {}
    for page in pages:
        for link in page.root.iter("a"):
            parts = urlsplit(urljoin(page.url, link.get("href") or ""))
            folder = parts.path.strip("/")
            text = text_of(link)
            is_here = parts.netloc == urlsplit(page.url).netloc and not parts.query
            is_teaser = any(each.tag in _TEASERS for each in link.iterancestors())
            if (
                is_here
                and not is_teaser
                and folder
                and "/" not in folder
                and 0 < len(text) <= MAX_NAME_LENGTH
            ):
                names.setdefault(folder, Counter())[text] += 1
    if not names.keys() >= {*found}:
        return ()
    named = {folder: texts.most_common(1)[0][0] for folder, texts in sorted(names.items())}
    rule = {"url": "^https?://[^/]+/([^/]+)/", "map": named}
    return (FieldLine(rule, _describe_sections([named[each] for each in found], len(pages))),)


def _are_sections(values: Sequence[str]) -> bool:
    """True for short texts with a letter, some the same and some another."""
    counts = Counter(map(fold_text, values))
    is_short = all(len(value) <= MAX_NAME_LENGTH and not value.isdigit() for value in values)
    return is_short and "" not in counts and 1 < len(counts) < len(values)


def _describe_sections(values: Sequence[str], pages: int) -> str:
    shown = "; ".join([*dict.fromkeys(values)][:MAX_SHOWN])
    return f"on {len(values)} of {pages} pages: {shown}"
