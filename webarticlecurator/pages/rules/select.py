"""The selectors: one function per kind. None of them raises because of the content of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.base.model.rule import Rule
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.element_index import index_elements
from webarticlecurator.pages.rules.elements import collapse_html_space
from webarticlecurator.pages.rules.jsonld import read_jsonld
from webarticlecurator.pages.rules.link_addresses import NotAnAddress, resolve
from webarticlecurator.pages.rules.microdata import read_microdata
from webarticlecurator.pages.rules.near_misses import find_near_misses
from webarticlecurator.pages.rules.rdfa import read_rdfa
from webarticlecurator.pages.rules.rule_values import Item, RuleCall
from webarticlecurator.pages.rules.selectors import compile_css, compile_json, compile_xpath
from webarticlecurator.pages.rules.structured import build_graph, look_up_path
from webarticlecurator.pages.rules.trace import TraceMark
from webarticlecurator.pages.rules.value_steps import apply_filter, list_texts


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
            mark.excluded(item.text(), "replaced by an empty text", item.node)
    mark.step("replace", list_texts(items), list_texts(replaced))
    return replaced


def filter_values(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the values that pass ``include`` and ``exclude``."""
    if rule.include is not None:
        items = apply_filter(rule.include, items, "include", mark)
    if rule.exclude is not None:
        items = apply_filter(rule.exclude, items, "exclude", mark)
    return items


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
    number = {"first": 1, "last": -1}.get(rule.pick or "", 0) or int(rule.pick or 0)
    index = number - 1 if number > 0 else number
    picked = items[index : index + 1 or None] if -len(items) <= index < len(items) else []
    mark.step(f"pick {rule.pick}", list_texts(items), list_texts(picked))
    return picked


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
