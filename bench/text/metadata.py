"""How right title, authors and day are without rules, on pages with reviewed answers (Fundus and
WCXB, beside the checkout), beside trafilatura and htmldate where these are installed.

usage: python -m bench.text.metadata [SHARED] [--faults title|authors|day] [--held-out]

Title: exactly the reviewed one; in brackets without regard to case and punctuation. Authors: F1 of
the names as a set, mean over the pages that have authors; in brackets the pages without one where
an answer is given all the same. Day: right, wrong and no answer on the pages with a day, and answers
on those without one. WCXB's answers were drafted by a model, and some are wrong; its day is often
that of the last change, which is counted apart where it is what we give as ``modified``.

The pages of one site in five are held back (``metadata_pages.py``): ``--held-out`` prints theirs
alone, after a change is finished.
"""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bench.shared.options import parser_with_shared
from bench.training.metadata_pages import (
    Answer,
    ReviewedPage,
    authors_f1,
    fold_authors,
    fold_title,
    is_day_right,
    portals,
    read_reviewed,
    same_instant,
)
from webarticlecurator.articles.by_rules.metadata import read_metadata
from webarticlecurator.base.portal.portal import Portal

Program = Callable[[ReviewedPage], Answer]
_WORD = re.compile(r"\w+")


class OwnReading:
    """The built-in sources alone; ``seconds``: spent after the parse."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.portals: dict[tuple[str, str], Portal] = {}
        self.seconds = 0.0

    def __call__(self, reviewed: ReviewedPage) -> Answer:
        row = {"lang": reviewed.lang, "country": reviewed.country}
        portal = portals(self.folder, row, self.portals)
        page = reviewed.read()
        assert page.root is not None
        start = time.process_time()
        found, _ = read_metadata(page, portal, portal.article)
        self.seconds += time.process_time() - start
        authors = tuple(value.value for value in found.all("authors"))
        title, published, modified = map(found.first, ("title", "published", "modified"))
        return Answer(title or "", authors, published or "", modified or "")


def read_with_trafilatura(page: ReviewedPage) -> Answer:
    """Return what trafilatura and htmldate say, without their guess of a rough date."""
    from htmldate import find_date
    from lxml.html import fromstring
    from trafilatura.metadata import extract_metadata

    text = page.content.decode("utf-8", "replace")
    found = extract_metadata(text, default_url=page.url)
    try:
        day = find_date(fromstring(page.content), url=page.url, original_date=True)
    except (ValueError, TypeError):
        day = None
    authors = tuple(filter(None, (found.author or "").split("; "))) if found else ()
    return Answer((found.title if found else None) or "", authors, day or "")


def print_table(name: str, answers: Sequence[tuple[ReviewedPage, Answer]]) -> None:
    """Print a line for each set and kind of pages."""
    kinds = dict.fromkeys((page.set_name, page.kind) for page, _ in answers)
    for set_name, kind in kinds:
        rows = [(p, a) for p, a in answers if (p.set_name, p.kind) == (set_name, kind)]
        titles = [fold_title(a.title) == fold_title(p.title) for p, a in rows if p.title]
        loose = [_letters(a.title) == _letters(p.title) for p, a in rows if p.title]
        authors = [authors_f1(a, p) for p, a in rows if p.authors]
        more = sum(bool(a.authors) for p, a in rows if not p.authors)
        dated = [(p, a) for p, a in rows if p.day]
        right = sum(is_day_right(a.published, p) for p, a in dated)
        none = sum(not a.published for _, a in dated)
        changed = sum(
            not is_day_right(a.published, p) and is_day_right(a.modified, p) for p, a in dated
        )
        invented = sum(bool(a.published) for p, a in rows if not p.day)
        instants = [same_instant(a.published, p) for p, a in rows if p.moment]
        print(
            f"{name:<12} {set_name:<7} {kind:<14} {len(rows):>4} pages; title {_mean(titles)}"
            f" ({_mean(loose)}); authors {_mean(authors)} of {len(authors)} ({more} more);"
            f" day {_mean([right / len(dated)] if dated else [])} of {len(dated)}: {right} right,"
            f" {len(dated) - right - none} wrong, {none} none ({changed} of both are our day of"
            f" change); {invented} of"
            f" {len(rows) - len(dated)} without one"
            + (f"; to the second {_mean(instants)}" if instants else ""),
            flush=True,
        )


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.3f}" if values else "  –  "


def _letters(title: str) -> list[str]:
    return _WORD.findall(title.casefold())


def list_faults(field: str, answers: Iterable[tuple[ReviewedPage, Answer]]) -> list[str]:
    """Return a line for each page on which ``field`` is not as reviewed."""
    faults = []
    for page, answer in answers:
        if field == "title":
            found, wanted = fold_title(answer.title), fold_title(page.title)
            is_right = found == wanted
        elif field == "authors":
            found, wanted = "; ".join(answer.authors), "; ".join(page.authors)
            is_right = fold_authors(answer.authors) == fold_authors(page.authors)
        else:
            found, wanted = answer.published, page.moment or page.day
            is_right = is_day_right(answer.published, page)
        if not is_right:
            faults.append(f"{page.kind} {page.id} {page.url}\n  {found!r}\n  {wanted!r}")
    return faults


def main() -> None:
    options = parser_with_shared(__doc__)
    options.add_argument("--faults", choices=("title", "authors", "day"))
    options.add_argument("--held-out", action="store_true")
    options.add_argument("--alone", action="store_true", help="without the other programs")
    given = options.parse_args()
    pages = [p for p in read_reviewed(given.shared) if p.is_held_out == given.held_out]
    with tempfile.TemporaryDirectory() as folder:
        own = OwnReading(Path(folder))
        answers = [(page, own(page)) for page in pages]
    if given.faults:
        print("\n".join(list_faults(given.faults, answers)))
    print(
        f"{1000 * own.seconds / len(pages):.2f} ms of the processor a page after the parse",
        flush=True,
    )
    print_table("curator", answers)
    if not given.alone:
        try:
            import trafilatura  # noqa: F401
        except ImportError:
            print("trafilatura is not installed")
        else:
            print_table("trafilatura", [(page, read_with_trafilatura(page)) for page in pages])


if __name__ == "__main__":
    main()
