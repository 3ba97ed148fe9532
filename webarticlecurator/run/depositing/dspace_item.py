"""The files that make a folder an item of DSpace's Simple Archive Format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.export import write_file
from webarticlecurator.export.deposit import DepositDescription
from webarticlecurator.export.deposit_metadata import README_NAME, write_dublin_core
from webarticlecurator.run.depositing.deposit_files import describe_files
from webarticlecurator.text.characters import report_line

DSPACE_ITEM = "item_001"
"""The folder of the item in the folder that is imported."""
_METADATA, _CONTENTS, _COLLECTIONS = "dublin_core.xml", "contents", "collections"
DSPACE_NAMES = frozenset({_METADATA, _CONTENTS, _COLLECTIONS})


def write_dspace_files(
    deposit: DepositDescription, item: Path, collections: Sequence[str] = ()
) -> None:
    """Write the metadata, the list of the files in ``item``, and that of its collections."""
    lines = [_describe_bitstream(file.name, file.summary) for file in describe_files(item)]
    write_file(item / _METADATA, [write_dublin_core(deposit)])
    write_file(item / _CONTENTS, ["".join(lines).encode("utf-8")])
    if collections:
        write_file(item / _COLLECTIONS, ["".join(f"{each}\n" for each in collections).encode()])


def _describe_bitstream(name: str, summary: str) -> str:
    parts = [name, "bundle:ORIGINAL"]
    if summary:
        parts.append(f"description:{summary}")
    if name == README_NAME:
        parts.append("primary:true")
    return report_line(parts)
