"""What is shown of a proposal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.text.catalogues import LANGUAGES
from webarticlecurator.base.text.translation import (
    Message,
    as_message,
    join_messages,
    make_count_message,
    make_message,
    reader_language,
    translate,
)

if TYPE_CHECKING:
    from webarticlecurator.proposing.repair.list_rules import ListComparison
    from webarticlecurator.proposing.repair.repair_proof import ProofPart, Repair

MAX_LINKS = 3
"""Links of an archive page that are shown."""


def repair_lines(found: Repair) -> Iterator[str]:
    """Yield the proof of a proposal for a person."""
    yield from describe_repair_proof(found)
    for part in (found.made, found.control):
        for article in part.articles:
            if not article.is_same:
                yield from _place_below(article.url, article.differences)
    for page in found.lists:
        differences = (*describe_list(page),)
        known = make_message("{number} known articles are listed", number=page.known)
        yield from _place_below(page.url, differences or (known,))
    yield from (make_message("remark: {remark}", remark=remark) for remark in found.remarks)
    yield from (make_message("not proved: {doubt}", doubt=doubt) for doubt in found.doubts)


def _place_below(url: str, lines: Iterable[str]) -> Iterator[str]:
    yield url
    yield from (join_messages("", ("  ", line)) for line in lines)


def describe_list(page: ListComparison) -> Iterator[Message]:
    """Yield what an archive page lists otherwise than it is known to."""
    if page.missing:
        yield make_message("missing: {links}", links=", ".join(page.missing[:MAX_LINKS]))
    if page.added:
        yield make_message("added: {links}", links=", ".join(page.added[:MAX_LINKS]))
    if page.next_page:
        yield make_message("next page: {link}", link=page.next_page)


def describe_repair_proof(found: Repair) -> Iterator[Message]:
    """Yield how much of what is known the proposed rules read again, in sentences."""
    if found.requests:
        yield make_count_message(
            "{number} page was requested again.",
            "{number} pages were requested again.",
            found.requests,
        )
    if found.control.articles:
        yield make_message(
            "Of the articles that had no part in the rules, {same} of {of} are read the same.",
            same=found.control.same,
            of=len(found.control.articles),
        )
    if found.made.articles:
        yield make_message(
            "Of the articles that the rules were made of, {same} of {of} are read the same.",
            same=found.made.same,
            of=len(found.made.articles),
        )
    gone = (name for part in (found.made, found.control) for e in part.articles for name in e.gone)
    for name, number in Counter(gone).items():
        yield make_count_message(
            "{number} of these pages no longer shows this anywhere: {field}.",
            "{number} of these pages no longer show this anywhere: {field}.",
            number,
            field=as_message(name),
        )
    if found.newest:
        yield make_count_message(
            "The rules were made of the newest page, which is no known article.",
            "The rules were made of the {number} newest pages, which are no known articles.",
            found.newest,
        )
    if found.of_older:
        yield make_message(
            "Of the older captures, {older} of {of_older} are read as before.",
            older=found.older,
            of_older=found.of_older,
        )


def repair_json(found: Repair, *, is_written: bool) -> dict[str, Any]:
    """Return a proposal and its proof for ``--json``."""
    return {
        "layout": found.layout,
        "when": found.when,
        "made": _part_json(found.made),
        "control": _part_json(found.control),
        "archive_pages": [
            {
                "url": each.url,
                "known": each.known,
                "missing": list(each.missing),
                "added": list(each.added),
                "same": each.is_same,
                "shown": _say(describe_list(each)),
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
        "shown": {
            "proof": _say(describe_repair_proof(found)),
            "remarks": _say(found.remarks),
            "doubts": _say(found.doubts),
        },
        "written": is_written,
        "file": found.text,
    }


def _say(messages: Iterable[str]) -> dict[str, list[str]]:
    """Return messages for a person, in each language: who reads them later may choose another."""
    kept, shown = [*messages], {}
    for language in LANGUAGES:
        token = reader_language.set(language)
        shown[language] = [*map(translate, kept)]
        reader_language.reset(token)
    return shown


def _part_json(part: ProofPart) -> dict[str, Any]:
    return {
        "same": part.same,
        "of": len(part.articles),
        "articles": [
            {
                "url": each.url,
                "f1": each.f1,
                "differences": list(each.differences),
                "shown": _say(each.differences),
                "gone": list(each.gone),
            }
            for each in part.articles
        ],
    }
