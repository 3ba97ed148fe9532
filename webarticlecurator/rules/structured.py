"""Paths in the Schema.org node of the article, among all nodes (JSON-LD or microdata) that a page
carries."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from html import unescape
from typing import Any
from urllib.parse import urlsplit

from lxml import etree

from webarticlecurator.rules.jsonld import Json
from webarticlecurator.rules.white_space import text_of

ARTICLE_TYPES = frozenset(
    "Article NewsArticle AdvertiserContentArticle AnalysisNewsArticle "
    "AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle ReportageNewsArticle "
    "ReviewNewsArticle BlogPosting LiveBlogPosting SocialMediaPosting "
    "DiscussionForumPosting Report Review ScholarlyArticle MedicalScholarlyArticle "
    "TechArticle SatiricalArticle Recipe PodcastEpisode VideoObject".split()
)
"""Types (schema.org, without prefix) whose node is taken for the article's."""

_REFERENCE = {"@id", "@type"}
_MAIN_TYPES = ARTICLE_TYPES - {"VideoObject", "PodcastEpisode"}
_SITE_TYPES = frozenset(
    "Organization NewsMediaOrganization Corporation LocalBusiness WebSite Person "
    "ImageObject".split()
)


@dataclass(frozen=True)
class Graph:
    """All nodes of a page, looked through once: those that ``@id`` refers to, those of each type,
    and those that a path is looked up in, best first."""

    top: dict[str, Json]
    typed: dict[str, list[Json]]
    articles: list[Json]
    nodes: tuple[Json, ...] = ()

    def known(self, name: str) -> Json | None:
        """The node of this ``@id``: one of the page's own, else one that stands inside another."""
        return self.top.get(name) or self._inside.get(name)

    @cached_property
    def _inside(self) -> dict[str, Json]:
        found: dict[str, Json] = {}
        pending: list[Any] = [*reversed(self.nodes)]
        while pending:
            value = pending.pop()
            if isinstance(value, list):
                pending.extend(reversed(value))
            elif isinstance(value, dict):
                name = value.get("@id")
                if isinstance(name, str) and set(value) - {"@id", "@type"}:
                    found.setdefault(name, value)
                pending.extend(reversed(value.values()))
        return found


def build_graph(nodes: tuple[Json, ...], url: str) -> Graph:
    """``url``: the address of the page."""
    known = {n["@id"]: n for n in nodes if isinstance(n.get("@id"), str) and len(n) > 1}
    typed: dict[str, list[Json]] = {}
    for node in nodes:
        for name in types_of(node):
            typed.setdefault(name, []).append(node)
    return Graph(known, typed, find_article_nodes(nodes, url), nodes)


def find_article_nodes(nodes: tuple[Json, ...], url: str) -> list[Json]:
    """The nodes a path is looked up in, best first: those of an article's type (those about ``url``
    before the others); where there are none, every node that is not about the site, the publisher
    or a person."""
    found = [n for n in nodes if types_of(n) & _MAIN_TYPES] or [
        n for n in nodes if types_of(n) & ARTICLE_TYPES
    ]
    if found:
        return sorted(found, key=lambda n: not _is_about(n, url))
    return [n for n in nodes if not types_of(n) & _SITE_TYPES]


def types_of(node: Json) -> set[str]:
    """The types of a node without namespace."""
    kinds = node.get("@type", [])
    return {
        str(k).rsplit("/", 1)[-1].rsplit(":", 1)[-1]
        for k in (kinds if isinstance(kinds, list) else [kinds])
    }


def _is_about(node: Json, url: str) -> bool:
    stated = [node.get("url"), node.get("@id"), node.get("mainEntityOfPage")]
    flat = [v.get("@id") if isinstance(v, dict) else v for v in stated]
    return any(isinstance(v, str) and _place(v) == _place(url) for v in flat)


def _place(url: str) -> tuple[str, str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, ""
    return parts.netloc.lower().removeprefix("www."), parts.path.rstrip("/")


def look_up_path(path: str, graph: Graph) -> list[str]:
    """The strings at ``path`` (``author.name``) in the first article node that has any. Lists on
    the way are opened, a node that is only a reference (``@id``) is followed, HTML entities are
    resolved. A path may begin with a type: ``BreadcrumbList.name`` is looked up in the nodes of
    that type."""
    steps = path.split(".")
    typed = graph.typed.get(steps[0])
    steps = steps[1:] if typed else steps
    first = steps[0].partition("[")[0] if steps else "name"
    for node in typed or graph.articles:
        if not _may_have(node, first):
            continue
        found = [s for value in _walk([node], steps, graph) for s in _strings(value)]
        if found:
            return found
    return []


def _may_have(node: Json, name: str) -> bool:
    """False where walking on is in vain; a page may carry 100,000 nodes, and each path is looked up
    in all."""
    return (
        name in node
        or name == "name"
        or node.keys() <= _REFERENCE
        or "@list" in node
        or "@set" in node
    )


def _walk(values: list[Any], steps: list[str], graph: Graph) -> list[Any]:
    for step in steps:
        name, _, index = step.partition("[")
        opened = [_followed(v, graph) for v in _flat(values)]
        values = [_member(v, name) for v in opened]
        if index:
            position = index.rstrip("]")
            flat = _flat(values)
            values = flat[int(position) :][:1] if position.isdigit() else flat
    return [_followed(v, graph) for v in _flat(values)]


def _member(value: Any, name: str) -> Any:
    """A property of a node; a bare string where a named thing is expected is its name (``"author":
    "A. Writer"``)."""
    if isinstance(value, dict):
        return value.get(name) if name in value or name != "name" else _person(value)
    return value if name == "name" and isinstance(value, (str, etree._Element)) else None


def _person(node: Json) -> str | None:
    """The name of a node that has it in parts."""
    parts = [
        node[key]
        for key in ("givenName", "additionalName", "familyName")
        if isinstance(node.get(key), str)
    ]
    return " ".join(parts) or None


def _flat(values: list[Any]) -> list[Any]:
    """Lists opened, JSON-LD's ``@list`` and ``@set`` among them."""
    found: list[Any] = []
    for value in values:
        members = value
        if isinstance(value, dict):
            members = next((value[key] for key in ("@list", "@set") if key in value), None)
        found.extend(_flat(members) if isinstance(members, list) else [value])
    return found


def _followed(value: Any, graph: Graph) -> Any:
    if isinstance(value, dict) and value.keys() <= _REFERENCE and isinstance(value.get("@id"), str):
        return graph.known(value["@id"]) or value
    return value


def _strings(value: Any) -> list[str]:
    """A leaf as text: a node says its name or value; what says nothing yields nothing."""
    if isinstance(value, dict):
        inner = next((value[k] for k in ("name", "@value") if k in value), None)
        return [s for v in _flat([inner]) if not isinstance(v, dict) for s in _strings(v)]
    if isinstance(value, bool):
        return ["true" if value else "false"]
    if isinstance(value, (int, float)):
        return [str(value)]
    value = text_of(value) if isinstance(value, etree._Element) else value
    text = unescape(unescape(value)).strip() if isinstance(value, str) else ""
    return [text] if text else []
