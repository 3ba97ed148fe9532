"""``curator new`` says first what is doubtful about its proposal, and so does the file it writes."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Pages, SmallPortal, article, small_portal

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.doubts.doubt_table import list_kinds
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import (
    DataProposal,
    FeedProposal,
    LinkProposal,
    NextProposal,
    NumberedProposal,
    Proposal,
    WholeArchive,
)
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.portal_file.config.load import check

URL = "https://echo.example/"
LISTED = Proposal(URL, links=(LinkProposal("h2", (f"{URL}a",)),), articles=(f"{URL}a",))
NAMES = [f"/a/{number}" for number in range(8)]


def listing(*paths: str) -> str:
    heads = (f'<h2><a href="{path}">The report {path} of the harbour</a></h2>' for path in paths)
    return f"<html><body><main>{''.join(heads)}</main></body></html>"


PAGES: Pages = {
    "/": listing(*NAMES[:4]),
    "/2": listing(*NAMES[4:]),
    **{
        name: article("".join(f"<p>{name} has line {n} of its own words.</p>" for n in range(9)))
        for name in NAMES
    },
}


def kinds_of(found: Proposal) -> list[str]:
    return [each.kind for each in list_doubts(found)]


@pytest.mark.parametrize(
    ("found", "kinds"),
    [
        (LISTED, ["no-next-page"]),
        (replace(LISTED, links=()), ["no-list"]),
        (replace(LISTED, links=(), articles=()), ["no-list"]),
        (
            replace(LISTED, links=(), articles=(), feed=FeedProposal(URL, 9)),
            ["no-list", "articles-not-read"],
        ),
        (replace(LISTED, next=NextProposal((), URL)), []),
        (replace(LISTED, numbered=NumberedProposal(f"{URL}{{page}}")), []),
        (replace(LISTED, whole=WholeArchive((), 5, (), 1)), []),
        (replace(LISTED, whole=WholeArchive((), 5, ("b",) * 4, 1)), ["not-listed"]),
        (replace(LISTED, links=(), feed=FeedProposal(URL, 9)), ["no-list"]),
        (
            replace(LISTED, data=DataProposal(URL, Rule(kind="json", expression="x"), ("a",))),
            ["no-next-page"],
        ),
        (
            replace(
                LISTED,
                data=DataProposal(URL, Rule(kind="json", expression="x"), ("a",), f"{URL}{{page}}"),
            ),
            [],
        ),
        (Proposal(URL, has_list=False), ["articles-not-read"]),
    ],
)
def test_a_list_that_is_not_known_whole_is_a_doubt(found: Proposal, kinds: list[str]):
    assert kinds_of(found) == kinds
    assert {*kinds} <= {each.name for each in list_kinds("proposal")}


def propose(portal: SmallPortal, curator, *arguments: str) -> tuple[list[str], list[str]]:
    """Return the doubts that ``new`` says before all else, and those at the top of the file."""
    code, _, err = curator("new", *arguments, "--output", "echo.yaml")
    assert code == DONE, err
    assert check(Path("echo.yaml")) == ()
    lines = [
        x
        for x in err.splitlines()
        if not x.startswith(("looking at ", "sends at most ", "list page: ", "uses "))
    ]
    # the first sentence says what the archive seems to be
    said = lines[1 : next(n for n, line in enumerate(lines) if line.startswith("links: "))]
    modeline, first, *text = Path("echo.yaml").read_text(encoding="utf-8").splitlines()
    assert modeline.startswith("# yaml-language-server")
    assert first == f"# {lines[0]}"
    end = next(n for n, line in enumerate(text) if line.startswith("# Made from"))
    assert [f"# {line}" for line in said] == text[1:end] or not said
    assert not said or text[0] == "# Look at this first:"
    return said, text


def test_doubts_are_said_first_and_stand_at_the_top_of_the_file(tmp_path: Path, curator):
    with small_portal(tmp_path, PAGES) as portal:
        said, text = propose(portal, curator, f"{portal.base}/")
    heads = [line.split(": ")[1] for line in said if line.startswith("problem: ")]
    assert heads[0] == "no-next-page" and heads[-2:] == ["field-not-found"] * 2
    assert said[1:3] == [
        f"  {portal.base}/",
        "  to do: write `pagination`, or `pagination: none` if no page follows",
    ]
    assert f"  {portal.base}/a/0: published not found on 4 of 4" in said
    assert not [line for line in text if "Look at this: " in line]


def test_a_file_that_was_made_of_few_articles_says_so(tmp_path: Path, curator):
    """What is the same on two articles may be chance, or a line that stands on all of the site."""
    with small_portal(tmp_path, {**PAGES, "/": listing(*NAMES[:2])}) as portal:
        said, _ = propose(portal, curator, f"{portal.base}/")
    place = next(n for n, line in enumerate(said) if line.startswith("problem: few-articles: 1: "))
    assert said[place + 1] == f"  {portal.base}/a/0: 2 articles"


def test_a_next_page_that_was_tried_is_no_doubt_and_one_that_lists_nothing_is(tmp_path, curator):
    older = '<a class="next" rel="next" href="/2">older</a>'
    pages = {**PAGES, "/": listing(*NAMES[:4]) + older}
    with small_portal(tmp_path, pages) as portal:
        said, _ = propose(portal, curator, f"{portal.base}/")
        assert not [line for line in said if "next" in line]
        Path("echo.yaml").unlink()
        Path("echo.new.warc.gz").unlink()  # the answers of before
        portal.pages["/2"] = listing(*NAMES[:4])
        said, _ = propose(portal, curator, f"{portal.base}/")
    assert [line for line in said if line.startswith("problem: next-not-proved")]


def test_a_next_page_that_is_not_among_saved_pages_was_not_tried(tmp_path: Path, curator):
    older = '<a class="next" rel="next" href="/2">older</a>'
    for name, text in (("list", listing(*NAMES[:4]) + older), ("story", PAGES[NAMES[0]])):
        Path(f"{name}.html").write_text(str(text), encoding="utf-8")
    given = ("--html", f"list.html={URL}", "--html", f"story.html={URL}a/0")
    with small_portal(tmp_path, {}) as portal:
        said, _ = propose(portal, curator, *given)
        assert portal.asked == []
    assert f"  {URL}2: not tried" in said
