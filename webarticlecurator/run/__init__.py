"""Joins core and shell: crawl, build, one page tried, the account. No rule of its own.

Read ``crawling/crawl.py`` first, then ``settle.py`` (what stored fetches say of an article), ``building/worker.py`` (one article
from captures to TEI) and ``catching_up.py`` (after a kill, a lost index, changed rules). ``trying`` looks at one page,
``surveying`` at all stored articles; neither changes a corpus.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webarticlecurator.run.account import Story, status, why
    from webarticlecurator.run.building.build import build
    from webarticlecurator.run.checking import rebuild
    from webarticlecurator.run.crawling.crawl import crawl
    from webarticlecurator.run.setup import BuildOptions, CrawlOptions, Effects
    from webarticlecurator.run.summary import Summary
    from webarticlecurator.run.trying.one_article import extract

__all__ = [
    "BuildOptions",
    "CrawlOptions",
    "Effects",
    "Story",
    "Summary",
    "build",
    "crawl",
    "extract",
    "rebuild",
    "status",
    "why",
]

_MODULES = {
    "BuildOptions": "setup",
    "CrawlOptions": "setup",
    "Effects": "setup",
    "Story": "account",
    "Summary": "summary",
    "build": "building.build",
    "crawl": "crawling.crawl",
    "extract": "trying.one_article",
    "rebuild": "checking",
    "status": "account",
    "why": "account",
}
"""Where each name is defined. It is imported when it is asked for: what builds or reports needs no network library."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
