"""Check WARC files, all or the share that was not read for longest, and mend them if asked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.fixity.check_log import (
    DAMAGED,
    SOUND,
    Check,
    add_checks,
    describe_checks,
    digest_file,
    find_growing,
    read_states,
    read_times,
)
from webarticlecurator.storage.fixity.mending import Upkeep, mend_file, protect
from webarticlecurator.storage.fixity.parity import (
    describe_missing_program,
    find_program,
    list_sets,
    remove_work,
)
from webarticlecurator.storage.index.disk import convert_os_errors, file_size
from webarticlecurator.storage.index.lock import Lock
from webarticlecurator.storage.store.verify import Verified, verify_locked
from webarticlecurator.storage.store.view import check_folder
from webarticlecurator.storage.warc.warc_reader import Finding


@dataclass(frozen=True)
class Checked:
    """The result of a check: of the records and TEI files, of the WARC ``files`` that were read
    those that were mended, and messages for the user."""

    verified: Verified
    files: int
    mended: tuple[Check, ...] = ()
    remarks: tuple[str, ...] = ()


def check_corpus(
    folder: Path,
    portal: str,
    upkeep: Upkeep,
    share: float = 1.0,
    *,
    repair: bool = False,
    proved: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> Checked:
    """Check a corpus as ``verify_corpus``, and the bytes of its WARC files against what the log of
    checks says of them; write the log, and make recovery data for files that have none. A folder
    that cannot be written is only read.

    ``share``: the part of the WARC files to read, those that were not read for longest; then no TEI
    is read. ``repair``: mend what is damaged. ``proved``: as in ``verify_locked``. Raises
    CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull.
    """
    check_folder(folder, create=False)
    with closing(Lock(folder, is_reader=True)):
        return _check_locked(folder, portal, upkeep, share, proved, repair=repair)


def _check_locked(
    folder: Path,
    portal: str,
    upkeep: Upkeep,
    share: float,
    proved: Mapping[str, tuple[int, int]],
    *,
    repair: bool,
) -> Checked:
    growing = find_growing(folder, portal)
    sounds = {
        # one that grows again: the one after it is lost
        file: replace(state.sound, is_full=state.sound.is_full and file not in growing)
        for file, state in read_states(folder).items()
        if state.sound
    }
    present = [file for _, file in read_times(folder, portal)]
    gone = [file for file in sounds if file not in present]
    chosen = _choose(folder, present, share)
    if not {*chosen}.isdisjoint(growing):  # one set of recovery data is of them all
        chosen += [file for file in growing if file not in chosen]
    with convert_os_errors(folder):
        read = {
            file: digest_file(folder / file, sounds[file].size if file in sounds else 0)
            for file in (*gone, *chosen)
        }
    damaged = [
        sounds[file]
        for file, (first, _, size) in read.items()
        if file in sounds and not sounds[file].fits(first, size)
    ]
    mended = []
    if repair:
        found = (mend_file(folder, each, upkeep) for each in damaged)
        mended = [each for each in found if each is not None]
        done = {each.file for each in mended}
        damaged = [each for each in damaged if each.file not in done]
        present += [file for file in done if file not in present]
        read = {file: digests for file, digests in read.items() if file not in done}
    proved = {file: of for file, of in proved.items() if file in read}
    verified = verify_locked(folder, portal, None if share >= 1 else chosen, proved)
    findings = (*(_describe_damage(each, repair) for each in damaged), *verified.findings)
    # the places of findings that say nothing of a file's bytes are no WARC files
    broken = {each.file for each in findings}
    covered = {file for parity in list_sets(folder) for file in parity.members}
    stuck = sum(each.file in covered for each in damaged) if repair and not find_program() else 0
    remarks = [describe_missing_program(stuck)] if stuck else []
    if os.access(folder, os.W_OK):
        sound = [file for file in (present if share >= 1 else chosen) if file not in broken]
        time = write_utc_second(upkeep.now())
        growing = find_growing(folder, portal)
        with convert_os_errors(folder):
            remove_work(folder)
            whole = [(file, *(read.get(file) or digest_file(folder / file, 0))) for file in sound]
        lines = [
            Check(time, file, SOUND, size, sha, is_full=file not in growing)
            for file, _, sha, size in whole
        ]
        others = {each.file for each in damaged}.union({*chosen} & broken)
        add_checks(folder, [*lines, *(Check(time, file, DAMAGED) for file in sorted(others))])
        remarks += protect(folder, portal, upkeep, sound)
    remarks += describe_checks(folder, portal, upkeep.now())
    return Checked(replace(verified, findings=findings), len(chosen), (*mended,), (*remarks,))


def _choose(folder: Path, files: list[str], share: float) -> list[str]:
    """Return the first of the files that are together at least a share of the bytes."""
    sizes = [file_size(folder, file) or 0 for file in files]
    wanted, number = share * sum(sizes), 0
    while number < len(files) and sum(sizes[:number]) < wanted:
        number += 1
    return files[:number]


def _describe_damage(sound: Check, is_repaired: bool) -> Finding:
    was = make_message(
        "its {size} bytes are not those that were read on {time}", size=sound.size, time=sound.time
    )
    cure = (
        make_message("neither recovery data nor a copy mends them; find a sound copy")
        if is_repaired
        else make_message("`curator verify --repair` mends them from recovery data or a copy")
    )
    return Finding(sound.file, None, make_message("{problem}; {cure}", problem=was, cure=cure))
