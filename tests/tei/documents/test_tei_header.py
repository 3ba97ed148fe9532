"""The header: every value is in its place and read back, captures affect only one element."""

from __future__ import annotations

from dataclasses import replace

import pytest
from checkout import CHECKOUT
from lxml import etree
from tei_trees import article, capture, metadata, portal

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.model.article import (
    Article,
    CaptureHistory,
    Metadata,
    RightsStatement,
    TextAccount,
    UnusedCapture,
    Value,
)
from webarticlecurator.base.model.blocks import Node
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.base.model.fields import FIELDS, FieldKind, MetadataField
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.portal import CorpusInfo, Portal, Rights
from webarticlecurator.tei.documents.document import build_document
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import CaptureNote, read_header
from webarticlecurator.tei.documents.read import read_header as read_header_
from webarticlecurator.tei.documents.schema_org import NAMESPACES, XSD
from webarticlecurator.tei.documents.validation import validate

T = {"t": "http://www.tei-c.org/ns/1.0", **NAMESPACES}
BLOCKS = (Node("paragraph", ("Egy szó.",)),)


def made(given: Article | None = None, at: Portal | None = None) -> etree._Element:
    content = build_document(given or article(BLOCKS), at or portal()).content
    assert validate(content) == ()
    return etree.fromstring(content)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/t:TEI/@xml:id", ["a234567abcdefghij"]),
        ("/t:TEI/@xml:lang", ["hu"]),
        ("//t:titleStmt/t:title/text()", ["Cím & <alcím>", "Alcím"]),
        ("//t:titleStmt/t:title/@type", ["sub"]),
        ("//t:titleStmt/t:author/t:persName/text()", ["Kiss Anna"]),
        ("//t:titleStmt/t:author/t:orgName/text()", ["MTI"]),
        ("//t:titleStmt/t:funder/text()", ["NKFIH"]),
        ("//t:editionStmt/t:edition[@n='1.0']/text()", ["Echo Corpus"]),
        ("//t:editionStmt/t:respStmt/t:persName/@ref", ["https://orcid.org/0000-0002-1825-0097"]),
        ("//t:extent/t:measure[@unit='words']/@quantity", ["2"]),
        ("//t:publicationStmt/t:publisher/text()", ["Echo Kft."]),
        ("//t:publicationStmt/t:pubPlace/text()", ["Budapest"]),
        (
            "//t:publicationStmt/t:idno/text()",
            [
                "a234567abcdefghij",
                "10.5281/zenodo.1",
                "https://doi.org/10.5281/zenodo.1?id=a234567abcdefghij",
            ],
        ),
        ("//t:availability/@status", ["free"]),
        ("//t:licence[@n='text']/@target", ["http://rightsstatements.org/vocab/InC/1.0/"]),
        ("//t:licence/text()", ["© Echo Kft.", "CC BY 4.0"]),
        ("//t:sourceDesc/t:bibl/t:title/text()", ["Cím & <alcím>", "Alcím", "Echo"]),
        (
            "//t:sourceDesc/t:bibl/t:date[@type='datePublished']/@when",
            ["2019-03-31T23:30:00+00:00"],
        ),
        ("//t:sourceDesc/t:bibl/t:date[@type='dateModified']/@when", ["2019-04-01"]),
        (
            "//t:sourceDesc/t:bibl/t:ref[@type='canonical']/@target",
            ["https://x.example/2019/03/%C5%91"],
        ),
        ("//t:sourceDesc/t:bibl/t:ref[@type='alias']/@target", ["http://x.example/2019/03/o"]),
        ("//t:sourceDesc/t:bibl/t:biblScope/text()", ["news"]),
        ("//t:bibl[@type='capture']/t:ref/@target", ["https://x.example/1"]),
        ("//t:bibl[@type='capture']/t:date/@when", ["2020-02-03T04:05:01Z"]),
        ("//t:bibl[@type='capture']/t:idno[@type='WARC-Record-ID']/text()", ["<urn:uuid:1>"]),
        (
            "//t:bibl[@type='capture']/t:idno[@type='WARC-Payload-Digest']/text()",
            ["sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"],
        ),
        ("//t:application/@version", [str(OUTPUT_VERSION)]),
        ("//t:application/t:ptr/@target", ["urn:sha256:" + "ab" * 32]),
        ("//t:abstract/t:p/text()", ["Leírás."]),
        ("//t:langUsage/t:language/@ident", ["hu"]),
        ("//t:keywords[@scheme='https://schema.org/articleSection']/t:term/text()", ["Hírek"]),
        ("//t:keywords[@scheme='https://schema.org/keywords']/t:term/text()", ["egy", "két szó"]),
        ("//schema:NewsArticle/schema:headline/text()", ["Cím & <alcím>"]),
        ("//schema:NewsArticle/schema:author/schema:Person/schema:name/text()", ["Kiss Anna"]),
        (
            "//schema:NewsArticle/schema:publisher/schema:Organization/schema:name/text()",
            ["Echo Kft."],
        ),
        (
            "//rdf:Description[@rdf:about='#published.1']/dcterms:source/text()",
            ["jsonld:datePublished"],
        ),
        ("//rdf:Description[@rdf:about='#published.1']/prov:value/text()", ["2019-03-31T23:30Z"]),
        ("//rdf:Description[@rdf:about='#subtitle.1']/prov:value/text()", []),
    ],
)
def test_everything_in_its_place(path: str, expected: list[str]) -> None:
    assert made().xpath(path, namespaces=T) == expected


def test_the_data_are_rdf_and_every_property_has_a_source() -> None:
    rdflib = pytest.importorskip("rdflib")
    found = made().find(f".//{{{NAMESPACES['rdf']}}}RDF")
    graph = rdflib.Graph().parse(data=etree.tostring(found), format="xml")
    subject = rdflib.URIRef("https://x.example/2019/03/%C5%91")
    schema = rdflib.Namespace(NAMESPACES["schema"])
    assert str(graph.value(subject, schema.headline)) == "Cím & <alcím>"
    assert (subject, rdflib.RDF.type, schema.NewsArticle) in graph
    statements = set(graph.subjects(rdflib.RDF.subject, subject))
    properties = [
        p
        for _, p, _ in graph.triples((subject, None, None))
        if p not in (rdflib.RDF.type, schema.url, schema.mainEntityOfPage)
    ]
    assert len(statements) == len(properties)
    assert all(graph.value(s, rdflib.URIRef(NAMESPACES["dcterms"] + "source")) for s in statements)


def test_the_whole_header_is_read_back() -> None:
    problems = (Problem("page-missing", "https://x.example/2", "Page 2 was not captured."),)
    given = article(BLOCKS, problems=problems, extra={"b": "2", "a": "1"}, kind="BlogPosting")
    given = replace(given, confidence=962, page_kind="list")
    header = read_header_(build_document(given, portal()).content)
    assert header.metadata == metadata()
    assert (header.id, header.kind, header.url, header.aliases) == (
        given.id,
        "BlogPosting",
        given.url,
        given.aliases,
    )
    assert (header.column, header.language, header.publisher, header.words) == (
        "news",
        "hu",
        "Echo Kft.",
        2,
    )
    digest = "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"
    assert header.captures == (
        CaptureNote("https://x.example/1", "2020-02-03T04:05:01Z", "<urn:uuid:1>", digest),
    )
    assert header.problems == (("page-missing", "Page 2 was not captured."),)
    assert header.extra == (("a", "1"), ("b", "2"))
    assert (header.confidence, header.page_kind) == (962, "list")
    assert (header.output_version, header.rules_digest) == (str(OUTPUT_VERSION), "ab" * 32)


@pytest.mark.parametrize(("per_mille", "share"), [(0, "0.000"), (62, "0.062"), (1000, "1.000")])
def test_the_confidence_is_a_share_with_three_decimals(per_mille: int, share: str) -> None:
    content = build_document(article(BLOCKS, confidence=per_mille), portal()).content
    assert f'<note type="confidence">{share}</note>'.encode() in content
    assert validate(content) == ()
    assert read_header_(content).confidence == per_mille


def test_the_minimal_article() -> None:
    bare = Article("a1", "https://x.example/", (), None, (), Metadata(), (), TextAccount())
    content = build_document(bare, Portal("echo", "https://x.example/")).content
    assert validate(content) == ()
    header = read_header_(content)
    assert header.metadata == Metadata() and header.captures == () and header.column is None
    assert (header.language, header.publisher) == ("und", "echo")
    assert read_lines(content) == []


def test_the_minimal_article_is_valid_tei(tei_all: etree.RelaxNG) -> None:
    bare = Article("a1", "https://x.example/", (), None, (), Metadata(), (), TextAccount())
    root = made(bare, Portal("echo", "https://x.example/"))
    assert tei_all.validate(root), tei_all.error_log


HISTORY = CaptureHistory(
    (capture(1), capture(2)),
    (UnusedCapture(capture(3), "login-wall: 'Log in' & more"),),
    capture(4),
)


def test_versions_and_captures_that_are_not_used_are_read_back(tei_all: etree.RelaxNG) -> None:
    root = made(article(BLOCKS, history=HISTORY))
    assert tei_all.validate(root), tei_all.error_log
    content = etree.tostring(root)
    assert validate(content) == ()
    header = read_header_(content)
    records = [note.record_id for note in header.versions]
    assert records == ["<urn:uuid:1>", "<urn:uuid:2>"]
    [unused] = header.unused
    assert (unused.record_id, unused.reason) == ("<urn:uuid:3>", "login-wall: 'Log in' & more")
    assert header.gone is not None and header.gone.time == "2020-02-03T04:05:04Z"
    assert [note.record_id for note in header.captures] == ["<urn:uuid:1>"]


def test_captures_are_in_one_place() -> None:
    one = made()
    other = made(article(BLOCKS, captures=(capture(7), capture(8)), history=HISTORY))
    for root in (one, other):
        captures = root.find(".//{*}listBibl[@type='captures']")
        captures.getparent().remove(captures)
    assert etree.tostring(one) == etree.tostring(other)


@pytest.mark.parametrize(
    ("published", "path"),
    [
        ("2019-03-31T23:30:00+00:00", "2019/04"),  # already April in Budapest
        ("2019-12-31T22:59:59Z", "2019/12"),
        ("2019-12-31T23:00:00Z", "2020/01"),
        ("2019-03-31T23:30:00", "2019/03"),  # no zone: unchanged
        ("2019-03-31", "2019/03"),
        ("2019-02", "2019/02"),
        ("2019", "2019"),
        ("0000", "undated"),
        ("2019-02-30", "undated"),
        ("tegnap", "undated"),
        ("", "undated"),
        ("9999-12-31T23:59:59+00:00", "9999/12"),
    ],
)
def test_the_path_follows_the_portals_calendar(published: str, path: str) -> None:
    dated = Metadata((("published", (Value(published, "css", published),)),))
    document = build_document(article(BLOCKS, metadata=dated), portal())
    assert document.path == f"{path}/{document.id}.xml"
    assert validate(document.content) == ()


def test_an_invalid_date_stays_readable() -> None:
    dated = Metadata((("published", (Value("tegnap", "css:.date", "tegnap"),)),))
    assert made(article(BLOCKS, metadata=dated)).xpath(
        "//t:date[@type='datePublished' and not(@when)]/text()", namespaces=T
    ) == ["tegnap"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [("hu_HU", "hu-HU"), ("x y", "hu"), ("", "hu"), ("sr-Latn", "sr-Latn"), ("magyarnyelv", "hu")],
)
def test_an_invalid_language_is_replaced_by_that_of_the_portal(given: str, expected: str) -> None:
    changed = Metadata((("language", (Value(given, "html:lang", given),)),))
    assert made(article(BLOCKS, metadata=changed)).xpath("/t:TEI/@xml:lang", namespaces=T) == [
        expected
    ]


@pytest.mark.parametrize(
    ("access", "status"),
    [("true", "free"), ("False", "restricted"), ("closed", "restricted"), ("metered", "unknown")],
)
def test_access(access: str, status: str) -> None:
    changed = Metadata((("access", (Value(access, "jsonld", access),)),))
    assert made(article(BLOCKS, metadata=changed)).xpath(
        "//t:availability/@status", namespaces=T
    ) == [status]


@pytest.mark.parametrize(
    ("access", "booleans"),
    [("free", ["true"]), ("closed", ["false"]), ("partial", ["false", "true"])],
)
def test_access_is_a_boolean_in_schema_org_and_read_back_as_a_word(
    access: str, booleans: list[str]
) -> None:
    """A part that is free makes a paid article ``partial``."""
    given = article(
        BLOCKS,
        metadata=Metadata((("access", (Value(access, "jsonld", "False; 20 of 500 words"),)),)),
    )
    found = made(given)
    assert found.xpath("//*[local-name()='isAccessibleForFree']/text()") == booleans
    assert set(
        found.xpath("//*[local-name()='isAccessibleForFree']/@*[local-name()='datatype']")
    ) == {f"{XSD}boolean"}
    assert found.xpath("//*[local-name()='conditionsOfAccess']/text()") == [
        "False; 20 of 500 words"
    ]
    content = build_document(given, portal()).content
    assert validate(content) == ()
    assert read_header_(content).metadata == given.metadata


@pytest.mark.parametrize(
    ("date", "datatype"),
    [
        ("2019-03-15T08:30:00+01:00", ["dateTime"]),
        ("2019-03-15T08:30:00", ["dateTime"]),
        ("2019-03-15", ["date"]),
        ("2019-03", ["gYearMonth"]),
        ("2019", ["gYear"]),
        ("2019-02-30", []),
        ("last spring", []),
    ],
)
def test_dates_have_a_datatype(date: str, datatype: list[str]) -> None:
    given = article(BLOCKS, metadata=Metadata((("published", (Value(date, "meta", date),)),)))
    datatypes = made(given).xpath("//*[local-name()='datePublished']/@*[local-name()='datatype']")
    assert datatypes == [XSD + name for name in datatype]
    content = build_document(given, portal()).content
    assert validate(content) == ()
    assert read_header_(content).metadata == given.metadata


def test_titles_have_types_and_levels() -> None:
    bibl = made().find(".//{*}bibl[@type='article']")
    assert [(t.get("level"), t.get("type")) for t in bibl.iterfind("{*}title")] == [
        ("a", None),
        ("a", "sub"),
        ("j", None),
    ]


def test_rights_and_portal_are_linked() -> None:
    resource = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}resource"
    linked = {
        e.tag.rpartition("}")[2]: e.get(resource)
        for e in made().iter("{https://schema.org/}*")
        if e.get(resource)
    }
    assert linked["isPartOf"] == portal().home
    assert linked["license"] == "http://rightsstatements.org/vocab/InC/1.0/"
    bare = replace(portal(), rights=Rights("© Echo"))
    assert made(at=bare).xpath(
        "//*[local-name()='license' and namespace-uri()='https://schema.org/']/text()"
    ) == ["© Echo"]


def test_unclaimed_words_and_replaced_characters_are_counted() -> None:
    account = TextAccount(kept=1, unclaimed=(("div.x", 3), ("span", 4)))
    root = made(article((Node("paragraph", ("a\x01b \x00",)),), account=account))
    assert root.xpath("//t:measure[@unit='unclaimed-words']/@quantity", namespaces=T) == ["7"]
    assert root.xpath("//t:measure[@unit='replaced-characters']/@quantity", namespaces=T) == ["2"]
    assert root.xpath("//t:p/text()", namespaces=T)[-1] == "a\ufffdb \ufffd"


def test_illegal_characters_are_replaced_everywhere() -> None:
    bad = "a\x01\x0b\ud800\ufffe"
    changed = Metadata(
        tuple((name, (Value(bad, bad, bad + "!"),)) for name, _ in metadata().fields)
    )
    given = article(
        BLOCKS,
        id="a1",
        url="https://x.example/\x02",
        aliases=(bad,),
        column=bad,
        metadata=changed,
        kind=bad,
    )
    header = read_header_(build_document(given, replace(portal(), title=bad)).content)
    assert header.metadata.first("title") == "a\ufffd\ufffd\ufffd\ufffd"
    assert header.kind == "Article"


@pytest.mark.parametrize("content", [b"", b"<html/>", b"<TEI", "kép".encode("utf-16")])
def test_reading_something_other_than_tei(content: bytes) -> None:
    with pytest.raises(CuratorError, match="not a TEI document"):
        read_header_(content)
    with pytest.raises(CuratorError, match="not a TEI document"):
        read_lines(content)


def test_the_portal_may_have_its_own_template() -> None:
    from webarticlecurator.tei.documents.document_template import default_template

    project = "<encodingDesc>\n   <projectDesc>\n    <p>Made of {{id}}.</p>\n   </projectDesc>"
    own = default_template().replace("<encodingDesc>", project)
    root = made(at=replace(portal(), template="own", template_text=own.replace("\n", "\r\n")))
    assert root.xpath("//t:projectDesc/t:p/text()", namespaces=T) == ["Made of a234567abcdefghij."]


def test_a_template_may_say_how_an_article_is_cited() -> None:
    from webarticlecurator.tei.documents.document_template import default_template

    cited = '<citeStructure unit="block" match="//text//body/*" use="position()"/>'
    refs = f"<encodingDesc>\n   <refsDecl>{cited}</refsDecl>"
    own = default_template().replace("<encodingDesc>", refs)
    root = made(at=replace(portal(), template="own", template_text=own))
    schema = etree.RelaxNG(file=str(CHECKOUT / "schemas" / "webarticle.rng"))
    assert schema.validate(root), schema.error_log
    (found,) = root.xpath("//t:citeStructure", namespaces=T)
    found.attrib.pop("match")
    assert not schema.validate(root)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("{{titleStmt}}", "", "slot {{titleStmt}} is missing"),
        ("{{titleStmt}}", "{{titlestmt}}", "unknown slot {{titlestmt}}"),
        (
            "{{titleStmt}}",
            "<x>{{titleStmt}}</x>",
            "slot {{titleStmt}} must stand alone on its line",
        ),
        ("{{text}}", "{{text}}\n{{text}}", "slot {{text}} occurs 2 times"),
    ],
)
def test_a_wrong_template_is_reported(old: str, new: str, message: str) -> None:
    from webarticlecurator.tei.documents.document_template import default_template

    wrong = replace(
        portal(), template="own.xml", template_text=default_template().replace(old, new)
    )
    with pytest.raises(UsageError) as caught:
        build_document(article(BLOCKS), wrong)
    assert (
        message in str(caught.value)
        and "own.xml" in str(caught.value)
        and "docs/tei.md" in str(caught.value)
    )


def test_bytes() -> None:
    content = build_document(article(BLOCKS), portal()).content
    assert content.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<TEI ')
    assert content.endswith(b"</TEI>\n") and b"\r" not in content
    assert content.decode("utf-8")


def test_articles_of_one_page_share_no_statement() -> None:
    ids = set()
    for fragment in ("p1", "p2"):
        given = replace(
            article(BLOCKS), id=f"a{fragment}", url=f"https://echo.example/thread#{fragment}"
        )
        found = made(given)
        own = set(found.xpath("//@*[local-name()='ID']"))
        assert own and not own & ids
        assert set(found.xpath("//*[local-name()='Description']/@*[local-name()='about']")) == {
            f"#{name}" for name in own
        }
        ids |= own
        content = build_document(given, portal()).content
        assert validate(content) == ()
        assert read_header_(content).metadata == given.metadata


SAMPLES = require_every_word(
    FieldKind,
    {
        FieldKind.TEXT: "Szöveg",
        FieldKind.DATE: "2018-02-03",
        FieldKind.LANGUAGE: "de",
        FieldKind.ACCESS: "closed",
        FieldKind.PERSON: "Kiss Anna",
        FieldKind.ORGANISATION: "MTI",
        FieldKind.YEAR: "2017",
    },
    "SAMPLES of tests/tei/documents/test_tei_header.py",
)
EVERY_FIELD = Metadata(
    tuple((f.name, (Value(SAMPLES[f.kind], f"css:.{f.name}", f"({f.name})"),)) for f in FIELDS)
)


def header_without_schema_org(values: Metadata) -> bytes:
    content = build_document(article((), metadata=values), portal()).content
    assert validate(content) == ()
    header = etree.fromstring(content).find("{*}teiHeader")
    header.remove(header.find("{*}xenoData"))
    return etree.tostring(header)


@pytest.mark.parametrize("field", FIELDS, ids=[field.name for field in FIELDS])
def test_every_field_has_its_place_in_the_header(field: MetadataField) -> None:
    others = Metadata(tuple(pair for pair in EVERY_FIELD.fields if pair[0] != field.name))
    assert header_without_schema_org(EVERY_FIELD) != header_without_schema_org(others), (
        f"tei/documents/header.py writes no field with the place {field.place}"
    )


def test_every_field_is_read_back_with_its_source_and_original() -> None:
    content = build_document(article((), metadata=EVERY_FIELD), portal()).content
    assert read_header_(content).metadata == EVERY_FIELD


def test_statements_about_the_use_are_in_availability(tei_all: etree.RelaxNG):
    """Addresses as references; with the licences of the portal file, or alone."""
    said = (
        RightsStatement("header:X-Robots-Tag", "noai, \x01noimageai <&>"),
        RightsStatement("link:license", "https://creativecommons.org/licenses/by/4.0/"),
        RightsStatement("link:license", "http://[bad"),
    )
    for at in (portal(), replace(portal(), rights=None, corpus=CorpusInfo())):
        tree = made(replace(article(BLOCKS), rights=said), at)
        assert tei_all.validate(tree), tei_all.error_log
        found = tree.findall(".//t:availability/t:ab[@type='rights']", T)
        assert [each.get("n") for each in found] == [each.source for each in said]
        assert ["".join(each.itertext()) for each in found] == [
            "noai, \ufffdnoimageai <&>",
            said[1].value,
            said[2].value,
        ]
        assert [ref.get("target") for ref in tree.findall(".//t:ab/t:ref", T)] == [
            said[1].value,
            None,
        ]
        assert read_header(etree.tostring(tree)).rights[1:] == said[1:]
