"""Pages nested deeper than libxml2 goes (2048): it would stop there and lose the rest of the page without a word.

They are real: a page that opens ``<font>`` in every post and never closes it. Browsers stop nesting at 512 and go on.
"""

from __future__ import annotations

from html.parser import HTMLParser

DEPTH = 1000
"""Elements that would be nested deeper are left out; what is in them stays."""

_RAW = frozenset("script style textarea title iframe noembed noframes xmp".split())  # hold text only, which must stay inside
_NO_END = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_END_OPTIONAL = frozenset("p li dt dd td th tr tbody thead tfoot option optgroup colgroup html head body".split())
_UNCOUNTED = _NO_END | _END_OPTIONAL | _RAW


def flattened(text: str) -> str:
    """The same page without the tags of elements nested deeper than DEPTH. Elements whose end tag may be missing do not count:
    the next one closes them."""
    flattener = _Flattener()
    flattener.feed(text)
    flattener.close()
    return "".join(flattener.kept)


class _Flattener(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.kept: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        counts = tag not in _UNCOUNTED
        if not counts or self._depth < DEPTH:
            self.kept.append(self.get_starttag_text() or "")
        self._depth += counts

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        counts = tag not in _UNCOUNTED
        self._depth = max(0, self._depth - counts)
        if not counts or self._depth < DEPTH:
            self.kept.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.kept.append(data)

    def handle_entityref(self, name: str) -> None:
        self.kept.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.kept.append(f"&#{name};")
