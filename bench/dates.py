"""Of how many made-up pages of wikis, authorities, static sites, old pages and blogs the days are
read without any rules.

    python bench/dates.py [--faults]

The pages are those of tests/guess/dated_pages; a third of them was set aside before
the rules for dates were written, and is counted apart, as are those that were written afterwards. Right: the day of publication, or none where
the page has none; and the same for the last change.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "guess" / "dated_pages")]

from all_dated_pages import DATED_PAGES, FURTHER_PAGES, LATER_PAGES, SET_ASIDE  # noqa: E402
from dated_page_reading import read_days  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--faults", action="store_true")
    args = parser.parse_args()
    for label, pages in (
        ("open", [page for page in DATED_PAGES if page.name not in SET_ASIDE]),
        ("set aside", [page for page in DATED_PAGES if page.name in SET_ASIDE]),
        ("written later", list(LATER_PAGES)),
        ("written last", list(FURTHER_PAGES)),
    ):
        read = {page: read_days(page) for page in pages}
        for field in ("published", "modified"):
            right = sum(read[page][field] == getattr(page, field) for page in pages)
            print(f"{label}: {field} {right}/{len(pages)} = {right / len(pages):.3f}")
        if args.faults:
            for page in pages:
                for field in ("published", "modified"):
                    if read[page][field] != getattr(page, field):
                        print(
                            f"  {page.name} {field}: {read[page][field]} for {getattr(page, field)}"
                        )


if __name__ == "__main__":
    main()
