"""Paths in the Schema.org node of the article, among all JSON-LD or microdata nodes of a page."""

from __future__ import annotations

from functools import cached_property
from html import unescape
from typing import Any

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.hosts import join_address, split_address
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.pages.rules.jsonld import Json

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
    ``articles``: the nodes in which a path is looked up, best first; ``nodes``: all of them;
    ``base``: the address on which relative names rest; ``language``: that which the page
    declares, of several values the one that is used.
    """

    nodes_by_id: dict[str, Json]
    nodes_by_type: dict[str, list[Json]]
    articles: list[Json]
    nodes: tuple[Json, ...]
    base: str
    language: str

    def find_by_id(self, name: str) -> Json | None:
        """Return the node with this ``@id``, one of the page before one inside another, or None."""
        node = self.nodes_by_id.get(name) or self._inner_nodes_by_id.get(name)
        return node or self._nodes_by_address.get(join_address(self.base, name))

    @cached_property
    def _nodes_by_address(self) -> dict[str, Json]:
        """Address → node: one node may be named once relative and once absolute (JSON-LD 1.1)."""
        names = {**self._inner_nodes_by_id, **self.nodes_by_id}
        return {join_address(self.base, name): node for name, node in names.items()}

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


def build_graph(nodes: tuple[Json, ...], page: Page, language: str = "") -> Graph:
    """Return the graph of the nodes of ``page``, which is in ``language`` (BCP 47)."""
    by_id = {n["@id"]: n for n in nodes if isinstance(n.get("@id"), str) and len(n) > 1}
    by_type: dict[str, list[Json]] = {}
    for node in nodes:
        for name in types_of(node):
            by_type.setdefault(name, []).append(node)
    articles = find_article_nodes(nodes, page.url, language)
    return Graph(by_id, by_type, articles, nodes, page.base, language)


def find_article_nodes(nodes: tuple[Json, ...], url: str, language: str = "") -> list[Json]:
    """Return the nodes in which a path is looked up, best first.

    They are the nodes of an article's type, those about ``url`` before the others, and those of
    another language after those of ``language``. Without any, they are all nodes that are not about
    the site, the publisher or a person.
    """
    for types in (_MAIN_TYPES, ARTICLE_TYPES):
        articles = [n for n in nodes if types_of(n) & types]
        if articles:
            page = _page_key(url)
            return sorted(
                articles,
                key=lambda n: (page not in _pages_of(n), _is_foreign(n, "inLanguage", language)),
            )
    return [n for n in nodes if not types_of(n) & _SITE_TYPES]


def _is_foreign(value: Any, key: str, language: str) -> bool:
    """Return True if ``value`` has at ``key`` the code of another language than ``language``."""
    stated = value.get(key) if isinstance(value, dict) else None
    if not isinstance(stated, str):
        return False
    codes = {code.lower().partition("-")[0] for code in (stated, language)}
    # A code has two or three letters; what is longer is the name of a language.
    return len(codes) == 2 and all(2 <= len(code) <= 3 for code in codes)


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
    parts = split_address(url)
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
        own = [value for value in values if not _is_foreign(value, "@language", graph.language)]
        strings = [string for value in own or values for string in _strings(value)]
        if strings:
            return strings
    return []


def _follow_steps(values: list[Any], steps: list[str], graph: Graph) -> list[Any]:
    name = ""
    for step in steps:
        nodes = _list_nodes(values, name, graph)
        name, _, index = step.partition("[")
        values = [_property(node, name) for node in nodes]
        if index:
            position = index.rstrip("]")
            flat = _flatten(values)
            values = flat[int(position) :][:1] if position.isdigit() else flat
    return _list_nodes(values, name, graph)


def _list_nodes(values: list[Any], name: str, graph: Graph) -> list[Any]:
    """Return the values of the property ``name`` without lists, roles and references."""
    inner = _flatten(values)
    nodes = [each for each in inner if isinstance(each, dict)]
    if not nodes:
        return inner
    if name and any(_is_role(each, name) for each in nodes):
        inner = _flatten([each[name] if _is_role(each, name) else each for each in inner])
    return [_follow_reference(each, graph) for each in inner]


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


def _is_role(value: Any, name: str) -> bool:
    """Return True for a value of the property ``name`` that is a ``Role``: schema.org repeats the
    property inside (``"author": {"@type": "Role", "author": {…}}``)."""
    has_name = isinstance(value, dict) and name in value
    return has_name and any(kind.endswith("Role") for kind in types_of(value))


def _flatten(values: list[Any]) -> list[Any]:
    """Return the values with lists flattened, including ``@list`` and ``@set`` of JSON-LD; at most
    ``MAX_VALUES``, looking at no more."""
    if len(values) == 1 and isinstance(values[0], str):  # as most are
        return values
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
