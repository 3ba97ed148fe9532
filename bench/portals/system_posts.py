"""Posts whose truth is known, as the systems of ``systems.py`` take them, and the sites made of
them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from urllib.parse import quote

TESTS = Path(__file__).resolve().parents[2] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "blog_systems")]

from blog_posts import AUTHORS, Piece, Post, inline, make_posts, slug_of  # noqa: E402, F401
from blog_site import Blog, served  # noqa: E402, F401
from small_portal import FixedClock  # noqa: E402, F401

TITLE = "Copper & Candle"


class MissingProgram(Exception):
    """A program or theme that is not here; the argument says what to install."""


@dataclass
class Site(Blog):
    """A blog with what its pages show: ``comments``, and ``asides``, which have no headline."""

    comments: dict[str, list[str]] = field(default_factory=dict)
    asides: frozenset[str] = frozenset()
    first_page: str = "/"


@dataclass(frozen=True)
class Tools:
    folder: Path

    def find(self, name: str, cure: str) -> str:
        places = [self.folder / "venv/bin", self.folder / "node_modules/.bin"]
        path = os.pathsep.join([*map(str, places), os.environ["PATH"]])
        found = shutil.which(name, path=path)
        if found is None:
            raise MissingProgram(cure)
        return found

    def package(self, pattern: str, cure: str) -> Path:
        found = sorted(self.folder.glob(f"venv/lib/python3*/site-packages/{pattern}"))
        found += sorted(self.folder.glob(f"node_modules/{pattern}"))
        if not found:
            raise MissingProgram(cure)
        return found[0]


# Posts as the systems take them.


def list_posts(count: int = 60, seed: int = 11) -> list[Post]:
    """Return posts with a distinct slug each."""
    seen: set[str] = set()
    posts = []
    for post in make_posts(count, seed):
        slug = f"{post.slug}-{post.number}" if post.slug in seen else post.slug
        seen.add(slug)
        posts.append(replace(post, slug=slug))
    return posts


def markdown(post: Post) -> str:
    return "\n\n".join(filter(None, map(_markdown_piece, post.pieces)))


def _markdown_piece(piece: Piece) -> str:
    def link(text: str) -> str:
        return re.sub(
            r"\[([^\]]+)\]", lambda m: f"[{m[1]}](https://elsewhere.example/{quote(m[1])})", text
        )

    texts = [*map(link, piece.texts)]
    if piece.kind == "table":
        head, *rows = (f"| {' | '.join(text.split(chr(9)))} |" for text in texts)
        return "\n".join((head, "|---" * head.count(" | ") + "|---|", *rows))
    joined = {
        "p": "".join(texts),
        "lines": "  \n".join(texts),
        "h2": f"## {texts[0]}",
        "list": "\n".join(f"- {text}" for text in texts),
        "numbered": "\n".join(f"{n}. {text}" for n, text in enumerate(texts, 1)),
        "quote": "\n>\n".join(f"> {text}" for text in texts),
        "pre": f"```python\n{texts[0]}\n```",
        "figure": '<figure><img src="/images/fig.png" alt="picture"><figcaption>'
        f"{piece.caption}</figcaption></figure>",
        "gallery": "\n".join(f"![{text}](/images/fig.png)" for text in texts),
    }
    return joined.get(piece.kind, "")


def html(post: Post) -> list[str]:
    return [text for text in map(_html_piece, post.pieces) if text]


def _html_piece(piece: Piece) -> str:
    texts = [*map(inline, piece.texts)]
    items = "".join(f"<li>{text}</li>" for text in texts)
    cells = ("".join(f"<td>{cell}</td>" for cell in text.split("\t")) for text in texts)
    figure = '<figure><img src="/images/fig.png" alt="v"/><figcaption>{}</figcaption></figure>'
    return {
        "p": f"<p>{texts[0]}</p>",
        "lines": f"<p>{'<br />'.join(texts)}</p>",
        "h2": f"<h2>{texts[0]}</h2>",
        "list": f"<ul>{items}</ul>",
        "numbered": f"<ol>{items}</ol>",
        "quote": f"<blockquote>{''.join(f'<p>{text}</p>' for text in texts)}</blockquote>",
        "table": f"<table><tbody><tr>{'</tr><tr>'.join(cells)}</tr></tbody></table>",
        "pre": f"<pre><code>{escape(piece.texts[0], quote=False)}</code></pre>",
        "figure": figure.format(inline(piece.caption)),
        "gallery": f'<div class="gallery">{"".join(map(figure.format, texts))}</div>',
    }.get(piece.kind, "")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_posts(
    folder: Path, fields: Callable[[Post], dict[str, object]], name: str = "{slug}.md"
) -> None:
    """Write Markdown files with their fields before the text, as most static systems take them."""
    for post in list_posts():
        head = "".join(
            f"{k}: {json.dumps(v, ensure_ascii=False)}\n" for k, v in fields(post).items()
        )
        path = folder / name.format(slug=post.slug, day=f"{post.published:%Y-%m-%d}")
        write(path, f"---\n{head}---\n\n{markdown(post)}\n")


def run(folder: Path, *command: str, **environment: str) -> None:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise MissingProgram(
            f"`{Path(command[0]).name}` fails: {(done.stderr or done.stdout)[-300:].strip()}"
        )


def read_site(folder: Path, home: str, address: Callable[[Post], str], **shown: object) -> Site:
    """Return the site that the files of ``folder`` are; ``shown`` are fields of it."""
    site = Site(home, home, list_posts(), title=TITLE, **shown)  # type: ignore[arg-type]
    types = {
        ".html": "text/html",
        ".xml": "application/xml",
        ".txt": "text/plain",
        ".json": "application/json",
    }
    for file in folder.rglob("*"):
        if file.is_file() and file.suffix in types:
            path = quote(f"/{file.relative_to(folder)}")
            text = file.read_text("utf-8", "replace")
            site.add(path, text, f"{types[file.suffix]}; charset=utf-8")
            if path.endswith("/index.html"):
                site.add(path.removesuffix("index.html"), text)
                # servers of files lead an address without its last slash to the same page
                site.add(path.removesuffix("/index.html") or "/", text)
    site.addresses = {home + address(post): post for post in site.posts}
    return site


def first(values: Sequence[str]) -> Sequence[str]:
    return values[:1]


def nothing(_: Post) -> tuple[str, ...]:
    return ()
