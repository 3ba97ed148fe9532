"""In which parts of a page the elements lie that a rule selected, for ``--explain``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from lxml import etree

from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.css_compound import css_identifier, split_tokens
from webarticlecurator.pages.page.siblings import have_alike_names

MAX_CLASSES = 2


def count_by_container(elements: Sequence[etree._Element]) -> tuple[tuple[str, int], ...]:
    """Return (container, number of elements in it), in the order of the page.

    Elements that lie in alike siblings, such as the cards of a list, are in one container: the
    parent of these. Otherwise each child of their innermost common ancestor is a container.
    """
    if not elements:
        return ()
    chains = [list(self_and_ancestors(element))[::-1] for element in elements]
    # the number of ancestors, from the root, that all elements have in common
    shared = takewhile(lambda level: len(set(level)) == 1, zip(*chains, strict=False))
    depth = max(min(sum(1 for _ in shared), min(map(len, chains)) - 1), 1)
    common = chains[0][depth - 1]
    branches: dict[etree._Element, int] = {}
    for chain in chains:
        branch = chain[min(depth, len(chain) - 1)]
        branches[branch] = branches.get(branch, 0) + 1
    first = next(iter(branches))
    if all(have_alike_names(first, other) for other in branches):
        return ((_name_container(common), len(elements)),)
    groups: list[tuple[etree._Element, int]] = []
    for branch, count in branches.items():
        if groups and have_alike_names(groups[-1][0], branch):
            groups[-1] = (groups[-1][0], groups[-1][1] + count)
        else:
            groups.append((branch, count))
    return tuple((_name_container(branch), count) for branch, count in groups)


def _name_container(element: etree._Element) -> str:
    """Return a short selector: the id, or the tag with its first classes."""
    identity = element.get("id") or ""
    if identity and not any(character.isdigit() for character in identity):
        return f"#{css_identifier(identity)}"
    classes = split_tokens(element.get("class") or "")[:MAX_CLASSES]
    return str(element.tag) + "".join(f".{css_identifier(name)}" for name in classes)
