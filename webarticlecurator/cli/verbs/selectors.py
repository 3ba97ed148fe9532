"""``curator selectors``: proposes selectors for what a page shows; tries them on other pages."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import (
    add_config_argument,
    add_corpus_option,
    add_json_option,
    add_quiet_option,
    add_warc_option,
    parse_address,
    parse_count,
)
from webarticlecurator.cli.output import DONE, PROBLEMS, print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.selection_options import (
    add_selection_options,
    damage_code,
    open_given_pages,
    read_selection_options,
    select_pages,
)
from webarticlecurator.errors import UsageError
from webarticlecurator.propose.selector_survey import (
    SelectorSupport,
    count_on_articles,
    count_on_pages,
    find_requested_address,
    propose_for_texts,
    rank_proposals,
)
from webarticlecurator.stored_pages.page_store import StoredPages
from webarticlecurator.text.characters import shorten
from webarticlecurator.workers.setup import Runtime

PAGES = 100
"""Pages on which the selectors are tried by default."""
_MAX_TEXT = 61


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "selectors",
        "curator selectors portal.yaml --url https://www.example.org/2019/a --text 'A headline'",
    )
    add_config_argument(parser)
    parser.add_argument(
        "--url", type=parse_address, required=True, metavar="URL", help="the address of the page"
    )
    parser.add_argument(
        "--text",
        action="append",
        required=True,
        metavar="TEXT",
        help="what the element shows, as on the page; several times for elements of one kind",
    )
    parser.add_argument(
        "--archive",
        action="store_true",
        help="it is an archive page: try the selectors on the other stored ones",
    )
    parser.add_argument(
        "--limit",
        type=parse_count,
        default=PAGES,
        metavar="N",
        help=f"pages on which the selectors are tried (default: {PAGES})",
    )
    add_warc_option(parser, "WARC files with the pages")
    add_selection_options(parser)
    add_corpus_option(parser)
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    options = read_selection_options(args)
    if args.archive and not options.is_everything:
        raise UsageError(
            "--archive together with options that select articles",
            "Leave --archive out, or --from, --until, --column, --where and --sample.",
        )
    url = args.url
    if not warcs and not args.archive and folder.exists():
        url = find_requested_address(portal, folder, url)
    given = StoredPages(None if warcs else folder, warcs, args.limit)
    with open_given_pages(portal, given) as store:
        stored = store.find(url)
        proposals = propose_for_texts(portal, stored, args.text)
        selectors = [each.css for each in proposals]
        if not selectors:
            print_message(
                "no selector selects all of them: neither they nor what is around them has a name"
                " that other pages may have; `curator outline` shows the page as a tree"
            )
            return PROBLEMS
        if args.archive:
            every = islice(store.list_pages("archive"), args.limit)
            counted = count_on_pages(portal, every, selectors)
    if not args.archive:
        selected = select_pages(options, portal, folder, has_files=bool(warcs))
        pages = StoredPages(folder, warcs, args.limit, selected=selected)
        runtime = Runtime(progress=choose_progress(args.quiet))
        counted = count_on_articles(portal, pages, selectors, runtime)
    ranked = rank_proposals(proposals, counted, stored.url, is_list=len(args.text) > 1)
    if args.json:
        print_json([_to_json(each) for each in ranked])
    else:
        write_lines(_lines(ranked))
    return damage_code(store) or DONE


def _to_json(support: SelectorSupport) -> dict[str, Any]:
    return {
        "selector": support.proposal.css,
        "selected": support.proposal.selected,
        "others": support.proposal.others,
        "pages": support.pages,
        "fits": support.fits,
        "missing": list(support.missing),
        "example": support.example,
    }


def _lines(ranked: Sequence[SelectorSupport]) -> Iterator[str]:
    width = max(len(each.proposal.css) for each in ranked)
    yield f"{'selector':<{width}}   here  other pages"
    for each in ranked:
        css, selected = each.proposal.css, each.proposal.selected
        text = shorten(each.example, _MAX_TEXT)
        line = f"{css:<{width}}  {selected:>5}  {each.fits} of {each.pages}"
        yield f"{line}  “{text}”" if text else line
    for url in ranked[0].missing:
        yield f"not on {url}: {ranked[0].proposal.css}"
