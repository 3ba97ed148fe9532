"""The options of commands that ask a portal for pages."""

from __future__ import annotations

import argparse

from webarticlecurator.cli.argument_types import certificates, proxy


def add_network(parser: argparse.ArgumentParser) -> None:
    """How the portal is reached, as for a crawl."""
    parser.add_argument("--proxy", type=proxy, metavar="URL", help="http or socks5h proxy (also fetch.proxy)")
    parser.add_argument("--ca", type=certificates, metavar="FILE", help="PEM file of certificates to trust (of such a proxy)")
