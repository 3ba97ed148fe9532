"""What the parts of a live entry or a comment say about it: when and by whom it was written. The first word counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webarticlecurator.extract.body.frame import Frame
from webarticlecurator.model.blocks import Node, words

TIMES = ("feed-time", "comment-time")
_AUTHORS = ("feed-author", "comment-author")
PARTS = frozenset((*TIMES, *_AUTHORS))
"""What says something of the entry they stand in, also inside its ``METAS``, where they are text like the rest."""
METAS = ("feed-meta", "comment-meta")


def say(stack: Sequence[Frame], attribute: str, value: str) -> None:
    """Set an attribute of the innermost open entry or comment, if there is one and it has none."""
    post = _open_post(stack)
    if post and value:
        post.attributes.setdefault(attribute, value)


def tell(stack: Sequence[Frame], part: str, children: Sequence[Node | str], time_of: Callable[[str], str]) -> None:
    """Tell the entry that is open what an ended ``part``, with these ``children``, says. ``time_of``: the text of a time → ISO
    8601, or empty."""
    if part in _AUTHORS:
        say(stack, "who", " ".join(words(children)))
    elif part in TIMES:
        post = _open_post(stack)
        if post and "when" not in post.attributes:
            say(stack, "when", time_of(" ".join(words(children))))


def _open_post(stack: Sequence[Frame]) -> Frame | None:
    return next((f for f in reversed(stack) if f.name in ("feed-entry", "comment")), None)
