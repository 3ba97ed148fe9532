"""A portal for saved pages without a portal file: ``curator extract --html page.html=URL``."""

from __future__ import annotations

import argparse

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import Option
from webarticlecurator.cli.portal_file import open_portal
from webarticlecurator.cli.shared_options import SHARED_OPTIONS
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, StoredPages
from webarticlecurator.portal_file.config.load import builtin_rules

_CONFIG = SHARED_OPTIONS["config"]
OPTIONAL_CONFIG: tuple[str | Option, ...] = (
    (
        "config",
        {
            **_CONFIG,
            "nargs": "?",
            "help": f"{_CONFIG['help']}; if you give only pages, they are read without rules",
        },
    ),
    "--allow-hooks",
)
"""CONFIG, which may be missing if pages are given."""


def open_portal_of_pages(args: argparse.Namespace, given: StoredPages) -> Portal:
    """Return the portal of CONFIG, or one with the built-in rules for the pages that are given.

    Raises UsageError if there is neither.
    """
    if args.config is not None:
        return open_portal(args)
    if not given.has_files:
        raise UsageError(
            "neither a portal file nor a page",
            "Give CONFIG, or pages: --html page.html=https://… (or --warc FILE --url URL).",
        )
    home = "https://saved-page.invalid/"
    return Portal(id="page", home=home, article=builtin_rules(), has_timezone=False)


def propose_rules(portal: Portal, stored: StoredPage) -> Portal:
    """Return the portal with rules for the list on a page: the best that are proposed for it."""
    from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
    from webarticlecurator.proposing.list_pages.next_links import propose_next_link

    pages = (stored.page(portal),)
    links, following = propose_link_rules(pages), propose_next_link(pages)
    return replace(
        portal,
        links=tuple(each.rule() for each in links[:1]),
        next=following.rules[:1] if following else (),
    )
