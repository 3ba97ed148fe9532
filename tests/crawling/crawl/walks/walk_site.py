"""A list of articles on loopback, in any order, with pages that shift, are empty or fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.crawling.states.column_proofs import prove_lists
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

NOTHING = "<html><body><p>Nothing here.</p></body></html>"
FAILED = Answer("down", 500)
GONE = Answer("nothing", 404)


@dataclass
class ListSite:
    """A site with a list of articles at ``/list?page=N``; any other path is an article.

    ``articles``: their names in order, ``size`` per page; ``links``: each page links the next one;
    ``special``: page number → the answer in its place. Past the end, pages are empty.
    """

    articles: list[str] = field(default_factory=list)
    size: int = 3
    links: bool = False
    special: dict[int, str | Answer] = field(default_factory=dict)
    around: Callable[[int], str] = lambda _: ""

    def get(self, path: str, _default: object = None) -> str | Answer:
        parts = urlsplit(path)
        if parts.path == "/robots.txt":
            return GONE
        if parts.path != "/list":
            return article(f"Words of {parts.path}.")
        number = int(parse_qs(parts.query).get("page", ["1"])[0])
        return self.special.get(number) or self.page(number)

    def page(self, number: int) -> str:
        shown = self.articles[(number - 1) * self.size : number * self.size]
        following = f'<a class="next" href="/list?page={number + 1}">next</a>'
        more = following if self.links and number * self.size < len(self.articles) else ""
        page = listing(*(f"/a/{name}" for name in shown)) if shown else NOTHING
        return page.replace("</body>", f"{more}{self.around(number)}</body>")


NUMBERED = 'archive: {url: "BASE/list?page={page}", links: h2, pagination: {mode: numbered%s}%s}\n'
LINKED = 'archive: {url: "BASE/list", links: h2, pagination: {mode: next-link, next: a.next}%s}\n'


def numbered(pagination: str = "", more: str = "") -> str:
    """Return a portal file with numbered pages."""
    return "fetch: {delay: 0, retries: 0}\n" + NUMBERED % (pagination, more)


def linked(more: str = "") -> str:
    """Return a portal file with next links."""
    return "fetch: {delay: 0, retries: 0}\n" + LINKED % more


TEXTS = {"numbered": numbered(), "next-link": linked()}
"""The two ways in which pages of a list follow each other."""


@contextmanager
def running(folder: Path, site: object) -> Iterator[SmallPortal]:
    """Serve the site, any object with ``get(path, default)``, on loopback.

    Crawls do not build articles and read pages in this process, which is faster.
    """
    with small_portal(folder, {}) as portal:
        portal.executor = "serial"
        portal.pages = site  # type: ignore[assignment]
        portal.crawl = partial(portal.crawl, options=CrawlOptions(warc_only=True))  # type: ignore[method-assign]
        yield portal


def lists_asked(portal: SmallPortal) -> list[str]:
    """Return the archive pages requested since the last call, as page numbers (1 if without)."""
    found = [path.partition("page=")[2] or "1" for path in portal.asked if path.startswith("/list")]
    portal.asked.clear()
    return found


def names(portal: SmallPortal) -> set[str]:
    """Return the stored articles of the corpus."""
    return {
        path.removeprefix("/a/") for path, state in portal.articles().items() if state == "stored"
    }


def problems(portal: SmallPortal) -> list[str]:
    """Return the kinds of the open problems."""
    with view_corpus(portal.corpus, "small") as corpus:
        return [problem.kind for problem in corpus.run_log.problems()]


def messages(portal: SmallPortal) -> str:
    """Return the messages of the open problems."""
    with view_corpus(portal.corpus, "small") as corpus:
        return "\n".join(
            f"{problem.where}: {problem.message}" for problem in corpus.run_log.problems()
        )


def proof(portal: SmallPortal) -> str:
    """Return what ``status`` says of the proofs of the lists."""
    with view_corpus(portal.corpus, "small") as corpus:
        return " ".join(each.words for each in prove_lists(corpus))


def ended(portal: SmallPortal) -> tuple[str, bool]:
    """Return why the walk ended, and whether it is complete."""
    with view_corpus(portal.corpus, "small") as corpus:
        (walk,) = corpus.walks.all()
        return str(walk.state.get("ended", "")), bool(walk.state.get("complete", False))
