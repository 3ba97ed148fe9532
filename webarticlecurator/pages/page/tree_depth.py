"""Pages nested more deeply than libxml2 accepts (2048): it would stop there, and silently lose the
rest of the page.

Such pages exist, for example where ``<font>`` is opened in every post and never closed. Browsers
stop nesting at 512 levels and go on.
"""

from __future__ import annotations

from collections import defaultdict
from html.parser import HTMLParser

from webarticlecurator.base.text.html_tags import UNCLOSED_TAGS

MAX_SAME_TAG_DEPTH = 150
"""The tags of an element inside so many open elements of its own name are removed; its content
stays."""

MAX_DEPTH = 1000
"""The same for open elements of any name."""

LOWER_MAX_DEPTH = 50
"""The same on a page with so many deep elements that each level costs time."""

_UNCOUNTED = frozenset(
    # never have content, or their end tag is optional: the next element closes them
    "area base br col hr img input link meta param "
    "a p li td th tr tbody option colgroup html head body "
    # contain only text, which must stay inside
    "script style textarea title iframe noembed noframes xmp".split()
)
_DESCRIPTION_PARTS = frozenset("dd dt".split())
"""They end one another, but not in libxml2."""


def flatten_deep_elements(text: str, depth: int = MAX_DEPTH) -> str:
    """Return the page without the tags of elements that are nested too deeply.

    The limit is ``depth``, and ``MAX_SAME_TAG_DEPTH`` inside elements of the same name.
    """
    flattener = _Flattener(depth)
    flattener.feed(text)
    flattener.close()
    return "".join(flattener.kept)


class _Flattener(HTMLParser):
    """Collects the source of a page in ``kept``, without the tags that are nested too deeply."""

    def __init__(self, depth: int) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._depth = depth
        self._count = 0
        # name → for each open element, whether its tags are kept
        self._open: dict[str, list[bool]] = defaultdict(list)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        start = self.get_starttag_text() or ""
        # otherwise each of thousands of ``wbr`` in a paragraph would be nested in the one before
        if tag in UNCLOSED_TAGS:
            self.kept.append(f"{start}</{tag}>")
            return
        if tag in _UNCOUNTED:
            self.kept.append(start)
            return
        is_kept = len(self._open[tag]) < MAX_SAME_TAG_DEPTH and self._count < self._depth
        if is_kept:
            self.kept.append(start)
        elif tag in _DESCRIPTION_PARTS:
            self.kept.append("<br>")  # their contents stay separate
        self._open[tag].append(is_kept)
        self._count += is_kept

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        # otherwise each of thousands of ``wbr`` in a paragraph would be nested in the one before
        if tag in UNCLOSED_TAGS:
            return
        is_open = tag not in _UNCOUNTED and bool(self._open[tag])
        is_kept = self._open[tag].pop() if is_open else True
        self._count -= is_open and is_kept
        if is_kept:
            self.kept.append(f"</{tag}>")

    def parse_marked_section(self, i: int, report: bool = True) -> int:
        """Parse ``<![…`` as browsers do, up to the next ``>``.

        Python raises AssertionError for an unknown section.
        """
        return self.parse_bogus_comment(i, report)

    def handle_data(self, data: str) -> None:
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")
