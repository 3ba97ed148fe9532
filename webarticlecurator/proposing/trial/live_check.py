"""``curator check --live``: reads one archive page of each column and two articles from the portal.

They are read as a crawl would read them, and nothing is stored.
"""

from __future__ import annotations

from datetime import date

from webarticlecurator.articles.by_rules.diagnostics import diagnose_articles
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.log_lines import name_portal
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.list_diagnostics import find_repeated_lists
from webarticlecurator.crawling.archive.windows import NamedWindow, today_in
from webarticlecurator.crawling.crawl.page_visits import PageVisitor
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.trial.live_articles import LiveArticle, check_live_articles
from webarticlecurator.proposing.trial.live_lists import (
    LiveList,
    check_live_list,
    list_sample_pages,
    read_live_list,
)

MAX_NAMED_READ = 3
"""Pages of one column that are read because another one names them: a sitemap in its index, a year
with its months and days."""


@dataclass(frozen=True)
class LiveAnswer:
    """The result of ``check_live``; ``wrong`` is what only shows when pages are compared."""

    lists: tuple[LiveList, ...]
    articles: tuple[LiveArticle, ...]
    wrong: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True if nothing looks wrong."""
        return not (
            self.wrong
            or any(one.wrong for one in self.lists)
            or any(one.wrong for one in self.articles)
        )


def check_live(
    portal: Portal,
    runtime: Runtime | None = None,
    today: date | None = None,
    proxy: str | None = None,
    ca_file: str | None = None,
) -> LiveAnswer:
    """Read sample pages of ``portal`` from the net, as politely as a crawl.

    ``today`` is a day in the portal's time zone (None: today); ``proxy`` and ``ca_file`` (PEM) are
    as for a crawl. Raises PortalRefused if the portal stops us or refuses every page.
    """
    runtime = runtime or Runtime()
    today = today or today_in(portal.timezone, runtime.clock.now())
    settings = ConnectionSettings(
        portal.fetch, portal_hosts(portal), proxy, ca_file, notify=runtime.progress.show_message
    )
    with PageVisitor(settings, runtime.clock, portal) as visitor, name_portal(portal.id):
        lists = []
        for sample in list_sample_pages(portal, today):
            runtime.progress.show_message(make_message("looking at {url}", url=sample.url))
            lists.append(check_live_list(portal, sample, visitor))
            for _ in range(MAX_NAMED_READ):
                if not lists[-1].named:
                    break
                key = lists[-1].named
                url = NamedWindow(key).address
                named = replace(sample, url=url, alternative="", window=key)
                runtime.progress.show_message(make_message("looking at {url}", url=named.url))
                lists.append(read_live_list(portal, named, visitor))
        articles = tuple(check_live_articles(portal, lists, visitor, today))
        if visitor.refused:
            status = lists[0].status if lists else None
            raise PortalRefused(
                make_message(
                    "{home}: the portal refuses every page (status {status})",
                    home=portal.home,
                    status=status,
                ),
                "Look at one of its pages in a browser; try again later, with a longer fetch.delay,"
                " or ask the portal.",
            )
    kept = [article.read for article in articles if article.read is not None]
    listed = {page.column: page.articles for page in lists}
    return LiveAnswer(
        tuple(lists), articles, (*find_repeated_lists(listed), *diagnose_articles(kept))
    )
