"""The words of the TEI body of an article."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.blocks import Node, block_words
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.tei_names import LIST_MARKS
from webarticlecurator.tei.documents.xml import Element, clean_text, text_run


@dataclass(frozen=True)
class TeiContext:
    """One article and its portal."""

    article: Article
    portal: Portal

    @cached_property
    def words(self) -> list[str]:
        """The words of the body, in order."""
        return tei_words(self.article.blocks)


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """Return the words of the blocks as in the TEI ``body``, in order."""
    return block_words(blocks, _clean)


def _clean(text: str) -> str:
    return text if text.isprintable() else clean_text(text)[0]


LANGUAGE_TAG = re.compile("[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*")


def pointer_attributes(attribute: str, raw: str | None) -> dict[str, str]:
    """Return an address as an attribute; one that cannot become a URI is kept in ``@n``."""
    if raw is None:
        return {}
    uri = valid_uri(raw)
    return {"n": raw} if uri is None else {attribute: uri}


def write_reference(raw: str | None, content: Sequence[Element | str]) -> Element:
    """Return a ``ref``; with ``type="unresolvable" n="RAW"`` if the address cannot become a URI."""
    uri = valid_uri(raw) if raw is not None else None
    if uri is not None:
        return text_run("ref", content, target=uri)
    return text_run("ref", content, type="unresolvable", n=raw or "")


def language_attributes(node: Node) -> dict[str, str]:
    """Return ``xml:lang`` of a piece as an attribute, if it has a valid language tag."""
    tag = node.get("lang")
    return {"xml_lang": tag} if tag is not None and LANGUAGE_TAG.fullmatch(tag) else {}


def item_number(text: str | None) -> str | None:
    """Return the value of ``@n`` of an item if ``text`` is a whole number, else None."""
    return text if text is not None and re.fullmatch(r"-?[0-9]{1,9}", text) else None


def list_rendition(node: Node) -> str | None:
    """Return the value of ``rend`` of a list, None for a plain one.

    It is ``description``, or ``numbered`` with the CSS name of the numbers and ``reversed``.
    """
    if node.get("numbered") != "yes":
        return "description" if node.get("kind") == "description" else None
    marks = node.get("marks")
    words = (
        "numbered",
        marks if marks in LIST_MARKS else "",
        "reversed" if node.get("reversed") == "yes" else "",
    )
    return " ".join(word for word in words if word)
