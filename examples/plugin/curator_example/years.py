"""The command ``curator years``: how many articles of a corpus are of each year."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from pathlib import Path

from webarticlecurator import Command, Corpus, Portal


def add_options(parser: ArgumentParser) -> None:
    parser.add_argument("config", type=Path, metavar="CONFIG", help="the portal file")
    parser.add_argument("corpus", type=Path, metavar="CORPUS", help="the folder of a corpus")


def print_years(args: Namespace) -> None:
    articles = Corpus(args.corpus, Portal.load(args.config)).articles()
    years = Counter((article.published or "")[:4] or "no date" for article in articles)
    for year, count in sorted(years.items()):
        print(year, count)


COMMAND = Command(
    "count the articles of a corpus by year",
    add_options,
    print_years,
    "curator years examples/demo.yaml corpora/demo",
)
