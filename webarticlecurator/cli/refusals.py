"""What a command did not take: some lines for each reason, and a table of all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.cli.output import print_message

TABLE = "reports/refused.tsv"
"""The table in the corpus folder."""
MAX_LINES = 5
"""Lines for one reason."""
_NAMES = re.compile(r"\S*[^\s:]:[^\s:]\S*|'[^']*'")
"""Addresses, digests and quoted texts: what differs between refusals for one reason."""


def print_refused(rows: Sequence[tuple[str, str]], folder: Path) -> None:
    """Print what was refused, and why: MAX_LINES lines for each reason. If there are more, all of
    them are written to TABLE in the corpus ``folder``. Raises UsageError, DiskFull."""
    counts = Counter[str]()
    for what, why in rows:
        kind = _NAMES.sub("", why)
        counts[kind] += 1
        if counts[kind] <= MAX_LINES:
            print_message(f"{what}: {why}")
    more = sum(max(0, number - MAX_LINES) for number in counts.values())
    if more:
        table = folder / TABLE
        make_folder(table.parent)
        write_file(table, [rows_to_tsv([("what", "reason"), *rows]).encode("utf-8", "replace")])
        print_message(f"and {more} more for these reasons: {table} has all of them")
