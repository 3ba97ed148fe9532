"""``curator set``: writes one value into a portal file, which keeps its comments and order."""

from __future__ import annotations

import argparse
import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from webarticlecurator.cli.options import CONFIG, add_command, add_options, option
from webarticlecurator.cli.output import DONE, write_lines
from webarticlecurator.cli.portal_file import allowed_digests, portal_path
from webarticlecurator.config import check
from webarticlecurator.config.portal_secrets import mask_portal_file, read_session_secrets
from webarticlecurator.config.yaml_edit import (
    YamlValue,
    add_value,
    parse_value,
    read_yaml_text,
    remove_value,
    set_value,
)
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.portal import NamedFile


def register(commands: Any) -> None:
    parser = add_command(
        commands,
        "set",
        "curator set portal.yaml article.metadata.title h1.entry-title",
        run,
        *CONFIG,
        option("key", metavar="KEY", help="the key, with those around it: article.body.drop"),
        option(
            "value",
            metavar="VALUE",
            nargs="?",
            help="the value in YAML: h1, [h1, .title], {css: h1}",
        ),
    )
    how = parser.add_mutually_exclusive_group()
    add_options(
        how,
        option("--add", action="store_true", help="add the value to a list"),
        option("--remove", action="store_true", help="remove the key"),
    )
    parser.add_argument("--dry-run", action="store_true", help="only show what would change")


def run(args: argparse.Namespace) -> int:
    change_portal_file(args, lambda text: _edit(args, text), is_dry=args.dry_run)
    return DONE


def change_portal_file(
    args: argparse.Namespace, edit: Callable[[str], str], *, is_dry: bool = False
) -> None:
    """Write the portal file of CONFIG as ``edit`` returns its text, and print the difference.

    Raises ConfigError, and writes nothing, if that makes a new problem; UsageError for a shipped
    file.
    """
    path = portal_path(args.config)
    if not Path(args.config).is_file():
        raise UsageError(
            f"{args.config} is a shipped file, which is not changed", f"Copy it first: {path}"
        )
    before = read_yaml_text(path)
    after = edit(before)
    hooks = args.allow_hooks or allowed_digests()
    known = {(each.path, each.message) for each in check(path, allow_hooks=hooks)}
    problems = check(path, allow_hooks=hooks, content=after.encode())
    new = [each for each in problems if (each.path, each.message) not in known]
    _print_difference(str(path), before, after)
    if new:
        raise ConfigError(tuple(new))
    if not is_dry and after != before:
        write_file(path, [after.encode()])


def _print_difference(path: str, before: str, after: str) -> None:
    """Print what has changed; of cookies and headers, only that they have."""
    shown = [
        mask_portal_file(NamedFile(path, text.encode()), read_session_secrets(text.encode()))
        for text in (before, after)
    ]
    was, now = (file.content.decode().splitlines(keepends=True) for file in shown)
    lines = [*difflib.unified_diff(was, now, path, path, n=1)]
    if not lines and before != after:
        lines = [f"{path}: values of cookies or headers, which are not shown"]
    write_lines(line.rstrip("\r\n") for line in lines)


def _parse_value(args: argparse.Namespace) -> YamlValue:
    """Return VALUE. Raises UsageError, whose message shows no cookie and no header."""
    try:
        return parse_value(args.value)
    except UsageError:
        if not args.key.startswith(("fetch.cookies", "fetch.headers")):
            raise
        raise UsageError(
            "not a value in YAML, which is not shown", "Put it in quotes, such as '\"a: b\"'."
        ) from None


def _edit(args: argparse.Namespace, text: str) -> str:
    """Return the text with the change. Raises UsageError."""
    key = args.key.split(".")
    if args.remove:
        if args.value is not None:
            raise UsageError("--remove takes no value", "Leave it out.")
        return remove_value(text, key)
    if args.value is None:
        raise UsageError(f"no value for {args.key}", "Give one, or --remove.")
    change = add_value if args.add else set_value
    return change(text, key, _parse_value(args))
