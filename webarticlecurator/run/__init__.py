"""Join core and shell: crawl, build, preview of one page, status. No rule of its own.

Read ``crawling/crawl.py`` first, then ``article_state.py`` (what stored fetches say of an article),
``building/build_article.py`` (one article from captures to TEI) and ``recovery.py`` (after a kill,
a lost index, changed rules). ``preview`` reads one page, ``analysis`` all stored articles; neither
changes a corpus.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webarticlecurator.run.address_history import AddressHistory, explain_address, read_status
    from webarticlecurator.run.building.build import build
    from webarticlecurator.run.checking import rebuild
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
    "rebuild",
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
    "rebuild": "checking",
    "read_status": "address_history",
    "explain_address": "address_history",
}
"""Where each name is defined. It is imported when it is asked for: what builds or reports needs no
network library."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
