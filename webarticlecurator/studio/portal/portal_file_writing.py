"""Write the file of a new portal, and never over another one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.errors import UsageError, require_no_problems
from webarticlecurator.base.system.output_files import create_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load import check
from webarticlecurator.portal_file.yaml_file.yaml_edit import set_value
from webarticlecurator.studio.frame.page_sources import list_warcs, write_warcs

NO_FILE = "new.yaml"


def write_portal(
    folder: Path, text: str, portal_id: str, known_ids: Sequence[str], warcs: Sequence[Path] = ()
) -> Path:
    """Write ``<id>.yaml`` with the text under an id, and the list of WARC files beside it; return
    its path.

    Raises UsageError if there is such a portal, file or list; ConfigError for an invalid id.
    """
    if portal_id in known_ids:
        raise UsageError(
            make_message("the portal {portal_id} already exists", portal_id=portal_id),
            "Choose another id: it names the corpus.",
        )
    text = set_value(text, ["portal"], portal_id)
    require_no_problems(check(folder / NO_FILE, content=text.encode("utf-8")))
    path = folder / f"{portal_id}.yaml"
    if warcs and list_warcs(path):
        raise UsageError(
            make_message("{portal_id} already has a list of WARC files", portal_id=portal_id),
            make_message("Choose another id, or move {name}.warcs.txt away.", name=path.stem),
        )
    create_file(path, text)
    if warcs:
        # relative to the folder where they are below it, so that they can be moved together
        whole = [file.resolve() for file in warcs]
        parent = folder.resolve()
        write_warcs(
            path,
            [file.relative_to(parent) if file.is_relative_to(parent) else file for file in whole],
        )
    return path
