"""``article.comments``: keep readers' comments, drop them, or replace their writers' names."""

from __future__ import annotations

from webarticlecurator.articles.blocks.article_body import BodyResult
from webarticlecurator.articles.by_rules.pseudonyms import Pseudonyms
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Rejected, TextAccount
from webarticlecurator.base.model.blocks import Node, block_words
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.article_rules import PSEUDONYMS, ArticleRules

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
        # Replace the names of readers in the comments
        comments = [block for block in body.blocks if block.name == "comments"]
        if not comments:
            return body
        pseudonyms = Pseudonyms(key, comments)
        blocks = tuple(
            block
            for each in body.blocks
            for block in (pseudonyms.replace_names(each) if each in comments else (each,))
        )
        return replace(
            body,
            blocks=blocks,
            account=_drop_words(body.account, COMMENTS_REPLACE, pseudonyms.replaced_words),
            problems=(*body.problems, *_check_writers(comments, url)),
        )

    # Tags that occur only in comments leave the account: they need no row in the tag dictionary.
    blocks = tuple(block for block in body.blocks if block.name != "comments")
    if not blocks:
        return Rejected("", "empty", "there are only comments, and article.comments drops them")
    if len(blocks) == len(body.blocks):
        return body
    count = len(block_words(body.blocks)) - len(block_words(blocks))
    account = replace(
        _drop_words(body.account, COMMENTS_DROP, count),
        unclaimed=_subtract_counts(body.account.unclaimed, body.tags_of_comments.unclaimed),
        base=_subtract_counts(body.account.base, body.tags_of_comments.base),
    )
    return replace(body, blocks=blocks, account=account, tags_of_comments=TextAccount())


def _drop_words(account: TextAccount, rule: str, count: int) -> TextAccount:
    dropped = (*account.dropped, (rule, count)) if count else account.dropped
    return replace(account, kept=account.kept - count, dropped=tuple(sorted(dropped)))


def _check_writers(comments: list[Node], url: str) -> tuple[Problem, ...]:
    """Return a problem if no comment has a writer: then names may stand in the text."""
    nodes = [node for block in comments for node in block.nodes if node.name == "comment"]
    if not nodes or any(node.get("who") for node in nodes):
        return ()
    return (make_problem("commenters-unknown", url, number=len(nodes)),)


def _subtract_counts(
    table: tuple[tuple[str, int], ...], part: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    counts = dict(part)
    return tuple((name, rest) for name, count in table if (rest := count - counts.get(name, 0)))
