"""Which source of a metadata field counts: edits of ``article.metadata`` in a portal file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from webarticlecurator.config import builtin_rules
from webarticlecurator.config.yaml_edit import find_value, set_value
from webarticlecurator.config.yaml_text import YamlValue
from webarticlecurator.errors import UsageError
from webarticlecurator.extract.analysis.diagnostics.metadata_remarks import HEADLINE
from webarticlecurator.model.fields import FIELDS_BY_NAME
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import label_rule
from webarticlecurator.run.analysis.reporting import BUILT_IN

_Source = tuple[str, YamlValue]
"""The label of a source in reports, and what the portal file says for it."""
_HEADLINE_RULE = "css:h1"


def prefer_source(text: str, portal: Portal, field: str, label: str) -> str:
    """Return the text of the portal file in which a source comes first. ``label`` is its name in
    ``curator report metadata``; the other sources stay, in their order.

    Raises UsageError for a source that only a layout has.
    """
    sources = _list_sources(text, portal, field)
    known = dict([*_builtin_sources(field), *sources])
    name = _HEADLINE_RULE if label == HEADLINE else label.removesuffix(BUILT_IN)
    value = known.get(name, "h1" if label == HEADLINE else None)
    if value is None:
        raise _elsewhere(field, label)
    rest = [other for other_name, other in sources if other_name != name and other != value]
    return set_value(text, ("article", "metadata", field), [value, *rest])


def leave_source_out(text: str, portal: Portal, field: str, label: str) -> str:
    """Return the text of the portal file without a source of a field. Raises as
    ``prefer_source``, and for the only source."""
    sources = _list_sources(text, portal, field)
    rest = [value for name, value in sources if name != label]
    if len(rest) == len(sources):
        raise _elsewhere(field, label)
    if not rest:
        raise UsageError(
            f"{label} is the only source of {field}", "Put another source first, or write `none`."
        )
    return set_value(text, ("article", "metadata", field), rest)


def _list_sources(text: str, portal: Portal, field: str) -> list[_Source]:
    """Return the sources in force: those of the portal file, else the built-in ones."""
    written = find_value(text, ("article", "metadata", field))
    if written is None:
        return _builtin_sources(field)
    items: Sequence[YamlValue] = written if isinstance(written, list) else [written]
    labels = [label_rule(rule) for rule in dict(portal.article.metadata).get(field, ())]
    if len(labels) == 1 and len(items) > 1:  # a list may be read as one rule, `first_of`
        rule = dict(portal.article.metadata)[field][0]
        labels = [label_rule(each) for each in rule.first_of]
    if len(labels) != len(items):
        raise UsageError(
            f"the sources of {field} are written in a way that is not changed here",
            "Change them in the file.",
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


def _elsewhere(field: str, label: str) -> UsageError:
    return UsageError(
        f"{label} is not a source of {field} in `article.metadata`",
        "It may stand in a layout: change it in the file.",
    )
