"""The export format ``bibtex``: one entry per article, for reference managers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from webarticlecurator import Exporter, StoredArticle


def write_entries(articles: Iterable[StoredArticle]) -> Iterator[bytes]:
    """Yield the entry of each article (UTF-8)."""
    for article in articles:
        yield "".join(_entry_lines(article)).encode("utf-8", "replace")


def _entry_lines(article: StoredArticle) -> Iterator[str]:
    header = article.header
    fields = {
        "title": header.metadata.first("title"),
        "author": " and ".join(header.metadata.texts("authors")),
        "date": (header.metadata.first("published") or "")[:10],
        "organization": header.publisher,
        "url": header.url,
    }
    yield f"@online{{{header.id},\n"
    for name, value in fields.items():
        if value:
            yield f"  {name} = {{{_escape(value)}}},\n"
    yield "}\n"


def _escape(text: str) -> str:
    """Return a text without the characters that would end a value."""
    return text.translate({ord("{"): "(", ord("}"): ")", ord("\\"): "/"})


EXPORTER = Exporter("BibTeX, for reference managers", write_entries)
