"""How long a stored page takes to be shown in the studio: cleaned, numbered and written anew.

    python -m bench.speed.shown_page [CASES]

``CASES`` holds ``wac/<portal>.warc.gz`` and ``fundus/html/``. Per set: pages, the median of their bytes,
milliseconds of the first parse and of ``show_page``, which comes on top of it: median and slowest.
"""

from __future__ import annotations

import gzip
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from webarticlecurator.pages.page.page import read_page
from webarticlecurator.proposing.trial.show_page import show_page
from webarticlecurator.storage.store.foreign import ForeignWarcs

TYPE = "text/html; charset=utf-8"
ROUNDS = 3
"""The best of so many is the figure of a page."""
Source = tuple[str, bytes, str | None]


def read_wac(cases: Path) -> Iterator[Source]:
    """Yield address, body and type of the stored pages of the wac portals."""
    for path in sorted((cases / "wac").glob("*.warc.gz")):
        with ForeignWarcs([path]) as warcs:
            for capture in warcs.captures.all():
                if "html" in (capture.content_type or ""):
                    body = warcs.read(capture)
                    yield capture.url, body.content, body.content_type


def read_fundus(cases: Path) -> Iterator[Source]:
    """Yield the Fundus pages in the same way."""
    for path in sorted((cases / "fundus" / "html").glob("*.html.gz")):
        yield (
            f"https://{path.name.split('_')[0]}.example/",
            gzip.decompress(path.read_bytes()),
            TYPE,
        )


def measure(source: Source) -> tuple[float, float]:
    """Return the milliseconds of the first parse and of showing the page."""
    parses, shows = [], []
    for _ in range(ROUNDS):
        page = read_page(*source)
        start = time.perf_counter()
        page.elements.all  # noqa: B018
        parsed = time.perf_counter()
        show_page(page)
        parses.append(parsed - start)
        shows.append(time.perf_counter() - parsed)
    return min(parses) * 1000, min(shows) * 1000


def main() -> None:
    cases = Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/cases")
    print("| pages | number | kB | parse ms | shown ms | slowest ms |\n|---|---|---|---|---|---|")
    for name, read in (("wac", read_wac), ("fundus", read_fundus)):
        sources = list(read(cases))
        times = [measure(source) for source in sources]
        size = median(len(content) for _, content, _ in sources) / 1000
        parse, shown = (median(column) for column in zip(*times, strict=True))
        slowest = max(shown for _, shown in times)
        print(
            f"| {name} | {len(sources)} | {size:.0f} | {parse:.1f} | {shown:.1f} | {slowest:.0f} |"
        )


if __name__ == "__main__":
    main()
