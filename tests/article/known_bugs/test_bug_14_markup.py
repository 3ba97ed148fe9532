"""Bug 14, kind by kind: what attributes of HTML say about a piece of text is kept, where TEI has a
place for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from operators_material import BASE, page, try_page


@pytest.mark.parametrize(
    ("attributes", "rend", "first"),
    [
        ("", "numbered", []),
        ("type=1", "numbered", []),
        ("type=a", "numbered lower-alpha", []),
        ("type=A", "numbered upper-alpha", []),
        ("type=i start=4", "numbered lower-roman", ["4"]),
        ("type=I reversed start=-2", "numbered upper-roman reversed", ["-2"]),
        ("reversed", "numbered reversed", []),
        ("type=circle start=x", "numbered", []),
        ("start=1", "numbered", []),
        ("start=99999999999", "numbered", []),
    ],
)
def test_bug_14_how_a_list_is_numbered(
    tmp_path: Path, attributes: str, rend: str, first: list[str]
):
    tried = try_page(tmp_path, page(f"<ol {attributes}><li>a</li><li>b</li></ol>"))
    assert (tried.at("//t:list/@rend"), tried.at("//t:list/t:item/@n")) == ([rend], first)


def test_bug_14_an_item_may_have_a_number_of_its_own(tmp_path: Path):
    tried = try_page(tmp_path, page("<ol start=3><li>a<li value=9>b<li value='x'>c</ol>"))
    assert [tried.at(f"//t:item[{n}]/@n") for n in (1, 2, 3)] == [["3"], ["9"], []]


@pytest.mark.parametrize(
    "text",
    [
        "<dl><dt>t</dt><dd>d</dd><dd>e</dd><dt>u</dt><dd>v</dd></dl>",
        "<dl><dt>t<dd>d<dd>e<dt>u<dd>v</dl>",
    ],
)
def test_bug_14_terms_and_what_is_said_of_them(tmp_path: Path, text: str):
    """HTML lets the end tags of dt and dd be left out; libxml2 then nests them."""
    tried = try_page(tmp_path, page(text))
    assert tried.at("//t:list/@rend") == ["description"]
    assert tried.at("//t:list[@rend='description']/t:item") == ["t", "d", "e", "u", "v"]
    assert tried.at("//t:item[@rend='term']") == ["t", "u"]


def test_bug_14_the_rows_of_a_tables_head_are_labels(tmp_path: Path):
    tried = try_page(tmp_path, page("<table><thead><tr><th>a<td>b<tbody><tr><th>1<td>2</table>"))
    assert tried.at("//t:row[@role='label']/t:cell") == ["a", "b"]
    assert tried.at("//t:cell[@role='label']") == ["a", "1"]


@pytest.mark.parametrize(
    ("image", "description"),
    [
        ("<img src=/1.jpg alt=a title=t>", ["a"]),
        ("<img src=/1.jpg alt='' title=' t  u '>", ["t u"]),
        ("<img src=/1.jpg>", []),
        ("<img src='data:x' class=lazy><noscript><img src=/1.jpg alt=n></noscript>", ["n"]),
    ],
)
def test_bug_14_what_stands_for_a_picture(tmp_path: Path, image: str, description: list[str]):
    tried = try_page(tmp_path, page(f"<p>x</p>{image}"))
    assert (tried.at("//t:figDesc"), tried.at("//t:graphic/@url")) == (
        description,
        [f"{BASE}/1.jpg"],
    )


LAZY = [
    "<img src='data:image/gif;base64,AA' data-src=/1.jpg><noscript><img src=/1.jpg></noscript>",
    "<img src=/blank.gif><noscript><img src=/1.jpg></noscript>",
    "<img src='data:image/gif;base64,AA'> <noscript><img src=/1.jpg></noscript>",
    "<picture><source srcset='/s.jpg 300w, /1.jpg 900w'><img src='data:,'></picture><noscript><img src=/1.jpg></noscript>",
    "<figure><noscript><img src=/1.jpg></noscript></figure>",
    "<div class=lazy><noscript><img src=/1.jpg></noscript></div>",
    "<amp-img src=/1.jpg><noscript><img src=/1.jpg></noscript></amp-img>",
    "<img src=/1.jpg><noscript><img src=https://c.example/?n height=1 width=1></noscript>",
    "<amp-img src=/1.jpg><amp-img fallback src=/2.jpg></amp-img></amp-img>",
]


@pytest.mark.parametrize("image", LAZY)
def test_a_picture_that_a_script_loads_is_there_once(tmp_path: Path, image: str):
    assert try_page(tmp_path, page(f"<p>x</p>{image}")).at("//t:graphic/@url") == [f"{BASE}/1.jpg"]


def test_a_noscript_that_only_counts_readers_is_no_picture(tmp_path: Path):
    tried = try_page(tmp_path, page("<p>x</p><noscript>y<img src=/p height=1 width=1></noscript>"))
    assert (tried.at("//t:graphic"), tried.words) == ([], ["x"])


COMPONENTS = {
    "<amp-youtube data-videoid=q></amp-youtube>": "https://www.youtube.com/watch?v=q",
    "<lite-youtube videoid=q></lite-youtube>": "https://www.youtube.com/watch?v=q",
    "<amp-vimeo data-videoid=1></amp-vimeo>": "https://vimeo.com/1",
    "<amp-twitter data-tweetid=5></amp-twitter>": "https://twitter.com/i/status/5",
    "<amp-instagram data-shortcode=x_1></amp-instagram>": "https://www.instagram.com/p/x_1/",
    "<amp-facebook data-href=https://fb.example/1></amp-facebook>": "https://fb.example/1",
    "<script async src=https://t.example/w.js data-telegram-post=chan/1></script>": "https://t.me/chan/1",
}


@pytest.mark.parametrize("markup", COMPONENTS)
def test_what_is_embedded_by_an_id_has_its_address(tmp_path: Path, markup: str):
    tried = try_page(tmp_path, page(f"<p>x</p>{markup}<p>y</p>"))
    assert (tried.at("//t:figure//t:ref/@target"), tried.words) == (
        [COMPONENTS[markup]],
        ["x", "y"],
    )


@pytest.mark.parametrize(
    ("style", "words"),
    [
        ("display:block", ["a", "b", "c"]),
        ("color: red; DISPLAY : Flex", ["a", "b", "c"]),
        ("display:inline-block", ["abc"]),
        ("display:none", ["abc"]),
        ("-x-display:block", ["abc"]),
    ],
)
def test_bug_10_a_line_of_its_own_by_style_is_not_glued(
    tmp_path: Path, style: str, words: list[str]
):
    assert try_page(tmp_path, page(f'a<span style="{style}">b</span>c')).words == words
