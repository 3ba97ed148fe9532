"""A blog on loopback whose posts are edited, commented, walled, moved and deleted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from small_portal import Answer, SmallPortal, small_portal

from webarticlecurator.base.model.capture import Capture
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import RefreshCounts, Summary
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import CrawlOptions, RefreshSelection, Runtime
from webarticlecurator.storage.store.view import view_corpus

HTML = ("Content-Type", "text/html; charset=utf-8")
NEWEST = date(2024, 5, 1)
"""The day of the newest post: the day before the clock of the tests begins."""
# the clock of the tests sleeps in no time
RULES = """
timezone: Europe/Budapest
fetch: {delay: 1, retries: 0}
archive: {url: BASE/, links: h2, listed: {comments: .n, title: h2}}
article:
  body: {root: article}
  next_page: a.next
  metadata: {published: {meta: day}, access: {meta: access}}
"""
ALL = RefreshSelection(everything=True)


@dataclass
class Post:
    """A post; ``validators`` says what the server sends to make requests conditional: ``etag``,
    ``modified``, or nothing. Pages after the first are in ``more``; ``answer`` replaces all."""

    number: int
    text: str
    validators: str = ""
    comments: list[str] = field(default_factory=list)
    more: list[str] = field(default_factory=list)
    access: str = ""
    answer: Answer | None = None
    chunk: int = 0
    footer: str = ""
    is_listed: bool = True

    @property
    def path(self) -> str:
        return f"/{self.number}"

    @property
    def day(self) -> date:
        return NEWEST - timedelta(days=self.number)

    def page(self, number: int = 1) -> str:
        texts = [self.text, *self.more]
        following = f'<a class="next" href="{self.path}?p={number + 1}">on</a>'
        comments = "".join(f"<p>{comment}</p>" for comment in self.comments if number == 1)
        return (
            f'<html><head><title>Post {self.number}</title><meta name="day" content="{self.day}">'
            f'<meta name="access" content="{self.access}"></head>'
            f"<body><article><p>{texts[number - 1]}</p>{comments}</article>"
            f"{following if number < len(texts) else ''}"
            f"<footer>{self.footer}</footer></body></html>"
        )


class Blog:
    """The blog and its corpus. ``log`` has the messages of the last crawl."""

    def __init__(self, portal: SmallPortal, posts: list[Post], rules: str) -> None:
        self.portal, self.rules = portal, rules
        self.posts = {post.number: post for post in posts}
        self.log: list[str] = []
        portal.pages["/"] = self._front_page
        for post in posts:
            self.serve(post)

    def serve(self, post: Post) -> None:
        """Answer for the pages of a post, also those that it will have."""
        self.posts[post.number] = post
        for number in range(1, 9):
            path = post.path if number == 1 else f"{post.path}?p={number}"
            self.portal.pages[path] = self._answering(post, number)

    def _front_page(self) -> Answer:
        listed = [post for post in self.posts.values() if post.is_listed]
        lines = (
            f'<div><h2><a href="{post.path}">{post.text[:12]}</a></h2>'
            f'<span class="n">{len(post.comments)}</span></div>'
            for post in listed
        )
        return Answer(f"<html><body>{''.join(lines)}</body></html>")

    def _answering(self, post: Post, number: int) -> Callable[[], Answer]:
        def answer() -> Answer:
            if post.answer is not None:
                return post.answer
            if number > 1 + len(post.more):
                return Answer("nothing", 404)
            body = post.page(number)
            headers, asked = [HTML], self.portal.asking
            if post.validators == "etag":
                tag = f'"{hash(body)}"'
                headers.append(("ETag", tag))
                if asked.get("If-None-Match") == tag:
                    return Answer("", 304, tuple(headers))
            elif post.validators == "modified":
                stamp = f"version {hash(body)}"
                headers.append(("Last-Modified", stamp))
                if asked.get("If-Modified-Since") == stamp:
                    return Answer("", 304, tuple(headers))
            return Answer(body, 200, tuple(headers), post.chunk)

        return answer

    def crawl(self, refresh: RefreshSelection | None = None, **options: object) -> Summary:
        """Crawl; ``asked`` of the portal then has the paths of this crawl alone."""
        self.portal.asked.clear()
        progress = _Log()
        self.log = progress.messages
        return crawl(
            self.portal.write(self.rules),
            self.portal.corpus,
            CrawlOptions(refresh=refresh, **options),  # type: ignore[arg-type]
            self.runtime(progress),
        )

    def runtime(self, progress: NullProgress | None = None) -> Runtime:
        """The runtime of the tests: builds in this process, since a new one takes half a second."""
        return Runtime(self.portal.clock, None, progress or NullProgress(), "serial")

    def wait(self, **time: float) -> None:
        """Let time pass."""
        self.portal.clock.time += timedelta(**time)

    @property
    def asked(self) -> list[str]:
        """The paths of articles that the last crawl requested."""
        return [path for path in self.portal.asked if path != "/"]

    def captures(self, path: str) -> tuple[Capture, ...]:
        with view_corpus(self.portal.corpus, "small") as corpus:
            return corpus.captures.by_url(self.portal.base + path)

    def select(self, *paths: str) -> RefreshSelection:
        return RefreshSelection(tuple(self.portal.base + path for path in paths))

    def text(self, path: str) -> str:
        """The words of the TEI of a post, in one line."""
        with view_corpus(self.portal.corpus, "small") as corpus:
            row = corpus.frontier.article(self.portal.base + path)
        assert row is not None and row.tei is not None
        content = (self.portal.corpus / "tei" / row.tei).read_text(encoding="utf-8")
        return content.partition("<text")[2]


class _Log(NullProgress):
    def __init__(self) -> None:
        self.messages: list[str] = []

    def show_message(self, text: str) -> None:
        self.messages.append(text)


@contextmanager
def open_blog(folder: Path, posts: list[Post], rules: str = RULES) -> Iterator[Blog]:
    with small_portal(folder, {}) as portal:
        yield Blog(portal, posts, rules)


def counts(asked: int, **others: int) -> RefreshCounts:
    """The counts of a refresh, of which those that are not given are 0."""
    return RefreshCounts(asked=asked, **others)
