"""Parameters that a list adds to the addresses of its articles, such as where a reader came
from: without them, the same article is answered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.portal import AddressRules
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of
from webarticlecurator.proposing.propose.proposal_draft import Draft
from webarticlecurator.proposing.propose.visits import Visits, read_page

MIN_LINKS, MIN_SHARE = 2, 0.5
"""Links that must have a parameter with one value, and their share of all, from which it may be no
part of any address."""
MIN_SAME = 0.9
"""Share of the words that two answers of one page have in common: some is drawn by chance."""


def find_added_parameters(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Add the names of the parameters without which an article has the same page: one request, only
    where many links have some with the same value."""
    proposal = draft.proposal
    names = list_shared_parameters(draft.listed)
    first = next((url for url in proposal.articles if url in draft.listed), "")
    if not names or not first:
        return draft
    page = read_page(first, visits, runtime)
    # as the proposed file leaves them out
    plain = canonical_address(first, AddressRules(drop=("fragment", *names)))
    other = read_page(plain, visits, runtime)
    if page is None or other is None or not _is_same(page, other):
        return draft
    return draft.update(replace(proposal, added_parameters=tuple(names)))


def list_shared_parameters(links: Sequence[str]) -> list[str]:
    """Return the names of the parameters that have one value in many addresses."""
    pairs = Counter(
        pair for url in links for pair in {*parse_qsl(urlsplit(url).query, keep_blank_values=True)}
    )
    least = max(MIN_LINKS, MIN_SHARE * len(links))
    return sorted({name for (name, _), count in pairs.items() if count >= least})


def make_plain_key(*lists: Sequence[str]) -> Callable[[str], str]:
    """Return the function that returns the key of an address, without the parameters that many
    addresses of a list have, as those that count where readers come from."""
    names = {name for links in lists for name in list_shared_parameters(links)}
    rules = AddressRules(drop=("fragment", *names))
    return lambda url: address_key(canonical_address(url, rules))


def _is_same(page: Page, other: Page) -> bool:
    here, there = (Counter(text_of(each.root).split()) for each in (page, other))
    return (here & there).total() >= MIN_SAME * max(here.total(), there.total(), 1)
