"""The only network. ``session.py`` makes one attempt and keeps its bytes (``tape.py``); ``politeness.py`` paces attempts;
``robots.py`` and ``permission.py`` decide what may be asked; ``asking.py`` is all of it as one. Read session.py first."""

from webarticlecurator.fetch.asking import Asking
from webarticlecurator.fetch.permission import RobotsAnswer
from webarticlecurator.fetch.politeness import REFUSALS, Politeness
from webarticlecurator.fetch.robots import Robots
from webarticlecurator.fetch.session import Session
from webarticlecurator.fetch.way import USER_AGENT, Way

__all__ = ["REFUSALS", "USER_AGENT", "Asking", "Politeness", "Robots", "RobotsAnswer", "Session", "Way"]
