"""The command lines that benches share."""

from __future__ import annotations

import argparse
from pathlib import Path


def parser_with_shared(description: str | None) -> argparse.ArgumentParser:
    """Return a parser whose argument ``shared`` is the folder of the real pages, by default the one
    beside the checkout."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "shared",
        type=Path,
        nargs="?",
        default=Path(__file__).resolve().parents[3] / "shared",
    )
    return parser


def parser_with_crawls(description: str | None, rounds: int) -> argparse.ArgumentParser:
    """Return a parser with ``--articles``, ``--size`` and ``--rounds``, for benches that crawl the
    portal of ``made_up_portal.py``."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--articles", type=int, default=600)
    parser.add_argument("--size", type=int, default=98, help="kilobytes of an article's page")
    parser.add_argument("--rounds", type=int, default=rounds)
    return parser
