"""What `curator new` alone makes of generated blogs of five systems.

    python bench/blogs.py [THEME …] [--posts N] [--seed N] [--faults] [--proposal]

For each theme (all of tests/blog_systems/blog_themes.py): a blog is served on loopback, `new` writes
its portal file, the blog is crawled with it as it is, and the articles are compared with the posts:
how many were found, and of how many the text (word for word), title, authors, dates, sections and
keywords are right. `--faults` lists what is not; `--proposal` prints the portal files.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "blog_systems")]

from blog_reading import BlogScore, read_blog  # noqa: E402
from blog_themes import BLOGS, SET_ASIDE  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("themes", nargs="*", default=list(BLOGS))
    parser.add_argument("--posts", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--proposal", action="store_true")
    args = parser.parse_args()
    for name in args.themes:
        blog = BLOGS[name](args.posts, args.seed)
        with tempfile.TemporaryDirectory() as folder:
            score = read_blog(blog, Path(folder))
        aside = " (set aside)" if name in SET_ASIDE else ""
        print(f"{name}{aside}: {score.line()}")
        if args.proposal:
            print(score.proposal)
        if args.faults:
            _print_faults(score)


def _print_faults(score: BlogScore) -> None:
    for address in score.others[:10]:
        print(f"  other: {address}")
    for name, address, read, expected in score.faults:
        if name == "bodies":
            read, expected = _first_difference(list(read), list(expected))  # type: ignore[call-overload]
        print(f"  {name} {address}\n    read     {read}\n    expected {expected}")


def _first_difference(read: list[str], expected: list[str]) -> tuple[str, str]:
    place = next(
        (n for n, (a, b) in enumerate(zip(read, expected, strict=False)) if a != b),
        min(len(read), len(expected)),
    )
    at = max(0, place - 3)
    more = f"({len(read)} of {len(expected)} words)"
    return f"{more} … {' '.join(read[at : place + 12])}", " ".join(expected[at : place + 12])


if __name__ == "__main__":
    main()
