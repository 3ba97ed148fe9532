"""What all systems have in common: a blog with posts and lists of them, and the server that answers
for it under its own address, as a proxy on loopback."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from blog_posts import Post, slug_of


@dataclass(frozen=True)
class Listing:
    """One page of a list of posts. ``path`` is that of its first page, ``page`` counts from 1."""

    title: str
    path: str
    posts: Sequence[Post]
    page: int
    pages: int


@dataclass
class Blog:
    """A blog of one theme. ``home`` has no slash at its end; ``answers``: path → content type and
    text; ``addresses``: address of each post → the post; ``start``: the address for ``new``.
    ``authors_of``, ``sections_of`` and ``keywords_of``: what its pages show of a post;
    ``shows_changes``: whether they show when it was changed."""

    name: str
    home: str
    posts: Sequence[Post]
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    addresses: dict[str, Post] = field(default_factory=dict)
    title: str = "Copper & Candle"
    authors_of: Callable[[Post], Sequence[str]] = lambda post: post.authors
    sections_of: Callable[[Post], Sequence[str]] = lambda post: post.sections
    keywords_of: Callable[[Post], Sequence[str]] = lambda post: post.tags
    shows_changes: bool = True

    @property
    def start(self) -> str:
        return f"{self.home}/"

    @property
    def starts(self) -> dict[str, str]:
        """Kind of a start → the address for ``new``: the front page, the newest month, the list of
        the first tag, the feed; without those that the blog does not have."""
        paths = list(self.answers)
        found = {
            "front": "/",
            "month": next((path for path in paths if re.fullmatch(r"/\d{4}/\d\d/", path)), ""),
            "tag": next((path for path in paths if re.fullmatch(r"/tag/[^/]+/", path)), ""),
            "feed": next((path for path in paths if "rss" in self.answers[path][0]), ""),
        }
        return {kind: f"{self.home}{path}" for kind, path in found.items() if path}

    def posts_from(self, kind: str) -> list[Post]:
        """The posts that can be expected from a start: all, but for a tag, and for a month whose
        page links no other months."""
        if kind == "month":
            path = self.starts[kind].removeprefix(self.home)
            months = set(re.findall(r"/\d{4}/\d\d/(?=[\"'])", self.answers[path][1]))
            if not months - {path}:
                return [post for post in self.posts if f"/{post.published:%Y/%m}/" == path]
        if kind != "tag":
            return list(self.posts)
        slug = self.starts[kind].rstrip("/").rpartition("/")[2]
        return [post for post in self.posts if slug in map(slug_of, (*post.sections, *post.tags))]

    def add(self, path: str, text: str, content_type: str = "text/html; charset=utf-8") -> None:
        self.answers[path] = (content_type, text)

    def add_lists(
        self,
        title: str,
        path: str,
        posts: Sequence[Post],
        size: int,
        address: Callable[[str, int], str],
        render: Callable[[Listing], str],
    ) -> None:
        """Add the pages of a list; ``address`` makes the path of page n of it."""
        pages = max(1, -(-len(posts) // size))
        for page in range(1, pages + 1):
            part = posts[(page - 1) * size : page * size]
            text = render(Listing(title, path, part, page, pages))
            self.add(address(path, page) if page > 1 else path, text)

    def by_term(self, terms: Callable[[Post], Sequence[str]]) -> dict[str, list[Post]]:
        """Section, tag, author or month → its posts."""
        found: dict[str, list[Post]] = {}
        for post in self.posts:
            for term in terms(post):
                found.setdefault(term, []).append(post)
        return found

    def older(self, post: Post) -> Post | None:
        place = self.posts.index(post)
        return self.posts[place + 1] if place + 1 < len(self.posts) else None

    def newer(self, post: Post) -> Post | None:
        place = self.posts.index(post)
        return self.posts[place - 1] if place else None

    def related(self, post: Post) -> list[Post]:
        place = self.posts.index(post)
        return [self.posts[(place + step) % len(self.posts)] for step in (3, 5, 8)]

    def link(self, post: Post) -> str:
        return next(address for address, each in self.addresses.items() if each is post)


def sitemap(addresses: Sequence[str]) -> str:
    urls = "".join(f"<url><loc>{escape(address)}</loc></url>" for address in addresses)
    return (
        '<?xml version="1.0" encoding="UTF-8"?><urlset'
        f' xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{urls}</urlset>'
    )


def rss(blog: Blog, posts: Sequence[Post]) -> str:
    items = "".join(
        f"<item><title>{escape(post.title)}</title><link>{blog.link(post)}</link>"
        f"<dc:creator><![CDATA[{', '.join(post.authors)}]]></dc:creator>"
        f"<pubDate>{post.published:%a, %d %b %Y %H:%M:%S +0000}</pubDate></item>"
        for post in posts
    )
    return (
        '<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<channel><title>{escape(blog.title)}</title><link>{blog.start}</link>{items}</channel></rss>"
    )


@contextmanager
def served(blog: Blog) -> Iterator[str]:
    """The address of a proxy that answers for the blog."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = 65536
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            path = f"{parts.path}?{parts.query}" if parts.query else parts.path
            found = blog.answers.get(path)
            content_type, text = found or ("text/html; charset=utf-8", "<h1>Not found</h1>")
            content = text.encode("utf-8")
            self.send_response_only(200 if found else 404)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
