"""Write the metadata of a deposit as InvenioRDM takes them, the software of Zenodo."""

from __future__ import annotations

from html import escape
from typing import Any

from webarticlecurator.base.portal.portal import Editor
from webarticlecurator.corpus.deposit.deposit_metadata import (
    SUBJECTS,
    DepositDescription,
    split_editor_name,
)
from webarticlecurator.corpus.export.creative_commons import parse_creative_commons


def make_invenio_record(deposit: DepositDescription) -> dict[str, Any]:
    """Return the record of a deposit: who may see it, that it has files, its metadata."""
    corpus = deposit.portal.corpus
    metadata: dict[str, Any] = {
        "resource_type": {"id": "dataset"},
        "title": deposit.title,
        "creators": [_describe_invenio_creator(editor) for editor in corpus.editors],
        "publication_date": deposit.date,
        "description": f"<p>{escape(deposit.summary)}</p>",
        "subjects": [{"subject": word} for word in SUBJECTS],
        "dates": [{"date": "/".join(deposit.crawled), "type": {"id": "collected"}}],
        "related_identifiers": [
            {
                "identifier": deposit.portal.home,
                "scheme": "url",
                "relation_type": {"id": "isderivedfrom"},
            }
        ],
        **({"version": corpus.version} if corpus.version else {}),
        **({"rights": [_describe_licence(deposit)]} if corpus.licence else {}),
    }
    return {
        "access": {"record": "public", "files": "public"},
        "files": {"enabled": True},
        "metadata": metadata,
    }


def _describe_invenio_creator(editor: Editor) -> dict[str, Any]:
    """Return a creator. A name without parts and without an ORCID iD may be that of a project."""
    family, given = split_editor_name(editor)
    if not family and not editor.orcid:
        return {"person_or_org": {"type": "organizational", "name": editor.name}}

    identifiers = [{"scheme": "orcid", "identifier": editor.orcid}]
    person = {
        "type": "personal",
        "family_name": family or editor.name,
        **({"given_name": given} if given else {}),
        **({"identifiers": identifiers} if editor.orcid else {}),
    }
    return {"person_or_org": person}


def _describe_licence(deposit: DepositDescription) -> dict[str, Any]:
    licence = deposit.portal.corpus.licence
    known = parse_creative_commons(licence)
    if known is not None:
        return {"id": known.spdx.lower()}
    address = {"link": deposit.licence_address} if deposit.licence_address else {}
    return {"title": {"en": licence}, **address}
