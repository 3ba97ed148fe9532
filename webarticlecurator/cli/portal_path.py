"""Find the portal file that a command means by a name, a path or a folder."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.system.input_files import find_shipped_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.corpus_file import NAME, find_corpus_file
from webarticlecurator.portal_file.values.nearest_name import nearest_word


def portal_path(config: str) -> Path:
    """Return the file that CONFIG means: a path, or the name of a shipped portal file.

    Raises UsageError if there is neither, and for a ``corpus.yaml``.
    """
    path = Path(config)
    corpus = find_corpus_file(config)
    if corpus is not None:
        raise UsageError(
            make_message("{file} names several portals (expected one portal file)", file=corpus),
            "Give one of the files that it names.",
        )
    if path.is_file():
        return path
    if shipped := find_shipped_file(config):
        return shipped
    if path.exists():
        cure = (
            "Give the path of a YAML file. A pipe or a device does not work, because curator"
            " looks for other files beside it."
        )
        raise UsageError(make_message("{config}: not a regular file", config=config), cure)
    known = [str(file) for file in portal_files_in(path.parent)]
    if path.name == config:
        known += [file.stem for file in portal_files_in(data_folder("site_configs"))]
    spelt = (config, f"{config}.yaml", path.stem)
    nearest = next(filter(None, (nearest_word(word, known) for word in spelt)), None)
    raise UsageError(
        make_message(
            "{config}: no such portal file; did you mean {nearest}?",
            config=config,
            nearest=nearest,
        )
        if nearest
        else make_message("{config}: no such portal file", config=config),
        "Give the path of a YAML file, or the name of a shipped one; `curator new NAME` writes a"
        " new one.",
    )


def portal_files_in(folder: Path) -> list[Path]:
    return sorted(
        file
        for file in folder.glob("*.yaml")
        if not file.stem.endswith((".tests", ".learned", ".proposed")) and file.name != NAME
    )
