"""HTML2TEI's ``*_specific.py``: what is plain data in it. The file is read, never run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.importing.import_report import ImportReport
from webarticlecurator.importing.tag_key import css_identifier
from webarticlecurator.model.rule import Place

PYTHON = {
    "get_meta_from_articles_spec": "article.metadata",
    "next_page_of_article_spec": "article.next_page",
    "transform_to_html": "article.page",
    "decompose_spec": "article.body.drop, where it does more than drop DECOMP",
    "excluded_tags_spec": "nothing: tags are known by id, classes and telling attributes alone",
}
"""Function → what takes its place."""
_TRIVIAL = {"decompose_spec": 2}
"""So many statements do nothing but the usual (one, unless said otherwise)."""
RULES = {
    "BLOCK_RULES_SPEC": (
        "blocks that may not stand in each other are sorted out by the grammar of blocks"
    ),
    "BIGRAM_RULES_SPEC": (
        "write a row with a context (child of X, only child of X) where it is still needed"
    ),
    "LINK_FILTER_SUBSTRINGS_SPEC": (
        "links are kept as they are; a row with the operation unwrap removes one"
    ),
    "BLACKLIST_SPEC": "article.reject, or exclude of archive.links",
}
"""Data that has no counterpart → what to do instead."""


@dataclass(frozen=True)
class Specific:
    """CSS of ``ARTICLE_ROOT_PARAMS_SPEC``, ``DECOMP`` and ``MEDIA_LIST``; ``MULTIPAGE_URL_END``;
    ``PORTAL_URL_PREFIX``."""

    root: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    continuation: str = ""
    home: str = ""


def read_specific(path: Path, account: ImportReport) -> Specific:
    """What can be taken from the file at ``path``; an account of the rest. A file that is missing
    or no Python gives nothing."""
    try:
        tree = ast.parse(read_regular(path, MAX_TABLE).decode("utf-8"))
    except OSError:
        account.note("left", f"there is no {path.name}: no article root, nothing to drop")
        return Specific()
    except (ValueError, SyntaxError, RecursionError) as error:
        account.note("unknown", f"not readable as Python: {error}", Place(str(path)))
        return Specific()
    values = dict(_assigned(tree))
    _tell(tree, values, path, account)
    lists = {
        key: tuple(_selectors(values.get(name), name, path, account))
        for key, name in (
            ("root", "ARTICLE_ROOT_PARAMS_SPEC"),
            ("drop", "DECOMP"),
            ("media", "MEDIA_LIST"),
        )
    }
    return Specific(
        **lists, continuation=_continuation(values), home=_text(values.get("PORTAL_URL_PREFIX"))
    )


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _tell(tree: ast.Module, values: dict[str, ast.expr], path: Path, account: ImportReport) -> None:
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef)
            and node.name in PYTHON
            and len(node.body) > _TRIVIAL.get(node.name, 1)
        ):
            account.note(
                "todo", f"{node.name} → {PYTHON[node.name]}", Place(str(path), node.lineno)
            )
    for name, instead in RULES.items():
        value = values.get(name)
        if value is not None and not _is_empty(value):
            account.note("left", f"{name}: {instead}", Place(str(path), value.lineno))


def _is_empty(node: ast.expr) -> bool:
    return _literal(node) in ([], {}, (), "")


def _literal(node: ast.expr | None) -> Any:
    """The value of plain data, or None."""
    try:
        return None if node is None else ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None


def _text(node: ast.expr | None) -> str:
    value = _literal(node)
    return value if isinstance(value, str) else ""


def _selectors(
    node: ast.expr | None, name: str, path: Path, account: ImportReport
) -> Iterator[str]:
    """``[(("div",), {"class": "a"}), …]``, arguments of BeautifulSoup's find → CSS."""
    for item in node.elts if isinstance(node, ast.List | ast.Tuple) else ():
        found = selector_of(_literal(item))
        if found:
            yield from found
        else:
            account.note(
                "todo",
                f"{name}: {ast.unparse(item)}: write it as CSS",
                Place(str(path), item.lineno),
            )


def selector_of(value: Any) -> tuple[str, ...]:
    """The CSS of one ``(args, kwargs)``; empty where it is something else."""
    if not (
        isinstance(value, tuple)
        and len(value) == 2
        and isinstance(value[0], tuple)
        and isinstance(value[1], dict)
    ):
        return ()
    args, attributes = value[0], dict(value[1])
    if len(args) > 1 and isinstance(args[1], dict):
        attributes.update(args[1])
    attributes.update(attributes.pop("attrs", {}))
    tags = args[0] if args and isinstance(args[0], list | tuple) else args[:1] or ("",)
    choices = [_tests(str(key).rstrip("_"), wanted) for key, wanted in attributes.items()]
    if not all(isinstance(tag, str) for tag in tags) or not (any(tags) or choices):
        return ()
    heads = [css_identifier(tag) if tag else "" for tag in tags]
    return tuple(head + "".join(tests) for head in heads for tests in product(*choices))


def _tests(name: str, wanted: Any) -> list[str]:
    """The tests of one attribute, any of which may hold; none where it cannot be said."""
    found = [_test(name, one) for one in (wanted if isinstance(wanted, list | tuple) else [wanted])]
    return [] if None in found else [test for test in found if test]


def _test(name: str, wanted: Any) -> str | None:
    if wanted is True:
        return f"[{name}]"
    if not isinstance(wanted, str) or not wanted.strip():
        return None
    if name == "class":
        return "".join(f".{css_identifier(token)}" for token in wanted.split())
    if name == "id" and " " not in wanted.strip():
        return f"#{css_identifier(wanted.strip())}"
    return f'[{css_identifier(name)}="' + wanted.replace("\\", "\\\\").replace('"', '\\"') + '"]'


def _continuation(values: dict[str, ast.expr]) -> str:
    """``re.compile("…")``, which was matched from the address's beginning; the usual dummy matches
    nothing."""
    node = values.get("MULTIPAGE_URL_END")
    text = _text(node.args[0]) if isinstance(node, ast.Call) and node.args else ""
    if not text or text in (r"^\b$", r"^\B$"):
        return ""
    try:
        re.compile(text)
    except re.error:
        return ""
    return text if text.startswith("^") and "|" not in text else f"^(?:{text})"
