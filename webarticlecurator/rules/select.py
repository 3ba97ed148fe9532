"""The selectors: one function per kind. None of them raises because of the content of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.model.rule import Filter, Rule
from webarticlecurator.page import Page
from webarticlecurator.page.page import once_per_page
from webarticlecurator.rules.elements import (
    NotAnAddress,
    collapse_html_space,
    index_elements,
    resolve,
)
from webarticlecurator.rules.jsonld import read_jsonld
from webarticlecurator.rules.selectors import compile_css, compile_json, compile_xpath
from webarticlecurator.rules.structured import build_graph, look_up_path, read_microdata, read_rdfa
from webarticlecurator.rules.trace import NO_TRACE, Trace, TraceMark, find_near_misses

# The steps that change or select values, each a function of the whole list, in the order in which
# they run.


_WHOLE_NUMBER = re.compile("[0-9]{1,18}")


def split_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values split at a regex; the pieces are stripped and empty ones dropped."""
    if rule.split is None:
        return items
    pattern = re.compile(rule.split)
    # "|" would split between all characters, so it means the character itself
    if pattern.fullmatch(""):
        pattern = re.compile(re.escape(rule.split))
    pieces = [(item, piece) for item in items for piece in pattern.split(item.text()) if piece]
    split = [item._replace(value=piece.strip()) for item, piece in pieces if piece.strip()]
    mark.step("split", list_texts(items), list_texts(split))
    return split


def look_up_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values replaced by the ``map`` table.

    Values that are not in the table stay or, with ``only``, are left out.
    """
    if not rule.map:
        return items
    # A large dict is built once: a lookup file may contain tens of thousands of pairs. The pairs
    # are stored with it, so that no other object gets their identity.
    if len(rule.map) < 50:
        table = dict(rule.map)
    elif id(rule.map) in _TABLES:
        table = _TABLES[id(rule.map)][1]
    else:
        table = dict(rule.map)
        _TABLES[id(rule.map)] = (rule.map, table)
    mapped = []
    for item in items:
        if item.text() in table:
            mapped.append(item._replace(value=table[item.text()]))
        elif rule.only:
            mark.excluded(item.text(), "not in the map", item.node)
        else:
            mapped.append(item)
    mark.step("map", list_texts(items), list_texts(mapped))
    return mapped


_TABLES: dict[int, tuple[tuple[tuple[str, str], ...], dict[str, str]]] = {}


def add_to_numbers(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the whole numbers with ``add`` added; other values are left out.

    A number with leading zeros keeps its length: 009 and 1 are 010.
    """
    if not rule.add:
        return items
    sums = []
    for item in items:
        number = item.text().strip()
        if _WHOLE_NUMBER.fullmatch(number):
            sums.append(item._replace(value=f"{int(number) + rule.add:0{len(number)}d}"))
        else:
            mark.excluded(item.text(), "not a whole number, to which add could be added", item.node)
    mark.step(f"add {rule.add}", list_texts(items), list_texts(sums))
    return sums


def fill_templates(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the template with each value in place of ``{}``."""
    if rule.template is None:
        return items
    filled = [item._replace(value=rule.template.replace("{}", item.text())) for item in items]
    mark.step("template", list_texts(items), list_texts(filled))
    return filled


def make_absolute(base: str, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values as addresses relative to ``base``; those that are not are left out."""
    resolved = []
    for item in items:
        try:
            resolved.append(item._replace(value=resolve(base, item.text())))
        except NotAnAddress as error:
            mark.excluded(item.text(), error.args[0], item.node)
    mark.step("resolve", list_texts(items), list_texts(resolved))
    return resolved


def replace_in_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values after the regex replacements, in their order; empty values are left out."""
    if not rule.replace:
        return items
    replaced = []
    for item in items:
        value = item.text()
        for pattern, replacement in rule.replace:
            value = re.sub(pattern, replacement, value)
        if value.strip():
            replaced.append(item._replace(value=value.strip()))
        else:
            mark.excluded(item.text(), "replaced by nothing", item.node)
    mark.step("replace", list_texts(items), list_texts(replaced))
    return replaced


def filter_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values that pass ``include`` and ``exclude``."""
    if rule.include is not None:
        items = _apply_filter(rule.include, items, "include", mark)
    if rule.exclude is not None:
        items = _apply_filter(rule.exclude, items, "exclude", mark)
    return items


def _apply_filter(test: Filter, items: list[Item], name: str, mark: TraceMark) -> list[Item]:
    matches = [any(re.search(regex, item.text()) for regex in test.regexes) for item in items]
    excluded = [is_match if name == "exclude" else not is_match for is_match in matches]
    if test.unless_all and all(excluded):
        mark.note(f"{name} would leave out every value: no effect (unless_all)")
        return items
    for item, is_excluded in zip(items, excluded, strict=True):
        if is_excluded:
            mark.excluded(item.text(), name, item.node)
    return [item for item, is_excluded in zip(items, excluded, strict=True) if not is_excluded]


def drop_fragments(items: list[Item]) -> list[Item]:
    """Return the addresses without fragment, as they are requested (RFC 9110, section 7.1)."""
    return [i._replace(value=i.text().partition("#")[0]) for i in items]


def drop_repeats(items: list[Item], key: Callable[[Item], object]) -> list[Item]:
    """Return the first item of each key."""
    kept: dict[object, Item] = {}
    for item in items:
        kept.setdefault(key(item), item)
    return list(kept.values())


def pick_value(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the items that ``pick`` selects.

    ``first``, ``last``, ``all`` (the default), or a number: 1 is the first, -1 the last.
    ``earliest`` and ``latest`` take effect where the dates are parsed (extract.metadata).
    """
    if rule.pick in (None, "all", "earliest", "latest") or not items:
        return items
    names = {"first": 1, "last": -1}
    number = names.get(rule.pick or "", 0) or int(rule.pick or 0)
    index = number - 1 if number > 0 else number
    picked = items[index : index + 1 or None] if -len(items) <= index < len(items) else []
    mark.step(f"pick {rule.pick}", list_texts(items), list_texts(picked))
    return picked


def list_texts(items: list[Item]) -> list[str]:
    """Return the values, for the trace."""
    return [item.text() for item in items]


# The values that pass through the steps of a rule, and the call that runs it.

LINK, VALUE, ELEMENT = "link", "value", "element"
"""Result types of a rule: absolute addresses, texts, or elements of the page."""


class Item(NamedTuple):  # created faster than a dataclass: a rule may select hundreds
    """One element or text that a rule selected.

    ``node``: the element, None for a text; ``value``: the value after the steps so far, None until
    the element is read; ``source``: the selector (``css:h1``); ``original``: the value as it is on
    the page.
    """

    node: etree._Element | None
    value: str | None
    source: str
    original: str = ""

    def text(self) -> str:
        """The value after the steps so far, "" if none was read."""
        return self.value or ""


class SelectedValue(NamedTuple):
    """A value, its selector (``jsonld:author.name``), and its original text on the page."""

    value: str
    source: str
    original: str


class RuleCall(NamedTuple):  # created faster than a dataclass: there is one for each default rule
    """One run of rules on one page.

    ``result_type``: LINK, VALUE or ELEMENT; ``scope``: the elements that the rule is narrowed to,
    None for the whole page; ``published``: the article's date, where it is known, for conditions;
    ``depth``: the nesting of the rule.
    """

    page: Page
    result_type: str
    scope: tuple[etree._Element, ...] | None = None
    trace: Trace | None = None
    published: date | None = None
    depth: int = 0

    def begin(self, rule: Rule) -> TraceMark:
        """Return the mark to which the rule reports its steps."""
        return self.trace.begin(rule, self.depth) if self.trace is not None else NO_TRACE

    def deeper(self, **changes: object) -> RuleCall:
        """Return the call for a rule inside the present one."""
        return self._replace(depth=self.depth + 1, **changes)  # type: ignore[arg-type]


Selected = etree._Element | str
"""A selector selects elements or texts."""


def select(kind: str, expression: str, call: RuleCall, mark: TraceMark) -> list[Selected]:
    """Return everything that a selector finds, in document order, each element once."""
    return list(SELECTORS[kind](expression, call, mark))


def _css(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    selected: Sequence[Selected] = []
    try:
        if call.scope is None:
            selected = index_elements(call.page).find(expression)
        else:
            selected = _evaluate(compile_css(expression, inside=True), call.scope, mark)
    except etree.XPathError as error:
        mark.fault("xpath", f"could not be evaluated: {error}")
    if not selected and mark.active:
        for message in find_near_misses(expression, call.page.root):
            mark.note(message)
    return selected


def _xpath(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    scope = [call.page.root] if call.scope is None else call.scope
    return _evaluate(compile_xpath(expression, call.scope is not None), scope, mark)


def _evaluate(
    compiled: etree.XPath, scope: Sequence[etree._Element], mark: TraceMark
) -> list[Selected]:
    selected: list[Selected] = []
    for context in scope:
        try:
            result = compiled(context)
        except etree.XPathError as error:
            mark.fault("xpath", f"could not be evaluated: {error}")
            continue
        # nodes, texts, a number or a truth value (false is nothing)
        if isinstance(result, bool):
            selected += ["true"] if result else []
        elif isinstance(result, float):
            selected += [] if result != result else [f"{result:.15g}"]
        elif isinstance(result, str):
            selected += [str(result)] if result else []
        else:
            for member in result:
                if isinstance(member, etree._Element) and isinstance(member.tag, str):
                    selected.append(member)
                elif isinstance(member, str):
                    selected.append(str(member))
    return drop_repeated_elements(selected) if len(scope) > 1 else selected


def drop_repeated_elements(selected: Iterable[Selected]) -> list[Selected]:
    """Return each element once, even if it was found in several scopes, and all texts."""
    seen: set[etree._Element] = set()
    kept: list[Selected] = []
    for one in selected:
        if not isinstance(one, str):
            if one in seen:
                continue
            seen.add(one)
        kept.append(one)
    return kept


def _json(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    if call.page.json_fault:
        mark.fault("not-json", call.page.json_fault)
        return []
    try:
        result = compile_json(expression).search(call.page.json)
    except JMESPathError as error:
        mark.fault("json-shape", f"the JSON is not what was expected: {error}")
        return []
    return list(_json_values(result, mark))


def _json_values(value: Any, mark: TraceMark) -> Iterator[str]:
    if isinstance(value, list):
        for member in value:
            yield from _json_values(member, mark)
    elif isinstance(value, str):
        yield value
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, (int, float)):
        yield str(value)
    elif value is not None:
        mark.fault(
            "json-shape", "the JSON is not what was expected: an object where a value should be"
        )


def _regex(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Selected]:
    pattern = re.compile(expression)
    if call.scope is None:
        return list(_find_matches(pattern, call.page.text))
    sources = (
        etree.tostring(e, encoding="unicode", method="html", with_tail=False) for e in call.scope
    )
    return [match for source in sources for match in _find_matches(pattern, source)]


def _find_matches(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield group 1 of every match, or the whole match if the pattern has no group."""
    for match in pattern.finditer(text):
        value = match.group(1 if pattern.groups else 0)
        if value is not None:
            yield value


def _url(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Selected]:
    return list(_find_matches(re.compile(expression), call.page.url))[:1]


def _meta(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Selected]:
    return list(_read_meta(call.page).get(expression.strip().lower(), ()))


_META_NAMES = ("name", "property", "itemprop", "http-equiv")


@once_per_page("meta")
def _read_meta(page: Page) -> dict[str, list[str]]:
    """Return name, property, itemprop or http-equiv in lower case → contents in document order.

    Empty contents are left out.
    """
    contents: dict[str, list[str]] = {}
    for element in page.elements.with_tag("meta"):
        attributes: dict[Any, Any] = dict(element.items())
        content = collapse_html_space(attributes.get("content", ""))
        if not content.strip():
            continue
        names = {attributes[name].strip().lower() for name in _META_NAMES if name in attributes}
        for name in names - {""}:  # in any order: each has a list of its own
            contents.setdefault(name, []).append(content)
    return contents


def _jsonld(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    nodes, broken = read_jsonld(call.page)
    if broken:
        mark.fault("jsonld", f"{broken} JSON-LD scripts could not be read")
    graph = call.page.derived("jsonld.graph", lambda page: build_graph(nodes, page.url))
    return list(look_up_path(expression, graph))


def _microdata(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Selected]:
    graph = call.page.derived(
        "microdata.graph", lambda page: build_graph(read_microdata(page), page.url)
    )
    return list(look_up_path(expression, graph))


def _rdfa(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    nodes, fault = read_rdfa(call.page)
    if fault:
        mark.fault("rdfa", fault)
    graph = call.page.derived("rdfa.graph", lambda page: build_graph(nodes, page.url))
    return list(look_up_path(expression, graph))


def _listed(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Selected]:
    return [value for name, value in call.page.listed if name == expression]


SELECTORS: dict[str, Callable[[str, RuleCall, TraceMark], Sequence[Selected]]] = {
    "css": _css,
    "xpath": _xpath,
    "json": _json,
    "regex": _regex,
    "meta": _meta,
    "jsonld": _jsonld,
    "microdata": _microdata,
    "rdfa": _rdfa,
    "url": _url,
    "listed": _listed,
}
"""Kind of a rule → the function that evaluates its expression."""
