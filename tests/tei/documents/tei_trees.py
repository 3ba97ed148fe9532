"""Random articles whose block trees obey the grammar, and the expectations on their TEI."""

from __future__ import annotations

import random
from datetime import datetime, timezone

from lxml import etree

from webarticlecurator.base.model.article import Article, Metadata, TextAccount, Value
from webarticlecurator.base.model.blocks import ATTRIBUTES, CONTENT, INLINE, MEDIA, TEXT, Node
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.portal import CorpusInfo, Editor, Portal, Publisher, Rights

TEI = "{http://www.tei-c.org/ns/1.0}"

# fmt: off
PIECES = (
    "Az", " első ", "mondat.", " ", "\n", "", "a\u00a0b", "ős\u00adrégi", "<p>&amp;</p>", "]]>",
    "\U0001f600", "x\x01y", "z\x0b", "\ud800", "\ufffe", "e\u0301", "\r\n",
)

ADDRESSES = (
    "https://x.example/a", "http://x.example/ő ű?q=á#ö", "https://x.example/50%", "http://[bad", "http://x.example:80a/",
    "mailto:a@b.example", "javascript:void(0)", "tel:+36 1", "//cdn.example/x.jpg",
    "https://pelda-őr.example/", "", "%zz", "a b:c", "https://x.example/[1]|{2}^`\"<>\\",
    "http://x.example/\ud800", "data:image/png;base64,AAA=", "http://[::1]:8080/x", "http://user:p w@x.example/",
)
# fmt: on

VALUES = {
    "target": ADDRESSES,
    "alt": ("kép", 'a "b" <c>', "", "\x02"),
    "numbered": ("yes", "no"),
    "start": ("3", "-1", "x", "", "٣"),
    "rows": ("1", "2", "0", "x", "99999999999", "-1", ""),
    "cols": ("1", "2", "3", "x", "5000", ""),
    "role": ("label", "x", "term"),
    "apart": ("yes",),
    "display": ("yes",),
    "when": (
        "2014-03-02T20:15:00+01:00",
        "2014-03-02",
        "20:15",
        "2014-02-30",
        "2014-03-02T20:15+01:00",
        "2014",
        "",
        "0000-01-01",
    ),
    "who": ("Kiss Béla", "https://x.example/user/1", "", "a\x03", "http://[bad"),
    "id": ("1", "post-2", "á é", "3:4", "", "1"),
    "reply-to": ("1", "x y", ""),
    "level": ("0", "1", "2", "3", "6", "7", "x", ""),
    "n": ("2", "x y"),
    "lang": ("en", "zh-Hant", "x y", ""),
    "to": ("1", "á é", "nowhere", ""),
    "marks": ("lower-alpha", "upper-roman", "x y"),
    "reversed": ("yes",),
    "kind": ("description",),
    "reason": ("page-not-captured", "a b", "", "?"),
}

_CONTAINERS_FIRST = {"table": "table-heading", "comments": "heading"}


class Trees:
    """Random trees over CONTENT and ATTRIBUTES; ``empty``: the share of empty containers."""

    def __init__(self, seed: int, empty: float = 0.05) -> None:
        self.random = random.Random(seed)
        self.empty = empty

    def body(self) -> tuple[Node, ...]:
        blocks = [child for child in self._children("body", 0) if isinstance(child, Node)]
        blocks += [
            self.node(name, 1)
            for name in ("feed-entry", "heading", "comments")
            if self.random.random() < 0.4
        ]
        # comments are last, as the join of pages leaves them; now and then they are not
        if self.random.random() < 0.9:
            blocks.sort(key=lambda node: node.name == "comments")
        return tuple(blocks)

    def node(self, name: str, depth: int) -> Node:
        allowed = sorted(ATTRIBUTES.get(name, ()))
        attributes = tuple(
            (a, self.random.choice(VALUES[a])) for a in allowed if self.random.random() < 0.6
        )
        return Node(name, tuple(self._children(name, depth)), attributes)

    def _children(self, name: str, depth: int) -> list[Node | str]:
        allowed = sorted(CONTENT[name])
        if not allowed or self.random.random() < self.empty:
            return []
        if depth > 5:
            allowed = self._shallow(allowed)
        children = [
            self._child(self.random.choice(allowed), depth)
            for _ in range(self.random.randint(1, 5 if depth < 3 else 2))
        ]
        first = _CONTAINERS_FIRST.get(name)
        children.sort(key=lambda child: not isinstance(child, str) and child.name != first)
        return self._one_media_link(name, children) if first is None else children

    def _child(self, name: str, depth: int) -> Node | str:
        if name == TEXT or (name == "paragraph" and self.random.random() < 0.02):
            return self.random.choice(PIECES) if name == TEXT else " \n"
        return self.node(name, depth + 1)

    def _shallow(self, allowed: list[str]) -> list[str]:
        simple = {
            TEXT,
            "paragraph",
            "heading",
            "item",
            "answer",
            "row",
            "cell",
            "comment",
            "figure",
            "media-link",
            "caption",
        }
        return [name for name in allowed if name in simple] or allowed

    def _one_media_link(self, name: str, children: list[Node | str]) -> list[Node | str]:
        if name not in ("figure", "diagram"):
            return children
        links = [
            child for child in children if isinstance(child, Node) and child.name == "media-link"
        ]
        return [child for child in children if child not in links[1:]]


def article(blocks: tuple[Node, ...], **changes: object) -> Article:
    values: dict[str, object] = {
        "id": "a234567abcdefghij",
        "url": "https://x.example/2019/03/ő",
        "aliases": ("http://x.example/2019/03/o",),
        "column": "news",
        "captures": (capture(),),
        "metadata": metadata(),
        "blocks": blocks,
        "account": TextAccount(kept=1),
    }
    return Article(**{**values, **changes})  # type: ignore[arg-type]


def capture(number: int = 1) -> Capture:
    time = datetime(2020, 2, 3, 4, 5, number, tzinfo=timezone.utc)
    digest = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"
    return Capture(
        f"<urn:uuid:{number}>",
        f"https://x.example/{number}",
        200,
        time,
        "w.gz",
        0,
        9,
        None,
        digest,
        "ff" * 32,
    )


def metadata() -> Metadata:
    return Metadata(
        (
            ("title", (Value("Cím & <alcím>", "meta:og:title", "Cím & <alcím> - Echo"),)),
            ("subtitle", (Value("Alcím", "css:h2", "Alcím"),)),
            (
                "authors",
                (
                    Value("Kiss Anna", "css:.byline a", "Kiss Anna"),
                    Value("MTI", "css:.byline a", "MTI"),
                ),
            ),
            ("sources", (Value("MTI", "css:.source", "Forrás: MTI"),)),
            (
                "published",
                (Value("2019-03-31T23:30:00+00:00", "jsonld:datePublished", "2019-03-31T23:30Z"),),
            ),
            ("modified", (Value("2019-04-01", "css:.mod", "2019. április 1."),)),
            ("section", (Value("Hírek", "url", "hirek"),)),
            (
                "keywords",
                (
                    Value("egy", "meta:keywords", "egy"),
                    Value("két szó", "meta:keywords", "két szó"),
                ),
            ),
            ("language", (Value("hu", "html:lang", "hu_HU"),)),
            ("access", (Value("free", "jsonld:isAccessibleForFree", "True"),)),
            ("description", (Value("Leírás.", "meta:description", "Leírás."),)),
        )
    )


def portal() -> Portal:
    return Portal(
        "echo",
        "https://x.example/",
        title="Echo",
        language="hu",
        timezone="Europe/Budapest",
        publisher=Publisher("Echo Kft.", "Budapest"),
        rights=Rights("© Echo Kft.", "http://rightsstatements.org/vocab/InC/1.0/"),
        corpus=CorpusInfo(
            "Echo Corpus",
            "1.0",
            (Editor("A. Editor", "0000-0002-1825-0097"),),
            "NKFIH",
            "CC BY 4.0",
            "10.5281/zenodo.1",
        ),
        tei_digest="ab" * 32,
    )


def tree_words(blocks: tuple[Node, ...]) -> list[str]:
    """Return the words of a tree, computed independently of the package.

    Illegal characters are replaced; everything that is not inline separates words.
    """
    out: list[str] = []

    def walk(node: Node) -> None:
        block_note = node.name == "note" and any(
            isinstance(c, Node) and c.name not in INLINE | MEDIA for c in node.children
        )
        glued = (node.name in INLINE and node.name != "line-break") or (
            node.name == "note" and not block_note
        )
        out.append("" if glued else " ")
        for child in node.children:
            if isinstance(child, Node):
                walk(child)
            else:
                out.append("".join(c if is_legal(c) else "\ufffd" for c in child))
        out.append("" if glued else " ")

    for block in blocks:
        walk(block)
    return "".join(out).split()


def is_legal(c: str) -> bool:
    return (
        c in "\t\n\r" or "\x20" <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000"
    )


def body_words(content: bytes) -> list[str]:
    """Return the words in the body of a document, without alt texts."""
    body = etree.fromstring(content).find(f"{TEI}text/{TEI}body")
    for description in body.iter(f"{TEI}figDesc"):
        description.text = None
    return "".join(body.itertext()).split()


def paragraphs_in_paragraphs(content: bytes) -> list[str]:
    """Return every p, ab, div or post inside a p, ab or head, unless a floatingText is in between.

    This is stricter than TEI's Schematron, which also allows a p in a note, item, quote, cell or
    figure inside a p.
    """
    found = []
    for element in etree.fromstring(content).iter(f"{TEI}p", f"{TEI}ab", f"{TEI}div", f"{TEI}post"):
        for ancestor in element.iterancestors():
            if ancestor.tag == f"{TEI}floatingText":
                break
            if ancestor.tag in (f"{TEI}p", f"{TEI}ab", f"{TEI}head"):
                found.append(f"line {element.sourceline}: {element.tag} in {ancestor.tag}")
    return found


def minimal(name: str, inside: Node | str | None = None) -> tuple[Node, ...]:
    """Return the smallest body with a node ``name``, which contains ``inside``."""
    node = Node(name, () if inside is None else (inside,))
    while node.name not in CONTENT["body"]:
        node = Node(
            min(
                parent
                for parent, allowed in CONTENT.items()
                if node.name in allowed and _reaches(parent)
            ),
            (node,),
        )
    return (node,)


def _reaches(name: str) -> bool:
    """Return True for names for which ``minimal`` reaches the body without a cycle."""
    return (name not in INLINE and name not in ("caption", "source")) or name in CONTENT["body"]
