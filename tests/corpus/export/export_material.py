"""Articles for the tests of exports, written through the TEI layer."""

from __future__ import annotations

from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path

from stored_articles import export, read_articles

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.model.article import Article, Metadata, TextAccount, Value
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import Portal, Publisher
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import find_exporter
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.tei.documents.document import build_document

PORTAL = Portal(
    id="echo",
    home="https://echo.example/",
    language="en",
    timezone="Europe/Budapest",
    publisher=Publisher("Echo Kft."),
)

Fields = dict[str, list[str]]


def values(fields: Fields) -> Metadata:
    return Metadata(
        tuple(
            (name, tuple(Value(text, f"css:.{name}", f" {text} ") for text in texts))
            for name, texts in fields.items()
        )
    )


def article(
    slug: str,
    fields: Fields,
    paragraphs: tuple[str, ...] = ("Some words.",),
    column: str | None = "news",
) -> Article:
    url = f"https://echo.example/{slug}"
    when = datetime(2024, 5, 1, 12, 0, 0, tzinfo=timezone.utc)
    capture = Capture(
        "<urn:uuid:00000000-0000-4000-8000-000000000001>",
        url,
        200,
        when,
        "warc/a",
        0,
        1,
        None,
        "sha1:AAAA",
        "00",
    )
    blocks = tuple(Node("paragraph", (text,)) for text in paragraphs)
    return Article(
        id=article_id(url),
        url=url,
        aliases=(f"https://m.echo.example/{slug}",),
        column=column,
        captures=(capture,),
        metadata=values(fields),
        blocks=blocks,
        account=TextAccount(kept=sum(len(text.split()) for text in paragraphs)),
        problems=(Problem("date-unreadable", url, "no date"),) if "published" not in fields else (),
    )


def export_corpus(
    corpus: Path, form: str, output: Path | BytesIO, *columns: str, portal: Portal = PORTAL
) -> None:
    """Export all articles of a corpus in a format, with some of its columns or the usual ones."""
    (selection,) = make_selections(SelectionOptions(), [portal])
    exporter = find_exporter(form, ExportOptions(columns, (portal,)))
    export(read_articles(corpus, selection), exporter, output)


def write(
    corpus: Path,
    slug: str,
    fields: Fields,
    paragraphs: tuple[str, ...] = ("Some words.",),
    column: str | None = "news",
) -> Path:
    """Write an article into the corpus as a build does; return its path."""
    made = build_document(article(slug, fields, paragraphs, column), PORTAL)
    path = corpus / "tei" / made.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(made.content)
    return path
