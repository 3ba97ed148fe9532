"""Write the pages of an article, and what they load, as one HTML file: legend, lists of what is
dropped and changed, marked text.

It is the static form of a shown page (``show_page``): its text is written anew, between ``div``
and ``span`` elements whose attributes are ours, so that no script, style or address of the page is
left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from webarticlecurator.articles.blocks.walk_record import TextChange
from webarticlecurator.base.model.article import TextAccount
from webarticlecurator.base.text.html_text import escape_label, escape_text, write_page_head
from webarticlecurator.pages.page.word_account import sum_accounts
from webarticlecurator.proposing.trial.marked_tree import MarkedPart, MarkedTree
from webarticlecurator.proposing.trial.page_verdicts import PageVerdicts

_STYLE = Path(__file__).with_name("page_view.css")
_MAX_TEXT = 120
_AROUND = 40
"""Characters shown before and after a change of text."""
_MEANINGS = (
    ("kept", "text of the article"),
    ("unclaimed", "kept, but undecided: no tag dictionary knows the tag"),
    ("dropped", "left out of the article, by the rule or heuristic that is named"),
    ("outside", "in no element that holds the article"),
)


def write_page_file(pages: Sequence[PageVerdicts]) -> Iterator[bytes]:
    """Yield the file in pieces (UTF-8) for the pages of one article and the parts that they load,
    in their order.

    The same verdicts give the same bytes.
    """
    yield from (piece.encode("utf-8", "replace") for piece in _write_document(pages))


def _write_document(pages: Sequence[PageVerdicts]) -> Iterator[str]:
    trees = [
        MarkedTree(page.page.root, page.elements, f"m{number}-")
        for number, page in enumerate(pages, 1)
    ]
    is_one_of_several = sum(not each.part for each in pages) > 1
    yield write_page_head(
        f"What is kept of {pages[0].page.url}", _STYLE.read_text(encoding="utf-8")
    )
    yield from _write_facts(pages)
    yield from _write_legend(sum_accounts(page.account for page in pages))
    yield from _write_marked_parts("dropped", trees)
    yield from _write_marked_parts("unclaimed", trees)
    yield from _write_changes([change for page in pages for change in page.changes])
    name = ""
    for number, (page, tree) in enumerate(zip(pages, trees, strict=True), 1):
        before, name = name, f"Page {number}: {page.page.url}" if is_one_of_several else "The page"
        name = f"Loaded part, {page.part}: {page.page.url}" if page.part else name
        # a part in JSON can be many pages, one for each entry
        if name != before:
            yield f'<h2 id="page{number}">{escape_label(name)}</h2>\n'
        if tree.text_anchor:
            yield f'<p><a href="#{tree.text_anchor}">Go to the text</a></p>\n'
        yield '<main class="page outside">\n'
        yield from tree.pieces
        yield "\n</main>\n"
    yield "</body>\n</html>\n"


def _write_facts(pages: Sequence[PageVerdicts]) -> Iterator[str]:
    """Write how each page was read; once for pages of which the same is to be said."""
    written = set()
    for page in pages:
        rejected, confidence = page.rejected, page.confidence
        facts = (
            ("address", page.page.url),
            ("loaded part", page.part),
            ("rejected", f"{rejected.reason}: {rejected.evidence}" if rejected else ""),
            ("layout", page.layout),
            ("text", page.choice),
            ("confidence", "" if confidence is None else f"{confidence / 10:.1f} %"),
            *(("remark", problem) for problem in page.problems),
        )
        rows = "".join(
            f"<dt>{name}</dt><dd>{escape_label(value)}</dd>\n" for name, value in facts if value
        )
        if rows not in written:
            written.add(rows)
            yield f'<dl class="facts">\n{rows}</dl>\n'


def _write_legend(account: TextAccount) -> Iterator[str]:
    """Write the colours with the words of each; unclaimed words are kept ones, too."""
    words = {
        "kept": account.kept - account.unclaimed_words,
        "unclaimed": account.unclaimed_words,
        "dropped": account.dropped_words,
        "outside": account.outside or 0,
    }
    yield '<table>\n<tr><th scope="col">colour</th><th scope="col">words</th>'
    yield '<th scope="col">meaning</th></tr>\n'
    for state, meaning in _MEANINGS:
        yield (
            f'<tr><th scope="row" class="{state}">{state}</th>'
            f'<td class="number">{words[state]:,}</td><td>{meaning}</td></tr>\n'
        )
    yield "</table>\n"
    if account.dropped:
        yield "<details>\n<summary>Words dropped by each rule</summary>\n<table>\n"
        for rule, count in sorted(account.dropped, key=lambda pair: (-pair[1], pair[0])):
            yield f'<tr><td class="number">{count:,}</td><td>{escape_label(rule)}</td></tr>\n'
        yield "</table>\n</details>\n"


def _write_marked_parts(state: str, trees: Sequence[MarkedTree]) -> Iterator[str]:
    """Write the list of all parts with a state, with links to them."""
    listed: list[MarkedPart] = [
        part for tree in trees for part in tree.marked_parts if part.verdict.state == state
    ]
    if not listed:
        return
    yield f"<details>\n<summary>All {len(listed):,} {state} parts</summary>\n<table>\n"
    yield '<tr><th scope="col">words</th><th scope="col">reason</th>'
    yield '<th scope="col">element</th><th scope="col">text</th></tr>\n'
    for part in listed:
        text = part.text if len(part.text) <= _MAX_TEXT else f"{part.text[:_MAX_TEXT]}…"
        yield (
            f'<tr><td class="number">{part.words:,}</td>'
            f'<td><a href="#{part.anchor}">{escape_label(part.verdict.reason)}</a></td>'
            f"<td>{escape_label(part.element)}</td><td>{escape_text(text)}</td></tr>\n"
        )
    yield "</table>\n</details>\n"


def _write_changes(changes: Sequence[TextChange]) -> Iterator[str]:
    """Write the list of what ``body.clean`` replaces, each with the text around it."""
    if not changes:
        return
    yield f"<details>\n<summary>All {len(changes):,} changes of text</summary>\n<table>\n"
    yield '<tr><th scope="col">rule</th><th scope="col">text</th></tr>\n'
    for change in changes:
        text, start, end = change.text, change.start, change.end
        parts = (text[max(start - _AROUND, 0) : start], text[start:end], change.replacement)
        # with a sign for each line break
        shown = (
            escape_text(part.replace("\n", "↵")) for part in (*parts, text[end : end + _AROUND])
        )
        before, match, replacement, after = shown
        yield (
            f"<tr><td>{escape_label(change.rule)}</td><td>{before}"
            f'<del class="dropped">{match}</del>'
            f'<ins class="kept">{replacement}</ins>{after}</td></tr>\n'
        )
    yield "</table>\n</details>\n"
