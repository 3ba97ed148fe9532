"""Rules for the day and the section of articles where no element is named so: by their place.

The day is in a ``time`` element around the text, or in a line with a date, wherever that is; it is
proved by the days that are known, or by the order of the list, which is that of its days. The
section is in the trail of links above the article (*Home › Travel*), or a folder in its address
that the site's menu names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, pairwise
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.guess.article_text import find_article_text
from webarticlecurator.guess.class_names import (
    element_names,
    find_class_word,
    fold_names,
    is_named_elsewhere,
)
from webarticlecurator.guess.text_units import (
    collect_hints,
    find_title_position,
    fold_text,
    list_page_units,
)
from webarticlecurator.model.article import Metadata
from webarticlecurator.model.proposal import FieldLine
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.propose.written_days import (
    MAX_SIZE,
    cut_day,
    find_date_shape,
    find_day_lines,
    read_shaped_day,
)
from webarticlecurator.rules.elements import text_of
from webarticlecurator.text.dates import DateContext

MAX_CARD_LEVELS = 4
"""The link and the elements around it that may be the card of another article."""
MAX_TIMES = 40
"""``time`` elements around which a box with the day of the article is looked for."""


@dataclass(frozen=True)
class ArticleSurroundings:
    """``elements``: those around the text of the article on ``page``, in document order;
    ``before``: how many of them begin before the text; ``text`` holds it."""

    page: Page
    text: etree._Element
    elements: tuple[etree._Element, ...]
    before: int

    @cached_property
    def inside(self) -> frozenset[etree._Element]:
        """The elements as a set."""
        return frozenset(self.elements)

    @cached_property
    def above(self) -> frozenset[etree._Element]:
        """The elements that hold the text of the article and more."""
        return frozenset(self.text.iterancestors())


def find_surroundings(
    page: Page,
    root_selectors: Sequence[str],
    drop_selectors: Sequence[str] = (),
    heading: str = "",
    day: str = "",
    line: etree._Element | None = None,
) -> ArticleSurroundings | None:
    """Return the elements around the article, whose text is in the first element that one of the
    selectors finds, or else in the guessed one; None if there is none. What ``drop_selectors`` find
    in the text is around it. ``heading`` selects the title, if it is known where it is; ``day`` is
    that of the article (ISO), and ``line`` shows it, if they are known."""
    roots = next(filter(None, map(page.root.cssselect, root_selectors)), None)
    drops = {element for css in drop_selectors for element in page.root.cssselect(css)}
    if roots is None:
        guess = find_article_text(page)
        if guess is None:
            return None
        roots = [*guess.roots]
        drops.update(guess.drops)
    root = roots[-1]
    drops.update(root.iterdescendants("nav", "aside"))  # each portal file drops these
    # The innermost element that contains the title and the text, or the <article> around it.
    titles = page.root.cssselect(heading) if heading else _find_title(page)
    parent = root.getparent()
    container = root if parent is None else parent
    if titles:
        around = {*self_and_ancestors(titles[0])}
        container = next((each for each in self_and_ancestors(root) if each in around), root)
    container = next((e for e in self_and_ancestors(container) if e.tag == "article"), container)
    positions = {element: n for n, element in enumerate(page.root.iter(etree.Element))}
    found = [*_list_elements(page, container, root, drops)]
    for box in _list_dated_boxes(page, container, day) if day else ():
        found.extend(box.iter(etree.Element))
    if line is not None:
        found.extend(_list_beside(page, container, line))
    elements = tuple(sorted(dict.fromkeys(found), key=positions.__getitem__))
    before = sum(positions[element] <= positions[root] for element in elements)
    return ArticleSurroundings(page, root, elements, before)


def _find_title(page: Page) -> list[etree._Element]:
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    return [] if title is None else [units[title].element]


def _list_elements(
    page: Page, container: etree._Element, root: etree._Element, drops: Collection[etree._Element]
) -> Iterator[etree._Element]:
    """Yield the elements in ``container``, without those of other articles and without the text:
    of the element of the text only what is in ``drops``."""
    above = {*self_and_ancestors(container), *self_and_ancestors(root)}
    cards = {*_list_cards(page, container, above)}
    pending = [(container, False)]
    while pending:
        element, is_text = pending.pop()
        is_text = (is_text or element is root) and element not in drops
        is_elsewhere = element in cards or (
            is_named_elsewhere(element) and not _names_terms(element)
        )
        if is_elsewhere and element not in above:
            continue
        if not is_text:
            yield element
        children = [child for child in reversed(element) if isinstance(child.tag, str)]
        pending.extend((child, is_text) for child in children)


def _names_terms(element: etree._Element) -> bool:
    """True for a ``nav`` or ``aside``, or what has the role of one, that by its names has the
    keywords or sections of the article and nothing of others."""
    is_beside = element.tag in ("nav", "aside") or element.get("role") == "navigation"
    names = element_names(element) if is_beside else ""
    # without its role, which says no more than that there are links
    own = fold_names(f"{element.get('class') or ''} {element.get('id') or ''}")
    return any(find_class_word(section, names) for section in ("keywords", "sections")) and not (
        find_class_word("elsewhere", own)
    )


def _list_cards(
    page: Page, container: etree._Element, above: Collection[etree._Element]
) -> Iterator[etree._Element]:
    """Yield the elements around linked headings that lead to one other article, by the form of its
    address: cards with its own section and authors. None of them is ``above`` the text."""
    own = _form_of(page.url)
    for heading in container.iter("h2", "h3", "h4", "h5", "h6"):
        links = (*heading.iter("a"), *heading.iterancestors("a"))
        around = (self_and_ancestors(link) for link in links[:1])
        card = None
        for element in islice(chain.from_iterable(around), MAX_CARD_LEVELS):
            inside = (link.get("href") or "" for link in element.iter("a"))
            targets = {urljoin(page.url, address).partition("#")[0] for address in inside}
            others = {url for url in targets if url != page.url and _form_of(url) == own}
            if len(others) != 1 or element in above or element.tag in ("nav", "article"):
                break
            card = element
        if card is not None:
            yield card


def _form_of(url: str) -> tuple[str, ...]:
    """Return the host and folders of an address, numbers as *0*, without its last part."""
    parts = urlsplit(url)
    folders = parts.path.strip("/").split("/")[:-1]
    return (parts.netloc, *(re.sub(r"\d+", "0", folder) for folder in folders))


def _list_dated_boxes(page: Page, container: etree._Element, day: str) -> Iterator[etree._Element]:
    """Yield the largest elements outside the ``container`` with ``time`` elements of this day alone
    and no text of an article."""
    above = {*self_and_ancestors(container)}
    for time in islice(page.root.iter("time"), MAX_TIMES):
        box = None
        for each in self_and_ancestors(time):
            days = {(other.get("datetime") or "")[: len(day)] for other in each.iter("time")}
            if each in above or days != {day} or next(each.iter("article"), None) is not None:
                break
            box = each
        if box is not None:
            yield box


def _list_beside(
    page: Page, container: etree._Element, line: etree._Element
) -> Iterator[etree._Element]:
    """Yield the elements of the largest box around a line outside the ``container`` that links no
    other article, by the form of its address."""
    above = {*self_and_ancestors(container)}
    own = _form_of(page.url)
    box = None
    for each in self_and_ancestors(line):
        targets = (urljoin(page.base, link.get("href") or "") for link in each.iter("a"))
        others = (url.partition("#")[0] for url in targets)
        if each in above or any(url != page.url and _form_of(url) == own for url in others):
            break
        box = each
    if box is not None and line not in above:
        yield from box.iter(etree.Element)


# The elements around the text: title, authors, date, sections, keywords. They are in the innermost
# element with the title and the text, or in the ``<article>`` around it, and not in what belongs to
# other articles or to comments; or in a box beside these that shows the day of the article alone.

MIN_PAGES = 4
MIN_SHARE = 0.9
"""Pages on which a line with a date must stand, and their share; and the share of neighbours in the
list whose days are in its order."""
MAX_ABOVE = 3
"""Elements above a line by which it is selected."""


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
        shapes = {find_date_shape(text, context) for text in texts.values()}
        for shape in shapes - {""}:
            read = {page: read_shaped_day(shape, text, context) for page, text in texts.items()}
            if sum(map(bool, read.values())) < at_least or len({*read.values()}) <= len(read) / 2:
                continue
            if _are_proved(read, days, places):
                line = make_day_rule(css, shape, texts.values(), _describe([*days.values()]))
                return ShownDay(line, found)
    return None


def make_day_rule(css: str, shape: str, texts: Iterable[str], evidence: str) -> FieldLine:
    """Return the rule for the date of a shape in the ``texts`` of a selector, cut out of those that
    have more than it."""
    rule: dict[str, object] = {"css": css}
    if not all(re.fullmatch(shape, text) for text in texts):
        rule["replace"] = [list(cut_day(shape))]
    return FieldLine(rule, evidence)


def _list_lines(page: Page) -> Iterator[str]:
    """Yield the selectors of these elements."""
    for element in find_day_lines(page):
        yield from own_selectors(element)
        for above in islice(element.iterancestors(), MAX_ABOVE):
            yield from (f"{css} {element.tag}" for css in own_selectors(above))


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
        if count < len(pages) or not all(trails) or _leads_to(pages, css):
            continue
        constant = frozenset[str].intersection(*map(frozenset, trails))
        own = [[text for text in trail if text not in constant] for trail in trails]
        last = [trail[-1] for trail in own if trail]
        # One that is last on one page and not on another is beside it, not above.
        before = {text for trail in own for text in trail[:-1]}
        if 2 * len(last) >= len(pages) and _are_sections(last):
            rule: dict[str, object] = {"css": f"{css} a"}
            excluded = [f"^{re.escape(text)}$" for text in sorted(constant)]
            rule |= {"exclude": excluded} if excluded else {}
            rule |= {"pick": "last" if before.isdisjoint(last) else "all"}
            return (FieldLine(rule, _describe_sections(last, len(pages))),)
    return ()


def _leads_to(pages: Sequence[Page], css: str) -> bool:
    """True if what looks as a trail leads from one of the articles to another: to those that were
    read before, as wikis show them."""
    urls = {page.url for page in pages}
    return any(
        urljoin(page.base, link.get("href") or "").partition("#")[0] in urls - {page.url}
        for page in pages
        for element in page.root.cssselect(css)
        for link in element.iter("a")
    )


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
