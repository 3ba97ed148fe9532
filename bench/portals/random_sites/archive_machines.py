"""Archives that only machines see whole: a sitemap index with parts, a feed in pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from bench.portals.random_sites.archive_pages import ArchivePages
from bench.portals.random_sites.made_articles import MadeArticle

_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def write_sitemap_only(pages: ArchivePages) -> str:
    """The front page shows the newest articles, and only the sitemap the others."""
    pages.listing(pages.start, pages.newest[: pages.size])
    add_sitemap_index(pages, pages.newest)
    pages.answer(
        "/robots.txt", f"Sitemap: {pages.publisher.base}/sitemap_index.xml\n", "text/plain"
    )
    return pages.start


def add_sitemap_index(pages: ArchivePages, articles: Sequence[MadeArticle]) -> None:
    """Add an index with two or three parts of articles, the first of them with the oldest, and
    parts of other pages, as the plug-ins of WordPress write it."""
    base = pages.publisher.base
    oldest = list(reversed(articles))
    third = max(1, -(-len(oldest) // 3))
    names = []
    for number, at in enumerate(range(0, len(oldest), third), 1):
        names.append(f"post-sitemap{number if number > 1 else ''}.xml")
        own = (base + each.path for each in oldest[at : at + third])
        pages.answer(f"/{names[-1]}", urlset(own), "application/xml")
    others = {
        "page-sitemap.xml": ["/about", "/contact"],
        "category-sitemap.xml": [pages.frame.section_path(s) for s in pages.publisher.sections],
    }
    for name, paths in others.items():
        pages.answer(f"/{name}", urlset(base + path for path in paths), "application/xml")
    parts = "".join(f"<sitemap><loc>{base}/{name}</loc></sitemap>" for name in (*names, *others))
    text = f"{_HEAD}<sitemapindex {_SPACE}>{parts}</sitemapindex>"
    for name in ("/sitemap_index.xml", "/sitemap.xml"):
        pages.answer(name, text, "application/xml")


def urlset(urls: Iterable[str]) -> str:
    """Return a sitemap of addresses."""
    shown = "".join(f"<url><loc>{escape(url)}</loc></url>" for url in urls)
    return f"{_HEAD}<urlset {_SPACE}>{shown}</urlset>"


def write_feed_only(pages: ArchivePages) -> str:
    """The front page shows the newest articles; the feed leads to its archive (RFC 5005)."""
    pages.listing(pages.start, pages.newest[: pages.size])
    add_feed_archive(pages)
    return pages.start


def add_feed_archive(pages: ArchivePages) -> None:
    """Add an Atom feed whose documents lead from the newest to the oldest articles."""
    parts = pages.parts(list(reversed(pages.newest)))  # the document of an archive never changes
    base = pages.publisher.base
    paths = [f"/feed/{n}.atom" for n in range(1, len(parts))] + ["/feed.xml"]
    for number, (path, part) in enumerate(zip(paths, parts, strict=True)):
        links = f'<link rel="self" href="{base}{path}"/>'
        if number:
            links += f'<link rel="prev-archive" href="{base}{paths[number - 1]}"/>'
        is_current = path == "/feed.xml"
        mark = '<fh:archive xmlns:fh="http://purl.org/syndication/history/1.0"/>'
        entries = "".join(
            f"<entry><title>{escape(each.title)}</title><id>{escape(base + each.path)}</id>"
            f'<link href="{escape(base + each.path)}"/>'
            f"<updated>{each.day}T10:00:00Z</updated></entry>"
            for each in reversed(part)
        )
        text = (
            f'{_HEAD}<feed xmlns="http://www.w3.org/2005/Atom">'
            f"<title>{escape(pages.publisher.name)}</title><id>{base}/</id>"
            f"<updated>{part[-1].day}T10:00:00Z</updated>"
            f"{links}{'' if is_current else mark}{entries}</feed>"
        )
        pages.answer(path, text, "application/atom+xml")
