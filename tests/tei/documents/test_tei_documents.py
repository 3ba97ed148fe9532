"""``curator tei validate``: documents of any origin, offline."""

from __future__ import annotations

import json
import locale
import socket
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.folders import data_folder
from webarticlecurator.cli.exit_codes import DONE, PROBLEMS, USAGE
from webarticlecurator.cli.main import main
from webarticlecurator.tei.documents import document_check
from webarticlecurator.tei.documents.document_check import check_document
from webarticlecurator.tei.documents.read import parse_document
from webarticlecurator.tei.documents.schematron import SchematronRules
from webarticlecurator.tei.documents.tei_all import read_tei_all

HEAD = (
    '<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title>T</title>'
    "</titleStmt><publicationStmt><p>p</p></publicationStmt><sourceDesc><p>s</p></sourceDesc>"
    "</fileDesc></teiHeader>\n<text><body>\n"
)
END = "\n</body></text></TEI>"
SPAN = '<p>A <span from="#a" target="#b">b</span></p>'


def find(body: str) -> list[tuple[int, str, str, str]]:
    faults = check_document(f"{HEAD}{body}{END}".encode())
    return [(each.line, each.schema, each.message, each.cure) for each in faults]


def test_a_valid_document_has_no_faults():
    assert find("<p>One.</p>") == []


@pytest.mark.parametrize(
    ("body", "line", "schema", "message", "cure"),
    [
        ("<p>1</p>\n<blink/>", 4, "tei_all", "element blink there", "TEI has no blink"),
        ("<title>1</title>", 3, "tei_all", "element title there", "Remove the element title"),
        ("<p>1</p>\n<p x='1'>2</p>", 4, "tei_all", "attribute x for", "Remove the attribute x"),
        (SPAN, 3, "schematron", "span: Only one of the attributes @target and @from", "ref-span"),
        ("<p>1</p>\n<lg/>", 4, "schematron", "must contain at least one child <l>", "ref-lg"),
        ("<p subtype='a'>1</p>", 3, "schematron", "in general with @type", "ref-p.html"),
    ],
)
def test_a_fault_has_its_line_and_its_cure(
    body: str, line: int, schema: str, message: str, cure: str
):
    found = [each for each in find(body) if each[:2] == (line, schema)]
    assert any(message in each[2] and cure in each[3] for each in found), find(body)


@pytest.mark.parametrize(
    "element",
    [
        "<elementRef key='p' minOccurs='abc' maxOccurs='many'/>",
        "<elementSpec ident='x' validUntil='tomorrow'/>",
        "<path points='a b c'/>",
        "<rt to='#'/>",
    ],
)
def test_a_value_of_another_type_ends_no_check(element: str):
    faults = find(f"<p>1</p>\n{element}")
    assert faults and all(cure for *_, cure in faults)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not well-formed"),
        (b"<TEI", "not well-formed"),
        (b"<html><body/></html>", "its root is html without a namespace"),
        (b'<TEI xmlns="http://example.org/"/>', "its root is TEI of http://example.org/"),
    ],
)
def test_what_is_no_tei_is_said_alone(content: bytes, message: str):
    (fault,) = check_document(content)
    assert message in fault.message and fault.cure


def test_entities_and_files_are_not_read(tmp_path: Path):
    secret = tmp_path / "secret.txt"
    secret.write_text("TOP SECRET", encoding="utf-8")
    text = f'<!DOCTYPE TEI [<!ENTITY x SYSTEM "{secret.as_uri()}">]>{HEAD}<p>&x;</p>{END}'
    assert "SECRET" not in str(check_document(text.encode()))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-2", "shift_jis"])
def test_a_document_with_entities_of_its_own_is_not_read(encoding: str):
    declaration = '<!ENTITY % p "x"><!ENTITY twice "&#38;#38;amp;">'
    head = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE TEI [{declaration}]>'
    text = f"{head}{HEAD}<p>&twice;</p>{END}"
    (fault,) = check_document(text.encode(encoding))
    assert "declares the entity" in fault.message and "remove its declaration" in fault.cure
    with pytest.raises(CuratorError, match="declares the entity"):
        parse_document(text.encode(encoding))
    # what only names a document type, or quotes such a declaration, is read
    plain = f'<!DOCTYPE TEI SYSTEM "tei.dtd">{HEAD}<p><![CDATA[{declaration}]]></p>{END}'
    assert not any("entity" in fault.message for fault in check_document(plain.encode()))


def test_a_document_of_ours_is_also_checked_by_our_own_schema():
    mark = (
        "<encodingDesc><appInfo><application ident='webarticlecurator' version='4'><label>w"
        "</label></application></appInfo></encodingDesc></teiHeader>"
    )
    text = f"{HEAD}<p>One.</p>{END}".replace("</teiHeader>", mark)
    faults = check_document(text.encode())
    assert {fault.schema for fault in faults} == {"webarticle"}


def test_the_schema_is_the_published_one(shared: Path):
    import gzip

    packed = data_folder("schemas") / "tei_all.rng.gz"
    content = gzip.decompress(packed.read_bytes())
    assert content == (shared / "tei" / "tei_all.rng").read_bytes()


def test_every_schematron_rule_can_be_evaluated():
    """All rules are run on a document that has an element of each name that they speak of."""

    rules = document_check._rules()
    assert len(rules.rules) > 90
    names = sorted({n for rule in rules.rules for group, _ in rule.names for n in group})
    children = "".join(
        f"<{name} when='1' from='2' validUntil='2001-01-01' points='1,1 2,2' minOccurs='1'"
        f" maxOccurs='2' usage='req' calendar='#c'><desc type='deprecationInfo'/></{name}>"
        for name in names
    )
    root = etree.fromstring(f"<TEI xmlns='http://www.tei-c.org/ns/1.0'>{children}</TEI>")
    broken = list(rules.check(root.getroottree()))
    assert len(broken) > 20
    assert all(each.message for each in broken)


def test_the_locale_that_a_library_has_set_changes_nothing():
    try:
        locale.setlocale(locale.LC_COLLATE, "C.UTF-8")
    except locale.Error:
        pytest.skip("this system has no locale C.UTF-8")
    try:
        rules = SchematronRules.read(read_tei_all())
    finally:
        locale.setlocale(locale.LC_COLLATE, "C")
    document = etree.fromstring(f"{HEAD}<lg/>{END}".encode()).getroottree()
    assert list(rules.check(document))


def test_files_folders_and_zips(tmp_path: Path, capfd, monkeypatch):
    monkeypatch.setattr(socket, "create_connection", pytest.fail)
    folder = tmp_path / "texts"
    (folder / "deep").mkdir(parents=True)
    good, bad = f"{HEAD}<p>One.</p>{END}", f"{HEAD}<p>1</p>\n<blink/>{END}"
    (folder / "deep" / "good.xml").write_text(good, encoding="utf-8")
    (folder / "notes.txt").write_text("no TEI", encoding="utf-8")
    packed = tmp_path / "texts.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a/bad.xml", bad)
        archive.writestr("a/read.me", "no TEI")
    assert main(["tei", "validate", str(folder)]) == DONE
    assert "1 documents, 0 invalid" in capfd.readouterr().err
    assert main(["tei", "validate", str(folder), str(packed)]) == PROBLEMS
    printed = capfd.readouterr()
    assert f"{packed}!a/bad.xml:4: tei_all: Did not expect element blink" in printed.out
    assert "2 documents, 1 invalid" in printed.err
    assert main(["tei", "validate", str(packed), "--json", "--quiet"]) == PROBLEMS
    (answer,) = map(json.loads, capfd.readouterr().out.splitlines())
    assert (answer["valid"], answer["faults"][0]["line"]) == (False, 4)
    assert set(answer["faults"][0]) == {"line", "schema", "message", "cure", "warning"}


def test_a_damaged_zip_entry_is_a_fault_of_its_document(tmp_path: Path, capfd):
    packed = tmp_path / "texts.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("one.xml", f"{HEAD}<p>One.</p>{END}")
    content = packed.read_bytes()
    packed.write_bytes(content.replace(b"One.", b"Two."))
    assert main(["tei", "validate", str(packed)]) == PROBLEMS
    assert "one.xml:1: xml: cannot be read: Bad CRC-32" in capfd.readouterr().out


@pytest.mark.parametrize("kind", ["missing", "empty folder", "empty zip"])
def test_what_holds_no_document_is_refused(kind: str, tmp_path: Path, capfd):
    path = tmp_path / kind
    if kind == "empty folder":
        path.mkdir()
    elif kind == "empty zip":
        zipfile.ZipFile(path, "w").close()
    assert main(["tei", "validate", str(path)]) == USAGE
    message = capfd.readouterr().err
    assert str(path) in message and "Give" in message
