"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from webarticlecurator.cli.argument_types import (
    Alternatives,
    Option,
    check_certificates,
    option,
    parse_count,
    parse_day,
    parse_output,
    parse_port,
    parse_proxy,
    parse_utf8,
)

CORPUS_HELP = "the corpus folder (default: corpora/<portal> here)"
SHARED_OPTIONS: dict[str, dict[str, Any]] = {
    "config": {
        "metavar": "CONFIG",
        "help": "the portal file: a path, or the name of a shipped one (such as hvg)",
    },
    "configs": {
        "nargs": "+",
        "metavar": "CONFIG",
        "help": "portal files: paths, names of shipped ones (such as hvg), or folders of them",
    },
    "--allow-hooks": {
        "action": "store_true",
        "help": "run the hooks (Python code) of the portal file, now and until their files change",
    },
    "--corpus": {"metavar": "DIR", "type": Path, "help": CORPUS_HELP},
    "--warc": {
        "nargs": "+",
        "type": Path,
        "action": "extend",
        "default": [],
        "metavar": "FILE",
        "help": "read these WARC files instead of the corpus",
    },
    "--output": {
        "type": parse_output,
        "metavar": "FILE",
        "help": "file to write the table to (default, or -: standard output)",
    },
    "--json": {"action": "store_true", "help": "print the result as JSON to standard output"},
    "--jobs": {
        "type": parse_count,
        "metavar": "N",
        "help": "number of processes (default: as many as speed it up)",
    },
    "--quiet": {
        "action": "store_true",
        "help": "print no progress, only results and problems",
    },
    "--keep-old": {
        "action": "store_true",
        "help": "keep TEI that an older output version of the program has written; make only the"
        " TEI of articles without any",
    },
    "--progress": {
        "type": Path,
        "metavar": "FILE",
        "help": "keep writing the progress of the command into this file, as JSON",
    },
    "--proxy": {
        "type": parse_proxy,
        "metavar": "URL",
        "help": "http or socks5h proxy (also fetch.proxy)",
    },
    "--ca": {
        "type": check_certificates,
        "metavar": "FILE",
        "help": "PEM file of certificates to trust (those of the proxy)",
    },
    "--from": {
        "dest": "since",
        "type": parse_day,
        "metavar": "D",
        "help": "only articles published on this day or later, YYYY-MM-DD",
    },
    "--until": {
        "type": parse_day,
        "metavar": "D",
        "help": "only articles published on this day or earlier, YYYY-MM-DD",
    },
    "--column": {"metavar": "C", "help": "only articles of this column"},
    "--where": {
        "type": parse_utf8,
        "action": "append",
        "default": [],
        "metavar": "CONDITION",
        "help": (
            "only articles with FIELD=VALUE (or !=, >=, <=, and ~ or !~ for a regular expression),"
            " such as 'words>=100' or 'section=[Sport, Culture]'; 'not ' before it negates it; an"
            " article must meet all conditions"
        ),
    },
    "--sample": {
        "type": parse_count,
        "metavar": "N",
        "help": "only N articles, always the same ones",
    },
    "--by": {
        "default": "",
        "metavar": "FIELD",
        "help": "with --sample: N articles of each value of a field, such as year or column",
    },
}
"""Name → how argparse adds it."""
CONFIG = ("config", "--allow-hooks")
CONFIGS = ("configs", "--allow-hooks")
NETWORK = ("--proxy", "--ca")
"""How the portal is reached."""
FILTERS = ("--from", "--until", "--column", "--where")
"""The options that select articles by what is known of them."""
SELECTION = (*FILTERS, "--sample", "--by")
"""The options that select articles."""


def shared(name: str, **changed: Any) -> Option:
    """Return a shared argument or option of which something is changed."""
    return name, {**SHARED_OPTIONS[name], **changed}


CORPORA = shared(
    "--corpus",
    default=Path("corpora"),
    help="the folder of the corpora, DIR/<portal> each (default: corpora here)",
)
"""The folder of the corpora of several portals."""


def add_options(parser: Any, *options: str | Option | Alternatives) -> None:
    """Add arguments and options to a parser or a group, in this order; a name alone is one of
    ``SHARED_OPTIONS``."""
    for each in options:
        if isinstance(each, list):
            add_options(parser.add_mutually_exclusive_group(), *each)
            continue
        name, how = (each, SHARED_OPTIONS[each]) if isinstance(each, str) else each
        # argparse takes `required` of options alone
        usual = {key: value for key, value in how.items() if key != "required"}
        added = parser.add_argument(name, **usual)
        added.required = how.get("required", added.required)


def server_options(port: int) -> tuple[Option, ...]:
    """Return ``--port``, by default ``port``, and ``--jobs`` of a command that answers requests."""
    return (
        option(
            "--port",
            type=parse_port,
            default=port,
            metavar="N",
            help=f"port (default: {port}; 0: a free one, which is printed)",
        ),
        option(
            "--jobs",
            type=parse_count,
            default=2,
            metavar="N",
            help="number of pages to read at the same time (default: 2)",
        ),
    )


def cluster_options(
    place: str = "--warcs-at",
    what: str = "WARC files of the corpus",
    example: str = "s3://bucket/warc",
) -> tuple[Option, ...]:
    """Return ``--cluster`` and ``place``, which says where its workers find ``what``."""
    return (
        option(
            "--cluster",
            metavar="ADDRESS",
            help=(
                "run on the workers of this Dask scheduler, such as tcp://host:8786, or its"
                " scheduler file (.json)"
            ),
        ),
        option(
            place,
            metavar="ADDRESS",
            help=(
                f"where the workers find the {what}: a folder, or a URL such as {example}"
                " (default: the corpus folder, under its path here)"
            ),
        ),
    )
