"""The data in ``*_specific.py``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.pages.page.css_compound import css_identifier, css_string
from webarticlecurator.portal_file.importing.import_report import ImportReport

PYTHON = {
    "get_meta_from_articles_spec": "article.metadata",
    "next_page_of_article_spec": "article.next_page",
    "transform_to_html": "article.page",
    "decompose_spec": "article.body.drop, where it does more than drop DECOMP",
    "excluded_tags_spec": "nothing: signatures have only ids, classes and some attributes",
}
"""Function → what replaces it."""
_TRIVIAL = {"decompose_spec": 2}
"""Function → its number of statements in the template, if it is not one; more do real work."""
RULES = {
    "BLOCK_RULES_SPEC": (
        "blocks that may not be inside each other are separated by the grammar of blocks"
    ),
    "BIGRAM_RULES_SPEC": (
        "write a row with a context (child of X, only child of X) where it is still needed"
    ),
    "LINK_FILTER_SUBSTRINGS_SPEC": (
        "links are kept as they are; a row with the operation unwrap removes one"
    ),
    "BLACKLIST_SPEC": "article.reject, or exclude of archive.links",
}
"""Data without a counterpart → what to do instead."""


@dataclass(frozen=True)
class SpecificData:
    """The data of the file: ``ARTICLE_ROOT_PARAMS_SPEC``, ``DECOMP`` and ``MEDIA_LIST`` as CSS;
    ``MULTIPAGE_URL_END``."""

    root: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    continuation: str = ""


def read_specific(path: Path, report: ImportReport) -> SpecificData:
    """Return the data of the file at ``path``, and report the rest. The result is empty where the
    file is missing or not Python."""
    try:
        tree = ast.parse(read_regular(path, MAX_TABLE).decode("utf-8"))
    except OSError:
        report.note("left", f"{path.name} is missing: no article root, nothing to drop")
        return SpecificData()
    except (ValueError, SyntaxError, RecursionError) as error:
        report.note("unknown", f"not readable as Python: {error}", Place(str(path)))
        return SpecificData()
    values = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef)
            and node.name in PYTHON
            and len(node.body) > _TRIVIAL.get(node.name, 1)
        ):
            report.note("todo", f"{node.name} → {PYTHON[node.name]}", Place(str(path), node.lineno))
    for name, instead in RULES.items():
        value = values.get(name)
        if value is not None and _literal_value(value) not in ([], {}, (), ""):
            report.note("left", f"{name}: {instead}", Place(str(path), value.lineno))
    root, drop, media = (
        tuple(_convert_selectors(values.get(name), name, path, report))
        for name in ("ARTICLE_ROOT_PARAMS_SPEC", "DECOMP", "MEDIA_LIST")
    )
    return SpecificData(root, drop, media, _read_continuation(values.get("MULTIPAGE_URL_END")))


def _literal_value(node: ast.expr | None) -> Any:
    """Return the value of a literal, or None."""
    try:
        return None if node is None else ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError):
        return None


def _convert_selectors(
    node: ast.expr | None, name: str, path: Path, report: ImportReport
) -> Iterator[str]:
    """Yield the CSS of ``[(("div",), {"class": "a"}), …]``, arguments of BeautifulSoup's find."""
    for item in node.elts if isinstance(node, ast.List | ast.Tuple) else ():
        selectors = convert_selector(_literal_value(item))
        if selectors:
            yield from selectors
        else:
            report.note(
                "todo",
                f"{name}: {ast.unparse(item)}: write it as CSS",
                Place(str(path), item.lineno),
            )


def convert_selector(value: Any) -> tuple[str, ...]:
    """Return the CSS of one ``(args, kwargs)``; empty where it is something else."""
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
    choices = [
        _attribute_tests(str(key).rstrip("_"), expected) for key, expected in attributes.items()
    ]
    if not all(isinstance(tag, str) for tag in tags) or not (any(tags) or choices):
        return ()
    heads = [css_identifier(tag) if tag else "" for tag in tags]
    return tuple(head + "".join(tests) for head in heads for tests in product(*choices))


def _attribute_tests(name: str, expected: Any) -> list[str]:
    """Return the alternative tests of one attribute; none where CSS cannot express one of them."""
    values = expected if isinstance(expected, list | tuple) else [expected]
    tests = [_attribute_test(name, value) for value in values]
    return [] if None in tests else [test for test in tests if test]


def _attribute_test(name: str, expected: Any) -> str | None:
    if expected is True:
        return f"[{name}]"
    if not isinstance(expected, str) or not expected.strip():
        return None
    if name == "class":
        return "".join(f".{css_identifier(token)}" for token in expected.split())
    if name == "id" and " " not in expected.strip():
        return f"#{css_identifier(expected.strip())}"
    return f"[{css_identifier(name)}={css_string(expected)}]"


def _read_continuation(node: ast.expr | None) -> str:
    """Return the regex of ``re.compile("…")``, which HTML2TEI matched from the beginning of the
    address; empty for a pattern that matches nothing."""
    text = _literal_value(node.args[0]) if isinstance(node, ast.Call) and node.args else None
    if not isinstance(text, str) or text in ("", r"^\b$", r"^\B$"):
        return ""
    try:
        re.compile(text)
    except re.error:
        return ""
    return text if text.startswith("^") and "|" not in text else f"^(?:{text})"
