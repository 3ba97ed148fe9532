"""What WARC files hold: their hosts, and the addresses of their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import takewhile
from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.hosts import split_address
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.studio.frame.page_sources import PageSources

SLICE = 2000
"""Addresses that are read at once."""
MAX_HOSTS = 20
PAGES = 20
"""Addresses that a list shows at once."""


def find_files(folder: Path, paths: Sequence[str]) -> tuple[Path, ...]:
    """Return the WARC files that are named; relative paths are below ``folder``.

    Raises UsageError for one that is not there.
    """
    files = tuple(folder / Path(path.strip()).expanduser() for path in paths if path.strip())
    for file in files:
        if not file.is_file():
            raise UsageError(
                make_message(
                    "{file}: no such file (expected a WARC file on this machine)", file=file
                ),
                "Enter its full path, or upload it.",
            )
    if not files:
        raise UsageError("no WARC file given", "Enter the path of one, or upload it.")
    return files


def list_hosts(sources: PageSources, files: Sequence[Path]) -> list[tuple[str, int]]:
    """Return the home pages of the hosts with the most pages, these first, and their numbers.
    Raises WarcUnreadable, UsageError."""
    return count_hosts(
        lambda after: sources.list_in_warcs(files, after=after, limit=SLICE)
    ).most_common(MAX_HOSTS)


def count_hosts(list_behind: Callable[[str], Sequence[str]]) -> Counter[str]:
    """Return the number of pages by home page. ``list_behind`` returns the first addresses behind
    one, in their order."""
    counts: Counter[str] = Counter()
    after = ""
    while found := list_behind(after):
        counts.update(home for home in map(_home_of, found) if home)
        after = found[-1]
    return counts


def list_host_pages(
    sources: PageSources, files: Sequence[Path], home: str, contains: str = "", after: str = ""
) -> list[str]:
    """Return the addresses of pages below a home page that have ``contains`` in them, those behind
    ``after``. Raises as ``list_hosts``."""
    before_all = f"{home[:-1]}.\U0010ffff"  # the slash comes behind the full stop
    found = sources.list_in_warcs(files, contains, max(after, before_all), PAGES)
    return list(takewhile(lambda url: url.startswith(home), found))


def _home_of(url: str) -> str:
    """Return the home page of a web address, "" for another one."""
    parts = split_address(url)
    return f"{parts.scheme}://{parts.netloc}/" if parts.scheme in ("http", "https") else ""
