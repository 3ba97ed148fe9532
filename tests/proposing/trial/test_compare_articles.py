"""Two states of an article, compared word by word."""

from __future__ import annotations

from webarticlecurator.base.model.article import Article, Metadata, TextAccount, Value
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.proposing.trial.compare_articles import compare_articles

LONG = "A sentence that stays as it is, to the last word of all its words."


def paragraph(*children: Node | str) -> Node:
    return Node("paragraph", children)


def article(*blocks: Node, **fields: str) -> Article:
    metadata = tuple((name, (Value(value, "rule", value),)) for name, value in fields.items())
    return Article(
        "a1", "https://x.example/", (), None, (), Metadata(metadata), blocks, TextAccount()
    )


def described(old: Article, new: Article) -> list[tuple[str, str, int, str]]:
    """The changed lines, their words marked as `curator diff` does."""
    signs = {"same": "{}", "gone": "[-{}-]", "added": "{{+{}+}}"}
    return [
        (
            line.change,
            line.kind,
            line.number,
            " ".join(signs[run.fate].format(run.text) for run in line.runs),
        )
        for line in compare_articles(old, new).lines
    ]


def test_words_that_go_and_come_are_marked_in_their_line():
    old = article(paragraph(LONG), paragraph("The cat sat on ", Node("bold", ("the",)), " mat."))
    new = article(
        paragraph(LONG), paragraph("The dog sat on ", Node("bold", ("the",)), " mat now.")
    )
    assert described(old, new) == [
        ("changed", "paragraph", 2, "The [-cat-] {+dog+} sat on the [-mat.-] {+mat now.+}")
    ]
    found = compare_articles(old, new)
    assert (found.words_gone, found.words_added) == (2, 3)


def test_lines_that_come_and_go_keep_the_numbers_of_their_version():
    old = article(paragraph("The first."), paragraph(LONG), paragraph("An old one goes."))
    new = article(paragraph("Entirely other words here."), paragraph("The first."), paragraph(LONG))
    assert described(old, new) == [
        ("added", "paragraph", 1, "{+Entirely other words here.+}"),
        ("removed", "paragraph", 3, "[-An old one goes.-]"),
    ]


def test_a_comment_is_a_line_of_its_own():
    def commented(*texts: str) -> Article:
        comments = tuple(Node("comment", (paragraph(text),)) for text in texts)
        return article(paragraph(LONG), Node("comments", comments))

    assert described(commented("One."), commented("One.", "Two words.")) == [
        ("added", "comment paragraph", 3, "{+Two words.+}")
    ]


def test_other_links_and_pictures_with_the_same_words_are_told():
    def linked(address: str) -> Article:
        link = Node("link", ("here",), (("target", f"https://x.example/{address}"),))
        media = Node("media-link", (), (("target", f"https://x.example/{address}.png"),))
        return article(paragraph("Look ", link, "."), Node("figure", (media,)))

    lines = compare_articles(linked("a"), linked("b")).lines
    assert [(line.change, line.kind, line.new) for line in lines] == [
        ("marked", "paragraph", "Look here."),
        ("marked", "figure media-link", "https://x.example/b.png"),
    ]


def test_metadata_with_other_values():
    found = compare_articles(
        article(title="A", section="News"), article(title="B", section="News", access="free")
    )
    assert [(each.field, each.old, each.new) for each in found.metadata] == [
        ("title", ("A",), ("B",)),
        ("access", (), ("free",)),
    ]
    assert not compare_articles(article(title="A"), article(title="A")).metadata
