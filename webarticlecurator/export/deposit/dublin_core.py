"""Write dublin_core.xml: the metadata of a deposit for DSpace (its registry of Dublin Core)."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from webarticlecurator.export.deposit.deposit_description import SUBJECTS, DepositDescription
from webarticlecurator.tei.xml import clean_text

Value = tuple[str, str, str]
"""Element, qualifier (``none`` without one), and value."""


def write_dublin_core(deposit: DepositDescription) -> bytes:
    """Return the content of dublin_core.xml."""
    root = etree.Element("dublin_core", schema="dc")
    for element, qualifier, value in _list_values(deposit):
        entry = etree.SubElement(root, "dcvalue", element=element, qualifier=qualifier)
        entry.text = clean_text(value)[0]
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True))


def _list_values(deposit: DepositDescription) -> Iterator[Value]:
    corpus = deposit.portal.corpus
    yield "title", "none", deposit.title
    for editor in corpus.editors:
        yield "contributor", "author", editor.name
    yield "date", "issued", deposit.date
    yield "description", "abstract", deposit.summary
    yield "format", "extent", f"{deposit.numbers.articles} articles"
    yield "language", "iso", deposit.portal.language
    yield "source", "uri", deposit.portal.home
    for word in SUBJECTS:
        yield "subject", "none", word
    yield "type", "none", "Dataset"
    optional = (
        ("coverage", "temporal", "/".join(deposit.years or ())),
        ("description", "sponsorship", corpus.funder),
        ("description", "version", corpus.version),
        ("identifier", "uri", f"https://doi.org/{corpus.doi}" if corpus.doi else ""),
        ("rights", "none", corpus.licence),
        ("rights", "uri", deposit.licence_address),
    )
    yield from (value for value in optional if value[2])
