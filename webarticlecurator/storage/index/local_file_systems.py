"""Where the index may have a write-ahead log (WAL): all processes that use it share memory, so they
must run on one machine, which SQLite cannot tell of network file systems."""

from __future__ import annotations

import re
import sys
from pathlib import Path

MOUNT_TABLE = Path("/proc/self/mountinfo")
LOCAL_FILE_SYSTEMS = frozenset(
    "bcachefs btrfs erofs exfat ext2 ext3 ext4 f2fs fuseblk hfsplus iso9660 jfs nilfs2 ntfs3"
    " overlay ramfs reiserfs squashfs tmpfs udf vfat xfs zfs".split()
)
"""Types of the mount table that belong to one machine. Others (nfs, cifs, 9p, fuse.sshfs …) may
not: there the rollback journal is as safe as the locks of the file system."""

_ESCAPED = re.compile(r"\\([0-7]{3})")


def may_have_wal(folder: Path) -> bool:
    """Return True unless the mount table says, or leaves it open, that other machines may see
    ``folder``. Systems other than Linux have no such table: SQLite itself decides there."""
    if not sys.platform.startswith("linux"):
        return True
    return _find_file_system(folder.resolve()) in LOCAL_FILE_SYSTEMS


def _find_file_system(path: Path) -> str | None:
    """Return the type of the file system that a path lies on; None if the table does not say."""
    try:
        table = MOUNT_TABLE.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return None
    found: tuple[int, str] | None = None
    for line in table.splitlines():
        # mount id, parent, device, root, mount point, options, optional fields - type, source …
        before, _, after = line.partition(" - ")
        words, kind = before.split(" "), after.split(" ")[0]
        if len(words) < 6 or not kind:
            continue
        place = Path(_ESCAPED.sub(lambda code: chr(int(code[1], 8)), words[4]))
        # of two mounts on one place, the later one is seen
        if path.is_relative_to(place) and (found is None or len(place.parts) >= found[0]):
            found = len(place.parts), kind
    return found[1] if found else None
