"""What was decided in the studio: the states of the portal file and of the tables beside it.

``.history/NAME.jsonl`` beside a file has a line for each state: the time of the file, who left it,
and its content. A state that another program has left is noted when the studio next writes. The
folder is no part of a portal and may be removed.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timezone
from itertools import accumulate
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import read_regular
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.studio.frame.file_edits import list_edits

FOLDER = ".history"
MAX_BYTES = 10_000_000
"""Bytes of the states of a file that are kept; the oldest ones go first."""
STUDIO, ELSEWHERE = "studio", "elsewhere"
"""Who left a state: the studio, or another program before it."""


@dataclass(frozen=True)
class FileState:
    """A state of the file ``name``: its number, when it was left by whom, its content, and that of
    the state before; None if that is not known."""

    name: str
    number: int
    time: datetime
    origin: str
    content: bytes
    former: bytes | None

    @property
    def changes(self) -> list[str]:
        """Return the lines that differ from the state before, as ``list_edits``."""
        former = self.content if self.former is None else self.former
        return list_edits(*(each.decode("utf-8-sig", "replace") for each in (former, self.content)))


def note_state(path: Path, former: bytes | None) -> None:
    """Note that the studio has written a file, which was ``former`` before (None: there was none).
    What cannot be noted is not: the file itself is written."""
    with suppress(OSError, UsageError):
        place = path.parent / FOLDER / f"{path.name}.jsonl"
        lines = _read_lines(place)
        modified = path.stat().st_mtime
        known = _unpack(lines[-1]) if lines else None
        if former is not None and (known is None or known != former):
            lines.append(_pack(modified, ELSEWHERE, former))
        lines.append(_pack(modified, STUDIO, path.read_bytes()))
        sizes = accumulate(len(line["content"]) for line in reversed(lines))
        kept = sum(size <= MAX_BYTES for size in sizes)
        lines = lines[-max(kept, 1) :]
        place.parent.mkdir(exist_ok=True)
        write_file(place, ["".join(json.dumps(line) + "\n" for line in lines).encode("ascii")])


def list_states(portal_file: Path) -> list[FileState]:
    """Return the states of a portal file and of the tables with its name, the latest first."""
    first = portal_file.name.split(".")[0]
    states: list[FileState] = []
    for place in sorted((portal_file.parent / FOLDER).glob(f"{first}.*.jsonl")):
        states += _list_states(place)
    return sorted(states, key=lambda state: (state.time, state.name, state.number), reverse=True)


def find_state(portal_file: Path, name: str, number: int) -> FileState:
    """Return a state. Raises UsageError if it is not kept."""
    for state in list_states(portal_file):
        if (state.name, state.number) == (name, number):
            return state
    raise UsageError(
        make_message("no such state: {name}, {number}", name=name, number=number),
        "It is no longer kept.",
    )


def _list_states(place: Path) -> Iterator[FileState]:
    name = place.name.removesuffix(".jsonl")
    former: bytes | None = None
    for number, line in enumerate(_read_lines(place), 1):
        content = _unpack(line)
        if number == 1 and line["by"] != ELSEWHERE:
            former = b""
        moment = datetime.fromtimestamp(line["time"], timezone.utc)
        yield FileState(name, number, moment, line["by"], content, former)
        former = content


def _read_lines(place: Path) -> list[dict[str, Any]]:
    """Return the lines of a history that can be read."""
    try:
        content = read_regular(place, 2 * MAX_BYTES)
    except OSError:
        return []
    lines = []
    for text in content.splitlines():
        with suppress(ValueError, KeyError, TypeError, zlib.error):
            line = json.loads(text)
            _unpack(line)
            lines.append(
                {"time": float(line["time"]), "by": line["by"], "content": line["content"]}
            )
    return lines


def _pack(modified: float, origin: str, content: bytes) -> dict[str, Any]:
    packed = base64.b64encode(zlib.compress(content, 9)).decode("ascii")
    return {"time": modified, "by": origin, "content": packed}


def _unpack(line: Mapping[str, Any]) -> bytes:
    return zlib.decompress(base64.b64decode(line["content"]))
