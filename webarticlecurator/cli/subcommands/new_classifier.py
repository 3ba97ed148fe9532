"""``--classifier FILE`` of ``curator new``: a model for a portal file that is yet to be written."""

from __future__ import annotations

import os
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.base.portal.trained_models import MAX_MODEL, find_classifier_fault
from webarticlecurator.base.system.input_files import NameFault, read_regular, resolve_named_path
from webarticlecurator.base.text.translation import make_message


def read_given_classifier(path: Path | None, output: Path | None) -> NamedFile | None:
    """Return the model file, by its name from the folder of the portal file ``output``; None for no
    file. Raises UsageError for one that the portal file could not name."""
    if path is None:
        return None
    folder = output.parent if output is not None else Path()
    name = os.path.relpath(path, folder).replace(os.sep, "/")
    try:
        content = read_regular(resolve_named_path(folder, name), MAX_MODEL)
    except NameFault as refusal:
        raise UsageError(
            make_message("--classifier {path}: {refusal}", path=path, refusal=refusal),
            "Copy it beside the new file.",
        ) from None
    except OSError as error:
        raise UsageError(
            make_message("--classifier {path}: {strerror}", path=path, strerror=error.strerror),
            "Give a model file that bench/train_units.py wrote.",
        ) from None
    fault = find_classifier_fault(content)
    if fault:
        raise UsageError(
            make_message(
                "--classifier {path}: this version cannot use it, because {fault}",
                path=path,
                fault=fault,
            ),
            "Leave it out, or train a model with bench/train_units.py.",
        )
    return NamedFile(name, content)
