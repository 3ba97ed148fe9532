"""What several articles have in common inside their texts, and is therefore none of them.

A block is template if other articles have the same words, the same words around its links, or if
its links lead to other articles of the list. No word list decides: only what is repeated on other
pages, and where links lead. A block with words of its own is text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice, pairwise
from urllib.parse import urljoin

from lxml import etree

from webarticlecurator.articles.blocks.article_roots import find_drops, find_roots
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import (
    Unit,
    fold_text,
    has_sentence_end,
    list_page_units,
)
from webarticlecurator.articles.without_rules.outward_lists import address_form
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import BodyRules
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.date_words import YEAR
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.base.text.word_borders import count_words
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.fields.written_days import find_date_shape
from webarticlecurator.proposing.text_rules.boxes_in_text import (
    labels_empty_place,
    list_box_labels,
    list_form_boxes,
    sends_on,
)
from webarticlecurator.proposing.text_rules.listed_articles import ListedArticles

MIN_PAGES = 2
"""Pages from which it can be said what they have in common."""
MIN_COMPARED = 3
"""Pages from which it shows what is in the place of the text and is none: of two, a box of one
passes for its text, and a line that one is thought to lack may be its text."""
MIN_REPEATS = 3
REPEAT_SHARE = 0.5
LABEL_SHARE = 0.25
COMMON_SHARE = 0.9
"""Pages on which words must be the same, or all, and their share; the share of those that are
before links to other articles; and that from which it does not matter whether they are kept."""
MAX_CARD_LEVELS = 4
"""The link and the elements around it that may be the card of another article."""
MAIN_SHARE = 0.2
"""Share of the text from which on an element holds paragraphs of the article."""
MAX_BOXES = 0.5
"""Share of the text that may be in boxes with a day each, which are comments; of more, it is a
report by the hour."""
FIRST_LINES = 4
"""Units at the beginning among which the line of the author and the day is."""
MAX_JOINT = 4
"""Letters that may be left between the names in a line: *and*."""
MAX_DAY_WORDS = 4
"""Words of a line that has nothing but a day."""
MAX_TAKEN = 0.9
"""Share of the text of most articles from which what they have in common is not the template."""
MIN_SENTENCE = 6
"""Words of a short sentence that two articles do not share by chance."""
MIN_BEGUN = 4
"""Number of pages on which a line must begin alike."""
MAX_FACTS = 120
"""Characters of the longest line of facts."""
_LABEL = re.compile(r"[^\W\d][^\d:：.!?]{0,30}[:：]\s*")
_FIRST_WORD = re.compile(r"[^\W\d_]{4,}\s+")
_PARTS = frozenset("ul ol blockquote table figure dl pre".split())
"""Parts of a text that are elements around units."""


@dataclass(frozen=True)
class ArticleFacts:
    """What is known of the article on a page: folded values of its fields."""

    title: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class JudgedPage:
    """The units on a page that a reading keeps: those of the ``template`` and all others, ``own``;
    ``roots`` hold them. ``beside``: what it leaves out in the roots, by what it is called."""

    page: Page
    roots: tuple[etree._Element, ...]
    template: tuple[Unit, ...]
    own: tuple[Unit, ...]
    beside: tuple[Unit, ...] = ()

    @property
    def side_units(self) -> set[Unit]:
        """The own units in boxes beside the paragraphs: the only article of a writer among the
        pages has words of its own in the box about him."""
        sizes = Counter[etree._Element | None]()
        for unit in self.own:
            sizes[unit.element.getparent()] += unit.size
        least = MAIN_SHARE * sizes.total()
        if least > max(sizes.values(), default=0):
            return set()  # each entry of a report by the hour is in a box of its own
        return {
            unit
            for unit in self.own
            if sizes[unit.element.getparent()] < least
            and unit.element not in self.roots
            and unit.element.getparent() not in self.roots
            and not is_part(unit)
        }


@dataclass(frozen=True)
class _Block:
    """A unit with the addresses of its links, and its folded words in and outside of them."""

    unit: Unit
    links: tuple[tuple[etree._Element, str], ...]
    outside: str

    @property
    def anchors(self) -> list[etree._Element]:
        return [link for link, _ in self.links]


def list_kept(page: Page, rules: BodyRules) -> tuple[tuple[etree._Element, ...], list[Unit]]:
    """Return the roots that rules select on a page, or that are found without any, and the units
    that are kept of them."""
    roots = find_roots(page, rules)
    dropped = {*find_drops(page, rules, roots)}
    inside = {*roots}
    return roots, [
        unit
        for unit in list_page_units(page)
        if not inside.isdisjoint(unit.around)
        and dropped.isdisjoint(unit.around)
        and not ((parts := list_inline_parts(unit)) and dropped.issuperset(parts))
    ]


def list_inline_parts(unit: Unit) -> tuple[etree._Element, ...]:
    """Return the inline elements that have all of the text of a unit beside other units."""
    if not any(each.tag in BLOCK_TAGS for each in unit.element):
        return ()
    own = [unit.element.text, *(each.tail for each in unit.element)]
    if any(text and not text.isspace() for text in own):
        return ()
    return tuple(
        each
        for each in unit.element
        if isinstance(each.tag, str) and each.tag not in BLOCK_TAGS and text_of(each)
    )


def judge_blocks(
    pages: Sequence[Page],
    kept: Sequence[Collection[Unit]],
    facts: Sequence[ArticleFacts],
    listed: Collection[str],
    language: str = "",
) -> list[set[Unit]]:
    """Return, for each page, those of its ``kept`` units that are of the template. ``listed``: the
    addresses of the articles in the list; ``language``: that of dates."""
    if len(pages) < MIN_PAGES:
        return [set() for _ in pages]
    known = ListedArticles({*listed, *(page.url for page in pages)})
    blocks = [
        [_read_block(unit, page) for unit in units] for page, units in zip(pages, kept, strict=True)
    ]
    least = min(len(pages), max(MIN_REPEATS, REPEAT_SHARE * len(pages)))
    few = min(len(pages), max(MIN_REPEATS, LABEL_SHARE * len(pages)))
    texts = _count_pages([block.unit.folded_text for block in own] for own in blocks)
    # also where no reading keeps it: a line of tags is kept on few pages, and is on all
    every = [[_read_block(unit, page) for unit in list_page_units(page)] for page in pages]
    common = _count_pages([each.unit.folded_text for each in own] for own in every)
    labels = _count_pages([DIGITS.sub("", each.unit.folded_text) for each in own] for own in every)
    frames = _count_pages([each.outside for each in own if each.links] for own in every)
    places = _count_pages([_describe_links(each) for each in own] for own in blocks)
    bare = [
        [_without_facts(each.unit, fact) for each in own]
        for own, fact in zip(blocks, facts, strict=True)
    ]
    lines = _count_pages(
        [_without_facts(each.unit, fact) for each in own]
        for own, fact in zip(every, facts, strict=True)
    )
    begins = _count_pages(_list_begins(own) for own in every)
    judged = []
    context = DateContext(None, language or "und")
    boxes = [_list_dated_boxes(own, context) for own in blocks]
    if sum(map(bool, boxes)) < few:
        boxes = [set() for _ in pages]
    lines_of = [
        _list_byline(own, context, fact.title) for own, fact in zip(blocks, facts, strict=True)
    ]
    # also where no reading keeps it
    tags = _count_pages([each.unit.tag for each in own if _has_year(each.unit)] for own in every)
    for page, own, left, dated, dates in zip(pages, blocks, bare, boxes, lines_of, strict=True):
        cards = _list_cards(page, own, known) | dated
        forms = list_form_boxes(page)
        template = {
            block.unit
            for block, rest in zip(own, left, strict=True)
            if texts[block.unit.folded_text] >= (2 if _is_written_once(block.unit) else least)
            or common[block.unit.folded_text] >= max(least, COMMON_SHARE * len(pages))
            or _is_counted(block.unit, labels, least)
            or _is_begun(block.unit, begins, len(pages))
            or (_is_labelled(block, page, known) and frames[block.outside] >= few)
            or (block.links and block.outside and frames[block.outside] >= least)
            or (rest is not None and (len(rest) <= MAX_JOINT or lines[rest] >= least))
            or (block.unit in dates and tags[block.unit.tag] >= few)
            or not cards.isdisjoint(block.unit.around)
            or _is_list_of(block, page, known)
            or places[_describe_links(block)] >= least
            or not forms.isdisjoint(block.unit.around)
            or labels_empty_place(block.unit, is_repeated=texts[block.unit.folded_text] > 1)
            or (_is_labelled(block, page, known) and sends_on(block.unit, block.anchors))
        }
        template |= _list_labels(own, template, labels, few)
        template |= {*list_box_labels([block.unit for block in own], template)}
        titles = {each.unit for each, rest in zip(own, left, strict=True) if rest == ""}
        template -= _own_headings(own, template) - titles
        template -= _own_cells(own, template)
        judged.append(template)
    empty = sum(
        bool(own) and sum_sizes(template) >= MAX_TAKEN * sum_sizes(each.unit for each in own)
        for own, template in zip(blocks, judged, strict=True)
    )
    # articles of which nothing is left are written alike, and show nothing about each other
    return [set() for _ in pages] if 2 * empty > len(pages) else judged


def _is_written_once(unit: Unit) -> bool:
    """Return True for words that two articles do not share by chance: a paragraph, or a sentence of
    several words."""
    is_sentence = unit.tag not in HEADINGS and has_sentence_end(unit.text)
    return unit.is_running_text or (is_sentence and count_words(unit.text) >= MIN_SENTENCE)


def _count_pages(values: Iterable[Iterable[str | None]]) -> Counter[str | None]:
    """Return on how many pages each value is."""
    return Counter(value for own in values for value in {*own} if value)


def _read_block(unit: Unit, page: Page) -> _Block:
    links = [each for each in unit.element.iter("a") if each.get("href") and _block_of(each, unit)]
    outer = next((each for each in unit.element.iterancestors("a")), None)
    if outer is not None and outer.get("href"):
        links.append(outer)
    found = tuple(
        (link, urljoin(page.base, link.get("href") or "").partition("#")[0]) for link in links
    )
    text = unit.text
    if unit.linked >= unit.size:
        text = ""
    else:
        for link in links:
            text = text.replace(" ".join("".join(map(str, link.itertext())).split()), " ", 1)
    return _Block(unit, found, DIGITS.sub("", fold_text(text)))


def _block_of(link: etree._Element, unit: Unit) -> bool:
    """Return True if a link below the element of a unit is in its text, and in no inner unit."""
    return all(
        each is unit.element or each.tag not in ("p", "li", "div", "ul", "ol", "td", "h2", "h3")
        for each in self_and_ancestors(link, unit.element)
    )


def _describe_links(block: _Block) -> str | None:
    """Return the common form of the addresses in a block that is all links, with its tag; None if
    they have none: *p plain.example/t/* of links to terms."""
    if block.outside or not block.links:
        return None
    forms = {address_form(address) for _, address in block.links}
    return f"{block.unit.tag} {forms.pop()}" if len(forms) == 1 else None


def _without_facts(unit: Unit, facts: ArticleFacts) -> str | None:
    """Return the letters of a short unit that are left without what is known of the article; None
    if it says nothing of it."""
    folded_text = unit.folded_text
    if facts.title and folded_text == facts.title:
        return ""
    if len(unit.text) > MAX_FACTS or unit.tag in HEADINGS:
        return None
    rest = folded_text
    for value in facts.values:
        rest = rest.replace(value, "", 1)
    return None if rest == folded_text else DIGITS.sub("", rest)


def _is_counted(unit: Unit, labels: Mapping[str | None, int], least: float) -> bool:
    """Return True for a number with words that most pages have: *8 min read*."""
    words = DIGITS.sub("", unit.folded_text)
    is_line = words != unit.folded_text and len(unit.text) <= MAX_FACTS
    return is_line and unit.tag not in HEADINGS and labels[words] >= least


def _list_begins(blocks: Iterable[_Block]) -> list[str]:
    """Return the beginnings of lines, but not of sentences, and not of the links of a menu; each
    has one line of the page."""
    units = (each.unit for each in blocks if each.unit.linked < each.unit.size)
    counts = Counter(begin for unit in units if (begin := _find_begin(unit)))
    return [begin for begin, count in counts.items() if count == 1]


def _find_begin(unit: Unit) -> str:
    """Return the tag and the label before the other words of a line, or its first word: *p Filed
    under:*, *p Topics*; "" for a heading, a sentence, and a line with nothing behind it."""
    if unit.tag in HEADINGS or len(unit.text) > MAX_FACTS or has_sentence_end(unit.text):
        return ""
    match = _LABEL.match(unit.text) or _FIRST_WORD.match(unit.text)
    return f"{unit.tag} {match[0].strip()}" if match and match.end() < len(unit.text) else ""


def _is_begun(unit: Unit, begins: Mapping[str | None, int], pages: int) -> bool:
    """Return True for a line of facts: what it begins with is what one line of most pages, with a
    colon, or of nearly all begins with."""
    begin = _find_begin(unit)
    share = REPEAT_SHARE if begin.endswith((":", "：")) else COMMON_SHARE
    return bool(begin) and begins[begin] >= max(MIN_BEGUN, share * pages)


def _is_labelled(block: _Block, page: Page, listed: ListedArticles) -> bool:
    """Return True for links to other articles of the list with words before or behind them."""
    return bool(block.outside) and _leads_to(block, page, listed)


def _list_labels(
    blocks: Sequence[_Block],
    template: Collection[Unit],
    labels: Mapping[str | None, int],
    few: float,
) -> set[Unit]:
    """Return what several pages have right above the template: *Read also*, *3 comments*."""
    return {
        block.unit
        for block, following in pairwise(blocks)
        if not block.links
        and following.unit in template
        and labels[DIGITS.sub("", block.unit.folded_text)] >= few
    }


def _is_list_of(block: _Block, page: Page, listed: ListedArticles) -> bool:
    """Return True for a block of nothing but links to other articles of the list."""
    return not block.outside and _leads_to(block, page, listed)


def _leads_to(block: _Block, page: Page, listed: ListedArticles) -> bool:
    """Return True if there are links, all to other articles of the list."""
    return bool(block.links) and all(
        listed.has_other(address, page.url) for _, address in block.links
    )


def _list_cards(
    page: Page, blocks: Sequence[_Block], listed: ListedArticles
) -> set[etree._Element]:
    """Return the elements with a linked heading that lead to one other article of the list, and
    have at most one paragraph beside it."""
    cards: set[etree._Element] = set()
    for block in blocks:
        if block.unit.tag not in HEADINGS or not _is_list_of(block, page, listed):
            continue
        (_, target), *_ = block.links
        for element in islice(block.unit.element.iterancestors(), MAX_CARD_LEVELS):
            inside = {
                urljoin(page.base, link.get("href") or "").partition("#")[0]
                for link in element.iter("a")
            }
            prose = sum(other.unit.is_in(element) for other in blocks if not other.links)
            if inside != {target} or prose > 1:
                break
            cards.add(element)
    return cards


def _list_byline(blocks: Sequence[_Block], context: DateContext, title: str) -> set[Unit]:
    """Return the short lines with a day before the first paragraph and behind the last one. What is
    above the title, as a banner, is no paragraph."""
    units = [block.unit for block in blocks]
    above = next((n for n, unit in enumerate(units) if title and unit.folded_text == title), -1)
    prose = [n for n, unit in enumerate(units) if unit.is_running_text and n > above]
    # the first may be a lead above the line
    first, last = (max(prose[:2][-1], FIRST_LINES), prose[-1]) if prose else (len(units),) * 2
    return {
        unit
        for unit in (*units[:first], *units[last + 1 :])
        if len(unit.text) <= MAX_FACTS
        and unit.tag not in HEADINGS
        and not _is_sentence(unit, context)
        and (_has_year(unit) or find_date_shape(unit.text, context))
    }


def _has_year(unit: Unit) -> bool:
    """Return True for a short line with a year or a time."""
    is_dated = YEAR.search(unit.text) or next(unit.element.iter("time"), None) is not None
    return bool(is_dated) and len(unit.text) <= MAX_FACTS


def _is_sentence(unit: Unit, context: DateContext) -> bool:
    """Return True for a text that ends like a sentence, not with a day: *1 мая 2024 г.*"""
    text = unit.text
    if not has_sentence_end(text) or text[-2:-1].isdigit() or len(text.split()) <= MAX_DAY_WORDS:
        return False
    shape = find_date_shape(text, context)
    behind = re.split(shape, text)[-1] if shape else text
    return len(behind.split()) > 1


def _list_dated_boxes(blocks: Sequence[_Block], context: DateContext) -> set[etree._Element]:
    """Return the boxes behind the text that begin with a short line with a day, at least two beside
    each other: the comments of readers, unless they have most of the text."""
    units = [block.unit for block in blocks]
    starts: dict[tuple[etree._Element | None, str], list[etree._Element]] = {}
    for unit, following in pairwise(units):
        line = unit.element if unit.element in following.around else unit.element.getparent()
        is_short = len(unit.text) <= MAX_FACTS and not unit.is_running_text
        if line is None or not is_short or line not in following.around:
            continue
        if any(line in other.around for other in units[: units.index(unit)]):
            continue
        if find_date_shape(unit.text, context):
            starts.setdefault((line.getparent(), str(line.tag)), []).append(line)
    found = {each for same in starts.values() if len(same) > 1 for each in same}
    inside = sum(unit.size for unit in units if not found.isdisjoint(unit.around))
    first = next((n for n, unit in enumerate(units) if not found.isdisjoint(unit.around)), 0)
    before = any(unit.is_running_text for unit in units[:first])
    return found if before and inside <= MAX_BOXES * sum_sizes(units) else set()


def _own_headings(blocks: Sequence[_Block], template: Collection[Unit]) -> set[Unit]:
    """Return the headings among the template that have text of the article below them: *Contents*
    on each page of a wiki."""
    units = [block.unit for block in blocks]
    linked = {block.unit for block in blocks if block.links and not block.outside}
    own: set[Unit] = set()
    follows_text = False
    for unit in reversed(units):
        if unit in template and unit.tag in HEADINGS and unit not in linked and follows_text:
            own.add(unit)
        follows_text = unit not in template or unit in own
    return own


def _own_cells(blocks: Sequence[_Block], template: Collection[Unit]) -> set[Unit]:
    """Return the cells of tables that have text of the article in most rows: the names of teams are
    on many pages, their points are not."""
    tables: dict[etree._Element, list[tuple[Unit, etree._Element]]] = {}
    for unit in (block.unit for block in blocks):
        row, table = (
            next((each for each in unit.around if each.tag == tag), None) for tag in ("tr", "table")
        )
        if row is not None and table is not None:
            tables.setdefault(table, []).append((unit, row))
    return {
        unit
        for cells in tables.values()
        if all(len(unit.text) <= MAX_FACTS for unit, _ in cells)
        and 2 * len({row for unit, row in cells if unit not in template})
        > len({row for _, row in cells})
        > 2
        for unit, _ in cells
    }


def is_part(unit: Unit) -> bool:
    """Return True for a unit in a list, a quotation or a table."""
    # td, tr, tbody, table
    return any(each.tag in _PARTS for each in unit.around[:4])


def sum_sizes(units: Iterable[Unit]) -> int:
    return sum(unit.size for unit in units)
