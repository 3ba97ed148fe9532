"""The articles that people judged right, as a gold standard of one's own portal: ``pages.jsonl``
has a line for each with its text and fields, and names its first page. And how today's rules read
them.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PageUnreadable, UsageError
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.drawn_sample import read_tei
from webarticlecurator.corpus.judging.judgements import (
    FIELD_FAULT,
    list_judges,
    read_judged_text,
    read_judgements,
)
from webarticlecurator.corpus.stored_pages.page_store import run_supervised
from webarticlecurator.proposing.repair.known_articles import measure_f1
from webarticlecurator.proposing.trial.extracted_article import extract_stored, read_first_page
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.plain_text import plain_lines

_PAGES = "pages.jsonl"


@dataclass(frozen=True)
class GoldScore:
    """How today's rules read the articles of a gold standard, by words: those that are right, of
    those that they keep and of those that they should keep. ``worst``: pairs of the F1 and the
    address of the five worst articles."""

    articles: int
    precision: float
    recall: float
    worst: tuple[tuple[float, str], ...] = ()


def list_gold_files(portal: Portal, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file: of the articles whose text all who judged it
    found complete and clean, without the fields that somebody found wrong. Raises UsageError if
    there are none."""
    judged = [read_judgements(folder, judge) for judge in list_judges(folder)]
    with view_corpus(folder, portal.id) as view:
        contents = {
            url: read_tei(view, url) for url in sorted({u for each in judged for u in each})
        }
    lines = []
    for url, content in contents.items():
        said = [each[url] for each in judged if url in each]
        text = read_judged_text(content) if content is not None else None
        if text is None or not all(
            each.text == text.digest and each.has_right_text for each in said
        ):
            continue
        page = read_first_page(portal, folder, url)
        name = article_id(url)
        wrong = {fault.removeprefix(FIELD_FAULT) for each in said for fault in each.faults}
        row: dict[str, Any] = {"id": name, "url": url, "html_file": f"html/{name}.html.gz"}
        row |= {field: value for field, value, _ in text.fields if value and field not in wrong}
        lines.append(json.dumps({**row, "digest": text.digest, "text": "\n\n".join(text.lines)}))
        yield row["html_file"], gzip.compress(page.content if page else b"", mtime=0)
    if not lines:
        raise UsageError("no article is judged right", "Judge some with `curator judge`.")
    yield _PAGES, "".join(f"{line}\n" for line in lines).encode()


def score_rules(portal: Portal, folder: Path, gold: Path) -> GoldScore:
    """Return how today's rules read the stored pages of a gold standard. Raises UsageError for a
    folder that has none."""
    try:
        rows = [json.loads(line) for line in (gold / _PAGES).read_bytes().splitlines()]
    except (OSError, ValueError) as error:
        raise UsageError(
            make_message("no gold standard: {path}", path=gold / _PAGES),
            "Write one with `curator judge CONFIG --gold FOLDER`.",
        ) from error
    kept, right, wanted = 0, 0, 0
    found = []
    for row in rows:
        mine, theirs = _read_words(portal, folder, row["url"]), row["text"].split()
        kept, wanted = kept + len(mine), wanted + len(theirs)
        right += (Counter(mine) & Counter(theirs)).total()
        found.append((measure_f1(theirs, mine), row["url"]))
    return GoldScore(
        len(rows), right / (kept or 1), right / (wanted or 1), tuple(sorted(found)[:5])
    )


def _read_words(portal: Portal, folder: Path, url: str) -> list[str]:
    try:
        article = run_supervised(portal, url, extract_stored, folder, url)
    except PageUnreadable:
        return []
    return " ".join(plain_lines(article.blocks)).split() if isinstance(article, Article) else []
