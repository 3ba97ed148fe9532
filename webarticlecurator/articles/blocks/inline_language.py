"""Parts of an article in another language than their surroundings, as declared by ``lang``."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.articles.blocks.page_language import normalize_language
from webarticlecurator.base.model.blocks import ATTRIBUTES, Node, rewrite_blocks

_FOREIGN = "foreign"
HAS_LANG = etree.XPath("boolean(.//@lang)")


def other_language(element: etree._Element, around: str) -> str:
    """Return the language of ``element`` if it differs from ``around``, else an empty string.

    ``en`` and ``en-GB`` do not differ. The ``lang`` of a ``span`` from a word processor is ignored:
    it is the language of the keyboard, not of the text.
    """
    own = own_language(element)
    if not own or f"{own}-".startswith(f"{around}-") or f"{around}-".startswith(f"{own}-"):
        return ""
    return "" if "mso-" in (element.get("style") or "") else own


def own_language(element: etree._Element) -> str:
    declared = element.get("lang")
    return normalize_language(declared) or "" if declared else ""


def lift_language(node: Node) -> Node:
    if "lang" not in ATTRIBUTES.get(node.name, ()) or node.name == _FOREIGN:
        return node
    # The languages of its running text: "" is that of the page; words only have one.
    languages = set()
    inside: list[Node | str] = []
    for child in node.children:
        if isinstance(child, Node) and child.name == _FOREIGN:
            languages.add(child.get("lang") or "")
            inside.extend(child.children)
            continue
        texts = (child,) if isinstance(child, str) else child.texts()
        if any(text.strip() for text in texts):
            languages.add("")
        inside.append(child)
    if len(languages) != 1 or "" in languages:
        return node
    attributes = (*node.attributes, ("lang", languages.pop()))
    return Node(
        node.name, rewrite_blocks(inside, lambda inner: (inner,)), tuple(sorted(attributes))
    )
