"""``curator build``: makes TEI from what is stored, without the network."""

from __future__ import annotations

import argparse
from argparse import ArgumentTypeError
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.times import find_zone, parse_iso_time
from webarticlecurator.cli.argument_types import option, parse_day
from webarticlecurator.cli.exit_codes import PROBLEMS
from webarticlecurator.cli.options import command, refuse_options
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress import ProgressFile, write_progress_of
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.run_end import print_summary
from webarticlecurator.cli.shared_options import CONFIG, cluster_options, shared
from webarticlecurator.cli.stored_page_options import choose_runtime, write_zips
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.storage.store.corpus_cut import CorpusCut


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


@command(
    "curator build portal.yaml --warc old/*.warc.gz --jobs 4",
    *CONFIG,
    "--corpus",
    shared("--warc", help="also read these WARC files, of any origin"),
    "--jobs",
    *cluster_options(),
    option("--all", action="store_true", help="rebuild everything, whether or not it has changed"),
    option(
        "--prune",
        action="store_true",
        help=(
            "remove TEI that changed rules no longer make, and TEI of articles that no rule"
            " lists any more; without it, a build that would remove many files writes nothing"
        ),
    ),
    "--keep-old",
    option(
        "--validate",
        choices=("sample", "all"),
        default="sample",
        help=(
            "which of the built TEI files to check against the schema: one in eight, always"
            " the same ones (default), or all; with your own header template always all"
        ),
    ),
    [
        option(
            "--as-of",
            metavar="DATE",
            type=_parse_moment,
            help="make TEI from the captures up to the end of this day, or up to this time; needs"
            " --output",
        ),
        option(
            "--manifest",
            metavar="FILE",
            type=Path,
            help="make the TEI of the state that a manifest describes; needs --output",
        ),
    ],
    option("--output", metavar="DIR", type=Path, help="the new folder for --as-of and --manifest"),
    option(
        "--zips",
        metavar="DIR",
        type=Path,
        help=(
            "then pack the TEI into this folder, one zip for each WARC file, as `export"
            " --format zip` does; only changed zips are written"
        ),
    ),
    "--json",
    "--quiet",
    "--progress",
)
def run(args: argparse.Namespace) -> int:
    return write_progress_of(_build, args)


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
        keep_old=args.keep_old,
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
            "the TEI of an earlier state needs a folder of its own",
            "Give a new folder with --output DIR.",
        )
    if args.output is not None and not is_state:
        raise UsageError(
            "--output has no effect: the TEI goes to the corpus folder",
            "Remove it, or say which state you want with --as-of or --manifest.",
        )
    if is_state:
        words = "cannot be used with --as-of or --manifest"
        refuse_options({"--zips": args.zips}, words, "Remove it: zips hold only today's TEI.")
        refuse_options(
            {"--cluster": args.cluster},
            words,
            "Remove it: an earlier state is built on this machine.",
        )
        refuse_options(
            {
                "--warc": args.warc,
                "--all": args.all,
                "--prune": args.prune,
                "--keep-old": args.keep_old,
            },
            words,
            "Remove it: the whole TEI of the state is built from the captures of the corpus.",
        )


def _build_state(
    args: argparse.Namespace,
    portal: Portal,
    folder: Path,
    options: BuildOptions,
    runtime: Runtime,
) -> int:
    # imported here: most builds need it not
    from webarticlecurator.crawling.building.cited_state import build_manifest_state, build_state

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
        print_message(f"{len(differing)} TEI files differ from those of {args.manifest}")
    print_message(f"the TEI of this state is in {args.output}", args.quiet)
    return PROBLEMS if differing else code


def end_of(moment: date | datetime, portal: Portal) -> datetime:
    """Return the first instant after a day of the portal's zone, or after a time."""
    if isinstance(moment, datetime):
        return moment + timedelta(microseconds=1)
    return datetime.combine(moment + timedelta(days=1), time()).replace(
        tzinfo=find_zone(portal.timezone)
    )
