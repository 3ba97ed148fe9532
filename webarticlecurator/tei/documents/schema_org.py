"""Write the metadata of an article as Schema.org RDF/XML, which is part of every header.

Each property statement has a name (``rdf:ID``, RDF/XML §2.17), and a description of that name
records its evidence: ``dcterms:source`` is the rule that found the value, ``prov:value`` is the
text on the page if it differs from the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from webarticlecurator.base.model.article import ORGANISATION, Value
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import FIELDS_BY_NAME, FieldKind
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.tei.documents.body_words import TeiContext
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.tei_dates import format_when
from webarticlecurator.tei.documents.xml import Element, structure_element, text_run

NAMESPACES: dict[str, str] = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "schema": "https://schema.org/",
    "dcterms": "http://purl.org/dc/terms/",
    "prov": "http://www.w3.org/ns/prov#",
}

ADDRESSES = ("url", "mainEntityOfPage")
"""Properties whose value is the canonical address of the article."""

OF_PORTAL: dict[str, str] = {"publisher": "publisher", "rights": "license", "home": "isPartOf"}
"""Key of the portal file → Schema.org property of every article."""

PORTAL = "portal"
"""The ``source`` of values from the portal file."""

BOOLEANS: dict[str, str] = {"free": "true", "partial": "false", "closed": "false"}
"""Value of ``access`` → the Boolean that Schema.org requires.

An article with ``partial`` also has a part that is free.
"""

XSD = "http://www.w3.org/2001/XMLSchema#"
_DATATYPES = ((19, "dateTime"), (10, "date"), (7, "gYearMonth"), (4, "gYear"))
"""Minimum length of a date → its datatype in XML Schema."""


class _Statement(NamedTuple):
    """A property; ``id`` is empty for an addition to the statement before it."""

    id: str
    value: Value
    element: Element


def is_organisation(author: Value, context: TeiContext) -> bool:
    """Return True for an author that is not a person.

    The page marks it as an organisation, or it is the publisher, the portal or a source of the
    article.
    """
    if author.source.endswith(ORGANISATION):
        return True
    names = set(context.article.metadata.texts("sources"))
    names |= {context.portal.title, context.portal.id}
    if context.portal.publisher:
        names.add(context.portal.publisher.name)
    return author.value.casefold() in {name.casefold() for name in names if name}


def write_rdf(context: TeiContext) -> Element:
    """Return ``rdf:RDF`` with the article, all values of its metadata and their evidence."""
    about = valid_uri(context.article.url) or ""
    statements = [*_metadata_statements(context), *_portal_statements(context.portal)]
    if "#" in about:
        # Names are made unique among the articles of one page: their bases differ only in the
        # fragment, which does not count in a base (RFC 3986 §5.1).
        prefix = f"{context.article.id}."
        for n, (id_, value, element) in enumerate(statements):
            attributes = tuple(
                (key, prefix + text if key == "rdf:ID" else text)
                for key, text in element.attributes
            )
            renamed = element._replace(attributes=attributes)
            statements[n] = _Statement(id_ and prefix + id_, value, renamed)
    addresses = [text_run(f"schema:{name}", rdf_resource=about) for name in ADDRESSES]
    kind = context.article.kind
    node = structure_element(
        f"schema:{kind if re.fullmatch('[A-Z][A-Za-z]*', kind) else 'Article'}",
        [*addresses, *(s.element for s in statements)],
        rdf_about=about,
    )
    declarations = {f"xmlns_{prefix}": uri for prefix, uri in NAMESPACES.items()}
    evidence = []
    for id_, value, _ in statements:
        content = [text_run("dcterms:source", [value.source])]
        if value.original != value.value:
            content.append(text_run("prov:value", [value.original]))
        if id_:
            evidence.append(structure_element("rdf:Description", content, rdf_about=f"#{id_}"))
    return structure_element("rdf:RDF", [node, *evidence], **declarations, xml_base=about)


def _metadata_statements(context: TeiContext) -> Iterator[_Statement]:
    for name, values in context.article.metadata.fields:
        field = FIELDS_BY_NAME[name]
        write = _PROPERTY_WRITERS[field.kind]
        for number, value in enumerate(values, 1):
            id_ = f"{name}.{number}"
            yield _Statement(id_, value, write(id_, field.schema_property, value, context))
            if field.kind is FieldKind.ACCESS:
                # What the Boolean cannot express: that a part is free, and the words on the page
                if value.value == "partial":
                    free = text_run(
                        "schema:isAccessibleForFree", ["true"], rdf_datatype=f"{XSD}boolean"
                    )
                    part = structure_element(
                        "schema:hasPart", [structure_element("schema:WebPageElement", [free])]
                    )
                    yield _Statement("", value, part)
                if " " in value.original:
                    yield _Statement(
                        "", value, text_run("schema:conditionsOfAccess", [value.original])
                    )


def _write_plain(id_: str, name: str, value: Value, _: TeiContext) -> Element:
    return _write_text(id_, name, value.value, None)


def _write_date(id_: str, name: str, value: Value, context: TeiContext) -> Element:
    """Write a date with its datatype; one that is not in the calendar is plain text."""
    if format_when(value.value) != value.value:
        return _write_plain(id_, name, value, context)
    datatype = next(type_ for length, type_ in _DATATYPES if len(value.value) >= length)
    return _write_literal(id_, name, value.value, datatype)


def _write_year(id_: str, name: str, value: Value, _: TeiContext) -> Element:
    return _write_literal(id_, name, value.value, "integer")


def _write_access(id_: str, name: str, value: Value, context: TeiContext) -> Element:
    if value.value not in BOOLEANS:
        return _write_plain(id_, name, value, context)
    return _write_literal(id_, name, BOOLEANS[value.value], "boolean")


def _write_person(id_: str, name: str, value: Value, context: TeiContext) -> Element:
    agent = "Organization" if is_organisation(value, context) else "Person"
    return _write_text(id_, name, value.value, agent)


def _write_organisation(id_: str, name: str, value: Value, _: TeiContext) -> Element:
    return _write_text(id_, name, value.value, "Organization")


_PROPERTY_WRITERS = require_every_word(
    FieldKind,
    {
        FieldKind.TEXT: _write_plain,
        FieldKind.LANGUAGE: _write_plain,
        FieldKind.DATE: _write_date,
        FieldKind.ACCESS: _write_access,
        FieldKind.YEAR: _write_year,
        FieldKind.PERSON: _write_person,
        FieldKind.ORGANISATION: _write_organisation,
    },
    "_PROPERTY_WRITERS of tei/documents/schema_org.py",
)
"""Kind of a field → the function that writes one of its values as a property."""


def _write_literal(id_: str, name: str, value: str, datatype: str) -> Element:
    return text_run(f"schema:{name}", [value], rdf_ID=id_, rdf_datatype=XSD + datatype)


def _write_text(id_: str, name: str, value: str, agent: str | None) -> Element:
    if agent is None:
        return text_run(f"schema:{name}", [value], rdf_ID=id_)
    node = structure_element(f"schema:{agent}", [text_run("schema:name", [value])])
    return structure_element(f"schema:{name}", [node], rdf_ID=id_)


def _portal_statements(portal: Portal) -> Iterator[_Statement]:
    if portal.publisher:
        yield _text_statement("publisher", portal.publisher.name, "Organization")
    if portal.rights:
        yield _link_statement("rights", portal.rights.url, portal.rights.text)
    yield _link_statement("home", portal.home, portal.home)


def _text_statement(key: str, value: str, agent: str | None) -> _Statement:
    id_ = f"{PORTAL}.{key}"
    return _Statement(
        id_, Value(value, f"{PORTAL}:{key}", value), _write_text(id_, OF_PORTAL[key], value, agent)
    )


def _link_statement(key: str, address: str, text: str) -> _Statement:
    """Return a statement with a resource as its value, or with ``text`` without a valid address."""
    resource = valid_uri(address) if address else None
    if resource is None:
        return _text_statement(key, text, None)
    id_ = f"{PORTAL}.{key}"
    element = text_run(f"schema:{OF_PORTAL[key]}", rdf_ID=id_, rdf_resource=resource)
    return _Statement(id_, Value(resource, f"{PORTAL}:{key}", resource), element)
