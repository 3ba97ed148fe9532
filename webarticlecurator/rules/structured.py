"""Paths in the Schema.org node of the article, among all JSON-LD or microdata nodes of a page."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from functools import cached_property
from html import unescape
from itertools import chain
from typing import Any, cast
from urllib.parse import urljoin, urlsplit

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.page import Page
from webarticlecurator.page.page import once_per_page
from webarticlecurator.page.page_elements import self_and_ancestors
from webarticlecurator.rules.elements import text_of
from webarticlecurator.rules.jsonld import Json, iter_nodes
from webarticlecurator.text.translation import make_message

ARTICLE_TYPES = frozenset(
    "Article NewsArticle AdvertiserContentArticle AnalysisNewsArticle "
    "AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle "
    "ReviewNewsArticle BlogPosting LiveBlogPosting SocialMediaPosting "
    "DiscussionForumPosting Report Review ScholarlyArticle MedicalScholarlyArticle "
    "TechArticle SatiricalArticle Recipe PodcastEpisode VideoObject".split()
)
"""Types (schema.org, without prefix) whose nodes are taken for the article's."""

MAX_VALUES = 100_000
"""Values at one path: references may lead to the same list again and again."""
_END = object()
_REFERENCE_KEYS = {"@id", "@type"}
_MAIN_TYPES = ARTICLE_TYPES - {"VideoObject", "PodcastEpisode"}
_SITE_TYPES = frozenset(
    "Organization NewsMediaOrganization Corporation LocalBusiness WebSite Person "
    "ImageObject".split()
)


@dataclass(frozen=True)
class Graph:
    """The nodes of a page.

    ``nodes_by_id``: the nodes that ``@id`` refers to; ``nodes_by_type``: the nodes of each type;
    ``articles``: the nodes in which a path is looked up, best first; ``nodes``: all of them.
    """

    nodes_by_id: dict[str, Json]
    nodes_by_type: dict[str, list[Json]]
    articles: list[Json]
    nodes: tuple[Json, ...] = ()

    def find_by_id(self, name: str) -> Json | None:
        """Return the node with this ``@id``, one of the page before one inside another, or None."""
        return self.nodes_by_id.get(name) or self._inner_nodes_by_id.get(name)

    @cached_property
    def _inner_nodes_by_id(self) -> dict[str, Json]:
        inner_nodes: dict[str, Json] = {}
        pending: list[Any] = [*reversed(self.nodes)]
        visited: set[int] = set()  # ids of dicts: a main entity is a node of the page as well
        while pending:
            value = pending.pop()
            if isinstance(value, list):
                pending.extend(reversed(value))
            elif isinstance(value, dict) and id(value) not in visited:
                visited.add(id(value))
                name = value.get("@id")
                if isinstance(name, str) and set(value) - {"@id", "@type"}:
                    inner_nodes.setdefault(name, value)
                pending.extend(reversed(value.values()))
        return inner_nodes


def build_graph(nodes: tuple[Json, ...], url: str) -> Graph:
    """Return the graph of the nodes of the page at ``url``."""
    by_id = {n["@id"]: n for n in nodes if isinstance(n.get("@id"), str) and len(n) > 1}
    by_type: dict[str, list[Json]] = {}
    for node in nodes:
        for name in types_of(node):
            by_type.setdefault(name, []).append(node)
    return Graph(by_id, by_type, find_article_nodes(nodes, url), nodes)


def find_article_nodes(nodes: tuple[Json, ...], url: str) -> list[Json]:
    """Return the nodes in which a path is looked up, best first.

    They are the nodes of an article's type, those about ``url`` before the others. Without any,
    they are all nodes that are not about the site, the publisher or a person.
    """
    for types in (_MAIN_TYPES, ARTICLE_TYPES):
        articles = [n for n in nodes if types_of(n) & types]
        if articles:
            page = _page_key(url)
            return sorted(articles, key=lambda node: page not in _pages_of(node))
    return [n for n in nodes if not types_of(n) & _SITE_TYPES]


def types_of(node: Json) -> set[str]:
    """Return the types of a node without namespace."""
    types = node.get("@type", [])
    names = types if isinstance(types, list) else [types]
    return {str(name).rsplit("/", 1)[-1].rsplit(":", 1)[-1] for name in names}


def _pages_of(node: Json) -> set[tuple[str, str]]:
    """Return the pages that a node is about, as ``_page_key`` has them."""
    references = (node.get("url"), node.get("@id"), node.get("mainEntityOfPage"))
    addresses = (ref.get("@id") if isinstance(ref, dict) else ref for ref in references)
    return {_page_key(address) for address in addresses if isinstance(address, str)}


def _page_key(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, ""
    return parts.netloc.lower().removeprefix("www."), parts.path.rstrip("/")


def look_up_path(path: str, graph: Graph) -> list[str]:
    """Return the strings at ``path`` (``author.name``) in the first article node that has any.

    Lists on the path are flattened, a node that is only a reference (``@id``) is followed, HTML
    entities are resolved. A path may begin with a type: ``BreadcrumbList.name`` is looked up in the
    nodes of that type.
    """
    steps = path.split(".")
    nodes_of_type = graph.nodes_by_type.get(steps[0])
    steps = steps[1:] if nodes_of_type else steps
    first = steps[0].partition("[")[0] if steps else "name"
    for node in nodes_of_type or graph.articles:
        # False if the node cannot have the property
        if not (
            first in node
            or first == "name"
            or node.keys() <= _REFERENCE_KEYS
            or "@list" in node
            or "@set" in node
        ):
            continue
        values = _follow_steps([node], steps, graph)
        strings = [string for value in values for string in _strings(value)]
        if strings:
            return strings
    return []


def _follow_steps(values: list[Any], steps: list[str], graph: Graph) -> list[Any]:
    for step in steps:
        name, _, index = step.partition("[")
        nodes = [_follow_reference(value, graph) for value in _flatten(values)]
        values = [_property(node, name) for node in nodes]
        if index:
            position = index.rstrip("]")
            flat = _flatten(values)
            values = flat[int(position) :][:1] if position.isdigit() else flat
    return [_follow_reference(value, graph) for value in _flatten(values)]


def _property(value: Any, name: str) -> Any:
    """Return a property of a node.

    A bare string in place of a node with a name is the name (``"author": "A. Writer"``); so are the
    parts of a person's name.
    """
    if not isinstance(value, dict):
        return value if name == "name" and isinstance(value, (str, etree._Element)) else None
    if name in value or name != "name":
        return value.get(name)
    parts = (value.get(key) for key in ("givenName", "additionalName", "familyName"))
    return " ".join(part for part in parts if isinstance(part, str)) or None


def _flatten(values: list[Any]) -> list[Any]:
    """Return the values with lists flattened, including ``@list`` and ``@set`` of JSON-LD; at most
    ``MAX_VALUES``, looking at no more."""
    flat: list[Any] = []
    pending = [iter(values)]
    visits_left = MAX_VALUES
    while pending and visits_left:
        value = next(pending[-1], _END)
        if value is _END:
            pending.pop()
            continue
        visits_left -= 1
        members = value
        if isinstance(value, dict):
            members = next((value[key] for key in ("@list", "@set") if key in value), None)
        if isinstance(members, list):
            pending.append(iter(members))
        else:
            flat.append(value)
    return flat


def _follow_reference(value: Any, graph: Graph) -> Any:
    is_reference = isinstance(value, dict) and value.keys() <= _REFERENCE_KEYS
    if is_reference and isinstance(value.get("@id"), str):
        return graph.find_by_id(value["@id"]) or value
    return value


def _strings(value: Any) -> list[str]:
    """Return a value as text: a node by its name or value; [] if it has neither."""
    if isinstance(value, dict):
        inner = next((value[key] for key in ("name", "@value") if key in value), None)
        simple = [one for one in _flatten([inner]) if not isinstance(one, dict)]
        return [string for one in simple for string in _strings(one)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, (int, float)):
        return [str(value)]
    value = text_of(value) if isinstance(value, etree._Element) else value
    text = unescape(unescape(value)).strip() if isinstance(value, str) else ""
    return [text] if text else []


# The microdata of a page (WHATWG HTML, chapter 5) as nodes in the shape of JSON-LD.
#
# An element as a value represents its text. The items are read from the shared tree by our own
# code, because extruct changes text and loses items (``tests/rules/test_rules_libraries.py``).

MAX_VISITS = 150_000
"""Elements that are looked at for the items of a page; it may have 120,000."""
_ADDRESS_ATTRIBUTES = {
    **dict.fromkeys(("a", "area", "link"), "href"),
    **dict.fromkeys(("audio", "embed", "iframe", "img", "source", "track", "video"), "src"),
    "object": "data",
}
_VALUE_ATTRIBUTES = {"meta": "content", "data": "value", "meter": "value", "time": "datetime"}


def read_microdata(page: Page) -> tuple[Json, ...]:
    """Return the top-level items of a page in document order.

    The main entity of a page item follows it.
    """
    return _read_items(page)[0]


def find_microdata_fault(page: Page) -> str:
    """Return in words what part of the microdata was not read, or ""."""
    # without itemref, an element belongs to one item, and all are read
    items = page.elements.with_attribute("itemscope")
    if not any(item.get("itemref") for item in items):
        return ""
    return _read_items(page)[1]


@once_per_page("microdata")
def _read_items(page: Page) -> tuple[tuple[Json, ...], str]:
    elements = page.elements.with_attribute("itemscope")
    if not elements:  # where properties stand alone, they need not be looked for
        return (), ""
    reader = _ItemReader(page)
    items = [
        node
        for element in elements
        if element.get("itemprop") is None and element is not page.root and reader.visits_left >= 0
        for node in iter_nodes(reader.read(element))
    ]
    if reader.visits_left >= 0:
        return tuple(items), ""
    return tuple(items), make_message(
        "microdata: the items of the page have more than {number} elements, as `itemref` names the"
        " same ones again and again; the rest is not read",
        number=MAX_VISITS,
    )


@once_per_page("ids")
def _elements_by_id(page: Page) -> dict[str | None, etree._Element]:
    return {e.get("id"): e for e in reversed(page.root.findall(".//*[@id]"))}


class _ItemReader:
    """Reads the items of a page, with a stack of its own: they may be nested in thousands of
    others by ``itemref``. ``visits_left`` is negative when the elements were too many."""

    def __init__(self, page: Page) -> None:
        self._page = page
        # The elements that have a property or contain one
        self._relevant: set[etree._Element] = set()
        for element in page.elements.with_attribute("itemprop"):
            outer: etree._Element | None = element
            while outer is not None and outer not in self._relevant:
                self._relevant.add(outer)
                outer = outer.getparent()
        self.visits_left = MAX_VISITS

    def read(self, top: etree._Element) -> Json:
        """Return a top-level item. Of the items inside it, each is read once, so that ``itemref``
        cannot loop."""
        item, seen = _begin_item(top), {top}
        pending = [(item, self._list_children(top))]
        while pending and self.visits_left >= 0:
            node, children = pending[-1]
            child = next(children, None)
            if child is None:
                pending.pop()
                continue
            self.visits_left -= 1
            if child not in self._relevant or child in seen:
                continue
            names = (child.get("itemprop") or "").split()
            is_item = child.get("itemscope") is not None
            if is_item and not names:
                continue
            inner = node
            if is_item:
                seen.add(child)
                inner = _begin_item(child)
            for name in names:
                node.setdefault(name, []).append(inner if is_item else self._read_value(child))
            pending.append((inner, self._list_children(child)))
        return item

    def _list_children(self, element: etree._Element) -> Iterator[etree._Element]:
        """Return the children of an element, and what the ``itemref`` of an item names by id,
        anywhere on the page."""
        referenced = (element.get("itemref") or "").split()
        if not referenced or element.get("itemscope") is None:
            return element.iterchildren()
        by_id = _elements_by_id(self._page)
        return chain(element.iterchildren(), [by_id[i] for i in referenced if i in by_id])

    def _read_value(self, element: etree._Element) -> Any:
        tag = str(element.tag)
        if tag in _ADDRESS_ATTRIBUTES:
            address = element.get(_ADDRESS_ATTRIBUTES[tag]) or ""
            try:
                return urljoin(self._page.base, address.strip())
            except ValueError:  # http://[bad
                return address
        value = element.get(_VALUE_ATTRIBUTES.get(tag, "content")) or element.get("content")
        return value if value is not None else element  # the text is read only when it is used


def _begin_item(element: etree._Element) -> Json:
    """Return an item without its properties."""
    node: Json = {"@type": (element.get("itemtype") or "").split()}
    if element.get("itemid"):
        node["@id"] = (element.get("itemid") or "").strip()
    return node


# The RDFa of a page as nodes in the shape of JSON-LD, for pages without any other metadata.
#
# It is read by extruct (pyRdfa), which parses the page a second time and takes tens of
# milliseconds, so only where a rule uses it. RDF has no order of values: several values of one
# property come in alphabetical order, which is the same in every run.

_FIND_RDFA = etree.XPath(
    "descendant-or-self::*[@about or @property or @rel or @rev or @resource or @role or @typeof"
    " or @vocab or @prefix]"
)
_WHOLE_ATTRIBUTES = ("property", "rel", "rev")
"""Attributes whose value may be the text of the element or an address anywhere inside it."""
MAX_DEPTH = 8
"""For nodes inside nodes, because RDF may contain cycles."""
MAX_NODES = 20_000
"""Nodes inside nodes: eight levels of references to each other would be without end."""


@once_per_page("rdfa")
def read_rdfa(page: Page) -> tuple[tuple[Json, ...], str]:
    """Return all nodes of a page, and why RDFa could not be read, or "".

    Types and properties are without their vocabulary.
    """
    # imported here because it imports rdflib, a quarter of a second for every command
    from extruct.rdfa import RDFaExtractor
    from extruct.utils import parse_xmldom_html

    try:
        document = parse_xmldom_html(page.text, encoding="UTF-8")
        _remove_without_rdfa(document.getroottree().getroot())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            items = RDFaExtractor().extract_items(document, base_url=page.url)
    # pyRdfa may raise anything on a bad page, and a page must not end a build
    except Exception as error:
        return (), f"the page's RDFa could not be read: {error}"
    converter = _NodeConverter(items)
    nodes = [converter.convert(item, 0) for item in sorted(items, key=_sort_key)]
    fault = ""
    if converter.nodes_left < 0:
        fault = f"a part of the page's RDFa was not read: more than {MAX_NODES} nodes inside nodes"
    return tuple(sorted(nodes, key=_sort_key)), fault


def _remove_without_rdfa(root: etree._Element) -> None:
    """Remove the elements of a page that no RDFa is in and that are no part of a value.

    pyRdfa takes 0.1 ms for each element (11 s for 52,000 links, 0.5 s without them).
    """
    relevant = {root}
    for element in cast("list[etree._Element]", _FIND_RDFA(root)):
        for outer in self_and_ancestors(element):
            if outer in relevant:
                break
            relevant.add(outer)

    pending = [root]
    while pending:
        element = pending.pop()
        if any(name in element.attrib for name in _WHOLE_ATTRIBUTES):
            continue
        for child in list(element):
            if child in relevant:
                pending.append(child)
            else:
                element.remove(child)


class _NodeConverter:
    """Converts nodes with the nodes that they refer to inside. ``nodes_left`` is negative when
    these were too many; references stay then."""

    def __init__(self, items: list[dict[str, Any]]) -> None:
        self._by_id = {item["@id"]: item for item in items if "@id" in item}
        self.nodes_left = MAX_NODES

    def convert(self, item: dict[str, Any], depth: int) -> Json:
        node: Json = {}
        for key, values in item.items():
            if key == "@type":
                node["@type"] = sorted(_local_name(iri) for iri in values)
            elif key == "@id":
                if not str(values).startswith("_:"):  # a blank node has another name in every run
                    node["@id"] = values
            elif depth < MAX_DEPTH:
                converted = sorted((self._convert_value(v, depth) for v in values), key=_sort_key)
                node[_local_name(key)] = converted[0] if len(converted) == 1 else converted
        return node

    def _convert_value(self, value: dict[str, Any], depth: int) -> Any:
        if "@value" in value:
            return str(value["@value"])
        identifier = value.get("@id", "")
        target = self._by_id.get(identifier)
        if target is not None:
            self.nodes_left -= 1
        if target is None or self.nodes_left < 0:
            return str(identifier)
        return self.convert(target, depth + 1)


def _local_name(iri: str) -> str:
    """Return the name without its vocabulary: ``http://schema.org/headline`` is ``headline``."""
    return iri.rstrip("/").replace("#", "/").rsplit("/", 1)[-1]


def _sort_key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
