"""Files, folders and names that docs, docstrings and comments mention are where they say they are.

Nothing here knows the layout: ``storage/store/corpus.py`` is any file whose path ends so. A failure lists
each false mention with its file and line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from docs_material import CHECKOUT, read

PAGES = (
    *sorted((CHECKOUT / "docs").glob("*.md")),
    *(CHECKOUT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
)
MODULES = sorted((CHECKOUT / "webarticlecurator").rglob("*.py"))
GENERATED = {"build", "dist", "site", "__pycache__"}
"""Folders at the top that are no part of the project; others are hidden."""
MADE_BY_A_RUN = re.compile(
    r"(?:warc|tei|judgements|tei/\.drafts|tei/undated|reports|aside|parity|restored|2024-05-02|corpora/[\w./-]+|\.history|\.\.)/"
)
OF_OTHERS = re.compile(r"(?:.*/)?(?:configs/.*|\w*_specific\.py)")
"""Files of older tools and of libraries."""
EXAMPLES = frozenset(
    """
    AWS_ACCESS_KEY_ID AWS_ENDPOINT_URL AWS_SECRET_ACCESS_KEY Lead_x2Yz9 body_class capture_http
    deployDt hu_HU kXyZab max_user_namespaces post_class publishedAt utf_8 warcio
    """.split()
)
"""Names of pages, systems and libraries."""

QUOTED = r"(?<!`)(?:``(?! )([^`\n]+)``|`(?! )([^`\n]+)`)(?!`)"
FILE = re.compile(r"(?<![\w./:*…-])((?:[\w.-]+/)*[A-Za-z_]\w*\.py)\b(?!\.)")
FOLDER = re.compile(r"((?:[\w.-]+/)+)")
NAME = re.compile(
    r"((?:_*[A-Za-z]\w*\.)*(?:_+[A-Za-z]\w*|[A-Za-z]\w*_\w+|[A-Z][a-z]+[A-Z]\w*))(?:\(\))?"
)
"""A name of Python, such as ``_read``, ``read_page``, ``PageRead``, ``Page.read_all``."""
IN_FILE = re.compile(r"`+([\w/]+\.py)`+(?: · | \()((?:`+[\w.]+`+(?:, )?)+)")
"""A file with names that are in it: `walk.py` (`_after_gone`, `_after_list`)."""
OF_FILE = re.compile(r"`+([\w.]+)`+ (?:in|of) `+([\w/]+\.py)`+")
"""``FETCHERS`` of ``crawling/fetch/politeness.py``."""
SQL = re.compile(r"(?m)^\s*(?:CREATE|SELECT|DELETE|WITH) ")
BEFORE_FILE = re.compile(r"`+([\w.]+)`+ \(`+([\w/]+\.py)`+[);]")
"""``PAGE_STEPS`` (``proposal_steps.py``)."""
READ_FIRST = re.compile(
    r"\b[Rr]ead\s(?:first\s)?`*([\w/]+\.py)`*(?:(?:,|\sand)\s`*([\w/]+\.py)`*)?"
)
MEMBER = re.compile(
    r"([a-z_]+)\.(?!(?:csv|jsonl?|js|py|sqlite|tsv|warc|xml|yaml)\b)(_?[a-z]\w*)(?:\.\w+)*(?:\(\))?"
)
"""A module of a folder, or a name of a module: ``text.dates``, ``dates.read_fields``."""
OTHER_THINGS = frozenset(
    """
    archive article body captures corpus fetch metadata page portal rules
    tei webarticlecurator
    """.split()
)
"""Modules and folders that are called as sections of the portal file, values and groups of entry
points are: ``article.split`` may be a key."""
ROW_OF_A_FOLDER = re.compile(r"\| `((?:[\w-]+/)+)` \|.*")
"""A row of a table about a folder: its files are in it."""


@dataclass(frozen=True)
class Prose:
    """A docstring, a comment or a page: what people read. ``folder``: that of a module; ``examples``:
    the words of the program texts on a page."""

    file: str
    line: int
    text: str
    folder: str = ""
    examples: frozenset[str] = frozenset()

    def place(self, index: int) -> str:
        return f"{self.file}:{self.line + self.text.count(chr(10), 0, index)}"


@dataclass(frozen=True)
class Module:
    """A module of the package, as what people read and what Python does."""

    path: str
    prose: tuple[Prose, ...]
    code: str

    @property
    def stem(self) -> str:
        return self.path.rpartition("/")[2].removesuffix(".py")

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self.code))


def split_module(path: str, source: str) -> Module:
    """Split a module at its docstrings and comments. Texts in three quotes count as docstrings,
    and those of SQL as code."""
    folder = path.rpartition("/")[0]
    prose, code, line = [], [], 1
    for number, part in enumerate(source.split('"""')):
        if number % 2:
            prose.append(Prose(path, line, part, folder))
            code += [part] if SQL.search(part) else []
        else:
            for below, text in enumerate(part.split("\n")):
                before, mark, comment = text.partition("# ")
                code.append(before)
                if mark:
                    prose.append(Prose(path, line + below, comment, folder))
        line += part.count("\n")
    return Module(path, tuple(prose), "\n".join(code))


@cache
def read_modules() -> tuple[Module, ...]:
    return tuple(
        split_module(path.relative_to(CHECKOUT).as_posix(), read(path)) for path in MODULES
    )


@cache
def list_files() -> frozenset[str]:
    """Return the paths of all files of the project, each below the checkout and all its folders."""
    tops = [top for top in CHECKOUT.iterdir() if top.name[0] != "." and top.name not in GENERATED]
    tops += [CHECKOUT / ".github", CHECKOUT / ".ci"]
    found = [f for top in tops for f in (top.rglob("*") if top.is_dir() else (top,)) if f.is_file()]
    return frozenset(file.relative_to(CHECKOUT).as_posix() for file in found)


@cache
def list_endings() -> dict[str, tuple[str, ...]]:
    """Return each end of a path, of a file or (with ``/``) of a folder → the paths that end so."""
    endings: dict[str, set[str]] = {}
    for file in list_files():
        folders = [f"{folder.as_posix()}/" for folder in Path(file).parents if folder.name]
        for path in (file, *folders):
            parts = path.rstrip("/").split("/")
            slash = "/" * path.endswith("/")
            for n in range(len(parts)):
                endings.setdefault("/".join(parts[n:]) + slash, set()).add(path)
    return {end: tuple(sorted(paths)) for end, paths in endings.items()}


@cache
def list_words() -> frozenset[str]:
    """Return the words of the package's code, such as names and keys, and the names of files."""
    words = {word for module in read_modules() for word in module.words}
    return frozenset(words) | {Path(file).name.partition(".")[0] for file in list_files()}


def find_false_mentions(prose: Prose) -> Iterator[str]:
    """Yield place and cure of each mention that is not true."""
    for found in FILE.finditer(prose.text):
        if problem := check_file(found[1], prose, found.start()):
            yield f"{prose.place(found.start())}: {problem}"
    for found in re.finditer(QUOTED, prose.text):
        quoted = found[1] or found[2]
        if problem := check_quoted(quoted, prose):
            yield f"{prose.place(found.start())}: {problem}"
    for file, names, index in find_names_of_files(prose.text):
        missing = [name for name in names if not is_name_in(name, file, prose.folder)]
        if missing:
            yield f"{prose.place(index)}: not in {file}: {', '.join(missing)}"


def check_file(name: str, prose: Prose, index: int) -> str:
    """Return what is wrong with a file that is named, "" if nothing is."""
    if OF_OTHERS.fullmatch(name):
        return ""
    row = find_folder_of_row(prose, index)
    if row and "/" not in name:
        return "" if f"{row}{name}" in list_endings() else f"there is no file {row}{name}"
    found = find_file(name, prose.folder)
    if len(found) == 1 or ("/" in name and found):
        return ""
    return f"{'several files are called' if found else 'there is no file'} {name}"


def find_folder_of_row(prose: Prose, index: int) -> str:
    """Return the folder that a row of a table is about, "" for other lines."""
    row = ROW_OF_A_FOLDER.match(prose.text, prose.text.rfind("\n", 0, index) + 1)
    return row[1] if row else ""


def find_file(name: str, folder: str) -> tuple[str, ...]:
    """Return the files that a name can mean: the one in ``folder``, else all that end so; a bare
    name in a page or a docstring is a module of the package."""
    endings = list_endings()
    beside = endings.get(f"{folder}/{name}", ()) if folder else ()
    return beside or tuple(
        path
        for path in endings.get(name, ())
        if "/" in name or path.startswith("webarticlecurator/") or path == name
    )


def check_quoted(quoted: str, prose: Prose) -> str:
    """Return what is wrong with a folder or a name between backticks, "" if nothing is."""
    if FOLDER.fullmatch(quoted):
        is_there = quoted in list_endings() or MADE_BY_A_RUN.fullmatch(quoted)
        return "" if is_there or OF_OTHERS.fullmatch(quoted) else f"there is no folder {quoted}"
    if (
        prose.folder
        and (member := MEMBER.fullmatch(quoted))
        and not has_member(*member.groups(), prose)
    ):
        return f"{member[1]} has no {member[2]}"
    return check_name(quoted, prose)


def check_name(quoted: str, prose: Prose) -> str:
    """Tests are named with their files, which test_docs_promises.py checks."""
    found = NAME.fullmatch(quoted)
    if not found or quoted.startswith("test_"):
        return ""
    known = (list_words(), EXAMPLES, prose.examples)
    missing = [name for name in found[1].split(".") if not any(name in words for words in known)]
    return f"nothing is called {found[1]}" if missing else ""


def has_member(home: str, name: str, prose: Prose) -> bool:
    """Return True if a module or folder has the name, or if the module of the text has a value with
    it; True for what is neither."""
    modules = [m for m in read_modules() if home in (m.stem, m.folder.rpartition("/")[2])]
    if home in OTHER_THINGS or not modules:
        return True
    here = next(m.code for m in read_modules() if m.path == prose.file)
    in_reach = any(name == m.stem or name in m.words for m in modules)
    return in_reach or re.search(rf"\b{home}\.{name}\b", here) is not None


def find_names_of_files(text: str) -> Iterator[tuple[str, list[str], int]]:
    """Yield each file of which a text says that names are in it, with these."""
    for found in IN_FILE.finditer(text):
        yield found[1], re.findall(r"[\w.]+\w", found[2]), found.start()
    for found in (*OF_FILE.finditer(text), *BEFORE_FILE.finditer(text)):
        yield found[2], [found[1]], found.start()


def is_name_in(name: str, file: str, folder: str) -> bool:
    texts = [read(CHECKOUT / path) for path in find_file(file, folder)]
    return any(set(name.split(".")) <= set(re.findall(r"\w+", text)) for text in texts)


def list_prose() -> list[Prose]:
    pages = [read_page(page) for page in PAGES]
    return pages + [each for module in read_modules() for each in module.prose]


def read_page(page: Path) -> Prose:
    text = read(page)
    blocks = re.findall(r"(?ms)^```\w+\n(.*?)^```$", text)
    words = frozenset(word for block in blocks for word in re.findall(r"\w+", block))
    return Prose(page.relative_to(CHECKOUT).as_posix(), 1, text, examples=words)


def test_what_is_mentioned_is_there():
    false = [problem for prose in list_prose() for problem in find_false_mentions(prose)]
    assert not false, "\n" + "\n".join(false)


def test_the_file_to_read_first_is_in_its_folder():
    false = [
        f"{prose.place(found.start())}: read {name} first, which is not in {prose.folder}/"
        for module in read_modules()
        if module.path.endswith("__init__.py")
        for prose in module.prose
        for found in READ_FIRST.finditer(prose.text)
        for name in found.groups()
        if name and f"{prose.folder}/{name}" not in list_files()
    ]
    assert not false, "\n" + "\n".join(false)


FALSE = Prose(
    "page.md",
    10,
    """`storage/store/corpus.py` and `corpus.py` are there, `storage/store/gone.py` is not;
`fetch/` is, `gone/` is not. `WritableCorpus.append` is, `WritableCorpus.take_nothing` is not.
`crawling/archive/walk.py` (`_after_gone`, `_after_never`); `FETCHERS` of `crawling/archive/walk.py`
| `crawling/archive/` | `walk.py`, not `corpus.py` |
`advance` (`crawling/archive/walk.py`), not `PAGE_STEPS` (`crawling/archive/walk.py`).
""",
)


def test_false_mentions_are_found():
    assert [*find_false_mentions(FALSE)] == [
        "page.md:10: there is no file storage/store/gone.py",
        "page.md:13: there is no file crawling/archive/corpus.py",
        "page.md:11: there is no folder gone/",
        "page.md:11: nothing is called WritableCorpus.take_nothing",
        "page.md:12: nothing is called _after_never",
        "page.md:12: not in crawling/archive/walk.py: _after_never",
        "page.md:12: not in crawling/archive/walk.py: FETCHERS",
        "page.md:14: not in crawling/archive/walk.py: PAGE_STEPS",
    ]
