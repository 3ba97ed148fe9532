"""A month whose only article was taken back lists nothing: a longer month proves that the link rules
still match, and nothing is said."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

from small_portal import article, listing, small_portal

RULES = """\
fetch: {delay: 0, retries: 0}
archive:
  columns:
    news:
      url: "BASE/{date:%Y/%m}"
      dates: {from: 2024-04-01, step: month}
      pagination: {mode: next-link, next: a.next}
  links: h2
article: {body: {root: article}}
"""
TEXT = "The text of an article is long enough to be one, and it is about {}."
EMPTY = "<html><body><p>Nothing here.</p></body></html>"


def months() -> dict[str, str]:
    """April has three pages with two articles each, May has one article."""
    pages = {f"/{n}": article(TEXT.format(n)) for n in range(1, 8)}
    for number in (1, 2, 3):
        page = listing(f"/{2 * number}", f"/{2 * number - 1}")
        more = f'<a class="next" href="/2024/04?page={number + 1}">older</a></body>'
        path = "/2024/04" if number == 1 else f"/2024/04?page={number}"
        pages[path] = page.replace("</body>", more) if number < 3 else page
    return {**pages, "/2024/05": listing("/7")}


def test_the_longer_month_before_proves_that_the_rules_match(tmp_path: Path):
    with small_portal(tmp_path, months()) as portal:
        portal.executor = "serial"
        portal.clock.time = datetime(2024, 5, 20, 6, tzinfo=timezone.utc)
        assert portal.crawl(RULES).ok
        portal.pages["/2024/05"] = EMPTY
        portal.clock.time = datetime(2024, 5, 21, 6, tzinfo=timezone.utc)
        assert portal.crawl(RULES).ok


def test_rules_that_match_nowhere_any_more_are_said_as_before(tmp_path: Path):
    with small_portal(tmp_path, months()) as portal:
        portal.executor = "serial"
        portal.clock.time = datetime(2024, 5, 20, 6, tzinfo=timezone.utc)
        assert portal.crawl(RULES).ok
        for path in ("/2024/04", "/2024/05"):
            portal.pages[path] = EMPTY
        portal.clock.time = datetime(2024, 5, 21, 6, tzinfo=timezone.utc)
        assert "no-links" in portal.crawl(RULES).problems
