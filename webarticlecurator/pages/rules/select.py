"""The selectors: one function per kind. None of them raises because of the content of a page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from jmespath.exceptions import JMESPathError
from lxml import etree

from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.element_index import index_elements
from webarticlecurator.pages.rules.elements import collapse_html_space
from webarticlecurator.pages.rules.jsonld import parse_json_leniently, read_jsonld
from webarticlecurator.pages.rules.microdata import read_microdata
from webarticlecurator.pages.rules.near_misses import find_near_misses
from webarticlecurator.pages.rules.rdfa import read_rdfa
from webarticlecurator.pages.rules.rule_values import RuleCall
from webarticlecurator.pages.rules.selectors import compile_css, compile_json, compile_xpath
from webarticlecurator.pages.rules.structured import build_graph, look_up_path
from webarticlecurator.pages.rules.trace import TraceMark

Selected = etree._Element | str
"""A selector selects elements or texts."""


def select(kind: str, expression: str, call: RuleCall, mark: TraceMark) -> list[Selected]:
    """Return everything that a selector finds, in document order, each element once."""
    return list(SELECTORS[kind](expression, call, mark))


def is_without(kind: str, expression: str, page: Page) -> bool:
    """Return True if a page surely has nothing for a selector, known without a look for it: most
    default rules are for what most pages do not declare."""
    if kind == "meta":
        return expression.strip().lower() not in _read_meta(page)
    if kind == "jsonld":
        return not read_jsonld(page)[0]
    return kind == "microdata" and not read_microdata(page)


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
        for name, value in _read_parsely(content) if "parsely-page" in names else ():
            contents.setdefault(name, []).append(value)
    return contents


def _read_parsely(content: str) -> Iterator[tuple[str, str]]:
    """Yield names and values of ``parsely-page``, which has as JSON what the other names of
    Parse.ly have one by one: ``{"pub_date": …}`` is ``parsely-pub-date``. Without JSON, none."""
    try:
        nodes = parse_json_leniently(content)
    except (ValueError, RecursionError):
        return
    for key, value in ((k, v) for node in nodes if isinstance(node, dict) for k, v in node.items()):
        texts = value if isinstance(value, list) else [value]
        name = "author" if key == "authors" else key.replace("_", "-")
        yield from ((f"parsely-{name}", text) for text in texts if isinstance(text, str))


def _jsonld(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    nodes, broken = read_jsonld(call.page)
    if broken:
        mark.fault("jsonld", f"{broken} JSON-LD scripts could not be read")
    graph = call.page.derived(
        "jsonld.graph", lambda page: build_graph(nodes, page, page.root.get("lang") or "")
    )
    # text, metadata and hints ask a page for the same properties
    return call.page.derived(
        f"jsonld.values {expression}", lambda _: tuple(look_up_path(expression, graph))
    )


def _microdata(expression: str, call: RuleCall, _mark: TraceMark) -> Sequence[Selected]:
    graph = call.page.derived(
        "microdata.graph", lambda page: build_graph(read_microdata(page), page)
    )
    return list(look_up_path(expression, graph))


def _rdfa(expression: str, call: RuleCall, mark: TraceMark) -> Sequence[Selected]:
    nodes, fault = read_rdfa(call.page)
    if fault:
        mark.fault("rdfa", fault)
    graph = call.page.derived("rdfa.graph", lambda page: build_graph(nodes, page))
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
