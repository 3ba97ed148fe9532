"""``curator outline``, ``curator selectors``, ``curator links``: where something is on a page, how
to select it, and what the link rules find on archive pages.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Iterator

from webarticlecurator.base.dataclasses import asdict
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.cli.argument_types import option, parse_address, parse_count
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import is_terminal, print_answer, print_message
from webarticlecurator.cli.page_options import damage_code, open_given_pages, parse_saved_page
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.shared_options import shared
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.corpus.stored_pages.page_store_opening import open_page_store
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.trial.page_outline import OutlineNode
from webarticlecurator.proposing.trial.page_tree_text import PageOutline, outline_page

# ``curator outline``: shows a page as a tree of elements.


DEPTH = 5
"""Levels that are shown by default."""
WIDTH = 120
"""Columns of the output if it is not a terminal."""
NO_ADDRESS = "https://saved-page.invalid/"
"""Address of a page that does not say its own: its relative links need one."""
_MIN_TEXT = 12
"""Columns that are worth showing some words in."""


@command(
    "curator outline saved.html\n"
    "  curator outline saved.html div.entry-content --depth 3\n"
    "  curator outline https://www.example.org/2019/a --warc old.warc.gz\n"
    "  curator outline portal.yaml https://www.example.org/2019/a",
    option(
        "words",
        nargs="+",
        metavar="CONFIG|PAGE",
        help="[CONFIG] PAGE [SELECTOR]: a saved file, or the address of a page of --warc or"
        " of the corpus; a CSS selector, or xpath:…, to show only its elements",
    ),
    shared("--warc", help="WARC files with the page"),
    option("--url", type=parse_address, metavar="URL", help="the address, instead of PAGE"),
    option(
        "--depth",
        type=parse_count,
        default=DEPTH,
        metavar="N",
        help=f"number of levels to show (default: {DEPTH})",
    ),
    "--corpus",
    "--json",
    "--allow-hooks",
)
def run(args: argparse.Namespace) -> int:
    args.config, address, selector = _read_words(args)
    page, code = _read_page(args, address)
    if page.json is not None:
        raise UsageError(f"{address}: JSON, not HTML", "Its parts are rules such as {json: …}.")
    outline = outline_page(page, selector, min(args.depth, 100))
    # of a pipe, only COLUMNS can say it
    is_known = is_terminal() or os.environ.get("COLUMNS", "").isdigit()
    width = shutil.get_terminal_size().columns if is_known else WIDTH
    answer = {
        "url": None if page.url == NO_ADDRESS else page.url,
        "encoding": page.encoding,
        "tree": list(outline.tree),
        "guesses": [asdict(guess) for guess in outline.guesses],
        "outline": [asdict(node) for node in outline.nodes],
    }
    print_answer(args.json, answer, _outline_lines(page, outline, selector, width))
    for line in outline.near:
        print_message(line)
    return code or (DONE if outline.nodes else PROBLEMS)


def _read_words(args: argparse.Namespace) -> tuple[str | None, str, str | None]:
    """Return the portal file, the page and the selector among the words. Raises UsageError."""
    words = list(args.words)
    config = None
    is_address = len(words) > 1 and words[1].lower().startswith(("http://", "https://"))
    if words[0].lower().endswith((".yaml", ".yml")) or is_address:
        config = words.pop(0)
    page = args.url or (words.pop(0) if words else None)
    selector = words.pop(0) if words else None
    if page is None or words:
        raise UsageError(
            f"unclear arguments: {' '.join(args.words)}",
            "Give a page and, if you want, a selector in quotes: curator outline page.html 'div.a"
            " p'",
        )
    return config, page, selector


def _read_page(args: argparse.Namespace, address: str) -> tuple[Page, int]:
    """Return the page, and the exit code that follows from damaged files."""
    portal = open_portal(args) if args.config is not None else None
    if not address.lower().startswith(("http://", "https://")):
        portal = portal or Portal("", NO_ADDRESS)
        given = StoredPages(saved=(parse_saved_page(address),), address=NO_ADDRESS)
        with open_page_store(portal, given, Runtime()) as store:
            return next(store.list_pages("article")).page(portal), DONE
    url = parse_address(address)
    if portal is None and not args.warc and args.corpus is None:
        raise UsageError(
            f"not known where it is stored: {url}",
            "Give --warc FILE, --corpus DIR, or the portal file before the address. To look at the"
            " live page, save it first: curl -s ADDRESS -o page.html",
        )
    if portal is None:
        # imported here: a saved page needs no store
        from webarticlecurator.storage.store.view import find_owner

        portal = Portal("" if args.warc else find_owner(args.corpus), url)
    given = StoredPages(corpus_folder(args, portal), tuple(args.warc))
    with open_given_pages(portal, given) as store:
        return store.find(url).page(portal), damage_code(store)


def _outline_lines(
    page: Page, outline: PageOutline, selector: str | None, width: int
) -> Iterator[str]:
    if page.url != NO_ADDRESS:
        yield f"page: {page.url}"
    yield f"character set: {page.encoding} ({page.evidence})"
    yield from outline.tree
    if selector is not None:
        count = len(outline.nodes)
        yield f"{selector}: {count} match{'' if count == 1 else 'es'}"
    if outline.nodes:
        yield " words  links"
    for node in outline.nodes:
        yield from _node_lines(node, 0, width)
    if outline.guesses:
        yield "guesses, to begin with:"
        yield from (
            shorten(f"  {guess.what:<9}{guess.selector}  ({guess.holds})", width)
            for guess in outline.guesses
        )


def _node_lines(node: OutlineNode, level: int, width: int) -> Iterator[str]:
    """Yield the line of an element and those of its children."""
    counts = f"{node.words:>6,}{node.links or '':>7}  "
    label = _label(node, max(width - len(counts) - 2 * level - _MIN_TEXT, 20))
    line = f"{counts}{'  ' * level}{label}"
    if node.text and len(line) + _MIN_TEXT <= width:
        line += f"  “{shorten(node.text, width - len(line) - 4)}”"
    yield line
    for child in node.children:
        yield from _node_lines(child, level + 1, width)
    if node.hidden:
        elements = "element" if node.hidden == 1 else "elements"
        what = "without text or deeper" if node.children else "inside"
        yield f"{'':15}{'  ' * (level + 1)}… {node.hidden:,} {elements} {what}"


def _label(node: OutlineNode, width: int) -> str:
    """Return the selectors of a node; the middle of a long chain is left out."""
    count = f" × {node.repeated}" if node.repeated > 1 else ""
    label = " > ".join(node.selectors)
    if len(label) + len(count) > width and len(node.selectors) > 2:
        label = f"{node.selectors[0]} > … > {node.selectors[-1]}"
    return shorten(label, width - len(count)) + count
