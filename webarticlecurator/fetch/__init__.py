"""The only network. ``session.py`` makes one attempt and keeps its bytes (``wire_recorder.py``);
``politeness.py`` paces attempts; ``robots.py`` and ``robots_policy.py`` decide what may be asked;
``polite_client.py`` is all of it as one. Read session.py first."""

from webarticlecurator.fetch.connection_settings import USER_AGENT, ConnectionSettings
from webarticlecurator.fetch.polite_client import PoliteClient
from webarticlecurator.fetch.politeness import REFUSALS, Politeness
from webarticlecurator.fetch.robots import Robots
from webarticlecurator.fetch.robots_policy import RobotsAnswer
from webarticlecurator.fetch.session import Session

__all__ = [
    "REFUSALS",
    "USER_AGENT",
    "ConnectionSettings",
    "PoliteClient",
    "Politeness",
    "Robots",
    "RobotsAnswer",
    "Session",
]
