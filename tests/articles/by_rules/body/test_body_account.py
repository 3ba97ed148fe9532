"""The word account: what becomes of every word of a page."""

from __future__ import annotations

from collections.abc import Callable

from body_reading import URL
from lxml import etree, html

from webarticlecurator.articles.blocks.article_body import BodyResult, read_body
from webarticlecurator.base.model.blocks import Node, block_words
from webarticlecurator.base.portal.article_rules import ArticleRules, BodyRules
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import source_words
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.trial.verdicts_without_rules import count_words_outside
from webarticlecurator.tei.documents.body_words import tei_words

Read = Callable[..., BodyResult]

PAGE = """<body><header>outside words three</header>
<article><p>one two</p><div class=ad>ad ad<p class=ad>inner ad</p></div><div class=hint>hint <b>b</b>ut</div>
<script>var not = "words";</script><button>Share this</button><video src=v>no video here</video><p>three</p></article>
<footer>more</footer></body>"""


def test_kept_and_dropped(read: Read) -> None:
    account = read(PAGE, root=["article"], drop=[".ad"], tags=[("div.hint", "drop")]).account
    assert account.kept == 3
    assert account.dropped == (
        ("drop: .ad", 4),
        ("tags: button", 2),
        ("tags: div.hint", 2),
        ("tags: video (fallback)", 3),
    )
    assert account.dropped_words == 11
    assert account.unclaimed == ()


def test_words_outside_the_root_are_counted_on_request() -> None:
    def count(*selectors: str) -> int:
        roots = tuple(Rule(kind="css", expression=selector) for selector in selectors)
        article = ArticleRules(body=BodyRules(root=roots))
        return count_words_outside(
            Portal(id="echo", home="https://echo.example/", article=article), Page(URL, PAGE)
        )

    assert count("article") == 4, "of header and footer"
    assert count("body") == 0
    assert count("main") == 0, "no article, so nothing lies outside it"


def test_words_outside_are_not_glued_where_the_source_has_no_blanks() -> None:
    tight = "<body><ul><li>Home<li>Sport</ul><main><p>one</p></main><div>more<!-- no --><script>x y</script></div>end</body>"
    article = ArticleRules(body=BodyRules(root=(Rule(kind="css", expression="main"),)))
    found = count_words_outside(
        Portal(id="echo", home="https://echo.example/", article=article), Page(URL, tight)
    )
    assert found == 4, "Home, Sport, more, end"


ODD = """<article>root <x-a>one <b>two</b> three</x-a> <x-b class=n4>four <x-a>five</x-a></x-b><x-c> <p>six</p> </x-c>
<div class=flat>seven <x-a>eight</x-a></div><div class=no>nine <x-a>ten</x-a></div></article>"""


def test_own_words_of_elements_without_a_row_are_kept_and_unclaimed(
    read: Read,
) -> None:
    account = read(
        ODD, root=["article"], tags=[("div.flat", "flatten"), ("div.no", "drop")]
    ).account
    assert account.unclaimed == (("x-a", 3), ("x-b.n0", 1)), (
        "one, three, five; four: a flatten row decides for all below it"
    )
    assert (
        account.unclaimed_words == 4
        and account.kept == 9
        and account.dropped == (("tags: div.no", 2),)
    )


def test_a_row_claims_the_words_of_its_tag(read: Read) -> None:
    account = read(
        ODD, root=["article"], tags=[("div.no", "drop"), ("x-a", "unwrap"), ("x-b", "paragraph")]
    ).account
    assert account.unclaimed == ()


def test_a_root_rule_claims_the_words_of_its_element(read: Read) -> None:
    assert read("<x-story>one <x-a>two</x-a></x-story>", root=["x-story"]).account.unclaimed == (
        ("x-a", 1),
    )


def test_the_first_matching_drop_rule_is_named(read: Read) -> None:
    assert read("<p>x</p><p class='a b'>y</p>", drop=[".b", ".a"]).account.dropped == (
        ("drop: .b", 1),
    )


def test_a_drop_rule_other_than_css_is_named_with_its_kind(read: Read) -> None:
    either = Rule(first_of=(Rule("css", ".b"), Rule("xpath", "//b")))
    found = read("<p>x</p><i>y</i><b>z z</b>", drop=[Rule("xpath", "//i"), either])
    assert found.account.dropped == (
        ("drop: first_of(css:.b, xpath://b)", 2),
        ("drop: xpath://i", 1),
    )


def test_the_fallback_root_names_its_drops(read: Read) -> None:
    assert read("<nav>a b</nav><p>x</p>").account.dropped == (
        ("drop: nav (no root is configured)", 2),
    )


def test_a_dropped_block_keeps_its_neighbours_apart(read: Read) -> None:
    page = "<article>one<div class=ad>x</div>two<span class=ad>y</span>three</article>"
    assert block_words(read(page, root=["article"], drop=[".ad"]).blocks) == ["one", "twothree"]


def test_words_of_blocks() -> None:
    leaf = Node("paragraph", ("a", Node("bold", ("l",)), "ma", Node("line-break"), "x\u00a0y"))
    assert block_words([leaf, leaf]) == ["alma", "x", "y"] * 2


def test_words_of_a_page() -> None:
    made = html.fragment_fromstring(
        "<div>a<b>l</b>ma<br>x<p>y</p>z<script>s</script><!-- c -->zz</div>"
    )
    assert source_words(made) == ["alma", "x", "y", "zzz"]


def test_the_tree_of_the_page_is_not_changed() -> None:
    page = Page(URL, PAGE)
    before = etree.tostring(page.root)
    read_body(page, BodyRules(drop=(Rule("css", ".ad"),)), base_tags())
    assert etree.tostring(page.root) == before


def test_an_inline_note_is_counted_as_in_the_tei(read: Read) -> None:
    for note in ("<i class=n>x</i>", "<i class=n>x<ul><li>y</ul></i>"):
        found = read(
            f"<body><article><p>szó{note}, z</p></article></body>",
            root=["article"],
            tags=[("i.n", "note")],
        )
        assert block_words(found.blocks) == tei_words(found.blocks)
        assert found.account.kept == len(tei_words(found.blocks))
