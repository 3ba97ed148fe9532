"""The rest of articles that scripts load: which of it ``new`` takes into the portal file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from small_portal import Answer, SmallPortal, small_portal

from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal

NAMES = ["harbour", "market", "station", "library", "garden", "tower", "bridge", "school"]
SAID = (
    "The {0} of the town was closed for many years, as the mayor said to all of us who had come to"
    " see how {1} would be opened again, and the people were glad that it was mended at last."
)


def write_text(name: str, *parts: str) -> str:
    return "".join(f"<p>{SAID.format(name, part)}</p>" for part in parts)


def write_start(n: int, name: str) -> str:
    return write_text(name, "it", "the place")


def serve(
    portal: SmallPortal,
    end: str,
    answer: Callable[[int, str], str | Answer],
    start: Callable[[int, str], str] = write_start,
) -> None:
    """Serve a list and its articles, which end with ``end`` and a ``/rest/N``."""
    for n, name in enumerate(NAMES):
        head = f"<h1>The {name} opens again</h1><time datetime=2023-0{n + 1}-14>2023-0{n + 1}-14</time>"
        portal.pages[f"/news/{name}-opens"] = (
            f"<html lang=en><head><title>The {name} opens again</title></head><body><nav><a href=/>Home</a></nav><main>"
            f"<article>{head}{start(n, name)}{end.format(n, name)}</article></main><script src=/a.js></script></body></html>"
        )  # fmt: skip
        portal.pages[f"/rest/{n}"] = answer(n, name)
        portal.pages[f"/news/{name}-opens/rest"] = answer(n, name)
    rows = "".join(
        f"<li><h2><a href=/news/{name}-opens>The {name} opens again</a></h2><p>Read how.</p></li>"
        for name in NAMES
    )
    portal.pages["/"] = f"<html><body><h1>News</h1><ul class=list>{rows}</ul></body></html>"


def propose(
    tmp_path: Path,
    end: str,
    answer: Callable[[int, str], str | Answer],
    start: Callable[[int, str], str] = write_start,
) -> Proposal:
    tmp_path.mkdir(exist_ok=True)
    with small_portal(tmp_path, {}) as portal:
        serve(portal, end, answer, start)
        found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        file = tmp_path / "new.yaml"
        file.write_text(proposed_yaml(found), encoding="utf-8")
        load_portal(file)
        return found


@pytest.fixture(autouse=True)
def no_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURATOR_CHROMIUM", str(tmp_path / "none"))


EMPTY = "<div class=rest data-src=/rest/{}></div>"
JSON = (("Content-Type", "application/json"),)


def as_json(n: int, name: str) -> Answer:
    return Answer(json.dumps({"id": n, "more": {"html": write_text(name, "she", "he")}}), 200, JSON)


@pytest.mark.parametrize(
    ("answer", "page"),
    [
        (lambda n, name: f"<div>{write_text(name, 'she', 'he')}</div>", None),
        (as_json, {"json": "more.html"}),
    ],
)
def test_the_rest_of_a_text_is_a_part(tmp_path: Path, answer, page) -> None:
    found = propose(tmp_path, EMPTY, answer)
    (part,) = found.article.parts
    assert part.rule["as"] == "text"
    assert part.rule.get("page") == page
    assert part.rule["address"] == {"css": "div.rest", "attr": "data-src"}
    assert "loaded-later" not in {each.kind for each in found.doubts}


SCRIPT = '<div class=box></div><script>load("\\/news\\/{1}-opens\\/rest", {{}});</script>'


def write_words(n: int, name: str) -> str:
    return f"<div class=words>{write_text(name, 'it', 'the place')}</div>"


def more_words(n: int, name: str) -> Answer:
    html = f"<p>{name} said</p><div class=words>{write_text(name, 'she', 'he')}</div>"
    return Answer(json.dumps({"id": n, "more": {"html": html}}), 200, JSON)


@pytest.mark.parametrize("end", [SCRIPT, SCRIPT.replace("\\", "")])
def test_an_address_below_its_own_that_a_script_of_the_page_names_is_that_of_a_part(
    tmp_path: Path, end: str
) -> None:
    found = propose(tmp_path, end, more_words, write_words)
    (part,) = found.article.parts
    address = {"url": "/([^/?#]+)/?$", "template": "/news/{}/rest"}
    rule = {"address": address, "as": "text", "page": {"json": "more.html"}, "root": "div.words"}
    assert part.rule == rule


def test_what_a_script_names_elsewhere_is_not_asked_for(tmp_path: Path) -> None:
    """It is the next article, something about the writer, or does something, such as to vote."""
    with small_portal(tmp_path, {}) as portal:
        serve(portal, SCRIPT.replace("news", "rest/{0}/news"), more_words, write_words)
        found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        assert found.article.parts == ()
        assert not any(path.startswith("/rest/") for path in portal.asked)


def test_what_a_link_leads_to_or_is_no_text_like_that_of_the_page_is_no_part(
    tmp_path: Path,
) -> None:
    linked = "<p><a href=/news/{1}-opens/rest>The other half</a></p>" + SCRIPT
    assert propose(tmp_path / "a", linked, more_words, write_words).article.parts == ()
    shares = propose(tmp_path / "b", SCRIPT, lambda n, name: f"{n} shares", write_words)
    assert (shares.article.parts, "loaded-later" in {d.kind for d in shares.doubts}) == ((), False)
    # about the writer, say
    assert propose(tmp_path / "c", SCRIPT, as_json, write_words).article.parts == ()


def test_what_a_script_names_drops_nothing(tmp_path: Path) -> None:
    """The code of the article in an element may be a part of the address, too."""

    def code(n: int, name: str) -> str:
        return f"<div class=words data-code={n}x>{write_text(name, 'it', 'the place')}</div>"

    with small_portal(tmp_path, {}) as portal:
        serve(portal, "", more_words, code)
        rows = ""
        for n, name in enumerate(NAMES):
            page = str(portal.pages[f"/news/{name}-opens"])
            script = f'<div class=box></div><script>load("/news/item-{n}x-view/likes");</script>'
            portal.pages[f"/news/item-{n}x-view"] = page.replace(
                "</article>", f"{script}</article>"
            )
            portal.pages[f"/news/item-{n}x-view/likes"] = f"{n} likes"
            rows += f"<li><h2><a href=/news/item-{n}x-view>The {name} opens again</a></h2><p>Read how.</p></li>"
        portal.pages["/"] = f"<html><body><h1>News</h1><ul class=list>{rows}</ul></body></html>"
        found = propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        assert any(path.endswith("/likes") for path in portal.asked)
    assert not any("data-code" in line.rule for line in found.article.drops)


def test_the_root_of_the_page_is_that_of_its_part(tmp_path: Path) -> None:
    """Around the answers of a thread are the names of their writers."""

    def answer(n: int, name: str) -> str:
        return "".join(
            f"<div class=post><div class=who>{who} wrote</div><div class=words>{write_text(name, who)}</div></div>"
            for who in ("she", "he")
        )

    def first(n: int, name: str) -> str:
        return f"<div class=words>{write_text(name, 'it', 'the place')}</div>"

    found = propose(tmp_path, EMPTY, answer, first)
    assert [line.rule for line in found.article.roots] == ["div.words"]
    (part,) = found.article.parts
    assert part.rule["root"] == "div.words"


@pytest.mark.parametrize(
    ("end", "answer"),
    [
        # a counter, other articles, the same for all, the article itself, nothing
        (EMPTY, lambda n, name: Answer(json.dumps({"shares": n}), 200, JSON)),
        (EMPTY, lambda n, name: "".join(f"<p><a href=/news/{each}-opens>{SAID.format(each, 'it')}</a></p>" for each in NAMES)),
        (EMPTY, lambda n, name: write_text("paper", "it", "that")),
        (EMPTY, lambda n, name: f"<h1>The {name} opens again</h1>{write_text(name, 'it', 'the place')}"),
        (EMPTY, lambda n, name: Answer("", 404)),
        ("<img data-src=/rest/{}>", lambda n, name: write_text(name, "she", "he")),
        ("<a href=/about data-src=/rest/{}>About us</a>", lambda n, name: write_text(name, "she", "he")),
    ],
)  # fmt: skip
def test_what_is_no_text_of_the_article_is_no_part(tmp_path: Path, end: str, answer) -> None:
    assert propose(tmp_path, end, answer).article.parts == ()


@pytest.mark.parametrize(
    ("answer", "dropped"),
    [(lambda n, name: f"{n} shares", True), (lambda n, name: Answer("", 404), False)],
)
def test_what_is_asked_and_is_no_text_is_dropped_and_no_doubt(
    tmp_path: Path, answer, dropped: bool
) -> None:
    """What does not answer may be text."""
    end = "<div id=item-{0}><div class=rest data-src=/rest/{0}></div></div>"
    found = propose(tmp_path, end, answer)
    assert ("div.rest" in {line.rule for line in found.article.drops}) == dropped
    assert ("loaded-later" in {each.kind for each in found.doubts}) != dropped


def test_pictures_are_not_asked_for(tmp_path: Path) -> None:
    with small_portal(tmp_path, {}) as portal:
        serve(portal, "<div data-bg=/rest/{}.jpg></div>", lambda n, name: Answer("", 404))
        propose_portal([f"{portal.base}/"], runtime=portal.runtime)
        assert not any(path.startswith("/rest/") for path in portal.asked)


def test_what_cannot_be_read_is_a_doubt(tmp_path: Path) -> None:
    end = f"<p>{SAID.format('place {0}', 'it')[:-1]} (<a>more</a>)</p>"
    found = propose(tmp_path, end, lambda n, name: Answer("", 404))
    doubts = {each.kind: each.count for each in found.doubts}
    assert doubts.get("loaded-later") == len(NAMES)
