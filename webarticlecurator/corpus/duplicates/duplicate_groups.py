"""Which article repeats which, from how similar their texts are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.text_signature import CONTAINED, NEAR, SAME, VERSION, TextSignature
from webarticlecurator.storage.texts.duplicate_file import Similarity

CONTAINED_SHARE = 0.9
"""The part of the shingles of a text that a longer one must have to contain it."""
VERSION_DAYS = 3
"""Days between two versions of an article, at most."""
_VARIABLE = re.compile(r"\d+|[?#].*")
_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class ComparedArticle:
    """An article of a corpus: the id of its ``portal`` and its time zone, the ``path`` of its TEI,
    and what its text is compared by."""

    portal: str
    timezone: str
    path: str
    text: TextSignature


@dataclass(frozen=True)
class FoundDuplicate:
    """That the article ``number`` repeats the article ``of``; see ``Duplicate``."""

    number: int
    kind: str
    of: int
    share: float


def group_duplicates(
    digests: Sequence[bytes],
    pairs: Iterable[tuple[int, int]],
    compare: Callable[[int, int], Similarity],
    read: Callable[[int], ComparedArticle],
    threshold: float,
) -> list[FoundDuplicate]:
    """Return the articles that repeat another one, by number; the first of a group repeats none.

    Articles are numbered by date. ``pairs`` of them may be alike; ``compare`` returns how much two
    texts are. Texts with a Jaccard similarity of at least ``threshold`` are of one group, also
    through others. A text that is contained in a longer one repeats that, unless it repeats an
    earlier one of its group already.
    """
    groups = _Groups(len(digests))
    contained: dict[int, tuple[float, int]] = {}
    for one, other in pairs:
        jaccard, share = compare(one, other)
        if jaccard >= threshold:
            groups.join(one, other)
        elif share >= CONTAINED_SHARE:
            short, long = sorted((one, other), key=lambda number: read(number).text.words)
            contained[short] = max(contained.get(short, (0.0, 0)), (share, long))
    first_of: dict[bytes, int] = {}
    for number, digest in enumerate(digests):
        groups.join(first_of.setdefault(digest, number), number)
    found = [
        _describe_member(number, first, digests, compare, read)
        for first, others in groups.list()
        for number in others
    ]
    repeated = {each.number: each.of for each in found}
    for short, (share, long) in sorted(contained.items()):
        # the article that the longer one repeats in the end, also through others
        origin = long
        while origin in repeated:
            origin = repeated[origin]
        if short not in repeated and origin != short:
            repeated[short] = long
            found.append(FoundDuplicate(short, CONTAINED, long, share))
    return sorted(found, key=lambda each: each.number)


def _describe_member(
    number: int,
    first: int,
    digests: Sequence[bytes],
    compare: Callable[[int, int], Similarity],
    read: Callable[[int], ComparedArticle],
) -> FoundDuplicate:
    """Return what a member of a group is to the first one."""
    if digests[number] == digests[first]:
        return FoundDuplicate(number, SAME, first, 1.0)
    kind = VERSION if is_version(read(first), read(number)) else NEAR
    return FoundDuplicate(number, kind, first, compare(first, number)[0])


def is_version(one: ComparedArticle, other: ComparedArticle) -> bool:
    """Return True if one of two articles with nearly the same text updates the other one."""
    days = [parse_days(each.text.published, each.timezone) for each in (one, other)]
    if one.portal != other.portal or days[0] is None or days[1] is None:
        return False
    # A month or a year may be any of its days.
    apart = max(days[0][0] - days[1][1], days[1][0] - days[0][1])
    if apart > timedelta(days=VERSION_DAYS):
        return False
    titles = [_WORDS.findall(each.text.title.casefold()) for each in (one, other)]
    addresses = [_VARIABLE.sub("", each.text.url) for each in (one, other)]
    return bool(titles[0] and titles[0] == titles[1]) or addresses[0] == addresses[1]


class _Groups:
    """Groups of numbers that are joined pair by pair; the lowest number stands for its group."""

    def __init__(self, size: int) -> None:
        self._parents = list(range(size))

    def find(self, number: int) -> int:
        """Return the lowest number of a group."""
        while self._parents[number] != number:
            self._parents[number] = self._parents[self._parents[number]]
            number = self._parents[number]
        return number

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        self._parents[second] = first

    def list(self) -> Iterable[tuple[int, list[int]]]:
        """Return the first number of each group with the others, if there are any."""
        others: dict[int, list[int]] = defaultdict(list)
        for number in range(len(self._parents)):
            first = self.find(number)
            if first != number:
                others[first].append(number)
        return others.items()
