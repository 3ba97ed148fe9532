"""Writing of the tables of ``curator report`` and ``curator search``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from webarticlecurator.cli.output import DONE, write_data
from webarticlecurator.corpora.reporting import Row, to_tsv
from webarticlecurator.export import write_file


def write_report(args: argparse.Namespace, rows: Iterable[Row]) -> int:
    """Write a table (TSV, UTF-8) to ``--output`` or to standard output."""
    if args.output is not None:
        write_file(args.output, to_tsv(rows))
    else:
        for line in to_tsv(rows):
            write_data(line.decode("utf-8"))
    return DONE
