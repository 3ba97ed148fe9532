"""The formats ``markdown`` and ``docx``: a document per article, with headings, lists and quotes.

Both have the title, what is known of the article, and the running text.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias
from zipfile import ZipFile

import yaml

from webarticlecurator.base.system.output_files import make_zip_entry
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME
from webarticlecurator.corpus.export.csv_format import read_cells
from webarticlecurator.corpus.export.exporter import Exporter
from webarticlecurator.corpus.export.jsonl_format import find_fields, read_row
from webarticlecurator.corpus.export.markdown import write_markdown
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.tei.documents.read import parse_document
from webarticlecurator.tei.tokens.body_units import HEADING, RUNNING_TEXT, read_units

COLUMNS = tuple("title authors published url id column section keywords language publisher".split())
"""What is said of an article, unless the user chose other fields."""
NamedDocument: TypeAlias = tuple[str, bytes]
"""Path and content of the file of an article."""


def convert_to_markdown(columns: Sequence[str], article: StoredArticle) -> NamedDocument:
    """Return the document of an article; what is known of it is its head, in YAML."""
    found = zip(columns, read_row(article, find_fields(columns)), strict=True)
    known = {name: value for name, value in found if value not in (None, [])}
    head = yaml.safe_dump(known, allow_unicode=True, sort_keys=False) if known else ""
    title = article.header.metadata.first("title") or ""
    text = f"---\n{head}---\n\n{write_markdown(title, parse_document(article.content))}"
    return _name(article, ".md"), text.encode("utf-8", "replace")


def _name(article: StoredArticle, suffix: str) -> str:
    return article.path.removesuffix(".xml") + suffix


_STYLES = {"item": "List Bullet", "quote": "Quote"}
_LANGUAGE = "w:docDefaults/w:rPrDefault/w:rPr/w:lang"


def convert_to_docx(columns: Sequence[str], article: StoredArticle) -> NamedDocument:
    """Return the document of an article; what is known of it is a line below its title, and in the
    properties of the file."""
    import docx
    from docx.oxml.ns import qn

    document: Any = docx.Document()
    metadata = article.header.metadata
    properties, title = document.core_properties, metadata.first("title") or ""
    # Word takes 255 characters
    properties.title, properties.author = title[:255], "; ".join(metadata.texts("authors"))[:255]
    properties.comments, properties.identifier = article.header.url[:255], article.header.id
    for element in document.styles.element.xpath(_LANGUAGE):
        element.set(qn("w:val"), article.header.language)
    document.add_heading(title, 0)
    cells = zip(columns, read_cells(article, columns), strict=True)
    known = [f"{name}: {cell}" for name, cell in cells if cell and name != "title"]
    document.add_paragraph("\n".join(known))
    for unit in read_units(article.content):
        if unit.part == RUNNING_TEXT and unit.kind == HEADING:
            document.add_heading(unit.text, min(max(int(unit.level or 2), 1), 9))
        elif unit.part == RUNNING_TEXT:
            document.add_paragraph(unit.text, _STYLES.get(unit.kind))
    out = io.BytesIO()
    document.save(out)
    return _name(article, ".docx"), _without_clock(out)


def _without_clock(packed: io.BytesIO) -> bytes:
    """Return a zip with the same entries, which do not say when they were written."""
    out = io.BytesIO()
    with ZipFile(packed) as source, ZipFile(out, "w") as target:
        for name in source.namelist():
            target.writestr(make_zip_entry(name), source.read(name))
    return out.getvalue()


def list_documents(
    _columns: Sequence[str], documents: Iterable[NamedDocument]
) -> Iterator[NamedDocument]:
    """Return the files of the articles."""
    return iter(documents)


FORMATS = {
    "markdown": Exporter(
        "a folder with a file per article and what is known of it, for Obsidian and Quarto",
        None,
        list_documents,
        convert=convert_to_markdown,
        columns=tuple(ARTICLE_FIELDS_BY_NAME),
        usual=COLUMNS,
    ),
    "docx": Exporter(
        "a folder with a document per article, for Word",
        None,
        list_documents,
        convert=convert_to_docx,
        columns=tuple(ARTICLE_FIELDS_BY_NAME),
        usual=COLUMNS,
        extra="office",
        libraries=("docx",),
    ),
}
