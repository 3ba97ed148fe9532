"""Mend WARC files: from recovery data, else from a copy whose digest is right.

What is there is put aside first; the mended file replaces it as a whole, whatever a kill comes at.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import closing
from datetime import datetime
from itertools import chain
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.storage.fixity.check_log import (
    MENDED,
    REPLACED,
    SOUND,
    Check,
    add_checks,
    digest_file,
    find_growing,
    read_states,
)
from webarticlecurator.storage.fixity.parity import (
    describe_missing_program,
    find_program,
    is_covered,
    list_sets,
    make_set,
    mend_members,
    remove_work,
)
from webarticlecurator.storage.index.disk import (
    FOLDER,
    convert_os_errors,
    digest_beginning,
    locate_stored_file,
    refuse_link,
    sync_files,
    sync_folder,
    warc_files,
)
from webarticlecurator.storage.store.index_rebuild import read_lost
from webarticlecurator.storage.store.replaced_warc import DRAFT_ENDING

ASIDE = "aside"
"""The folder of damaged files, as they were before they were mended."""


@dataclass(frozen=True)
class Upkeep:
    """What the settings of a corpus say of it: folders with copies, and percent of recovery
    data, 0 for none. ``now`` returns the time as aware UTC."""

    now: Callable[[], datetime]
    copies: tuple[Path, ...] = ()
    parity: int = 0


def mend_file(folder: Path, sound: Check, upkeep: Upkeep) -> Check | None:
    """Mend a WARC file that does not begin with the bytes of ``sound``; return the line of the log
    about it, which is written, or None if nothing mends it.

    The caller has the lock of the corpus. Raises StoreDamaged, DiskFull, UsageError.
    """
    path = locate_stored_file(folder, sound.file)
    draft = path.with_name(path.name + DRAFT_ENDING)
    with convert_os_errors(folder), closing(_list_sources(folder, sound, upkeep)) as sources:
        for source, origin in sources:
            _write_draft(draft, source, path, sound)
            if found := _use(folder, sound, draft, origin, upkeep.now()):
                return found
    return None


def _list_sources(
    folder: Path, sound: Check, upkeep: Upkeep
) -> Generator[tuple[Path, str], None, None]:
    """Yield files that may have the bytes of ``sound``, each with what it was made of."""
    for parity in list_sets(folder) if find_program() else ():
        if sound.file in parity.members:
            with mend_members(folder, parity) as mended:
                if sound.file in mended:
                    yield mended[sound.file], parity.path.name
    for copy in upkeep.copies:
        source = copy / sound.file
        if digest_beginning(source, sound.size) == sound.sha256:
            yield source, str(copy)


def _write_draft(draft: Path, source: Path, path: Path, sound: Check) -> None:
    """Write the file anew: from ``source``, and what was appended since it was sound from where it
    is, if that is all there and the file was not full."""
    is_longer = path.is_file() and path.stat().st_size > sound.size
    shutil.copyfile(source, draft)
    with draft.open("r+b") as out:
        known = min(out.seek(0, os.SEEK_END), sound.size)
        if sound.is_full or is_longer:
            out.truncate(known)
        if is_longer and not sound.is_full:
            out.seek(known)
            with path.open("rb") as rest:
                rest.seek(known)
                shutil.copyfileobj(rest, out)


def _use(folder: Path, sound: Check, draft: Path, origin: str, now: datetime) -> Check | None:
    """Let a right draft be the file, and write down the bytes that are known to be right; remove a
    wrong one."""
    if not sound.is_of(draft):
        draft.unlink(missing_ok=True)
        return None
    aside = _put_aside(folder, sound.file)
    sync_files([draft])
    draft.replace(folder / sound.file)
    sync_folder(folder / FOLDER)
    note = f"from {origin}" + (f"; the damaged file is {aside}" if aside else "")
    done = replace(sound, time=write_utc_second(now), result=MENDED, note=note)
    add_checks(folder, [done])
    return done


def _put_aside(folder: Path, file: str) -> str:
    """Keep a damaged file under a name by its content, once; return its path in the corpus."""
    path = folder / file
    if not path.is_file():
        return ""
    refuse_link(folder / ASIDE)
    (folder / ASIDE).mkdir(exist_ok=True)
    aside = folder / ASIDE / f"{path.name}.{digest_file(path, 0)[1][:16]}"
    if not aside.exists():
        draft = aside.with_name(aside.name + DRAFT_ENDING)
        shutil.copyfile(path, draft)
        sync_files([draft])
        draft.replace(aside)
        sync_folder(folder / ASIDE)
    return f"{ASIDE}/{aside.name}"


def describe_unprotected(folder: Path, portal: str, upkeep: Upkeep) -> list[str]:
    """Return what can be shown of full WARC files without recovery data: that the program for it
    is missing, if it is. Raises StoreDamaged, CorpusMismatch."""
    if not upkeep.parity or find_program() is not None:
        return []
    missing = _list_missing(folder, portal)
    return [describe_missing_program(sum(map(len, missing.values())))] if missing else []


def protect(
    folder: Path,
    portal: str,
    upkeep: Upkeep,
    files: Collection[str] | None = None,
    grew: Collection[str] = (),
) -> list[str]:
    """Make recovery data for those of ``files``, which are sound, that have none or other; by
    default for those that are not appended to any more and have none. Those that grow are one set.
    Return messages for the user: a failure of this is none of the caller, who has the lock. Without
    ``files``, that the program is missing is said where one of those that ``grew`` does not grow.
    """
    if not upkeep.parity:
        return []
    growing = find_growing(folder, portal)
    try:
        missing = _list_missing(folder, portal, files)
        if missing and find_program() is None:
            is_new = files is not None or not {*grew} <= {*growing}
            return [describe_missing_program(sum(map(len, missing.values())))] if is_new else []
        for name, members in missing.items():
            make_set(folder, name, members, upkeep.parity)
        _note_digests(folder, [*chain.from_iterable(missing.values())], growing, upkeep)
    except CuratorError as error:
        return [error.message]
    return []


def _list_missing(
    folder: Path, portal: str, files: Collection[str] | None = None
) -> dict[str, list[str]]:
    """Return the sets to make, each by its name with its members, as ``protect``."""
    names = warc_files(folder, portal)
    growing = find_growing(folder, portal)
    closed = [name.file for name in names if name.file not in growing]
    if files is None and closed:
        bad = {each.file for each in read_lost(folder)}
        bad |= {file for file, state in read_states(folder).items() if state.is_damaged}
        closed = [file for file in closed if file not in bad]
    wanted = {Path(file).name: [file] for file in closed if files is None or file in files}
    if growing and files is not None and set(growing) <= {*files}:
        wanted[f"{portal}-growing"] = growing
    return {
        name: members
        for name, members in wanted.items()
        if not is_covered(folder, name, members, by_name=files is None)
    }


def _note_digests(
    folder: Path, files: Sequence[str], growing: Collection[str], upkeep: Upkeep
) -> None:
    """Write down the digests of files that no check has read, or none since they are full."""
    states = read_states(folder)
    time = write_utc_second(upkeep.now())
    lines = []
    for file in files:
        known = states[file].sound if file in states else None
        is_full = file not in growing
        if known is None or (is_full and not known.is_full and known.is_of(folder / file)):
            _, sha, size = digest_file(folder / file, 0)
            lines.append(Check(time, file, SOUND, size, sha, is_full=is_full))
    add_checks(folder, lines)


def forget_file(folder: Path, file: str, now: datetime) -> None:
    """Forget a WARC file that is about to be replaced: its digest, recovery data, and what was put
    aside of it, by which its text could be had again. Raises StoreDamaged, DiskFull."""
    known = read_states(folder).get(file)
    if known is not None and known.sound is not None:
        add_checks(folder, [Check(write_utc_second(now), file, REPLACED)])
    with convert_os_errors(folder):
        remove_work(folder)
        for each in list_sets(folder):
            if file in each.members:
                each.path.unlink()
        for path in (folder / ASIDE).glob(f"{Path(file).name}.*"):
            path.unlink()
