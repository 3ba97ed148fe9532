"""Rules for authors, sections and keywords that several pages of a portal suggest, where the
default sources miss some of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.articles.facts.page_dates import BYLINE
from webarticlecurator.articles.units.introductions import by_words
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.model.article import Metadata
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import FieldLine
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import collapse_white_space
from webarticlecurator.proposing.fields.byline_rules import Byline, find_byline
from webarticlecurator.proposing.fields.declared_authors import find_declared_authors
from webarticlecurator.proposing.fields.field_selectors import (
    NAMES,
    TARGETS,
    FieldTarget,
    Values,
    is_person_name,
    list_beside,
    list_field_selectors,
    read_field_values,
)
from webarticlecurator.proposing.fields.place_rules import ArticleSurroundings, find_surroundings
from webarticlecurator.proposing.fields.places_around_text import learn_shown_day
from webarticlecurator.proposing.fields.section_rules import learn_section_of_place
from webarticlecurator.proposing.fields.term_links import Members, find_members, find_term_rules
from webarticlecurator.proposing.fields.title_rules import find_heading, learn_title

MIN_PAGES = 2
"""Pages on which a rule must find something."""
MIN_SHARE = 0.5
"""Share of the pages on which a section must be found; of keywords, many articles have none."""
ALIKE_SHARE = 0.9
"""Share of the pages on which two fields with the same values are one."""
MIN_SAME = 4
"""Pages with one declared author that show several others."""
MAX_RULES = 3
FROM_TEXT = "page:"
"""How the sources of values begin that were read without rules."""
MAX_SAMPLES = 3
"""Values that are shown with a rule."""


@dataclass
class _Found:
    """What one selector finds: number of the page → values. ``removed``: regexes of what to remove
    from them; ``is_split`` whether several names are one text, ``is_glued`` whether a value is of
    several elements, such as a name and a role, ``is_mixed`` whether links lead to several folders,
    such as */categories/* and */tags/*; ``split``: the regex between the names in a line that is
    known by its place, ``starts`` that of how it begins."""

    css: str
    removed: tuple[str, ...] = ()
    is_split: bool = False
    is_glued: bool = False
    is_mixed: bool = False
    split: str = ""
    starts: str = ""
    values: dict[int, Values] = field(default_factory=dict)

    @property
    def is_labelled(self) -> bool:
        """Whether a word such as *by* is before the values."""
        labels = (each.replace("\\ ", " ") for each in self.removed)
        return any(re.fullmatch(rf"\^(?:{by_words()}):?\\s\*", each, re.I) for each in labels)


def learn_fields(
    pages: Sequence[Page],
    root_selectors: Sequence[str],
    portal: Portal,
    drop_rules: Sequence[Rule] = (),
    order: Sequence[str] = (),
) -> tuple[tuple[str, tuple[FieldLine, ...]], ...]:
    """Return fields with their rules, in the order in which these are tried, where the default
    sources find too little on the pages.

    ``portal`` has the default rules. The text of the articles is in what the first of
    ``root_selectors`` finds that finds anything, without what ``drop_rules`` find there.
    ``order``: the addresses of the articles as the list has them.
    """
    default_of = {page: read_metadata(page, portal, portal.article)[0] for page in pages}
    title = learn_title(pages, [*default_of.values()], (portal.title,))
    days = {
        page: "".join(
            date[:DAY_LENGTH] for date in metadata.texts("published") if len(date) >= DAY_LENGTH
        )
        for page, metadata in default_of.items()
    }
    declared = {
        page
        for page, metadata in default_of.items()
        for value in metadata.all("published")[:1]
        if not value.source.startswith(FROM_TEXT)
    }
    shown = learn_shown_day(pages, days, order, portal.language, is_guessed=not declared)
    dated = shown.elements if shown is not None else {}
    heading = find_heading(pages, (portal.title,))
    around = [
        found
        for page in pages
        if (found := find_surroundings(page, root_selectors, drop_rules, heading, dated.get(page)))
    ]
    if len(around) < MIN_PAGES:
        return ()
    defaults = [default_of[each.page] for each in around]
    learned: list[tuple[str, tuple[FieldLine, ...]]] = [("title", title)] if title else []
    learned += [("published", (shown.line,))] if shown is not None else []
    writers = [metadata.texts("authors") for metadata in defaults]
    byline = find_byline(
        [each.page for each in around],
        [" ".join(metadata.texts("title")) for metadata in defaults],
        portal.language,
        writers,
    )
    members = find_members(pages)
    sections = _choose_sections(around, defaults)
    keywords = _choose_keywords(around, defaults, sections, members)
    if byline is not None and any(
        _is_alike(byline, name, rules, defaults)
        for name, rules in (("keywords", keywords), ("section", sections))
    ):
        byline = None  # a line of keywords has a label, too
    authors = _choose_authors(around, defaults, byline)
    of_sections = sections[0].values if sections else {}
    known = [of_sections.get(number, ()) for number in range(len(around))]
    terms = find_term_rules([each.page for each in around], order, members, writers, known)
    for name, chosen in (("authors", authors), ("section", sections), ("keywords", keywords)):
        lines = []
        decided: set[int] = set()
        for rule in chosen:
            # the pages where it is the first rule that finds anything
            own = sorted(rule.values.keys() - decided)
            decided |= rule.values.keys()
            samples = [*dict.fromkeys(value for number in own for value in rule.values[number])]
            named = "; ".join(samples[:MAX_SAMPLES])
            evidence = f"on {len(own)} of {len(around)} pages: {named}"
            written: dict[str, object] = {"css": rule.css}
            written |= {"text": {"regex": rule.starts}} if rule.starts else {}
            written |= {"split": rule.split or NAMES} if rule.is_split or rule.split else {}
            written |= {"replace": [[each, ""] for each in rule.removed]} if rule.removed else {}
            written |= {"pick": "all"} if name == "section" else {}
            lines.append(FieldLine(written, evidence))
        if name == "section" and not lines:
            lines = [*learn_section_of_place(around, defaults)]
        if not lines and name in terms and not any(each.all(name) for each in defaults):
            lines = [terms[name]]
        if not lines and name == "authors":
            declared_line = find_declared_authors(
                [each.page for each in around], defaults, portal.title
            )
            lines = [declared_line] if declared_line is not None else []
        if lines:
            learned.append((name, tuple(lines)))
    return tuple(learned)


def _list_found(
    around: Sequence[ArticleSurroundings], target: FieldTarget, more: Iterable[str] = ()
) -> list[_Found]:
    """Return the selectors of the target, and ``more``, that find values on at least MIN_PAGES
    pages and nothing else on any, those of most pages first, the shortest of equals."""
    selectors = dict.fromkeys(css for each in around for css in list_field_selectors(each, target))
    selectors |= dict.fromkeys(more)
    found = [each for css in selectors if (each := _read_all(around, css, target)) is not None]
    return sorted(
        [each for each in found if len(each.values) >= MIN_PAGES and _is_varied(each, target)],
        key=lambda each: (
            -len(each.values),
            each.is_split,
            each.is_glued,
            each.is_mixed,
            bool(each.removed),
            # of several terms all, not only the first
            target.field != "authors" and -sum(map(len, each.values.values())),
            len(each.css),
            each.css,
        ),
    )


def _is_varied(found: _Found, target: FieldTarget) -> bool:
    """False for the same words on every page, which are a label, or a list of all who write or of
    all sections; one author may write all."""
    texts = set(map(frozenset, found.values.values()))
    if len(texts) == 1 and len(found.values) >= MIN_SAME and len(*texts) > 1:
        return False
    # Links to the same section on all pages may be right: the pages may all be of that section.
    return len(texts) > 1 or target.field == "authors" or found.css.endswith(" a")


def _read_all(
    around: Sequence[ArticleSurroundings], css: str, target: FieldTarget
) -> _Found | None:
    """Return what a selector finds on all pages; None if it finds something else on one."""
    found = _Found(css)
    for number, each in enumerate(around):
        elements = each.page.root.cssselect(css)
        if not elements:
            continue
        read = read_field_values(each, css, target)
        # On no page may it find what is no value: such a rule would do harm where nobody looks.
        if read is None:
            return None
        if not read[2]:
            continue
        removed, is_split, found.values[number] = read
        found.removed = removed or found.removed
        found.is_split = found.is_split or is_split
        folders = {_find_first_folder(each.page, element) for element in elements}
        found.is_mixed |= len(folders - {""}) > 1
        pieces = [collapse_white_space(str(text)) for e in elements for text in e.itertext()]
        found.is_glued |= not all(
            any(each in text for text in pieces) for each in found.values[number]
        )
    return found if found.values else None


def _find_first_folder(page: Page, link: etree._Element) -> str:
    """Return the first part of the address of a link that has several; "" for none."""
    path = urlsplit(urljoin(page.base, link.get("href") or "")).path.strip("/")
    return path.partition("/")[0] if "/" in path else ""


def _choose_authors(
    around: Sequence[ArticleSurroundings], defaults: Sequence[Metadata], byline: Byline | None
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
    shown = [_fold_values(metadata.texts("authors")) for metadata in defaults]
    every = set().union(*shown)
    nearby_selectors = {
        css for each, names in zip(around, shown, strict=True) for css in list_beside(each, names)
    }
    nearby_selectors.difference_update(
        css for each in around for css in list_field_selectors(each, target)
    )
    found = [
        each
        for each in _list_found(around, target, sorted(nearby_selectors))
        if _is_confirmed(each, shown)
        # what is told by its place alone names nobody else
        and (
            each.css not in nearby_selectors
            or all(_fold_values(v) <= every for v in each.values.values())
        )
    ]
    # what is named as those who write are comes first
    found.sort(key=lambda each: each.css in nearby_selectors)
    if byline is not None:
        line = _Found(byline.css, split=byline.split, starts=byline.starts, values={**byline.names})
        # what is named is plainer, if it has all names
        is_plainer = any(_has_all_names(each, line) for each in found)
        found = [*found, line] if is_plainer else [line, *found]
    for each in found:
        if len(each.values) == len(around) and _shows_others(each, known):
            return [each]
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


def _is_alike(
    byline: Byline, field: str, rules: Sequence[_Found], defaults: Sequence[Metadata]
) -> bool:
    """True if the line of the authors has the values of another field on nearly all of its pages,
    and no other."""
    same = 0
    for number, names in byline.names.items():
        read = rules[0].values.get(number, ()) if rules else defaults[number].texts(field)
        same += _fold_values(names) == _fold_values(read)
    return same >= ALIKE_SHARE * len(byline.names)


def _has_all_names(found: _Found, line: _Found) -> bool:
    """True if a rule names on each page whom the line names."""
    return all(
        _fold_values(names) <= _fold_values(found.values.get(number, ()))
        for number, names in line.values.items()
    )


def _is_confirmed(found: _Found, shown: Sequence[set[str]]) -> bool:
    """False for names beside a date that no other source has on half of the pages, or others."""
    if not any(not each.startswith("^") for each in found.removed) or found.is_labelled:
        return True
    same = [shown[n] <= _fold_values(names) for n, names in found.values.items() if shown[n]]
    return all(same) and 2 * len(same) >= len(found.values)


def _shows_others(found: _Found, known: Mapping[int, Values]) -> bool:
    """True if the pages that do not show who is declared as their author all declare the same, and
    show several others: what is declared is the name of the site or its theme."""
    wrong = [n for n in known if _fold_values(known[n]).isdisjoint(_fold_values(found.values[n]))]
    is_one = len({known[n] for n in wrong}) == 1
    return is_one and len(wrong) >= MIN_SAME and len({found.values[n] for n in wrong}) > 1


def _adds_names(found: _Found, known: Mapping[int, Values]) -> bool:
    """True if a selector finds all authors that are known, and more of them on some page."""
    if found.values.keys() != known.keys():
        return False
    pairs = [(_fold_values(found.values[number]), _fold_values(known[number])) for number in known]
    # Two names in one value, too, are fewer than the two.
    return all(more >= some or _is_parted(more, some) for more, some in pairs) and any(
        len(more) > len(some) for more, some in pairs
    )


def _is_parted(names: set[str], joined: set[str]) -> bool:
    """True if every one of the names is in one of the ``joined`` values, and they fill these."""
    inside = all(any(name in value for value in joined) for name in names)
    return inside and sum(map(len, names)) == sum(map(len, joined))


def _choose_sections(
    around: Sequence[ArticleSurroundings], defaults: Sequence[Metadata]
) -> list[_Found]:
    """Return the rule for the sections if the default sources find none, or others."""
    authors = _fold_authors(defaults)
    for target in (target for target in TARGETS if target.field == "section"):
        for found in _list_found(around, target):
            terms = {term for values in found.values.values() for term in _fold_values(values)}
            # Links to the author's page stand where those to sections do.
            is_common = len(found.values) >= MIN_SHARE * len(around)
            if is_common and terms.isdisjoint(authors):
                # only the best: a worse one, of the first of several values, has less than they
                return [found] if _is_better(found, "section", defaults) else []
    return []


def _is_better(found: _Found, field: str, defaults: Sequence[Metadata]) -> bool:
    """True if a rule finds values where the default sources find none or more than these, the same
    on several pages, as a list beside the articles is; and the same values everywhere else."""
    declared = [_fold_values(metadata.texts(field)) for metadata in defaults]
    # What all pages declare is said of the site, where links on them name several.
    is_of_site = found.css.endswith(" a") or " a[" in found.css
    is_of_site = is_of_site and len(set(found.values.values())) > 1
    if not any(declared) or (is_of_site and all(each == declared[0] for each in declared)):
        return True
    missed = [n for n in found.values if not declared[n]]
    shorter_lists = [
        frozenset(values)
        for n, values in enumerate(declared)
        if values > _fold_values(found.values.get(n, ()))
    ]
    agrees = all(
        _fold_values(values) <= declared[n] for n, values in found.values.items() if declared[n]
    )
    is_same_beside = len(set(shorter_lists)) < len(shorter_lists)
    return agrees and (is_same_beside or (len(missed) >= MIN_PAGES and not shorter_lists))


def _choose_keywords(
    around: Sequence[ArticleSurroundings],
    defaults: Sequence[Metadata],
    sections: Sequence[_Found],
    members: Members,
) -> list[_Found]:
    """Return the rule for keywords if the default sources find none or others, or take sections
    for them; members are no keywords."""
    by_page = sections[0].values if sections else {}
    # Default sources may take sections for keywords; then both get a rule.
    is_mixed = any(
        _fold_values(metadata.texts("keywords")) & _fold_values(by_page.get(number, ()))
        for number, metadata in enumerate(defaults)
    )
    (target,) = (target for target in TARGETS if target.field == "keywords")
    authors = _fold_authors(defaults)
    for found in _list_found(around, target):
        own = found.values.items()
        links = (
            urljoin(each.page.base, link.get("href"))
            for each in around
            for link in each.page.root.cssselect(found.css)
            if link.get("href")
        )
        if members.are_most_of((value for _, values in own for value in values), links):
            continue
        if not any(
            _fold_values(values) & (_fold_values(by_page.get(number, ())) | authors)
            for number, values in own
        ):
            return [found] if is_mixed or _is_better(found, "keywords", defaults) else []
    return []


def _fold_authors(defaults: Sequence[Metadata]) -> set[str]:
    return {name for metadata in defaults for name in _fold_values(metadata.texts("authors"))}


def _fold_values(values: Iterable[str]) -> set[str]:
    return set(map(fold_text, values))
