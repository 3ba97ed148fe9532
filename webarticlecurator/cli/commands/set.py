"""``curator set``: one value is written; the file keeps its comments and order."""

from __future__ import annotations

import argparse

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.argument_types import option
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import command
from webarticlecurator.cli.portal_file import change_portal_file
from webarticlecurator.cli.shared_options import CONFIG
from webarticlecurator.portal_file.yaml_file.yaml_edit import (
    add_value,
    parse_value,
    remove_value,
    set_value,
)
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue


@command(
    "curator set portal.yaml article.metadata.title h1.entry-title",
    *CONFIG,
    option("key", metavar="KEY", help="the full key, such as article.body.drop"),
    option(
        "value",
        metavar="VALUE",
        nargs="?",
        help="the value in YAML: h1, [h1, .title], {css: h1}",
    ),
    [
        option("--add", action="store_true", help="add the value to a list"),
        option("--remove", action="store_true", help="remove the key"),
    ],
    option("--dry-run", action="store_true", help="only show what would change"),
)
def run(args: argparse.Namespace) -> int:
    change_portal_file(args, lambda text: _edit(args, text), is_dry=args.dry_run)
    return DONE


def _parse_value(args: argparse.Namespace) -> YamlValue:
    """Return VALUE. Raises UsageError, whose message shows no cookie and no header."""
    try:
        return parse_value(args.value)
    except UsageError:
        if not args.key.startswith(("fetch.cookies", "fetch.headers")):
            raise
        raise UsageError(
            "not a YAML value (it is secret, so it is not shown)",
            "Put it in quotes, such as '\"a: b\"'.",
        ) from None


def _edit(args: argparse.Namespace, text: str) -> str:
    """Return the text with the change. Raises UsageError."""
    key = args.key.split(".")
    if args.remove:
        if args.value is not None:
            raise UsageError("--remove takes no value", "Leave it out.")
        return remove_value(text, key)
    if args.value is None:
        raise UsageError(make_message("no value for {key}", key=args.key), "Give one, or --remove.")
    change = add_value if args.add else set_value
    return change(text, key, _parse_value(args))
