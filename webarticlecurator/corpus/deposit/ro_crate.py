"""Write ro-crate-metadata.json: what the files of a deposit are (RO-Crate 1.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from webarticlecurator.base.portal.portal import Editor
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription, DepositedFile

RO_CRATE_NAME = "ro-crate-metadata.json"
_CONTEXT = ["https://w3id.org/ro/crate/1.3/context", {"sha256": "https://schema.org/sha256"}]


def make_ro_crate(
    deposit: DepositDescription, files: Sequence[DepositedFile], root_id: str = "./"
) -> dict[str, Any]:
    """Return the RO-Crate of a deposit; ``files`` are all but that of the crate itself.
    ``root_id``: the address of what is described, if ``files`` are addresses, too."""
    corpus = deposit.portal.corpus
    root: dict[str, Any] = {
        "@id": root_id,
        "@type": "Dataset",
        "name": deposit.title,
        "description": deposit.summary,
        "datePublished": deposit.date,
        "author": [{"@id": _name_editor(editor)} for editor in corpus.editors],
        "isBasedOn": {"@id": deposit.portal.home},
        "inLanguage": deposit.portal.language,
        "hasPart": [{"@id": file.name} for file in files],
        "license": corpus.licence or "not stated",
        **({"version": corpus.version} if corpus.version else {}),
        **({"identifier": cited, "cite-as": cited} if (cited := corpus.persistent_id()) else {}),
    }
    parts = [
        {
            "@id": file.name,
            "@type": "File",
            "name": file.name,
            "description": file.summary,
            "encodingFormat": file.media_type,
            **({"contentSize": str(file.size), "sha256": file.sha256} if file.sha256 else {}),
        }
        for file in files
    ]
    entities = [
        {"@id": deposit.portal.home, "@type": "WebSite", "name": deposit.portal.title},
        *(
            {"@id": _name_editor(editor), "@type": "Person", "name": editor.name}
            for editor in corpus.editors
        ),
    ]
    if deposit.licence_address:
        root["license"] = {"@id": deposit.licence_address}
        entities.append(
            {"@id": deposit.licence_address, "@type": "CreativeWork", "name": corpus.licence}
        )
    head = {
        "@id": RO_CRATE_NAME,
        "@type": "CreativeWork",
        "conformsTo": {"@id": "https://w3id.org/ro/crate/1.3"},
        "about": {"@id": root_id},
    }
    return {"@context": _CONTEXT, "@graph": [head, root, *parts, *entities]}


def _name_editor(editor: Editor) -> str:
    if editor.orcid:
        return f"https://orcid.org/{editor.orcid}"
    return "#" + "-".join(editor.name.replace(",", " ").split())
