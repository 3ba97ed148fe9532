"""All articles of one news portal, forum or blog as a citable corpus.

One YAML file describes the portal; ``curator crawl portal.yaml`` walks its own archive pages and
articles into WARC and turns each article into TEI P5 with Schema.org metadata. The same from Python
(docs/python.md):

    from webarticlecurator import load_portal, crawl, build, extract
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from webarticlecurator.version import __version__ as __version__

if TYPE_CHECKING:
    from webarticlecurator.config import load_portal
    from webarticlecurator.run import BuildOptions, CrawlOptions, build, crawl, extract

__all__ = ["BuildOptions", "CrawlOptions", "build", "crawl", "extract", "load_portal"]

_CONFIG = ("load_portal",)
"""What the layer ``config`` defines; the rest is from ``run``. Both are imported when they are
asked for: a command must be able to end quietly while they are."""


class _Package(ModuleType):
    """``extract`` is the function, although there is a layer of this name, which is reached as
    ``from webarticlecurator.extract import …``."""

    @property
    def extract(self) -> Any:
        return _offered("extract")

    @extract.setter
    def extract(self, layer: ModuleType) -> None:
        """The import system puts the layer here."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _offered(name)


def _offered(name: str) -> Any:
    return getattr(import_module(f"{__name__}.{'config' if name in _CONFIG else 'run'}"), name)


sys.modules[__name__].__class__ = _Package
