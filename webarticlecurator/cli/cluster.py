"""The options of commands that can run on a cluster."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.run import Runtime
from webarticlecurator.run.executors.executor import Cluster
from webarticlecurator.run.progress import Progress
from webarticlecurator.store.disk import FOLDER


def choose_runtime(args: argparse.Namespace, folder: Path, progress: Progress) -> Runtime:
    """Return the runtime that ``--cluster`` and ``--warcs-at`` choose for the corpus in ``folder``.

    Raises UsageError for options that do not go together.
    """
    if args.cluster is None:
        if args.warcs_at is not None:
            raise UsageError(
                "--warcs-at has no effect without --cluster: the WARC files are read here",
                "Remove it, or give the scheduler with --cluster ADDRESS.",
            )
        return Runtime(progress=progress)
    for option, value in (("--jobs", args.jobs), ("--warc", args.warc or None)):
        if value is not None:
            raise UsageError(f"{option} does not go with --cluster", _CURES[option])
    warcs = args.warcs_at or str((folder / FOLDER).resolve())
    return Runtime(progress=progress, executor="cluster", cluster=Cluster(args.cluster, warcs))


_CURES = {
    "--jobs": "Remove it: the workers of the cluster are those that were started.",
    "--warc": "Copy the files into the corpus first, with `curator warc adopt`.",
}
