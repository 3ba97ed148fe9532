"""Comments are skipped at once; what is composed, and where, is what PyYAML composes by itself."""

from __future__ import annotations

import pytest
import yaml

from webarticlecurator.portal_file.yaml_file import yaml_tree

TEXTS = (
    "# first\n\n  # second\na: 1  # behind\n\n#\nb: {c: 2, # in it\n  d: '#e'}\n",
    "a: #css\nb: x#y\n- #\n",
    "a: |\n  # text\n  more\n# after\nb: >  # folded\n  # text\n",
    "a:\r\n  # one\r\n  - 1 # two\r  - 2\x85# three\u2028  - 3\u2029\n",
    "# a mark of order \ufeff in it\na: 1 # \ufeff\nb: [1,\n# in the list\n 2]",
    "a: [1, # not closed \ufeff",
    "a: 1\n  # deeper\n b: 2\n",
    "--- # of the document\na: &x 1 # anchor\nb: *x # alias\n... # end\n",
)


def compose(text: str, loader: type) -> list[tuple[object, ...]] | str:
    """Return tag, text, style and places of each node, or the error."""
    try:
        waiting, found = [yaml.compose(text, Loader=loader)], []
    except yaml.YAMLError as error:
        return str(error)
    for node in waiting if waiting != [None] else ():
        value = node.value
        if isinstance(node, yaml.MappingNode):
            waiting += [each for pair in value for each in pair]
        elif isinstance(node, yaml.SequenceNode):
            waiting += value
        ends = [(m.index, m.line, m.column) for m in (node.start_mark, node.end_mark)]
        found.append((node.tag, value if isinstance(value, str) else "", *ends))
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_nodes_places_and_errors_are_those_of_pyyaml(text: str) -> None:
    for end in range(1, len(text) + 1):
        for begun in (text[:end], text[:end] + "\n"):
            assert compose(begun, yaml_tree._Loader) == compose(begun, yaml.SafeLoader)
