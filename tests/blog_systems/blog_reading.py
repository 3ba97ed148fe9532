"""What ``curator new`` and a crawl make of a blog, compared with what its posts are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from blog_posts import Post
from blog_site import Blog, served
from small_portal import FixedClock
from stored_articles import read_articles

from webarticlecurator.base.model.article import Metadata
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.tei.documents.plain_text import read_lines


@dataclass
class BlogScore:
    """Of ``posts``, how many were found, and how many were read as they are.

    ``others``: articles that are not posts. ``faults``: (field, address, read, expected) of all
    that is not so."""

    posts: int
    found: int = 0
    others: list[str] = field(default_factory=list)
    right: dict[str, int] = field(default_factory=dict)
    faults: list[tuple[str, str, object, object]] = field(default_factory=list)
    proposal: str = ""
    summary: object = None

    def count(self, name: str, address: str, read: object, expected: object) -> None:
        self.right[name] = self.right.get(name, 0) + (read == expected)
        if read != expected:
            self.faults.append((name, address, read, expected))

    def line(self) -> str:
        shares = " ".join(f"{name} {count}" for name, count in self.right.items())
        return f"{self.found}/{self.posts} found, {len(self.others)} others; {shares}"


def read_blog(blog: Blog, folder: Path, start: str = "front") -> BlogScore:
    """Propose a portal file for the blog from one of its ``starts``, crawl it with that file as it
    is, and compare."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "blog.yaml"
    with served(blog) as proxy:
        runtime = Runtime(clock=FixedClock(), executor="serial")
        text = proposed_yaml(propose_portal([blog.starts[start]], proxy, runtime=runtime))
        path.write_text(text, encoding="utf-8", newline="\n")
        summary = crawl(load_portal(path), folder / "corpus", CrawlOptions(proxy=proxy), runtime)
    score = compare(blog, folder / "corpus", blog.posts_from(start))
    score.proposal, score.summary = text, summary
    return score


def compare(blog: Blog, corpus: Path, posts: Sequence[Post]) -> BlogScore:
    score = BlogScore(len(posts))
    for article in read_articles(corpus):
        url = article.header.url
        post = blog.addresses.get(url)
        if post is None or post not in posts:
            score.others.append(url)
            continue
        score.found += 1
        words = [word for line in read_lines(article.content) for word in line.split()]
        score.count("bodies", url, words, post.words)
        for name, expected, read in _fields(blog, post, article.header.metadata):
            score.count(name, url, read, expected)
    return score


def _fields(
    blog: Blog, post: Post, metadata: Metadata
) -> Iterator[tuple[str, Sequence[str], Sequence[str]]]:
    yield "titles", [post.title], metadata.texts("title")
    yield "authors", list(blog.authors_of(post)), metadata.texts("authors")
    yield "dates", [_moment(post.published)], _moments(metadata, "published")
    changed = (
        [_moment(post.modified)] if post.modified != post.published and blog.shows_changes else []
    )
    yield "changes", changed, _moments(metadata, "modified")
    yield "sections", list(blog.sections_of(post)), metadata.texts("section")
    yield "keywords", list(blog.keywords_of(post)), metadata.texts("keywords")


def _moments(metadata: Metadata, name: str) -> list[str]:
    return [_moment(datetime.fromisoformat(value)) for value in metadata.texts(name)]


def _moment(when: datetime) -> str:
    """The moment to the minute; the day where there is no time."""
    return f"{when:%Y-%m-%d %H:%M%z}" if when.tzinfo else f"{when:%Y-%m-%d}"
