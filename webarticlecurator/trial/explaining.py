"""What the rules do on one page, for people: explained, as an outline, as a marked page.

``curator extract --explain``: describes what each article rule does on one page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from webarticlecurator.article import find_exclusion, read_article_page, select_layout
from webarticlecurator.article.article_body import find_roots
from webarticlecurator.article.diagnostics import MetadataRemark, remark_metadata
from webarticlecurator.captures.article_pages import find_first_page
from webarticlecurator.captures.tasks import build_task
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import UsageError
from webarticlecurator.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import BodyRules, Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.list_proposals import propose_link_rules
from webarticlecurator.rules import Trace, select_elements, select_first, select_values
from webarticlecurator.rules.selectors import describe_selector_fault
from webarticlecurator.rules.trace import find_near_misses
from webarticlecurator.store import view_corpus
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.trial.marked_page import write_page_file
from webarticlecurator.trial.one_article import read_stored_pages
from webarticlecurator.trial.page_outline import OutlineNode, outline_element
from webarticlecurator.trial.verdicts import (
    PageVerdicts,
    count_words_outside,
    describe_element,
    read_element_verdicts,
    read_without_rules,
)
from webarticlecurator.workers.capture_source import CorpusSource

MAX_SHOWN = 12
"""Items of a list that are shown."""
_STATES = {
    "guessed": "guessed, since no rule finds it",
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
        remarks = remark_read_page(portal, page, read.metadata)
        yield from (f"remark: {remark}" for remark in remarks)


def explain_stored(portal: Portal, folder: Path, url: str) -> Iterator[str]:
    """Describe the rules on the first page of an article of a corpus, with its column and what the
    archive listed.

    Yields nothing if the page is not stored. Raises CorpusMismatch, StoreDamaged.
    """
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.find_article(url)
        task = None if row is None else build_task(portal, corpus, row)
        page = None
        if task is not None:
            start = replace(task.start, url=task.start.url.partition("#")[0])
            page = find_first_page(portal, CorpusSource(corpus), start, task.shared)
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


# ``curator outline``: a page as a tree of elements, with guesses where its parts are.

MAX_LISTS = 2
MAX_HEADLINES = 3


@dataclass(frozen=True)
class OutlineGuess:
    """A part of the page that the program would guess: what it is (``text``, ``headline``,
    ``list``), a selector for it, and how much it holds in words."""

    what: str
    selector: str
    holds: str


@dataclass(frozen=True)
class PageOutline:
    """The outline of a page.

    ``tree`` says where the tree differs from the source, ``guesses`` where its parts may be.
    ``nodes`` are the elements; if a selector matches none, ``near`` says what is near.
    """

    tree: tuple[str, ...]
    guesses: tuple[OutlineGuess, ...]
    nodes: tuple[OutlineNode, ...]
    near: tuple[str, ...] = ()


def outline_page(page: Page, selector: str | None, depth: int) -> PageOutline:
    """Return the outline of a page, or of each element that ``selector`` selects.

    ``selector`` is CSS, or XPath after ``xpath:``. Raises UsageError if it cannot be read.
    """
    tree = tuple(explain_tree(page))
    if selector is None:
        return PageOutline(tree, tuple(_guess_parts(page)), (outline_element(page.root, depth),))
    prefix, colon, rest = selector.partition(":")
    is_xpath = bool(colon) and prefix.strip().lower() == "xpath"
    kind, expression = ("xpath", rest.strip()) if is_xpath else ("css", selector)
    fault = describe_selector_fault(kind, expression)
    if fault is not None:
        raise UsageError(
            f"not a selector: {selector} ({fault})",
            "Give CSS, such as div.list h2, or XPath after xpath:, such as xpath://h2",
        )
    found = select_elements((Rule(kind=kind, expression=expression),), page)
    near = find_near_misses(expression, page.root) if kind == "css" and not found else ()
    nodes = tuple(outline_element(element, depth) for element in found)
    return PageOutline(tree, (), nodes, tuple(near))


def _guess_parts(page: Page) -> Iterator[OutlineGuess]:
    for element in find_roots(page, BodyRules()):
        found = describe_element(page, element)
        yield OutlineGuess("text", found.css, f"about {found.words} words")
    for element in islice(page.root.iter("h1"), MAX_HEADLINES):
        text = " ".join("".join(map(str, element.itertext())).split())
        if text:
            yield OutlineGuess("headline", describe_element(page, element).css, text)
    for rule in propose_link_rules([page])[:MAX_LISTS]:
        yield OutlineGuess("list", rule.css, f"{len(rule.links)} links to articles")


# ``curator extract --html-view``: the pages of an article, and what they load, with the verdict on
# each of their elements.


def highlight_page(portal: Portal, stored: StoredPage) -> Iterator[bytes]:
    """Yield the HTML file that shows the verdicts on one page."""
    address = stored.url.partition("#")[0]
    page = replace(stored, url=address).page(portal)
    verdicts = _apply_exclusion(portal, address, read_element_verdicts(portal, page))
    yield from write_page_file((verdicts,))


def highlight_stored(portal: Portal, folder: Path, url: str) -> Iterator[bytes]:
    """Yield the HTML file that shows the verdicts on the pages of an article of a corpus, and on
    the parts that they load.

    Raises UsageError if no page of it is stored, CorpusMismatch, StoreDamaged.
    """
    joined = read_stored_pages(portal, folder, url)
    pages = [page for page in joined if not page.part]
    parts = [page for page in joined if page.part]
    verdicts = [
        _apply_exclusion(portal, page.page.url, of_page)
        for page in pages
        for of_page in page.verdicts
    ]
    if not verdicts:
        raise UsageError(f"{url}: no page of it is stored", "`curator why` says why.")
    missing = [f"{part.part}, {part.page.url}: not stored" for part in parts if part.tree is None]
    verdicts[0] = replace(verdicts[0], problems=(*verdicts[0].problems, *missing))
    verdicts += [of_part for part in parts for of_part in part.verdicts]
    yield from write_page_file(verdicts)


def _apply_exclusion(portal: Portal, address: str, verdicts: PageVerdicts) -> PageVerdicts:
    """Return the verdicts on a page, which is rejected if the portal's exclude list has it."""
    excluded = find_exclusion(portal, (address,))
    if excluded is None:
        return verdicts
    return replace(verdicts, rejected=Rejected(address, "excluded", excluded))
