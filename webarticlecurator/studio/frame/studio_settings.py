"""The settings of the studio, and the libraries that it needs."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.service.service_settings import SERVICE_LIBRARIES, ServerSettings

STUDIO_LIBRARIES = (*SERVICE_LIBRARIES, "nicegui")


@dataclass(frozen=True, kw_only=True)
class StudioSettings(ServerSettings):
    """What the command line decides for the studio: ``folder`` is where new portal files are
    written, ``language`` that of the views unless the menu has chosen one ("": the browser's).
    Pages are fetched through ``proxy`` if there is one; ``ca_file`` is as for a crawl."""

    folder: Path
    language: str = ""
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None
