"""``curator new`` and ``curator learn``: propose a portal file, and rules for one."""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PortalUnreachable, UsageError
from webarticlecurator.base.portal.hosts import hide_userinfo, without_userinfo
from webarticlecurator.base.proposal.article_readings import describe_readings
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.base.proposal.proposal_doubts import list_doubts
from webarticlecurator.base.proposal.proposal_summary import describe_portal
from webarticlecurator.base.system.output_files import create_file
from webarticlecurator.base.text.translation import (
    Message,
    join_messages,
    make_message,
    translate,
)
from webarticlecurator.cli.argument_types import option, parse_count
from webarticlecurator.cli.exit_codes import DAMAGED, DONE
from webarticlecurator.cli.options import STANDARD_OUTPUT, command
from webarticlecurator.cli.output import print_json, print_message, write_data
from webarticlecurator.cli.page_options import page_options, read_given_pages
from webarticlecurator.cli.progress_choice import choose_progress, plain_progress
from webarticlecurator.cli.shared_options import NETWORK
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.portal_file.written.starting_file import propose_portal_id, starting_yaml

# ``curator new``: writes a commented portal file to start from.
#
# It is filled in with what a page of the portal suggests.


_NO_PAGE = make_message("no page was read, so the file has no rules yet")


@command(
    "curator new https://www.example.org/archive/",
    option(
        "name",
        metavar="NAME|URL",
        nargs="?",
        help=(
            "the address of a page that lists articles (an archive page works best), or just"
            " a name for the portal"
        ),
    ),
    option(
        "--output",
        metavar="FILE",
        type=Path,
        help="file to write (default: NAME.yaml here; -: standard output)",
    ),
    option(
        "--offline",
        action="store_true",
        help="send no request to the portal: write the plain starting file",
    ),
    option(
        "--requests",
        metavar="N",
        type=parse_count,
        help="requests that are sent to the portal at most (default: 90)",
    ),
    "--json",
    *page_options(
        "the page that lists most of the others; give several for pages of one list or of one kind"
    ),
    *NETWORK,
)
def run(args: argparse.Namespace) -> int:
    # imported here: to learn takes neither a crawl nor the network
    from webarticlecurator.crawling.workers.own_time_limit import TimedProgress
    from webarticlecurator.proposing.propose.portal_proposal import propose_from_files

    addresses = list_addresses_of(args.name or "")
    args.name = addresses[0] if addresses else args.name
    given = _read_given(args)
    addresses = addresses or given.urls[:1]
    proposal, code = None, DONE
    if given.has_files:
        _check_free(args.output)  # before anything is read
        with TimedProgress(plain_progress()) as progress:
            proposal, damage = propose_from_files(given, Runtime(progress=progress))
        code = DAMAGED if damage else DONE
    # before any request is sent; a portal on a host without a name is named by its title
    if not args.json:
        _check_free(args.output or _choose_file(args.name, proposal))
    is_live = proposal is None and not args.offline and bool(addresses)
    if is_live:
        with TimedProgress(choose_progress(quiet=False)) as progress:
            proposal = _look_at_portal(addresses, given.urls[1:], args, Runtime(progress=progress))
    path: Path = args.output or _choose_file(args.name, proposal)
    text = proposed_yaml(proposal) if proposal else starting_yaml(args.name)
    if args.json:
        print_json({"file": text, **(_describe_proposal(proposal) if proposal else {})})
        return code
    lines = _proposal_lines(proposal) if proposal else [_NO_PAGE]
    if path == STANDARD_OUTPUT:
        write_data(text)
        print_message(join_messages("\n", lines))
        return code
    create_file(path, text)
    load_portal(path)

    print_message(join_messages("\n", lines))
    live = " --live" if proposal and is_live else ""
    print_message(
        make_message(
            "wrote {path}. Edit it, then: curator check {path} --plan{live}",
            path=path,
            live=live,
        )
    )
    return code


def _choose_file(name: str, proposal: Proposal | None) -> Path:
    known = (proposal.url, proposal.title) if proposal is not None else (name,)
    return Path(f"{propose_portal_id(*known)}.yaml")


def list_addresses_of(word: str) -> tuple[str, ...]:
    """Return the addresses that a word of the user stands for, the first to be tried first: none
    for a name. A word with a dot, a colon or a slash is an address; without a scheme it is that of
    https, else of http."""
    word = word.strip()
    if "://" in word:
        return (word,)
    is_address = not set(word).isdisjoint(".:/") and not re.search(r"\s", word)
    page = word.lstrip("/") if "/" in word else f"{word}/"
    return tuple(f"{scheme}://{page}" for scheme in ("https", "http") if is_address)


def _look_at_portal(
    addresses: Sequence[str],
    others: Sequence[str],
    args: argparse.Namespace,
    runtime: Runtime,
) -> Proposal:
    """Return what the first of the addresses at which something answers suggests, with the
    ``others`` of its kind. Raises the error of the first one if nothing does."""
    from webarticlecurator.crawling.crawl.kept_answers import KeptAnswers, answers_path
    from webarticlecurator.proposing.propose.portal_proposal import propose_portal
    from webarticlecurator.proposing.propose.visits import MAX_REQUESTS

    first_error: PortalUnreachable | None = None
    kept = KeptAnswers(runtime.clock, _find_answers(args))
    for address in addresses:
        try:
            proposal = propose_portal(
                (address, *others),
                args.proxy,
                args.ca,
                runtime,
                kept,
                args.requests or MAX_REQUESTS,
            )
        except PortalUnreachable as error:
            first_error = first_error or error
        else:
            if args.output is None and kept.file is not None and kept.file.exists():
                kept.file.replace(answers_path(_choose_file(args.name, proposal)))
            return proposal
    assert first_error is not None
    raise first_error


def _find_answers(args: argparse.Namespace) -> Path | None:
    """Return the file in which the answers of the portal are kept, beside the portal file; it
    begins with those that are beside the file of the usual name. None where there is no portal
    file."""
    from webarticlecurator.crawling.crawl.kept_answers import answers_path

    if args.output == STANDARD_OUTPUT or (args.json and args.output is None):
        return None
    usual = _choose_file(args.name, None)
    file: Path = answers_path(args.output or usual)
    known = file.with_name(answers_path(usual).name)
    if known.exists() and not file.exists():
        shutil.copyfile(known, file)
    return file


def _read_given(args: argparse.Namespace) -> StoredPages:
    """Return the files to read; none for the live portal. Raises UsageError."""
    if args.name is not None and without_userinfo(args.name) != args.name:
        raise UsageError(
            make_message(
                "an address with a user name or password: {name}", name=hide_userinfo(args.name)
            ),
            "Leave out the part before the @, because the corpus stores the portal file.",
        )
    given = read_given_pages(args)
    if args.name is None and not given.has_files and given.urls:
        args.name, *rest = given.urls
        given = replace(given, urls=tuple(rest))
    if args.name is None and not given.has_files:
        raise UsageError(
            "no page given", "Give the address of a page that lists articles, or a name."
        )
    if args.name is not None and (given.has_files or given.urls):
        if "://" not in args.name:
            raise UsageError(
                make_message("a name together with files or addresses: {name}", name=args.name),
                "Leave the name out: the portal is named after its address, and --output names"
                " the file.",
            )
        given = replace(given, urls=(args.name, *given.urls))
    return replace(given, urls=tuple(dict.fromkeys(given.urls)))


def _check_free(path: Path | None) -> None:
    """Raise UsageError if a file is there already."""
    if path is not None and path != STANDARD_OUTPUT and path.exists():
        raise UsageError(
            make_message("{path} already exists", path=path),
            "Choose another name with --output, or move it away.",
        )


def _describe_proposal(proposal: Proposal) -> dict[str, Any]:
    """Return what is doubtful, with its words as somebody reads them, and what was read."""
    doubts = [
        {
            **doubt.as_json(),
            "field": doubt.field,
            **{word: translate(getattr(doubt, word)) for word in ("what", "message", "cure")},
        }
        for doubt in list_doubts(proposal)
    ]
    articles = [each.as_json() for each in proposal.readings]
    summary = translate(describe_portal(proposal))
    return {"url": proposal.url, "summary": summary, "doubts": doubts, "articles": articles}


def _proposal_lines(proposal: Proposal) -> list[str]:
    """Return what is doubtful, and then the best guesses, one per line."""
    roots = ", ".join(line.rule for line in proposal.article.roots)
    found = roots or make_message("not found; curator looks for it on each page")
    paging = _describe_pagination(proposal)
    lines: list[str] = [*filter(None, [describe_portal(proposal)])]
    lines += [line for doubt in list_doubts(proposal) for line in doubt.lines()]
    lines.append(make_message("links: {links}", links=_describe_links(proposal)))
    if proposal.has_list and (proposal.next or not proposal.index):
        lines.append(make_message("pagination: {paging}", paging=paging))
    if proposal.whole:
        lines.append(make_message("sitemap: {words}", words=proposal.whole.describe()))
    if proposal.renders_articles:
        lines.append(make_message("articles: a browser shows their text (docs/browser.md)"))
    lines.append(make_message("article root: {root}", root=found))
    return [*lines, *describe_readings(proposal.readings)]


def _describe_links(proposal: Proposal) -> Message:
    if not proposal.has_list:
        return make_message("none, because the given pages are the articles (archive: none)")
    if proposal.data and not (proposal.feed or proposal.sitemap):
        return make_message(
            "{url}, which a script loads, lists {number}",
            url=proposal.data.url,
            number=len(proposal.data.links),
        )
    if proposal.feed:
        source, number = proposal.feed.url, proposal.feed.entries
    elif proposal.sitemap:
        source, number = proposal.sitemap.url, proposal.sitemap.addresses
    elif proposal.links:
        source, number = proposal.links[0].css, len(proposal.links[0].links)
    else:
        return make_message("no list of articles was recognised")
    return make_message("{source} lists {number}", source=source, number=number)


def _describe_pagination(proposal: Proposal) -> Message:
    growing = proposal.growing
    if growing is not None and growing.button is not None:
        button = growing.button.css
        paging = make_message("a browser clicks {button} (docs/browser.md)", button=button)
        if growing.added is None:
            paging = make_message(
                "a browser clicks {button} (docs/browser.md, not tried: no browser is installed)",
                button=button,
            )
    elif proposal.is_rendered or growing is not None:
        paging = make_message("a browser scrolls (docs/browser.md)")
    elif proposal.data and proposal.data.template:
        paging = make_message("page numbers")
    elif (proposal.data and proposal.data.next) or proposal.next:
        paging = make_message("a link to the next page")
    elif proposal.numbered:
        paging = make_message("page numbers")
    else:
        paging = make_message("none recognised")
    if not proposal.dated:
        return paging
    return make_message(
        "{paging} in {step}s ({template})",
        paging=paging,
        step=proposal.dated.step,
        template=proposal.dated.template,
    )
