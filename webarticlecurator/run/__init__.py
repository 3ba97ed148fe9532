"""The operations on a corpus: crawl, build, preview of one page, status.

They join the core (``archive``, ``extract``, ``tei``), which does no I/O, with ``fetch`` and
``store``. Read ``crawling/crawl.py`` first, then ``article_state.py`` (the state of an article by
its stored fetches), ``building/build_article.py`` (one article from captures to TEI) and
``recovery.py`` (after a kill, a lost index or changed rules). ``preview`` reads one page,
``analysis`` all stored articles; neither changes a corpus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.run.address_history import AddressHistory, explain_address
    from webarticlecurator.run.building.build import build
    from webarticlecurator.run.checking import rebuild_corpus
    from webarticlecurator.run.crawling.crawl import crawl, plan_crawl
    from webarticlecurator.run.crawling.crawl_portals import check_folders, crawl_portals
    from webarticlecurator.run.crawling.crawl_threads import CrawlOutcome, PortalCrawl
    from webarticlecurator.run.setup import BuildOptions, CrawlOptions, RefreshSelection, Runtime
    from webarticlecurator.run.summary import Summary, read_status

__all__ = [
    "AddressHistory",
    "BuildOptions",
    "CrawlOptions",
    "CrawlOutcome",
    "PortalCrawl",
    "RefreshSelection",
    "Runtime",
    "Summary",
    "build",
    "check_folders",
    "crawl",
    "crawl_portals",
    "explain_address",
    "plan_crawl",
    "read_status",
    "rebuild_corpus",
]

__getattr__ = import_lazily(__name__)
