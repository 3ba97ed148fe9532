"""Files that ``curator tags`` writes: tag dictionaries and content trees."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.cli.output import print_message, write_data
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.extract.analysis.inventory.content_tree import tree_html, tree_yaml
from webarticlecurator.extract.analysis.inventory.inventory import TreeNode
from webarticlecurator.model.portal import Portal

_HTML = (".html", ".htm")
_YAML = (".yaml", ".yml")


def write_result(path: Path | None, text: str) -> None:
    """Write a table to a file, completely or not at all, or to standard output."""
    if path is None:
        write_data(text)
        return
    write_file(path, [text.encode("utf-8", "replace")])
    print_message(f"wrote {path}")


def check_output_paths(*paths: Path | None) -> None:
    """Raise UsageError if a file cannot be written, or two results would go to the same file.

    Called before any page is read, since reading a corpus takes long.
    """
    given = [path for path in paths if path is not None]
    for path in given:
        if path.is_dir():
            raise UsageError(f"{path} is a folder", "Give the name of a file.")
        if not path.parent.is_dir():
            raise UsageError(
                f"{path} cannot be written: there is no folder {path.parent}",
                "Create it, or give another place.",
            )
    # Several results may go to a device such as /dev/null.
    files = [path.resolve() for path in given if path.is_file() or not path.exists()]
    if len(set(files)) < len(files):
        raise UsageError(
            "two results cannot be written to the same file", "Give each a name of its own."
        )


def check_tree(path: Path | None) -> None:
    """Raise UsageError if the name of a tree file is neither YAML nor HTML."""
    if path is not None and path.suffix.lower() not in _HTML + _YAML:
        raise UsageError(
            f"--tree {path}: neither YAML nor HTML", "Give a name that ends in .yaml or .html."
        )


def write_tree(path: Path, tree: TreeNode, pages: int, portal: Portal) -> None:
    """Write a content tree as YAML or as a foldable HTML page, by the name of the file."""
    if path.suffix.lower() in _YAML:
        write_result(path, tree_yaml(tree, pages))
    else:
        write_result(path, tree_html(tree, pages, f"Tags of {portal.title or portal.id}"))
