"""``curator repair``: proposes rules for a portal that has changed its pages, with their proof."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from webarticlecurator.cli.options import CONFIG, NETWORK, add_command, option
from webarticlecurator.cli.output import (
    DONE,
    PROBLEMS,
    print_json,
    print_message,
    write_lines,
)
from webarticlecurator.cli.portal_file import (
    check_own_file,
    corpus_folder,
    list_differences,
    open_portal,
    portal_path,
    write_portal_file,
)
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config.yaml_edit import read_yaml_text
from webarticlecurator.workers.executor import Runtime

if TYPE_CHECKING:
    from webarticlecurator.repair.portal_repair import ProofPart, Repair


def register(commands: Any) -> None:
    add_command(
        commands,
        "repair",
        "curator repair portal.yaml --write",
        run,
        *CONFIG,
        "--corpus",
        "--warc",
        option(
            "--write",
            action="store_true",
            help="write the proposed rules into the portal file, if their proof holds",
        ),
        "--json",
        "--quiet",
        *NETWORK,
    )


def run(args: argparse.Namespace) -> int:
    if args.write:
        check_own_file(args.config)
    portal = open_portal(args)
    runtime = Runtime(progress=choose_progress(args.quiet))
    before = read_yaml_text(portal_path(args.config))
    folder = corpus_folder(args, portal)
    # imported here: no other command takes what proposes rules together with the network
    from webarticlecurator.repair.portal_repair import repair_portal

    found = repair_portal(portal, before, folder, args.warc, runtime, args.proxy, args.ca)
    is_written = args.write and not found.doubts and found.text != before
    if args.json:
        print_json(repair_json(found, is_written=is_written))
    else:
        write_lines(list_differences(str(portal.path), before, found.text))
        write_lines(repair_lines(found))
    if is_written:
        write_portal_file(portal.path, found.text)
        print_message(f"wrote {portal.path}. Then: curator build {args.config}")
    elif args.write and found.text != before:
        print_message(f"{portal.path} is left as it is: {'; '.join(found.doubts)}")
    return PROBLEMS if found.text != before and found.doubts else DONE


# What is shown of a proposal.


def repair_lines(found: Repair) -> Iterator[str]:
    """Yield the proof of a proposal for a person."""
    if found.requests:
        yield f"{found.requests} pages asked for again"
    yield from _part_lines("made of", found.made)
    yield from _part_lines("without a part in it", found.held)
    if found.newest:
        yield f"{found.newest} newest pages, of which nothing is known"
    for each in found.lists:
        state = "the same" if each.is_same else "not the same"
        yield f"archive page {each.url}: {each.known} known articles, {state}"
        for what, links in (("missing", each.missing), ("added", each.added)):
            yield from (f"  {what}: {link}" for link in links[:3])
        if each.next_page:
            yield f"  next page: {each.next_page}"
    if found.of_older:
        yield f"older captures: {found.older} of {found.of_older} read as before"
    yield from (f"remark: {remark}" for remark in found.remarks)
    yield from (f"not proved: {doubt}" for doubt in found.doubts)


def _part_lines(what: str, part: ProofPart) -> Iterator[str]:
    if part.articles:
        yield f"articles {what}: {part.same} of {len(part.articles)} read the same"
    gone = Counter(name for each in part.articles for name in each.gone)
    yield from (f"  {name}: nowhere on {number} of these pages" for name, number in gone.items())
    for each in part.articles:
        yield from (
            [] if each.is_same else [f"  {each.url}", *(f"    {d}" for d in each.differences)]
        )


def repair_json(found: Repair, *, is_written: bool) -> dict[str, Any]:
    """Return a proposal and its proof for ``--json``."""
    return {
        "layout": found.layout,
        "when": found.when,
        "made": _part_json(found.made),
        "held": _part_json(found.held),
        "archive_pages": [
            {
                "url": each.url,
                "known": each.known,
                "missing": list(each.missing),
                "added": list(each.added),
                "same": each.is_same,
            }
            for each in found.lists
        ],
        "older": {"same": found.older, "of": found.of_older},
        "newest": found.newest,
        "requests": found.requests,
        "remarks": list(found.remarks),
        "failed_expectations": list(found.failed),
        "doubts": list(found.doubts),
        "proved": not found.doubts,
        "lines": list(repair_lines(found)),
        "written": is_written,
        "file": found.text,
    }


def _part_json(part: ProofPart) -> dict[str, Any]:
    return {
        "same": part.same,
        "of": len(part.articles),
        "articles": [
            {
                "url": each.url,
                "f1": each.f1,
                "differences": list(each.differences),
                "gone": list(each.gone),
            }
            for each in part.articles
        ],
    }
