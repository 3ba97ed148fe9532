"""``article.comments``: keep readers' comments, drop them, or replace their writers' names."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.extract.body.article_body import BodyResult
from webarticlecurator.extract.body.pseudonyms import Pseudonyms
from webarticlecurator.model.article import Rejected, TextAccount
from webarticlecurator.model.article_rules import PSEUDONYMS, ArticleRules
from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.model.verdict import COMMENTERS_UNKNOWN, Problem

COMMENTS_DROP = "article.comments: drop"
"""The name of the rule in the word account."""
COMMENTS_REPLACE = f"article.comments: {PSEUDONYMS}"
"""The name of the rule for what pseudonyms replace."""


def apply_comments_rule(
    body: BodyResult | Rejected, rules: ArticleRules, key: bytes, url: str
) -> BodyResult | Rejected:
    """Return the body of the page ``url`` with its comments as ``article.comments`` says.

    ``key`` is that of the pseudonyms. Rejected as ``empty`` if the body holds only comments, which
    are dropped.
    """
    if isinstance(body, Rejected) or rules.comments == "keep":
        return body
    if rules.comments == PSEUDONYMS:
        return _replace_names(body, key, url)
    rest = _remove_comments(body)
    if rest.blocks:
        return rest
    return Rejected("", "empty", "there are only comments, and article.comments drops them")


def _replace_names(body: BodyResult, key: bytes, url: str) -> BodyResult:
    """Replace the names of readers in the comments.

    The words that are replaced are dropped by the rule; pseudonyms are words of the body that do
    not count as kept.
    """
    comments = [block for block in body.blocks if block.name == "comments"]
    if not comments:
        return body
    pseudonyms = Pseudonyms(key, comments)
    blocks = tuple(
        block
        for each in body.blocks
        for block in (pseudonyms.replace_names(each) if each in comments else (each,))
    )
    count = pseudonyms.replaced_words
    dropped = ((COMMENTS_REPLACE, count),) if count else ()
    account = replace(
        body.account,
        kept=body.account.kept - count,
        dropped=tuple(sorted((*body.account.dropped, *dropped))),
    )
    return replace(
        body,
        blocks=blocks,
        account=account,
        problems=(*body.problems, *_check_writers(comments, url)),
    )


def _check_writers(comments: list[Node], url: str) -> tuple[Problem, ...]:
    """Return a problem if no comment has a writer: then names may stand in the text."""
    nodes = [node for block in comments for node in block.nodes if node.name == "comment"]
    if not nodes or any(node.get("who") for node in nodes):
        return ()
    message = (
        f"{len(nodes)} comments, none with a writer that the tag dictionary names; their names may"
        " stand in the text (give their element the block comment-author, or drop it)"
    )
    return (Problem(COMMENTERS_UNKNOWN, url, message),)


def _remove_comments(body: BodyResult) -> BodyResult:
    """Remove the comments and count their words as dropped by the rule ``article.comments``.

    Tags that occur only in comments leave the account: they need no row in the tag dictionary.
    """
    kept = tuple(block for block in body.blocks if block.name != "comments")
    if len(kept) == len(body.blocks):
        return body

    count = len(block_words(body.blocks)) - len(block_words(kept))
    dropped = ((COMMENTS_DROP, count),) if count else ()
    account = replace(
        body.account,
        kept=body.account.kept - count,
        dropped=tuple(sorted((*body.account.dropped, *dropped))),
        unclaimed=_subtract_counts(body.account.unclaimed, body.tags_of_comments.unclaimed),
        base=_subtract_counts(body.account.base, body.tags_of_comments.base),
    )
    return replace(body, blocks=kept, account=account, tags_of_comments=TextAccount())


def _subtract_counts(
    table: tuple[tuple[str, int], ...], part: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    counts = dict(part)
    return tuple((name, rest) for name, count in table if (rest := count - counts.get(name, 0)))
