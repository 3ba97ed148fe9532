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

from typing import TYPE_CHECKING

from webarticlecurator.installation import __version__
from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.api import (
        Article,
        Corpora,
        Corpus,
        CorpusArticle,
        Portal,
        SearchHit,
        extract,
        extract_page,
    )
    from webarticlecurator.errors import (
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
    from webarticlecurator.export.exporter import Exporter
    from webarticlecurator.export.stored_article import StoredArticle
    from webarticlecurator.model.article import Rejected
    from webarticlecurator.model.plug_in import Command, FileSource, Selector
    from webarticlecurator.states.summary import Summary
    from webarticlecurator.workers.executor import ExecutorKind
    from webarticlecurator.workers.progress import Progress
    from webarticlecurator.workers.run_options import BuildOptions, CrawlOptions, Runtime

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

__getattr__ = import_lazily(__name__)
