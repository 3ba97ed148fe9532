"""A portal whose article pages are in a WARC file that is listed beside its portal file."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.corpus.stored_pages.saved_pages import write_saved_pages
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.trial.joined_article import ArticleBodies

RULES = """\
# kept by hand
portal: small
home: https://small.example/
timezone: Europe/Budapest
archive: {url: https://small.example/list}
article:
  body:
    root: div.text  # the text
"""
PAGES = 12


def address(number: int) -> str:
    return f"https://small.example/2019/03/{number:02}/the-story-number-{number}.html"


def write_page(number: int, ad: str = "Buy one now!") -> str:
    """A page with an ad in its text; the tenth has two authors, the eleventh and the twelfth have
    another title."""
    authors = "Anna Small and Bob Tall" if number == 10 else "Anna Small"
    title = "headline" if number < 11 else "old-title"
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<title>The story {number} - Small</title></head><body>
<nav><a href="/">Home page</a> <a href="/list">All stories</a></nav>
<article><h1 class="{title}">The story {number}</h1>
<p class="byline">By <b class="author">{authors}</b>
<time datetime="2019-03-{number:02}T10:00:00+01:00">March {number}</time></p>
<div class="text"><p class="first">The first paragraph of story {number} is short.</p>
<div class="promo">{ad}</div>
<h2>A part of it</h2>
<p>The second paragraph has <em>more</em> words than the first one.</p>
<figure><img src="/{number}.png" alt="A house"><div class="under">A caption of story {number}.</div></figure>
<custom-box>What no dictionary knows.</custom-box></div></article>
<footer>All rights reserved.</footer></body></html>"""


def stored_page(number: int = 1) -> StoredPage:
    content = write_page(number).encode("utf-8")
    return StoredPage(address(number), content, "text/html; charset=utf-8")


def stored_article(number: int = 1, content: bytes | None = None) -> ArticleBodies:
    """The article of one page, as a build finds its capture."""
    page = stored_page(number)
    content = page.content if content is None else content
    capture = Capture(
        f"<urn:uuid:00000000-0000-4000-8000-{number:012}>",
        page.url,
        200,
        datetime(2019, 4, 1, tzinfo=UTC),
        "pages.warc",
        0,
        1,
        page.content_type,
        None,
        sha256(content).hexdigest(),
    )
    bodies = {page.url: (Body(capture, content, page.content_type),)}
    return ArticleBodies(Task(page.url, ArticleStart(page.url)), bodies)


def write_portal(folder: Path, rules: str = RULES) -> Path:
    """Write the portal file, the WARC file with the pages, and the list of it."""
    file = folder / "small.yaml"
    file.write_text(rules, encoding="utf-8")
    saved = []
    for number in range(1, PAGES + 1):
        page = folder / f"saved-{number}.html"
        page.write_text(write_page(number), encoding="utf-8")
        saved.append(SavedPage(page, address(number), "2019-04-01"))
    write_saved_pages(saved, folder / "pages.warc", "Europe/Budapest", Runtime())
    (folder / "small.warcs.txt").write_text("pages.warc\n", encoding="utf-8")
    return file
