"""The only network. ``session.py`` makes one attempt and keeps its bytes (``tape.py``); ``politeness.py`` paces attempts;
``robots.py`` decides what may be asked. Read session.py first."""

from webarticlecurator.fetch.clock import SystemClock
from webarticlecurator.fetch.politeness import Politeness
from webarticlecurator.fetch.robots import Robots
from webarticlecurator.fetch.session import Session

__all__ = ["Politeness", "Robots", "Session", "SystemClock"]
