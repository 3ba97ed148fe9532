"""The windows of an archive by date that ``curator new`` looks at beside the one it was given."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.windows import Window
from webarticlecurator.proposing.list_pages.archive_addresses import read_template

MAX_LOOKS = 12
"""Windows, or further pages of a list, that are looked at."""


def list_other_windows(proposal: Proposal, today: date) -> Iterator[str]:
    """Yield the addresses of the windows that the page links, some of all of them, then those
    before and after it, the nearest first. The proposal must have ``dated``."""
    step = max(1, len(proposal.windows) // MAX_LOOKS)
    yield from proposal.windows[::step]
    assert proposal.dated is not None
    template = read_template(proposal.dated)
    before = after = Window.around(proposal.dated.day, proposal.dated.step)
    for _ in range(MAX_LOOKS):
        before = Window.around(before.first - timedelta(days=1), proposal.dated.step)
        yield fill_template(template, window=before)
        after = Window.around(after.last + timedelta(days=1), proposal.dated.step)
        if after.first <= today:
            yield fill_template(template, window=after)
