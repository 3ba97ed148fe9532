"""The copies of a corpus that its settings name: they are read where they are, never changed."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.translation import make_count_message, make_message
from webarticlecurator.storage.fixity.check_log import (
    DAMAGED,
    SOUND,
    FileChecks,
    digest_file,
    read_states,
)
from webarticlecurator.storage.index.disk import convert_os_errors, warc_files
from webarticlecurator.storage.warc.warc_reader import Finding, read_all_records

BEHIND, MISSING = "behind", "missing"
"""States of a copy beside those of a check: sound, damaged."""


@dataclass(frozen=True)
class Copy:
    """A copy as it compares with the corpus: ``files`` are those that it has not, or not to their
    end (``behind``), or WARC files that are others (``damaged``)."""

    folder: Path
    state: str
    files: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.state == SOUND:
            return make_message("{folder}: sound", folder=self.folder)
        if self.state == MISSING:
            return make_message("{folder}: there is no copy", folder=self.folder)
        behind = make_count_message(
            "{folder}: behind: {number} file is missing or older ({files})",
            "{folder}: behind: {number} files are missing or older ({files})",
            len(self.files),
            folder=self.folder,
            files=", ".join(self.files[:3]),
        )
        damaged = make_message(
            "{folder}: damaged, or from before a text was withdrawn: {files}",
            folder=self.folder,
            files=", ".join(self.files),
        )
        return damaged if self.state == DAMAGED else behind


def compare_copies(
    folder: Path, portal: str, copies: Sequence[Path], others: Collection[str] = ()
) -> Iterator[Copy]:
    """Yield how each of the copies compares with the corpus: all bytes of both are read, of the
    WARC files and of ``others``, by which a copy can be behind. Raises CorpusMismatch,
    StoreDamaged."""
    names = [name.file for name in warc_files(folder, portal)]
    states = read_states(folder)
    for copy in copies:
        with convert_os_errors(copy):
            if not (copy / "warc").is_dir():
                yield Copy(copy, MISSING)
                continue
            found = {
                file: _compare(folder, copy, file, states.get(file, FileChecks())) for file in names
            }
            for file in others:
                digests = {digest_file(each / file, 0)[1] for each in (folder, copy)}
                found[file] = SOUND if len(digests) == 1 else BEHIND
        of_state = {
            state: tuple(file for file, each in found.items() if each == state)
            for state in (DAMAGED, BEHIND)
        }
        state = next((each for each, files in of_state.items() if files), SOUND)
        yield Copy(copy, state, of_state.get(state, ()))


def _compare(folder: Path, copy: Path, file: str, known: FileChecks) -> str:
    sound = known.sound
    first, whole, size = digest_file(copy / file, sound.size if sound else 0)
    beginning, own, _ = digest_file(folder / file, size)
    if whole == own:
        return SOUND
    if sound and first == sound.sha256 and not sound.is_of(folder / file):
        # the corpus is what is damaged; what no check has read must be the same in both
        rest = {digest_file(each / file, 0, sound.size)[1] for each in (folder, copy)}
        if len(rest) == 1 or (sound.is_full and size == sound.size):
            return SOUND
    return (
        BEHIND if beginning == whole or not size or (sound and whole == sound.sha256) else DAMAGED
    )


def find_copies_with(copies: Sequence[Path], records: Collection[str]) -> list[Path]:
    """Return the copies that have one of the records in their WARC files; places that cannot be
    read are passed over."""
    ignored: list[Finding] = []
    return [
        copy
        for copy in copies
        if any(
            located.record.id in records
            for _, located in read_all_records(
                sorted((copy / "warc").glob("*.warc.gz")), ignored.append
            )
        )
    ]
