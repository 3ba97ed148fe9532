"""What the rules do on one page, for people: explained, as an outline, as a marked page.

``curator extract --explain``: describes what each article rule does on one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.metadata_remarks import MetadataRemark, remark_metadata
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.model.article import Metadata, PageExtract
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.captures.page_choice import find_first_page
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import select_elements, select_first, select_values
from webarticlecurator.pages.rules.trace import Trace
from webarticlecurator.proposing.trial.extracted_article import open_first_page
from webarticlecurator.proposing.trial.verdicts_without_rules import (
    count_words_outside,
    read_without_rules,
)

MAX_SHOWN = 12
"""Items of a list that are shown."""
_STATES = {
    "guessed": "guessed, because no rule finds it",
    "refined": "what looks like no text in it goes (guess: true)",
    "unused": "none of its rules matches; without them it would be guessed",
}


def explain(portal: Portal, stored: StoredPage) -> Iterator[str]:
    """Describe the layout, then every group of rules: what was selected, what each step did, which
    rule won."""
    yield from explain_page(portal, stored.page(portal))


def explain_page(portal: Portal, page: Page) -> Iterator[str]:
    """Describe the rules on a parsed page, as ``explain`` does."""
    unreadable = f", {page.replaced} bytes unreadable" if page.replaced else ""
    yield f"character set: {page.encoding} ({page.evidence}){unreadable}"
    yield from explain_tree(page)
    layout = select_layout(portal, page)
    yield f"layout: {layout.name or 'the article rules themselves'}"
    rules = layout.rules
    yield from _trace_group(
        "next_page",
        rules.next_page,
        lambda trace: select_first(rules.next_page, page, trace, link=True),
    )
    yield from _trace_group(
        "body.root", rules.body.root, lambda trace: select_elements(rules.body.root, page, trace)
    )
    yield from _trace_group(
        "body.drop",
        rules.body.drop,
        lambda trace: select_elements(rules.body.drop, page, trace, any_of=True),
    )
    for name, sources in rules.metadata:
        yield from _trace_group(f"metadata.{name}", sources, partial(select_values, sources, page))
    # The text that is found without a rule, and the number of words outside the root.
    found = read_without_rules(portal, page)
    if found:
        yield f"body.root: {_STATES[found.state]}:"
        out = Counter((element.css, element.why) for element in found.left_out)
        yield from (f"  {element.css}: about {element.words} words" for element in found.roots)
        yield from (
            f"    without {css}{f', {n} times' if n > 1 else ''} ({why})"
            for (css, why), n in list(out.items())[:MAX_SHOWN]
        )
        yield from (["    …"] if len(out) > MAX_SHOWN else [])
    read = read_article_page(portal, page) if layout.rules.split is None else None
    if isinstance(read, PageExtract) and read.page_kind:
        how = "as the portal file says" if page.kind else "judged; article.page_kind can say it"
        yield f"kind of page: {read.page_kind} ({how})"
    if not found or found.state != "unused":
        yield f"outside the root: about {count_words_outside(portal, page)} words"
    if isinstance(read, PageExtract):
        yield from (f"remark: {remark}" for remark in remark_read_page(portal, page, read.metadata))


def explain_stored(portal: Portal, folder: Path, url: str) -> Iterator[str]:
    """Describe the rules on the first page of an article of a corpus, with its column and what the
    archive listed.

    Yields nothing if the page is not stored. Raises as ``open_first_page``.
    """
    with open_first_page(portal, folder, url) as (source, task):
        page = find_first_page(portal, source, task.start, task.shared)
    if page is not None:
        yield from explain_page(portal, page)


def remark_read_page(portal: Portal, page: Page, metadata: Metadata) -> tuple[MetadataRemark, ...]:
    """Return what is doubtful in the metadata of a page."""
    titles, authors = (
        [(value.source, value.value) for value in metadata.all(name)]
        for name in ("title", "authors")
    )
    return remark_metadata(portal, page, titles, authors)


def explain_tree(page: Page) -> Iterator[str]:
    """Describe where the two parsers differ, and whose tree the rules see."""
    tree = page.tree
    if tree.differences:
        whose = (
            "as a browser shows it; libxml2 alone differs"
            if tree.is_html5
            else "libxml2's; a browser shows another"
        )
        yield f"tree: {whose} at:"
        yield from (f"  {difference}" for difference in tree.differences[:MAX_SHOWN])
        yield from (["  …"] if len(tree.differences) > MAX_SHOWN else [])


def _trace_group(
    name: str, rules: tuple[Rule, ...], select: Callable[[Trace], object]
) -> Iterator[str]:
    """Apply a group of rules with ``select`` and yield the lines of its trace."""
    if not rules:
        return
    trace = Trace()
    select(trace)
    yield f"{name}:"
    yield from (f"  {line}" for line in trace.lines())
