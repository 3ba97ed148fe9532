"""How well pages are read without rules, beside other programs where these are installed.

usage: python -m bench.text.unseen [SET | FOLDER …] [--folds FOLDER] [--ceiling] [--list] [--more FILE …]
       [--write FOLDER] [--shared FOLDER]

A set is one of ``article_texts.py``, read from ../shared (all of them where nothing is named). A
FOLDER has ``manifest.jsonl`` (perhaps packed, ``.gz``): one page a line, with ``id``, ``file``,
``url`` and ``text``, and, where they are known, ``title``, ``authors`` (a list), ``date`` (a day) and
``type`` (what kind of page it is; each is printed apart). ``--more`` adds the test pages of other
tools (``package_pages.py``). With ``--folds`` (``bench/train_units.py --folds``) each page of a
set is read by the classifier that has not seen its site, and the sites held out apart. Words are counted as WCXB does: ``\\w+`` in small letters, F1 of the
multisets of each page, mean. Beside it: pages below .5, exact titles, F1 of authors, days,
milliseconds of the processor a page, and how far the confidence can be trusted: how well it ranks
the pages below .9 (.5 is chance), and how far it is from the F1 on average, in bins.

``--ceiling`` prints beside it what the best set of our text units has: those with most of their words
in the marked text, in its order. ``--list`` prints the pages below .5, with ``--ceiling`` also those
whose best set is below .9: not all of the marked text is on the page. And those whose marked text
ends early: in the element with its last paragraphs, more follow, of the same kind; the row *curator,
less* is without these. Nothing of it is known from what curator reads. The row *curator, right* of lists and
services is without the eleven pages whose marked text is wrong (WRONG_TRUTHS). ``--write`` writes what each
program answers for each set, one page a line, for ../shared/tools/score_fundus.py and score_text.py.
The other programs: trafilatura, htmldate (days alone), newspaper4k, resiliparse (text alone).
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any
from unittest import mock

from bench.training.article_texts import (
    HELD_OUT,
    SETS,
    WRONG_TRUTHS,
    MarkedPage,
    read_packages,
    read_sets,
)
from bench.training.metadata_pages import portals
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.articles.units.classify_units import (
    UnitClassifier,
    load_classifier,
    read_classifier,
)
from webarticlecurator.articles.without_rules import article_text
from webarticlecurator.base.model.article import PageExtract
from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.pages.page.page import read_page
from webarticlecurator.tei.documents.plain_text import plain_lines

_WORDS = re.compile(r"\w+")
BINS = 10
CEILING = "best units"
WITHOUT_DOUBTFUL = "curator, less"
WITHOUT_WRONG = "curator, right"
MAX_BEHIND_END = 0.15
"""Share of text behind the end of the marked text from which that is doubtful."""
SHARED = Path(__file__).resolve().parents[3] / "shared"


@dataclass(frozen=True)
class Answer:
    """What a program says of a page; None where it is not a program for that."""

    text: str | None = ""
    title: str | None = ""
    authors: tuple[str, ...] | None = ()
    date: str | None = ""
    confidence: float = 0.0
    behind_end: float = 0.0
    """Of the best units, the share of text that follows the marked text in siblings of it."""


@dataclass
class Scores:
    """What is summed over the pages of a kind, for one program."""

    f1: list[float] = field(default_factory=list)
    confidence: list[float] = field(default_factory=list)
    titles: list[bool] = field(default_factory=list)
    authors: list[float] = field(default_factory=list)
    days: list[bool] = field(default_factory=list)
    seconds: float = 0.0
    pages: int = 0


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
    day = marked.row.get("crawl_date", "")[:10]
    captured = date.fromisoformat(day) if day else None
    page = read_page(marked.url, marked.content, "text/html; charset=utf-8", captured=captured)
    read = read_article_page(portal, page)
    if not isinstance(read, PageExtract):
        return Answer()
    found = read.metadata
    return Answer(
        "\n".join(plain_lines(read.blocks)),
        found.first("title") or "",
        tuple(value.value for value in found.all("authors")),
        found.first("published") or "",
        (read.confidence or 0) / 1000,
    )


def best_units(marked: MarkedPage) -> Answer:
    """Return the text of the best set of our units, by the marked text."""
    from bench.training.labelled_page import label_page

    page = read_page(marked.url, marked.content, "text/html; charset=utf-8")
    found = label_page(page, marked.text)
    pairs = zip(found.units, found.labels, strict=True)
    text = "\n".join(unit.text for unit, is_text in pairs if is_text)
    return Answer(text, None, None, None, behind_end=found.share_behind_end())


def ask_trafilatura(marked: MarkedPage) -> Answer:
    import trafilatura  # type: ignore[import-not-found,unused-ignore]

    read = trafilatura.bare_extraction(marked.content, url=marked.url, with_metadata=True)
    if read is None:
        return Answer()
    authors = tuple(name for name in (read.author or "").split("; ") if name)
    return Answer(read.text, read.title or "", authors, read.date or "")


def ask_htmldate(marked: MarkedPage) -> Answer:
    import htmldate  # type: ignore[import-not-found,unused-ignore]

    day = htmldate.find_date(marked.content.decode(), url=marked.url, original_date=True)
    return Answer(None, None, None, day or "")


def ask_newspaper(marked: MarkedPage) -> Answer:
    import newspaper  # type: ignore[import-not-found,unused-ignore]

    # asks for nothing but the page that it is given
    article = newspaper.Article(marked.url, fetch_images=False)
    article.download(input_html=marked.content.decode())
    article.parse()
    day = article.publish_date.date().isoformat() if article.publish_date else ""
    return Answer(article.text, article.title or "", tuple(article.authors), day)


def ask_resiliparse(marked: MarkedPage) -> Answer:
    from resiliparse.extract.html2text import (  # type: ignore[import-not-found,unused-ignore]
        extract_plain_text,
    )

    return Answer(extract_plain_text(marked.content.decode(), main_content=True), None, None, None)


PEERS: Mapping[str, tuple[str, Callable[[MarkedPage], Answer]]] = {
    "trafilatura": ("trafilatura", ask_trafilatura),
    "htmldate": ("htmldate", ask_htmldate),
    "newspaper4k": ("newspaper", ask_newspaper),
    "resiliparse": ("resiliparse", ask_resiliparse),
}
"""Program → its module, and what it says of a page."""


def add(scores: Scores, marked: MarkedPage, answer: Answer) -> None:
    """Add how right an answer is to the ``scores``, for what the manifest knows."""
    scores.pages += 1
    if answer.text is not None:
        scores.f1.append(count_f1(answer.text, marked.text))
        scores.confidence.append(answer.confidence)
    # days of Fundus have a time, which ``metadata.py`` compares
    row = {**marked.row.get("gold", {}), **marked.row}
    if (title := row.get("title")) and answer.title is not None:
        scores.titles.append(_fold(answer.title) == _fold(title))
    authors = row.get("authors") or ([row["author"]] if row.get("author") else [])
    if authors and answer.authors is not None:
        wanted, given = (frozenset(map(_fold, names)) for names in (authors, answer.authors))
        scores.authors.append(2 * len(wanted & given) / (len(wanted) + len(given)))
    if (day := row.get("date")) and answer.date is not None:
        scores.days.append(answer.date[:10] == day[:10])


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
    cells = [f"{scores.pages:5}"]
    if scores.f1:
        cells += [f"F1 {_mean(scores.f1):.4f}", f"<.5 {sum(f < 0.5 for f in scores.f1):3}"]
    for name, values in (
        ("title", scores.titles), ("authors", scores.authors), ("day", scores.days)
    ):  # fmt: skip
        cells.append(f"{name} {_mean(values):.3f}" if values else f"{name} –")
    if scores.seconds:
        cells.append(f"{1000 * scores.seconds / scores.pages:.0f} ms")
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
) -> Iterator[tuple[str, MarkedPage, dict[str, tuple[Answer, float]]]]:
    """Yield what part of a set each page is in, and what each program says of it, with the seconds
    of the processor that it took."""
    made: dict[Any, Any] = {}
    installed = {
        name: ask
        for name, (module, ask) in PEERS.items()
        if peers and importlib.util.find_spec(module) is not None
    }
    with tempfile.TemporaryDirectory() as folder:
        programs: dict[str, Callable[[MarkedPage], Answer]] = {
            "curator": lambda page: ours(page, Path(folder), made),
            **({CEILING: best_units} if ceiling else {}),
            **installed,
        }
        for page in pages:
            unseen = _read_fold(folds / f"fold-{page.fold}.json") if folds else load_classifier()
            with mock.patch.object(
                article_text, "load_classifier", lambda *_, unseen=unseen: unseen
            ):
                answers = {name: _take_time(name, ask, page) for name, ask in programs.items()}
            yield "held out" if folds and page.fold == HELD_OUT else "", page, answers


def _take_time(
    name: str, ask: Callable[[MarkedPage], Answer], page: MarkedPage
) -> tuple[Answer, float]:
    start = time.process_time()
    try:
        answer = ask(page)
    except Exception as error:
        if name not in PEERS:
            raise
        # newspaper4k lacks the tokenizers of some languages, for example
        print(f"{name} fails on {page.id}: {error!r}", file=sys.stderr)
        answer = Answer()
    return answer, time.process_time() - start


def write_answer(folder: Path, program: str, page: MarkedPage, answer: Answer) -> None:
    """Add an answer to the file of a program and a set."""
    row = {
        "id": page.id,
        "title": answer.title,
        "authors": answer.authors,
        "date": answer.date or None,
        "text": answer.text,
    }
    with (folder / f"{program}-{page.set_name}.jsonl").open("a", encoding="utf-8") as out:
        out.write(json.dumps(row, ensure_ascii=False) + "\n")


def add_answers(
    found: dict[tuple[str, str, str, str], Scores],
    part: str,
    page: MarkedPage,
    answers: Mapping[str, tuple[Answer, float]],
) -> Iterator[str]:
    """Add what the programs say of a page to the scores, and yield its lines in the list."""
    rows = dict(answers)
    if page.kind in ("listing", "service") and page.id not in WRONG_TRUTHS:
        rows[WITHOUT_WRONG] = answers["curator"]
    best = answers[CEILING][0] if CEILING in answers else None
    if best and best.behind_end < MAX_BEHIND_END:
        rows[WITHOUT_DOUBTFUL] = answers["curator"]
    elif best:
        yield f"    {'ends early':12} {best.behind_end:.3f}       {page.id} {page.url}"
    for program, (answer, seconds) in rows.items():
        scores = found.setdefault((part, page.set_name, page.kind, program), Scores())
        add(scores, page, answer)
        scores.seconds += seconds
        if scores.f1 and scores.f1[-1] < {"curator": 0.5, CEILING: 0.9}.get(program, 0):
            yield (
                f"    {program:12} {scores.f1[-1]:.3f} {answer.confidence:.3f} {page.id} {page.url}"
            )


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("names", nargs="*", default=SETS, metavar="SET or FOLDER")
    options.add_argument("--folds", type=Path, help="classifiers of bench/train_units.py --folds")
    options.add_argument("--ceiling", action="store_true", help="add the best set of our units")
    options.add_argument("--list", action="store_true", help="print the pages below .5")
    options.add_argument("--more", type=Path, nargs="+", default=[], metavar="FILE")
    options.add_argument("--write", type=Path, help="write the answers into this folder")
    options.add_argument("--shared", type=Path, default=SHARED)
    given = options.parse_args()
    sets = [
        (read_sets(given.shared, (name,)), given.folds)
        if name in SETS
        else (read_folder(Path(name)), None)
        for name in given.names
    ]
    if given.write:
        given.write.mkdir(parents=True)
    found: dict[tuple[str, str, str, str], Scores] = {}
    low = list[str]()
    for pages, folds in [*sets, (read_packages(given.more), given.folds)]:
        for part, page, answers in read_answers(pages, folds, ceiling=given.ceiling):
            low += add_answers(found, part, page, answers)
            for program, (answer, _) in answers.items():
                if given.write and program != CEILING:
                    write_answer(given.write, program, page, answer)
    for (part, set_name, kind, program), scores in sorted(found.items()):
        print(f"{part:9} {set_name:12} {kind:14} {program:12} {describe(scores)}")
    for line in low if given.list else ():
        print(line)


if __name__ == "__main__":
    main()
