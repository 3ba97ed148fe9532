"""``curator repair``: proposes rules for a portal that has changed its pages, with their proof."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
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
    open_portal_file,
    portal_path,
    write_portal_file,
)
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config.expectations import expectations_path, load_expectations
from webarticlecurator.config.yaml_edit import read_yaml_text
from webarticlecurator.errors import CuratorError
from webarticlecurator.export import write_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.workers.executor import Runtime

if TYPE_CHECKING:
    from webarticlecurator.crawl.scheduler import ScheduledRun
    from webarticlecurator.repair.portal_repair import ProofPart, Repair

_MAX_SHOWN = 20


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
    failed = find_failed_expectations(portal, found, folder, args.warc)
    is_written = args.write and found.is_proved and not failed and found.text != before
    if args.json:
        print_json(repair_json(found, failed, is_written=is_written))
    else:
        write_lines(list_differences(str(portal.path), before, found.text))
        write_lines(repair_lines(found))
    for line in failed:
        print_message(f"an expectation fails: {line}")
    if is_written:
        write_portal_file(portal.path, found.text)
        print_message(f"wrote {portal.path}. Then: curator build {args.config}")
    elif args.write and found.text != before:
        print_message(f"{portal.path} is left as it is: the proof does not hold")
    return DONE if found.text == before or (found.is_proved and not failed) else PROBLEMS


def find_failed_expectations(
    portal: Portal, found: Repair, folder: Path, warcs: Sequence[Path]
) -> list[str]:
    """Return the expectations of stored pages that do not hold by the proposed rules."""
    from webarticlecurator.repair.layout_trials import reload_portal
    from webarticlecurator.store import open_warcs, view_corpus
    from webarticlecurator.stored_pages.captured_pages import has_corpus
    from webarticlecurator.trial.expecting import compare_pages

    path = expectations_path(portal)
    proposed = reload_portal(portal, found.text)
    if not path.exists() or proposed is None or not (warcs or has_corpus(folder)):
        return []
    entries = load_expectations(path, tuple(column.name for column in portal.columns))
    with ExitStack() as stack:
        store = (
            stack.enter_context(view_corpus(folder, portal.id))
            if has_corpus(folder)
            else stack.enter_context(open_warcs(warcs))
        )
        return [
            f"{each.entry.url}: {mismatch}"
            for each in compare_pages(proposed, entries, store)
            for mismatch in each.mismatches
        ]


# ``curator watch``: a proposal beside the file of a portal whose pages have changed.


def proposed_path(path: Path) -> Path:
    """Return the path of a proposal for a portal file."""
    return path.with_name(f"{path.stem}.proposed.yaml")


def propose_after_drift(
    corpora: Path, runtime: Runtime, proxy: str | None, ca_file: str | None, run: ScheduledRun
) -> Sequence[str]:
    """Write a proposal beside the file of a crawl that has noticed drift, unless there is one that
    is newer than the file; return lines for the log."""
    target = proposed_path(run.file)
    folder = corpora / run.outcome.portal
    try:
        if run.outcome.summary is None or not _has_drifted(folder, run.outcome.portal):
            return ()
        if target.exists() and target.stat().st_mtime >= run.file.stat().st_mtime:
            return ()
        from webarticlecurator.repair.portal_repair import repair_portal

        portal = open_portal_file(run.file, allow_hooks=False)
        text = read_yaml_text(run.file)
        found = repair_portal(portal, text, folder, (), runtime, proxy, ca_file)
        if found.text == text:
            return ("its pages have changed, and no rules are proposed", *repair_lines(found))
        write_file(target, [found.text.encode("utf-8")])
    except (CuratorError, OSError) as error:
        return (f"its pages have changed, and no rules are proposed: {error}",)
    held = found.held if found.held.articles else found.made
    return (
        f"its pages have changed; rules for them are in {target}, and read {held.same} of"
        f" {len(held.articles)} known articles the same: curator repair {run.file} shows them,"
        " --write takes them over",
    )


def _has_drifted(folder: Path, portal: str) -> bool:
    from webarticlecurator.build.changes import KIND
    from webarticlecurator.store import view_corpus

    with view_corpus(folder, portal) as view:
        return next(view.run_log.problems([KIND]), None) is not None


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


def _part_lines(what: str, part: ProofPart) -> Iterator[str]:
    if part.articles:
        yield f"articles {what}: {part.same} of {len(part.articles)} read the same"
    for each in [each for each in part.articles if not each.is_same][:_MAX_SHOWN]:
        yield f"  {each.url}"
        yield from (f"    {line}" for line in each.differences)


def repair_json(found: Repair, failed: Sequence[str], *, is_written: bool) -> dict[str, Any]:
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
        "failed_expectations": list(failed),
        "proved": found.is_proved,
        "written": is_written,
        "file": found.text,
    }


def _part_json(part: ProofPart) -> dict[str, Any]:
    return {
        "same": part.same,
        "of": len(part.articles),
        "articles": [
            {"url": each.url, "f1": each.f1, "differences": list(each.differences)}
            for each in part.articles
        ],
    }
