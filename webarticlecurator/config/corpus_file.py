"""``corpus.yaml``: the portals that commands read as one corpus, and which of their articles.

title: Two papers
portals: [a.yaml, {file: b.yaml, corpus: ../corpora/b}]
where: ["year>=2010", column!=sport]
duplicates: once
"""

from __future__ import annotations

import reprlib
from pathlib import Path
from typing import Any

import yaml

from webarticlecurator.config.files import MAX_YAML, find_shipped_file, read_regular
from webarticlecurator.config.value_fault import nearest_word
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError

NAME = "corpus.yaml"
_KEYS = ("title", "portals", "where", "duplicates")
KEEP, MARK, ONCE = "keep", "mark", "once"
_DUPLICATES = (KEEP, MARK, ONCE)
NOT_REPEATED = "duplicate!=[same, near]"
"""The condition of ``once``."""
_MEMBER = ("file", "corpus")


@dataclass(frozen=True)
class CorpusFile:
    """A corpus of several portals. ``portals``: the path of each portal file (as it is written
    where there is no such file), and the folder of its corpus where that is named. ``where``:
    conditions that all hold. ``duplicates``: ``keep`` all, ``mark`` what repeats another article,
    or only ``once``."""

    path: Path
    portals: tuple[tuple[str, Path | None], ...]
    title: str = ""
    where: tuple[str, ...] = ()
    duplicates: str = KEEP


def find_corpus_file(config: str) -> Path | None:
    """Return the file that an argument means, if it is a ``corpus.yaml`` or a folder with one."""
    path = Path(config)
    file = path if path.name == NAME else path / NAME
    return file if file.is_file() else None


def load_corpus_file(path: Path) -> CorpusFile:
    """Return what a ``corpus.yaml`` says. Raises UsageError, which names the key."""
    try:
        found = yaml.load(read_regular(path, MAX_YAML), yaml.BaseLoader)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}", "Give another file.") from None
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        message = " ".join(str(error).split())
        raise UsageError(f"{path}: no YAML: {message}", "Correct it.") from None
    root = _check_keys(path, "", found, _KEYS)
    listed = root.get("portals")
    if not isinstance(listed, list) or not listed:
        raise _fault(path, "portals", listed, "a list of portal files")
    where, title = root.get("where", []), root.get("title", "")
    if not isinstance(where, list) or not all(isinstance(each, str) for each in where):
        raise _fault(path, "where", where, "a list of conditions, as for --where")
    if not isinstance(title, str):
        raise _fault(path, "title", title, "a text")
    duplicates = root.get("duplicates", KEEP)
    if duplicates not in _DUPLICATES:
        raise _fault(path, "duplicates", duplicates, f"one of {', '.join(_DUPLICATES)}")
    members = tuple(_read_member(path, each) for each in listed)
    conditions = (*where, *((NOT_REPEATED,) if duplicates == ONCE else ()))
    return CorpusFile(path, members, title, conditions, duplicates)


def _read_member(path: Path, found: Any) -> tuple[str, Path | None]:
    member = {"file": found} if isinstance(found, str) else found
    member = _check_keys(path, "portals", member, _MEMBER)
    name, corpus = member.get("file"), member.get("corpus")
    if not isinstance(name, str) or not name:
        raise _fault(path, "portals: file", name, "the path of a portal file, or a shipped name")
    if corpus is not None and not isinstance(corpus, str):
        raise _fault(path, "portals: corpus", corpus, "the path of a corpus folder")
    beside = path.parent / name
    places = (each for each in (beside, Path(name)) if each.is_file())
    file = next(places, None) or find_shipped_file(name) or name
    return str(file), path.parent / corpus if corpus else None


def _check_keys(path: Path, key: str, found: Any, known: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise _fault(path, key or "the file", found, f"the keys {', '.join(known)}")
    for name in found:
        if name not in known:
            nearest = nearest_word(str(name), known)
            hint = f"; did you mean {nearest}?" if nearest else ""
            raise _fault(path, key or "the file", name, f"the keys {', '.join(known)}{hint}")
    return found


def _fault(path: Path, key: str, found: Any, expected: str) -> UsageError:
    # of a value that repeats itself by references, a part
    return UsageError(
        f"{path}: {key}: {reprlib.repr(found):.80} (expected {expected})", "Correct it."
    )
