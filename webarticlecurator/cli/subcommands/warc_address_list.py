"""Reader of a list of addresses: a file with one in each line, or standard input."""

from __future__ import annotations

import sys
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import check_regular
from webarticlecurator.portal_file.values.standard_scalars import read_absolute_address
from webarticlecurator.portal_file.values.value_fault import ValueFault

STANDARD_INPUT = "-"
MAX_PROBLEMS = 20
"""Wrong lines that a message names."""


def read_address_list(name: str) -> tuple[str, ...]:
    """Return the addresses of a list, each once, without their fragments.

    The first cell of each line counts, so that a table may be given; its head, empty lines and
    lines that begin with ``#`` do not. Raises UsageError for a file that cannot be read, an empty
    one, and with every line that has no address.
    """
    urls: dict[str, None] = {}
    problems = []
    for number, line in enumerate(_read_lines(name), 1):
        text = line.split("\t")[0].strip()
        if not text or text.startswith("#") or (number == 1 and text in ("url", "address")):
            continue
        try:
            urls[read_absolute_address(text).partition("#")[0]] = None
        except ValueFault as error:
            problems.append(f"{name}:{number}: {error.describe()}")
    if problems:
        rest = len(problems) - MAX_PROBLEMS
        more = [f"… and {rest} more lines"] if rest > 0 else []
        raise UsageError(
            "\n".join([*problems[:MAX_PROBLEMS], *more]), "Give one absolute address per line."
        )
    if not urls:
        raise UsageError(f"{name} contains no address", "Give one absolute address per line.")
    return tuple(urls)


def _read_lines(name: str) -> list[str]:
    if name == STANDARD_INPUT:
        content = sys.stdin.buffer.read()
    else:
        try:
            check_regular(Path(name))
            content = Path(name).read_bytes()
        except OSError as error:
            raise UsageError(
                f"{name}: {error.strerror}", "Give the path of a list, or - for standard input."
            ) from None
    return content.decode("utf-8-sig", "replace").splitlines()
