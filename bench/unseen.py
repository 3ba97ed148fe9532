"""How well the pages of any folder are read without rules, beside trafilatura where it is installed.

usage: python bench/unseen.py FOLDER [--folds FOLDER] [--ceiling] [--list]

FOLDER has ``manifest.jsonl`` (perhaps packed, ``.gz``): one page a line, with ``id``, ``file``,
``url`` and ``text``, and, where they are known, ``title``, ``authors`` (a list), ``date`` (a day) and
``type`` (what kind of page it is; each is printed apart). A set named in ``article_texts.py`` is read
by its name, from ../shared, too; with ``--folds`` (``bench/train_units.py --folds``) each of its
pages by the classifier that has not seen its site, and the sites held out apart. Words are counted
as WCXB does: ``\\w+`` in small letters, F1 of the multisets of each page, mean. Beside it: pages
below .5, exact titles, F1 of authors, days, and how far the confidence can be trusted: how well it
ranks the pages below .9 (.5 is chance), and how far it is from the F1 on average, in bins.
``--ceiling`` prints beside it what the best set of our text units has: those with most of their words
in the marked text, in its order. ``--list`` prints the pages below .5, with ``--ceiling`` also those
whose best set is below .9: not all of the marked text is on the page.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

from article_texts import HELD_OUT, SETS, MarkedPage, read_sets
from metadata_pages import portals

from webarticlecurator.article import read_article_page
from webarticlecurator.guess import judge_choice
from webarticlecurator.guess.classify_units import UnitClassifier, load_classifier, read_classifier
from webarticlecurator.model.article import PageExtract
from webarticlecurator.page import decode, read_page
from webarticlecurator.tei import plain_lines

_WORDS = re.compile(r"\w+")
BINS = 10
CEILING = "best units"
SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


@dataclass(frozen=True)
class Answer:
    """What a program says of a page."""

    text: str = ""
    title: str = ""
    authors: frozenset[str] = frozenset()
    day: str = ""
    confidence: float = 0.0


@dataclass
class Scores:
    """What is summed over the pages of a kind, for one program."""

    f1: list[float] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    titles: list[bool] = field(default_factory=list)
    authors: list[float] = field(default_factory=list)
    days: list[bool] = field(default_factory=list)


def read_folder(folder: Path) -> Iterator[MarkedPage]:
    """Yield the pages of a folder with a manifest."""
    plain, packed = folder / "manifest.jsonl", folder / "manifest.jsonl.gz"
    lines = plain.read_bytes() if plain.is_file() else gzip.decompress(packed.read_bytes())
    for line in lines.splitlines():
        row = json.loads(line)
        content = (folder / row["file"]).read_bytes()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
        content = decode(content, "text/html").text.encode("utf-8", "replace")
        yield MarkedPage(folder.name, row, content, row["text"])


def ours(marked: MarkedPage, folder: Path, made: dict[Any, Any]) -> Answer:
    """Return what curator reads; nothing of a page that it takes for no article."""
    portal = portals(folder, {"lang": "und", "country": "", **marked.row}, made)
    page = read_page(marked.url, marked.content, "text/html; charset=utf-8")
    read = read_article_page(portal, page)
    if not isinstance(read, PageExtract):
        return Answer()
    found = read.metadata
    return Answer(
        "\n".join(plain_lines(read.blocks)),
        str(found.first("title") or ""),
        frozenset(_fold(value.value) for value in found.all("authors")),
        str(found.first("published") or "")[:10],
        (read.confidence or 0) / 1000,
    )


def best_units(marked: MarkedPage) -> Answer:
    """Return the text of the best set of our units, by the marked text."""
    from labelled_page import label_page

    page = read_page(marked.url, marked.content, "text/html; charset=utf-8")
    found = label_page(page, marked.text)
    pairs = zip(found.units, found.labels, strict=True)
    return Answer("\n".join(unit.text for unit, is_text in pairs if is_text))


def theirs(marked: MarkedPage) -> Answer:
    """Return what trafilatura reads."""
    import trafilatura  # type: ignore[import-not-found,unused-ignore]

    read = trafilatura.bare_extraction(marked.content, url=marked.url, with_metadata=True)
    if read is None:
        return Answer()
    authors = (name for name in (read.author or "").split("; ") if name)
    return Answer(read.text, read.title or "", frozenset(map(_fold, authors)), read.date or "")


def add(scores: Scores, marked: MarkedPage, answer: Answer) -> None:
    """Add how right an answer is to the ``scores``, for what the manifest knows."""
    scores.f1.append(count_f1(answer.text, marked.text))
    scores.confidence.append(answer.confidence)
    row = marked.row
    if title := row.get("title"):
        scores.titles.append(_fold(answer.title) == _fold(title))
    authors = row.get("authors") or ([row["author"]] if row.get("author") else [])
    if authors:
        marked_names = frozenset(map(_fold, authors))
        both = len(marked_names & answer.authors)
        scores.authors.append(2 * both / (len(marked_names) + len(answer.authors)))
    if day := row.get("date"):
        scores.days.append(answer.day == day[:10])


def count_f1(text: str, marked: str) -> float:
    """Return the F1 of the words of a text, as multisets."""
    given, wanted = (Counter(_WORDS.findall(each.lower())) for each in (text, marked))
    return 2 * (given & wanted).total() / ((given.total() + wanted.total()) or 1)


def _fold(text: str) -> str:
    return " ".join(_WORDS.findall(text.lower()))


def rank(scores: Scores) -> float:
    """Return the probability that a page below .9 has a lower confidence than another one."""
    pairs = list(zip(scores.confidence, scores.f1, strict=True))
    bad, good = [c for c, f1 in pairs if f1 < 0.9], [c for c, f1 in pairs if f1 >= 0.9]
    wins = sum((b < g) + 0.5 * (b == g) for b in bad for g in good)
    return wins / (len(bad) * len(good)) if bad and good else 1.0


def calibration_error(scores: Scores) -> float:
    """Return how far the mean confidence of a bin is from its mean F1, on average over pages."""
    bins: dict[int, list[float]] = {}
    for confidence, f1 in zip(scores.confidence, scores.f1, strict=True):
        bins.setdefault(min(int(confidence * BINS), BINS - 1), []).append(confidence - f1)
    return sum(abs(sum(each)) for each in bins.values()) / len(scores.f1)


def describe(scores: Scores) -> str:
    """Return the figures of a kind of pages."""
    cells = [
        f"{len(scores.f1):5}  F1 {_mean(scores.f1):.4f}",
        f"<.5 {sum(f < 0.5 for f in scores.f1):3}",
    ]
    for name, values in (
        ("title", scores.titles), ("authors", scores.authors), ("day", scores.days)
    ):  # fmt: skip
        cells.append(f"{name} {_mean(values):.3f}" if values else f"{name} –")
    if any(scores.confidence):
        cells.append(
            f"ranking {rank(scores):.3f}, calibration error {calibration_error(scores):.3f}"
        )
    return "  ".join(cells)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / (len(values) or 1)


@lru_cache
def _read_fold(path: Path) -> UnitClassifier:
    return read_classifier(path.read_bytes())


def read_answers(
    pages: Iterable[MarkedPage], folds: Path | None, *, peers: bool = True, ceiling: bool = False
) -> Iterator[tuple[str, MarkedPage, dict[str, Answer]]]:
    """Yield what part of a set each page is in, and what each program says of it."""
    made: dict[Any, Any] = {}
    has_peer = peers and importlib.util.find_spec("trafilatura") is not None
    with tempfile.TemporaryDirectory() as folder:
        for page in pages:
            unseen = _read_fold(folds / f"fold-{page.fold}.json") if folds else load_classifier()
            with mock.patch.object(
                judge_choice, "load_classifier", lambda *_, unseen=unseen: unseen
            ):
                answers = {"curator": ours(page, Path(folder), made)}
            if ceiling:
                answers[CEILING] = best_units(page)
            if has_peer:
                answers["trafilatura"] = theirs(page)
            yield "held out" if folds and page.fold == HELD_OUT else "", page, answers


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", help=f"a folder with a manifest, or one of {', '.join(SETS)}")
    options.add_argument("--folds", type=Path, help="classifiers of bench/train_units.py --folds")
    options.add_argument("--ceiling", action="store_true", help="add the best set of our units")
    options.add_argument("--list", action="store_true", help="print the pages below .5")
    given = options.parse_args()
    is_set = given.folder in SETS
    pages = read_sets(SHARED, (given.folder,)) if is_set else read_folder(Path(given.folder))
    found: dict[tuple[str, str, str], Scores] = {}
    low = []
    folds = given.folds if is_set else None
    for part, page, answers in read_answers(pages, folds, ceiling=given.ceiling):
        for program, answer in answers.items():
            scores = found.setdefault((part, page.kind, program), Scores())
            add(scores, page, answer)
            if scores.f1[-1] < {"curator": 0.5, CEILING: 0.9}.get(program, 0):
                f1, confidence = scores.f1[-1], answer.confidence
                low.append(f"    {program:12} {f1:.3f} {confidence:.3f} {page.id} {page.url}")
    for (part, kind, program), scores in sorted(found.items()):
        print(f"{part:9} {kind:14} {program:12} {describe(scores)}")
    for line in low if given.list else ():
        print(line)


if __name__ == "__main__":
    main()
