"""``curator new``: a commented starting file for a portal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.cli.options import add_verb, say
from webarticlecurator.config import load_portal, portal_id, starting_file
from webarticlecurator.errors import UsageError


def register(verbs: Any) -> None:
    parser = add_verb(verbs, "new", "write a commented starting portal file", "curator new https://www.example.org/")
    parser.add_argument("name", metavar="NAME|URL", help="a name for the portal, or its home page's address")
    parser.add_argument("--output", metavar="FILE", type=Path, help="where to write it (default: NAME.yaml here)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    text = starting_file(args.name)
    path: Path = args.output or Path(f"{portal_id(args.name)}.yaml")
    try:
        with path.open("x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise UsageError(f"{path} is there already", "Give another name with --output, or move it away.") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}", "Give another place with --output.") from None
    load_portal(path)
    say(f"wrote {path}. Edit it, then: curator check {path} --plan")
    return DONE
