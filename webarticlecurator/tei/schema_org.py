"""Schema.org: one table of properties, and the RDF/XML of an article that every header carries.

Each property statement is named by ``rdf:ID`` (RDF/XML §2.17), and a description of that name says
where the value comes from: ``dcterms:source`` is the rule that gave it, ``prov:value`` what stood
on the page where it differs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from webarticlecurator.model.article import DATES, FIELDS, ORGANISATION, Article, Value
from webarticlecurator.model.portal import Portal
from webarticlecurator.tei.dates import format_when
from webarticlecurator.tei.pointer import valid_uri
from webarticlecurator.tei.tei_context import TeiContext
from webarticlecurator.tei.xml import Element, structure_element, text_run

NAMESPACES: dict[str, str] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "schema": "https://schema.org/",
    "dcterms": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
}

PROPERTIES: dict[str, str] = {field: name for field, name, _ in FIELDS}
"""Metadata field → Schema.org property."""

ADDRESSES = ("url", "mainEntityOfPage")
"""Properties whose value is the article's canonical address."""

OF_PORTAL: dict[str, str] = {"publisher": "publisher", "rights": "license", "home": "isPartOf"}
"""Key of the portal file → Schema.org property of each of its articles."""

AGENTS: dict[str, str] = {"authors": "Person", "sources": "Organization"}
"""Fields whose values are agents: a node with a ``schema:name``."""

PORTAL = "portal"
"""The ``source`` of values that the portal file gives."""

BOOLEANS: dict[str, str] = {"free": "true", "partial": "false", "closed": "false"}
"""Our words of ``access`` → the Boolean that Schema.org wants. With ``partial`` the article has a
part that is free."""

XSD = "http://www.w3.org/2001/XMLSchema#"
_DATATYPES = ((19, "dateTime"), (10, "date"), (7, "gYearMonth"), (4, "gYear"))
"""Least length of a date → its datatype in XML Schema."""


@dataclass(frozen=True)
class _Statement:
    """``id`` is empty for what says more about the statement before it."""

    id: str
    value: Value
    element: Element


def schema_type(article: Article) -> str:
    """The Schema.org type; ``Article`` where the given one is no name."""
    return article.kind if re.fullmatch("[A-Z][A-Za-z]*", article.kind) else "Article"


def is_organisation(author: Value, of: TeiContext) -> bool:
    """True for an author that is known to be no person: the page says so, or it is the publisher,
    the portal or a source of the article."""
    if author.source.endswith(ORGANISATION):
        return True
    known = {value.value for value in of.article.metadata.all("sources")} | {
        of.portal.title,
        of.portal.id,
    }
    if of.portal.publisher:
        known.add(of.portal.publisher.name)
    return author.value.casefold() in {other.casefold() for other in known if other}


def write_rdf(of: TeiContext) -> Element:
    """``rdf:RDF`` with the article, every value of its metadata, and where each comes from."""
    about = valid_uri(of.article.url) or ""
    statements = [*_metadata(of), *_of_portal(of.portal)]
    if "#" in about:
        statements = [_apart(statement, f"{of.article.id}.") for statement in statements]
    addresses = [text_run(f"schema:{name}", rdf_resource=about) for name in ADDRESSES]
    node = structure_element(
        f"schema:{schema_type(of.article)}",
        [*addresses, *(s.element for s in statements)],
        rdf_about=about,
    )
    spaces = {f"xmlns_{prefix}": name for prefix, name in NAMESPACES.items()}
    return structure_element(
        "rdf:RDF", [node, *(_evidence(s) for s in statements if s.id)], **spaces, xml_base=about
    )


def _apart(statement: _Statement, prefix: str) -> _Statement:
    """Named so that it cannot be taken for one of another article of the same page: a base loses
    its fragment (RFC 3986 §5.1)."""
    named = tuple(
        (key, prefix + value if key == "rdf:ID" else value)
        for key, value in statement.element.attributes
    )
    return replace(
        statement,
        id=statement.id and prefix + statement.id,
        element=statement.element._replace(attributes=named),
    )


def _metadata(of: TeiContext) -> Iterator[_Statement]:
    for field, values in of.article.metadata.fields:
        for number, value in enumerate(values, 1):
            name = f"{field}.{number}"
            agent = AGENTS.get(field)
            if field == "authors" and is_organisation(value, of):
                agent = "Organization"
            yield _Statement(name, value, _element(name, field, value.value, agent))
            if field == "access":
                yield from _conditions(value)


def _element(id_: str, field: str, value: str, agent: str | None) -> Element:
    if field == "access" and value in BOOLEANS:
        return _literal(id_, PROPERTIES[field], BOOLEANS[value], "boolean")
    if field in DATES and format_when(value) == value:
        return _literal(
            id_,
            PROPERTIES[field],
            value,
            next(name for least, name in _DATATYPES if len(value) >= least),
        )
    return _property(id_, PROPERTIES[field], value, agent)


def _conditions(access: Value) -> Iterator[_Statement]:
    """What the Boolean cannot say: that a part is free, and what was found of it on the page."""
    if access.value == "partial":
        free = text_run("schema:isAccessibleForFree", ["true"], rdf_datatype=f"{XSD}boolean")
        part = structure_element(
            "schema:hasPart", [structure_element("schema:WebPageElement", [free])]
        )
        yield _Statement("", access, part)
    if " " in access.original:
        yield _Statement("", access, text_run("schema:conditionsOfAccess", [access.original]))


def _literal(id_: str, name: str, value: str, datatype: str) -> Element:
    return text_run(f"schema:{name}", [value], rdf_ID=id_, rdf_datatype=XSD + datatype)


def _property(id_: str, name: str, value: str, agent: str | None) -> Element:
    if agent is None:
        return text_run(f"schema:{name}", [value], rdf_ID=id_)
    node = structure_element(f"schema:{agent}", [text_run("schema:name", [value])])
    return structure_element(f"schema:{name}", [node], rdf_ID=id_)


def _of_portal(portal: Portal) -> Iterator[_Statement]:
    if portal.publisher:
        yield _given("publisher", portal.publisher.name, "Organization")
    if portal.rights:
        yield _linked("rights", portal.rights.url, portal.rights.text)
    yield _linked("home", portal.home, portal.home)


def _given(key: str, value: str, agent: str | None) -> _Statement:
    id_ = f"{PORTAL}.{key}"
    return _Statement(
        id_, Value(value, f"{PORTAL}:{key}", value), _property(id_, OF_PORTAL[key], value, agent)
    )


def _linked(key: str, address: str, text: str) -> _Statement:
    """A value that is a thing of its own: named by its address, or by ``text`` if there is none."""
    resource = valid_uri(address) if address else None
    if resource is None:
        return _given(key, text, None)
    id_ = f"{PORTAL}.{key}"
    element = text_run(f"schema:{OF_PORTAL[key]}", rdf_ID=id_, rdf_resource=resource)
    return _Statement(id_, Value(resource, f"{PORTAL}:{key}", resource), element)


def _evidence(statement: _Statement) -> Element:
    value = statement.value
    content = [text_run("dcterms:source", [value.source])]
    if value.original != value.value:
        content.append(text_run("prov:value", [value.original]))
    return structure_element("rdf:Description", content, rdf_about=f"#{statement.id}")
