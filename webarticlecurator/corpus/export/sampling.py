"""A sample of articles: always the same ones, also of each year, column or author.

An article has a rank by the digest of its id, and those of the lowest ranks are chosen. So chance
decides, but the same corpus gives the same sample, a smaller sample is a part of a larger one,
and new articles replace few.
"""

from __future__ import annotations

import hashlib
import heapq
from typing import Generic, TypeVar

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.corpus.export.article_fields import ReadField

_RANK_BYTES = 8
Place = TypeVar("Place")


@dataclass(frozen=True)
class Sample:
    """A sample of ``size`` articles; of each value of the field ``by``, if there is one."""

    size: int
    by: str = ""


def find_rank(read: ReadField, sample: Sample) -> tuple[str, int]:
    """Return the group of an article and its rank within it, by its fields. The group is that of
    the first value of the field ``by``, the empty one if it has none."""
    values = read(sample.by) if sample.by else ()
    (article_id,) = read("id")
    digest = hashlib.sha256(str(article_id).encode("utf-8")).digest()
    return str(values[0]) if values else "", int.from_bytes(digest[:_RANK_BYTES], "big")


class SampleChooser(Generic[Place]):
    """Chooses the articles of a sample; ``Place`` says where one is.

    It keeps no more than the sample in memory.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._groups: dict[str, list[tuple[int, int, Place]]] = {}
        self._added = 0

    def add(self, found: tuple[str, int], place: Place) -> None:
        """Add an article that may be chosen, with its group and rank (``find_rank``)."""
        self._added += 1
        group_name, rank = found
        group = self._groups.setdefault(group_name, [])
        # a heap whose first item is that of the highest rank; the number decides between equals
        item = (-rank, -self._added, place)
        if len(group) < self._size:
            heapq.heappush(group, item)
        else:
            heapq.heappushpop(group, item)

    def chosen(self) -> list[Place]:
        """Return the places of the chosen articles, in the order in which they were added."""
        items = [item for group in self._groups.values() for item in group]
        return [place for _, _, place in sorted(items, key=lambda item: -item[1])]
