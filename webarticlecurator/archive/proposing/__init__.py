"""What an archive page suggests for its portal file: link rules, pagination, addresses by date, feeds. Pure: a page in,
guesses with their evidence out. Read ``links.py`` first."""

from webarticlecurator.archive.proposing.addresses import archives_by_date, dated_address
from webarticlecurator.archive.proposing.links import link_rules
from webarticlecurator.archive.proposing.naming import feeds, language, sitemaps, title
from webarticlecurator.archive.proposing.paging import counter, next_link, numbered

__all__ = [
    "archives_by_date",
    "counter",
    "dated_address",
    "feeds",
    "language",
    "link_rules",
    "next_link",
    "numbered",
    "sitemaps",
    "title",
]
