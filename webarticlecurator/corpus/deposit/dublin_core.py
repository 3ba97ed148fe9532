"""Write dublin_core.xml: the metadata of a deposit for DSpace (its registry of Dublin Core)."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.corpus.deposit.deposit_metadata import SUBJECTS, DepositDescription
from webarticlecurator.tei.documents.xml import clean_text

"""Element, qualifier (``none`` without one), and value."""


def write_dublin_core(deposit: DepositDescription) -> bytes:
    """Return the content of dublin_core.xml."""
    root = etree.Element("dublin_core", schema="dc")
    for element, qualifier, value in _list_values(deposit):
        entry = etree.SubElement(root, "dcvalue", element=element, qualifier=qualifier)
        entry.text = clean_text(value)[0]
    return bytes(etree.tostring(root, encoding="UTF-8", xml_declaration=True, pretty_print=True))


def _list_values(deposit: DepositDescription) -> list[tuple[str, str, str]]:
    """Return element, qualifier (``none`` without one) and value of each entry."""
    corpus = deposit.portal.corpus
    optional = (
        ("coverage", "temporal", "/".join(deposit.years or ())),
        ("description", "sponsorship", corpus.funder),
        ("description", "version", corpus.version),
        ("identifier", "uri", corpus.persistent_id()),
        ("rights", "none", corpus.licence),
        ("rights", "uri", deposit.licence_address),
    )
    return [
        ("title", "none", deposit.title),
        *(("contributor", "author", editor.name) for editor in corpus.editors),
        ("date", "issued", deposit.date),
        ("description", "abstract", deposit.summary),
        ("format", "extent", f"{deposit.numbers.articles} articles"),
        ("language", "iso", deposit.portal.language),
        ("source", "uri", deposit.portal.home),
        *(("subject", "none", word) for word in SUBJECTS),
        ("type", "none", "Dataset"),
        *(value for value in optional if value[2]),
    ]
