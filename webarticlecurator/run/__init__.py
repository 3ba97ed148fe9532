"""The operations on a corpus: crawl, build, preview of one page, status.

They join the core (``archive``, ``extract``, ``tei``), which does no I/O, with ``fetch`` and
``store``. Read ``crawling/crawl.py`` first, then ``article_state.py`` (the state of an article by
its stored fetches), ``building/build_article.py`` (one article from captures to TEI) and
``recovery.py`` (after a kill, a lost index or changed rules). ``preview`` reads one page,
``analysis`` all stored articles; neither changes a corpus.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webarticlecurator.run.address_history import AddressHistory, explain_address, read_status
    from webarticlecurator.run.building.build import build
    from webarticlecurator.run.checking import rebuild_corpus
    from webarticlecurator.run.crawling.crawl import crawl
    from webarticlecurator.run.preview.one_article import extract
    from webarticlecurator.run.setup import BuildOptions, CrawlOptions, Runtime
    from webarticlecurator.run.summary import Summary

__all__ = [
    "AddressHistory",
    "BuildOptions",
    "CrawlOptions",
    "Runtime",
    "Summary",
    "build",
    "crawl",
    "explain_address",
    "extract",
    "read_status",
    "rebuild_corpus",
]

_MODULES = {
    "BuildOptions": "setup",
    "CrawlOptions": "setup",
    "Runtime": "setup",
    "AddressHistory": "address_history",
    "Summary": "summary",
    "build": "building.build",
    "crawl": "crawling.crawl",
    "extract": "preview.one_article",
    "rebuild_corpus": "checking",
    "read_status": "address_history",
    "explain_address": "address_history",
}
"""Module of each public name. A module is imported on first use, so that builds and reports do not
load network libraries."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
