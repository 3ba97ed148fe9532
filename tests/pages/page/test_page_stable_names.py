"""What a person wrote in a class or an id, and what a program generated."""

from __future__ import annotations

import pytest
from lxml import html

from webarticlecurator.pages.page.layout_classes import is_layout_class, is_utility_class
from webarticlecurator.pages.page.stable_names import (
    find_written_part,
    is_written_name,
    select_by_class,
)

WRITTEN = """entry-content wp-block-post-content td-post-content et_pb_text_0 articleBody bodyText btnGroup imgWrap
isOnTop StoryBodyCompanionColumn node--type-article zn-body__paragraph caas-body body-copy-v2 level-1 h2 mp3player
html5video top10list covid19-box w3c-box NYTimes ABCNews cikk article__text l-article c-lead--wide block12""".split()
PARTS = {
    "Article_body__3xY2z": "Article_body__",  # CSS modules of webpack
    "styles_body__Ab3dE": "styles_body__",
    "article-body__row__dFOPA": "article-body__row__",
    "read-more_withImage__1YJa_": "read-more_withImage__",
    "_article_1x2yz_5": "_article_",  # of Vite
    "article__content-2kXw7": "article__content-",
    "c-article__body--x8f2a": "c-article__body--",
    "css-1x2y3z-ArticleText": "-ArticleText",  # Emotion
    "ArticleBody-sc-1x2y3z-0": "ArticleBody-sc-",  # styled-components
    "StoryBody__Text-sc-1k2j3h-4": "StoryBody__Text-sc-",
    "makeStyles-content-12": "makeStyles-content-",  # JSS
}
GENERATED = """css-1x2y3z4 css-k008qs css-1nupfq9 emotion-12 jss123 svelte-1tky8bj sc-1a2b3c4-0 sc-bdVaJa kXyZab hXzQwK a1b2c3d4
_2NkRt ng-tns-c123-4 x1y2-abc post-12345 articleId-20240512""".split()
LOOKS = """px-5 mt-4 mx-auto tw-mt-4 u-mb-20 col-md-7 w-full text-lg text-center float_left clear-both size-16 d-flex
flex-row between-xs max-w-none is-active has-media first""".split()


@pytest.mark.parametrize("name", WRITTEN)
def test_what_a_person_wrote_is_kept_whole(name: str) -> None:
    assert is_written_name(name)
    assert not is_utility_class(name)


@pytest.mark.parametrize(("name", "part"), PARTS.items(), ids=PARTS)
def test_of_a_name_that_is_generated_in_part_the_written_part_is_found(
    name: str, part: str
) -> None:
    assert find_written_part(name) == part
    element = html.fromstring(f'<div class="{name}">')
    assert list(select_by_class(element)) == [(name, f'div[class*="{part}"]')]
    assert element.getroottree().getroot().cssselect(f'div[class*="{part}"]') == [element]


@pytest.mark.parametrize("name", ["", "7up", "md:px-4", "a.b", *GENERATED])
def test_of_a_generated_name_nothing_is_left(name: str) -> None:
    assert find_written_part(name) == ""
    assert not is_written_name(name)


@pytest.mark.parametrize("name", LOOKS)
def test_classes_of_a_layout_are_known(name: str) -> None:
    assert is_layout_class(name)


def test_the_hash_after_a_class_of_styled_components_is_left_out() -> None:
    element = html.fromstring('<p class="Lead-sc-1x2y3z-0 jyoikr lead intro">')
    assert [css for _, css in select_by_class(element)] == [
        'p[class*="Lead-sc-"]',
        "p.lead",
        "p.intro",
    ]
    alone = html.fromstring('<p class="jyoikr lead">')
    assert [css for _, css in select_by_class(alone)] == ["p.jyoikr", "p.lead"], "it may be a word"
