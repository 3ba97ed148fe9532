"""What selectors select on stored pages of a portal: for ``curator selectors`` and the studio.

Nothing is guessed about what the elements are: the proposals are all the ways to name them that may
hold on another page (ids, classes, tags, within a named ancestor), and what each selects here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.rule import Rule
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.article_survey import survey_articles
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, StoredPages, run_supervised
from webarticlecurator.corpus.stored_pages.stored_rows import select_articles
from webarticlecurator.crawling.captures.page_choice import Source, find_first_page
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.ancestors import outermost_elements, self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.siblings import have_alike_names
from webarticlecurator.pages.rules.elements import collapse_white_space
from webarticlecurator.pages.rules.results import select_elements
from webarticlecurator.proposing.propose.page_summary import own_selectors
from webarticlecurator.storage.store.view import view_corpus

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


Selector = str | re.Pattern[str]
"""A CSS selector, or a regex of a line of text."""


@dataclass(frozen=True)
class SelectorProposal:
    """A CSS selector that selects every element that was pointed at, and ``others`` besides.

    Of what is to be dropped, ``is_box`` is one of the box around the element, and ``is_wide`` one
    that takes text of elements with other names, too; with ``is_line``, ``css`` is a regex of a
    line of text instead, as in ``body.clean``."""

    css: str
    selected: int
    others: int
    is_box: bool = False
    is_wide: bool = False
    is_line: bool = False

    @property
    def selector(self) -> Selector:
        """What ``count_matches`` looks for."""
        return re.compile(self.css) if self.is_line else self.css


@dataclass(frozen=True)
class SelectorCount:
    """How many elements a selector selects on a page, the text of the first one, and whether they
    have more than MAX_BOX_SHARE of the text of the page."""

    selected: int
    text: str = ""
    is_much: bool = False


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
    return tuple(
        sorted(proposals, key=lambda each: (each.others, _complexity(each.css)))[:MAX_PROPOSALS]
    )


MAX_BOX_SHARE = 0.2
"""Share of the kept text, at most, that is in boxes of a name; more is the text itself."""


@dataclass(frozen=True)
class KeptText:
    """The size of the kept text that is directly in an element, and the roots that it is looked for
    in, by the numbers of the elements."""

    sizes: Mapping[int, int]
    roots: frozenset[int] = frozenset()


def propose_drops(
    portal: Portal, stored: StoredPage, node: int, kept: KeptText, line: str, variants: int = 1
) -> tuple[SelectorProposal, ...]:
    """Return the proposals to drop an element of a page, the box that it is in, if that is no part
    of the text as it runs, and ``line``, the text of the block that was pointed at ("": none). None
    takes more than MAX_BOX_SHARE of the kept text, unless it is that of the element alone. To be
    called in a worker. Raises UsageError."""
    page = _read_html(portal, stored)
    sizes = Counter[etree._Element]()
    for number, size in kept.sizes.items():
        for outer in self_and_ancestors(page.elements.all[number]):
            sizes[outer] += size
    most = MAX_BOX_SHARE * sizes[page.root]

    def judge(target: etree._Element, *, is_box: bool) -> Iterator[SelectorProposal]:
        own = {*self_and_ancestors(target), *target.iterdescendants()}
        for each in propose_selectors(page, (_with_wrappers(target),), variants):
            taken = outermost_elements(
                select_elements((Rule(kind="css", expression=each.css),), page)
            )
            if each.others and sum(sizes[one] for one in taken) > most:
                continue
            is_wide = any(
                sizes[one] and one not in own and not have_alike_names(one, target) for one in taken
            )
            yield replace(each, is_box=is_box, is_wide=is_wide)

    element = page.elements.all[node]
    roots = {page.elements.all[root] for root in kept.roots}
    box = None if element in roots else _find_box(element, roots, sizes, most)
    boxes = () if box is None else tuple(judge(box, is_box=True))
    lines = tuple(_propose_lines(page, line, most))
    return (*judge(element, is_box=False), *boxes, *lines)


def _propose_lines(page: Page, line: str, most: float) -> Iterator[SelectorProposal]:
    """Yield the regexes of a line, but none that finds others of more than so much text."""
    shown = _list_lines(page.root) if line else []
    for pattern in write_line_patterns(line):
        found = [each for each in shown if re.search(pattern, each)]
        if len(found) < 2 or sum(map(len, found)) <= most:
            yield SelectorProposal(pattern, len(found), max(len(found) - 1, 0), is_line=True)


_LABEL = re.compile(r"(\S[^|:–—.!?]{2,40}?)\s*[|:–—]\s")
"""The label before the words of a line: ``WATCH | …``, ``Read more: …``."""
MAX_WHOLE_LINE = 60
"""Characters of a line of which the regex has all."""
_FIRST_WORDS = re.compile(r"(?:\S+\s+){1,8}")


def write_line_patterns(line: str) -> tuple[str, ...]:
    """Return regexes of a line of text, for ``body.clean``: its words, or the first ones of a long
    one; and its label, if it has one. () for none."""
    if not line:
        return ()
    first_words = None if len(line) <= MAX_WHOLE_LINE else _FIRST_WORDS.match(line)
    found = [f"{_escape(first_words[0].rstrip())}.*" if first_words else _escape(line)]
    label = _LABEL.match(line)
    if label and not line[label.end() :].isspace():
        found.append(f"{_escape(line[: label.end()].rstrip())}.*")
    # a line has breaks where the page has a `br`
    return tuple(f"(?s)^{each}$" if "\n" in line else f"^{each}$" for each in found)


def _escape(text: str) -> str:
    """Return a regex for a text, as legible as can be."""
    signs = re.sub(r"[\\^$.|?*+()\[\]{}]", r"\\\g<0>", text)
    return re.sub(r"[^\S\n]*\n\s*", r"\\s+", signs)


def _find_box(
    element: etree._Element,
    roots: Set[etree._Element],
    sizes: Mapping[etree._Element, int],
    most: float,
) -> etree._Element | None:
    """Return the outermost element around an element, in its root, with a name of its own: those
    that are named alike have at most so much of the kept text. A section of the text is named as
    all of them."""
    box = None
    for outer in element.iterancestors():
        if outer in roots or sizes[outer] > most:
            break
        if sizes[outer] > sizes[element] and any(own_selectors(outer)):
            alike = outermost_elements(e for e in sizes if have_alike_names(e, outer))
            if sum(sizes[each] for each in alike) <= most:
                box = outer
    return box


def count_matches(page: Page, selectors: Sequence[Selector]) -> tuple[SelectorCount, ...]:
    """Return what each selector selects on a page; of a regex, how many lines it finds."""
    body = page.root.find(".//body")
    whole = page.root if body is None else body
    most = MAX_BOX_SHARE * len(shown_text(whole))
    lines = _list_lines(whole) if any(not isinstance(each, str) for each in selectors) else []
    counts = []
    for each in selectors:
        if isinstance(each, str):
            found = select_elements((Rule(kind="css", expression=each),), page)
            texts = [shown_text(element) for element in outermost_elements(found)]
            number = len(found)
        else:
            texts = [line for line in lines if each.search(line)]
            number = len(texts)
        counts.append(SelectorCount(number, texts[0] if texts else "", sum(map(len, texts)) > most))
    return tuple(counts)


def _list_lines(whole: etree._Element) -> list[str]:
    """Return the texts of the elements that have text of their own, and these own texts."""
    found: dict[str, None] = {}
    for element in whole.iter(etree.Element):
        own = [element.text, *(child.tail for child in element)]
        lines = [collapse_white_space(each) for each in own if each and not each.isspace()]
        if lines and element.tag not in CODE_TAGS:
            found |= dict.fromkeys((shown_text(element), *lines))
    return [*found]


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
    ones that it does not fit, ``example`` is a text that it selects elsewhere; on ``much`` of them
    it has more than MAX_BOX_SHARE of the text."""

    proposal: SelectorProposal
    pages: int = 0
    fits: int = 0
    much: int = 0
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
    page = _read_html(portal, stored)
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


def _read_html(portal: Portal, stored: StoredPage) -> Page:
    page = stored.page(portal)
    if page.json is not None:
        raise UsageError(
            make_message("{url}: JSON, not HTML", url=stored.url),
            make_message("Its parts are rules such as {rule}.", rule="{json: …}"),
        )
    return page


def count_on_articles(
    portal: Portal, pages: StoredPages, selectors: Sequence[str], runtime: Runtime
) -> list[PageCounts]:
    """Return what the selectors select on the first pages of stored articles. Raises what
    ``survey_articles`` raises."""
    select = partial(select_articles, portal, include_split=True)
    counted = survey_articles(
        portal, pages, select, partial(_count_on_article, tuple(selectors)), runtime
    )
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
    portal: Portal, stored: StoredPage, selectors: Sequence[Selector]
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
        much = sum(each.is_much for _, each in counts)
        found.append(
            SelectorSupport(proposal, len(counts), len(fits), much, tuple(missing), example)
        )
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
