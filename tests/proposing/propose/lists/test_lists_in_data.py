"""Lists that scripts load or hold: markup in JSON, offsets beside an address, answers that name the
next one, the state of a script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, article, small_portal

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

STORIES = {
    f"/news/the-long-story-number-{n}": article(
        " ".join(f"word{n * s} of the mill by the river, sold in spring." for s in range(1, 16))
    )
    for n in range(17)
}
PATHS = [*STORIES]
SIZE = 6
PARTS = [PATHS[n : n + SIZE] for n in range(0, len(PATHS), SIZE)]
SCRIPT = "<script>start()</script>"


def page(body: str) -> str:
    return f"<html><body><nav><a href='/about'>About</a></nav><main>{body}</main></body></html>"


def rows(paths: list[str]) -> str:
    return "".join(f'<li class="row"><a href="{path}">The story {path}</a></li>' for path in paths)


def data(value: object) -> Answer:
    return Answer(json.dumps(value), headers=(("Content-Type", "application/json"),))


BUTTON = f'<button data-endpoint="/ajax" data-offset="{SIZE}">More</button>{SCRIPT}'
OFFSETS: dict[str, str | Answer] = {
    "/news": page(f"<ul>{rows(PARTS[0])}</ul>{BUTTON}"),
    **{
        f"/ajax?offset={n * SIZE}": data({"html": rows(part)})
        for n, part in enumerate([*PARTS, []])
        if n
    },
}
MARKUP: dict[str, str | Answer] = {
    "/news": page('<ul></ul><script>fetch("/api/list?page=" + page++).then(show)</script>'),
    **{f"/api/list?page={n + 1}": data({"html": rows(part)}) for n, part in enumerate(PARTS)},
}
CHAIN: dict[str, str | Answer] = {
    "/news": page('<ul></ul><script>load("/api/posts")</script>'),
    **{
        f"/api/posts?cursor=c{n}" if n else "/api/posts": data(
            {
                "self": "/api/posts?v=1",
                "next": f"/api/posts?cursor=c{n + 1}" if n + 1 < len(PARTS) else None,
                "items": [{"link": path} for path in part],
            }
        )
        for n, part in enumerate(PARTS)
    },
}
BOXED = {
    **CHAIN,
    "/news": page(f'<ul></ul><script>load("/api/posts")</script><ol>{rows(PATHS[-5:])}</ol>'),
}
"""A box of older stories stands beside the list, whose first answer does not have them."""
STATE: dict[str, str | Answer] = {
    f"/news{f'?page={n + 1}' if n else ''}": page(
        "<p>News of the mill and the river, day by day.</p>"
        '<script id="state" type="application/json">'
        f"{json.dumps({'posts': [{'href': path, 'image': '/i.jpg'} for path in part]})}</script>"
    )
    for n, part in enumerate(PARTS)
}


def propose(portal: SmallPortal) -> Proposal:
    return propose_portal([f"{portal.base}/news"], runtime=portal.runtime)


@pytest.mark.parametrize(
    ("pages", "line"),
    [
        (OFFSETS, f"step: {SIZE}, first_url: 'BASE/news'}}"),
        (MARKUP, "links: {json: html, html: "),
        (CHAIN, "pagination: {mode: next-link, next: {json: next}}"),
        (BOXED, "pagination: {mode: next-link, next: {json: next}}"),
        (STATE, 'links: {regex: \'"href": ?"([^"]+)"\'}'),
    ],
    ids=["offsets", "markup", "chain", "boxed", "state"],
)
def test_what_scripts_load_is_read_to_its_end(
    pages: dict[str, str | Answer], line: str, tmp_path: Path
):
    with small_portal(tmp_path, {**STORIES, **pages}) as portal:
        portal.executor = "serial"
        found = propose(portal)
        lists = [doubt for doubt in list_doubts(found) if doubt.cost == "list"]
        assert found.data is not None and found.data.goes_on and not lists
        text = proposed_yaml(found).replace(portal.base, "BASE")
        assert line in text
        rules = "\n".join(each for each in text.splitlines() if not each.startswith("portal:"))
        portal.crawl(rules.replace("home: BASE/\n", ""))
        assert {*portal.articles()} == {*PATHS}


def test_data_that_answer_to_no_number_are_no_next_page(tmp_path: Path):
    """The address that a button has stands there without its offset, and answers 404."""
    with small_portal(tmp_path, {**STORIES, **OFFSETS}) as portal:
        found = propose(portal)
        assert found.next is None
        assert [each.kind for each in list_doubts(found)].count("next-not-proved") == 0
