"""The file of learned rules that ``curator learn`` replaces."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.config import is_untouched
from webarticlecurator.config.files import MAX_YAML, read_regular
from webarticlecurator.errors import UsageError


def list_rule_changes(before: str, after: str) -> list[str]:
    """Return the rules that only the old file has (``-``) or only the new one (``+``)."""
    old, new = _rule_lines(before), _rule_lines(after)
    old_rules, new_rules = {rule for rule, _ in old}, {rule for rule, _ in new}
    removed = [f"- {line}" for rule, line in old if rule not in new_rules]
    added = [f"+ {line}" for rule, line in new if rule not in old_rules]
    return [*removed, *added] or ["the same rules as before"]


def _rule_lines(text: str) -> list[tuple[str, str]]:
    """Return each rule of a file of learned rules, and its line with the evidence."""
    lines = [line.strip() for line in text.splitlines() if "  #" in line]
    return [(line.partition("  #")[0], line) for line in lines]


def read_learned_file(target: Path) -> str:
    """Return the text of the file, empty if there is none yet."""
    return read_regular(target, MAX_YAML).decode("utf-8", "replace") if target.exists() else ""


def check_learned_file(target: Path, text: str) -> None:
    """Raise UsageError for a file that this command has not written, or that was changed since."""
    if text and not is_untouched(text):
        cure = (
            "Move your changes into the portal file, which takes precedence, and delete the file;"
            " or give another name with --output."
        )
        raise UsageError(
            f"{target} was changed by hand, or was not written by `curator learn`", cure
        )
