"""``curator selectors``: proposes selectors for what a page shows; tries them on other pages."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.cli.argument_types import option, parse_address, parse_count
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_answer, print_message
from webarticlecurator.cli.page_options import damage_code, open_given_pages
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.selection_options import read_selection_options
from webarticlecurator.cli.shared_options import CONFIG, SELECTION, shared
from webarticlecurator.cli.stored_page_options import read_page_options
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.corpus.stored_pages.stored_rows import find_requested_address
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.text_rules.pointed_selectors import propose_for_texts
from webarticlecurator.proposing.trial.selector_survey import (
    SelectorSupport,
    count_on_articles,
    count_on_pages,
    rank_proposals,
)

PAGES = 100
"""Pages on which the selectors are tried by default."""
_MAX_TEXT = 61


@command(
    "curator selectors portal.yaml --url https://www.example.org/2019/a --text 'A headline'",
    *CONFIG,
    option(
        "--url",
        type=parse_address,
        required=True,
        metavar="URL",
        help="the address of the page",
    ),
    option(
        "--text",
        action="append",
        required=True,
        metavar="TEXT",
        help="the text of the element, as the page shows it; repeat it for several elements"
        " of one kind",
    ),
    option(
        "--archive",
        action="store_true",
        help="the page is an archive page: try the selectors on the other stored archive pages",
    ),
    option(
        "--limit",
        type=parse_count,
        default=PAGES,
        metavar="N",
        help=f"pages on which the selectors are tried (default: {PAGES})",
    ),
    shared("--warc", help="WARC files with the pages"),
    *SELECTION,
    "--corpus",
    "--json",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    given = StoredPages(corpus_folder(args, portal), tuple(args.warc))
    if args.archive and not read_selection_options(args).is_everything:
        raise UsageError(
            "--archive together with options that select articles",
            "Leave --archive out, or --from, --until, --column, --where and --sample.",
        )
    url = args.url
    if not args.warc and not args.archive:
        url = find_requested_address(portal, given.require_folder(), url)
    with open_given_pages(portal, given) as store:
        stored = store.find(url)
        proposals = propose_for_texts(portal, stored, args.text)
        selectors = [each.css for each in proposals]
        if not selectors:
            print_message(
                "no selector selects all of them, because they and the elements around them have"
                " no name that other pages could share; `curator outline` shows the page as a tree"
            )
            return PROBLEMS
        if args.archive:
            counted = count_on_pages(
                portal, islice(store.list_pages("archive"), args.limit), selectors
            )
    if not args.archive:
        pages = read_page_options(args, portal)
        # what cannot be read was said above
        progress = NullProgress() if store.damage else choose_progress(args.quiet)
        counted = count_on_articles(portal, pages, selectors, Runtime(progress=progress))
    ranked = rank_proposals(proposals, counted, stored.url, is_list=len(args.text) > 1)
    answer = [
        {
            "selector": each.proposal.css,
            "selected": each.proposal.selected,
            "others": each.proposal.others,
            "pages": each.pages,
            "fits": each.fits,
            "missing": list(each.missing),
            "example": each.example,
        }
        for each in ranked
    ]
    print_answer(args.json, answer, _lines(ranked))
    return damage_code(store) or DONE


def _lines(ranked: Sequence[SelectorSupport]) -> Iterator[str]:
    width = max(len(each.proposal.css) for each in ranked)
    yield f"{'selector':<{width}}   here  other pages"
    for each in ranked:
        css, selected = each.proposal.css, each.proposal.selected
        text = shorten(each.example, _MAX_TEXT)
        line = f"{css:<{width}}  {selected:>5}  {each.fits} of {each.pages}"
        yield f"{line}  “{text}”" if text else line
    yield from (f"not on {url}: {ranked[0].proposal.css}" for url in ranked[0].missing)
