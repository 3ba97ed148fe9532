"""Rules for authors, sections and keywords that several pages of a portal suggest, where the
default sources miss some of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from lxml import etree

from webarticlecurator.article.metadata import read_metadata
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.guess.class_names import find_class_word, fold_names
from webarticlecurator.guess.name_candidates import MAX_NAME_WORDS, by_words
from webarticlecurator.guess.page_dates import BYLINE
from webarticlecurator.guess.persons import is_name
from webarticlecurator.guess.text_units import (
    fold_text,
)
from webarticlecurator.model.article import Metadata
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.proposal import FieldLine
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.propose.place_rules import (
    ArticleSurroundings,
    choose_time,
    find_surroundings,
    learn_section_of_place,
    learn_shown_day,
)
from webarticlecurator.propose.template_lines import find_heading, learn_title
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.elements import collapse_white_space, text_of
from webarticlecurator.text.times import DAY_LENGTH
from webarticlecurator.text.words import list_lines

# On how many pages a rule must find something, and how many rules a field gets at most.
MIN_PAGES = 2
"""Pages on which a rule must find something."""
MIN_SHARE = 0.5
"""Share of the pages on which a section must be found; of keywords, many articles have none."""
MIN_SAME = 4
"""Pages with one declared author that show several others."""
MAX_RULES = 3
MAX_SAMPLES = 3
"""Values that are shown with a rule."""

Values = tuple[str, ...]


@dataclass
class _Found:
    """What one selector finds: number of the page → values. ``removed``: regexes of what to remove
    from them; ``is_split`` whether several names are one text, ``is_glued`` whether a value is of
    several elements, such as a name and a role."""

    css: str
    removed: tuple[str, ...] = ()
    is_split: bool = False
    is_glued: bool = False
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
    drop_selectors: Sequence[str] = (),
    order: Sequence[str] = (),
) -> tuple[tuple[str, tuple[FieldLine, ...]], ...]:
    """Return fields with their rules, in the order in which these are tried, where the default
    sources find too little on the pages.

    ``portal`` has the default rules. The text of the articles is in what the first of
    ``root_selectors`` finds that finds anything, without what ``drop_selectors`` find there.
    ``order``: the addresses of the articles as the list has them.
    """
    default_of = {page: read_metadata(page, portal, portal.article)[0] for page in pages}
    title = learn_title(pages, [*default_of.values()], (portal.title,))
    days = {page: _day_of(metadata) for page, metadata in default_of.items()}
    shown = learn_shown_day(pages, days, order, portal.language)
    dated = shown.elements if shown is not None else {}
    heading = find_heading(pages, (portal.title,))
    around = [
        found
        for page in pages
        if (
            found := find_surroundings(
                page, root_selectors, drop_selectors, heading, days[page], dated.get(page)
            )
        )
    ]
    if len(around) < MIN_PAGES:
        return ()
    defaults = [default_of[each.page] for each in around]
    learned: list[tuple[str, tuple[FieldLine, ...]]] = [("title", title)] if title else []
    own_days = [days[each.page] for each in around]
    published = choose_time(around, own_days) if not all(own_days) else ()
    published = published or ((shown.line,) if shown is not None else ())
    learned += [("published", published)] if published else []
    authors = _choose_authors(around, defaults)
    sections = _choose_sections(around, defaults)
    keywords = _choose_keywords(around, defaults, sections)
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
            written |= {"split": NAMES} if rule.is_split else {}
            written |= {"replace": [[each, ""] for each in rule.removed]} if rule.removed else {}
            written |= {"pick": "all"} if name == "section" else {}
            lines.append(FieldLine(written, evidence))
        if name == "section" and not lines:
            lines = [*learn_section_of_place(around, defaults)]
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
        pieces = [collapse_white_space(str(text)) for e in elements for text in e.itertext()]
        values = found.values[number]
        found.is_glued |= not all(any(each in text for text in pieces) for each in values)
    return found if found.values else None


def _day_of(metadata: Metadata) -> str:
    return " ".join(metadata.texts("published"))[:DAY_LENGTH]


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
    shown = [_fold_values(metadata.texts("authors")) for metadata in defaults]
    every = set().union(*shown)
    pairs = zip(around, shown, strict=True)
    beside = {css for each, names in pairs for css in _list_beside(each, names)}
    beside.difference_update(css for each in around for css in list_field_selectors(each, target))
    found = [
        each
        for each in _list_found(around, target, sorted(beside))
        if _is_confirmed(each, shown)
        # what is told by its place alone names nobody else
        and (each.css not in beside or all(_fold_values(v) <= every for v in each.values.values()))
    ]
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


def _is_confirmed(found: _Found, shown: Sequence[set[str]]) -> bool:
    """False for names beside a date that no other source has on half of the pages, or others."""
    is_dated = any(not each.startswith("^") for each in found.removed)
    if not is_dated or found.is_labelled:
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
    beside = [
        frozenset(values)
        for n, values in enumerate(declared)
        if values > _fold_values(found.values.get(n, ()))
    ]
    agrees = all(
        _fold_values(values) <= declared[n] for n, values in found.values.items() if declared[n]
    )
    is_same_beside = len(set(beside)) < len(beside)
    return agrees and (is_same_beside or (len(missed) >= MIN_PAGES and not beside))


def _choose_keywords(
    around: Sequence[ArticleSurroundings],
    defaults: Sequence[Metadata],
    sections: Sequence[_Found],
) -> list[_Found]:
    """Return the rule for keywords if the default sources find none or others, or take sections
    for them."""
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


# Selectors for authors, sections and keywords around the text of one article: elements that are
# named so, with the values that they hold.

MAX_VALUE_SIZE = 60
"""Characters of the longest value; anything longer is a sentence."""
_LABEL = re.compile(rf"[^:]{{1,30}}:\s+|#|(?:{by_words()})\s+", re.IGNORECASE)
"""What is before a value in the same element: *Written by:*, *By*, *#*."""
MAX_LINE_SIZE = 120
"""Characters of a line with the date and the names of authors."""
MAX_LINE_ELEMENTS = 8
MAX_ABOVE = 4
"""Elements above one with a name by which it is selected."""
_LEAVES = tuple("b strong em i span li p dd cite h3 h4 h5".split())
"""Elements that hold one value in an element that is named as the field."""
DATED = r"(?:^|(?<=[·•|–—])|(?<=[·•|–—]\s))[^·•|–—]*\d[^·•|–—]*(?:[·•|–—]\s*|$)|\s?[·•|–—]\s*$"
"""What is beside the names in a line with the date: parts with a number, and separators."""
_DATED = re.compile(DATED)
_SAYS_SOMETHING = re.compile(r"\w")
_FOLDER = re.compile(r"[\w-]+", re.ASCII)
_TAG = re.compile(r"^[a-z][a-z0-9]*")
NAMES = r"\s*[,;|]\s*|\s+(?:and|und|és|og|och|et|y)\s+"
"""What is between the names of several persons."""
_NAMES = re.compile(NAMES)


@dataclass(frozen=True)
class FieldTarget:
    """What is looked for: the field, the section of words/class-names.txt with its names, how many
    values a page may have, a test of one value, and the section with the names of folders in the
    addresses of its pages."""

    field: str
    words: str
    max_values: int
    is_value: Callable[[str], bool]
    only_before: bool = False
    addresses: str = ""


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
    FieldTarget("authors", "names of authors", 6, is_person_name, addresses="pages of authors"),
    FieldTarget("section", "sections", 5, is_term, addresses="pages of sections"),
    FieldTarget("section", "sections, if alone", 1, is_term, only_before=True),
    FieldTarget("keywords", "keywords", 25, is_term, addresses="pages of keywords"),
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
                    yield from (f"{css} {leaf}" for leaf in _list_leaves(element))
        if target.field == "authors" and _has_date_and_more(element):
            yield from own_selectors(element)
    if target.addresses:
        yield from _list_link_selectors(around, target)


def _list_leaves(element: etree._Element) -> Iterator[str]:
    """Yield the tags and selectors of elements that hold one value in a named one."""
    for leaf in element.iterdescendants(*_LEAVES):
        if not len(leaf):
            yield str(leaf.tag)
            yield from own_selectors(leaf)


def _has_date_and_more(element: etree._Element) -> bool:
    """True for a short line with a number in one of its parts, and text in another."""
    if len(element) > MAX_LINE_ELEMENTS:
        return False
    text = collapse_white_space("".join(map(str, element.itertext())))
    dated = _find_dated(text) if len(text) <= MAX_LINE_SIZE else ""
    return bool(dated) and bool(re.sub(dated, "", text))


def _find_dated(text: str) -> str:
    """Return the regex of what is beside the names in a line with the date; "" without a date."""
    for word in list_lines("bylines", "on"):
        behind = rf"\s+{word}\s+(?:[^\W\d_]+[.,]?\s+){{0,2}}\d.*$"
        if re.search(behind, text):
            return behind
    return DATED if _DATED.sub("", text) != text else ""


def _list_beside(around: ArticleSurroundings, names: Collection[str]) -> Iterator[str]:
    """Yield selectors of the elements around the article that have one of ``names`` (folded), by
    those above them: others of the same kind may have further names."""
    for element in around.elements:
        if element.tag in ("a", *_LEAVES) and fold_text(text_of(element)) in names:
            for above in islice(element.iterancestors(), MAX_ABOVE):
                if above not in around.inside or above in around.above:
                    break
                parent = next(element.iterancestors())
                paths = [
                    f"{element.tag}",
                    *([f"{parent.tag} {element.tag}"] if parent is not above else []),
                ]
                yield from (f"{css} {path}" for css in own_selectors(above) for path in paths)


def _list_link_selectors(around: ArticleSurroundings, target: FieldTarget) -> Iterator[str]:
    """Yield selectors of the links around the article to pages of the target, by the folder in
    their addresses: ``footer.post-info a[href*="category/"]``."""
    for element in around.elements:
        folder = _find_folder(element, target) if element.tag == "a" else ""
        if folder:
            for above in element.iterancestors():
                # in what is around the text, too, there may be such links in the text of others
                if above not in around.inside or above in around.above:
                    break
                yield from (f"{css} a[href*='{folder}/']" for css in own_selectors(above))


def _find_folder(link: etree._Element, target: FieldTarget) -> str:
    """Return the folder in the address of a link that is named as the target, and not the last
    part of the address; empty if there is none."""
    address = (link.get("href") or "").partition("?")[0].partition("#")[0]
    folders = address.rstrip("/").split("/")[:-1]
    return next(
        (
            folder
            for folder in folders
            if _FOLDER.fullmatch(folder) and find_class_word(target.addresses, fold_names(folder))
        ),
        "",
    )


def read_field_values(
    around: ArticleSurroundings, css: str, target: FieldTarget
) -> tuple[tuple[str, ...], bool, Values] | None:
    """Return regexes for what is beside the values that a selector finds around the article,
    whether several names are one text, and the values; None if it finds something else, too, or
    what is no value of the target."""
    elements = select_elements((Rule(kind="css", expression=css),), around.page)
    # One element outside, in a teaser or a menu, and the rule would find others' authors.
    if not elements or not all(element in around.inside for element in elements):
        return None
    text_in = {e: collapse_white_space("".join(map(str, e.itertext()))) for e in elements}
    # A value in another one would be there twice, and two of them as one word.
    if any(
        text_in.get(e, text_in[each]) != text_in[each]
        for each in elements
        for e in each.iterancestors()
    ):
        return None
    texts = [*text_in.values()]
    # a sign alone, such as *#*, has no value
    texts = list(dict.fromkeys(filter(_SAYS_SOMETHING.search, texts)))
    if not texts:
        return (), False, ()
    removed: tuple[str, ...] = ()
    dated = _find_dated(texts[0]) if target.field == "authors" and len(texts) == 1 else ""
    if dated:
        texts = [re.sub(dated, "", texts[0])]
        removed = (dated,)
    # A label is taken off only if all values have it: else it is part of some value.
    labels = {match.group() if (match := _LABEL.match(text)) else "" for text in texts}
    label = labels.pop() if len(labels) == 1 else ""
    removed += (rf"^{re.escape(label.strip())}\s*",) if label.strip() else ()
    values = [text[len(label) :].strip() for text in texts]
    is_split = target.field == "authors" and any(_NAMES.search(value) for value in values)
    if is_split:
        values = [name for value in values for name in _NAMES.split(value)]
    if not 0 < len(values) <= target.max_values:
        return None
    if not all(len(value) <= MAX_VALUE_SIZE and target.is_value(value) for value in values):
        return None
    distinct = {fold_text(value): value for value in reversed(values)}
    return removed, is_split, tuple(reversed(distinct.values()))
