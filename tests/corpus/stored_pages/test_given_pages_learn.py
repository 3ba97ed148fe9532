"""``learn`` reads the same pages from the corpus, from WARC files and from saved files, and writes
the same rules."""

from __future__ import annotations

from collections.abc import Callable

from given_blog import ARTICLES, WORDS, Answer, Blog

from webarticlecurator.portal_file.config.load import load_portal

Run = Callable[..., Answer]
NO_RULES = """\
language: en
fetch: {delay: 0}
archive: {url: BASE/list, links: h2, pagination: {mode: next-link, next: a.next}}
"""


def learn(blog: Blog, curator: Run, *options: str) -> Answer:
    """Run ``learn`` for a portal file without rules for articles."""
    before = (blog.portal.folder / "portal.yaml").read_bytes()
    blog.portal.write(NO_RULES)
    try:
        return curator("learn", blog.config, "--dry-run", "--quiet", *options)
    finally:
        (blog.portal.folder / "portal.yaml").write_bytes(before)


def test_saved_pages_give_the_same_rules_as_the_corpus(blog: Blog, curator: Run):
    code, rules, err = learn(blog, curator, "--corpus", blog.corpus)
    assert code == 0 and "div.text" in rules and "12 stored articles read" in err
    pairs = [f"posts-{word}.html={blog.base}/posts/{word}" for word in WORDS]
    code, out, err = learn(blog, curator, "--html", *pairs)
    assert (code, out) == (0, rules) and "12 stored articles read" in err
    rows = "".join("\t".join(pair.split("=", 1)) + "\n" for pair in pairs)
    (blog.saved / "articles.tsv").write_text("file\turl\n" + rows, encoding="utf-8")
    assert learn(blog, curator, "--table", "articles.tsv")[:2] == (0, rules)
    assert learn(blog, curator, "--warc", *blog.warcs)[:2] == (0, rules)


def test_addresses_choose_among_the_articles(blog: Blog, curator: Run):
    urls = [option for path in ARTICLES[:5] for option in ("--url", blog.base + path)]
    of_warc = learn(blog, curator, "--warc", *blog.warcs, *urls)
    of_corpus = learn(blog, curator, "--corpus", blog.corpus, *urls)
    assert of_warc[1] == of_corpus[1] and "# 5 of 5 titles" in of_warc[1]
    code, _, err = learn(blog, curator, "--warc", *blog.warcs, "--url", f"{blog.base}/posts/mat")
    assert code == 2 and f"The nearest address in it is {blog.base}/posts/mast" in err


def test_learned_rules_of_saved_pages_are_written_beside_the_portal_file(blog: Blog, curator: Run):
    pairs = [f"posts-{word}.html={blog.base}/posts/{word}" for word in WORDS]
    before = (blog.portal.folder / "portal.yaml").read_bytes()
    learned = blog.portal.folder / "portal.learned.yaml"
    try:
        blog.portal.write(NO_RULES)
        code, _, err = curator("learn", blog.config, "--quiet", "--html", *pairs)
        assert (code, learned.exists()) == (0, True), err
        roots = load_portal(blog.portal.folder / "portal.yaml").article.body.root
        assert [rule.expression for rule in roots] == ["div.text"]
    finally:
        learned.unlink(missing_ok=True)
        (blog.portal.folder / "portal.yaml").write_bytes(before)
