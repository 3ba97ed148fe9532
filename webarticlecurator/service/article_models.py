"""The form of articles in answers: the keys that ``extract --format json`` and ``export --format
jsonl`` write. The metadata fields come from the table of fields.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any, Literal

from pydantic import BaseModel, create_model

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import RightsStatement
from webarticlecurator.base.model.fields import EXTRACTED_KEYS, FIELDS
from webarticlecurator.tei.documents.plain_text import WrittenPost


class SourcedValue(BaseModel):
    """The value of a metadata field, or its values, with the rule that found it."""

    value: str | list[str]
    source: str
    original: str | list[str]


class ArticleProblem(BaseModel):
    """A problem of an article, as its TEI header has it."""

    kind: str
    message: str


class ArticleCapture(BaseModel):
    """A capture of an article. ``payload_digest``: empty if its record has none."""

    url: str
    time: str
    record_id: str
    payload_digest: str


@dataclass(frozen=True)
class ArticlePost(WrittenPost):
    """A comment, or an entry of a live report. ``reply_to``: the id of the comment that it
    answers."""


class ArticleBlock(BaseModel):
    """A paragraph, heading, caption … ``path``: its element below the body of the TEI."""

    kind: str
    part: str
    level: int | None
    path: str
    text: str


@dataclass(frozen=True)
class ArticleRights(RightsStatement):
    """What a page or a site says of its use."""


class RejectedPage(BaseModel):
    """A page that is no article: ``verdict`` is the reason, ``cure`` what can be done."""

    url: str
    verdict: str
    evidence: str
    cure: str


def _field_types(names: Container[str] | None = None) -> dict[str, Any]:
    """Return name → type of the metadata fields in JSON (all, or those in ``names``)."""
    types: dict[str, Any] = {}
    for row in FIELDS:
        types[row.name] = list[str] if row.is_list and not row.json_list else str | None
        if row.json_list:
            types[row.json_list] = list[str]
    return {name: (kind, ...) for name, kind in types.items() if names is None or name in names}


_KEPT: Any = Literal["kept"]

ExtractedArticle = create_model(
    "ExtractedArticle",
    __doc__="An article of a page, as ``extract --format json`` prints it.",
    url=(str, ...),
    verdict=(_KEPT, ...),
    **_field_types(EXTRACTED_KEYS),
    text=(str, ...),
    metadata=(dict[str, SourcedValue], ...),
    words=(int, ...),
    confidence=(float | None, ...),
    page_kind=(str | None, ...),
    unclaimed=(int, ...),
    dropped=(int, ...),
    dropped_by=(dict[str, int], ...),
    outside=(int | None, ...),
    problems=(list[str], ...),
)
StoredArticleObject = create_model(
    "StoredArticleObject",
    __doc__="An article of a corpus, as ``export --format jsonl`` writes it.",
    id=(str, ...),
    url=(str, ...),
    **_field_types(),
    text=(str, ...),
    comments=(list[ArticlePost], ...),
    entries=(list[ArticlePost], ...),
    blocks=(list[ArticleBlock], ...),
    metadata=(dict[str, SourcedValue], ...),
    aliases=(list[str], ...),
    column=(str | None, ...),
    kind=(str, ...),
    publisher=(str, ...),
    words=(int, ...),
    confidence=(float | None, ...),
    page_kind=(str | None, ...),
    captures=(list[ArticleCapture], ...),
    problems=(list[ArticleProblem], ...),
    extra=(dict[str, str], ...),
    rights=(list[ArticleRights], ...),
    reserved_by=(list[str] | None, None),
    output_version=(str, ...),
    rules_digest=(str, ...),
    path=(str, ...),
)
