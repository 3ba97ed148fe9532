"""A portal on loopback whose articles are listed by a sitemap, a feed or an index of issues."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import dataclass, field

from small_portal import Answer, SmallPortal, article, listing

from webarticlecurator.storage.store.view import view_corpus

GONE = Answer("nothing", 404)
XML = (("Content-Type", "application/xml"),)
GZIP = (("Content-Type", "application/x-gzip"),)
SITEMAP = 'fetch: {delay: 0, retries: 0}\narchive: {sitemap: "BASE/sitemap.xml"%s}\n'
FEED = 'fetch: {delay: 0, retries: 0}\narchive: {feed: "BASE/feed"%s}\n'
ISSUES = (
    "fetch: {delay: 0, retries: 0}\n"
    'archive: {index: {url: "BASE/issues", links: a.issue}, links: h2,'
    " pagination: {mode: next-link, next: a.next}%s}\n"
)
RSS = """<?xml version="1.0"?>
<rss version="2.0"><channel><title>Echo</title><link>BASE/</link>%s</channel></rss>"""
_NAMESPACES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
)


def sitemap(*paths: str, lastmod: str = "", **titles: str) -> str:
    """Return a sitemap of paths; ``titles``: name at the end of a path → title of its news entry."""
    return _document("urlset", "url", dict.fromkeys(paths, lastmod), titles)


def sitemap_index(files: Mapping[str, str]) -> str:
    """Return a sitemap index: path → lastmod, or "" without one."""
    return _document("sitemapindex", "sitemap", files, {})


def _document(root: str, entry: str, paths: Mapping[str, str], titles: Mapping[str, str]) -> str:
    entries = []
    for path, lastmod in paths.items():
        title = titles.get(path.rpartition("/")[2], "")
        news = (
            f"<news:news><news:publication_date>2024-01-05</news:publication_date>"
            f"<news:title>{title}</news:title></news:news>"
        )
        when = f"<lastmod>{lastmod}</lastmod>" if lastmod else ""
        entries.append(f"<{entry}><loc>BASE{path}</loc>{when}{news if title else ''}</{entry}>")
    return f'<?xml version="1.0"?>\n<{root} {_NAMESPACES}>{"".join(entries)}</{root}>'


def item(name: str) -> str:
    return (
        f"<item><title>{name.title()}</title><link>BASE/a/{name}</link>"
        "<pubDate>Fri, 05 Jan 2024 10:00:00 GMT</pubDate></item>"
    )


def rss(*items: str) -> str:
    return RSS % "".join(map(item, items))


def issues(*paths: str) -> str:
    links = "".join(f'<p><a class="issue" href="{path}">{path}</a></p>' for path in paths)
    return f'<html><body><h2><a href="/about">About</a></h2>{links}</body></html>'


def page(*articles: str, following: str = "") -> str:
    link = f'<a class="next" href="{following}">next</a>' if following else ""
    return listing(*(f"/a/{name}" for name in articles)).replace("</body>", f"{link}</body>")


@dataclass
class SourceSite:
    """A site of ``files``: path → answer. Every path below ``/a/`` is an article.

    ``BASE`` in a text stands for the site's address.
    """

    files: dict[str, str | Answer] = field(default_factory=dict)
    base: str = ""

    def get(self, path: str, _default: object = None) -> Answer:
        found = self.files.get(path)
        if found is None:
            return Answer(article(f"Words of {path}.")) if path.startswith("/a/") else GONE
        if isinstance(found, Answer):
            return found
        is_xml = found.lstrip().startswith("<?xml")
        text = found.replace("BASE", self.base)
        return Answer(text, headers=XML) if is_xml else Answer(text)

    def packed(self, text: str, cut: int = 0) -> Answer:
        """Return a text as a gzip file, without its last ``cut`` bytes."""
        content = gzip.compress(text.replace("BASE", self.base).encode())
        return Answer(content[: len(content) - cut], headers=GZIP)


def sitemap_site() -> SourceSite:
    """A sitemap of four files: with a date, in an index of its own, packed, a list of addresses."""
    return SourceSite(
        {
            "/sitemap.xml": sitemap_index(
                {"/s1.xml": "2024-01-01", "/more.xml": "2024-01-01", "/list.txt": ""}
            ),
            "/s1.xml": sitemap("/a/one", "/a/two"),
            "/more.xml": sitemap_index({"/s2.xml.gz": "2024-01-01"}),
            "/list.txt": "BASE/a/four\nBASE/a/five\n",
        }
    )


def feed_site() -> SourceSite:
    """Return a feed of six articles."""
    return SourceSite({"/feed": rss("one", "two", "three", "four", "five", "six")})


def issue_site() -> SourceSite:
    """Two issues, the second of two pages."""
    return SourceSite(
        {
            "/issues": issues("/i/2", "/i/1"),
            "/i/1": page("one", "two"),
            "/i/2": page("three", "four", following="/i/2/more"),
            "/i/2/more": page("five", "six"),
        }
    )


def start(portal: SmallPortal, site: SourceSite) -> None:
    """Give a site the address where it is served."""
    site.base = portal.base
    if "/more.xml" in site.files:
        site.files.setdefault("/s2.xml.gz", site.packed(sitemap("/a/three")))


def files_asked(portal: SmallPortal) -> list[str]:
    """Return the paths requested since the last call that are not articles."""
    found = [path for path in portal.asked if not path.startswith("/a/")]
    portal.asked.clear()
    return found


def listed_values(portal: SmallPortal, path: str) -> dict[str, str]:
    """Return the values that are stored beside an address."""
    with view_corpus(portal.corpus, "small") as corpus:
        return dict(corpus.listings.of(portal.base + path)[0].listed)


def walks(portal: SmallPortal) -> dict[str, tuple[str, bool]]:
    """Return why each walk ended, and whether it is complete, by window without the address."""
    with view_corpus(portal.corpus, "small") as corpus:
        return {
            walk.key.window.removeprefix(portal.base): (
                str(walk.state.get("ended", "")),
                bool(walk.state.get("complete", False)),
            )
            for walk in corpus.walks.all()
        }


def snapshot(portal: SmallPortal) -> dict[str, object]:
    """Return what the index holds of a crawl, to be compared with that of another crawl."""
    with view_corpus(portal.corpus, "small") as corpus:
        articles = {row.canonical: (row.state, row.column) for row in corpus.frontier.articles()}
        return {
            "articles": articles,
            "listed": {url: corpus.listings.of(url)[0].listed for url in sorted(articles)},
            "named": [
                (url, found[1].parent, found[1].modified, found[1].read_modified)
                for walk in corpus.walks.all()
                if (url := walk.key.window) and (found := corpus.named_pages.find(url))
            ],
            "walks": {
                walk.key.window: (walk.state.get("ended"), walk.state.get("digest"))
                for walk in corpus.walks.all()
            },
            "problems": sorted((p.kind, p.where) for p in corpus.run_log.problems()),
        }
