"""What an archive page suggests for its portal file: link rules, pagination, addresses by date, feeds. Pure: a page in,
guesses with their evidence out. Read ``links.py`` first."""

from webarticlecurator.archive.discovery.archive_addresses import archives_by_date, dated_address
from webarticlecurator.archive.discovery.links import feeds, language, link_rules, sitemaps, title
from webarticlecurator.archive.discovery.paging import counter, next_link, numbered

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
