"""What selectors select on stored pages of a portal: for ``curator selectors`` and the studio."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from lxml import etree

from webarticlecurator.captures.article_pages import Source, find_first_page
from webarticlecurator.captures.tasks import Task
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.propose.page_summary import own_selectors
from webarticlecurator.rules import select_elements
from webarticlecurator.rules.elements import collapse_white_space
from webarticlecurator.store import view_corpus
from webarticlecurator.stored_pages.captured_pages import select_articles, survey_articles
from webarticlecurator.stored_pages.page_store import StoredPage, StoredPages, run_supervised
from webarticlecurator.text.characters import CODE_TAGS
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.executor import Runtime

# Selectors for elements of a page that somebody has pointed at, by their text or in the page.
#
# Nothing is guessed about what the elements are: the proposals are all the ways to name them that
# may hold on another page (ids, classes, tags, within a named ancestor), and what each selects
# here.

MAX_CANDIDATES = 80
"""Selectors that are tried on the page."""
MAX_PROPOSALS = 12
MAX_SCOPES = 4
"""Named ancestors within which an element is looked for."""
_PLAIN_TAGS = frozenset("a b dd div dt em h2 h3 h4 h5 h6 li p span strong td th time".split())
"""Tags that name an element only within another one."""

_SHOWN = etree.XPath(
    f"descendant::text()[not({' or '.join(f'parent::{tag}' for tag in sorted(CODE_TAGS))})]"
)

Chain = tuple[etree._Element, ...]
"""The innermost element with a text, and its ancestors that hold nothing else."""


@dataclass(frozen=True)
class SelectorProposal:
    """A CSS selector that selects every element that was pointed at, and ``others`` besides."""

    css: str
    selected: int
    others: int


@dataclass(frozen=True)
class SelectorCount:
    """How many elements a selector selects on a page, and the text of the first one."""

    selected: int
    text: str = ""


def find_by_text(page: Page, text: str) -> Chain | None:
    """Return the first element that shows just ``text``, whatever its white space; if there is
    none, the innermost one that has it in it. None if the page does not have it."""
    sought = collapse_white_space(text)
    body = page.root.find(".//body")
    holds = [
        (element, shown)
        for element in (page.root if body is None else body).iter(etree.Element)
        if sought in (shown := shown_text(element))
    ]
    if not sought or not holds:
        return None
    # in document order: an element comes before those in it
    exact = [element for element, shown in holds if shown == sought]
    return _with_wrappers(_innermost(exact or [holds[-1][0]]))


def find_by_number(page: Page, number: int) -> Chain | None:
    """Return the element with a number (``PageElements.find``), or None if the page has none."""
    element = page.elements.find(number)
    return None if element is None else _with_wrappers(element)


def propose_selectors(
    page: Page, marked: Sequence[Chain], variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return selectors for an element of each chain, those with few other elements first; for
    several of the same result the simplest, as many as ``variants``: on other pages they may
    differ."""
    chains = [set(chain) for chain in marked]
    same: dict[frozenset[etree._Element], list[str]] = {}
    for css in list_selector_candidates(marked[0]):
        found = frozenset(select_elements((Rule(kind="css", expression=css),), page))
        if all(found & chain for chain in chains):
            same.setdefault(found, []).append(css)
    everything = set().union(*chains)
    proposals = (
        SelectorProposal(css, len(found), len(found - everything))
        for found, written in same.items()
        for css in sorted(written, key=_complexity)[:variants]
    )
    order = sorted(proposals, key=lambda each: (each.others, _complexity(each.css)))
    return tuple(order[:MAX_PROPOSALS])


def count_matches(page: Page, selectors: Sequence[str]) -> tuple[SelectorCount, ...]:
    """Return what each selector selects on a page."""
    counts = []
    for css in selectors:
        found = select_elements((Rule(kind="css", expression=css),), page)
        counts.append(SelectorCount(len(found), shown_text(found[0]) if found else ""))
    return tuple(counts)


def shown_text(element: etree._Element) -> str:
    """Return the text that an element shows, with one space for each run of white space."""
    texts: list[str] = _SHOWN(element)  # type: ignore[assignment]
    return collapse_white_space("".join(texts))


def _with_wrappers(element: etree._Element) -> Chain:
    """Return the element and its ancestors that show no other text; those of an element without
    text, such as a picture, hold no other element."""
    same = shown_text(element)
    chain = [element]
    for outer in element.iterancestors():
        is_wrapper = shown_text(outer) == same if same else len(outer) == 1
        if outer.tag in ("body", "html") or not is_wrapper:
            break
        chain.append(outer)
    return tuple(chain)


def _innermost(elements: Sequence[etree._Element]) -> etree._Element:
    """Return the innermost of the first element and those of the others that are in it."""
    inner = elements[0]
    for element in elements[1:]:
        if element.getparent() is not inner:
            break
        inner = element
    return inner


def list_selector_candidates(chain: Chain) -> list[str]:
    """Return selectors of the elements of a chain, alone and within named ancestors."""
    found: dict[str, None] = {}
    scopes = [*_list_scopes(chain[-1])]
    for element in chain:
        own = [*own_selectors(element)]
        plain = [str(element.tag)] if element.tag in _PLAIN_TAGS else []
        found |= dict.fromkeys(own)
        for scope in scopes:
            found |= dict.fromkeys(f"{scope} {inner}" for inner in (*own, *plain))
            if element.getparent() is not None and plain:
                found |= dict.fromkeys(f"{scope} > {inner}" for inner in plain)
    return sorted(found, key=_complexity)[:MAX_CANDIDATES]


def _list_scopes(element: etree._Element) -> Iterator[str]:
    """Yield selectors of the next named ancestors, up to two for each."""
    scopes = 0
    for outer in element.iterancestors():
        names = [*own_selectors(outer)][:2] if outer.tag not in ("html", "body") else []
        yield from names
        scopes += bool(names)
        if scopes == MAX_SCOPES:
            return


def _complexity(css: str) -> tuple[int, int, str]:
    """Return a sort key: fewer parts first, then shorter ones."""
    return css.count(" "), len(css), css


MAX_WIDER = 3
"""Proposals for a single element that also select others."""
MAX_MISSING = 3
"""Pages that are named because a selector does not fit them."""

PageCounts = tuple[str, tuple[SelectorCount, ...]]
"""The address of a page, and what each selector selects on it."""


@dataclass(frozen=True)
class SelectorSupport:
    """A proposal, and how it does on ``pages`` other pages: on ``fits`` of them it selects
    something, one element alone if it does so on the page. ``missing`` are addresses of the first
    ones that it does not fit, ``example`` is a text that it selects elsewhere."""

    proposal: SelectorProposal
    pages: int = 0
    fits: int = 0
    missing: tuple[str, ...] = ()
    example: str = ""


def find_requested_address(portal: Portal, folder: Path, url: str) -> str:
    """Return the address under which the first page of an article was requested; ``url`` itself if
    the corpus in ``folder`` has no such article. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.article(url)
    return url if row is None else row.requested.partition("#")[0]


def propose_for_texts(
    portal: Portal, stored: StoredPage, texts: Sequence[str]
) -> tuple[SelectorProposal, ...]:
    """Return the proposals for the elements of a page that show ``texts``. Raises UsageError for a
    text that the page does not have."""
    found: tuple[SelectorProposal, ...] = run_supervised(
        portal, stored.url, propose_for_elements, stored, tuple(texts)
    )
    return found


def propose_for_elements(
    portal: Portal, stored: StoredPage, marked: Sequence[int | str], variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return the proposals for the elements of a page that have these numbers (``find_by_number``)
    or show these texts, with ``variants`` of the same result. To be called in a worker, since it
    reads the page. Raises UsageError for a number or a text that the page does not have."""
    page = stored.page(portal)
    if page.json is not None:
        raise UsageError(
            make_message("{url}: JSON, not HTML", url=stored.url),
            make_message("Its parts are rules such as {rule}.", rule="{json: …}"),
        )
    chains = []
    for mark in marked:
        chain = find_by_number(page, mark) if isinstance(mark, int) else find_by_text(page, mark)
        if chain is None and isinstance(mark, int):
            raise UsageError(
                make_message("{url} has no element {mark}", url=stored.url, mark=mark),
                make_message("Point at an element of the page."),
            )
        if chain is None:
            raise UsageError(
                make_message("{url} has no text {mark!r}", url=stored.url, mark=mark),
                make_message(
                    "Copy some words from the page as it is shown; `curator outline` shows its"
                    " texts."
                ),
            )
        chains.append(chain)
    return propose_selectors(page, chains, variants)


def count_on_articles(
    portal: Portal, pages: StoredPages, selectors: Sequence[str], runtime: Runtime
) -> list[PageCounts]:
    """Return what the selectors select on the first pages of stored articles. Raises what
    ``survey_articles`` raises."""
    select = partial(select_articles, portal, include_split=True)
    work = partial(_count_on_article, tuple(selectors))
    counted = survey_articles(portal, pages, select, work, runtime)
    return [each for each in counted if each is not None]


def count_on_pages(
    portal: Portal, pages: Iterable[StoredPage], selectors: Sequence[str]
) -> list[PageCounts]:
    """Return what the selectors select on the pages."""
    return [
        (page.url, run_supervised(portal, page.url, count_on_page, page, tuple(selectors)))
        for page in pages
    ]


def count_on_page(
    portal: Portal, stored: StoredPage, selectors: Sequence[str]
) -> tuple[SelectorCount, ...]:
    """Return what each selector selects on a page. To be called in a worker."""
    return count_matches(stored.page(portal), selectors)


def rank_proposals(
    proposals: Sequence[SelectorProposal],
    counted: Sequence[PageCounts],
    page: str,
    *,
    is_list: bool,
) -> list[SelectorSupport]:
    """Return the proposals with their support on all pages but ``page``, the best first: those
    that fit most pages, then those that select few other elements, then the simplest. Unless the
    elements are some of a list (``is_list``), those that select nothing else come before all."""
    found = []
    for number, proposal in enumerate(proposals):
        counts = [(url, each[number]) for url, each in counted if url != page]
        # One element alone where it selects one on the page.
        several = proposal.selected > 1
        fits = [url for url, n in counts if n.selected == 1 or (several and n.selected > 1)]
        missing = [url for url, _ in counts if url not in {*fits}][:MAX_MISSING]
        example = next((each.text for _, each in counts if each.text), "")
        found.append(SelectorSupport(proposal, len(counts), len(fits), tuple(missing), example))
    order = {each.css: number for number, each in enumerate(proposals)}
    ranked = sorted(
        found,
        key=lambda each: (
            each.proposal.others > 0 and not is_list,
            -each.fits,
            each.proposal.others,
            order[each.proposal.css],
        ),
    )
    exact = sum(not each.proposal.others for each in found)
    return ranked if is_list else ranked[: exact + MAX_WIDER]


def _count_on_article(
    selectors: tuple[str, ...], portal: Portal, source: Source, task: Task
) -> PageCounts | None:
    page = find_first_page(portal, source, task.start, task.shared)
    if page is None or page.json is not None:
        return None
    return page.url, count_matches(page, selectors)
