"""``curator demo``: the whole job on the made-up portal, on this machine only."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.commands import add_command
from webarticlecurator.cli.options import add_json_option, add_quiet_option
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.progress import choose_progress
from webarticlecurator.cli.summary import print_summary
from webarticlecurator.config import load_portal
from webarticlecurator.examples.server import DemoServer
from webarticlecurator.resources import data_folder
from webarticlecurator.run import CrawlOptions, Runtime, Summary, crawl


def register(commands: Any) -> None:
    parser = add_command(commands, "demo", "curator demo --corpus corpora/demo")
    parser.add_argument(
        "--corpus",
        metavar="DIR",
        type=Path,
        default=Path("corpora") / "demo",
        help="default: corpora/demo here",
    )
    add_json_option(parser)
    add_quiet_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    config = data_folder("examples") / "demo.yaml"
    portal = load_portal(config)
    with DemoServer() as server:
        print_message(
            f"the made-up portal {portal.home} answers on this machine; its portal file is"
            f" {config}",
            args.quiet,
        )
        options = CrawlOptions(proxy=server.proxy)
        found = crawl(portal, args.corpus, options, Runtime(progress=choose_progress(args.quiet)))
    code = print_summary(found, as_json=args.json)
    if not args.quiet:
        _where_to_look(args.corpus, config, found)
    return code


def _where_to_look(corpus: Path, config: Path, found: Summary) -> None:
    example = next((path for path in sorted(corpus.glob("tei/*/*/*.xml"))), corpus / "tei")
    print_message(
        f"\nlook at\n  {corpus / 'warc'}: what the portal answered, byte by byte"
        f" ({found.warc_bytes:,} bytes)\n  {example}: an article in TEI\nand try\n  curator status"
        f" {config} --corpus {corpus}\n  curator export {config} --corpus {corpus} --format csv"
        f" --output demo.csv\n  curator demo --corpus {corpus}   (again: nothing is fetched twice)"
    )
