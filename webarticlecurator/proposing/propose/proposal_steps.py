"""The steps by which ``curator new`` makes a proposal from a list page.

The tables at the end of this file name them in their order, with what each needs and adds. A step
that finds a better list than that of the page goes over to other steps: those of a list, of the
boards of a forum, or of articles alone.
"""

from __future__ import annotations

from webarticlecurator.articles.walls.page_checks import check_by_words
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.proposal.proposal import Board, DataProposal, GrowingList
from webarticlecurator.base.text.translation import join_messages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.list_pages.data_lists import (
    find_data_addresses,
    has_scripts,
    propose_data_list,
)
from webarticlecurator.proposing.list_pages.link_groups import hides_links
from webarticlecurator.proposing.list_pages.more_button import find_more_button
from webarticlecurator.proposing.list_pages.next_links import propose_next_link
from webarticlecurator.proposing.propose.added_parameters import find_added_parameters
from webarticlecurator.proposing.propose.archive_span import find_first_window, find_newest_window
from webarticlecurator.proposing.propose.article_samples import add_articles
from webarticlecurator.proposing.propose.boards_and_sections import find_boards
from webarticlecurator.proposing.propose.fuller_lists import add_set_apart, find_fuller_list
from webarticlecurator.proposing.propose.further_articles import (
    add_further_articles,
    leave_out_copies,
)
from webarticlecurator.proposing.propose.growing_list import add_growth, load_more
from webarticlecurator.proposing.propose.list_candidates import choose_list
from webarticlecurator.proposing.propose.loaded_lists import (
    NEEDS_BROWSER,
    add_page_numbers,
    find_data,
    find_list_behind,
    find_state_list,
    lists_more,
)
from webarticlecurator.proposing.propose.next_page_trial import try_next_page
from webarticlecurator.proposing.propose.page_comparison import (
    compare_windows,
    compare_with_home,
    list_addresses,
)
from webarticlecurator.proposing.propose.page_proposal import propose_from_page, propose_from_pages
from webarticlecurator.proposing.propose.proposal_draft import Draft, Step, take_site
from webarticlecurator.proposing.propose.script_lists import add_data_articles
from webarticlecurator.proposing.propose.section_lists import find_sections
from webarticlecurator.proposing.propose.sibling_lists import note_sibling_lists
from webarticlecurator.proposing.propose.visits import (
    Visits,
    browser_command,
    describe_empty,
    read_list_pages,
)
from webarticlecurator.proposing.propose.whole_archive import (
    agree_with_articles,
    compare_with_sitemap,
)

MAX_BOARDS = 4
"""Boards of a forum from which its portal file is made."""
MAX_UNLISTED = 4
"""Articles that only the sitemap names, among those that are read."""


def _read_page(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    known = draft.proposal
    found = propose_from_pages(draft.page, draft.others, visits, runtime)
    found = replace(found, sitemaps=known.sitemaps)
    if found.links or not hides_links(draft.page):
        return draft.update(found)
    hidden = make_problem("no-list", draft.page.url, "hidden-links")
    return replace(draft.update(found.add_doubt(hidden)), steps=())  # and not got around


def _find_boards(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    boards = find_boards(draft.page, visits, runtime)
    return _go_to_boards(draft, boards, visits, runtime) if boards else draft


def _find_sections(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    sections = find_sections(draft.proposal, draft.page, visits, runtime)
    return _go_to_boards(draft, sections, visits, runtime) if sections else draft


def _go_to_boards(
    draft: Draft, boards: tuple[Board, ...], visits: Visits, runtime: Runtime
) -> Draft:
    """Return the draft for the boards that a page lists, from some of them."""
    pages = read_list_pages([board.url for board in boards[:MAX_BOARDS]], visits, runtime)
    pages.sort(key=lambda page: propose_next_link([page]) is None)
    page, *others = pages
    found = take_site(propose_from_pages(page, others, visits, runtime), draft.proposal)
    found = replace(found, numbered=None, language=draft.proposal.language, boards=boards)
    return Draft(found, page, tuple(others), steps=BOARD_STEPS)


def _find_fuller_list(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    page = find_fuller_list(draft.proposal, draft.page, visits, runtime)
    if page is None:
        return draft
    found = propose_from_pages(page, (), visits, runtime)
    return Draft(take_site(found, draft.proposal), page, steps=LIST_STEPS)


def _read_data(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    data = propose_data_list(draft.page)
    if data is None:
        return draft
    return _go_to_data(draft, add_page_numbers(data, visits, runtime))


def _go_to_data(draft: Draft, data: DataProposal) -> Draft:
    found = replace(draft.proposal, data=data, doubts=())
    return Draft(found, draft.page, listed=data.links, steps=ARTICLE_STEPS)


def _find_longer_data(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Find the data that the page itself names, where they list more than the page does: a box
    beside a list that a script loads looks like a list."""
    state = find_state_list(draft.page, visits, runtime)
    if state is not None:
        return _go_to_data(draft, state)
    data = find_data(find_data_addresses(draft.page), visits, runtime)
    links = draft.proposal.links
    is_longer = data is not None and lists_more(
        data, links[0].links if links else (), visits, runtime
    )
    return _go_to_data(draft, data) if data is not None and is_longer else draft


def _find_loaded_list(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Find the data that the scripts of a page load, else the list on the page as a browser renders
    it."""
    if not has_scripts(draft.page):
        return draft
    data, page = find_list_behind(draft.page, draft.proposal, visits, runtime)
    if data is not None:
        return _go_to_data(draft, data)
    found = propose_from_page(page) if page is not None else None
    if page is None or found is None or not found.links:
        return draft
    found = replace(found, sitemaps=draft.proposal.sitemaps, is_rendered=True)
    button = find_more_button(page)
    more = load_more(found, page, button, visits, runtime)[0] if button is not None else None
    if more:
        found = replace(found, growing=GrowingList(button, len(more)))
    return Draft(found, page, listed=found.links[0].links, steps=ARTICLE_STEPS)


def _require_text(draft: Draft, _visits: Visits, _runtime: Runtime) -> Draft:
    """Raise UsageError for a page without text."""
    if check_by_words(draft.page):
        raise describe_empty(draft.page)
    return draft


def _advise_browser(draft: Draft, _visits: Visits, _runtime: Runtime) -> Draft:
    if not has_scripts(draft.page):
        return draft
    needed = join_messages("", [NEEDS_BROWSER, browser_command()])
    return draft.update(draft.proposal.add_doubt(Problem("no-list", draft.page.url, needed)))


def _list_other_boards(draft: Draft, _visits: Visits, _runtime: Runtime) -> Draft:
    css = draft.proposal.links[0].css
    return draft.update(
        draft.proposal, [url for page in draft.others for url in list_addresses(page, css)]
    )


def _read_articles(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    data = draft.proposal.data
    if data is not None and data.article is not None:
        return draft.update(
            add_data_articles(draft.proposal, data.article, draft.listed, visits, runtime)
        )
    return draft.update(add_articles(draft.proposal, draft.listed, visits, runtime))


def _read_unlisted(draft: Draft, visits: Visits, runtime: Runtime) -> Draft:
    """Read some articles that no list names: they may be of another kind, for which the rules must
    hold, too."""
    whole = draft.proposal.whole
    if whole is None or not whole.missing or whole.is_section:
        return draft
    unlisted = whole.missing[:: -(-len(whole.missing) // MAX_UNLISTED)]
    return draft.update(add_articles(draft.proposal, draft.listed, visits, runtime, unlisted))


_PAGING = ("next", "numbered", "dated")
_NO_LIST = ("links", "is_data", "doubts")
_NO_END = (*_PAGING, "sitemap")
_NOT_LOADED = (*_NO_END, "data")
_NO_WALK = ("sitemap", "growing", "dated")
_GOES_ON = ("sitemap", "data", "boards")
_COUNTED = ("sitemap", "whole", "boards")

_OF_ARTICLES = (
    *("article", "articles", "pager_pages", "next_part", "continuation", "listed_date"),
    *("title", "language", "language_note", "readings", "doubts"),
)
_OF_PAGE = (
    *("url", "title", "language", "links", "listed_date", *_PAGING, "windows", "first_day"),
    *("archives", "counter", "feeds", "doubts", "from_front_page"),
)
_END = ("is_up_to_date",)
_OF_INDEX = (*_OF_PAGE, "index", "growing", "is_agreed", "has_beginning")
_OF_BOARDS = (*_OF_PAGE, "boards")
_OF_LOADED = (*_OF_PAGE, "data", "is_rendered", "growing")
_OF_WINDOWS = ("links", "listed_date", "next")
_FIRST_DAY = ("first_day", "has_beginning", "doubts")

_NEXT_PAGE = Step("next page", try_next_page, adds=("sitemap", "doubts"))
_COPIES = Step("copies of articles", leave_out_copies, needs=("links",), adds=("links",))
_FURTHER = Step("further articles", add_further_articles)
_ARTICLES = Step("articles", _read_articles, adds=_OF_ARTICLES)
_PARAMETERS = Step(
    "parameters of addresses",
    find_added_parameters,
    needs=("articles",),
    adds=("added_parameters",),
)

ARTICLE_STEPS = (_FURTHER, _ARTICLES, _PARAMETERS)
"""Where the articles are known, and the list needs no rules of its page."""

BOARD_STEPS = (
    _NEXT_PAGE,
    Step("other boards", _list_other_boards, needs=("links",)),
    _FURTHER,
    _ARTICLES,
    _PARAMETERS,
)
"""From the first pages of some boards of a forum, or of sections of a portal."""

LIST_STEPS = (
    Step("other windows", compare_windows, needs=("dated",), adds=_OF_WINDOWS),
    Step("home page", compare_with_home, lacks=("dated",), adds=("links", "listed_date")),
    _NEXT_PAGE,
    Step("articles above the list", add_set_apart, needs=("links",), adds=("links",)),
    Step("fuller list", _find_fuller_list, lacks=_NO_END, adds=_OF_PAGE),
    Step("sections", _find_sections, lacks=_NO_END, adds=_OF_BOARDS),
    Step(
        "growing list",
        add_growth,
        needs=("links",),
        lacks=_NOT_LOADED,
        adds=("data", "growing", "doubts"),
    ),
    Step("best of all lists", choose_list, lacks=_GOES_ON, adds=_OF_INDEX),
    _COPIES,
    _FURTHER,
    _ARTICLES,
    _PARAMETERS,
    Step(
        "links of articles",
        agree_with_articles,
        needs=("links", "articles"),
        lacks=(*_GOES_ON, *_PAGING, "index", "growing", "feed", "is_rendered"),
        adds=("is_agreed",),
    ),
    Step("sitemap", compare_with_sitemap, needs=("links",), lacks=_NO_WALK, adds=("whole",)),
    Step(
        "first window",
        find_first_window,
        needs=("dated", "links"),
        adds=_FIRST_DAY,
    ),
    Step("newest window", find_newest_window, needs=("dated", "links"), adds=_END),
    Step("articles that no list names", _read_unlisted, needs=("whole",), adds=_OF_ARTICLES),
    Step("other lists", note_sibling_lists, needs=("links",), lacks=_COUNTED, adds=("doubts",)),
)
"""From a page whose list is known: its other pages, its articles, its beginning."""

PAGE_STEPS = (
    Step("rules of the page", _read_page, adds=_OF_PAGE),
    Step(
        "longer list in data",
        _find_longer_data,
        lacks=(*_PAGING, "is_data"),
        adds=("data", "doubts"),
    ),
    Step("boards of a forum", _find_boards, lacks=(*_PAGING, "is_data"), adds=_OF_BOARDS),
    Step("list on another page", _find_fuller_list, lacks=("links", "is_data"), adds=_OF_PAGE),
    Step("list in data", _read_data, needs=("is_data",), adds=("data", "doubts")),
    Step("list that scripts load", _find_loaded_list, lacks=_NO_LIST, adds=_OF_LOADED),
    Step("text of the page", _require_text, lacks=("is_data",)),
    Step("advice to use a browser", _advise_browser, lacks=_NO_LIST, adds=("doubts",)),
    *LIST_STEPS,
)
"""From a page that was given."""
