"""Rules for authors, sections and keywords that several pages of a portal suggest, where the
default sources miss some of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from webarticlecurator.extract.analysis.learning.article_surroundings import (
    ArticleSurroundings,
    find_surroundings,
)
from webarticlecurator.extract.analysis.learning.field_selectors import (
    TARGETS,
    FieldSelector,
    FieldTarget,
    is_person_name,
    list_field_selectors,
    read_field_values,
)
from webarticlecurator.extract.heuristics.page_dates import BYLINE
from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.extract.metadata.read_fields import read_metadata
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page

MIN_PAGES = 2
"""Pages on which a rule must find something."""
MIN_SHARE = 0.5
"""Share of the pages on which a section must be found; of keywords, many articles have none."""
MAX_RULES = 3

Values = tuple[str, ...]


@dataclass(frozen=True)
class LearnedField:
    """The rules for a field, in the order in which they are tried, each with the number of pages
    where it decides and some of its values. ``of``: the pages that were read."""

    field: str
    rules: tuple[tuple[FieldSelector, int, Values], ...]
    of: int


@dataclass(frozen=True)
class _DefaultValues:
    """What the default sources find on a page; ``declared_authors`` without those that are guessed
    from a byline."""

    authors: Values
    declared_authors: Values
    sections: Values
    keywords: Values


@dataclass
class _Found:
    """The values of one selector: number of the page → values."""

    selector: FieldSelector
    values: dict[int, Values] = field(default_factory=dict)


def learn_fields(
    pages: Sequence[Page], root_selectors: Sequence[str], portal: Portal
) -> tuple[LearnedField, ...]:
    """Return rules for the fields whose default sources find too little on the pages.

    ``portal`` has the default rules. The text of the articles is in what the first of
    ``root_selectors`` finds that finds anything.
    """
    around = [found for page in pages if (found := find_surroundings(page, tuple(root_selectors)))]
    if len(around) < MIN_PAGES:
        return ()
    defaults = [_read_defaults(each.page, portal) for each in around]
    authors = _choose_authors(around, defaults)
    sections = _choose_sections(around, defaults)
    keywords = _choose_keywords(around, defaults, sections)
    chosen = (("authors", authors), ("section", sections), ("keywords", keywords))
    return tuple(
        LearnedField(name, tuple(_describe(found)), len(around)) for name, found in chosen if found
    )


def _read_defaults(page: Page, portal: Portal) -> _DefaultValues:
    metadata, _ = read_metadata(page, portal, portal.article)
    authors = metadata.all("authors")
    return _DefaultValues(
        tuple(value.value for value in authors),
        tuple(value.value for value in authors if value.source != BYLINE),
        tuple(metadata.texts("section")),
        tuple(metadata.texts("keywords")),
    )


def _list_found(around: Sequence[ArticleSurroundings], target: FieldTarget) -> list[_Found]:
    """Return the selectors of the target that find values on at least MIN_PAGES pages and nothing
    else on any, those of most pages first, the shortest of equals."""
    selectors = dict.fromkeys(css for each in around for css in list_field_selectors(each, target))
    found = [each for css in selectors if (each := _read_all(around, css, target)) is not None]
    usable = [each for each in found if len(each.values) >= MIN_PAGES and _is_varied(each, target)]
    return sorted(usable, key=lambda each: (-len(each.values), *_simplicity(each.selector)))


def _is_varied(found: _Found, target: FieldTarget) -> bool:
    """False for the same words on every page, which are a label; one author may write all."""
    texts = set(found.values.values())
    return len(texts) > 1 or target.field == "authors" or found.selector.css.endswith(" a")


def _simplicity(selector: FieldSelector) -> tuple[bool, bool, int, str]:
    return (selector.is_split, bool(selector.label), len(selector.css), selector.css)


def _read_all(
    around: Sequence[ArticleSurroundings], css: str, target: FieldTarget
) -> _Found | None:
    """Return what a selector finds on all pages; None if it finds something else on one."""
    found = _Found(FieldSelector(css))
    for number, each in enumerate(around):
        if not each.page.root.cssselect(css):
            continue
        read = read_field_values(each, css, target)
        if read is None:
            return None
        selector, found.values[number] = read
        is_split = found.selector.is_split or selector.is_split
        found.selector = FieldSelector(css, selector.label or found.selector.label, is_split)
    return found if found.values else None


def _choose_authors(
    around: Sequence[ArticleSurroundings], defaults: Sequence[_DefaultValues]
) -> list[_Found]:
    """Return the rules that together name the authors on more pages than the default sources, or
    name more of them on pages where these name one.

    A rule is better than the guess from a byline, which is made for each page alone.
    """
    known = {
        number: fields.declared_authors
        for number, fields in enumerate(defaults)
        if fields.declared_authors and all(map(is_person_name, fields.declared_authors))
    }
    (target,) = (target for target in TARGETS if target.field == "authors")
    found = _list_found(around, target)
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
    guessed = {number for number, fields in enumerate(defaults) if fields.authors}
    return chosen if len(named) > len(known) and named >= guessed else []


def _adds_names(found: _Found, known: Mapping[int, Values]) -> bool:
    """True if a selector finds all authors that are known, and more of them on some page."""
    if found.values.keys() != known.keys():
        return False
    pairs = [(_fold_values(found.values[number]), _fold_values(known[number])) for number in known]
    return all(more >= some for more, some in pairs) and any(more > some for more, some in pairs)


def _choose_sections(
    around: Sequence[ArticleSurroundings], defaults: Sequence[_DefaultValues]
) -> list[_Found]:
    """Return the rule for the sections if the default sources find none."""
    if any(fields.sections for fields in defaults):
        return []
    authors = _fold_authors(defaults)
    for target in (target for target in TARGETS if target.field == "section"):
        for found in _list_found(around, target):
            terms = {term for values in found.values.values() for term in _fold_values(values)}
            if len(found.values) >= MIN_SHARE * len(around) and terms.isdisjoint(authors):
                return [found]
    return []


def _choose_keywords(
    around: Sequence[ArticleSurroundings],
    defaults: Sequence[_DefaultValues],
    sections: Sequence[_Found],
) -> list[_Found]:
    """Return the rule for keywords if the default sources find none, or take sections for them."""
    by_page = sections[0].values if sections else {}
    is_mixed = any(
        _fold_values(fields.keywords) & _fold_values(by_page.get(number, ()))
        for number, fields in enumerate(defaults)
    )
    if any(fields.keywords for fields in defaults) and not is_mixed:
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


def _fold_authors(defaults: Sequence[_DefaultValues]) -> set[str]:
    return {name for fields in defaults for name in _fold_values(fields.authors)}


def _fold_values(values: Values) -> set[str]:
    return {fold_text(value) for value in values}


def _describe(chosen: Sequence[_Found]) -> list[tuple[FieldSelector, int, Values]]:
    """Return each rule with the number of pages where it is the first one, and values of these."""
    rules = []
    decided: set[int] = set()
    for found in chosen:
        own = sorted(found.values.keys() - decided)
        samples = dict.fromkeys(value for number in own for value in found.values[number])
        rules.append((found.selector, len(own), tuple(samples)))
        decided |= found.values.keys()
    return rules
