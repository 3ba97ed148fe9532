"""A rule for the next page, tried on the pages that it leads to before it is used: stored ones, or
else pages that are fetched.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import as_message, translate
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.proposing.list_pages.rule_trials import find_next_by_rules
from webarticlecurator.studio.archive.archive_proposals import RuleChoice
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_fetching_form import read_or_fetch

MAX_FOLLOWED = 2
"""Pages that are looked at."""


@dataclass(frozen=True)
class FollowedRule:
    """The pages that a rule leads to, without those on which it was tried before, and in words why
    one of them could not be read."""

    pages: tuple[StoredPage, ...]
    trouble: str = ""

    def is_worse(self, rule: Rule, choices: Sequence[RuleChoice]) -> bool:
        """Return True if the rule finds nothing or leads back on more of the pages than the first
        of the choices, which were tried there, too."""
        urls = {page.url for page in self.pages}
        own = next(
            (urls.intersection(each.exceptions) for each in choices if each.rule == rule), urls
        )
        return bool(choices) and len(urls.intersection(choices[0].exceptions)) < len(own)

    def describe_worse(self) -> str:
        """Return what is said where the rule is worse."""
        return translate(
            "On {url}, where this link leads, the rule finds no further page or leads back."
            " Other rules that were tried there:",
            url=self.pages[0].url,
        )


async def follow_rule(
    context: StudioContext,
    portal_file: Path,
    portal: Portal,
    known: Sequence[StoredPage],
    url: str,
    rule: Rule,
) -> FollowedRule:
    """Return the page at ``url``, to which a rule leads from a page of ``known``, and the one after
    it, as far as they are not among these. Raises as ``PagePool.read``."""
    pages = {normalize_address(page.url): page for page in known}
    added: list[StoredPage] = []
    for _ in range(MAX_FOLLOWED):
        page = pages.get(url)
        if page is None:
            try:
                page = await read_or_fetch(context, portal_file, portal, url)
            except CuratorError as error:
                trouble = translate(
                    "The rule was not tried on {url}: {trouble}",
                    url=url,
                    trouble=as_message(error.message),
                )
                return FollowedRule(tuple(added), trouble)
            pages[url] = page
            added.append(page)
        answer = await context.pages.read(portal, page.url, find_next_by_rules, page, [rule])
        url = "".join(answer[0])
        if not url:
            break
    return FollowedRule(tuple(added))
