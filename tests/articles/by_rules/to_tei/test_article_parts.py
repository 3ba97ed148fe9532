"""Made-up pages with everything an article may have: what of it stands where in the TEI."""

from __future__ import annotations

from pathlib import Path

import pytest
from tried_page import (
    BASE,
    URL,
    build_from,
    listing,
    page,
    portal_file,
    tei_files,
    try_page,
    write_warc,
)

from webarticlecurator.base.model.article import Article
from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS, FieldKind
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.trial.one_article import extract
from webarticlecurator.tei.documents.read import read_header
from webarticlecurator.tei.documents.schema_org import ADDRESSES, OF_PORTAL


def tags(**rows: str) -> str:
    """``p__lead="lead"`` is the row ``p.lead: lead``."""
    inside = ", ".join(
        f"{name.replace('__', '.')}: {operation}" for name, operation in rows.items()
    )
    return f"article: {{body: {{root: article, tags: {{{inside}}}}}}}\n"


@pytest.mark.parametrize(
    ("caption", "heads"),
    [
        ("Híd <span class=c>Fotó: MTI</span>", [("", "Híd"), ("source", "Fotó: MTI")]),
        ("<span class=c>Fotó: MTI</span> Híd", [("source", "Fotó: MTI"), ("", "Híd")]),
        (
            "Híd <span class=c>MTI</span> és <b>folyó</b>",
            [("", "Híd"), ("source", "MTI"), ("", "és folyó")],
        ),
        ("<span class=c>MTI</span>", [("source", "MTI")]),
    ],
)
def test_a_credit_inside_a_caption_stands_beside_it(
    tmp_path: Path, caption: str, heads: list[tuple[str, str]]
):
    text = f"<p>x</p><figure><img src=/1.jpg><figcaption>{caption}</figcaption></figure><p>y</p>"
    tried = try_page(tmp_path, page(text), tags(span__c="source"))
    kinds = [head.get("type", "") for head in tried.tree.iterfind(".//{*}figure/{*}head")]
    assert list(zip(kinds, tried.at("//t:figure/t:head"), strict=True)) == heads


def test_a_gallery_has_every_picture_with_its_caption_and_credit_and_its_own(tmp_path: Path):
    pictures = "".join(
        f"<figure><img src=/{n}.jpg alt=a{n}><figcaption>kép {n} <i class=c>fotós {n}</i></figcaption></figure>"
        for n in (1, 2, 3)
    )
    tried = try_page(
        tmp_path,
        page(f"<div class=g>{pictures}<p>Galéria</p></div>"),
        tags(div__g="gallery", i__c="source"),
    )
    inner = "//t:figure[@type='gallery']/t:figure"
    assert tried.at(f"{inner}/t:graphic/@url") == [f"{BASE}/{n}.jpg" for n in (1, 2, 3)]
    assert tried.at(f"{inner}/t:figDesc") == ["a1", "a2", "a3"]
    assert tried.at(f"{inner}/t:head[not(@type)]") == ["kép 1", "kép 2", "kép 3"]
    assert tried.at(f"{inner}/t:head[@type='source']") == ["fotós 1", "fotós 2", "fotós 3"]
    assert tried.at("//t:figure[@type='gallery']/t:head") == ["Galéria"]


def test_embeds_and_posts_keep_address_and_text(tmp_path: Path):
    text = (
        "<figure><iframe src='https://v.example/embed/1'></iframe><figcaption>A videó</figcaption></figure>"
        "<blockquote class=twitter-tweet><p>Tweet</p>— X <a href='https://twitter.com/x/status/1'>2020</a></blockquote>"
        "<blockquote class=instagram-media data-instgrm-permalink='https://i.example/p/1'></blockquote><p>x</p>"
    )
    tried = try_page(tmp_path, page(text))
    assert tried.at("//t:figure[@type='embed']//t:ref/@target") == ["https://v.example/embed/1"]
    assert tried.at("//t:figure[@type='embed']") == ["A videó"]
    assert tried.at("//t:post[@type='social']/@source") == ["https://twitter.com/x/status/1"]
    assert tried.at("//t:post[@type='social']/t:p") == ["Tweet", "— X 2020"]
    assert tried.at("//t:figure[@type='social-embed']//t:ref/@target") == ["https://i.example/p/1"]


def test_quizzes_and_notes(tmp_path: Path):
    quiz = (
        "<div class=k><p class=q>Mi?</p><ul><li class=a>egy</li><li class=a>kettő</li></ul></div>"
    )
    text = f"{quiz}<p>szó<i class=n>A szerk.</i></p>"
    tried = try_page(
        tmp_path, page(text), tags(div__k="quiz", p__q="question", li__a="answer", i__n="note")
    )
    assert tried.at("//t:floatingText[@type='quiz']//t:ab[@type='question']") == ["Mi?"]
    assert tried.at("//t:list[@type='answers']/t:item") == ["egy", "kettő"]
    assert tried.at("//t:note[@type='editorial']") == ["A szerk."]


def test_live_entries_and_threaded_comments_say_when_and_who(tmp_path: Path):
    rows = {"div__e": "feed-entry", "time__et": "feed-time", "b__ew": "feed-author"}
    rows |= {
        "div__cs": "comments",
        "div__c": "comment",
        "time__ct": "comment-time",
        "b__cw": "comment-author",
    }
    text = (
        "<div class=e id=7><time class=et datetime='2019-03-15T10:00'>10:00</time><b class=ew>Kiss Anna</b><p>Gól</p></div>"
        "<div class=cs><div class=c id=1><b class=cw>Béla</b><time class=ct datetime='2019-03-15T11:00'>11:00</time><p>Jó.</p>"
        "<div class=c id=2><b class=cw>Cili</b><p>Rossz.</p></div></div></div>"
    )
    tried = try_page(tmp_path, page(text), tags(**rows))
    assert tried.at("//t:post/@type") == ["entry", "comment", "comment"]
    assert tried.at("//t:post/@when") == ["2019-03-15T10:00:00+01:00", "2019-03-15T11:00:00+01:00"]
    assert tried.at("//t:post/@indentLevel") == ["0", "1"]
    names = dict(
        zip(tried.at("//t:person/@xml:id"), tried.at("//t:person/t:persName"), strict=True)
    )
    assert [names[who.removeprefix("#")] for who in tried.at("//t:post/@who")] == [
        "Kiss Anna",
        "Béla",
        "Cili",
    ]
    first, second = tried.at("//t:post[@type='comment']/@xml:id")
    assert (tried.at("//t:post/@replyTo"), first != second) == ([f"#{first}"], True)


def test_one_page_with_several_articles_is_several(tmp_path: Path):
    posts = "".join(
        f"<div class=post id=p{n}><h2>Cím {n}</h2><p>szöveg {n}</p></div>" for n in (1, 2)
    )
    pages = {f"{BASE}/list/1": listing("/2019/one"), URL: f"<html><body>{posts}</body></html>"}
    rules = "article: {split: {css: div.post}, metadata: {title: h2}}\n"
    assert build_from(tmp_path, write_warc(tmp_path / "x.warc", pages), rules=rules).tei == 2
    headers = [read_header(content) for content in tei_files(tmp_path).values()]
    assert sorted((h.url, h.metadata.first("title")) for h in headers) == [
        (f"{URL}#p1", "Cím 1"),
        (f"{URL}#p2", "Cím 2"),
    ]


WHOLE = """\
publisher: {name: Echo Kft., place: Budapest}
rights: {text: "© Echo Kft.", url: "http://rightsstatements.org/vocab/InC/1.0/"}
corpus:
  title: Echo Corpus
  version: "1.0"
  editors: [{name: A. Editor, orcid: 0000-0002-1825-0097, role: annotator}, {name: B. Editor}]
  funder: NKFIH
  licence: CC BY 4.0
  doi: 10.5281/zenodo.1
article:
  body: {root: article}
  metadata: {FIELDS}
"""
VALUES = {
    FieldKind.DATE: "2019-03-15T08:30",
    FieldKind.LANGUAGE: "hu",
    FieldKind.ACCESS: "false",
    FieldKind.YEAR: "2019",
}


def whole(folder: Path):
    fields = ", ".join(f"{name}: [{{meta: x-{name}}}]" for name in FIELD_NAMES)
    head = "".join(
        f"<meta name='x-{field.name}' content='{VALUES.get(field.kind, 'Érték ' + field.name)}'>"
        for field in FIELDS
    )
    return try_page(folder, page("<p>x</p>", head), WHOLE.replace("FIELDS", fields))


def test_every_schema_org_name_of_the_table_is_written(tmp_path: Path):
    tried = whole(tmp_path)
    (node,) = tried.tree.xpath("//*[local-name()='RDF']/*[1]")
    found = [child.tag.removeprefix("{https://schema.org/}") for child in node]
    assert found == [*ADDRESSES, *(field.schema_property for field in FIELDS), *OF_PORTAL.values()]
    resource = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}resource"
    assert [node[n].get(resource) for n in range(len(ADDRESSES))] == [URL, URL]


def test_the_corpus_is_told_in_the_header(tmp_path: Path):
    tried = whole(tmp_path)
    assert (tried.at("//t:edition"), tried.at("//t:edition/@n")) == (["Echo Corpus"], ["1.0"])
    assert tried.at("//t:editionStmt/t:respStmt/t:resp") == ["annotator", "editor"]
    assert tried.at("//t:editionStmt/t:respStmt/t:persName") == ["A. Editor", "B. Editor"]
    assert tried.at("//t:editionStmt/t:respStmt/t:persName/@ref") == [
        "https://orcid.org/0000-0002-1825-0097"
    ]
    assert tried.at("//t:titleStmt/t:funder") == ["NKFIH"]
    assert tried.at("//t:licence") == ["© Echo Kft.", "CC BY 4.0"]
    assert tried.at("//t:publicationStmt/t:idno[@type='DOI']") == ["10.5281/zenodo.1"]


LD = '<script type="application/ld+json">{{"@type": "NewsArticle", "headline": "C", {}}}</script>'


@pytest.mark.parametrize(
    ("head", "access", "source"),
    [
        (LD.format('"isAccessibleForFree": true'), "free", "jsonld:isAccessibleForFree"),
        (LD.format('"isAccessibleForFree": "False"'), "closed", "jsonld:isAccessibleForFree"),
        (
            LD.format('"isAccessibleForFree": "https://schema.org/False"'),
            "closed",
            "jsonld:isAccessibleForFree",
        ),
        (
            "<meta property='article:content_tier' content='metered'>",
            "partial",
            "meta:article:content_tier",
        ),
        (
            "<meta property='article:content_tier' content='locked'>",
            "closed",
            "meta:article:content_tier",
        ),
        (
            LD.format('"hasPart": {"isAccessibleForFree": "False"}'),
            "partial",
            "jsonld:hasPart.isAccessibleForFree",
        ),
        (
            LD.format('"isAccessibleForFree": false, "hasPart": {"isAccessibleForFree": false}'),
            "closed",
            "jsonld:isAccessibleForFree",
        ),
    ],
)
def test_who_may_read_it_is_told_with_its_evidence(
    tmp_path: Path, head: str, access: str, source: str
):
    tried = try_page(tmp_path, page("<p>x</p>", head))
    (value,) = tried.article.metadata.all("access")
    assert (value.value, value.source) == (access, source)
    assert tried.at("//rdf:Description[@rdf:about='#access.1']/dcterms:source") == [source]


def test_a_portals_own_mark_of_a_paywall_is_a_rule(tmp_path: Path):
    rules = "article: {body: {root: article, drop: [.wall]}, metadata: {access: [{css: .wall, replace: [['(?s)^.*$', partial]]}]}}\n"
    tried = try_page(tmp_path, page("<p>kezdet</p><div class=wall>Fizessen elő!</div>"), rules)
    assert (tried.article.metadata.first("access"), tried.words) == ("partial", ["kezdet"])
    assert tried.at("//t:availability/@status") == ["restricted"]


@pytest.mark.parametrize("apostrophe", ["\u02bc", "\u2019", "'"])
def test_a_name_of_a_day_is_read_however_its_apostrophe_is_typed(tmp_path: Path, apostrophe: str):
    html = page("<p>x</p>", around=f"<i class=d>п{apostrophe}ятниця, 15 березня 2019</i>")
    fields = 'metadata: {published: [{css: .d, format: "%A, %d %B %Y"}]}'
    text = portal_file(tmp_path, f"article: {{body: {{root: article}}, {fields}}}\n").read_text(
        encoding="utf-8"
    )
    (tmp_path / "uk.yaml").write_text(
        text.replace("language: hu", "language: uk"), encoding="utf-8"
    )
    found = extract(
        load_portal(tmp_path / "uk.yaml"), URL, html.encode("utf-8"), "text/html; charset=utf-8"
    )
    assert isinstance(found, Article) and found.metadata.first("published") == "2019-03-15"
