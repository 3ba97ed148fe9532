"""The header of an article of which little is known, for what reads fields from headers."""

from __future__ import annotations

from webarticlecurator.base.model.article import Metadata, Value
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.tei.documents.read import Header

PUBLISHED = "published"


def make_partial_header(
    article_id: str,
    published: str = "",
    *,
    url: str = "",
    column: str | None = None,
    problems: tuple[tuple[str, str], ...] = (),
) -> Header:
    """Return a header with these values; ``published``: the date of publication, if it is known."""
    dates = (Value(published, "", ""),) if published else ()
    return Header(
        id=article_id,
        kind="",
        url=url,
        aliases=(),
        column=column,
        language="",
        metadata=Metadata(((PUBLISHED, dates),)),
        captures=(),
        publisher="",
        words=0,
        unit=WORDS,
        problems=problems,
        extra=(),
        output_version="",
        rules_digest="",
    )
