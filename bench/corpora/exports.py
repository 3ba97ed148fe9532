"""What each format of ``curator export`` costs per million words, as CPU time and as a ratio to JSON
lines in the same run.

    python -m bench.corpora.exports [CORPUS] [--articles N] [--rounds N] [--format FORMAT …]

CORPUS is the folder of a corpus with TEI. Without it, articles are made up: N (2,000 unless told)
of some 400 words each, with ten metadata fields. Formats are run one after the other in each round,
in one process; of the rounds (3 unless told) the least CPU time counts. Formats whose libraries are
not installed are left out, and named.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Iterator
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

from bench.shared.stored_articles import read_articles
from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.article import Article, Metadata, TextAccount, Value
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.portal import Portal, Publisher
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.formats import (
    EXPORTERS,
    WHOLE_CORPUS,
    find_exporter,
    write_converted,
)
from webarticlecurator.corpus.export.selection import SelectionOptions, make_selections
from webarticlecurator.tei.documents.document import build_document

BASE = "jsonl"
"""The format that the others are compared with."""
PARAGRAPHS, WORDS_IN_PARAGRAPH = 10, 40
FIRST_DAY = date(2005, 1, 1)
PORTAL = Portal(
    id="bench",
    home="https://bench.example/",
    language="en",
    timezone="Europe/Budapest",
    publisher=Publisher("Bench"),
)
_WORDS = (
    "bridge council river summer morning school ticket garden winter engine village company market"
    " doctor writer station report season library museum student teacher weather harvest railway"
).split()


def make_corpus(folder: Path, articles: int) -> None:
    """Write the TEI of made-up articles."""
    for number in range(articles):
        document = build_document(make_article(number), PORTAL)
        path = folder / "tei" / document.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(document.content)


def make_article(number: int) -> Article:
    """Return a made-up article."""
    chance = random.Random(number)
    url = f"https://bench.example/2020/a-usual-address-of-an-article-{number}"
    day = FIRST_DAY + timedelta(days=number % 7000)
    fields = {
        "title": [_sentence(chance, 8)],
        "authors": [f"Author {number % 90}", f"Author {number % 37}"],
        "published": [f"{day.isoformat()}T08:30:00+01:00"],
        "modified": [f"{day.isoformat()}T09:30:00+01:00"],
        "section": [f"Section {number % 12}"],
        "keywords": chance.sample(_WORDS, 5),
        "language": ["en"],
        "access": ["free"],
        "description": [_sentence(chance, 25)],
    }
    values = (
        (name, tuple(Value(text, "jsonld:x", text) for text in texts))
        for name, texts in fields.items()
    )
    capture = Capture(
        f"<urn:uuid:00000000-0000-4000-8000-{number:012d}>",
        url,
        200,
        datetime(2024, 5, 1, 12, tzinfo=timezone.utc),
        "warc/a",
        0,
        1,
        None,
        "sha1:AAAA",
        "00",
    )
    texts = [_sentence(chance, WORDS_IN_PARAGRAPH) for _ in range(PARAGRAPHS)]
    return Article(
        id=article_id(url),
        url=url,
        aliases=(),
        column=f"column-{number % 4}",
        captures=(capture,),
        metadata=Metadata(tuple(values)),
        blocks=tuple(Node("paragraph", (text,)) for text in texts),
        account=TextAccount(kept=PARAGRAPHS * WORDS_IN_PARAGRAPH),
    )


def _sentence(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(_WORDS, k=words)).capitalize() + "."


def count_words(folder: Path) -> tuple[int, int]:
    """Return the articles and the words of a corpus."""
    articles = words = 0
    for article in read_articles(folder):
        articles += 1
        words += article.header.words
    return articles, words


def time_export(folder: Path, form: str, output: Path) -> tuple[float, int]:
    """Export a corpus; return the seconds of CPU time and the bytes that were written."""
    exporter = find_exporter(form, ExportOptions(portals=(PORTAL,)))
    (selection,) = make_selections(SelectionOptions(), [PORTAL])
    started = time.process_time()
    write_converted(map(exporter.convert, read_articles(folder, selection)), exporter, output)
    seconds = time.process_time() - started
    files = [output] if output.is_file() else output.rglob("*")
    return seconds, sum(file.stat().st_size for file in files if file.is_file())


def list_usable(formats: list[str]) -> Iterator[str]:
    """Yield the formats that can be written here; name the others."""
    for form in formats:
        try:
            find_exporter(form)
        except UsageError as error:
            print(f"left out: {error.message}")
        else:
            yield form


def measure(folder: Path, formats: list[str], rounds: int) -> None:
    """Print a table of the costs."""
    articles, words = count_words(folder)
    millions = words / 1e6
    print(f"{articles:,} articles, {words:,} words; least CPU time of {rounds} rounds")
    seconds: dict[str, list[float]] = {form: [] for form in formats}
    sizes: dict[str, int] = {}
    for number in range(rounds):
        for form in formats:
            with tempfile.TemporaryDirectory() as place:
                taken, sizes[form] = time_export(folder, form, Path(place) / f"out{number}")
                seconds[form].append(taken)
    print(f"{'format':<12} {'s / million words':>18} {'ratio':>6} {'MB / million words':>19}")
    base = min(seconds[BASE])
    for form in formats:
        least = min(seconds[form])
        size = sizes[form] / 1e6 / millions
        print(f"{form:<12} {least / millions:>18.2f} {least / base:>6.2f} {size:>19.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--articles", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--format",
        nargs="+",
        default=[name for name in EXPORTERS if name not in WHOLE_CORPUS],
        metavar="FORMAT",
    )
    args = parser.parse_args()
    formats = list(list_usable(list(dict.fromkeys([BASE, *args.format]))))
    if args.corpus is not None:
        measure(args.corpus, formats, args.rounds)
        return
    with tempfile.TemporaryDirectory() as place:
        make_corpus(Path(place), args.articles)
        measure(Path(place), formats, args.rounds)


if __name__ == "__main__":
    main()
