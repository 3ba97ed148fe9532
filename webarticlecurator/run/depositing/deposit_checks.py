"""Check whether the deposit of a corpus may be written, and to which folder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.export.deposit_metadata import RO_CRATE_NAME
from webarticlecurator.export.wacz import find_wacz
from webarticlecurator.model.corpus_numbers import CorpusTerms
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.depositing.dspace_item import (
    DSPACE_ITEM,
    DSPACE_NAMES,
)


def list_deposited_names(folder: Path) -> Sequence[str]:
    """Return the names of the files of a deposit, by its RO-Crate. Raises UsageError for a folder
    that is not a deposit."""
    try:
        graph = json.loads((folder / RO_CRATE_NAME).read_bytes())["@graph"]
        names = [str(entity["@id"]) for entity in graph if entity["@type"] == "File"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"{folder} is not a folder that `curator package` wrote",
            "Give a new folder with --output.",
        ) from error
    return [*names, RO_CRATE_NAME]


def check_replaceable(output: Path) -> None:
    """Raise UsageError for a folder with files that are not those of an earlier deposit."""
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file (expected a folder)", "Give another.")
    item = output / DSPACE_ITEM
    others = _list_names(output)
    if item.is_dir():
        others = (others - {DSPACE_ITEM}) | (_list_names(item) - set(list_deposited_names(item)))
        others -= DSPACE_NAMES
    elif others:
        others -= set(list_deposited_names(output))
    if others:
        raise UsageError(
            f"{output} has files that are not of the deposit: {', '.join(sorted(others)[:5])}",
            "Move them away, or give another folder.",
        )


def _list_names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


def check_editors(portal: Portal) -> None:
    """Raise UsageError for a portal file that names no editors of the corpus."""
    if not portal.corpus.editors:
        raise UsageError(
            "corpus.editors is missing in the portal file: a deposit names who made it",
            "Add them, such as: curator set CONFIG corpus.editors '[{name: \"Editor, Anna\"}]'",
        )


def check_wacz() -> None:
    """Raise UsageError if the program that packs WARC files is not installed."""
    try:
        find_wacz()
    except UsageError as error:
        cure = f"{error.cure}\nOr leave the WARC files out with --without-warcs."
        raise UsageError(error.message, cure) from None


def check_has_articles(terms: CorpusTerms) -> None:
    """Raise UsageError for a corpus without articles in TEI."""
    if not terms.groups:
        raise UsageError("the corpus has no article in TEI", "Run `curator crawl` first.")


def check_nothing_reserved(terms: CorpusTerms) -> None:
    """Raise UsageError if the portal has reserved texts of the corpus."""
    if not terms.reserved:
        return
    largest = terms.reserved[0]
    raise UsageError(
        f"the portal has reserved the texts of {terms.reserved_articles} articles"
        f" ({largest.terms.reserved_by}), such as {largest.example}",
        "Leave the texts out with --without-text; or, if you may pass them on all the same, give"
        " --include-reserved. `curator report permissions` lists the statements.",
    )
