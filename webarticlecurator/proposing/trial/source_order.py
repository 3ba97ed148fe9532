"""Which source of a metadata field counts: edits of ``metadata`` of articles and layouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from webarticlecurator.articles.by_rules.metadata_remarks import HEADLINE
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.fields import FIELDS_BY_NAME
from webarticlecurator.base.portal.article_rules import ArticleRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import label_rule
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.corpora.reporting import BUILT_IN
from webarticlecurator.portal_file.config.load import builtin_rules
from webarticlecurator.portal_file.yaml_file.article_rule_paths import (
    find_layout_rules,
    list_rule_paths,
)
from webarticlecurator.portal_file.yaml_file.yaml_edit import find_line, find_value, set_value
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue

_Source = tuple[str, YamlValue]
"""The label of a source in reports, and what the portal file says for it."""


def prefer_source(text: str, portal: Portal, field: str, label: str, in_force: str = "") -> str:
    """Return the text of the portal file in which a source comes first, wherever the one in force
    is listed: in the article or in layouts; in the article if it is listed nowhere.

    The sources have the names of ``curator report metadata``; the other ones stay, in their order.
    Raises UsageError for a source that the portal file does not have.
    """
    lists = _list_sources(text, portal, field)
    known = dict([*_builtin_sources(field), *chain(*lists.values())])
    name = "css:h1" if label == HEADLINE else label.removesuffix(BUILT_IN)
    value = known.get(name, "h1" if label == HEADLINE else None)
    if value is None:
        raise _not_found(field, label)
    holding = [path for path, sources in lists.items() if in_force in dict(sources)]
    for path in holding or [*lists][:1]:
        rest = [source for other, source in lists[path] if other != name and source != value]
        text = set_value(text, path, [value, *rest])
    return text


def leave_source_out(text: str, portal: Portal, field: str, label: str) -> str:
    """Return the text of the portal file without a source of a field, wherever it is listed. Raises
    as ``prefer_source``, and for the only source."""
    lists = _list_sources(text, portal, field)
    holding = [path for path, sources in lists.items() if label in dict(sources)]
    if not holding:
        raise _not_found(field, label)
    for path in holding:
        rest = [value for name, value in lists[path] if name != label]
        if not rest:
            raise UsageError(
                make_message(
                    "{source} is the only source of {field} in {section}",
                    source=label,
                    field=field,
                    section=".".join(path[:-2]),
                ),
                "Put another source first, or write `none`.",
            )
        text = set_value(text, path, rest)
    return text


def _list_sources(text: str, portal: Portal, field: str) -> dict[tuple[str, ...], list[_Source]]:
    """Return the sources in force for the article, then those of layouts that have their own, by
    their place in the portal file."""
    return {
        path: _read_sources(text, path, find_layout_rules(portal, layout))
        for layout, path in list_rule_paths(text, ("metadata", field)).items()
    }


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
            make_message(
                "line {line}: the studio cannot change the form in which the sources of {field}"
                " are written",
                line=line,
                field=field,
            ),
            make_message("Edit line {line} by hand.", line=line),
        )
    return [*zip(labels, items, strict=True)]


def _builtin_sources(field: str) -> list[_Source]:
    rules = dict(builtin_rules().metadata).get(field, ())
    return [
        (label_rule(rule), _to_lists(source))
        for rule, source in zip(rules, FIELDS_BY_NAME[field].sources, strict=True)
    ]


def _to_lists(value: Any) -> Any:
    """Return a value with lists in place of tuples, as YAML has them."""
    if isinstance(value, Mapping):
        return {key: _to_lists(item) for key, item in value.items()}
    return value if isinstance(value, str) else [_to_lists(item) for item in value]


def _not_found(field: str, label: str) -> UsageError:
    return UsageError(
        make_message(
            "{label} is not a source of {field} in this portal file", label=label, field=field
        ),
        "The file may have changed: compare the sources again.",
    )
