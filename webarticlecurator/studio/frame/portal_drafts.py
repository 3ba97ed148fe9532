"""The portal files that are being edited in the studio."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.portal_file.config.load_context import AllowHooks
from webarticlecurator.studio.frame.portal_draft import PortalDraft


@dataclass
class PortalDrafts:
    """The portal files that are being edited, each once, whatever tab asks. Thread-safe.

    ``allow_hooks`` returns the hooks that may run now, as ``load_portal`` takes them.
    """

    allow_hooks: Callable[[], AllowHooks]
    _drafts: dict[Path, PortalDraft] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, file: Path) -> PortalDraft:
        """Return the draft of a file; read it if nobody has, or if another program has changed it
        and nothing is unsaved. Raises as ``PortalDraft``."""
        with self._lock:
            if file not in self._drafts:
                self._drafts[file] = PortalDraft(file, self.allow_hooks())
            self._drafts[file].follow_file()
            return self._drafts[file]
