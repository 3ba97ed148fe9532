"""The selectors: what each kind finds on a page. None of them raises because of what a page
holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.model.selector import compile_css, compile_json, compile_xpath
from webarticlecurator.page import Page
from webarticlecurator.rules.element_index import index_elements
from webarticlecurator.rules.item import RuleCall
from webarticlecurator.rules.jsonld import read_jsonld
from webarticlecurator.rules.microdata import read_microdata
from webarticlecurator.rules.near_misses import find_near_misses
from webarticlecurator.rules.rdfa import read_rdfa
from webarticlecurator.rules.structured import build_graph, look_up_path
from webarticlecurator.rules.trace import TraceMark
from webarticlecurator.rules.white_space import collapse_white_space

Thing = etree._Element | str
"""A selector finds elements or texts."""


def select(kind: str, expression: str, call: RuleCall, mark: TraceMark) -> list[Thing]:
    """Everything that a selector finds, in document order, elements once."""
    return list(SELECTORS[kind](expression, call, mark))


def _css(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Thing]:
    if call.scope is None:
        found: Sequence[Thing] = _on_page(expression, call, mark)
    else:
        found = _evaluate(compile_css(expression, inside=True), call.scope, mark)
    if not found and mark.active:
        for message in find_near_misses(expression, call.page.root):
            mark.note(message)
    return found


def _on_page(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Thing]:
    try:
        return index_elements(call.page).find(expression)
    except etree.XPathError as error:
        mark.fault("xpath", f"could not be evaluated: {error}")
        return []


def _xpath(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Thing]:
    scope = [call.page.root] if call.scope is None else call.scope
    return _evaluate(compile_xpath(expression, call.scope is not None), scope, mark)


def _evaluate(
    compiled: etree.XPath, scope: Sequence[etree._Element], mark: TraceMark
) -> list[Thing]:
    found: list[Thing] = []
    for context in scope:
        try:
            found.extend(_things(compiled(context)))
        except etree.XPathError as error:
            mark.fault("xpath", f"could not be evaluated: {error}")
    return select_once(found) if len(scope) > 1 else found


def _things(result: Any) -> Iterator[Thing]:
    """The result of an XPath: nodes, texts, a number or a truth value (false is nothing)."""
    if isinstance(result, bool):
        yield from ["true"] if result else []
    elif isinstance(result, float):
        yield from [] if result != result else [f"{result:.15g}"]
    elif isinstance(result, str):
        yield from [str(result)] if result else []
    else:
        for thing in result:
            if isinstance(thing, etree._Element) and isinstance(thing.tag, str):
                yield thing
            elif isinstance(thing, str):
                yield str(thing)


def select_once(things: Iterable[Thing]) -> list[Thing]:
    """Elements that were found in several scopes, once."""
    seen: set[etree._Element] = set()
    kept: list[Thing] = []
    for thing in things:
        if not isinstance(thing, str):
            if thing in seen:
                continue
            seen.add(thing)
        kept.append(thing)
    return kept


def _json(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Thing]:
    if call.page.json_fault:
        mark.fault("not-json", call.page.json_fault)
        return []
    try:
        result = compile_json(expression).search(call.page.json)
    except JMESPathError as error:
        mark.fault("json-shape", f"the JSON is not what was expected: {error}")
        return []
    return list(_json_leaves(result, mark))


def _json_leaves(value: Any, mark: TraceMark) -> Iterator[str]:
    if isinstance(value, list):
        for member in value:
            yield from _json_leaves(member, mark)
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


def _regex(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Thing]:
    pattern = re.compile(expression)
    if call.scope is None:
        return list(_groups(pattern, call.page.text))
    sources = (
        etree.tostring(e, encoding="unicode", method="html", with_tail=False) for e in call.scope
    )
    return [found for source in sources for found in _groups(pattern, source)]


def _groups(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Group 1 of every match, or the whole match where the pattern has no group."""
    for match in pattern.finditer(text):
        value = match.group(1 if pattern.groups else 0)
        if value is not None:
            yield value


def _url(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Thing]:
    return list(_groups(re.compile(expression), call.page.url))[:1]


def _meta(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Thing]:
    return list(call.page.derived("meta", _read_meta).get(expression.strip().lower(), ()))


def _read_meta(page: Page) -> dict[str, list[str]]:
    """Lower-case name, property, itemprop or http-equiv → contents in document order, empty ones
    left out."""
    found: dict[str, list[str]] = {}
    for element in page.root.iter("meta"):
        content = collapse_white_space(element.get("content") or "")
        names = (
            {value.strip().lower() for a in _META_NAMES if (value := element.get(a))}
            if content
            else set()
        )
        for name in names - {""}:  # in any order: each has a list of its own
            found.setdefault(name, []).append(content)
    return found


_META_NAMES = ("name", "property", "itemprop", "http-equiv")


def _jsonld(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Thing]:
    nodes, broken = read_jsonld(call.page)
    if broken:
        mark.fault("jsonld", f"{broken} JSON-LD scripts could not be read")
    found = call.page.derived("jsonld.graph", lambda page: build_graph(nodes, page.url))
    return list(look_up_path(expression, found))


def _microdata(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Thing]:
    found = call.page.derived(
        "microdata.graph", lambda page: build_graph(read_microdata(page), page.url)
    )
    return list(look_up_path(expression, found))


def _rdfa(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Thing]:
    nodes, trouble = read_rdfa(call.page)
    if trouble:
        mark.fault("rdfa", trouble)
    found = call.page.derived("rdfa.graph", lambda page: build_graph(nodes, page.url))
    return list(look_up_path(expression, found))


def _listed(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Thing]:
    return [value for name, value in call.page.listed if name == expression]


SELECTORS: dict[str, Callable[[str, RuleCall, TraceMark], Sequence[Thing]]] = {
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
