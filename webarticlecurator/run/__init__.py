"""Joins core and shell: crawl, build, one page tried, the account. No rule of its own.

Read ``crawl.py`` first, then ``settle.py`` (what stored fetches say of an article), ``worker.py`` (one article from captures to
TEI) and ``catching_up.py`` (after a kill, a lost index, changed rules).
"""

from webarticlecurator.run.account import Story, status, why
from webarticlecurator.run.build import build
from webarticlecurator.run.checking import rebuild
from webarticlecurator.run.crawl import crawl
from webarticlecurator.run.one_article import extract
from webarticlecurator.run.setup import BuildOptions, CrawlOptions, Effects
from webarticlecurator.run.summary import Summary

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
