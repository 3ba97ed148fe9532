"""The aggregated content tree of a portal as YAML and as a page that folds, and the table of parents and children."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from webarticlecurator.extract.analysis.inventory.inventory import TreeNode
from webarticlecurator.extract.analysis.inventory.inventory_table import mean
from webarticlecurator.model.sheet_text import sheet_text

_OPEN_ABOVE = 3
"""The page shows so many levels unfolded."""
_COMMON = 0.02
"""Of these, what stands on average on so many of the pages."""
_IN_A_ROW = 30
"""So many tags stand one below the other; the rarer ones are folded together."""
BIGRAM_COLUMNS = ("parent", "child", "frequency", "share_of_parents", "words", "own_words")

_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 15px/1.5 sans-serif; margin: 2em; }}
details, .leaf {{ margin-left: 1.4em; }}
.leaf {{ padding-left: 1.1em; }}
summary {{ cursor: pointer; }}
code {{ background: #eee; padding: 0 .25em; }}
small {{ color: #555; }}
</style></head><body>
<h1>{title}</h1>
<p>{pages} pages. Each line: signature, how often, words inside (of these directly inside), the most frequent first.
Click to fold; what is rare is folded.</p>
"""


def tree_yaml(tree: TreeNode, pages: int) -> str:
    """``signature``, ``frequency``, ``words`` (inside, all pages together), ``own_words`` (directly inside), ``leaf`` or
    ``children``, the most frequent first."""
    lines = [f"pages: {pages}\n", "tree:" if tree.children else "tree: []"]
    for node, depth, entering in _visits(tree):
        if entering:
            lines.append(_yaml_node(node, "  " * (2 * depth + 1)))
    return "".join(lines) + "\n"


def _yaml_node(node: TreeNode, indent: str) -> str:
    pairs = [
        f"- signature: {json.dumps(node.signature, ensure_ascii=False)}",
        f"  frequency: {node.frequency}",
        f"  words: {node.words}",
        f"  own_words: {node.own}",
        "  children:" if node.children else "  leaf: true",
    ]
    return "".join(f"\n{indent}{pair}" for pair in pairs)


def tree_html(tree: TreeNode, pages: int, title: str) -> str:
    """One page without scripts and without anything from elsewhere."""
    parts = [_HEAD.format(title=escape(title), pages=pages)]
    pending: list[str | tuple[TreeNode, int]] = _lines(tree, 0)
    while pending:
        line = pending.pop()
        if isinstance(line, str):
            parts.append(line)
            continue
        node, depth = line
        if not node.children:
            parts.append(f'<div class="leaf">{_told(node)}</div>\n')
            continue
        unfolded = depth < _OPEN_ABOVE and node.frequency >= pages * _COMMON
        parts.append(f"<details{' open' if unfolded else ''}><summary>{_told(node)}</summary>\n")
        pending += ["</details>\n", *_lines(node, depth + 1)]
    return "".join(parts) + "</body></html>\n"


def _lines(node: TreeNode, depth: int) -> list[str | tuple[TreeNode, int]]:
    """What stands in a node, the last first; many rare tags in a row are folded together."""
    children = _siblings(node)
    shown, rest = (
        (children, [])
        if len(children) <= _IN_A_ROW
        else (children[:_IN_A_ROW], children[_IN_A_ROW:])
    )
    found: list[str | tuple[TreeNode, int]] = [(child, depth) for child in shown]
    if rest:
        told = f"{len(rest)} more, each at most {rest[0].frequency} ×"
        found += [
            f"<details><summary><small>{told}</small></summary>\n",
            *((child, depth) for child in rest),
            "</details>\n",
        ]
    return found[::-1]


def _told(node: TreeNode) -> str:
    return f"<code>{escape(node.signature)}</code> <small>{node.frequency} × · {node.words} words ({node.own})</small>"


def bigram_table(tree: TreeNode) -> str:
    """TSV: which signature stands directly in which, how often, in how many of the parent's elements at most (as a share), and
    the child's mean words there."""
    pairs: dict[tuple[str, str], list[int]] = {}
    parents: dict[str, int] = {}
    for node, _, entering in _visits(tree):
        if not entering:
            continue
        parents[node.signature] = parents.get(node.signature, 0) + node.frequency
        for child in node.children.values():
            sums = pairs.setdefault((node.signature, child.signature), [0, 0, 0])
            for at, value in enumerate((child.frequency, child.words, child.own)):
                sums[at] += value
    return _bigrams(pairs, parents)


def _bigrams(pairs: dict[tuple[str, str], list[int]], parents: dict[str, int]) -> str:
    rows = [BIGRAM_COLUMNS]
    for (parent, child), (number, words, own) in sorted(
        pairs.items(), key=lambda item: (-item[1][0], item[0])
    ):
        share = min(1.0, number / parents[parent])
        rows.append(
            (parent, child, str(number), f"{share:.2f}", mean(words, number), mean(own, number))
        )
    return sheet_text(rows)


def _visits(tree: TreeNode) -> Iterator[tuple[TreeNode, int, bool]]:
    """Every node but the top, with its depth, at entering and at leaving; siblings by frequency, then by words."""
    pending = [(node, 0, True) for node in reversed(_siblings(tree))]
    while pending:
        node, depth, entering = pending.pop()
        yield node, depth, entering
        if entering:
            pending.append((node, depth, False))
            pending.extend((child, depth + 1, True) for child in reversed(_siblings(node)))


def _siblings(node: TreeNode) -> list[TreeNode]:
    return sorted(
        node.children.values(), key=lambda child: (-child.frequency, -child.words, child.signature)
    )
