"""Which source of a metadata field counts: edits of ``metadata`` of articles and layouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from webarticlecurator.config import builtin_rules
from webarticlecurator.config.yaml_edit import YamlValue, find_line, find_value, set_value
from webarticlecurator.errors import UsageError
from webarticlecurator.extract.analysis.diagnostics.metadata_remarks import HEADLINE
from webarticlecurator.model.article_rules import ArticleRules
from webarticlecurator.model.fields import FIELDS_BY_NAME
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import label_rule
from webarticlecurator.run.analysis.reporting import BUILT_IN
from webarticlecurator.studio.article_rule_paths import find_layout_rules, list_rule_paths

_Source = tuple[str, YamlValue]
"""The label of a source in reports, and what the portal file says for it."""
_HEADLINE_RULE = "css:h1"


@dataclass(frozen=True)
class _SourceList:
    """The sources of a field that stand at a place of the portal file, or would: those of the
    article or of a layout."""

    path: tuple[str, ...]
    sources: list[_Source]

    def has(self, label: str) -> bool:
        return any(name == label for name, _ in self.sources)


def prefer_source(text: str, portal: Portal, field: str, label: str, in_force: str = "") -> str:
    """Return the text of the portal file in which a source comes first, wherever the one in force
    is listed: in the article or in layouts; in the article if it is listed nowhere.

    The sources have the names of ``curator report metadata``; the other ones stay, in their order.
    Raises UsageError for a source that the portal file does not have.
    """
    lists = _list_sources(text, portal, field)
    known = dict([*_builtin_sources(field), *(each for one in lists for each in one.sources)])
    name = _HEADLINE_RULE if label == HEADLINE else label.removesuffix(BUILT_IN)
    value = known.get(name, "h1" if label == HEADLINE else None)
    if value is None:
        raise _not_found(field, label)
    for each in [one for one in lists if one.has(in_force)] or lists[:1]:
        rest = [source for other, source in each.sources if other != name and source != value]
        text = set_value(text, each.path, [value, *rest])
    return text


def leave_source_out(text: str, portal: Portal, field: str, label: str) -> str:
    """Return the text of the portal file without a source of a field, wherever it is listed. Raises
    as ``prefer_source``, and for the only source."""
    lists = [each for each in _list_sources(text, portal, field) if each.has(label)]
    if not lists:
        raise _not_found(field, label)
    for each in lists:
        rest = [value for name, value in each.sources if name != label]
        if not rest:
            raise UsageError(
                f"{label} is the only source of {field} in {'.'.join(each.path[:-2])}",
                "Put another source first, or write `none`.",
            )
        text = set_value(text, each.path, rest)
    return text


def _list_sources(text: str, portal: Portal, field: str) -> list[_SourceList]:
    """Return the sources in force for the article, then those of layouts that have their own."""
    paths = list_rule_paths(text, ("metadata", field))
    return [
        _SourceList(path, _read_sources(text, path, find_layout_rules(portal, layout)))
        for layout, path in paths.items()
    ]


def _read_sources(text: str, path: tuple[str, ...], rules: ArticleRules) -> list[_Source]:
    """Return the sources at a path, or the built-in ones if there are none."""
    field = path[-1]
    written = find_value(text, path)
    if written is None:
        return _builtin_sources(field)
    if written == "none":
        return []
    items: Sequence[YamlValue] = written if isinstance(written, list) else [written]
    found = dict(rules.metadata).get(field, ())
    # a list may be read as one rule, `first_of`
    is_one = len(found) == 1 and len(items) > 1
    labels = [label_rule(rule) for rule in (found[0].first_of if is_one else found)]
    if len(labels) != len(items):
        line = find_line(text, path)
        raise UsageError(
            f"line {line}: the sources of {field} are written in a way that is not changed here",
            f"Edit line {line} by hand.",
        )
    return [*zip(labels, items, strict=True)]


def _builtin_sources(field: str) -> list[_Source]:
    rules = dict(builtin_rules().metadata).get(field, ())
    written = FIELDS_BY_NAME[field].sources
    return [
        (label_rule(rule), _to_lists(source)) for rule, source in zip(rules, written, strict=True)
    ]


def _to_lists(value: Any) -> Any:
    """Return a value with lists in place of tuples, as YAML has them."""
    if isinstance(value, Mapping):
        return {key: _to_lists(item) for key, item in value.items()}
    return value if isinstance(value, str) else [_to_lists(item) for item in value]


def _not_found(field: str, label: str) -> UsageError:
    return UsageError(
        f"{label} is not a source of {field} in this portal file",
        "It may have been changed: compare the sources again.",
    )
