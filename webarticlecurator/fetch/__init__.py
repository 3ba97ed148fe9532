"""The client of the crawler; no other package opens a connection.

``session.py`` makes one attempt and ``wire_recorder.py`` keeps its bytes; it is the first of the
kinds in ``politeness.py``, which paces the attempts. ``polite_client.py`` decides what may be
requested, and joins all of them. ``page_renderer.py`` renders pages, whose requests this client
answers. Read ``session.py`` first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.fetch.connection_settings import (
        USER_AGENT,
        ConnectionSettings,
        RequestPace,
        describe_client,
    )
    from webarticlecurator.fetch.polite_client import PoliteClient, Robots, RobotsAnswer, Visitor
    from webarticlecurator.fetch.politeness import (
        AFTER_WALLS,
        FETCHERS,
        NOT_REQUESTED,
        REFUSALS,
        TRANSIENT_STATUSES,
        Fetcher,
        Politeness,
    )
    from webarticlecurator.fetch.session import REDIRECTS, Session

__all__ = [
    "AFTER_WALLS",
    "FETCHERS",
    "NOT_REQUESTED",
    "REDIRECTS",
    "REFUSALS",
    "TRANSIENT_STATUSES",
    "USER_AGENT",
    "ConnectionSettings",
    "Fetcher",
    "PoliteClient",
    "Politeness",
    "RequestPace",
    "Robots",
    "RobotsAnswer",
    "Session",
    "Visitor",
    "describe_client",
]

__getattr__ = import_lazily(__name__)
