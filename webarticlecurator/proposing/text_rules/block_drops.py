"""Rules that drop what is left of the template in the texts of articles, whatever its elements are
called: by names, by what is before them, by their words, by where their links lead, by their place.

Each is tried on all pages: it may not take anything that is text of an article.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.units.class_names import find_class_word, fold_names
from webarticlecurator.articles.units.page_hints import HEADINGS
from webarticlecurator.articles.units.text_units import Unit, fold_text, has_sentence_end
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.base.proposal.proposal import LearnedLine
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.dates import DateContext
from webarticlecurator.crawling.building.repeated_lines import SIGNS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.fields.element_selectors import list_selectors
from webarticlecurator.proposing.fields.post_authors import PLAIN_TAG
from webarticlecurator.proposing.fields.shown_language import list_month_languages
from webarticlecurator.proposing.fields.written_days import find_date_shape
from webarticlecurator.proposing.text_rules.boxes_in_text import FORM_BOX, is_beside_frame
from webarticlecurator.proposing.text_rules.shared_blocks import (
    MIN_COMPARED,
    JudgedPage,
    is_part,
    list_inline_parts,
    sum_sizes,
)

MAX_DROPS = 16
MAX_TRIED = 120
"""Rules that are tried in one round, those of most pages first."""
MIN_PAGES = 2
MIN_LABELLED = 3
LABEL_SHARE = 0.25
PLACE_SHARE = 0.9
"""Pages on which a rule must find something, and if it goes by the words before an element, and
their share; that if it goes by the place alone."""
MAX_DOUBTS = 0.25
"""Pages on which a rule may take what no other page has, for each on which it takes the
template."""
MAX_LABEL = 60
"""Characters of the longest words by which an element is known."""
_BOXES = frozenset("div section aside".split())
INLINE = frozenset("b strong em i img span a".split())
MAX_LINE = 120
"""Characters of the longest line that is known by its first word."""
_LABEL = re.compile(r"[^\W\d][^\d:：]*[:：]")
_FIRST_WORD = re.compile(r"[^\W\d_]{4,}")
_NAMED, _LINKED, _EXACT, _WORDED, _BUILT, _BEHIND, _LABELLED, _PLACED = range(8)
_NAMELESS = (_BUILT, _BEHIND, _PLACED)
_TELLING = (_NAMED, _LINKED, _EXACT, _WORDED)
MIN_TOLD = 0.75
"""Share of the pages on which a rule by the place takes something, from which on those that say
what it is replace it: on a page without the box, what is in its place is text."""


@dataclass(frozen=True)
class _Candidate:
    """A rule, and by what it goes: the lower ``kind``, the longer it will hold."""

    kind: int
    line: LearnedLine


def learn_block_drops(pages: Sequence[JudgedPage], roots: Sequence[str]) -> list[LearnedLine]:
    """Return the rules for the template in what is kept of the pages. ``roots``: the selectors of
    the text, if there are any."""
    left = [{*each.template, *each.beside} for each in pages]
    texts = [_list_protected(each) for each in pages]
    weak = [{element for unit in each.side_units for element in unit.around[:2]} for each in pages]
    # each once on a page, in their order: a set would let the process choose between equals
    counts = Counter(
        each for page in pages for each in dict.fromkeys(_list_candidates(page, roots))
    )
    tried = sorted(
        (each for each, count in counts.items() if count >= _choose_least(each, len(pages))),
        key=lambda each: (-counts[each], each.kind, len(each.line.rule), each.line.rule),
    )[:MAX_TRIED]
    found = [(each, hits) for each in tried if (hits := _try(each, pages, texts, weak)) is not None]
    known = [hits for each, hits in found if each.kind in _TELLING]
    found = [pair for pair in found if pair[0].kind != _PLACED or not _take_most(pair[1], known)]
    chosen: list[LearnedLine] = []
    while len(chosen) < MAX_DROPS:
        best = max(found, key=lambda pair: _rate(pair[0], pair[1], left), default=None)
        if best is None:
            break
        candidate, hits = best
        if _rate(candidate, hits, left)[0] == 0:
            break
        number = sum(bool(own) for own in hits)
        is_template = all(own <= {*page.template} for own, page in zip(hits, pages, strict=True))
        why = "the same or links to other articles on all" if is_template else "text on none"
        evidence = f"on {number} of {len(pages)} pages, {why}"
        line = candidate.line
        text = _limit_size(hits) if candidate.kind in _NAMELESS else line.text
        chosen.append(LearnedLine(line.rule, evidence, text, line.kind))
        for own, units in zip(hits, left, strict=True):
            units -= own
    return chosen


def _take_most(placed: Sequence[set[Unit]], telling: Sequence[Sequence[set[Unit]]]) -> bool:
    """Return True if two other rules take most of what a rule by the place does: more of them know
    the words of some articles, such as of those by one author."""
    pages = [{n for n, own in enumerate(placed) if own & hits[n]} for hits in telling]
    taken = set[int]()
    for _ in range(2):
        taken |= max(pages, key=lambda each: len(each - taken), default=set[int]())
    return len(taken) >= MIN_TOLD * sum(map(bool, placed)) > 0


def _limit_size(hits: Sequence[set[Unit]]) -> tuple[str, str]:
    """Return the test of a text that is not much longer than what a rule takes on any page. A rule
    without names and words may find the text of an article elsewhere."""
    most = max(sum(len(unit.text) for unit in own) for own in hits)
    return "regex", f"^.{{0,{max(MAX_LINE, -(-2 * most // 100) * 100)}}}$"


def learn_opening_drops(pages: Sequence[JudgedPage]) -> list[LearnedLine]:
    """Return the rule for a number with words that stands before the text of most pages, in one
    line with it: *8 min read*."""
    openings = [*map(_find_opening, pages)]
    labels = [(_leave_digits(text_of(each)), each) for each in openings if each is not None]
    counts = Counter(label for label, _ in labels if label)
    label, count = max(counts.items(), key=itemgetter(1), default=("", 0))
    if count < max(MIN_LABELLED, len(pages) / 2):
        return []
    part = dict(labels)[label]
    named = (_make(_NAMED, css) for css in list_selectors(part))
    for each in (*_list_by_words(part, str(part.tag)), *named):
        rule = make_drop_rule(each.line)
        found = [select_elements((rule,), page.page) for page in pages]
        are_all = all([*own] in ([], [one]) for own, one in zip(found, openings, strict=True))
        if are_all and sum(map(bool, found)) >= count:
            evidence = f"before the text on {count} of {len(pages)} pages, with other numbers"
            return [replace(each.line, evidence=evidence)]
    return []


def _find_opening(each: JudgedPage) -> etree._Element | None:
    """Return the inline element with which the first paragraph begins, if that goes on behind it;
    blocks may stand before it."""
    unit = next((unit for unit in each.own if unit.is_running_text), None)
    if unit is None or (unit.element.text or "").strip():
        return None
    for child in unit.element:
        is_inline = isinstance(child.tag, str) and child.tag not in BLOCK_TAGS and text_of(child)
        goes_on = bool((child.tail or "").strip())
        if is_inline or goes_on:
            return child if is_inline and goes_on else None
    return None


def _leave_digits(text: str) -> str:
    """Return the letters of a text with a number, "" without one."""
    folded = fold_text(text)
    return words if (words := DIGITS.sub("", folded)) != folded else ""


def list_form_drops(pages: Sequence[JudgedPage]) -> list[LearnedLine]:
    """Return the drop of boxes with a form, which articles that were not looked at may have; none
    if an article has a form directly beside its text."""
    for each in pages:
        protected = _list_protected(each)
        for form in each.page.root.iter("form"):
            around = [*form.iterancestors()]
            box = next((above for above in around if above.tag in _BOXES), None)
            if not set(each.roots).isdisjoint(around) and (box in protected or box in each.roots):
                return []
    return [LearnedLine(FORM_BOX, "boxes with a form", kind="xpath")]


def _rate(
    candidate: _Candidate, hits: Sequence[set[Unit]], left: Sequence[set[Unit]]
) -> tuple[int, int, bool, int, str]:
    """Return a sort key: how many units that are left a rule takes, by what it goes."""
    taken = sum(len(own & units) for own, units in zip(hits, left, strict=True))
    rule = candidate.line.rule
    # of equals, a name that says itself that the element is beside the article
    is_named = candidate.kind == _NAMED and bool(find_class_word("beside", fold_names(rule)))
    return taken, -candidate.kind, is_named, -len(rule), rule


def _list_protected(each: JudgedPage) -> set[etree._Element]:
    """Return the elements that no rule may select: those with text of the article."""
    side_units = each.side_units
    return {element for unit in each.own if unit not in side_units for element in unit.around}


def _try(
    candidate: _Candidate,
    pages: Sequence[JudgedPage],
    protected: Sequence[set[etree._Element]],
    weak: Sequence[set[etree._Element]],
) -> list[set[Unit]] | None:
    """Return the units of the template that a rule takes on each page; None if it takes text, or
    too little."""
    found: list[set[Unit]] = []
    doubts = 0
    for each, texts, weak_elements in zip(pages, protected, weak, strict=True):
        elements = {*select_elements((make_drop_rule(candidate.line),), each.page)}
        if candidate.kind == _LINKED:
            # another box of nothing but such links is of the same kind
            elements -= _list_link_boxes(each)
        loose = {part: unit for unit in each.template for part in list_inline_parts(unit)}
        wrong = {
            element
            for element in elements - loose.keys()
            if element in texts or _is_in_text(element, texts)
        }
        if wrong and (len(elements) > 1 or not _is_small_box(next(iter(wrong)), each)):
            return None
        doubts += bool(wrong) or not elements.isdisjoint(weak_elements)
        taken = {
            unit for unit in (*each.template, *each.beside) if not elements.isdisjoint(unit.around)
        }
        found.append(taken | {loose[element] for element in elements & loose.keys()})
    number = sum(map(bool, found))
    if doubts > MAX_DOUBTS * number:
        return None
    share = PLACE_SHARE if candidate.kind == _PLACED else 0
    least = max(_choose_least(candidate, len(pages)), share * len(pages))
    return found if number >= least else None


def _is_small_box(element: etree._Element, each: JudgedPage) -> bool:
    """Return True for an element of several units with less than half of the kept text of a page,
    such as a box about the author beside a short text."""
    inside = [unit for unit in each.own if element in unit.around]
    return element.tag in _BOXES and 2 * sum_sizes(inside) < sum_sizes(each.own)


def _list_link_boxes(each: JudgedPage) -> set[etree._Element]:
    """Return the elements of own units that are nothing but links, and in no part of the text."""
    return {unit.element for unit in each.own if unit.linked >= unit.size and not is_part(unit)}


def _choose_least(candidate: _Candidate, pages: int) -> int:
    """Return on how many pages a rule must find something: where links lead shows on one page what
    they are, as those to the other parts of a series, and so does a label beside a frame, if enough
    pages are there to compare it with; what two pages have is no label yet."""
    if candidate.kind == _LABELLED:
        return min(pages, max(MIN_LABELLED, round(LABEL_SHARE * pages)))
    is_label = candidate.kind == _EXACT and pages >= MIN_COMPARED
    return 1 if candidate.kind == _LINKED or is_label else MIN_PAGES


def _is_in_text(element: etree._Element, texts: set[etree._Element]) -> bool:
    """Return True for an inline element in a paragraph of the article."""
    if element.tag in BLOCK_TAGS:
        return False
    outer = next((each for each in element.iterancestors() if each.tag in BLOCK_TAGS), None)
    return outer in texts


def make_drop_rule(line: LearnedLine) -> Rule:
    """Return a learned line as a rule."""
    if line.text is None:
        return Rule(kind=line.kind, expression=line.rule)
    name, text = line.text
    test = TextTest(**{name: text})  # type: ignore[arg-type]  # no name of several texts
    return Rule(kind=line.kind, expression=line.rule, text=test)


def _list_candidates(each: JudgedPage, roots: Sequence[str]) -> Iterator[_Candidate]:
    """Yield rules for the elements with the template on a page, from the units outwards as long as
    they hold no text."""
    texts = _list_protected(each)
    seen: set[etree._Element] = set()
    for unit in each.template:
        for element in (*list_inline_parts(unit), *unit.around):
            if element in texts or element in each.roots or element in seen:
                break
            seen.add(element)
            tag = str(element.tag)
            if PLAIN_TAG.fullmatch(tag):
                yield from _list_rules(element, tag, each.page, roots, each.roots)
    for unit in each.beside:
        for element in unit.around:
            if element in texts or element in each.roots or element in seen:
                break
            seen.add(element)
            yield from (_make(_NAMED, css) for css in list_selectors(element))


def _list_rules(
    element: etree._Element,
    tag: str,
    page: Page,
    roots: Sequence[str],
    found: Sequence[etree._Element],
) -> Iterator[_Candidate]:
    """Yield the rules that select an element."""
    for css in list_selectors(element):
        yield _make(_NAMED, css)
    yield from _list_by_links(element, tag, page)
    yield from _list_by_words(element, tag)
    parents = roots if element.getparent() in found else ()
    holding = [*list_selectors(element, "holding")]
    # an article that was not looked at may have such headings in its text
    children = () if tag in HEADINGS else list_selectors(element, "child", parents=parents)
    yield from (_make(_BUILT, css) for css in holding[-1:])
    yield from (_make(_BEHIND, css) for css in (*list_selectors(element, "after"), *children))
    # what stands before its parent says less: any heading may be last behind a box
    places = (e for e in list_selectors(element, "place", parents=parents) if " + " not in e)
    yield from (_make(_PLACED, css) for css in places)
    yield from _list_by_neighbour(element, tag)


def _list_by_neighbour(element: etree._Element, tag: str) -> Iterator[_Candidate]:
    """Yield rules for an element by the one before it: its tag, its label."""
    before = element.getprevious()
    if before is None or not isinstance(before.tag, str):
        return
    if before.tag in INLINE:
        yield _make(_PLACED, f"{before.tag} + {tag}")
    label = text_of(before)
    if label and len(label) <= MAX_LABEL and '"' not in label:
        yield _make(
            _LABELLED,
            f'//{tag}[preceding-sibling::*[1][normalize-space()="{label}"]]',
            kind="xpath",
        )


def _list_by_links(element: etree._Element, tag: str, page: Page) -> Iterator[_Candidate]:
    """Yield rules for elements that have nothing but links, by where these lead: to another host,
    a folder, any page of the site."""
    links = [each for each in element.iter("a") if each.get("href")]
    children = [each for each in element if isinstance(each.tag, str)]
    own = " ".join([element.text or "", *(each.tail or "" for each in children)])
    if not links or re.search(r"\w", own):
        return
    kinds = {str(each.tag) for each in children}
    if len(kinds) != 1 or not PLAIN_TAG.fullmatch(kind := kinds.pop()):
        return
    only = f"[{kind}][not(*[not(self::{kind})])][not(text()[translate(normalize-space(),{SIGNS})])]"
    if kind != "a":
        only += f"[not({kind}[not(a) or normalize-space()!=normalize-space(a)])]"
    for test in _list_tests([link.get("href") or "" for link in links], page):
        yield _make(_LINKED, f"//{tag}{only}[not(.//a[not({test})])]", kind="xpath")


def _list_tests(addresses: Sequence[str], page: Page) -> Iterator[str]:
    """Yield XPath tests that all addresses pass."""
    parts = [urlsplit(urljoin(page.base, each)) for each in addresses]
    hosts = {each.netloc for each in parts}
    host = hosts.pop() if len(hosts) == 1 else ""
    folders = {each.path.strip("/").partition("/")[::2] for each in parts}
    names = {first for first, rest in folders if rest}
    if (
        host
        and len(names) == 1
        and len(folders) == len({*folders})
        and all(rest for _, rest in folders)
    ):
        name = names.pop()
        if not name.isdigit() and "'" not in name:
            yield f"contains(@href,'/{name}/')"
    if host and host != urlsplit(page.url).netloc:
        yield f"contains(@href,'//{host}/')"
    elif host and all(each.startswith("/") for each in addresses):
        yield "starts-with(@href,'/')"
    elif host and all("//" in each for each in addresses):
        yield f"contains(@href,'//{host}/')"


def _list_by_words(element: etree._Element, tag: str) -> Iterator[_Candidate]:
    """Yield rules for elements by their text, or by the words before their first link."""
    text = text_of(element)
    if text and len(text) <= MAX_LABEL and text.isprintable():
        kind = _EXACT if is_beside_frame(element) else _WORDED
        yield _make(kind, tag, text=("equals", text))
        if match := _LABEL.match(text):
            yield _make(_WORDED, tag, text=("starts", match[0]))
        if re.search(r"\d", text) and re.search(r"[^\W\d_]", text):
            yield _make(_WORDED, tag, text=("regex", f"^{_generalize_numbers(text)}$"))
    elif len(text) > MAX_LABEL and text.isprintable() and not element.findall(".//p"):
        # of a notice
        begin = text[:MAX_LABEL]
        yield _make(_WORDED, tag, text=("starts", begin.rpartition(" ")[0] or begin))
    if text and len(text) <= MAX_LINE:
        if match := _LABEL.match(text):
            yield _make(_WORDED, tag, text=("starts", match[0]))
        elif (
            (match := _FIRST_WORD.match(text))
            and element.find(".//a") is None
            and not has_sentence_end(text)
        ):
            line = rf"^{match[0]}\b[^.!?]{{0,{MAX_LINE}}}$"
            yield _make(_WORDED, tag, text=("regex", line))
    label = _find_label(element)
    if len(re.findall(r"\w", label)) < 2 or len(label) > MAX_LABEL or not text.startswith(label):
        return
    if re.search(r"\w\W+\w|\W$", label):
        yield _make(_EXACT, tag, text=("starts", label))
    else:  # a paragraph may begin with one word: it is longer, and has other elements
        line = rf"^{re.escape(label)}\b.{{0,{MAX_LINE}}}$"
        yield _make(_WORDED, f"{tag}:has(> {element[0].tag})", text=("regex", line))


def _generalize_numbers(text: str) -> str:
    """Return the regex of a text with any numbers, and if it has a day, with any day: the articles
    of a list may be of one month."""
    for language in (*list_month_languages(text), "en"):
        shape = find_date_shape(text, DateContext(None, language))
        if day := re.search(shape, text) if shape else None:
            before, behind = text[: day.start()], text[day.end() :]
            return f"{_generalize_digits(before)}{shape}{_generalize_digits(behind)}"
    return _generalize_digits(text)


def _generalize_digits(text: str) -> str:
    return re.sub(r"(?:\\?[\d.,])*\d", r"[\\d.,]+", re.escape(text))


def _find_label(element: etree._Element) -> str:
    """Return the words of an element before its first link, "" without one."""
    link = next(element.iter("a"), None)
    if link is None or link is element:
        return ""
    before: list[str] = []
    for each in element.iter(etree.Element):
        if each is link:
            break
        before.append(each.text or "")
    previous = link.getprevious()
    if previous is not None:
        before.append(previous.tail or "")
    return " ".join(" ".join(before).split())


def _make(
    rank: int, rule: str, text: tuple[str, str] | None = None, kind: str = "css"
) -> _Candidate:
    return _Candidate(rank, LearnedLine(rule, "", text, kind))
