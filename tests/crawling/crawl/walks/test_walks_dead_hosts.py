"""Links to a host that does not exist: said on one day, and counted as dead after another one."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from walk_site import FAILED, ListSite, messages, names, numbered, running

from webarticlecurator.storage.store.view import view_corpus

DEAD = "http://old.portal.invalid/a/n03"


class DeadLink(ListSite):
    """A list whose third article is at a host that does not exist."""

    def page(self, number: int) -> str:
        return super().page(number).replace('"/a/n03"', f'"{DEAD}"')


def dead_articles(portal) -> list[tuple[str, str]]:
    with view_corpus(portal.corpus, "small") as corpus:
        row = corpus.frontier.find_article(DEAD)
        return [(row.state, row.reason)] if row is not None else []


def test_a_dead_host_is_told_on_one_day_only(tmp_path: Path) -> None:
    with running(tmp_path, DeadLink([f"n{n:02}" for n in range(6)])) as portal:
        assert not portal.crawl(numbered()).ok
        assert not portal.crawl(numbered()).ok and dead_articles(portal) == [("failed", "dns")]
        for _ in range(3):
            portal.clock.time += timedelta(days=1, hours=1)
            assert portal.crawl(numbered()).ok, messages(portal)
            assert dead_articles(portal) == [("rejected", "dns")]
        assert len(names(portal)) == 5
        # the same from the WARC files alone
        (portal.corpus / "corpus.sqlite").unlink()
        assert portal.crawl(numbered()).ok and dead_articles(portal) == [("rejected", "dns")]


def test_a_host_proves_nothing_while_the_portal_is_down(tmp_path: Path) -> None:
    site = DeadLink([f"n{n:02}" for n in range(6)])
    with running(tmp_path, site) as portal:
        assert not portal.crawl(numbered()).ok
        portal.clock.time += timedelta(days=1, hours=1)
        site.special = dict.fromkeys(range(1, 4), FAILED)
        assert not portal.crawl(numbered()).ok
        assert dead_articles(portal) == [("failed", "dns")]


def test_many_links_to_a_dead_host_end_no_crawl(tmp_path: Path) -> None:
    site = DeadLink([f"n{n:02}" for n in range(15)])
    site.page = lambda number: ListSite.page(site, number).replace('"/a/', f'"{DEAD[:-3]}')  # type: ignore[method-assign]
    site.special[5] = site.page(5).replace("http://old.portal.invalid", "")
    with running(tmp_path, site) as portal:
        assert not portal.crawl(numbered()).ok and len(names(portal)) == 3
        portal.clock.time += timedelta(days=1, hours=1)
        assert portal.crawl(numbered()).ok, messages(portal)
        assert dead_articles(portal) == [("rejected", "dns")]
