"""The tags of the stored articles as trees (YAML, HTML), and their pairs as a table (TSV).

Read ``inventory.py`` first.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

from webarticlecurator.base.text.table_text import rows_to_tsv
from webarticlecurator.proposing.tags.inventory import TreeNode, mean

_OPEN_LEVELS = 3
"""Levels of the page that are unfolded."""
_MIN_OPEN_FREQUENCY = 0.02
"""Frequency per page from which a node of these levels is unfolded."""
_MAX_LISTED = 30
"""Children of a node that are listed; the rarer ones are folded together."""
BIGRAM_COLUMNS = ("parent", "child", "frequency", "share_of_parents", "words", "own_words")

_STYLE = Path(__file__).with_name("tag_trees.css").read_text(encoding="utf-8")
_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
{style}</style></head><body>
<h1>{title}</h1>
<p>{pages} pages. Each line: signature, how often, words inside (of these directly inside), \
the most frequent first.
Click to fold; what is rare is folded.</p>
"""


def tree_yaml(tree: TreeNode, pages: int) -> str:
    """Return the tree as YAML, the most frequent children first.

    Each node has ``signature``, ``frequency``, ``words`` (inside, on all pages together),
    ``own_words`` (directly inside), and ``leaf`` or ``children``.
    """
    lines = [f"pages: {pages}\n", "tree:" if tree.children else "tree: []"]
    for node, depth in _walk(tree):
        pairs = (
            f"- signature: {json.dumps(node.signature, ensure_ascii=False)}",
            f"  frequency: {node.frequency}",
            f"  words: {node.words}",
            f"  own_words: {node.own}",
            "  children:" if node.children else "  leaf: true",
        )
        lines += (f"\n{'  ' * (2 * depth + 1)}{pair}" for pair in pairs)
    return "".join(lines) + "\n"


def tree_html(tree: TreeNode, pages: int, title: str) -> str:
    """Return the tree as one HTML page, without scripts or external files."""
    parts = [_HEAD.format(title=escape(title), style=_STYLE, pages=pages)]
    pending: list[str | tuple[TreeNode, int]] = _items(tree, 0)
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        node, depth = item
        if not node.children:
            parts.append(f'<div class="leaf">{_describe_node(node)}</div>\n')
            continue
        is_open = depth < _OPEN_LEVELS and node.frequency >= pages * _MIN_OPEN_FREQUENCY
        parts.append(
            f"<details{' open' if is_open else ''}><summary>{_describe_node(node)}</summary>\n"
        )
        pending += ["</details>\n", *_items(node, depth + 1)]
    return "".join(parts) + "</body></html>\n"


def _items(node: TreeNode, depth: int) -> list[str | tuple[TreeNode, int]]:
    """Return the children of a node and markup between them, the last first.

    Rare children are folded together.
    """
    children = _sorted_children(node)
    shown, rest = children[:_MAX_LISTED], children[_MAX_LISTED:]
    items: list[str | tuple[TreeNode, int]] = [(child, depth) for child in shown]
    if rest:
        summary = f"{len(rest)} more, each at most {rest[0].frequency} ×"
        items += [
            f"<details><summary><small>{summary}</small></summary>\n",
            *((child, depth) for child in rest),
            "</details>\n",
        ]
    return items[::-1]


def _describe_node(node: TreeNode) -> str:
    return (
        f"<code>{escape(node.signature)}</code>"
        f" <small>{node.frequency} × · {node.words} words ({node.own})</small>"
    )


def bigram_table(tree: TreeNode) -> str:
    """Return the table of parents and children as TSV.

    A row says how often the child is directly inside the parent, in what share of the parent's
    elements at most, and with how many words on average.
    """
    pairs: dict[tuple[str, str], TreeNode] = {}
    parents: Counter[str] = Counter()
    for node, _ in _walk(tree):
        parents[node.signature] += node.frequency
        for child in node.children.values():
            name = (node.signature, child.signature)
            pairs.setdefault(name, TreeNode(child.signature)).add(child)
    rows = [BIGRAM_COLUMNS]
    for name, sums in sorted(pairs.items(), key=lambda item: (-item[1].frequency, item[0])):
        count = sums.frequency
        share = min(1.0, count / parents[name[0]])
        words = (mean(sums.words, count), mean(sums.own, count))
        rows.append((*name, str(count), f"{share:.2f}", *words))
    return rows_to_tsv(rows)


def _walk(tree: TreeNode) -> Iterator[tuple[TreeNode, int]]:
    """Yield every node but the top with its depth, before its children.

    Siblings come by frequency, then by words.
    """
    pending = [(node, 0) for node in reversed(_sorted_children(tree))]
    while pending:
        node, depth = pending.pop()
        yield node, depth
        pending.extend((child, depth + 1) for child in reversed(_sorted_children(node)))


def _sorted_children(node: TreeNode) -> list[TreeNode]:
    return sorted(
        node.children.values(), key=lambda child: (-child.frequency, -child.words, child.signature)
    )
