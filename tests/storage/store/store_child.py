"""A small crawl in its own process, to be killed: ``store_child.py FOLDER COUNT [EVENT-NUMBER]``.

It fetches one after the other the articles that are not stored yet and prints each: those with an
even number as a build commits, from the first odd one on with a write-ahead log. After the given
number of store operations it exits without any cleanup.
"""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path

from store_material import ARTICLE, opened, page

from webarticlecurator.base.proposal.archive_links import Link
from webarticlecurator.storage.frontier.walks import WalkKey

KEY = WalkKey("news", 0)


def crawl(folder: Path, number: int, stop_after: int | None) -> None:
    events = count(1)

    def event(_name: str) -> None:
        if next(events) == stop_after:
            os._exit(9)

    with opened(folder, events=event, max_bytes=6000) as corpus:
        for fetch in corpus.captures.recovered("article"):
            corpus.frontier.set_state(fetch.url, "stored")
            corpus.captures.mark_applied(fetch)
        if corpus.walks.get(KEY) is None:
            corpus.walks.begin(KEY)
            links = [Link(f"https://echo.example/{i}") for i in range(number)]
            corpus.listings.add(KEY, "https://echo.example/", links, lambda url: url)
        corpus.commit()
        for article in corpus.frontier.articles("pending"):
            corpus.append(page(article.requested, article.requested.encode()), ARTICLE)
            corpus.frontier.set_state(article.canonical, "stored")
            if int(article.canonical.rpartition("/")[2]) % 2:
                corpus.end_step()
            else:
                corpus.commit()
                corpus.disable_wal()
            print(article.canonical, flush=True)


if __name__ == "__main__":
    crawl(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else None)
