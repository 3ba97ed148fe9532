"""Posts of social media: address and text, by the real command; what only loads a script keeps its
address."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree
from tried_page import BASE, URL, T, curator, page, portal_file, try_page

from webarticlecurator.tei.documents.validation import validate

POSTS = {
    "<blockquote class=twitter-tweet><p>szöveg</p>— X <a href=https://twitter.example/s/1>2020</a></blockquote>": "https://twitter.example/s/1",
    "<blockquote class=instagram-media data-instgrm-permalink=https://i.example/p/1><p>szöveg</p></blockquote>": "https://i.example/p/1",
    "<div class=fb-post data-href=https://f.example/1><blockquote>szöveg</blockquote></div>": "https://f.example/1",
    "<blockquote class=tiktok-embed cite=https://t.example/v/1><section>szöveg</section></blockquote>": "https://t.example/v/1",
    "<blockquote class=reddit-embed-bq><a href=https://r.example/1>szöveg</a></blockquote>": "https://r.example/1",
    "<blockquote class=bluesky-embed data-bluesky-uri='at://x'><p>szöveg</p><a href=https://b.example/1>d</a></blockquote>": "at://x",
    "<blockquote class=text-post-media><a href=https://th.example/1>szöveg</a></blockquote>": "https://th.example/1",
}  # fmt: skip


@pytest.mark.parametrize("markup", POSTS)
def test_a_post_keeps_its_address_and_its_text(tmp_path: Path, markup: str):
    tried = try_page(tmp_path, page(f"<p>előtte</p>{markup}<p>utána</p>"))
    assert tried.at("//t:post[@type='social']/@source") == [POSTS[markup]]
    assert "szöveg" in " ".join(tried.at("//t:post[@type='social']"))
    assert (tried.words[0], tried.words[-1]) == ("előtte", "utána")


EVERYTHING = """<p>Mi<b>cro</b>soft<br/>új&shy;sor</p><div>a</div><div>b</div>
<ul><li>egy<ul><li>kettő</ul></ul><ol start=3><li>három</ol>
<table><caption>cím</caption><thead><tr><th colspan=2>fej</thead><tr><td>x<td></table>
<figure><a href=/nagy><img src=/1.jpg alt=leírás></a><figcaption>felirat <span class=c>MTI</span></figcaption></figure>
<blockquote lang=en cite=/forras><p>To be</p></blockquote>
<div class=e id=1><time datetime=2019-03-15T10:00>10:00</time><p>Gól</p></div>
<div class=hsz id=7><b>Béla</b><p>Jó.</p><div class=hsz><b>Cili</b><p>Nem.</p></div></div>"""


def test_the_command_gives_what_the_page_has(tmp_path: Path):
    rules = "article: {body: {root: article, tags: {span.c: source, div.e: feed-entry, time: feed-time, div.hsz: comment}}}\n"
    portal_file(tmp_path, rules)
    (tmp_path / "one.html").write_text(
        page(EVERYTHING, "<meta charset=utf-8>"), encoding="utf-8", newline="\n"
    )
    done = curator(
        tmp_path, "extract", "echo.yaml", "--url", URL, "--html", "one.html", "--format", "tei"
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert validate(done.stdout) == ()
    body = etree.fromstring(done.stdout).find(".//t:text/t:body", T)
    for description in body.iter("{*}figDesc"):
        description.text = None
    assert "".join(body.itertext()).split() == (
        "Microsoft új\u00adsor a b egy kettő három cím fej x felirat MTI To be 10:00 Gól Béla Jó. Cili Nem.".split()
    )
    at = lambda path: [str(found) for found in body.xpath(path, namespaces=T)]  # noqa: E731
    assert at(".//t:figure/@corresp") == [f"{BASE}/nagy"]
    assert at(".//t:quote/@source") == [f"{BASE}/forras"]
    assert at(".//t:quote/t:p/@xml:lang") == ["en"]
    assert at(".//t:head[@type='source']/text()") == ["MTI"]
    assert at(".//t:cell/@cols") == ["2"]
    assert at(".//t:post/@when") == ["2019-03-15T10:00:00+01:00"]
    assert at(".//t:post/@indentLevel") == ["0", "1"]
