"""What the studio notes of the commands that it started: a folder for each, beside the corpora.

``<folder>/.runs/<id>/`` has ``run.json`` (which process, started when, with which words),
``log.txt`` (what it printed) and ``progress.json`` (how far it is). No portal has such a name,
and nothing in it is part of a corpus: it may be removed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.attribute_words import read_words

RUNS = ".runs"
MAX_RUNS = 100
"""Runs that are kept; older ones that have ended are forgotten."""
RECORD_WORDS = read_words("id command portals started pid identity")
"""Attribute of ``RunRecord`` → its key in run.json."""


@dataclass(frozen=True)
class RunRecord:
    """A command that the studio has started, and its ``folder``.

    ``id`` begins with the time of the start; ``command`` has the words after ``curator``. ``pid``
    is that of the process, ``identity`` tells it from a later one with the same number.
    """

    folder: Path
    id: str
    command: tuple[str, ...]
    portals: tuple[str, ...]
    started: str
    pid: int
    identity: str

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    @property
    def answer(self) -> Path:
        return self.folder / "answer.txt"

    @property
    def progress(self) -> Path:
        return self.folder / "progress.json"


def make_run_folder(place: Path, portals: Sequence[str], now: datetime) -> Path:
    """Make the folder of a new run; its name, the id of the run, is that of no other. Raises
    OSError."""
    runs = place / RUNS
    runs.mkdir(parents=True, exist_ok=True)
    first = f"{now:%Y%m%dT%H%M%S}-{portals[0]}"
    for name in chain((first,), (f"{first}-{number}" for number in count(2))):
        with suppress(FileExistsError):
            (runs / name).mkdir()
            break
    return runs / name


def read_run_record(folder: Path) -> RunRecord | None:
    """Return the run in a folder; None if it is none, or not whole."""
    try:
        content = json.loads((folder / "run.json").read_bytes())
        values = {name: content[word] for name, word in RECORD_WORDS.items()}
        values["command"], values["portals"] = map(tuple, (values["command"], values["portals"]))
        return RunRecord(folder, **values)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def list_run_records(place: Path, portal: str | None = None) -> list[RunRecord]:
    """Return the runs, those of one ``portal`` if it is given, the latest first."""
    folders = sorted((place / RUNS).glob("*/"), reverse=True)
    found = [record for folder in folders if (record := read_run_record(folder)) is not None]
    return [record for record in found if portal is None or portal in record.portals]
