"""``curator extract --explain``: what each rule of an article does on one page, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from webarticlecurator.extract import count_words_outside, read_without_rules, select_layout
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page, read_page
from webarticlecurator.rules import Trace, select_elements, select_first, select_values
from webarticlecurator.run.building.article_page_choice import find_first_page
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.tasks import build_task
from webarticlecurator.run.preview.single_page import StoredPage
from webarticlecurator.store import view_corpus

SHOWN = 12
"""So many of what is left out without a rule are named."""
_STATES = {
    "guessed": "guessed, since no rule finds it",
    "refined": "what looks like no text in it goes (guess: true)",
    "unused": "none of its rules matches; without them it would be guessed",
}


def explain(portal: Portal, stored: StoredPage) -> Iterator[str]:
    """The layout, then every rule group with its rules: what was selected, what each step did,
    which rule won."""
    yield from _explained(
        portal,
        read_page(
            stored.url,
            stored.content,
            stored.content_type,
            encoding=portal.encoding,
            captured=stored.captured,
        ),
    )


def explain_stored(portal: Portal, folder: Path, url: str) -> Iterator[str]:
    """The same of the first page of an article of a corpus, with its column and what was listed;
    nothing if it is not stored. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.article(url) or corpus.frontier.page_owner(url)
        task = None if row is None else build_task(portal, corpus, row)
        head = replace(task.head, url=task.head.url.partition("#")[0]) if task else None
        page = (
            find_first_page(portal, CorpusSource(corpus), head, task.shared)
            if task and head
            else None
        )
    if page is not None:
        yield from _explained(portal, page)


def _explained(portal: Portal, page: Page) -> Iterator[str]:
    yield f"character set: {page.encoding} ({page.evidence})" + (
        f", {page.replaced} bytes unreadable" if page.replaced else ""
    )
    yield from _parsed(page)
    chosen = select_layout(portal, page)
    yield f"layout: {chosen.name or 'the article rules themselves'}"
    yield from _groups(chosen.rules, page)
    yield from _without_rules(portal, page)


def _parsed(page: Page) -> Iterator[str]:
    """Say where the two parsers differ, and whose tree the rules see."""
    tree = page.tree
    if tree.differences:
        whose = (
            "as a browser shows it; libxml2 alone differs"
            if tree.is_html5
            else "libxml2's; a browser shows another"
        )
        yield f"tree: {whose} at:"
        yield from (f"  {difference}" for difference in tree.differences[:SHOWN])
        yield from (["  …"] if len(tree.differences) > SHOWN else [])


def _without_rules(portal: Portal, page: Page) -> Iterator[str]:
    """Where the text stands as far as no rule says it; nothing is outside where nothing was
    found."""
    found = read_without_rules(portal, page)
    if found:
        yield f"body.root: {_STATES[found.state]}:"
        out = Counter((piece.css, piece.why) for piece in found.left_out)
        yield from (f"  {piece.css}: about {piece.words} words" for piece in found.roots)
        yield from (
            f"    without {css}{f', {n} times' if n > 1 else ''} ({why})"
            for (css, why), n in list(out.items())[:SHOWN]
        )
        yield from (["    …"] if len(out) > SHOWN else [])
    if not found or found.state != "unused":
        yield f"outside the root: about {count_words_outside(portal, page)} words"


def _groups(rules: ArticleRules, page: Page) -> Iterator[str]:
    yield from _told(
        "next_page",
        rules.next_page,
        lambda trace: select_first(rules.next_page, page, trace, link=True),
    )
    yield from _told(
        "body.root", rules.body.root, lambda trace: select_elements(rules.body.root, page, trace)
    )
    yield from _told(
        "body.drop",
        rules.body.drop,
        lambda trace: select_elements(rules.body.drop, page, trace, any_of=True),
    )
    for name, sources in rules.metadata:
        yield from _told(f"metadata.{name}", sources, partial(select_values, sources, page))


def _told(name: str, rules: tuple[Rule, ...], run: Callable[[Trace], object]) -> Iterator[str]:
    if not rules:
        return
    trace = Trace()
    run(trace)
    yield f"{name}:"
    yield from (f"  {line}" for line in trace.lines())
