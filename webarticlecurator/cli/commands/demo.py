"""``curator demo``: runs everything on the made-up portal, on this machine only."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.options import command
from webarticlecurator.cli.output import print_message
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.cli.run_end import print_summary
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

EXAMPLES = Path("examples")


@command(
    "curator demo --corpus corpora/demo",
    option(
        "--corpus",
        metavar="DIR",
        type=Path,
        default=Path("corpora") / "demo",
        help="the corpus folder (default: corpora/demo here)",
    ),
    option(
        "--files",
        action="store_true",
        help="write the portal file and its tables into examples/ here, to try changes on",
    ),
    "--json",
    "--quiet",
)
def run(args: argparse.Namespace) -> int:
    # imported here: a crawl needs it not, and would wait .03 of its .3 s of imports for it
    from webarticlecurator.examples.server import DemoServer
    from webarticlecurator.proposing.trial.demo_files import write_demo_files

    if args.files:
        for path in write_demo_files(EXAMPLES):
            print_message(make_message("wrote {path}", path=path))
    config = (EXAMPLES if args.files else data_folder("examples")) / "demo.yaml"
    portal = load_portal(config)
    with DemoServer() as server:
        print_message(
            make_message(
                "the made-up portal {home} is running on this machine; its portal file is {config}",
                home=portal.home,
                config=config,
            ),
            args.quiet,
        )
        options = CrawlOptions(proxy=server.proxy)
        summary = crawl(portal, args.corpus, options, Runtime(progress=choose_progress(args.quiet)))
    code = print_summary(summary, as_json=args.json)
    if not args.quiet:
        corpus = args.corpus
        example = next((path for path in sorted(corpus.glob("tei/*/*/*.xml"))), corpus / "tei")
        lines = [
            "",
            "look at",
            f"  {corpus / 'warc'}: what the portal answered, byte by byte"
            f" ({summary.warc_bytes:,} bytes)",
            f"  {example}: an article in TEI",
            "and try",
            f"  curator status {config} --corpus {corpus}",
            *(
                f'  curator why {config} "{address}" --corpus {corpus}   ({state})'
                for address, state in _find_examples(corpus, portal.id)
            ),
            f"  curator export {config} --corpus {corpus} --format csv --output demo.csv",
            f"  curator demo --corpus {corpus}   (run it again: nothing is fetched twice)",
        ]
        print_message("\n".join(lines))
    return code


def _find_examples(folder: Path, portal_id: str) -> Iterator[tuple[str, str]]:
    """Yield the address of an article in TEI and of one that was rejected, and what they are."""
    with view_corpus(folder, portal_id) as corpus:
        for state in ("tei", "rejected"):
            row = next(iter(corpus.frontier.articles(state)), None)
            if row is not None:
                yield row.requested, row.reason or "in TEI"
