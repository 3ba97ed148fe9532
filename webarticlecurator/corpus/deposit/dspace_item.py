"""The files that make a folder an item of DSpace's Simple Archive Format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.table_text import report_line
from webarticlecurator.corpus.deposit.bag import PAYLOAD, TAG_FILES
from webarticlecurator.corpus.deposit.deposit_readme import README_NAME
from webarticlecurator.corpus.deposit.ro_crate import RO_CRATE_NAME


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
        raise UsageError(f"{output} is a file (expected a folder)", "Choose another folder.")
    others = _list_names(output)
    inner = next((name for name in (DSPACE_ITEM, PAYLOAD) if (output / name).is_dir()), None)
    if inner is not None:
        item = output / inner
        others = (others - {inner}) | (_list_names(item) - set(list_deposited_names(item)))
        others -= DSPACE_NAMES | TAG_FILES
    elif others:
        others -= set(list_deposited_names(output))
    if others:
        raise UsageError(
            f"{output} has files that do not belong to the deposit:"
            f" {', '.join(sorted(others)[:5])}",
            "Move them elsewhere, or choose another folder.",
        )


def _list_names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.is_dir() else set()


DSPACE_ITEM = "item_001"
"""The folder of the item in the folder that is imported."""
METADATA_FILE, CONTENTS_FILE, COLLECTIONS_FILE = "dublin_core.xml", "contents", "collections"
DSPACE_NAMES = frozenset({METADATA_FILE, CONTENTS_FILE, COLLECTIONS_FILE})


def describe_bitstream(name: str, summary: str) -> str:
    described = [f"description:{summary}"] if summary else []
    primary = ["primary:true"] if name == README_NAME else []
    return report_line([name, "bundle:ORIGINAL", *described, *primary])
