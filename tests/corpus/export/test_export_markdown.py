"""Markdown of articles: what the text has as code or formula is the same, all else is escaped."""

from __future__ import annotations

import pytest
from lxml import etree

from webarticlecurator.corpus.export.markdown import write_markdown
from webarticlecurator.tei.documents.plain_text import find_lines

TEI = "http://www.tei-c.org/ns/1.0"


def markdown(body: str) -> str:
    document = f'<TEI xmlns="{TEI}"><text><body>{body}</body></text></TEI>'
    return write_markdown("", etree.fromstring(document)).rstrip("\n")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (r"<p>$a_1 \cdot b$ is *not* small</p>", r"$a_1 \cdot b$ is \*not\* small"),
        (r"<p>\(a_1\) and $$a^{b_1}$$</p>", r"\(a_1\) and $$a^{b_1}$$"),
        (r"<p>from $5_a to 6$ or $ x_1 $</p>", r"from $5_a to 6$ or $ x\_1 $"),
        (r"<p>costs $5_a and $6_b</p>", r"costs $5\_a and $6\_b"),
        (r'<p>so <formula notation="TeX">c_2</formula>.</p>', "so $c_2$."),
        ('<p><formula notation="TeX" rend="display">c_2</formula></p>', "$$c_2$$"),
        ("<p>call <code>f_x(*a)</code> now</p>", "call `f_x(*a)` now"),
        ("<p>a <code>`b</code></p>", "a `` `b ``"),
        ('<p><hi rend="code">def f: <lb/>    return 1</hi></p>', "```\ndef f:\n    return 1\n```"),
        (
            '<p>So: <hi rend="code">a <lb/>```</hi> it is.</p>',
            "So: \n\n````\na\n```\n````\n\n it is.",
        ),
        (
            '<list><item><hi rend="code">if a: <lb/>  b</hi></item><item>c</item></list>',
            "- ```\n  if a:\n    b\n  ```\n\n- c",
        ),
        ('<quote><hi rend="code">a <lb/> b</hi></quote>', "> ```\n> a\n>  b\n> ```"),
        ('<div><head><hi rend="code">a <lb/> b</hi></head></div>', "```\na\n b\n```"),
        ('<p><hi rend="bold">a_1</hi> and a_2</p>', r"a\_1 and a\_2"),
        ("<p>1. no list</p>", r"1\. no list"),
        ("<p>~~~</p><p>--- a</p>", "\\~~~\n\n\\--- a"),
        ("<p>a &amp;amp; b</p>", r"a \&amp; b"),
        (
            r"<p>Escape \( with <code>re.escape</code> and \)</p>",
            r"Escape \\( with `re.escape` and \\)",
        ),
        ("<p>5$ (<code>a_b</code>) or US$<code>c</code> je 3$</p>", "5$ (`a_b`) or US$`c` je 3$"),
        ("<p>US$20 &lt;b&gt; A$</p>", r"US$20 \<b\> A$"),
        ("<p>$100 (net) to *five*$</p>", r"$100 (net) to \*five\*$"),
        ("<p>\ue0007\ue001</p>", "\ue0007\ue001"),
    ],
)
def test_code_and_formulas_are_kept(body: str, expected: str) -> None:
    assert markdown(body) == expected


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("<p><code>def f:\n    return  1</code></p>", ["def f:", "    return  1"]),
        ('<p><hi rend="code">  f: <lb/><lb/>\treturn 1</hi></p>', ["  f:", "\treturn 1"]),
        ("<table><row><cell><code>a\n\tb</code></cell></row></table>", ["a b"]),
        ("<p>So: <code>a\nb</code> it is.</p><p>c</p>", ["So: a", "b it is.", "c"]),
        ("<p>a\nb <lb/>c <code>d</code></p>", ["a b c d"]),
    ],
)
def test_lines_of_code_are_lines_of_the_plain_text(body: str, lines: list[str]) -> None:
    tei = f'<TEI xmlns="{TEI}"><text><body>{body}</body></text></TEI>'
    assert find_lines(etree.fromstring(tei)) == lines


def test_the_document_stays_as_it_was() -> None:
    root = etree.fromstring(
        f'<TEI xmlns="{TEI}"><text><body><p><code>a</code></p></body></text></TEI>'
    )
    before = etree.tostring(root)
    assert write_markdown("", root) == "`a`\n"
    assert etree.tostring(root) == before
