"""All articles of one news portal, forum or blog as a citable corpus.

One YAML file describes the portal; ``curator crawl portal.yaml`` walks its own archive pages and
articles into WARC and turns each article into TEI P5 with Schema.org metadata. From Python
(docs/python.md)::

    from webarticlecurator import Corpus, Portal

    corpus = Corpus("corpora/echo", Portal.load("echo.yaml"))
    corpus.crawl()
    for article in corpus.articles():
        print(article.published, article.title)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from webarticlecurator.version import __version__

if TYPE_CHECKING:
    from webarticlecurator.api import Article, Corpus, CorpusArticle, Portal, extract_page
    from webarticlecurator.errors import (
        ConfigError,
        CorpusLocked,
        CorpusMismatch,
        CuratorError,
        DiskFull,
        PortalRefused,
        StoreDamaged,
        UsageError,
        WarcUnreadable,
    )
    from webarticlecurator.model.article import Rejected
    from webarticlecurator.run.progress import Progress
    from webarticlecurator.run.setup import BuildOptions, CrawlOptions, Runtime
    from webarticlecurator.run.summary import Summary

__all__ = [
    "Article",
    "BuildOptions",
    "ConfigError",
    "Corpus",
    "CorpusArticle",
    "CorpusLocked",
    "CorpusMismatch",
    "CrawlOptions",
    "CuratorError",
    "DiskFull",
    "Portal",
    "PortalRefused",
    "Progress",
    "Rejected",
    "Runtime",
    "StoreDamaged",
    "Summary",
    "UsageError",
    "WarcUnreadable",
    "__version__",
    "extract_page",
]

_MODULES = {
    "api": ("Article", "Corpus", "CorpusArticle", "Portal", "extract_page"),
    "model.article": ("Rejected",),
    "run.progress": ("Progress",),
    "run.setup": ("BuildOptions", "CrawlOptions", "Runtime"),
    "run.summary": ("Summary",),
}
"""Module → the names that it offers here; all other names are errors."""


def __getattr__(name: str) -> Any:
    """Import what is asked for: a command must be able to end quietly while it imports the rest."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = next((module for module, names in _MODULES.items() if name in names), "errors")
    return getattr(import_module(f"{__name__}.{module}"), name)
