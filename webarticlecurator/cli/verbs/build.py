"""``curator build``: makes TEI from what is stored, without the network; ``curator diff``: shows
what changed between two versions of an article, or what other rules change in stored articles.
"""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

from webarticlecurator.build.build import build
from webarticlecurator.cli.options import (
    CONFIG,
    add_command,
    add_options,
    cluster_options,
    option,
    parse_count,
    parse_day,
    parse_utf8,
    shared,
)
from webarticlecurator.cli.output import (
    DONE,
    FIELD_CHANGE_WORDS,
    LINE_CHANGE_WORDS,
    PROBLEMS,
    VERSION_WORDS,
    print_json,
    print_message,
    write_lines,
)
from webarticlecurator.cli.portal_file import (
    corpus_folder,
    open_portal,
    open_portal_file,
    portal_path,
)
from webarticlecurator.cli.progress import ProgressFile, choose_progress, print_summary
from webarticlecurator.cli.selection_options import (
    choose_runtime,
    read_selection_options,
    select_pages,
    write_zips,
)
from webarticlecurator.dataclasses import dataclass, field, to_words
from webarticlecurator.errors import UsageError
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.model.portal import Portal
from webarticlecurator.store import CorpusCut
from webarticlecurator.stored_pages.page_store import StoredPages, run_supervised
from webarticlecurator.text.times import find_zone, parse_iso_time
from webarticlecurator.trial.compare_articles import (
    ArticleComparison,
    ArticleEffect,
    FieldChange,
    LineChange,
    VersionComparison,
    VersionName,
    WordRun,
    compare_rules,
    compare_versions,
    shorten_runs,
)
from webarticlecurator.workers.executor import BuildOptions, LostTask, Runtime


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "build",
        "curator build portal.yaml --warc old/*.warc.gz --jobs 4",
        run,
        *CONFIG,
        "--corpus",
        shared("--warc", help="also read these WARC files, of any origin"),
        "--jobs",
        *cluster_options(),
        option("--all", action="store_true", help="build everything again, changed or not"),
        option(
            "--prune",
            action="store_true",
            help=(
                "take the TEI that changed rules no longer give, however much, and that of"
                " articles that no rule lists any more; without it, a build that would take much"
                " writes nothing"
            ),
        ),
        option(
            "--validate",
            choices=("sample", "all"),
            default="sample",
            help=(
                "which of the TEI files that are built are compared with the schema: one in"
                " eight, always the same ones (default), or all; with a header template of your"
                " own always all"
            ),
        ),
    )
    state = parser.add_mutually_exclusive_group()
    add_options(
        state,
        option(
            "--as-of",
            metavar="DATE",
            type=_parse_moment,
            help="make the TEI of the captures until this day (its end) or time, with --output",
        ),
        option(
            "--manifest",
            metavar="FILE",
            type=Path,
            help="make the TEI of the state of a manifest, with --output",
        ),
    )
    add_options(
        parser,
        option(
            "--output", metavar="DIR", type=Path, help="the new folder for --as-of and --manifest"
        ),
        option(
            "--zips",
            metavar="DIR",
            type=Path,
            help=(
                "then pack the TEI into this folder, one zip for each WARC file; only zips that"
                " have changed are written (as `export --format zip`)"
            ),
        ),
        "--json",
        "--quiet",
        "--progress",
    )


def run(args: argparse.Namespace) -> int:
    if args.progress is None:
        return _build(args, None)
    with ProgressFile(args.progress) as file:
        return file.end(_build(args, file))


def _build(args: argparse.Namespace, file: ProgressFile | None) -> int:
    is_state = args.as_of is not None or args.manifest is not None
    _check_options(args, is_state=is_state)
    portal = open_portal(args)
    options = BuildOptions(
        tuple(args.warc),
        args.jobs,
        args.all,
        validates_all=args.validate == "all",
        prune=args.prune,
    )
    folder = corpus_folder(args, portal)
    runtime = choose_runtime(args, folder, choose_progress(args.quiet, file, portal.id))
    if is_state:
        return _build_state(args, portal, folder, options, runtime)
    code = print_summary(build(portal, folder, options, runtime), as_json=args.json)
    if args.zips is not None:
        write_zips(portal, folder, args.zips, runtime.progress, is_quiet=args.quiet)
    return code


def _check_options(args: argparse.Namespace, *, is_state: bool) -> None:
    """Raise UsageError for options that do not go together."""
    if is_state and args.output is None:
        raise UsageError(
            "no folder for the TEI of an earlier state", "Give a new folder with --output DIR."
        )
    if args.output is not None and not is_state:
        raise UsageError(
            "--output has no effect: the TEI goes to the corpus folder",
            "Remove it, or say which state you want with --as-of or --manifest.",
        )
    if is_state and args.zips is not None:
        raise UsageError(
            "--zips does not go with --as-of and --manifest", "Remove it: zips hold today's TEI."
        )
    if is_state and args.cluster is not None:
        raise UsageError(
            "--cluster does not go with --as-of and --manifest", "Remove it: they are built here."
        )
    if is_state and (args.warc or args.all or args.prune):
        option = "--warc" if args.warc else "--all" if args.all else "--prune"
        raise UsageError(
            f"{option} does not go with --as-of and --manifest",
            "Remove it: all TEI of the state is made, from the captures of the corpus.",
        )


def _build_state(
    args: argparse.Namespace,
    portal: Portal,
    folder: Path,
    options: BuildOptions,
    runtime: Runtime,
) -> int:
    # imported here: most builds need it not
    from webarticlecurator.build.cited_state import build_manifest_state, build_state

    differing: tuple[str, ...] = ()
    if args.manifest is not None:
        summary, differing = build_manifest_state(
            portal, folder, args.output, args.manifest, options, runtime
        )
    else:
        cut = CorpusCut(before=end_of(args.as_of, portal))
        summary = build_state(portal, folder, args.output, cut, options, runtime)
    code = print_summary(summary, as_json=args.json)
    for line in differing:
        print_message(f"problem: {line}")
    if differing:
        print_message(f"{len(differing)} TEI files are not those of {args.manifest}")
    print_message(f"the TEI of this state is in {args.output}", args.quiet)
    return PROBLEMS if differing else code


def _parse_moment(text: str) -> date | datetime:
    """Return a day, or a time with a zone."""
    with suppress(ArgumentTypeError):
        return parse_day(text)
    with suppress(ValueError):
        moment = parse_iso_time(text)
        if moment.tzinfo is not None:
            return moment
    raise ArgumentTypeError(
        f"not a day or a time with its zone: {text!r} (expected YYYY-MM-DD, or a time such as"
        " 2024-05-02T12:00:00Z)"
    )


def end_of(moment: date | datetime, portal: Portal) -> datetime:
    """Return the first instant after a day of the portal's zone, or after a time."""
    if isinstance(moment, datetime):
        return moment + timedelta(microseconds=1)
    midnight = datetime.combine(moment + timedelta(days=1), time())
    return midnight.replace(tzinfo=find_zone(portal.timezone))


# ``curator diff``.

_SIGNS = {"changed": "~", "added": "+", "removed": "-", "marked": "="}


def register_diff(commands: Any) -> None:
    parser = add_command(
        commands,
        "diff",
        "curator diff portal.yaml https://www.example.org/2019/an-article",
        run_diff,
        *CONFIG,
        option(
            "url",
            metavar="URL|FILE",
            type=parse_utf8,
            help="the address of an article of the corpus, or an edited copy of the portal file",
        ),
    )
    for name, which in (("from", "the earlier"), ("to", "the later")):
        parser.add_argument(
            f"--{name}",
            dest=f"{name}_version",
            type=_parse_version,
            metavar="VERSION",
            help=f"{which} version: its number, or a day YYYY-MM-DD (default: the last two)",
        )
    add_options(
        parser,
        option(
            "--limit",
            type=parse_count,
            metavar="N",
            help="with FILE: N articles, spread over the corpus and always the same",
        ),
        shared("--warc", help="with FILE: read these WARC files instead of the corpus"),
        "--column",
        "--where",
        "--sample",
        "--by",
        "--jobs",
        "--quiet",
        "--corpus",
        "--json",
    )


def run_diff(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    if Path(args.url).is_file():
        _refuse(args, ("from_version", "to_version"), "an address")
        return run_rule_diff(args, portal)
    _refuse(args, RULES_OPTIONS, "an edited portal file")
    url, folder = without_userinfo(args.url), corpus_folder(args, portal)
    names = args.from_version, args.to_version
    found: VersionComparison = run_supervised(portal, url, compare_versions, folder, url, *names)
    if args.json:
        print_json(_as_json(found))
    else:
        write_lines(_lines(found))
    if found.comparison is None:
        print_message("the article has one version: there is nothing to compare")
    return DONE


def _refuse(args: argparse.Namespace, names: tuple[str, ...], needed: str) -> None:
    """Raise UsageError for an option that has no effect."""
    for name in names:
        if getattr(args, name):
            option = name.removesuffix("_version")
            raise UsageError(f"--{option} has no effect here", f"Give it with {needed}.")


def _parse_version(text: str) -> VersionName:
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    try:
        return parse_day(text)
    except ArgumentTypeError:
        raise ArgumentTypeError(
            f"not a version: {text!r} (expected its number, or a day YYYY-MM-DD)"
        ) from None


def _lines(found: VersionComparison) -> Iterator[str]:
    yield found.url
    for place in dict.fromkeys((found.first, found.second)):
        time = f"{place.time:%Y-%m-%d %H:%M:%S} UTC"
        unused = "" if place.is_used else ", not used (`curator why` says why)"
        head = f"version {place.number} of {len(found.versions)}"
        yield f"{head}: {time}, record {place.record}{unused}"
    if found.comparison is None:
        return
    yield from map(_describe_field, found.comparison.metadata)
    yield from map(_describe_line, found.comparison.lines)
    gone, added = found.comparison.words_gone, found.comparison.words_added
    yield f"words: {gone} gone, {added} added"


def _describe_field(change: FieldChange) -> str:
    values = (" | ".join(each) or "(none)" for each in (change.old, change.new))
    return f"{change.field}: {' → '.join(values)}"


def _describe_line(change: LineChange) -> str:
    head = f"{_SIGNS[change.change]} {change.kind} {change.number}"
    if change.change == "marked":
        return f"{head}: the same words with other links, emphasis or kind of block: {change.new}"
    return f"{head}: {' '.join(_show_runs(change.runs)) or change.new or change.old}"


def _show_runs(runs: tuple[WordRun, ...]) -> Iterator[str]:
    """Yield the words of a line: [-gone-], {+added+}, and unchanged ones near a change."""
    brackets = {"gone": ("[-", "-]"), "added": ("{+", "+}")}
    for run in shorten_runs(runs):
        begin, end = brackets.get(run.fate, ("", ""))
        yield f"{begin}{run.text}{end}"


def _as_json(found: VersionComparison) -> dict[str, Any]:
    compared = found.comparison or ArticleComparison((), (), 0, 0)
    return {
        "url": found.url,
        "versions": [
            {**to_words(each, VERSION_WORDS), "time": each.time.isoformat().replace("+00:00", "Z")}
            for each in found.versions
        ],
        "from": found.first.number,
        "to": found.second.number,
        "metadata": [to_words(change, FIELD_CHANGE_WORDS) for change in compared.metadata],
        "text": [to_words(change, LINE_CHANGE_WORDS) for change in compared.lines],
        "words_gone": compared.words_gone,
        "words_added": compared.words_added,
    }


# ``curator diff CONFIG FILE``: shows what an edited portal file changes in stored articles.

RULES_OPTIONS = ("limit", "warc", "column", "where", "sample", "by")
"""The options that have an effect with an edited portal file only."""


@dataclass
class _Totals:
    """Numbers of articles, and of words of the changed ones; ``lost`` could not be read."""

    changed: int = 0
    unchanged: int = 0
    words_gone: int = 0
    words_added: int = 0
    lost: list[str] = field(default_factory=list)


def run_rule_diff(args: argparse.Namespace, portal: Portal) -> int:
    edited = open_portal_file(portal_path(args.url), args.allow_hooks)
    if edited.id != portal.id:
        raise UsageError(
            f"{args.url} is for another portal: {edited.id} (expected {portal.id})",
            "Give an edited copy of the portal file.",
        )
    folder, warcs = corpus_folder(args, portal), tuple(args.warc)
    options = read_selection_options(args)
    selected = select_pages(options, portal, folder, with_rejected=True, has_files=bool(warcs))
    pages = StoredPages(folder, warcs, args.limit, args.jobs, selected=selected)
    totals = _Totals()
    effects = _read_effects(args, (portal, edited), pages, totals)
    if args.json:
        articles = [
            {
                "url": effect.url,
                "words": [effect.before.words, effect.after.words],
                "reasons": [effect.before.reason or None, effect.after.reason or None],
                "words_gone": effect.comparison.words_gone,
                "words_added": effect.comparison.words_added,
                "metadata": [change.field for change in effect.comparison.metadata],
            }
            for effect in effects
        ]
        print_json(
            {
                "articles": articles,
                "changed": totals.changed,
                "unchanged": totals.unchanged,
                "words_gone": totals.words_gone,
                "words_added": totals.words_added,
                "not_read": totals.lost,
            }
        )
    else:
        for effect in effects:
            compared = effect.comparison
            before, after = (
                each.reason or f"{each.words} words" for each in (effect.before, effect.after)
            )
            words = f"{compared.words_gone} gone, {compared.words_added} added"
            fields = ", ".join(change.field for change in compared.metadata)
            more = f"; {fields}" if fields else ""
            write_lines([f"{effect.url}: {before} → {after}: {words}{more}"])
        number = totals.changed + totals.unchanged + len(totals.lost)
        words = f"{totals.words_gone} words gone, {totals.words_added} added"
        write_lines([f"{number} articles compared: {totals.changed} changed, {words}"])
    for lost in totals.lost:
        print_message(f"not read: {lost}")
    return PROBLEMS if totals.lost else DONE


def _read_effects(
    args: argparse.Namespace, portals: tuple[Portal, Portal], pages: StoredPages, totals: _Totals
) -> Iterator[ArticleEffect]:
    """Yield the changed articles; the totals are complete at the end."""
    for result in compare_rules(*portals, pages, Runtime(progress=choose_progress(args.quiet))):
        if isinstance(result, LostTask):
            totals.lost.append(f"{result.task.canonical}: {result.evidence}")
            continue
        totals.unchanged += result.unchanged
        for effect in result.changed:
            totals.changed += 1
            totals.words_gone += effect.comparison.words_gone
            totals.words_added += effect.comparison.words_added
            yield effect
