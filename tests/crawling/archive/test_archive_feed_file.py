"""Feeds of every version, and those with the faults that feeds have."""

from __future__ import annotations

import pytest

from webarticlecurator.crawling.archive.feed_file import FeedFile, is_feed, read_feed
from webarticlecurator.crawling.archive.file_entries import FileEntry

URL = "http://x.example/feed/"
HEAD = "<title>T</title><link>http://x.example/</link>"
DC = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'


def rss(items: str, attributes: str = "") -> bytes:
    return f'<rss version="2.0" {attributes}><channel>{HEAD}{items}</channel></rss>'.encode()


def item(content: str) -> bytes:
    return rss(f"<item>{content}</item>")


def read(content: bytes, content_type: str | None = None) -> FeedFile:
    assert is_feed(content)
    return read_feed(URL, content, content_type)


RSS = rss(
    "<image><title>Logo</title><link>http://x.example/logo</link></image>"
    "<language>hu</language>"
    "<item><title>A &amp;amp; &lt;b&gt;B&lt;/b&gt;</title><link>http://x.example/a?x=1&amp;y=2</link>"
    '<guid isPermaLink="false">12</guid><media:title>No</media:title>'
    "<pubDate>Mon, 01 Jan 2024 10:00:00 +0100</pubDate><dc:date>2024-01-02</dc:date></item>"
    "<item><title><![CDATA[A & B]]></title><guid>http://x.example/b</guid></item>"
    "<item><title>Relative</title><link>/c</link></item>"
    '<item><title>No page</title><guid isPermaLink="false">http://x.example/d</guid></item>',
    f'{DC} xmlns:media="http://search.yahoo.com/mrss/"',
)
RDF = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" {DC}
 xmlns="http://purl.org/rss/1.0/"><channel>{HEAD}<dc:language>fr</dc:language></channel>
<item rdf:about="http://x.example/1"><title>One</title><link>http://x.example/1</link>
<dc:date>2024-05-05T10:00:00Z</dc:date></item></rdf:RDF>""".encode()
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de" xml:base="http://x.example/base/">
<title type="html">A &amp;lt; B</title><link rel="self" href="/feed"/><link href="/"/>
<entry xml:base="sub/"><source><title>Another</title><link href="/no"/></source>
<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Hello <i>you</i></div></title>
<link rel="enclosure" href="x.mp3"/><link type="application/pdf" href="x.pdf"/>
<link rel="alternate" type="text/html" href="one"/><id>tag:x,2024:1</id>
<published>2024-01-01T00:00:00Z</published><updated>2024-01-02T00:00:00Z</updated></entry>
<entry><title>No link</title><id>http://x.example/two</id></entry></feed>"""
OLD_ATOM = b"""<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title>
<link rel="alternate" type="text/html" href="http://x.example/"/><entry><title>E</title>
<link rel="alternate" type="text/html" href="http://x.example/e"/>
<issued>2003-01-01</issued><modified>2003-01-02</modified></entry></feed>"""


def test_rss():
    assert read(RSS) == FeedFile(
        (
            FileEntry(
                "http://x.example/a?x=1&y=2",
                "A & B",
                "Mon, 01 Jan 2024 10:00:00 +0100",
                "2024-01-02",
            ),
            FileEntry("http://x.example/b", "A & B"),
            FileEntry("http://x.example/c", "Relative"),
            FileEntry("", "No page"),
        ),
        "T",
        "hu",
        "http://x.example/",
    )


def test_rss_of_rdf():
    entry = FileEntry("http://x.example/1", "One", "", "2024-05-05T10:00:00Z")
    assert read(RDF) == FeedFile((entry,), "T", "fr", "http://x.example/")


def test_atom():
    one = FileEntry(
        "http://x.example/base/sub/one", "Hello you", "2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"
    )
    two = FileEntry("http://x.example/two", "No link")
    assert read(ATOM) == FeedFile((one, two), "A < B", "de", "http://x.example/")
    old = FileEntry("http://x.example/e", "E", "2003-01-01", "2003-01-02")
    assert read(OLD_ATOM).entries == (old,)


def test_the_address_behind_one_that_counts_readers():
    burner = "http://rssnamespace.org/feedburner/ext/1.0"
    content = item(
        f"<link>http://feeds.example/1</link><f:origLink xmlns:f='{burner}'>http://x.example/a"
        "</f:origLink>"
    )
    assert read(content).entries == (FileEntry("http://x.example/a"),)


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("AT&T & co", "AT&T & co"),
        ("caf&eacute; &nbsp; 1 &lt; 2", "café 1 < 2"),
        ("A\x0bB", "AB"),
        ("&#337;&#x171;", "őű"),
        ("A<dc:x>B</dc:x>", "AB"),
        ("<![CDATA[A &amp; B &copy; C]]>", "A & B © C"),
    ],
)
def test_faults_that_are_repaired(content: str, title: str):
    link = "<link>http://x.example/a?x=1&y=2</link>"
    found = read(item(f"<title>{content}</title>{link}"))
    assert found.entries == (FileEntry("http://x.example/a?x=1&y=2", title),)
    assert not found.damage


@pytest.mark.parametrize("codec", ["iso-8859-2", "utf-16", "utf-8-sig"])
def test_encodings(codec: str):
    text = item("<title>Őrült űr, árvíztűrő tükörfúrógép</title><link>/a</link>").decode()
    declared = f'<?xml version="1.0" encoding="{codec.removesuffix("-sig")}"?>{text}'
    (entry,) = read_feed(URL, declared.encode(codec)).entries
    assert entry.title == "Őrült űr, árvíztűrő tükörfúrógép"
    header = f"text/xml; charset={codec.removesuffix('-sig')}"
    assert read_feed(URL, text.encode(codec), header).entries == (entry,)


def test_a_cut_feed_has_no_half_address():
    whole = rss("".join(f"<item><link>http://x.example/{name}</link></item>" for name in "abc"))
    names = set()
    for end in range(whole.index(b"<item>"), len(whole)):
        found = read_feed(URL, b"\n" + whole[:end])
        assert found.damage.startswith("the feed is damaged (line "), whole[:end]
        names |= {entry.address for entry in found.entries}
        closed = whole[:end].count(b"</item>")
        assert closed <= len(found.entries) <= closed + 1
    assert names - {""} == {f"http://x.example/{name}" for name in "abc"}


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b'{"a": 1}', b"<html><body>x", b"<rdf/>"])
def test_what_is_no_feed(content: bytes):
    assert read_feed(URL, content).trouble.startswith("not a feed")


def test_entities_of_its_own_are_not_resolved():
    bomb = b'<!DOCTYPE rss [<!ENTITY a "aaa"><!ENTITY b "&a;&a;">]>' + item("<title>&b;</title>")
    assert [entry.title for entry in read_feed(URL, bomb).entries] == ["&b;"]


PROLOGS = [
    b"\xef\xbb\xbf \n",
    b'<?xml version="1.0"?>\n<?xml-stylesheet href="a?b>c"?><!-- a -- b > c ---->\n<!---->',
    b'<!-- A --><!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://x.example/rss.dtd"> <!--\n-->',
    b"<!-- A -->\n" * 300,
]


@pytest.mark.parametrize("prolog", PROLOGS)
@pytest.mark.parametrize("root", [b"<rss>", b'<FEED xmlns="a">', b"<atom:feed>", b"<rdf:RDF\n>"])
def test_the_root_behind_a_prolog(prolog: bytes, root: bytes):
    assert is_feed(prolog + root)
    assert not is_feed(prolog + b"<html>")
    assert not is_feed(prolog + b"<!-- " + root)
    assert not is_feed(prolog + b"a" + root)


def test_no_root_inside_of_a_comment_that_a_page_has_later():
    assert not is_feed(b"<!-- A --><html><!-- B --><rss>")
