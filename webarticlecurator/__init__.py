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

from webarticlecurator.base.system.installation import __version__

if TYPE_CHECKING:
    from webarticlecurator.api import Corpora, Corpus, Portal, SearchHit, extract, extract_page
    from webarticlecurator.api_articles import Article, CorpusArticle
    from webarticlecurator.base.errors import (
        ConfigError,
        CorpusLocked,
        CorpusMismatch,
        CuratorError,
        DiskFull,
        PlugInError,
        PortalRefused,
        StoreDamaged,
        UsageError,
        WarcUnreadable,
    )
    from webarticlecurator.base.model.article import Rejected
    from webarticlecurator.base.portal.plug_in import Command, FileSource, Selector
    from webarticlecurator.corpus.export.exporter import Exporter
    from webarticlecurator.corpus.export.stored_article import StoredArticle
    from webarticlecurator.crawling.states.summary import Summary
    from webarticlecurator.crawling.workers.executor import ExecutorKind
    from webarticlecurator.crawling.workers.progress import Progress
    from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime

__all__ = [
    "Article",
    "BuildOptions",
    "Command",
    "ConfigError",
    "Corpora",
    "Corpus",
    "CorpusArticle",
    "CorpusLocked",
    "CorpusMismatch",
    "CrawlOptions",
    "CuratorError",
    "DiskFull",
    "ExecutorKind",
    "Exporter",
    "FileSource",
    "PlugInError",
    "Portal",
    "PortalRefused",
    "Progress",
    "Rejected",
    "Runtime",
    "SearchHit",
    "Selector",
    "StoreDamaged",
    "StoredArticle",
    "Summary",
    "UsageError",
    "WarcUnreadable",
    "__version__",
    "extract",
    "extract_page",
]

_HOMES = {
    "Article": "api_articles",
    "BuildOptions": "crawling.workers.run_options",
    "Command": "base.portal.plug_in",
    "ConfigError": "base.errors",
    "Corpora": "api",
    "Corpus": "api",
    "CorpusArticle": "api_articles",
    "CorpusLocked": "base.errors",
    "CorpusMismatch": "base.errors",
    "CrawlOptions": "crawling.workers.run_options",
    "CuratorError": "base.errors",
    "DiskFull": "base.errors",
    "ExecutorKind": "crawling.workers.executor",
    "Exporter": "corpus.export.exporter",
    "FileSource": "base.portal.plug_in",
    "PlugInError": "base.errors",
    "Portal": "api",
    "PortalRefused": "base.errors",
    "Progress": "crawling.workers.progress",
    "Rejected": "base.model.article",
    "Runtime": "crawling.workers.run_options",
    "SearchHit": "api",
    "Selector": "base.portal.plug_in",
    "StoreDamaged": "base.errors",
    "StoredArticle": "corpus.export.stored_article",
    "Summary": "crawling.states.summary",
    "UsageError": "base.errors",
    "WarcUnreadable": "base.errors",
    "extract": "api",
    "extract_page": "api",
}
"""Name of the public API → the module that has it, imported when the name is first asked for: a
command imports only what it runs."""


def __getattr__(name: str) -> Any:
    """Import a name of ``_HOMES`` (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found
