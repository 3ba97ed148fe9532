"""Write ``article.body`` of a portal file from the rules that were found on its pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.proposal.proposal import (
    CommentRules,
    FieldLine,
    LearnedLine,
    LearnedRules,
    PostRules,
)
from webarticlecurator.base.text.characters import escape_cell
from webarticlecurator.portal_file.values.scalars import GUESS_ELSEWHERE
from webarticlecurator.portal_file.written.written_rules import to_field_yaml, to_line_yaml
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue, yaml_value

_PLACE = ("css", "attr", "within", "xpath")
"""Keys of a rule that say where something is."""


def body_yaml(rules: LearnedRules) -> str:
    """Return ``article.body`` as it is written into a portal file."""
    return "\n".join(["article:", "  body:", *body_lines(rules)])


def body_lines(rules: LearnedRules, drops: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of ``article.body``, below that key; ``drops`` (rules as YAML) come after the
    learned ones."""
    comments = rules.comments if rules.roots and rules.is_precise else None
    if rules.roots:
        comment_rule = f", {comments.comment}" if comments and not comments.box else ""
        yield from _list_lines(
            "root", [replace(root, rule=f"{root.rule}{comment_rule}") for root in rules.roots]
        )
        guess = GUESS_ELSEWHERE if rules.is_precise else "true"
        yield f"    guess: {guess}  # a page without such a root is read as if there were no rules"
    yield from _list_lines("drop", list(_drop_beside(rules.drops, comments)))
    learned = [line.rule for line in rules.drops if line.text is None]
    more = [drop for drop in (*drops, *(comments.drops if comments else ())) if drop not in learned]
    if more and not rules.drops:
        yield "    drop:"
    yield from (f"      - {drop}" for drop in more)
    if comments:
        yield f"    once: [{yaml_value(comments.comment)}]"
    if rules.posts is not None and rules.roots:
        yield f"    posts: {yaml_value(write_posts(rules.posts))}  # each root is a post"
    yield from (["    tags:"] if rules.leads or comments else [])
    yield from (
        f"      {yaml_value(lead.rule)}: lead  # {describe_evidence(lead)}" for lead in rules.leads
    )
    if comments:
        yield f"      # {comments.count} comments of readers, on {comments.pages} of the pages; without them:  comments: drop"
        names = {"comment": comments.comment, "comment-author": comments.author}
        for name, css in {**names, "comment-time": comments.time}.items():
            yield f"      {yaml_value(css)}: {name}"


def _drop_beside(
    drops: Sequence[LearnedLine], comments: CommentRules | None
) -> Iterator[LearnedLine]:
    """Yield the drops; of the box with the comments, what is beside them is dropped."""
    for line in drops:
        is_box = comments is not None and line.rule == comments.box and line.text is None
        if is_box and comments is not None:
            yield replace(line, rule=f"{comments.box} > :not({comments.comment})")
        else:
            yield line


def write_posts(posts: PostRules) -> dict[str, YamlValue]:
    """Return the value of ``posts``."""
    found = {"author": posts.author, "time": posts.time}
    return {name: to_field_yaml(_place_only(line)) for name, line in found.items()}


def _place_only(line: FieldLine) -> FieldLine:
    """Return the rule with its place alone: what reads posts cuts and chooses by itself."""
    return replace(line, rule={key: line.rule[key] for key in _PLACE if key in line.rule})


def _list_lines(key: str, lines: Sequence[LearnedLine]) -> Iterator[str]:
    if lines:
        yield f"    {key}:"
    for line in lines:
        comment = f"  # {describe_evidence(line)}" if line.evidence else ""
        yield f"      - {yaml_value(to_line_yaml(line))}{comment}"


def describe_evidence(line: LearnedLine) -> str:
    """Return the evidence for a rule as a comment in one line."""
    return escape_cell(" ".join(line.evidence.split()))
