"""``curator verify``, ``curator manifest`` and ``curator tei``: check what a corpus and TEI files
hold, and write it down.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.errors import StoreDamaged, UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.cli.argument_types import option, parse_fraction
from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS
from webarticlecurator.cli.json_words import MANIFEST_WORDS
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_json, print_message, write_lines
from webarticlecurator.cli.portal_file import corpus_folder, open_portal
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.corpus.keeping.drill import compare_restored, restore_copy
from webarticlecurator.corpus.keeping.manifest_checking import (
    ManifestFinding,
    check_corpus_manifest,
)
from webarticlecurator.corpus.keeping.timestamps import (
    Timestamp,
    check_timestamp,
    locate_timestamp,
)
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.corpus_upkeep import read_upkeep
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.corpus_settings import load_settings
from webarticlecurator.storage.fixity.checking import Checked, check_corpus

# ``curator verify``: checks every record and TEI file, and rebuilds the index on request.


@command(
    "curator verify portal.yaml --rebuild",
    *CONFIG,
    "--corpus",
    option(
        "--rebuild",
        action="store_true",
        help="rebuild corpus.sqlite from the WARC files first",
    ),
    option(
        "--manifest",
        type=Path,
        metavar="FILE",
        help="also compare the corpus with this manifest (of `curator manifest`)",
    ),
    option(
        "--timestamp-ca",
        type=Path,
        metavar="FILE",
        help="with --manifest: the certificates (PEM) of the authority that signed its time"
        " stamp (.tsr beside it)",
    ),
    option(
        "--share",
        type=parse_fraction,
        default=1.0,
        metavar="N/M",
        help="read this part of the WARC files, those that were not read for longest; 1/30 each"
        " night reads all in a month",
    ),
    option(
        "--repair",
        action="store_true",
        help="mend damaged WARC files from recovery data, else from a copy of settings.yaml",
    ),
    option(
        "--drill",
        type=Path,
        metavar="DIR",
        help="restore a copy of settings.yaml into the new folder DIR, make index and TEI from its"
        " WARC files alone, and compare with --manifest, or with the corpus as it is",
    ),
    "--json",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    portal = open_portal(args)
    folder = corpus_folder(args, portal)
    if args.drill is not None:
        return _run_drill(args, portal, folder)
    proved = {}
    if args.rebuild:
        rebuilt = rebuild_corpus(portal, folder, Runtime(progress=choose_progress(args.quiet)))
        print_message(
            f"rebuilt the index from {rebuilt.records} records; `curator build` updates the TEI",
            args.quiet,
        )
        proved = rebuilt.proved
    upkeep = read_upkeep(folder, SystemClock().now)
    result = check_corpus(folder, portal.id, upkeep, args.share, repair=args.repair, proved=proved)
    if args.manifest is None:
        _print_result(args, result, None)
        return DAMAGED if result.verified.findings else DONE
    stamp = _check_timestamp(args)
    differences = _Differences(args, portal, folder)
    _print_result(args, result, differences, stamp)
    if result.verified.findings or differences.damaged or (stamp and stamp.fault):
        return DAMAGED
    return PROBLEMS if differences.count else DONE


def _run_drill(args: argparse.Namespace, portal: Portal, folder: Path) -> int:
    runtime = Runtime(progress=choose_progress(args.quiet))
    copy = restore_copy(portal, load_settings(folder).copies, args.drill, runtime)
    with compare_restored(portal, folder, args.drill, args.manifest, runtime) as findings:
        found = [*findings]
    if args.json:
        differences = [to_words(each, MANIFEST_WORDS) for each in found]
        print_json({"copy": str(copy), "manifest": differences})
    else:
        write_lines(map(str, found))
        write_lines([f"{copy}: restored into {args.drill}: {len(found)} differences"])
    return DAMAGED if any(each.is_damage for each in found) else PROBLEMS if found else DONE


def _check_timestamp(args: argparse.Namespace) -> Timestamp | None:
    """Return what the time stamp beside the manifest says, if there is one. Raises UsageError."""
    if locate_timestamp(args.manifest).is_file():
        return check_timestamp(args.manifest, args.timestamp_ca)
    if args.timestamp_ca is not None:
        raise UsageError(
            f"{args.manifest} has no time stamp", "Leave out --timestamp-ca, or get the .tsr file."
        )
    return None


def _describe_timestamp(stamp: Timestamp) -> str:
    time = f"time stamp of {stamp.time:%Y-%m-%d %H:%M:%S} UTC"
    if stamp.fault:
        return f"damage: {time}: {stamp.fault}"
    signed = "signed by an authority that you trust" if stamp.is_trusted else "its signer was"
    return f"{time}: {signed}" + ("" if stamp.is_trusted else " not checked (--timestamp-ca FILE)")


class _Differences:
    """The differences from a manifest, counted while they are printed: there may be many."""

    def __init__(self, args: argparse.Namespace, portal: Portal, folder: Path) -> None:
        self._manifest: Path = args.manifest
        self._findings = check_corpus_manifest(
            portal, folder, args.manifest, Runtime(progress=choose_progress(args.quiet))
        )
        self.count = self.damaged = 0

    def __iter__(self) -> Iterator[ManifestFinding]:
        try:
            yield from map(self._count, self._findings)
        except StoreDamaged as error:
            message = f"{self._manifest} was not compared in full: {error.message}"
            yield self._count(ManifestFinding(None, message, is_damage=True))

    def _count(self, finding: ManifestFinding) -> ManifestFinding:
        self.count += 1
        self.damaged += finding.is_damage
        return finding

    def summarize(self) -> str:
        if not self.count:
            return f"the corpus is in the state of {self._manifest}"
        since = self.count - self.damaged
        return f"{self._manifest}: {self.damaged} damages, {since} changes of the corpus since"


def _print_result(
    args: argparse.Namespace,
    checked: Checked,
    differences: _Differences | None,
    stamp: Timestamp | None = None,
) -> None:
    result = checked.verified
    if args.json:
        findings = [
            {"file": f.file, "offset": f.offset, "message": f.message} for f in result.findings
        ]
        answer = {"records": result.records, "tei": result.tei, "findings": findings}
        answer |= {
            "files": checked.files,
            "mended": [{"file": each.file, "note": each.note} for each in checked.mended],
            "remarks": checked.remarks,
        }
        if differences is not None:
            answer["manifest"] = [to_words(each, MANIFEST_WORDS) for each in differences]
        if stamp is not None:
            words = {"fault": stamp.fault, "trusted": stamp.is_trusted}
            answer["timestamp"] = {"time": stamp.time.isoformat(), **words}
        print_json(answer)
        return
    write_lines(f"{each.file}: mended {each.note}" for each in checked.mended)
    write_lines(map(str, result.findings))
    for each in differences or ():
        write_lines([f"{'damage' if each.is_damage else 'changed since'}: {each}"])
    what = f"{result.tei} TEI files" if args.share >= 1 else f"{checked.files} WARC files"
    parts = [f"{result.records} records and {what} read"]
    if result.repeated:
        parts.append(f"{result.repeated} of the responses are stored twice, which is no damage")
    count = len(result.findings)
    parts.append(f"{count} findings" if count else "everything is unchanged since it was written")
    write_lines([", ".join(parts)])
    if differences is not None:
        write_lines([differences.summarize()])
    if stamp is not None:
        write_lines([_describe_timestamp(stamp)])
    for remark in checked.remarks:
        print_message(remark, args.quiet)
