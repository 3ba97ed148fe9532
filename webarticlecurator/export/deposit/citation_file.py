"""Write CITATION.cff: how to cite a corpus (Citation File Format 1.2.0)."""

from __future__ import annotations

from typing import Any

import yaml

from webarticlecurator.export.creative_commons import parse_creative_commons
from webarticlecurator.export.deposit.deposit_description import (
    SUBJECTS,
    DepositDescription,
    parse_editor_name,
)
from webarticlecurator.model.portal import Editor

CITATION_NAME = "CITATION.cff"


def write_citation(deposit: DepositDescription) -> str:
    """Return the content of CITATION.cff."""
    corpus = deposit.portal.corpus
    content: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use this corpus, please cite it as below.",
        "type": "dataset",
        "title": deposit.title,
        "authors": [_describe_author(editor) for editor in corpus.editors],
        "date-released": deposit.date,
        "abstract": deposit.summary,
        "keywords": [*SUBJECTS, "TEI"],
    }
    if corpus.version:
        content["version"] = corpus.version
    if corpus.doi:
        content["doi"] = corpus.doi
    known = parse_creative_commons(corpus.licence)
    if known is not None:
        content["license"] = known.spdx
    elif deposit.licence_address:
        content["license-url"] = deposit.licence_address
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False, width=100)


def _describe_author(editor: Editor) -> dict[str, str]:
    """Return an author: a person, or one name that may also be that of an organisation."""
    name = parse_editor_name(editor)
    author = {"name": name.whole}
    if name.family:
        author = {"family-names": name.family, "given-names": name.given}
    if editor.orcid:
        author["orcid"] = f"https://orcid.org/{editor.orcid}"
    return author
