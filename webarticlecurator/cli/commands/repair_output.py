"""What is shown of a proposal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from webarticlecurator.proposing.repair.repair_proof import ProofPart, Repair


def repair_lines(found: Repair) -> Iterator[str]:
    """Yield the proof of a proposal for a person."""
    if found.requests:
        yield f"{found.requests} pages requested again"
    yield from _part_lines("made of", found.made)
    yield from _part_lines("without a part in it", found.held)
    if found.newest:
        yield f"{found.newest} newest pages, which are not known articles"
    for each in found.lists:
        state = "the same" if each.is_same else "not the same"
        yield f"archive page {each.url}: {each.known} known articles, {state}"
        for what, links in (("missing", each.missing), ("added", each.added)):
            yield from (f"  {what}: {link}" for link in links[:3])
        if each.next_page:
            yield f"  next page: {each.next_page}"
    if found.of_older:
        yield f"older captures: {found.older} of {found.of_older} read as before"
    yield from (f"remark: {remark}" for remark in found.remarks)
    yield from (f"not proved: {doubt}" for doubt in found.doubts)


def _part_lines(what: str, part: ProofPart) -> Iterator[str]:
    if part.articles:
        yield f"articles {what}: {part.same} of {len(part.articles)} read the same"
    gone = Counter(name for each in part.articles for name in each.gone)
    yield from (f"  {name}: nowhere on {number} of these pages" for name, number in gone.items())
    for each in part.articles:
        yield from (
            [] if each.is_same else [f"  {each.url}", *(f"    {d}" for d in each.differences)]
        )


def repair_json(found: Repair, *, is_written: bool) -> dict[str, Any]:
    """Return a proposal and its proof for ``--json``."""
    return {
        "layout": found.layout,
        "when": found.when,
        "made": _part_json(found.made),
        "held": _part_json(found.held),
        "archive_pages": [
            {
                "url": each.url,
                "known": each.known,
                "missing": list(each.missing),
                "added": list(each.added),
                "same": each.is_same,
            }
            for each in found.lists
        ],
        "older": {"same": found.older, "of": found.of_older},
        "newest": found.newest,
        "requests": found.requests,
        "remarks": list(found.remarks),
        "failed_expectations": list(found.failed),
        "doubts": list(found.doubts),
        "proved": not found.doubts,
        "lines": list(repair_lines(found)),
        "written": is_written,
        "file": found.text,
    }


def _part_json(part: ProofPart) -> dict[str, Any]:
    return {
        "same": part.same,
        "of": len(part.articles),
        "articles": [
            {
                "url": each.url,
                "f1": each.f1,
                "differences": list(each.differences),
                "gone": list(each.gone),
            }
            for each in part.articles
        ],
    }
