"""A portal whose articles wait until a test lets them go."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from processes import PATIENCE
from small_portal import Answer, SmallPortal, article, listing, small_portal

RULES = """\
portal: NAME
home: BASE/
archive: {url: BASE/list, links: h2 a}
fetch: {delay: 0, connections: 1}
"""
ARTICLES, DAY = 12, "2019-03-05"


class SlowPortal:
    """A running portal: ``let_go`` lets some articles be answered; the others wait."""

    def __init__(self, portal: SmallPortal) -> None:
        self.portal = portal
        self._tickets = threading.Semaphore(0)
        paths = [f"/a{number}" for number in range(ARTICLES)]
        portal.pages["/list"] = listing(*paths)
        for path in paths:
            portal.pages[path] = self._answer(path)

    def let_go(self, articles: int) -> None:
        for _ in range(articles):
            self._tickets.release()

    def write(self, folder: Path, *names: str) -> list[Path]:
        """Portal files under some names, each with the portal's address."""
        files = [folder / f"{name}.yaml" for name in names]
        for file in files:
            text = RULES.replace("NAME", file.stem).replace("BASE", self.portal.base)
            file.write_text(text, encoding="utf-8")
        return files

    def _answer(self, path: str) -> Callable[[], Answer]:
        def wait() -> Answer:
            self._tickets.acquire(timeout=PATIENCE)
            return Answer(article(f"The words of {path}. " * 20, f"<meta name=date content={DAY}>"))

        return wait


@contextmanager
def slow_portal(folder: Path) -> Iterator[SlowPortal]:
    with small_portal(folder, {}) as portal:
        slow = SlowPortal(portal)
        yield slow
        slow.let_go(10 * ARTICLES)
