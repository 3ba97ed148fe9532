"""``curator demo``: runs everything on the made-up portal, on this machine only."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import add_json_option, add_quiet_option
from webarticlecurator.cli.outcomes import print_summary
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.config import load_portal
from webarticlecurator.crawl.crawl import crawl
from webarticlecurator.examples.server import DemoServer
from webarticlecurator.resources import data_folder
from webarticlecurator.states.summary import Summary
from webarticlecurator.workers.setup import CrawlOptions, Runtime


def register(commands: Any) -> None:
    parser = add_command(commands, "demo", "curator demo --corpus corpora/demo")
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=Path,
        default=Path("corpora") / "demo",
        help="the corpus folder (default: corpora/demo here)",
    )
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    config = data_folder("examples") / "demo.yaml"
    portal = load_portal(config)
    with DemoServer() as server:
        print_message(
            f"the made-up portal {portal.home} runs on this machine; its portal file is {config}",
            args.quiet,
        )
        options = CrawlOptions(proxy=server.proxy)
        runtime = Runtime(progress=choose_progress(args.quiet))
        summary = crawl(portal, args.corpus, options, runtime)
    code = print_summary(summary, as_json=args.json)
    if not args.quiet:
        _print_next_steps(args.corpus, config, summary)
    return code


def _print_next_steps(corpus: Path, config: Path, summary: Summary) -> None:
    example = next((path for path in sorted(corpus.glob("tei/*/*/*.xml"))), corpus / "tei")
    lines = [
        "",
        "look at",
        f"  {corpus / 'warc'}: what the portal answered, byte by byte"
        f" ({summary.warc_bytes:,} bytes)",
        f"  {example}: an article in TEI",
        "and try",
        f"  curator status {config} --corpus {corpus}",
        f"  curator export {config} --corpus {corpus} --format csv --output demo.csv",
        f"  curator demo --corpus {corpus}   (again: nothing is fetched twice)",
    ]
    print_message("\n".join(lines))
