"""Rules for the title, the authors and the date of articles whose values are known: where these
stand on each page, and which rules find them there and nothing else anywhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product, zip_longest

from lxml import etree

from webarticlecurator.articles.by_rules.metadata import date_context, read_metadata
from webarticlecurator.articles.units.text_units import SKIPPED_TAGS
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.base.text.date_names import fold_date_text
from webarticlecurator.base.text.date_words import find_date_parts
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import shown_text
from webarticlecurator.portal_file.written.written_rules import to_rule_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue
from webarticlecurator.proposing.fields.byline_cuts import make_joiner
from webarticlecurator.proposing.repair.design_names import is_lasting, place_selectors
from webarticlecurator.proposing.repair.known_articles import (
    FIELDS,
    KnownArticle,
    KnownPages,
    judge_all,
    read_known_values,
)
from webarticlecurator.proposing.repair.known_values import Values, is_same_value
from webarticlecurator.proposing.text_rules.pointed_selectors import list_selector_candidates

MAX_RULES = 3
"""Rules of one field, the first that finds anything being used."""
MAX_TRIED = 160
"""Rules that are tried on all pages."""
MAX_AROUND = 60
"""Characters around a value in an element that may be a label."""
RIGHT, EMPTY, WRONG = 1, 0, -1

_DATA = {
    "title": ("jsonld:headline", "microdata:headline", "jsonld:name"),
    "authors": ("jsonld:author.name", "jsonld:author", "microdata:author.name"),
    "published": ("jsonld:datePublished", "microdata:datePublished", "jsonld:dateCreated"),
}
"""Paths of structured data that are tried for each field."""
_SIGN = re.compile(r"[|·•–—,;:/(\[-]")


def propose_fields(portal: Portal, known: KnownPages) -> dict[str, YamlValue]:
    """Return rules by field for those that ``portal`` does not read the same on known pages."""
    read = [judge_all(portal, [portal], *each)[0] for each in known]
    right = {name: sum(name not in each.different for each in read) for name in FIELDS}
    wrong = [name for name in FIELDS if right[name] < len(read)]
    suggested = [
        run_supervised(portal, s.url, suggest_rules, s, k, wrong) for s, k in known if wrong
    ]
    chosen: dict[str, YamlValue] = {}
    for name in wrong:
        tried = choose_tried([each[name] for each in suggested])
        rated = [run_supervised(portal, s.url, rate_rules, s, k, name, tried) for s, k in known]
        found = choose_rated_rules(tried, rated, _quality)
        numbers = [tried.index(rule) for rule in found]
        if sum(any(values[n] == RIGHT for n in numbers) for values in rated) > right[name]:
            chosen[name] = [to_rule_yaml(rule) for rule in found]
    return chosen


def suggest_rules(
    portal: Portal, stored: StoredPage, known: KnownArticle, names: Sequence[str]
) -> dict[str, list[Rule]]:
    """Return by field the rules that may find its values on a page. To be called in a worker."""
    page = stored.page(portal)
    context = date_context(page, portal)
    joiner = make_joiner({}, portal.language)
    fields = [_KnownField(name, known.values[name], context, joiner) for name in names]
    return {field.name: _list_rules(page, field) if field.values else [] for field in fields}


def _list_rules(page: Page, field: _KnownField) -> list[Rule]:
    pairs = (path.split(":") for path in _DATA[field.name])
    rules = [Rule(kind=kind, expression=path) for kind, path in pairs]
    for element in page.root.iter("meta"):
        key = element.get("name") or element.get("property") or ""
        if key and field.is_near(element.get("content") or ""):
            rules.append(Rule(kind="meta", expression=key))
    for title in page.root.iterfind("head/title"):
        rules += _list_text_rules("head > title", title.text or "", field)
    for element in page.root.iter(etree.Element):
        if element.tag not in SKIPPED_TAGS:
            rules += _list_element_rules(element, field)
    return list(dict.fromkeys(rules))


@dataclass(frozen=True)
class _KnownField:
    """The values of a field, what its dates are read with, and the regex of what is between two
    names."""

    name: str
    values: Values
    context: DateContext
    joiner: str

    def is_near(self, text: str) -> bool:
        """True if a text may be the values, or one of them, with little around."""
        if self.name == "published":
            day = self.values[0][:10].split("-")
            numbers = {number.lstrip("0") for number in DIGITS.findall(text[:200])}
            fits = {day[0], day[0][2:].lstrip("0")} & numbers and day[-1].lstrip("0") in numbers
            return len(text) <= 3 * MAX_AROUND and bool(fits)
        text = " ".join(text.split())
        return any(
            value in text and len(text) <= sum(map(len, self.values)) + MAX_AROUND
            for value in self.values
        )

    def find_around(self, text: str) -> tuple[str, str] | None:
        """Return what is before and behind those of the values that are in a text; None if none
        is."""
        if self.name == "published":
            return self._find_around_date(text)
        found = self.find_in(text)
        if not found:
            return None
        ends = (text.find(value) + len(value) for value in found)
        return text[: min(map(text.find, found))], text[max(ends) :]

    def find_in(self, text: str) -> list[str]:
        """Return those of the values that are in a text."""
        return [value for value in self.values if value in text]

    def _find_around_date(self, text: str) -> tuple[str, str] | None:
        folded_text = fold_date_text(text)
        for part in (
            find_date_parts(folded_text, self.context.tag) if len(folded_text) == len(text) else ()
        ):
            day = read_date(part, (), self.context).value
            if day is not None and is_same_value(self.name, self.values, (day,)):
                before, _, behind = folded_text.partition(part)
                return text[: len(before)], text[len(text) - len(behind) :]
        return None


def _list_element_rules(element: etree._Element, field: _KnownField) -> Iterator[Rule]:
    """Yield the rules for an element that shows a value, or has it in an attribute."""
    text = shown_text(element)
    attributes = [
        key
        for key, value in zip(map(str, element.keys()), map(str, element.values()), strict=True)
        if key in ("datetime", "content", "title") or key.startswith("data-")
        if field.is_near(value)
    ]
    is_near = field.is_near(text)
    if not (attributes or is_near):
        return
    if any(shown_text(child) == text for child in element if isinstance(child.tag, str)):
        return  # the element in it
    for css in dict.fromkeys((*list_selector_candidates((element,)), *place_selectors(element))):
        if not is_lasting(css):
            continue
        yield from (Rule(kind="css", expression=css, attr=str(key)) for key in attributes)
        if is_near:
            yield from _list_text_rules(css, text, field)


def _list_text_rules(css: str, text: str, field: _KnownField) -> Iterator[Rule]:
    """Yield the rule for a text, and those that remove the words around the values in it."""
    rule = Rule(kind="css", expression=css)
    yield rule
    text = " ".join(text.split())
    around = field.find_around(text)
    if around is None:
        return
    before, behind = (each.strip() for each in around)
    split = field.joiner if len(field.find_in(text)) > 1 else None
    if not (before or behind or split):
        return
    starts = _list_starts(before)
    if field.name == "published" and before:
        starts.append(r"^\D+")  # a name or a section, other ones on each page
    for start, end in product(starts, _list_ends(behind)):
        yield replace(
            rule, replace=tuple((pattern, "") for pattern in (start, end) if pattern), split=split
        )


def _list_starts(text: str) -> list[str]:
    """Return patterns of the words before a value: all of it, or up to a number or a sign, since
    these are others on each page."""
    if not text:
        return [""]
    ends = [match.end() for match in re.finditer(r"\d", text)][-1:]
    signs = [match.end() for match in _SIGN.finditer(text)][-1:]
    found = [rf"^.*\d{_escape(text[end:])}" for end in ends] or [f"^{_escape(text)}"]
    found += [f"^.*{re.escape(text[end - 1])}{_escape(text[end:])}" for end in signs]
    return found


def _list_ends(text: str) -> list[str]:
    """Return patterns of the words behind a value, as ``_list_starts``."""
    if not text:
        return [""]
    number, sign = re.search(r"\d", text), _SIGN.search(text)
    found = [rf"{_escape(text[: number.start()])}\d.*$" if number else f"{_escape(text)}$"]
    found += [rf"\s*{re.escape(sign[0])}.*$"] if sign else []
    return found


def _escape(text: str) -> str:
    return r"\s*" + "".join(rf"{re.escape(word)}\s*" for word in text.split())


def rate_rules(
    portal: Portal, stored: StoredPage, known: KnownArticle, name: str, rules: Sequence[Rule]
) -> list[int]:
    """Return of each rule for a field whether it finds the known values on a page. To be called in
    a worker."""
    page, values = stored.page(portal), known.values[name]
    rated = []
    for rule in rules:
        only = replace(portal.article, metadata=((name, (rule,)),), default_fields=())
        found = read_known_values(read_metadata(page, portal, only)[0], name)
        is_right = is_same_value(name, values, found)
        rated.append(RIGHT if is_right and values else WRONG if found else EMPTY)
    return rated


def choose_rated_rules(
    rules: Sequence[Rule],
    rated: Sequence[Sequence[int]],
    quality: Callable[[Rule], tuple[int, ...]],
) -> list[Rule]:
    """Return the rules, in the order in which they are tried, that find what is known on most of
    the pages, for each of which all are ``rated``; none finds anything else on any page that no
    rule before it reads right. Of equals the one of the best ``quality``."""
    chosen: list[int] = []
    left = list(rated)
    while left and len(chosen) < MAX_RULES:
        good = [n for n in range(len(rules)) if all(values[n] != WRONG for values in left)]
        right = {n: sum(values[n] == RIGHT for values in left) for n in good}
        best = max(good, key=lambda n: (right[n], *quality(rules[n])), default=-1)
        if best < 0 or not right[best]:
            break
        chosen.append(best)
        left = [values for values in left if values[best] == EMPTY]
    return [rules[n] for n in chosen]


def choose_tried(suggested: Sequence[Sequence[Rule]]) -> list[Rule]:
    """Return the rules that most pages suggest, some of each page: pages may be of several
    kinds."""
    counts = Counter(rule for rules in suggested for rule in rules)
    ranked = (
        sorted(rules, key=lambda rule: (counts[rule], *_quality(rule)), reverse=True)
        for rules in suggested
    )
    in_turn = (rule for rules in zip_longest(*ranked) for rule in rules if rule is not None)
    return [*dict.fromkeys(in_turn)][:MAX_TRIED]


def _quality(rule: Rule) -> tuple[int, ...]:
    """Return a sort key, the largest for what is most probably so on other pages: structured data,
    names rather than places, values as they are."""
    css = rule.expression
    steps = css.count(">") + css.count(":nth") + css.count("~")
    is_time, is_other = rule.attr == "datetime", rule.attr not in (None, "datetime", "content")
    return (
        rule.kind != "css",
        is_time,
        not is_other,
        -steps,
        -len(rule.replace),
        -css.count(" "),
        -len(css),
    )
