"""Pack the TEI of a corpus, for ``build --zips`` and ``export --format zip``."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.cli.output import print_message
from webarticlecurator.model.portal import Portal
from webarticlecurator.run import Runtime
from webarticlecurator.run.progress import Progress


def write_zips(
    portal: Portal, folder: Path, output: Path, progress: Progress, *, is_quiet: bool
) -> None:
    """Write the zips of the corpus in ``folder`` to ``output``, and print how many. Raises what
    ``zip_tei`` raises."""
    # imported here: most builds need it not
    from webarticlecurator.run.tei_zips import zip_tei

    made = zip_tei(portal, folder, output, Runtime(progress=progress))
    print_message(
        f"{output}: {made.articles} articles in {made.written + made.unchanged} zips"
        f" ({made.written} written, {made.unchanged} unchanged, {made.removed} removed)",
        is_quiet,
    )
