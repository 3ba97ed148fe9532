"""Pages nested deeper than libxml2 goes (2048): it would stop there and lose the rest of the page
without a word.

They are real: a page that opens ``<font>`` in every post and never closes it. Browsers stop nesting
at 512 and go on.
"""

from __future__ import annotations

from collections import defaultdict
from html.parser import HTMLParser

from webarticlecurator.model.html_tags import UNCLOSED_TAGS

MAX_SAME_TAG_DEPTH = 150
"""An element inside so many open elements of its own name is left out; what is in it stays."""
MAX_DEPTH = 1000
"""The same for so many open elements of any name."""
LOWER_MAX_DEPTH = 50
"""The same where so much stands in so many elements that each step outwards counts."""

_UNCOUNTED = frozenset(
    # never have content, or their end tag may be missing: the next one closes them
    "area base br col hr img input link meta param "
    "a p li td th tr tbody option colgroup html head body "
    # hold text only, which must stay inside
    "script style textarea title iframe noembed noframes xmp".split()
)
_NEIGHBOURS = frozenset("dd dt".split())
"""One ends another, but libxml2 does not know it."""


def flatten_deep_elements(text: str, depth: int = MAX_DEPTH) -> str:
    """The same page without the tags of elements nested deeper than ``depth``, or than DEPTH in
    elements of their own name."""
    flattener = _Flattener(depth)
    flattener.feed(text)
    flattener.close()
    return "".join(flattener.kept)


class _Flattener(HTMLParser):
    def __init__(self, depth: int) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._depth = depth
        self._count = 0
        self._open: dict[str, list[bool]] = defaultdict(list)
        """Name → for each open element, whether its tags are kept."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        start = self.get_starttag_text() or ""
        # of thousands of ``wbr`` in a paragraph each would stand in the last
        if tag in UNCLOSED_TAGS:
            self.kept.append(f"{start}</{tag}>")
            return
        if tag in _UNCOUNTED:
            self.kept.append(start)
            return
        is_kept = len(self._open[tag]) < MAX_SAME_TAG_DEPTH and self._count < self._depth
        if is_kept:
            self.kept.append(start)
        elif tag in _NEIGHBOURS:
            self.kept.append("<br>")  # what they hold stays apart
        self._open[tag].append(is_kept)
        self._count += is_kept

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        # of thousands of ``wbr`` in a paragraph each would stand in the last
        if tag in UNCLOSED_TAGS:
            return
        is_open = tag not in _UNCOUNTED and bool(self._open[tag])
        is_kept = self._open[tag].pop() if is_open else True
        self._count -= is_open and is_kept
        if is_kept:
            self.kept.append(f"</{tag}>")

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Read ``<![…`` as browsers do: up to the next ``>``. Python raises AssertionError at an
        unknown one."""
        return self.parse_bogus_comment(i, report)

    def handle_data(self, data: str) -> None:
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")
