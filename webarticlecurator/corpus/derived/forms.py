"""Write the forms of derived texts, article by article.

No order comes from a generator of random numbers, whose seed would undo it, but from digests of
what is ordered: they say nothing of where it stood.
"""

from __future__ import annotations

import csv
import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from hashlib import blake2b
from pathlib import Path

from webarticlecurator.corpus.derived.derivation import (
    Derivation,
    TokenText,
    find_segments,
    find_term_unit,
    is_kept,
    list_token_terms,
)

DOCUMENT_COLUMNS = tuple("id url published column section language authors words word_unit".split())
"""The fields of an article that are no part of its text."""
_BATCH = 500_000
"""N-grams that are counted in memory before they are added up on the disk."""


class Form:
    """What writes a form of derived texts into a folder."""

    def __init__(self, derivation: Derivation, folder: Path) -> None:
        self._derivation, self._folder = derivation, folder

    def add(self, text: TokenText) -> None:
        """Write, or count, an article."""
        raise NotImplementedError

    def finish(self) -> None:
        """Write what could not be written before all articles were read."""


def digest_word(text: str, salt: str = "") -> bytes:
    """Return by what a word or a sentence is ordered."""
    return blake2b(text.encode(), digest_size=8, key=salt.encode()[:64]).digest()


class _Table:
    """A table in CSV with its columns."""

    def __init__(self, path: Path, *columns: str) -> None:
        self._file = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(columns)

    def write(self, *cells: object) -> None:
        self._writer.writerow(cells)

    def close(self) -> None:
        self._file.close()


class DocumentTable(_Table):
    """``documents.csv``: a row for each article."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "documents.csv", *DOCUMENT_COLUMNS)


class _Frequencies(Form):
    def __init__(self, derivation: Derivation, folder: Path) -> None:
        super().__init__(derivation, folder)
        self._table = _Table(folder / "frequencies.csv", "id", "segment", "term", "count", "unit")

    def add(self, text: TokenText) -> None:
        for number, segment in enumerate(_segments_of(text, self._derivation), 1):
            for term, count in sorted(Counter(segment).items()):
                self._table.write(text.id, number, term, count, text.unit)

    def finish(self) -> None:
        self._table.close()


def _segments_of(text: TokenText, derivation: Derivation) -> list[list[str]]:
    words = [w for sentence in text.sentences() for w in list_token_terms(sentence, derivation)]
    return find_segments(words, derivation)


class Ngrams(Form):
    """Counts n-grams on the disk; they are written at the end."""

    def __init__(self, derivation: Derivation, folder: Path) -> None:
        super().__init__(derivation, folder)
        self._waiting: Counter[tuple[str, str]] = Counter()
        self._articles: Counter[tuple[str, str]] = Counter()
        self._base = sqlite3.connect("")
        self._base.execute(
            "CREATE TABLE grams (period TEXT, gram TEXT, count INTEGER, articles INTEGER,"
            " PRIMARY KEY (period, gram)) WITHOUT ROWID"
        )

    def add(self, text: TokenText) -> None:
        """Count the n-grams of an article."""
        period, size = text.period(self._derivation.by), self._derivation.size
        found: Counter[tuple[str, str]] = Counter()
        for sentence in text.sentences():
            words = list_token_terms(sentence, self._derivation)
            runs = zip(*(words[start:] for start in range(size)), strict=False)
            found.update((period, " ".join(run)) for run in runs)
        self._waiting.update(found)
        self._articles.update(found.keys())
        if len(self._waiting) > _BATCH:
            self._add_up()

    def _add_up(self) -> None:
        self._base.executemany(
            "INSERT INTO grams VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE"
            " SET count = count + excluded.count, articles = articles + excluded.articles",
            ((*key, count, self._articles[key]) for key, count in self._waiting.items()),
        )
        self._waiting.clear()
        self._articles.clear()

    def rows(self) -> Iterator[tuple[str, str, int, int]]:
        """Yield period, n-gram, count and number of articles of what is given away."""
        self._add_up()
        query = "SELECT * FROM grams WHERE articles >= ? ORDER BY period, gram"
        yield from self._base.execute(query, (self._derivation.least,))

    def finish(self) -> None:
        """Write the table."""
        by, size = self._derivation.by, self._derivation.size
        table = _Table(
            self._folder / f"ngrams-{size}.csv", by, "ngram", "count", "articles", "unit"
        )
        for row in self.rows():
            table.write(*row, find_term_unit(row[1]))
        table.close()


class _Sentences(Form):
    def __init__(self, derivation: Derivation, folder: Path) -> None:
        super().__init__(derivation, folder / "texts")
        self._base = sqlite3.connect("")
        self._base.execute("CREATE TABLE sentences (period TEXT, place BLOB, sentence TEXT)")

    def add(self, text: TokenText) -> None:
        period = text.period(self._derivation.by) or self._derivation.by
        rows = []
        for sentence in text.sentences():
            hides = self._derivation.without_names
            forms = ("PROPN" if hides and t.upos == "PROPN" else t.form for t in sentence)
            line = "".join(f + t.space for f, t in zip(forms, sentence, strict=True)).strip()
            rows.append((period, digest_word(line), line))
        self._base.executemany("INSERT INTO sentences VALUES (?, ?, ?)", rows)

    def finish(self) -> None:
        self._folder.mkdir()
        query = "SELECT period, sentence FROM sentences ORDER BY period, place, sentence"
        for period, sentence in self._base.execute(query):
            with (self._folder / f"{period}.txt").open("a", encoding="utf-8", newline="\n") as out:
                out.write(f"{sentence}\n")


class _Files(Form):
    """Writes a file of text for each article."""

    def add(self, text: TokenText) -> None:
        path = self._folder / "texts" / text.folder / f"{text.id}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = (f"{line}\n" for line in self.list_lines(text))
        path.write_text("".join(lines), encoding="utf-8", newline="\n")

    def list_lines(self, text: TokenText) -> Iterator[str]:
        raise NotImplementedError


class _Words(_Files):
    def list_lines(self, text: TokenText) -> Iterator[str]:
        for number, segment in enumerate(_segments_of(text, self._derivation)):
            salt = f"{text.id} {number}"
            yield " ".join(sorted(segment, key=lambda word: (digest_word(word, salt), word)))


class _Masked(_Files):
    def list_lines(self, text: TokenText) -> Iterator[str]:
        for sentence in text.sentences():
            shown = (t.form if is_kept(t, self._derivation) else t.upos or "X" for t in sentence)
            yield "".join(f + t.space for f, t in zip(shown, sentence, strict=True)).strip()


class _Structure(Form):
    def __init__(self, derivation: Derivation, folder: Path) -> None:
        super().__init__(derivation, folder)
        self._file = (folder / "structure.jsonl").open("w", encoding="utf-8", newline="\n")

    def add(self, text: TokenText) -> None:
        blocks = [
            {
                "kind": kind,
                **({"level": level} if level else {}),
                "sentences": len(sentences),
                "words": sum(token.is_word for sentence in sentences for token in sentence),
            }
            for kind, level, sentences in text.blocks
        ]
        row = {"id": text.id, "blocks": blocks, "links": text.links}
        self._file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def finish(self) -> None:
        self._file.close()


FORM_WRITERS: dict[str, Callable[[Derivation, Path], Form]] = {
    "frequencies": _Frequencies,
    "ngrams": Ngrams,
    "sentences": _Sentences,
    "words": _Words,
    "masked": _Masked,
    "structure": _Structure,
}
