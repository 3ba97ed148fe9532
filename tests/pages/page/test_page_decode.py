"""Character encodings: the order of evidence, WHATWG labels, and wrong declarations."""

from __future__ import annotations

import codecs
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webarticlecurator.pages.page.decoding import decode, is_encoding_doubtful

PANGRAM = "Árvíztűrő tükörfúrógép, „idézőjel” – gondolatjel. "


def test_bom_wins_over_everything() -> None:
    content = codecs.BOM_UTF8 + b'<meta charset="windows-1250">' + PANGRAM.encode()
    found = decode(content, "text/html; charset=iso-8859-2", "windows-1250")
    assert found.text.endswith(PANGRAM)
    assert not found.text.startswith("\ufeff")
    assert (found.encoding, found.evidence, found.replaced) == ("utf-8", "bom: utf-8", 0)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_by_its_bom(codec: str) -> None:
    assert decode(("\ufeff" + PANGRAM).encode(codec)).text == PANGRAM


def test_http_wins_over_meta_and_config() -> None:
    content = b'<meta charset="utf-8">' + PANGRAM.encode("cp1250")
    found = decode(content, 'text/html; Charset="Windows-1250"', "utf-8")
    assert PANGRAM in found.text
    assert found.evidence == "http: Windows-1250"


@pytest.mark.parametrize(
    "declaration",
    [
        '<meta charset="windows-1250">',
        '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=windows-1250">',
        "<meta content='text/html;charset=windows-1250' http-equiv=content-type>",
        '<?xml version="1.0" encoding="windows-1250"?>',
    ],
)
def test_meta_wins_over_config(declaration: str) -> None:
    found = decode(declaration.encode() + PANGRAM.encode("cp1250"), "text/html", "iso-8859-2")
    assert PANGRAM in found.text
    assert found.evidence == "meta: windows-1250"


def test_meta_is_looked_for_in_the_first_4096_bytes() -> None:
    near = b"<!--" + b"x" * 4000 + b"-->" + b"<meta charset=windows-1251>"
    far = b"<!--" + b"x" * 4096 + b"-->" + b"<meta charset=windows-1251>"
    assert decode(near).encoding == "cp1251"
    assert decode(far).evidence == "detected: utf-8"


@pytest.mark.parametrize("text", ["The café of the town", "The town – all of it", "a\u00a0b"])
def test_one_accent_proves_utf8_where_the_label_is_the_default_of_a_server(text: str) -> None:
    found = decode(text.encode(), "text/html; charset=ISO-8859-1")
    assert (found.text, found.encoding) == (text, "utf-8")


@pytest.mark.parametrize("text", ["The café of the town", "Ã© and an à", "Zoë"])
def test_text_of_western_europe_keeps_its_label(text: str) -> None:
    assert decode(text.encode("cp1252"), "text/html; charset=ISO-8859-1").text == text


def test_config_where_the_page_declares_nothing() -> None:
    found = decode(PANGRAM.encode("iso-8859-2", "replace"), "text/html", "iso-8859-2")
    assert (found.encoding, found.evidence) == ("iso8859-2", "config: iso-8859-2")


@pytest.mark.parametrize(
    ("label", "codec", "byte", "char"),
    [
        ("iso-8859-1", "cp1252", b"\x84", "„"),
        ("latin1", "cp1252", b"\x80", "€"),
        ("us-ascii", "cp1252", b"\x96", "–"),
        ("iso-8859-2", "iso8859-2", b"\xf5", "ő"),
        ("cp1250", "cp1250", b"\xf5", "ő"),
        ("x-cp1250", "cp1250", b"\x8a", "Š"),
        ("iso-8859-9", "cp1254", b"\xf0", "ğ"),
        ("gb2312", "gb18030", b"\xc4\xe3", "你"),
        ("shift_jis", "cp932", b"\x82\xa0", "あ"),
    ],
)
def test_labels_have_the_meaning_of_the_encoding_standard(
    label: str, codec: str, byte: bytes, char: str
) -> None:
    found = decode(b"<p>" + byte, f"text/html; charset={label}")
    assert (found.encoding, found.text) == (codec, f"<p>{char}")


def test_a_meta_that_could_be_read_is_not_utf16() -> None:
    assert decode(b'<meta charset="utf-16">' + PANGRAM.encode()).text.endswith(PANGRAM)


def test_a_declaration_that_does_not_fit_falls_to_the_next_and_is_kept_as_evidence() -> None:
    content = b'<meta charset="windows-1250">' + PANGRAM.encode("cp1250")
    found = decode(content, "text/html; charset=utf-8")
    assert PANGRAM in found.text
    assert found.evidence == "meta: windows-1250; http: utf-8 refused"


@pytest.mark.parametrize("label", ["gb2312", "iso-8859-1", "windows-1250", "shift_jis", "koi8-r"])
def test_bytes_that_are_certainly_utf8_win_over_any_label(label: str) -> None:
    text = "人民网北京四月二十四日电 Árvíztűrő tükörfúrógép"
    for content_type, meta in (
        (f"text/html; charset={label}", ""),
        (None, f'<meta charset="{label}">'),
    ):
        found = decode(meta.encode() + text.encode(), content_type)
        assert (found.text, found.encoding) == (meta + text, "utf-8")
        assert found.evidence.endswith(f"{label} refused")


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("gb18030", "联通移动电信公司今天宣布新的资费政策"),
        ("windows-1250", "Árvíztűrő tükörfúrógép, Őszi rózsák"),
        ("windows-1251", "Съешь же ещё этих мягких французских булок"),
        ("koi8-r", "Съешь же ещё этих мягких французских булок"),
        ("euc-kr", "다람쥐 헌 쳇바퀴에 타고파 오늘 발표했다"),
        ("euc-jp", "いろはにほへと散りぬるを我が世誰ぞ常ならむ"),
        ("shift_jis", "いろはにほへと散りぬるを我が世誰ぞ常ならむ"),
        ("big5", "天地玄黃宇宙洪荒日月盈昃辰宿列張"),
        ("windows-1255", "דג סקרן שט בים מאוכזב ולפתע מצא חברה"),
        ("windows-1256", "نص حكيم له سر قاطع وذو شأن عظيم"),
        ("iso-8859-7", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία"),
        ("cp874", "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า"),
    ],
)
def test_no_other_character_set_is_taken_for_utf8(codec: str, text: str) -> None:
    assert decode(text.encode(codec), f"text/html; charset={codec}").text == text


def test_an_unknown_label_falls_to_the_next() -> None:
    found = decode(PANGRAM.encode("cp1250"), "text/html; charset=klingon", "windows-1250")
    assert (found.text, found.evidence) == (PANGRAM, "config: windows-1250; http: klingon unknown")


def test_one_broken_byte_does_not_change_the_encoding() -> None:
    content = (PANGRAM * 3).encode() + b"\xff" + PANGRAM.encode()
    found = decode(content, "text/html; charset=utf-8", "windows-1250")
    assert found.text == PANGRAM * 3 + "\ufffd" + PANGRAM
    assert (found.encoding, found.replaced) == ("utf-8", 1)


def test_a_page_cut_inside_a_character_keeps_its_encoding() -> None:
    found = decode((PANGRAM + "ő").encode()[:-1], "text/html; charset=utf-8")
    assert (found.text, found.replaced) == (PANGRAM + "\ufffd", 1)


def test_an_undeclared_encoding_is_utf8_if_valid_else_detected() -> None:
    assert decode(PANGRAM.encode()).evidence == "detected: utf-8"
    found = decode((PANGRAM * 20).encode("cp1250"))
    assert found.text == PANGRAM * 20
    assert found.evidence.startswith("detected: cp1250; detected: utf-8 refused")


def test_undeclared_japanese_with_escapes_is_no_ascii() -> None:
    text = "<p>\u6771\u4eac\u3067\u65b0\u3057\u3044\u56f3\u66f8\u9928\u304c\u958b\u9928\u3057\u305f\u3002</p>"
    found = decode(text.encode("iso2022_jp"), "text/html")
    assert (found.text, found.evidence) == (text, "escapes: iso-2022-jp")
    assert not is_encoding_doubtful(found.evidence)
    # what is no text of it stays as it was
    assert decode(b"a\x1b$B\xff\xfe \x1b$").encoding != "iso2022_jp"


def test_an_empty_body_is_an_empty_text() -> None:
    assert decode(b"").text == ""


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "text/html; charset=utf-8", "text/html; charset=x", "; charset="]),
)
def test_never_raises_never_ignores_and_is_deterministic(
    content: bytes, content_type: str | None
) -> None:
    found = decode(content, content_type, "windows-1250")
    assert found == decode(content, content_type, "windows-1250")
    assert found.text.count("\ufffd") >= found.replaced


@pytest.mark.parametrize("codec", ["cp1250", "iso-8859-2", "utf-8"])
def test_text_in_its_declared_encoding_is_unchanged(codec: str) -> None:
    letters = random.Random(3).choices("aábcdeéfghiíjklmnoóöőpqrstuúüűvwxyz ", k=5000)
    text = "".join(letters)
    found = decode(text.encode(codec), f"text/html; charset={codec}")
    assert (found.text, found.replaced) == (text, 0)
