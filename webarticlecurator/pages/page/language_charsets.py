"""The encoding of a page that declares none, by the language that it declares.

The encodings of a language are those that browsers take where it is the user's (WHATWG HTML
13.2.3.2, the table of defaults by locale), with the others in which old pages in it were written.
"""

from __future__ import annotations

import re
from functools import cache

_TABLE = """
ar fa ps ur: cp1256 iso8859_6
az ku tr: cp1254 iso8859_9
ba be bg kk ky mk sah tg tt: cp1251 iso8859_5 koi8_r
ru sr: cp1251 koi8_r iso8859_5
uk: cp1251 koi8_u iso8859_5
cs hr pl ro sk sl bs: cp1250 iso8859_2
hu: iso8859_2 cp1250
el: cp1253 iso8859_7
lt lv: cp1257 iso8859_13 iso8859_4
et: cp1257 iso8859_15 cp1252 iso8859_4
fo is: cp1252
he iw yi: cp1255
ja: cp932 euc_jp
ko: cp949
th: cp874
vi: cp1258
zh: gb18030 big5hkscs
zh-tw zh-hk zh-mo zh-hant: big5hkscs gb18030
"""
_CODECS = {
    language: codecs.split()
    for languages, _, codecs in (line.partition(":") for line in _TABLE.strip().splitlines())
    for language in languages.split()
}
_DECLARED = re.compile(
    rb"<html\b[^>]*?\s(?:xml:)?lang\s*=\s*[\"']?\s*([a-z]{2,3}(?:-[a-z]+)?)", re.I
)
_MARKUP = re.compile("<script.*?</script>|<style.*?</style>|<[^>]*>", re.IGNORECASE | re.DOTALL)
_MISFIT = re.compile(
    "[\x80-\x9f\ufffd]"
    r"|(?<=[^\W\d_])[\xa1-\xbf\xd7\xf7\u2021-\u2030\u20ac\u2200-\u25ff](?=[^\W\d_])"
    r"|[\xa4\xa6\xac\xb1\xb3\xb6\xb9](?=[^\W\d_])"
    "|[\xc0-\xff]{3}|(?<=[a-z])[\xc0-\xde\u013d\u0160\u0179\u017d](?=[a-z])"
    r"|(?<=[a-z])[\u0370-\uffff](?=[a-z])|(?<=[\u0370-\uffff])[\xc0-\u024f](?=[\u0370-\uffff])"
    "|(?<=[\u0430-\u045f])[\u0400-\u042f]"
)
"""What no text has: control characters; a sign, a letter of another script or a capital inside a
word; three letters of Western Europe that are not ASCII in a row, as Cyrillic ones look there."""
_FOREIGN = (
    {language: re.compile("[ąľ]") for language in ("bs", "cs", "hr", "sl")}
    | {
        "sk": re.compile("ą"),
    }
    | {
        language: re.compile(f"[^\x00-\xbf\u2000-\u2122{letters}]", re.IGNORECASE)
        for language, letters in {
            "et": "äõöüšž",
            "fo": "áðíóúýæø",
            "is": "áéíóúýþæöð",
        }.items()
    }
)
"""Language → letters that it does not have, which stand for others of it in the second encoding."""
_MAX_BYTES = 100_000
_MAX_MISFITS = 0.05
"""Of the characters outside of ASCII; the pages of a right encoding that were tried have .003."""


def list_codecs() -> list[str]:
    """Return the codecs of the encodings of all languages, in alphabetical order."""
    return sorted({codec for codecs in _CODECS.values() for codec in codecs})


def find_language_codec(content: bytes, portal_language: str, written: str = "") -> str | None:
    """Return the codec of the encoding of the declared language (``<html lang>``), or else that of
    the portal (BCP 47, "" for none), that fits best; None if none does, or none better than that
    ``written`` in the portal file."""
    declared = _DECLARED.search(content[:4096])
    language = (declared[1].decode("ascii") if declared else portal_language).lower()
    primary = language.partition("-")[0]
    codecs = _CODECS.get(language) or _CODECS.get(primary, [])
    codecs = [written, *codecs] if written else codecs
    rated = [(_rate(content[:_MAX_BYTES], codec, primary), n) for n, codec in enumerate(codecs)]
    share, number = min(rated, default=(1.0, 0))
    return codecs[number] if share <= _MAX_MISFITS and codecs[number] != written else None


_CANTONESE = "嘅咗喺哋啲嚟嗰冇佢嘢咁噉揾瞓攞喎㗎"
"""The commonest characters that only texts in Cantonese have."""


@cache
def _list_common_ideographs() -> frozenset[str]:
    """Return the characters of GB 2312, which simplified text has, and of the first level of Big5,
    which traditional text has: one of these encodings read as the other is full of rare ones."""
    kinds = (("gb2312", range(0xA1, 0xF8)), ("big5", range(0xA1, 0xC7)))
    return frozenset(_CANTONESE).union(
        bytes((lead, trail)).decode(codec, "ignore")
        for codec, leads in kinds
        for lead in leads
        for trail in range(0x40, 0xFF)
    )


def _rate(content: bytes, codec: str, language: str) -> float:
    """Return the share of the characters outside of ASCII that are misfits in an encoding."""
    text = _MARKUP.sub(" ", content.decode(codec, "replace"))
    others = sum(character > "\x7f" for character in text)
    # The last character may have been cut.
    misfits = len(_MISFIT.findall(text)) - text.endswith("\ufffd")
    if language in _FOREIGN:
        misfits += len(_FOREIGN[language].findall(text))
    if language == "zh":
        common = _list_common_ideographs()
        misfits += sum(character >= "\u3400" and character not in common for character in text)
    return misfits / others if others else 1.0
