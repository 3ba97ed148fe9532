"""Files on this machine or behind an address that fsspec reads (s3, https …), for workers on other
machines.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeVar

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError, StoreDamaged, UsageError
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.text.translation import make_message

PAUSES = (1.0, 4.0)
"""Seconds before a file is read once more, after a fault of the network."""

Content = TypeVar("Content")


def read_patiently(read: Callable[[], Content], forget: Callable[[], object]) -> Content:
    """Return what ``read`` returns; where the network fails, try again after a pause. ``forget`` is
    called before. Raises what ``read`` raises at last, CuratorError at once."""
    for pause in PAUSES:
        try:
            return read()
        except (CuratorError, FileNotFoundError, PermissionError):
            raise
        except Exception:  # each file system has errors of its own
            forget()
            time.sleep(pause)
    return read()


@dataclass(frozen=True)
class RemoteFile:
    """A file of a ``RemoteFolder``."""

    folder: RemoteFolder
    path: str

    def __str__(self) -> str:
        return f"{self.folder.address.rstrip('/')}/{self.path}"

    def open(self, block_size: int) -> Any:
        """Open the file to be read in blocks. Raises whatever its file system raises."""
        return self.folder.system.open(self._place, "rb", block_size=block_size)

    def read_bytes(self) -> bytes:
        """Return the content. Raises StoreDamaged."""
        try:
            content: bytes = read_patiently(
                lambda: self.folder.system.cat_file(self._place), lambda: None
            )
        except Exception as error:
            raise self.read_error(error) from error
        return content

    def read_error(self, error: Exception) -> StoreDamaged:
        """Return the error of a file that cannot be read."""
        return StoreDamaged(
            make_message(
                "{place} cannot be read: {name}: {error}",
                place=str(self),
                name=type(error).__name__,
                error=str(error),
            ),
            make_message(
                "Copy the folder there, where every worker can read it, or correct {option}; then"
                " run the same command again.",
                option=self.folder.option,
            ),
        )

    @property
    def _place(self) -> str:
        return f"{self.folder.root.rstrip('/')}/{self.path}"


class RemoteFolder:
    """The folder at ``address``: a path, or a URL that fsspec knows, given with ``option``.

    ``folder / path`` is a file of it. Raises UsageError if fsspec cannot read such an address.
    """

    def __init__(self, address: str, option: str) -> None:
        self.address, self.option = address, option
        require_extra("cluster", ("fsspec",), f"{option} {address}")
        # imported here: only work on a cluster needs it
        from fsspec.core import url_to_fs

        try:
            system, root = url_to_fs(address)
        except ImportError as error:
            raise UsageError(
                make_message(
                    "{address}: this machine cannot read such addresses: {error}",
                    address=address,
                    error=str(error),
                ),
                "Install the package that is named here, on every worker.",
            ) from error
        except ValueError as error:
            raise UsageError(
                make_message(
                    "not an address of a folder: {address!r}: {error} (expected a path, or a URL"
                    " such as s3://bucket/folder)",
                    address=address,
                    error=str(error),
                ),
                make_message("Correct {option}.", option=option),
            ) from error
        self.system = system
        self.root = str(root)

    def __truediv__(self, path: str) -> RemoteFile:
        return RemoteFile(self, path)
