"""What `curator new` alone makes of generated blogs of five systems.

    python -m bench.portals.blogs [THEME …] [--start KIND …] [--posts N] [--seed N] [--faults] [--proposal]

For each theme (all of tests/blog_systems/blog_themes.py) and start (the front page, the newest month,
the list of a tag, the feed; as far as the blog has it): a blog is served on loopback, `new` writes its
portal file, the blog is crawled with it as it is, and the articles are compared with the posts: how
many were found, and of how many the text (word for word), title, authors, dates, sections and
keywords are right. The last line of a start has F of posts, titles and days over all themes; what
was not found counts as wrong. `--faults` lists what is not right; `--proposal` prints the portal files.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "blog_systems")]

from blog_reading import BlogScore, read_blog  # noqa: E402
from blog_themes import BLOGS, SET_ASIDE  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("themes", nargs="*", default=list(BLOGS))
    parser.add_argument("--start", nargs="*", default=["front", "month", "tag", "feed"])
    parser.add_argument("--posts", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", action="store_true")
    parser.add_argument("--proposal", action="store_true")
    args = parser.parse_args()
    for start in args.start:
        total = Counter[str]()
        for name in args.themes:
            blog = BLOGS[name](args.posts, args.seed)
            if start not in blog.starts:
                continue
            with tempfile.TemporaryDirectory() as folder:
                score = read_blog(blog, Path(folder), start)
            aside = " (set aside)" if name in SET_ASIDE else ""
            print(f"{name} from {start}{aside}: {score.line()}")
            total.update(score.right, posts=score.posts, read=score.found + len(score.others))
            total["found"] += score.found
            if args.proposal:
                print(score.proposal)
            if args.faults:
                _print_faults(score)
        if total["read"]:
            print(f"all from {start}: {_f_scores(total)}", flush=True)


def _f_scores(total: Counter[str]) -> str:
    """F = 2·right / (expected + read), where right is what was found and is as it is in the post."""
    names = {"posts": "found", "titles": "titles", "dates": "dates", "bodies": "bodies"}
    return " ".join(
        f"F({name}) {2 * total[right] / (total['posts'] + total['read']):.3f}"
        for name, right in names.items()
    )


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
