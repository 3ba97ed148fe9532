"""Formulas: the source in TeX that a page has is in TEI and text once, whatever program shows it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import page, try_page

TEX = r"\frac{a}{b} < c_1"
SAFE = r"\frac{a}{b} &lt; c_1"
MATH = (
    "<math{}><semantics><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>&lt;</mo><msub><mi>c</mi>"
    "<mn>1</mn></msub></mrow>{}</semantics></math>"
)
ANNOTATION = f'<annotation encoding="application/x-tex">{SAFE}</annotation>'
KATEX = (
    f"<span class=katex><span class=katex-mathml>{MATH.format('', ANNOTATION)}</span>"
    "<span class=katex-html aria-hidden=true><span>ba</span><span>&lt;c1</span></span></span>"
)
FORMS = {
    "MathML with its source": MATH.format("", ANNOTATION),
    "LaTeXML": MATH.format(f' alttext="{SAFE}"', ""),
    "KaTeX": KATEX,
    "KaTeX without a script": KATEX.replace(" aria-hidden=true", ' aria-hidden="true"'),
    "a wiki": (
        "<span class=mwe-math-element><span style='display: none'>"
        + MATH.format(f' alttext="{SAFE}"', ANNOTATION)
        + f'</span><img src=/render/1.svg alt="{SAFE}"></span>'
    ),
    "MathJax 2": (
        "<span class=MathJax_Preview>a/b</span><span class=MathJax id=MathJax-Element-3-Frame>ab"
        f'<nobr>c1</nobr></span><script type="math/tex" id=MathJax-Element-3>{TEX}</script>'
    ),
    "MathJax 2 before it ran": f'<script type="math/tex">{TEX}</script>',
    "MathJax 4": (
        "<mjx-container><mjx-math aria-hidden=true>abc1</mjx-math><mjx-assistive-mml>"
        + MATH.format(f' data-latex="{SAFE}"', "")
        + "</mjx-assistive-mml></mjx-container>"
    ),
    "a picture by its class": f'<img class=latex src=/1.png alt="{SAFE}">',
    "a picture by its address": f'<img src="https://x.example/latex.php?latex=a" alt="{SAFE}">',
}


@pytest.mark.parametrize("name", FORMS)
def test_the_source_stands_once_in_tei_and_text(tmp_path: Path, name: str) -> None:
    text = f"<p>Then {FORMS[name]}, as was to be shown.</p>"
    tried = try_page(tmp_path, page(text))
    assert tried.at("//t:formula[@notation='TeX'][not(@rend)]") == [TEX]
    assert tried.words == f"Then {TEX}, as was to be shown.".split()
    assert not tried.at("//t:body//t:graphic/@url")


@pytest.mark.parametrize(
    "markup",
    [
        MATH.format(" display=block", ANNOTATION),
        f"<span class=katex-display>{KATEX.replace('<math>', '<math display=block>')}</span>",
        "<span class=MathJax_Display><span id=M-1-Frame>abc1</span></span>"
        f'<script type="math/tex; mode=display" id=M-1>{TEX}</script>',
    ],
)
def test_a_formula_on_a_line_of_its_own(tmp_path: Path, markup: str) -> None:
    tried = try_page(tmp_path, page(f"<p>Then{markup}as was to be shown.</p>"))
    assert tried.at("//t:p/t:formula/@rend") == ["display"]
    assert tried.words == f"Then {TEX} as was to be shown.".split()


def test_a_formula_in_a_block_of_its_own_is_a_paragraph(tmp_path: Path) -> None:
    tried = try_page(tmp_path, page(f"<p>Then</p><div>{FORMS['KaTeX']}</div><p>so.</p>"))
    assert tried.at("//t:body/t:p") == ["Then", TEX, "so."]


def test_mathml_without_a_source_keeps_its_words(tmp_path: Path) -> None:
    tried = try_page(tmp_path, page(f"<p>Then {MATH.format('', '')}.</p>"))
    assert not tried.at("//t:formula")
    assert tried.words == ["Then", "ab<c1."]


@pytest.mark.parametrize(
    "markup",
    [
        '<img class=photo src=/1.jpg alt="x^2">',
        '<script type="text/javascript">x^2</script>',
        "<img class=latex src=/1.png alt=''>",
    ],
)
def test_other_pictures_and_scripts_are_no_formulas(tmp_path: Path, markup: str) -> None:
    assert not try_page(tmp_path, page(f"<p>Then {markup}.</p>")).at("//t:formula")


def test_the_tag_dictionary_of_the_portal_decides_first(tmp_path: Path) -> None:
    rules = "article: {body: {root: article, tags: {span.katex: drop, span.tex: formula}}}\n"
    text = f"<p>Then {KATEX} or <span class=tex>x_1</span>.</p>"
    tried = try_page(tmp_path, page(text), rules)
    assert tried.at("//t:formula") == ["x_1"]
    assert tried.words == ["Then", "or", "x_1."]


def test_what_a_rule_drops_is_no_formula(tmp_path: Path) -> None:
    rules = "article: {body: {root: article, drop: [span.katex]}}\n"
    tried = try_page(tmp_path, page(f"<p>Then {KATEX}.</p>"), rules)
    assert not tried.at("//t:formula")
