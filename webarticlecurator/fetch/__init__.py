"""The client of the crawler; no other package opens a connection.

``session.py`` makes one attempt and ``wire_recorder.py`` keeps its bytes; it is the first kind of
``fetchers.py``. ``politeness.py`` paces and repeats the attempts, ``robots_policy.py`` decides what
may be requested, and ``polite_client.py`` joins them. ``page_renderer.py`` renders pages, whose
requests this client answers. Read ``session.py`` first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.fetch.answer_kinds import NOT_REQUESTED, REFUSALS, TRANSIENT_STATUSES
    from webarticlecurator.fetch.connection_settings import (
        USER_AGENT,
        ConnectionSettings,
        describe_client,
    )
    from webarticlecurator.fetch.fetchers import FETCHERS, Fetcher
    from webarticlecurator.fetch.pace import RequestPace
    from webarticlecurator.fetch.polite_client import PoliteClient
    from webarticlecurator.fetch.politeness import AFTER_WALLS, Politeness
    from webarticlecurator.fetch.robots import Robots
    from webarticlecurator.fetch.robots_policy import RobotsAnswer
    from webarticlecurator.fetch.session import REDIRECTS, Session
    from webarticlecurator.fetch.visitor import Visitor

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
