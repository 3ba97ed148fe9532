"""The options of commands that can run on a cluster."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.run import Runtime
from webarticlecurator.run.executors.executor import Cluster
from webarticlecurator.run.progress import Progress
from webarticlecurator.store.disk import FOLDER


def choose_runtime(
    args: argparse.Namespace,
    folder: Path,
    progress: Progress,
    place: str = "--warcs-at",
    subfolder: str = FOLDER,
) -> Runtime:
    """Return the runtime that ``--cluster`` and ``place`` choose for the corpus in ``folder``.

    ``place`` says where the workers find the files that they read, by default those of
    ``subfolder``. Raises UsageError for options that do not go together.
    """
    given: str | None = getattr(args, place.removeprefix("--").replace("-", "_"))
    if args.cluster is None:
        if given is not None:
            raise UsageError(
                f"{place} has no effect without --cluster: the files are read here",
                "Remove it, or give the scheduler with --cluster ADDRESS.",
            )
        return Runtime(progress=progress)
    for option, cure in _CURES.items():
        if getattr(args, option.removeprefix("--"), None):
            raise UsageError(f"{option} does not go with --cluster", cure)
    files = given or str((folder / subfolder).resolve())
    return Runtime(progress=progress, executor="cluster", cluster=Cluster(args.cluster, files))


_CURES = {
    "--jobs": "Remove it: the workers of the cluster are those that were started.",
    "--warc": "Copy the files into the corpus first, with `curator warc adopt`.",
}
