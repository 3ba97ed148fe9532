"""The commands of ``curator``: their names and summaries. Each is a module of this folder, imported
when it is asked for."""

from __future__ import annotations

import argparse
from importlib import import_module
from typing import Any

from webarticlecurator.cli.options import add_verb

SUMMARIES = {
    "new": "look at a portal's page and write a commented starting portal file",
    "check": "report every problem of a portal file",
    "crawl": "extend the corpus: archive pages, articles, TEI for what is new",
    "build": "bring the TEI up to the stored captures and the rules, offline",
    "links": "what the link rules find on one page",
    "extract": "what one article page gives: metadata, text, TEI",
    "export": "the articles in TEI as a table, as text, or as JSON lines",
    "tags": "the tag dictionary: list the tags of a portal, keep and suggest decisions",
    "learn": "write down what the pages of a portal have in common",
    "report": "tables of what is doubtful",
    "status": "the account of every address in numbers",
    "why": "what happened to one address, and why",
    "verify": "check every record and TEI file; make the index anew from the WARC files",
    "warc": "look into WARC files, take foreign ones into a corpus",
    "import": "turn configurations of older tools into ours",
    "demo": "run the whole job on a made-up portal on this machine",
}
"""Command → one line of help, in the order in which ``curator --help`` lists them."""

_MODULES = {"import": "importing"}
"""Commands whose name cannot be the name of a module → the module."""


def add_command(commands: Any, name: str, example: str) -> argparse.ArgumentParser:
    """Add a command of ``SUMMARIES``, with an example of its use, and return its parser."""
    return add_verb(commands, name, SUMMARIES[name], example)


def register_command(commands: Any, name: str) -> None:
    """Import the module of a command and have it add its parser, whose default ``run`` takes the
    parsed arguments."""
    import_module(f"webarticlecurator.cli.{_MODULES.get(name, name)}").register(commands)


def list_command(commands: Any, name: str) -> None:
    """Add a command by name and summary alone: its own options are not known to the parser."""
    commands.add_parser(name, help=SUMMARIES[name])
