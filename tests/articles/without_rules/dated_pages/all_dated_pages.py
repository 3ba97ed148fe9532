"""All forms of dated pages. Every third one of DATED_PAGES was set aside before anything was mended
for them; LATER_PAGES and, after these, FURTHER_PAGES were written afterwards."""

from __future__ import annotations

from dated_authorities import AUTHORITIES
from dated_blogs import BLOGS
from dated_further_pages import FURTHER_PAGES
from dated_later_pages import LATER_PAGES
from dated_old_pages import OLD_PAGES
from dated_page import DatedPage
from dated_static_sites import STATIC_SITES
from dated_wikis import WIKIS

DATED_PAGES: tuple[DatedPage, ...] = (*WIKIS, *AUTHORITIES, *STATIC_SITES, *OLD_PAGES, *BLOGS)
__all__ = ["DATED_PAGES", "FURTHER_PAGES", "LATER_PAGES", "SET_ASIDE"]
SET_ASIDE = frozenset(page.name for page in DATED_PAGES[2::3])
