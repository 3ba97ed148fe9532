"""``curator new`` for a list that a button or scrolling makes longer in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from newcomer_portals import fill_english_blog
from scripted_portal import ScriptedPortal, list_page, script, scripted_portal
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

WORDS = "Long words of an article, which nobody has written before, and which go on. " * 9
BUTTON = '<button class="btn load-more">További hírek</button>'
FETCH_PIECE = """let piece = 1;
async function more() {
  const answer = await fetch("/pie" + "ce" + piece++);
  if (answer.ok) document.getElementById("list").insertAdjacentHTML("beforeend", await answer.text());
  else if (document.querySelector(".load-more")) document.querySelector(".load-more").remove();
}
"""
ON_CLICK = 'document.querySelector(".load-more").onclick = more;'
ON_SCROLL = 'addEventListener("scroll", more);'


def headlines(numbers: range) -> str:
    return "".join(
        f'<h2 style="height: 700px"><a href="/a{n}">The long title of article {n}</a></h2>'
        for n in numbers
    )


def set_pages(portal: SmallPortal, more: str, code: str, *, listed: int = 4) -> None:
    """Let the page list some of ten articles, and a script those that follow, three at a time."""
    body = f'<h1>News</h1><div id="list">{headlines(range(listed))}</div>{more}'
    portal.pages["/news"] = f'<html><body>{body}<script src="/grow.js"></script></body></html>'
    portal.pages["/grow.js"] = script(code)
    portal.pages["/piece1"] = Answer(headlines(range(listed, 7)))
    portal.pages["/piece2"] = Answer(headlines(range(7, 10)))
    for number in range(10):
        portal.pages[f"/a{number}"] = article(f"{number}: {WORDS}")


def propose(portal: SmallPortal) -> Proposal:
    return propose_portal([f"{portal.base}/news"], runtime=Runtime(clock=portal.clock))


def written(portal: SmallPortal, found: Proposal) -> Portal:
    file = portal.folder / "new.yaml"
    file.write_text(proposed_yaml(found).replace("delay: 1.0", "delay: 0"), encoding="utf-8")
    return load_portal(file)


@pytest.mark.long
def test_a_button_that_adds_articles_is_proposed(scripted: ScriptedPortal) -> None:
    """The proposed file crawls the whole list."""
    portal = scripted.portal
    set_pages(portal, BUTTON, FETCH_PIECE + ON_CLICK)
    found = propose(portal)
    assert found.growing is not None and found.growing.added == 3
    file = written(portal, found)
    (span,) = file.columns[0].spans
    assert (span.pagination.mode, span.pagination.click) == ("browser-list", "button.load-more")
    summary = crawl(file, portal.corpus, CrawlOptions(warc_only=True))
    assert (summary.articles, summary.problems) == (10, {})


@pytest.mark.long
def test_a_list_that_grows_when_it_is_scrolled_is_scrolled(scripted: ScriptedPortal) -> None:
    portal = scripted.portal
    set_pages(portal, "", FETCH_PIECE + ON_SCROLL)
    found = propose(portal)
    assert found.growing is not None and found.growing.button is None
    (span,) = written(portal, found).columns[0].spans
    assert (span.pagination.mode, span.pagination.scroll) == ("browser-list", True)


@pytest.mark.long
def test_a_button_of_a_list_that_only_a_browser_shows_is_proposed(
    scripted: ScriptedPortal,
) -> None:
    portal = scripted.portal
    set_pages(portal, BUTTON, FETCH_PIECE + ON_CLICK + "more();", listed=0)
    (span,) = written(portal, propose(portal)).columns[0].spans
    assert span.pagination.click == "button.load-more"


@pytest.mark.long
def test_without_a_browser_the_button_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURATOR_CHROMIUM", str(tmp_path / "none"))
    with scripted_portal(tmp_path) as scripted:
        portal = scripted.portal
        set_pages(portal, BUTTON, FETCH_PIECE + ON_CLICK)
        output = tmp_path / "new.yaml"
        assert main(["new", f"{portal.base}/news", "--output", str(output)]) == 0
    assert "button.load-more (docs/browser.md, not tried" in capsys.readouterr().err
    text = output.read_text(encoding="utf-8")
    assert "no link to a next page was recognised here" in text
    assert 'A button seems to load more ("További hírek")' in text
    assert "pagination: {mode: browser-list, click: button.load-more}" in text
    assert load_portal(output).columns[0].spans[0].pagination.mode == "next-link"


def test_the_data_behind_a_button_are_preferred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CURATOR_CHROMIUM", str(tmp_path / "none"))
    with scripted_portal(tmp_path) as scripted:
        portal = scripted.portal
        for name in scripted.names:
            portal.pages[f"/{name}"] = article(f"{name}: {WORDS}")
        lines = [f"<h2><a href='/{n}'>The title of article {n}</a></h2>" for n in scripted.names]
        page = list_page(more=True).replace('"list">', f'"list">{"".join(lines[:3])}')
        portal.pages["/news"] = page
        found = propose(portal)
        (span,) = written(portal, found).columns[0].spans
        assert span.url.text == f"{portal.base}/api/list?page={{page}}"
        assert "lists only its newest articles by itself" in proposed_yaml(found)


def test_what_a_button_adds_leaves_no_doubt_about_a_next_page(tmp_path: Path) -> None:
    """The address for scripts beside it, which was tried as a next page, shows no articles."""
    with small_portal(tmp_path, {}) as portal:
        blog = fill_english_blog(portal, portal.clock.now().date())
        found = propose_portal([blog.start], runtime=Runtime(clock=portal.clock))
    assert found.growing is not None
    assert found.doubts == ()
