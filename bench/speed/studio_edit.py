"""What an edit in the article view of the studio takes: from an accepted proposal to the data of
the screen with its new text.

    python -m bench.speed.studio_edit [SHARED] [--goal MILLISECONDS]

Reads the pages of SHARED/cases/fundus (default ../shared) whose publisher has a file in
site_configs/, in a worker process as the studio does. On each page, a drop rule for the element of
a block in the middle of its text is written into the text of that file (its comments stay), the
rules are read again, and then the page by them. Prints the milliseconds of each of these steps and
of all: the median, the 95th percentile, the longest; and whether the median keeps the goal (300).
"""

from __future__ import annotations

import asyncio
import gzip
import shutil
import tempfile
import time
from dataclasses import replace
from datetime import datetime, timezone
from itertools import pairwise
from pathlib import Path
from statistics import median, quantiles

from bench.shared.options import parser_with_shared
from bench.text.publishers import Row, answers, portal_file
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.proposing.text_rules.pointed_selectors import propose_for_elements
from webarticlecurator.proposing.trial.joined_article import ArticleBodies
from webarticlecurator.service.reader_processes import PagePool
from webarticlecurator.studio.article.meanings import (
    MeaningProposal,
    find_meaning,
    write_proposal,
)
from webarticlecurator.studio.article.rule_proposals import (
    describe_picked_element,
    find_selected_nodes,
)
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.shown_page.article_screen import read_article_screen
from webarticlecurator.studio.shown_page.screen import ArticleScreen

GOAL = 300
STEPS = ("write the rule", "read the rules", "read the page", "all")
LINE = "{:<16}{:>8}{:>8}{:>8}"


def read_stored(row: Row, folder: Path) -> Body:
    """A page as it is stored."""
    content = gzip.decompress((folder / row["html_file"]).read_bytes())
    captured = datetime.fromisoformat(row["crawl_date"]).replace(tzinfo=timezone.utc)
    html = "text/html; charset=utf-8"
    capture = Capture(row["id"], row["url"], 200, captured, "", 0, 0, html, None, "")
    return Body(capture, content, html)


async def read_screen(pool: PagePool, portal: Portal, article: ArticleBodies) -> ArticleScreen:
    """Return the data of the screen; pages that the rules lead to are not stored."""
    url = article.task.canonical
    while True:
        found = await pool.read(portal, url, read_article_screen, article, url)
        if isinstance(found, ArticleScreen):
            return found
        article = replace(article, bodies={**article.bodies, **dict.fromkeys(found, ())})


async def time_edit(pool: PagePool, draft: PortalDraft, body: Body) -> list[float] | None:
    """Return the milliseconds of each step; None for a page that is no article, has no
    selector for the element, or whose portal file is left to a person."""
    portal, url = draft.portal(), body.capture.url
    article = ArticleBodies(Task(url, ArticleStart(url)), {url: (body,)})
    stored = StoredPage(url, body.content, body.content_type, body.capture.time.date())
    screen = await read_screen(pool, portal, article)
    texts = (block for block in screen.blocks if block.nodes and block.name == "paragraph")
    nodes = [block.nodes[0] for block in texts]
    if not nodes:
        return None
    node = nodes[len(nodes) // 2]
    picked = await pool.read(portal, url, describe_picked_element, stored, node)
    selectors = await pool.read(portal, url, propose_for_elements, stored, (picked.node,))
    if not selectors:
        return None
    css = selectors[0].css
    proposal = MeaningProposal(find_meaning("drop"), css, layout=picked.layout)
    times = [time.perf_counter()]
    try:
        text = write_proposal(draft.text, proposal)
    except UsageError:  # a file with anchors, which is edited by hand
        return None
    times.append(time.perf_counter())
    edited = draft.read_text(text)
    times.append(time.perf_counter())
    after = await read_screen(pool, edited, article)
    await pool.read(edited, url, find_selected_nodes, stored, css)
    times.append(time.perf_counter())
    assert after.words != screen.words, url
    steps = [(end - start) * 1000 for start, end in pairwise(times)]
    return [*steps, sum(steps)]


async def time_edits(shared: Path, folder: Path) -> list[list[float]]:
    """Return the times on all pages; the portal files are copied to ``folder``."""
    pages, found = answers(shared), []
    with PagePool(1) as pool:
        for name, rows in pages.rows.items():
            for file in portal_file(name).parent.glob(f"{name}.*"):
                shutil.copy(file, folder)
            draft = PortalDraft(folder / f"{name}.yaml", True)
            for row in rows:
                times = await time_edit(pool, draft, read_stored(row, pages.folder))
                if times is not None:
                    found.append(times)
    return found


def main() -> None:
    """Print the table."""
    parser = parser_with_shared(__doc__ or "")
    parser.add_argument("--goal", type=int, default=GOAL, metavar="MILLISECONDS")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = asyncio.run(time_edits(args.shared, Path(name)))
    print(f"{len(found)} pages, milliseconds")
    print(LINE.format("", "median", "95 %", "longest"))
    for number, step in enumerate(STEPS):
        times = [each[number] for each in found]
        high = quantiles(times, n=20)[-1]
        print(LINE.format(step, *(f"{value:.0f}" for value in (median(times), high, max(times)))))
    middle = median(each[-1] for each in found)
    verdict = "keeps" if middle <= args.goal else "misses"
    print(f"the median {verdict} the goal of {args.goal} ms")


if __name__ == "__main__":
    main()
