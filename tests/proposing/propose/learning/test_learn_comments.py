"""Rules for readers' comments that several pages suggest, by structure."""

from __future__ import annotations

from learn_pages import WORDS, page, paragraphs

from webarticlecurator.base.proposal.proposal import CommentRules
from webarticlecurator.proposing.text_rules.comment_rules import learn_comments


def comment(number: int, answers: str = "") -> str:
    when = f"2024-03-{number + 1:02}T09:00"
    return (
        f'<li id="c-{number}" class="comment depth-1"><article class="comment-body">'
        f'<footer><b class="fn">Reader {number}</b> <span class="says">says:</span>'
        f'<time datetime="{when}">{when}</time></footer>'
        f"<p>I saw the {WORDS[number]} before it was new.</p>"
        f'<div class="reply"><a href="?to={number}">Reply</a></div></article>{answers}</li>'
    )


def article(number: int, below: str, text: str = "") -> str:
    return (
        f'<html><body><main><h1>On the {WORDS[number]}</h1><div class="story">{paragraphs(number)}'
        f"{text}</div>{below}</main></body></html>"
    )


def learned(*pages: str) -> CommentRules | None:
    stored = [page(number, html) for number, html in enumerate(pages)]
    return learn_comments(stored, ["div.story"])


def test_comments_and_their_answers():
    answer = f'<ol class="children">{comment(3)}</ol>'
    found = learned(
        article(0, f'<div id="comments"><h2>2 comments</h2><ol>{comment(1, answer)}</ol></div>'),
        article(1, f'<div id="comments"><h2>1 comment</h2><ol>{comment(2)}</ol></div>'),
        article(2, ""),
    )
    assert found is not None
    assert (found.comment, found.author, found.time) == ("li.comment", "b.fn", "time")
    assert set(found.drops) == {"span.says", "div.reply"}
    assert (found.count, found.pages) == (3, 2)


def test_the_newest_comments_of_the_portal_are_no_comments_of_an_article():
    """They are the same on every page."""
    box = f'<aside><ol class="newest">{comment(4)}{comment(5)}</ol></aside>'
    assert learned(*(article(number, box) for number in range(3))) is None


def test_comments_without_a_name_or_a_time_are_left_out():
    plain = "".join(f'<li class="comment">Word {word}</li>' for word in WORDS[:4])
    assert learned(article(0, f"<ol>{plain}</ol>"), article(1, "")) is None


def test_comments_in_the_text_itself_need_other_rules():
    pages = [article(n, "", f"<ol>{comment(n)}{comment(n + 3)}</ol>") for n in range(3)]
    assert learned(*pages) is None


def plain_comment(number: int, answers: str = "") -> str:
    """Its name is no more than a heading, and the time stands in it."""
    return (
        f'<div class="comment media" id="comment-{number}"><h4>Reader {number} '
        f'<small class="timespan">{number + 1} years ago</small></h4>'
        f"<p>I saw the {WORDS[number]} before it was new.</p>{answers}</div>"
    )


def test_comments_in_a_box_that_is_dropped_from_the_text():
    """What is beside them in the box is dropped, and their names are known by place alone."""
    box = '<div id="talk"><h3>Comments</h3>{}<form>Your comment</form></div>'
    pages = [
        page(n, article(n, "", box.format(plain_comment(n, plain_comment(n + 3)))))
        for n in range(3)
    ]
    assert learn_comments(pages, ["div.story"]) is None
    found = learn_comments(pages, ["div.story"], ["div#talk"])
    assert found is not None
    assert (found.comment, found.author, found.time) == ("div.comment", "h4", "small.timespan")
    assert (found.box, found.count) == ("div#talk", 6)
    in_a_list = [
        page(n, article(n, "", box.format(f"<ol>{plain_comment(n)}</ol>"))) for n in range(3)
    ]
    assert learn_comments(in_a_list, ["div.story"], ["div#talk"]) is None
