"""The TEI of fourteen articles of the demo portal, read by eye (``examples/golden/README.md``),
byte for byte.

Only what every crawl changes is left out: ``normal`` says what.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from checkout import CHECKOUT
from lxml import etree

from webarticlecurator.tei.documents.validation import validate

GOLDEN = CHECKOUT / "examples" / "golden"
IDS = """amkhsgoj3aipbxhyv a2b5stlisfubbynqj amzi5ob3quajpyrzn axo2h2xsbnijzx6i6 azglin5s4lw35ut7o ayjgqaf2pwnflmizl
agz67h4cf7n5vbxkq abd76lot5eaqheeop aon73l5fuzlyzpwzy aipqatfawolevooqa atpyfffgl5oojiyaa a54grw3skcldzmf3c
amtxqgfry7rev7uxv aroyht65brcedpb3l""".split()

_CHANGING = (
    # in the captures list: when and as what record each page was stored, and the digest of the
    # bytes as they were sent
    (
        r'(<date when=")[^"]*("/>)(?=\s*<idno type="WARC-Record-ID">)',
        r"\g<1>2000-01-01T00:00:00Z\g<2>",
    ),
    (
        r'(<idno type="WARC-Record-ID">)[^<]*',
        r"\g<1>&lt;urn:uuid:00000000-0000-0000-0000-000000000000&gt;",
    ),
    (r'(<idno type="WARC-Payload-Digest">)[^<]*', r"\g<1>sha1:00000000000000000000000000000000"),
    # changed by every new key of the portal file; nothing in it can be read
    (r'(target="urn:sha256:)[0-9a-f]{64}', r"\g<1>" + "0" * 64),
)


def normal(document: bytes) -> str:
    """A document with fixed words for what differs between two crawls of one portal under the same
    rules."""
    text = document.decode("utf-8")
    for pattern, fixed in _CHANGING:
        text = re.sub(pattern, fixed, text)
    return text


@pytest.fixture(scope="module")
def built(demo_corpus: Path) -> Mapping[str, bytes]:
    files = demo_corpus.glob("tei/*/*/*.xml")
    return {path.stem: path.read_bytes() for path in files if path.stem in IDS}


@pytest.mark.parametrize("article", IDS)
def test_the_document_is_the_one_that_was_read(built: Mapping[str, bytes], article: str):
    new, accepted = normal(built[article]), GOLDEN / f"{article}.xml"
    old = accepted.read_bytes().decode("utf-8") if accepted.exists() else ""
    if new == old:
        return
    proposed = accepted.with_name(f"{article}.xml.new")
    proposed.write_bytes(new.encode("utf-8"))
    changes = "\n".join(
        difflib.unified_diff(
            old.splitlines(), new.splitlines(), "accepted", "new", lineterm="", n=1
        )
    )
    pytest.fail(
        f"{proposed} is not what was accepted: read it, then accept it (examples/golden/README.md)\n{changes[:4000]}"
    )


def test_no_document_is_accepted_that_no_article_has():
    assert {path.stem for path in GOLDEN.glob("*.xml")} == set(IDS)


@pytest.mark.parametrize("article", IDS)
def test_what_is_stored_is_normal_and_valid(article: str):
    content = (GOLDEN / f"{article}.xml").read_bytes()
    assert normal(content) == content.decode("utf-8")
    assert validate(content) == ()


@pytest.mark.parametrize("article", IDS)
def test_every_pointer_into_the_document_leads_somewhere(article: str):
    root = etree.parse(str(GOLDEN / f"{article}.xml")).getroot()
    ids = {element.get("{http://www.w3.org/XML/1998/namespace}id") for element in root.iter("{*}*")}
    for post in root.iter("{*}post"):
        for pointer in (post.get("who"), post.get("replyTo")):
            assert pointer is None or pointer[1:] in ids, pointer


def test_every_kind_of_block_is_among_them():
    """The elements, with their types, that an article of the demo portal can have."""
    found = set()
    for path in GOLDEN.glob("*.xml"):
        for element in etree.parse(str(path)).getroot().find("{*}text").iter("{*}*"):
            kind = element.get("type") or element.get("rend")
            found.add(etree.QName(element).localname + (f" {kind}" if kind else ""))
    assert found == {
        *"text body p ab lb pb head figure graphic figDesc quote item table row cell ref list".split(),
        *"hi bold|hi italic|hi strikethrough|hi superscript|list numbered|div section|div comments".split(
            "|"
        ),
        *"floatingText lead|floatingText box|figure gallery|figure embed|head source|ab source|ab heading".split(
            "|"
        ),
        *"post entry|post comment|post social|ab time|ab author".split("|"),
    }
