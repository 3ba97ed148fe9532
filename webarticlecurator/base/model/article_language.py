"""The language that an article declares beside the one that was recognised in its text."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class ArticleLanguage:
    """The languages of an article. ``declared``: the one in its TEI, with the ``sources`` that it
    is from (none: the portal file). ``detected``: a code of ISO 639-1, empty if the text is too
    short. ``words``: the number of words of the article, or of what ``unit`` says."""

    url: str
    declared: str
    detected: str
    sources: tuple[str, ...]
    words: int
    unit: str
