"""Tag dictionaries as files."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.portal_file.yaml_file.yaml_tree import decode_yaml
from webarticlecurator.proposing.tags.inventory_table import Table, parse_table


def load_tag_table(path: Path) -> Table:
    """Read a tag dictionary; raise UsageError or ConfigError if it cannot be read."""
    try:
        content = read_regular(path, MAX_TABLE)
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror}", "Give the file of a tag dictionary (TSV)."
        ) from None
    return decode_tag_table(content, path)


def decode_tag_table(content: bytes, path: Path) -> Table:
    """Return the tag dictionary that a file holds. Raises as ``load_tag_table``."""
    return parse_table(decode_yaml(content, str(path)), str(path))
