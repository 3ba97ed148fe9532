"""``checks.jsonl`` of a corpus folder: when each WARC file was read, and what its bytes were.

A line for each file that a check has read; lines are only added. The last sound one says what the
beginning of the file must be, until a command replaces the file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.dataclasses import asdict, dataclass, replace
from webarticlecurator.base.system.appended_lines import append_lines, read_whole_lines
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import (
    convert_os_errors,
    digest_beginning,
    refuse_link,
    warc_files,
)

NAME = "checks.jsonl"
SOUND, DAMAGED, MENDED, REPLACED = "sound", "damaged", "mended", "replaced"
LATE_DAYS = 92
"""A byte that was not read for longer is said by ``curator status``."""


@dataclass(frozen=True)
class Check:
    """A line of the log. ``size`` and ``sha256`` are of the whole file as it was then; ``note``
    says from what it was mended, and where the damaged file was put. ``is_full``: nothing is
    appended to it any more, so it stays as it was to its end."""

    time: str
    file: str
    result: str
    size: int = 0
    sha256: str = ""
    note: str = ""
    is_full: bool = False

    def is_of(self, path: Path) -> bool:
        """Return True if a file begins with these bytes, and has no others if it was full. Raises
        OSError."""
        first = digest_beginning(path, self.size)
        return first is not None and self.fits(first, path.stat().st_size)

    def fits(self, first: str, size: int) -> bool:
        """Return True if a file of ``size`` bytes is one of these: ``first`` is the digest of its
        beginning."""
        return first == self.sha256 and (not self.is_full or size == self.size)


@dataclass(frozen=True)
class FileChecks:
    """What the log says of a file: the last time that it was read, its bytes when it was last
    sound (None if it was replaced since, or never was), and whether it was damaged last."""

    read: str = ""
    sound: Check | None = None
    is_damaged: bool = False


def add_checks(folder: Path, checks: Iterable[Check]) -> None:
    """Append lines, durably. Raises StoreDamaged, DiskFull, CorpusMismatch for a link."""
    path = folder / NAME
    refuse_link(path)
    with convert_os_errors(folder):
        append_lines(path, (json.dumps(asdict(each), ensure_ascii=False) for each in checks))


def read_states(folder: Path) -> dict[str, FileChecks]:
    """Return what is known of each file that the log names; lines that a kill has torn do not
    count."""
    states: dict[str, FileChecks] = {}
    for each in _read_lines(folder / NAME):
        state = states.get(each.file, FileChecks())
        if each.result == REPLACED:
            state = FileChecks(each.time)
        elif each.result == DAMAGED:
            state = replace(state, read=each.time, is_damaged=True)
        else:
            state = FileChecks(each.time, each)
        states[each.file] = state
    return states


def _read_lines(path: Path) -> Iterator[Check]:
    for line in read_whole_lines(path):
        with suppress(ValueError, TypeError):
            yield Check(**json.loads(line))


def digest_file(path: Path, beginning: int, start: int = 0) -> tuple[str, str, int]:
    """Return the hex sha256 of the beginning of a file ("" if it is shorter) and of all of it, and
    its size, from the byte ``start`` on; none of it for a missing file. Raises OSError."""
    digest, first, size = hashlib.sha256(), "", 0
    with suppress(FileNotFoundError), path.open("rb") as stream:
        stream.seek(start)
        while True:
            if size == beginning:
                first = digest.hexdigest()
            left = beginning - size
            piece = stream.read(min(left, 1 << 20) if left > 0 else 1 << 20)
            if not piece:
                return first, digest.hexdigest(), size
            digest.update(piece)
            size += len(piece)
    return "", "", 0


def find_growing(folder: Path, portal: str) -> list[str]:
    """Return the WARC files that a crawl appends to: the last of each kind."""
    return [*{name.kind: name.file for name in warc_files(folder, portal)}.values()]


def read_times(folder: Path, portal: str) -> list[tuple[str, str]]:
    """Return when each WARC file was read last, the longest unread first: as ISO 8601, or the day
    of its first record if no check has read it."""
    states = read_states(folder)
    found = []
    for name in warc_files(folder, portal):
        written = f"{name.time[:4]}-{name.time[4:6]}-{name.time[6:8]}"
        found.append((states.get(name.file, FileChecks()).read or written, name.file))
    return sorted(found)


def describe_checks(folder: Path, portal: str, now: datetime) -> list[str]:
    """Return what can be shown of the checks of a corpus: how long ago the byte was read that was
    not read for longest, and whether that is late; nothing of a young corpus without a check."""
    times = read_times(folder, portal)
    if not times:
        return []
    oldest, file = times[0]
    days = (now.date() - datetime.fromisoformat(oldest[:DAY_LENGTH]).date()).days
    damaged = [name for name, state in read_states(folder).items() if state.is_damaged]
    lines: list[str] = [
        make_message("damaged, and not mended: {file}; `curator verify --repair`", file=name)
        for name in damaged
    ]
    if days > LATE_DAYS:
        lines.append(
            make_message(
                "late: {file} was not read for {days} days; `curator verify --share 1/30` each"
                " night reads all in a month",
                file=file,
                days=days,
            )
        )
    elif (folder / NAME).exists():
        lines.append(
            make_message(
                "every byte was read in the last {days} days, the last time {time}",
                days=max(days, 1),
                time=times[-1][0][:DAY_LENGTH],
            )
        )
    return lines
