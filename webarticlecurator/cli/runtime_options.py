"""Where the work of a command is done, here or on a cluster, and the zips that it packs."""

from __future__ import annotations

import argparse
from pathlib import Path

from webarticlecurator.cli.output import print_message
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.store.disk import FOLDER
from webarticlecurator.workers.executor import Cluster, Runtime
from webarticlecurator.workers.progress import Progress


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
    for name, cure in _CURES.items():
        if getattr(args, name.removeprefix("--"), None):
            raise UsageError(f"{name} does not go with --cluster", cure)
    files = given or str((folder / subfolder).resolve())
    return Runtime(progress=progress, executor="cluster", cluster=Cluster(args.cluster, files))


_CURES = {
    "--jobs": "Remove it: the workers of the cluster are those that were started.",
    "--warc": "Copy the files into the corpus first, with `curator warc adopt`.",
}


def write_zips(
    portal: Portal, folder: Path, output: Path, progress: Progress, *, is_quiet: bool
) -> None:
    """Write the zips of the corpus in ``folder`` to ``output``, and print how many. Raises what
    ``zip_tei`` raises."""
    # imported here: most builds need it not
    from webarticlecurator.corpora.packing import zip_tei

    made = zip_tei(portal, folder, output, Runtime(progress=progress))
    print_message(
        f"{output}: {made.articles} articles in {made.written + made.unchanged} zips"
        f" ({made.written} written, {made.unchanged} unchanged, {made.removed} removed)",
        is_quiet,
    )
