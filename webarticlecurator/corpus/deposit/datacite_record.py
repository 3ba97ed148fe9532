"""Write datacite.json: the metadata of a deposit for registering a DOI (DataCite 4.7)."""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.portal.portal import Editor
from webarticlecurator.corpus.deposit.deposit_metadata import (
    SHOWN_GROUPS,
    SUBJECTS,
    DepositDescription,
    split_editor_name,
)
from webarticlecurator.corpus.export.creative_commons import parse_creative_commons

DATACITE_NAME = "datacite.json"
TO_BE_ASSIGNED = ":tba"
"""DataCite's word for a value that is assigned later: the repository is the publisher."""


def make_datacite_record(deposit: DepositDescription) -> dict[str, Any]:
    """Return the record of DataCite."""
    corpus = deposit.portal.corpus
    dates = [
        {"date": deposit.date, "dateType": "Issued"},
        {"date": "/".join(deposit.crawled), "dateType": "Collected"},
    ]
    if deposit.years:
        period = {"date": "/".join(deposit.years), "dateType": "Coverage"}
        dates.append({**period, "dateInformation": "publication of the articles"})
    record: dict[str, Any] = {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "types": {"resourceType": "Text corpus", "resourceTypeGeneral": "Dataset"},
        "creators": [_describe_creator(editor) for editor in corpus.editors],
        "titles": [{"title": deposit.title}],
        "publisher": {"name": TO_BE_ASSIGNED},
        "publicationYear": deposit.date[:4],
        "dates": dates,
        "language": deposit.portal.language,
        "subjects": [{"subject": word} for word in SUBJECTS],
        "sizes": [f"{deposit.numbers.articles} articles", deposit.extent],
        "formats": sorted({file.media_type for file in deposit.files}),
        "rightsList": _list_rights(deposit),
        "descriptions": [{"description": deposit.summary, "descriptionType": "Abstract"}],
        "relatedIdentifiers": [
            {
                "relatedIdentifier": identifier,
                "relatedIdentifierType": kind,
                "relationType": relation,
            }
            for identifier, kind, relation in (
                (deposit.portal.home, "URL", "IsDerivedFrom"),
                (corpus.project, "RAiD", "IsPartOf"),
                (corpus.software, "SWHID", "IsCompiledBy"),
            )
            if identifier
        ],
        "version": corpus.version,
        "doi": corpus.doi,
        "fundingReferences": [{"funderName": corpus.funder}] if corpus.funder else [],
    }
    return {key: value for key, value in record.items() if value not in ([], "")}


def _describe_creator(editor: Editor) -> dict[str, Any]:
    family, given = split_editor_name(editor)
    orcid = {
        "nameIdentifier": f"https://orcid.org/{editor.orcid}",
        "nameIdentifierScheme": "ORCID",
        "schemeUri": "https://orcid.org",
    }
    return {
        "name": editor.name,
        **({"nameType": "Personal"} if family or editor.orcid else {}),
        **({"givenName": given, "familyName": family} if family else {}),
        **({"nameIdentifiers": [orcid]} if editor.orcid else {}),
    }


def _list_rights(deposit: DepositDescription) -> list[dict[str, str]]:
    """Return the terms of the texts, then the licence of the corpus."""
    licences = dict.fromkeys(
        group.terms.licence for group in deposit.terms.groups[:SHOWN_GROUPS] if group.terms.licence
    )
    rights = [{"rights": f"Texts: {licence}"} for licence in licences]
    licence = deposit.portal.corpus.licence
    if licence:
        entry = {"rights": f"Corpus: {licence}"}
        known = parse_creative_commons(licence)
        if known is not None:
            entry.update(rightsIdentifier=known.spdx, rightsIdentifierScheme="SPDX")
        if deposit.licence_address:
            entry["rightsUri"] = deposit.licence_address
        rights.append(entry)
    return rights
