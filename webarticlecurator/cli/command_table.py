"""The commands of ``curator``.

Each command is a module of ``commands/``, which is imported only when the command is needed: its
``run`` says how the command is written, and what it runs. Commands of other packages are plug-ins,
read for a word that is none of ours, and for ``curator --help``.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from keyword import iskeyword
from typing import Any

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.complete_table import require_same_words
from webarticlecurator.base.portal.plug_in import (
    COMMAND,
    Command,
    PlugIn,
    describe_plug_in_failure,
    find_plug_in,
    list_plug_ins,
    load_plug_in,
)
from webarticlecurator.cli.options import CommandSyntax, add_subparser

COMMANDS = {
    "new": "look at a page of a portal and write a commented portal file to start from",
    "check": "report every problem of a portal file",
    "set": "write one value into a portal file and keep its comments and order",
    "portals": "list, search, copy and try the shipped portal files",
    "login": "sign in at a portal as its subscriber; crawls use the session",
    "crawl": "extend the corpus: fetch archive pages and articles, and make TEI of new articles",
    "watch": "crawl portals again and again, each by the `schedule` of its file",
    "build": "update the TEI to the stored captures and the rules, offline",
    "links": "show what the link rules find on archive pages",
    "outline": "show a page as a tree of elements, to find its text, headline or list",
    "selectors": "propose selectors for what a page shows, and try them on other pages",
    "extract": "show the metadata, the text or the TEI of article pages",
    "export": "write the articles as a table, as text, as JSON lines, or for other tools",
    "tags": "list the tags of a portal, and suggest and keep decisions for its tag dictionary",
    "learn": "learn rules from what the stored pages of a portal have in common",
    "repair": "propose rules for a portal that has changed its pages, with their proof",
    "report": "list the doubtful parts of a corpus, as tables",
    "judge": "judge a random sample of the articles, and say how good the corpus is",
    "search": "show where words are in the articles, or count them by year, column or author",
    "status": "count the addresses of a corpus by what happened to them",
    "why": "show what happened to one address, and why",
    "diff": "show what changed between two versions of an article, or by edited rules",
    "verify": "check every record and TEI file, compare them with a manifest, or rebuild the index",
    "copies": "compare a corpus with its copies in other places",
    "manifest": "write a list of what a corpus holds, without its text, to prove its state later",
    "package": "write a folder for a repository, with TEI, tables, manifest, WACZ and metadata",
    "derive": "write derived forms of texts that you may not pass on themselves",
    "withdraw": "remove articles from a corpus for good, with all of their text",
    "warc": "read WARC files, copy other WARC files into a corpus, fetch a list of addresses",
    "tei": "check TEI documents of any origin",
    "serve": "serve articles and links to other programs over HTTP",
    "mcp": "let assistants find, read and cite articles, and try rules on stored pages",
    "studio": "write portal files in a browser, with pages, rules and text side by side",
    "import": "convert configurations of older tools",
    "demo": "run all steps on a made-up portal on this machine",
}
"""Command → its line of help, in the order of the documents.

Its module in ``commands/`` has its name, with an underscore behind a keyword of Python."""

GROUPS = {
    "write rules": "demo new check set portals import outline links extract selectors tags learn"
    " repair studio",
    "crawl": "login crawl watch build",
    "look": "status why diff report judge search",
    "take home": "export tei warc verify copies",
    "share": "manifest package derive serve mcp withdraw",
}
"""What one wants to do → the commands for it, as ``curator --help`` lists them."""
require_same_words(
    COMMANDS,
    " ".join(GROUPS.values()).split(),
    "COMMANDS and GROUPS of cli/command_table.py differ: {words}; name each command in one group",
)


def register_command(commands: Any, name: str) -> None:
    """Import the module of a command and add its parser, whose default ``run`` is the function
    that takes the parsed arguments."""
    module = name + "_" * iskeyword(name)
    syntax = import_module(f"webarticlecurator.cli.commands.{module}").run
    add_subparser(commands, name, COMMANDS[name], syntax)


def register_plug_in(commands: Any, name: str) -> None:
    """Add the command of another package, if one has it.

    Raises PlugInError if it cannot be imported, or several packages have it.
    """
    plug_in = find_plug_in(COMMAND, name)
    if plug_in is not None:
        command = load_plug_in(plug_in, Command)
        parser = add_subparser(commands, name, command.summary, CommandSyntax(command.example))
        try:
            command.add_options(parser)
        except Exception as error:
            raise describe_plug_in_failure(plug_in, f"curator {name}", error) from error
        parser.set_defaults(run=lambda args: _run_plug_in(plug_in, command, args))


def _run_plug_in(plug_in: PlugIn, command: Command, args: argparse.Namespace) -> int:
    try:
        return command.run(args) or 0
    except (CuratorError, OSError):
        raise
    except Exception as error:
        raise describe_plug_in_failure(plug_in, f"curator {plug_in.name}", error) from error


def list_plug_in_commands(commands: Any) -> None:
    """Add the commands of other packages by name and summary; one that cannot be imported is added
    with the reason."""
    for plug_in in list_plug_ins(COMMAND):
        if plug_in.name not in COMMANDS:
            try:
                summary = load_plug_in(plug_in, Command).summary
            except CuratorError as error:
                summary = error.message
            commands.add_parser(plug_in.name, help=summary.replace("%", "%%"))
