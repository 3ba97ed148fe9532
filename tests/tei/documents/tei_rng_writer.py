"""Write random documents that a RelaxNG schema allows, by walking the schema.

It knows the patterns that ``schemas/webarticle.rng`` uses.
"""

from __future__ import annotations

import random
from functools import cache

from lxml import etree

RNG = "{http://relaxng.org/ns/structure/1.0}"

SAMPLES: dict[str, tuple[str, ...]] = {
    "NCName": ("a1", "c-2.x"),
    "anyURI": (
        "https://x.example/%C5%91?a=b&c=d#e",
        "http://[::1]:80/",
        "#e-1",
        "mailto:a@b.example",
        "//x.example",
        "urn:sha256:ab",
    ),
    "language": ("hu", "en-GB", "und"),
    "nonNegativeInteger": ("0", "12"),
    "positiveInteger": ("1", "7"),
    "integer": ("2", "31"),
    "decimal": ("0.962", "1.000"),
    "dateTime": ("2020-02-29T23:59:59Z", "2014-03-02T20:15:00.5+01:00", "2014-03-02T20:15:00"),
    "date": ("2020-02-29",),
    "gYearMonth": ("1998-11",),
    "gYear": ("1998",),
    r"[0-9]+": ("1", "20"),
    r"[A-Za-z0-9._\-]+": ("page-not-captured", "ok"),
    "description|numbered( (lower|upper)-(alpha|roman))?( reversed)?": (
        "description",
        "numbered",
        "numbered upper-roman reversed",
    ),
}
"""Type, or the pattern of a token → values."""

TEXTS = ("", " ", "szó", "két szó\u00a0", "<&>\n")
NAMES = ("NewsArticle", "BlogPosting")
DEEP = 12
MANY = 300
"""Limits of depth and of elements, after which a document is completed as soon as possible."""


class RngWriter:
    """Writes one document per call of ``document``; ``used``: the element patterns reached."""

    def __init__(self, schema: etree._Element) -> None:
        self._start = schema.find(f"{RNG}start")
        self._defines = {define.get("name"): define for define in schema.iter(f"{RNG}define")}
        self.elements = set(schema.iter(f"{RNG}element"))
        self.used: set[etree._Element] = set()
        self._random = random.Random()
        self._ids = self._written = 0
        self._inside: dict[etree._Element, list[etree._Element]] = {}

    def document(self, seed: int) -> bytes:
        self._random = random.Random(seed)
        self._ids = self._written = 0
        holder = etree.Element("holder")
        self._all(self._start, holder, 0)
        return etree.tostring(holder[0], encoding="utf-8", xml_declaration=True)

    def _all(self, pattern: etree._Element, parent: etree._Element, depth: int) -> None:
        for child in self._patterns(pattern):
            self._one(child, parent, depth)

    def _patterns(self, pattern: etree._Element) -> list[etree._Element]:
        if pattern not in self._inside:
            names = (f"{RNG}name", f"{RNG}nsName", f"{RNG}param")
            self._inside[pattern] = [
                c
                for c in pattern
                if isinstance(c.tag, str) and c.tag.startswith(RNG) and c.tag not in names
            ]
        return self._inside[pattern]

    def _one(self, pattern: etree._Element, parent: etree._Element, depth: int) -> None:
        kind = pattern.tag.removeprefix(RNG)
        depth = depth if self._written < MANY else DEEP + 1
        if kind in ("zeroOrMore", "oneOrMore", "optional"):
            least = 1 if kind == "oneOrMore" else 0
            most = 1 if kind == "optional" or depth > DEEP else 3
            for _ in range(least if depth > DEEP else self._random.randint(least, most)):
                self._all(pattern, parent, depth)
        elif kind == "choice":
            self._one(self._chosen(pattern, depth), parent, depth)
        elif kind == "group":
            self._all(pattern, parent, depth)
        elif kind == "ref":
            self._all(self._defines[pattern.get("name")], parent, depth)
        elif kind == "attribute":
            parent.set(self._attribute_name(pattern), self._attribute_value(pattern))
        elif kind == "element":
            self._element(pattern, parent, depth)
        elif kind != "empty":
            _append(parent, self._string(pattern))

    def _chosen(self, choice: etree._Element, depth: int) -> etree._Element:
        patterns = self._patterns(choice)
        if depth > DEEP:
            least = min(self._height(p) for p in patterns)
            patterns = [p for p in patterns if self._height(p) == least]
        return self._random.choice(patterns)

    def _height(self, pattern: etree._Element) -> int:
        return _height(self, pattern, 6)

    def _element(self, pattern: etree._Element, parent: etree._Element, depth: int) -> None:
        self.used.add(pattern)
        self._written += 1
        choice = pattern.find(f"{RNG}choice")
        if pattern.get("name") is not None:
            name = f"{{{_namespace(pattern)}}}{pattern.get('name').rpartition(':')[2]}"
        elif pattern.find(f"{RNG}nsName") is not None:
            name = f"{{{pattern.find(f'{RNG}nsName').get('ns')}}}{self._random.choice(NAMES)}"
        else:
            name = f"{{{_namespace(pattern)}}}{self._random.choice([n.text for n in choice.iter(f'{RNG}name')])}"
        element = etree.SubElement(parent, name)
        for child in self._patterns(pattern):
            if child is not choice or child.find(f"{RNG}name") is None:
                self._one(child, element, depth + 1)

    @staticmethod
    def _attribute_name(pattern: etree._Element) -> str:
        prefix, _, local = pattern.get("name").rpartition(":")
        spaces = {
            **pattern.nsmap,
            "xml": "http://www.w3.org/XML/1998/namespace",
            "": pattern.get("ns"),
        }
        return f"{{{spaces[prefix]}}}{local}" if spaces[prefix] else local

    def _attribute_value(self, pattern: etree._Element) -> str:
        if pattern.get("name") == "xml:id":
            self._ids += 1
            return f"a{self._ids}"
        inside = self._patterns(pattern)
        return self._string(inside[0]) if inside else self._random.choice(TEXTS)

    def _string(self, pattern: etree._Element) -> str:
        kind = pattern.tag.removeprefix(RNG)
        if kind == "ref":
            return self._string(self._patterns(self._defines[pattern.get("name")])[0])
        if kind == "choice":
            return self._string(self._random.choice(self._patterns(pattern)))
        if kind == "value":
            return pattern.text
        if kind == "text":
            return self._random.choice(TEXTS)
        param = pattern.find(f"{RNG}param")
        key = param.text if pattern.get("type") == "token" else pattern.get("type")
        return self._random.choice(SAMPLES[key])


@cache
def _height(writer: RngWriter, pattern: etree._Element, budget: int) -> int:
    """Return the minimum depth of elements in a pattern, up to ``budget``."""
    if budget == 0:
        return 6
    kind = pattern.tag.removeprefix(RNG)
    if kind in ("text", "value", "data", "empty", "attribute", "zeroOrMore", "optional"):
        return 0
    inside = writer._patterns(writer._defines[pattern.get("name")] if kind == "ref" else pattern)
    if kind == "choice":
        # one of names has no patterns in it
        return min((_height(writer, p, budget - 1) for p in inside), default=0)
    return int(kind == "element") + max((_height(writer, p, budget - 1) for p in inside), default=0)


def _namespace(pattern: etree._Element) -> str:
    prefix = (pattern.get("name") or "").rpartition(":")[0]
    if prefix:
        return pattern.nsmap[prefix]
    return next(a.get("ns") for a in (pattern, *pattern.iterancestors()) if a.get("ns") is not None)


def _append(parent: etree._Element, text: str) -> None:
    if len(parent):
        parent[-1].tail = (parent[-1].tail or "") + text
    else:
        parent.text = (parent.text or "") + text
