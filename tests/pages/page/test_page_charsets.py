"""Labels that are not text encodings of the web are ignored, recorded, and never raise."""

from __future__ import annotations

import encodings.aliases
from pathlib import Path

import pytest
import webencodings
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.base.text.charsets import MAX_CHARSET_LABEL, text_codec
from webarticlecurator.cli.main import main
from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.pages.page.page import read_page

TEXT = "Árvíztűrő tükörfúrógép, „idézőjel” – gondolatjel."
NO_TEXT = (
    "rot13 rot_13 zlib bz2 hex base64 uu quopri idna punycode undefined unicode_escape raw_unicode_escape utf-7 utf7 U7 mbcs oem "
    "charmap aliases utf-32 hz-gb-2312 replacement x-user-defined cp037"
).split()
ODD = [
    "\0",
    "utf\0-8",
    "x" * 5000,
    "ıso-8859-1",
    "utf-8\x1b[31m",
    "..",
    "__init__",
    "é",
    "\ud800",
    "²",
]


@pytest.mark.parametrize("label", NO_TEXT + ODD)
def test_a_label_that_is_not_a_text_encoding_is_ignored(label: str) -> None:
    content = TEXT.encode()
    found = decode(content, f"text/html; charset={label}", label)
    assert (found.text, found.encoding, found.replaced) == (TEXT, "utf-8", 0)
    assert [one.split(":")[0] for one in found.ignored] == ["http", "config"]
    assert found.evidence.startswith("detected: utf-8; http: ")
    assert found.evidence.isprintable()
    assert found.evidence.isascii() or "…" in found.evidence
    assert len(found.evidence) < 3 * MAX_CHARSET_LABEL + 60


@pytest.mark.parametrize("label", NO_TEXT)
@pytest.mark.parametrize(
    "declaration", ['<meta charset="{}">', '<?xml version="1.0" encoding="{}"?>']
)
def test_such_a_label_in_the_page_is_ignored(label: str, declaration: str) -> None:
    content = declaration.format(label).encode() + TEXT.encode("cp1250")
    found = decode(content, "text/html", "windows-1250")
    assert TEXT in found.text
    assert found.ignored == (f"meta: {label.lower()}",)
    assert found.encoding == "cp1250"


@pytest.mark.parametrize("label", sorted(webencodings.LABELS))
def test_every_label_of_the_encoding_standard_reads_text(label: str) -> None:
    codec = text_codec(label)
    if webencodings.LABELS[label] in ("replacement", "x-user-defined"):
        assert codec is None
    else:
        assert isinstance(b"abc".decode(codec, "replace"), str)  # type: ignore[arg-type]
        assert text_codec(label.upper()) == text_codec(f" {label}\t") == codec


def test_every_codec_of_python_reads_text_or_is_refused() -> None:
    for name in {*encodings.aliases.aliases, *encodings.aliases.aliases.values(), *NO_TEXT}:
        codec = text_codec(name)
        if codec is not None:
            assert isinstance(bytes(range(256)).decode(codec, "replace"), str)


@given(st.text(), st.binary(max_size=60))
def test_no_label_and_no_body_raises(label: str, body: bytes) -> None:
    decode(body, f"text/html; charset={label}", label)
    decode(b"<meta charset='" + label.encode("utf-8", "replace") + b"'>" + body)


def test_a_declaration_in_a_comment_is_ignored() -> None:
    assert decode(b"<!-- <meta charset=rot13> --><p>a").ignored == ()


def test_of_joined_headers_the_first_counts() -> None:
    assert (
        decode(b"\xf5", "text/html; charset=windows-1250, text/html; charset=utf-8").evidence
        == "http: windows-1250"
    )


PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/a?page={page}", pagination: {mode: numbered}, links: h2 a}
article: {body: {root: main}}
"""


@pytest.mark.parametrize("label", [*NO_TEXT, "windows-12500", "x" * 5000])
def test_check_refuses_such_a_label_in_the_portal_file(
    label: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "echo.yaml"
    config.write_text(f"{PORTAL}encoding: {label}\n", encoding="utf-8")
    assert main(["check", str(config)]) == 2
    output = capsys.readouterr()
    assert "unknown character set" in output.out + output.err
    if label == "windows-12500":
        assert 'did you mean "windows-1250"?' in output.out + output.err


def test_extract_reads_the_page_and_reports_the_ignored_label(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, stored = tmp_path / "echo.yaml", tmp_path / "page.html"
    config.write_text(PORTAL, encoding="utf-8")
    stored.write_text(
        f"<meta charset=rot13><main><h1>Egy</h1><p>{TEXT}</p></main>", encoding="utf-8"
    )
    assert (
        main(
            [
                "extract",
                str(config),
                "--url",
                "https://echo.example/1",
                "--html",
                str(stored),
                "--format",
                "tei",
            ]
        )
        == 0
    )
    output = capsys.readouterr()
    assert TEXT in output.out
    assert "not a character set of the web: meta: rot13" in output.out


def test_the_page_records_ignored_labels() -> None:
    page = read_page("https://echo.example/1", b"<p>a", "text/html; charset=rot13")
    assert page.ignored == ("http: rot13",)
    assert page.inner("<p>b").ignored == ()
