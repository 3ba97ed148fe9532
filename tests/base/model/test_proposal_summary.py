"""What ``new`` says first: what the archive of a portal seems to be."""

from __future__ import annotations

from datetime import date

import pytest

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import (
    Board,
    DataProposal,
    DatedAddress,
    FeedProposal,
    IndexProposal,
    LinkProposal,
    NextProposal,
    Proposal,
    WholeArchive,
)
from webarticlecurator.base.proposal.proposal_summary import describe_portal

URL = "https://echo.example/"
RULE = Rule(kind="css", expression="a")
LINKS = (LinkProposal("h2", (f"{URL}1", f"{URL}2")),)
DATA = DataProposal(f"{URL}list.json", RULE, (f"{URL}1",), template=f"{URL}list.json?page={{page}}")
WHOLE = WholeArchive((), 62, (), 4)


@pytest.mark.parametrize(
    ("found", "sentence"),
    [
        (Proposal(URL, links=LINKS), "a list of one page; articles on it: 2"),
        (
            Proposal(URL, links=LINKS, next=NextProposal((RULE,), f"{URL}?page=2"), whole=WHOLE),
            "a list that goes on; articles on its first page: 2; articles in the sitemap: 62",
        ),
        (Proposal(URL, data=DATA), "a list that goes on; articles on its first page: 1"),
        (
            Proposal(URL, links=LINKS, boards=(Board("a", f"{URL}a"), Board("b", f"{URL}b"))),
            "boards or sections, each with a list of its own: 2; articles on the first page of one"
            " of them: 2",
        ),
        (
            Proposal(
                URL,
                links=LINKS,
                dated=DatedAddress(f"{URL}{{date:%Y-%m}}", date(2024, 5, 1), "month"),
                first_day=date(2019, 2, 1),
            ),
            "lists by date from 2019-02-01 on; articles on the one that was read: 2",
        ),
        (
            Proposal(URL, links=LINKS, index=IndexProposal(URL, (RULE,), 14, 64), whole=WHOLE),
            f"14 links on {URL} lead to lists of 64 articles; articles in the sitemap: 62",
        ),
        (
            Proposal(URL, links=LINKS, index=IndexProposal(URL, (RULE,), 14, 64, True, 3)),
            f"14 links on {URL} lead to lists of about 64 articles; 3 lists elsewhere repeat some"
            " of them",
        ),
        (Proposal(URL, feed=FeedProposal(URL, 9)), "a feed with the newest articles: 9"),
        (Proposal(URL), ""),
        (Proposal(URL, links=LINKS, has_list=False), ""),
    ],
)
def test_each_kind_of_archive_has_a_sentence(found: Proposal, sentence: str) -> None:
    assert describe_portal(found) == sentence
