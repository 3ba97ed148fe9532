"""The form of articles in answers: the keys that ``extract --format json`` and ``export --format
jsonl`` write. The metadata fields come from the table of fields."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, create_model

from webarticlecurator.model.fields import FIELDS


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
    """A capture of an article."""

    url: str
    time: str
    record_id: str
    payload_digest: str | None


class ArticleRights(BaseModel):
    """What a page or a site says of its use."""

    source: str
    value: str


class RejectedPage(BaseModel):
    """A page that is no article: ``verdict`` is the reason."""

    url: str
    verdict: str
    evidence: str


def _field_types(names: set[str] | None = None) -> dict[str, Any]:
    """Return name → type of the metadata fields in JSON (all, or those in ``names``)."""
    types: dict[str, Any] = {}
    for row in FIELDS:
        types[row.name] = list[str] if row.is_list and not row.json_list else str | None
        if row.json_list:
            types[row.json_list] = list[str]
    return {name: (kind, ...) for name, kind in types.items() if names is None or name in names}


_KEPT: Any = Literal["kept"]
_SHOWN = set("title authors published modified section sections keywords language access".split())

ExtractedArticle = create_model(
    "ExtractedArticle",
    __doc__="An article of a page, as ``extract --format json`` prints it.",
    url=(str, ...),
    verdict=(_KEPT, ...),
    **_field_types(_SHOWN),
    text=(str, ...),
    metadata=(dict[str, SourcedValue], ...),
    words=(int, ...),
    confidence=(float | None, ...),
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
    metadata=(dict[str, SourcedValue], ...),
    aliases=(list[str], ...),
    column=(str | None, ...),
    kind=(str, ...),
    publisher=(str, ...),
    words=(int, ...),
    confidence=(float | None, ...),
    captures=(list[ArticleCapture], ...),
    problems=(list[ArticleProblem], ...),
    extra=(dict[str, str], ...),
    rights=(list[ArticleRights], ...),
    output_version=(str, ...),
    rules_digest=(str, ...),
    path=(str, ...),
)
