"""What the service and the studio are made from.

Needs no extra: commands read it before they say which one is missing.
"""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.service.portals import PortalCatalog
from webarticlecurator.service.reader_processes import PagePool
from webarticlecurator.service.service_settings import ServiceSettings


@dataclass(frozen=True, kw_only=True)
class ServerContext:
    """What the service and the studio are made from.

    ``pages`` reads pages in worker processes. ``report`` is called with each mistake of the
    program.
    """

    catalog: PortalCatalog
    pages: PagePool
    clock: Clock
    report: Callable[[Exception], None]


@dataclass(frozen=True, kw_only=True)
class ServiceContext(ServerContext):
    """What answers are made from."""

    settings: ServiceSettings
