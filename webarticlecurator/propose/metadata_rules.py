"""Rules for authors, sections and keywords that several pages of a portal suggest, where the
default sources miss some of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from lxml import etree

from webarticlecurator.article.metadata import read_metadata
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.guess.article_text import find_article_text
from webarticlecurator.guess.class_names import find_class_word, fold_names, is_named_elsewhere
from webarticlecurator.guess.name_candidates import MAX_NAME_WORDS, by_words
from webarticlecurator.guess.page_dates import BYLINE
from webarticlecurator.guess.persons import is_name
from webarticlecurator.guess.text_units import (
    collect_hints,
    find_title_position,
    fold_text,
    list_page_units,
)
from webarticlecurator.model.article import Metadata
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import FieldLine
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.element_values import collapse_white_space

# On how many pages a rule must find something, and how many rules a field gets at most.
MIN_PAGES = 2
"""Pages on which a rule must find something."""
MIN_SHARE = 0.5
"""Share of the pages on which a section must be found; of keywords, many articles have none."""
MAX_RULES = 3
MAX_SAMPLES = 3
"""Values that are shown with a rule."""

Values = tuple[str, ...]


@dataclass
class _Found:
    """What one selector finds: number of the page → values. ``label`` is what to remove before
    them, ``is_split`` whether several names are one text."""

    css: str
    label: str = ""
    is_split: bool = False
    values: dict[int, Values] = field(default_factory=dict)


def learn_fields(
    pages: Sequence[Page], root_selectors: Sequence[str], portal: Portal
) -> tuple[tuple[str, tuple[FieldLine, ...]], ...]:
    """Return fields with their rules, in the order in which these are tried, where the default
    sources find too little on the pages.

    ``portal`` has the default rules. The text of the articles is in what the first of
    ``root_selectors`` finds that finds anything.
    """
    around = [found for page in pages if (found := find_surroundings(page, tuple(root_selectors)))]
    if len(around) < MIN_PAGES:
        return ()
    defaults = [read_metadata(each.page, portal, portal.article)[0] for each in around]
    authors = _choose_authors(around, defaults)
    sections = _choose_sections(around, defaults)
    keywords = _choose_keywords(around, defaults, sections)
    learned = []
    for name, chosen in (("authors", authors), ("section", sections), ("keywords", keywords)):
        lines = []
        decided: set[int] = set()
        for rule in chosen:
            # the pages where it is the first rule that finds anything
            own = sorted(rule.values.keys() - decided)
            decided |= rule.values.keys()
            samples = [*dict.fromkeys(value for number in own for value in rule.values[number])]
            shown = "; ".join(samples[:MAX_SAMPLES])
            evidence = f"on {len(own)} of {len(around)} pages: {shown}"
            split = NAMES if rule.is_split else ""
            lines.append(
                FieldLine(rule.css, evidence, rule.label.strip(), split, name == "section")
            )
        if lines:
            learned.append((name, tuple(lines)))
    return tuple(learned)


def _list_found(around: Sequence[ArticleSurroundings], target: FieldTarget) -> list[_Found]:
    """Return the selectors of the target that find values on at least MIN_PAGES pages and nothing
    else on any, those of most pages first, the shortest of equals."""
    selectors = dict.fromkeys(css for each in around for css in list_field_selectors(each, target))
    found = [each for css in selectors if (each := _read_all(around, css, target)) is not None]
    return sorted(
        [each for each in found if len(each.values) >= MIN_PAGES and _is_varied(each, target)],
        key=lambda each: (
            -len(each.values),
            each.is_split,
            bool(each.label),
            len(each.css),
            each.css,
        ),
    )


def _is_varied(found: _Found, target: FieldTarget) -> bool:
    """False for the same words on every page, which are a label; one author may write all."""
    texts = set(found.values.values())
    # Links to the same section on all pages may be right: the pages may all be of that section.
    return len(texts) > 1 or target.field == "authors" or found.css.endswith(" a")


def _read_all(
    around: Sequence[ArticleSurroundings], css: str, target: FieldTarget
) -> _Found | None:
    """Return what a selector finds on all pages; None if it finds something else on one."""
    found = _Found(css)
    for number, each in enumerate(around):
        if not each.page.root.cssselect(css):
            continue
        read = read_field_values(each, css, target)
        # On no page may it find what is no value: such a rule would do harm where nobody looks.
        if read is None:
            return None
        label, is_split, found.values[number] = read
        found.label = label or found.label
        found.is_split = found.is_split or is_split
    return found if found.values else None


def _choose_authors(
    around: Sequence[ArticleSurroundings], defaults: Sequence[Metadata]
) -> list[_Found]:
    """Return the rules that together name the authors on more pages than the default sources, or
    name more of them on pages where these name one.

    A rule is better than the guess from a byline, which is made for each page alone.
    """
    declared = (
        tuple(each.value for each in metadata.all("authors") if each.source != BYLINE)
        for metadata in defaults
    )
    known = {
        number: names
        for number, names in enumerate(declared)
        if names and all(map(is_person_name, names))
    }
    (target,) = (target for target in TARGETS if target.field == "authors")
    found = _list_found(around, target)
    # Markup that names somebody on each page is replaced only by a rule that names more of them.
    if len(known) == len(around):
        return [each for each in found if _adds_names(each, known)][:1]
    chosen: list[_Found] = []
    named: set[int] = set()
    while len(chosen) < MAX_RULES and len(named) < len(around):
        best = max(found, key=lambda each: len(each.values.keys() - named), default=None)
        if best is None or not best.values.keys() - named:
            break
        chosen.append(best)
        named |= best.values.keys()
    guessed = {number for number, metadata in enumerate(defaults) if metadata.all("authors")}
    # Pages whose author is guessed from a byline must not lose it by the rule.
    return chosen if len(named) > len(known) and named >= guessed else []


def _adds_names(found: _Found, known: Mapping[int, Values]) -> bool:
    """True if a selector finds all authors that are known, and more of them on some page."""
    if found.values.keys() != known.keys():
        return False
    pairs = [(_fold_values(found.values[number]), _fold_values(known[number])) for number in known]
    return all(more >= some for more, some in pairs) and any(more > some for more, some in pairs)


def _choose_sections(
    around: Sequence[ArticleSurroundings], defaults: Sequence[Metadata]
) -> list[_Found]:
    """Return the rule for the sections if the default sources find none."""
    if any(metadata.all("section") for metadata in defaults):
        return []
    authors = _fold_authors(defaults)
    for target in (target for target in TARGETS if target.field == "section"):
        for found in _list_found(around, target):
            terms = {term for values in found.values.values() for term in _fold_values(values)}
            # Links to the author's page stand where those to sections do.
            if len(found.values) >= MIN_SHARE * len(around) and terms.isdisjoint(authors):
                return [found]
    return []


def _choose_keywords(
    around: Sequence[ArticleSurroundings],
    defaults: Sequence[Metadata],
    sections: Sequence[_Found],
) -> list[_Found]:
    """Return the rule for keywords if the default sources find none, or take sections for them."""
    by_page = sections[0].values if sections else {}
    # Default sources may take sections for keywords; then both get a rule.
    is_mixed = any(
        _fold_values(metadata.texts("keywords")) & _fold_values(by_page.get(number, ()))
        for number, metadata in enumerate(defaults)
    )
    if any(metadata.all("keywords") for metadata in defaults) and not is_mixed:
        return []
    (target,) = (target for target in TARGETS if target.field == "keywords")
    authors = _fold_authors(defaults)
    for found in _list_found(around, target):
        own = found.values.items()
        if not any(
            _fold_values(values) & (_fold_values(by_page.get(number, ())) | authors)
            for number, values in own
        ):
            return [found]
    return []


def _fold_authors(defaults: Sequence[Metadata]) -> set[str]:
    return {name for metadata in defaults for name in _fold_values(metadata.texts("authors"))}


def _fold_values(values: Iterable[str]) -> set[str]:
    return set(map(fold_text, values))


# What the titles of a portal begin or end with that belongs to the site: `` - Echo``, ``Echo | ``.
#
# An affix stands behind or before a separator, on a good part of the titles of one source, and with
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


# Selectors for authors, sections and keywords around the text of one article: elements that are
# named so, with the values that they hold.

MAX_VALUE_SIZE = 60
"""Characters of the longest value; anything longer is a sentence."""
_LABEL = re.compile(rf"[^:]{{1,30}}:\s+|#|(?:{by_words()})\s+", re.IGNORECASE)
"""What is before a value in the same element: *Written by:*, *By*, *#*."""
_TAG = re.compile(r"^[a-z][a-z0-9]*")
NAMES = r"\s*[,;|]\s*|\s+(?:and|und|és|og|och|et|y)\s+"
"""What is between the names of several persons."""
_NAMES = re.compile(NAMES)


@dataclass(frozen=True)
class FieldTarget:
    """What is looked for: the field, the section of words/class-names.txt with its names, how many
    values a page may have, and a test of one value."""

    field: str
    words: str
    max_values: int
    is_value: Callable[[str], bool]
    only_before: bool = False


def is_person_name(text: str) -> bool:
    """Return True for a text that can be the name of a person or an account."""
    words = text.split()
    return (
        0 < len(words) <= MAX_NAME_WORDS
        and is_name(text)
        and not re.search(r"[\d:!?/@]|\.$", text.removesuffix("Jr."))
        and not re.fullmatch(by_words(), text, re.IGNORECASE)
        and (len(words) == 1 or words[0][:1].isupper() or not words[0][:1].isascii())
    )


def is_term(text: str) -> bool:
    """Return True for a text that can be the name of a section or a keyword."""
    return 0 < len(text.split()) <= MAX_NAME_WORDS and bool(re.search(r"[^\W_]", text))


TARGETS = (
    FieldTarget("authors", "names of authors", 6, is_person_name),
    FieldTarget("section", "sections", 5, is_term),
    FieldTarget("section", "sections, if alone", 1, is_term, only_before=True),
    FieldTarget("keywords", "keywords", 25, is_term),
)


def list_field_selectors(around: ArticleSurroundings, target: FieldTarget) -> Iterator[str]:
    """Yield the selectors of the elements around the article that are named as the target; for
    elements with links also that of the links."""
    for element in around.elements[: around.before] if target.only_before else around.elements:
        for css in own_selectors(element):
            if find_class_word(target.words, fold_names(_TAG.sub("", css))):
                if element.find(".//a") is not None:
                    yield f"{css} a"
                elif element.tag == "a" or not target.only_before:
                    yield css


def read_field_values(
    around: ArticleSurroundings, css: str, target: FieldTarget
) -> tuple[str, bool, Values] | None:
    """Return the label before the values that a selector finds around the article, whether several
    names are one text, and the values; None if it finds something else, too, or what is no value of
    the target."""
    elements = select_elements((Rule(kind="css", expression=css),), around.page)
    # One element outside, in a teaser or a menu, and the rule would find others' authors.
    if not elements or not all(element in around.inside for element in elements):
        return None
    texts = [collapse_white_space("".join(map(str, e.itertext()))) for e in elements]
    texts = list(dict.fromkeys(filter(None, texts)))
    # A label is taken off only if all values have it: else it is part of some value.
    labels = {match.group() if (match := _LABEL.match(text)) else "" for text in texts}
    label = labels.pop() if len(labels) == 1 else ""
    values = [text[len(label) :].strip() for text in texts]
    is_split = target.field == "authors" and any(_NAMES.search(value) for value in values)
    if is_split:
        values = [name for value in values for name in _NAMES.split(value)]
    if not 0 < len(values) <= target.max_values:
        return None
    if not all(len(value) <= MAX_VALUE_SIZE and target.is_value(value) for value in values):
        return None
    distinct = {fold_text(value): value for value in reversed(values)}
    return label, is_split, tuple(reversed(distinct.values()))


# The elements around the text of an article: its title, authors, date, sections and keywords.
#
# They are in the innermost element with the title and the text, and not in what belongs to other
# articles or to comments.


@dataclass(frozen=True)
class ArticleSurroundings:
    """``elements``: those around the text of the article on ``page``, in document order;
    ``before``: how many of them begin before the text."""

    page: Page
    elements: tuple[etree._Element, ...]
    before: int

    @cached_property
    def inside(self) -> frozenset[etree._Element]:
        """The elements as a set."""
        return frozenset(self.elements)


def find_surroundings(page: Page, root_selectors: tuple[str, ...]) -> ArticleSurroundings | None:
    """Return the elements around the article, whose text is in the first element that one of the
    selectors finds, or else in the guessed one; None if there is none."""
    roots = next(filter(None, map(page.root.cssselect, root_selectors)), None)
    if roots is None:
        guess = find_article_text(page)
        if guess is None:
            return None
        roots = [*guess.roots]
    root = roots[-1]
    # The innermost element that contains the title and the text.
    units = list_page_units(page)
    title = find_title_position(units, collect_hints(page))
    parent = root.getparent()
    container = root if parent is None else parent
    if title is not None:
        around = set(units[title].around)
        container = next((each for each in self_and_ancestors(root) if each in around), root)
    elements = tuple(_list_elements(container, root))
    positions = {element: n for n, element in enumerate(page.root.iter(etree.Element))}
    before = sum(positions[element] <= positions[root] for element in elements)
    return ArticleSurroundings(page, elements, before)


def _list_elements(container: etree._Element, root: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements in ``container``, without those of other articles and, if the container is
    around it, without the text."""
    above = {*self_and_ancestors(container), *root.iterancestors()}
    pending = [container]
    while pending:
        element = pending.pop()
        if element not in above and (element is root or is_named_elsewhere(element)):
            continue
        yield element
        pending.extend(child for child in reversed(element) if isinstance(child.tag, str))
