"""Validation: against our schema, against ``tei_all``, and by the Schematron rules of the TEI.

Validate documents against ``schemas/webarticle.rng``, which is read once per process.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.folders import data_folder

SAMPLED = 8
"""One of so many documents is in the sample that every build validates."""


def is_sampled(document_id: str) -> bool:
    """Return True if a document is in the sample; that depends on its id alone."""
    digest = hashlib.sha256(document_id.encode("utf-8")).digest()
    return int.from_bytes(digest[:4], "big") % SAMPLED == 0


@lru_cache(maxsize=1)
def own_schema() -> etree.RelaxNG:
    """Return our own schema, compiled."""
    return etree.RelaxNG(etree.parse(str(data_folder("schemas") / "webarticle.rng")))


def validate(content: bytes) -> tuple[str, ...]:
    """Return the errors of a document as messages (``line 12: …``); empty if it is valid."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    try:
        tree = etree.fromstring(content, parser)
    except etree.XMLSyntaxError as error:
        return (f"line {error.lineno}: not well-formed: {error.msg}",)
    schema = own_schema()
    if schema.validate(tree):
        return ()
    return tuple(f"line {entry.line}: {entry.message}" for entry in schema.error_log)
