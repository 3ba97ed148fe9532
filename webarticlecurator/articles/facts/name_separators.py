"""What is between the names of a line: signs, and the words that join names in a language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from webarticlecurator.articles.units.introductions import (
    by_words,
    compile_own_words,
    introduction_end,
    joining_words,
    picture_letters,
    picture_words,
)
from webarticlecurator.base.text.word_borders import compile_pattern

_SEPARATORS = r";|·•/→»、，،፣၊།／()\[\]（）【】＝"
_AFTER_SIGN = (
    rf"(?:(?<=[{_SEPARATORS}])|(?<=,)(?! ?(?:[JS][Rr]|II|III|IV)\b)|(?<=[–—-])(?<![^ ].)(?![^ ]))"
)
"""The place after a sign between names. The comma of *, Jr.* is a part of the name."""
ADDRESS = re.compile(
    rf"(?![{_SEPARATORS},])(?:(?<=\s)[^\s@]{{0,64}}@\S{{1,64}}(?!\S)|^[^\s@]{{1,64}}@\S{{1,64}}(?=\s))"
)
"""An address of mail or an account beside a name."""
_CAPITALS = "EIYИ"
_JOINING_CAPITAL = (
    rf"(?<=[^\W\d_a-zà-öø-ÿ]{{2}}\s)[{_CAPITALS}](?=\s[^\W\d_a-zà-öø-ÿ]{{2}}\S*\s\S\S)"
)
"""A letter that joins two names in capitals; elsewhere it may be an initial."""
_SENTENCE_END = re.compile(r"(?<=\w{3})\. (?=[^\W\d_a-z])")
_PLACE = (
    r"^[【\[(（]\w+[=＝](\w+)[】\])）]$|^([\u4e00-\u9fff]{2,6})＝\w+$"
    r"|^[ء-ی]+ ?[-–—] ?(?=[ء-ی]+ [ء-ی ]+$)|(?<=^[ء-ی]+ [ء-ی]+) ?[-–—] ?[ء-ی]+$"
)
"""The place of a dateline: in its brackets, before or behind a sign."""
_GROWN = (
    # names behind an agency, and the agency
    (r"(?<=^[\[(][\w ]+=[\w ]+[\])]\s*[가-힣]{3}) (?=[가-힣]{3} \w*기자)", "·"),
    (r"^[【\[(（][\w ]+[=＝][\w ]+[】\])）]\s*(?=\w)", ""),
    # a place of two characters, or a day, and *report* behind a name
    (
        r"(?<=[記记]者)([\u4e00-\u9fff]{2,3})"
        r"(?:(?:[\u4e00-\u9fff]{2})?(?:報導|报道|報道)|[\u4e00-\u9fff]{2,8}\d{1,2}日[電电])(?=\W*$)",
        r"\1",
    ),
    (r"(?<=^[가-힣\u3040-\u9fff]{1,2})=", "："),
    (r"(?:^\W*|(?<=[、，]))(\w{0,6}?[記记]者)(?=[\u4e00-\u9fff]{2,4}(?:\W|$))", r"\1："),
    (r"(?<=^\w{0,6}[記记]者：[^／/]*)[／/].*", ""),
    (r"(?<![^\W、])([\u3040-\u30ff\u4e00-\u9fff]{2,8}?)([記记]者)(?=\W*$|[、，,])", r"\2：\1"),
    # *and*, behind a comma between names alone, or before a letter that no name has behind it:
    # many names begin with the same letter
    (r"(?<=[،,] ?[א-תء-ي]+ [א-תء-ي]+) [\u05d5\u0648](?=[א-תء-ي]+ [א-תء-ي])", "、"),
    (r"([ء-ي]+ [ء-ي]+) \u0648(?=[أإآ][ء-ي]+ [ء-ي])", r"\1، "),
    (r"(?<=[\u4e00-\u9fff])·(?=[\u4e00-\u9fff])", "‧"),
)
"""What has grown on to a name, in order: an expression, and what is in its place."""
_PLACES = ("in", "on", "IN", "ON")
"""What is between a name and a place."""


def cut_at_separators(text: str, separators: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """Yield the parts of a text, each with what joins it to the one before: a sign, *joining* for a
    word such as *and*, *place* for one before a place."""
    text = " " + (ADDRESS.sub("|", text) if "@" in text else text)
    joint, at = "", 1
    for found in separators.finditer(text):
        part = text[at : found.start()]
        # *Founder & Editor* is one thing, *Ann Author & Bea Baker* are two.
        if "&" not in found[0] or " " in part or not part[:1].isupper():
            yield from _cut_sentences(joint, part) if ". " in part else ((joint, part),)
            # a space alone is one between names of Chinese
            joint, at = found.lastgroup or found[0].strip()[:1] or "、", found.end()
    yield from _cut_sentences(joint, text[at:]) if ". " in text[at:] else ((joint, text[at:]),)


def part_grown_words(text: str, language: str) -> str:
    """Return a line with a sign between a function and the name that it has grown on
    (*記者王小明／台北報導*, *山田太郎記者*, *글=홍길동*), without the place behind or beside
    a sign, with a comma for an *and* that has grown on in a list, and with *by* for words that
    mean it in ``language`` alone; the dot inside a Chinese name (*约翰·史密斯*) is none between
    names."""
    own = compile_own_words(language)
    text = text if own is None else own.sub("by ", text)
    if text.isascii():
        return text
    text = text.rstrip(" =")
    text = text if introduction_end(text) else compile_pattern(_PLACE).sub(r"\1\2", text)
    for pattern, replacement in _GROWN:
        text = compile_pattern(pattern).sub(replacement, text)
    return text


def _cut_sentences(joint: str, part: str) -> Iterator[tuple[str, str]]:
    """Yield ``part``, cut where a sentence begins that introduces other names: *Written by Ann
    Author. Checked by Bea Baker*."""
    ends = _SENTENCE_END.finditer(part)
    cut = next((each for each in ends if introduction_end(part[each.end() :])), None)
    yield joint, part[: cut.start()] if cut else part
    if cut:
        yield from _cut_sentences(".", part[cut.end() :])


@lru_cache(maxsize=16)
def compile_separators(language: str) -> re.Pattern[str]:
    """Return the expression of what is between names on a page in ``language``, for a text with a
    space before it and single spaces."""
    words = joining_words(language)
    capitals = [word.upper() for word in words if len(word) > 1]
    joining = "|".join([*map(re.escape, words + capitals), _JOINING_CAPITAL])
    # Chinese names have no spaces, Japanese ones may.
    chinese = "\u4e00-\u9fff" if language == "zh" else ""
    spaces = rf"|(?<=[{chinese}] )(?=[{chinese}])" if chinese else ""
    # The expression begins with a set of characters, since it is then tried at these alone; and at
    # a space only if what may follow does: in an eighth of the time. The rest looks back at the one
    # that was found.
    letters = "".join(word[0] for word in (*words, *capitals, *_PLACES))
    letters += _CAPITALS + picture_letters() + picture_letters().upper() + chinese
    sign = rf"[{_SEPARATORS},–—-]{_AFTER_SIGN}"
    signs = rf"(?:(?<= ){sign}|(?<! ){_AFTER_SIGN}) ?(?:{sign} ?)*"
    return re.compile(
        rf"[ .,{_SEPARATORS}–—-](?:(?<! )|(?=[{_SEPARATORS},–—{letters}-]))(?:"
        rf"(?:{signs}|(?<= ))(?:(?P<joining>{joining})|(?P<place>{'|'.join(_PLACES)}))(?: |$)"
        rf"|{signs}{spaces}"
        rf"|(?<=[^ ] )(?=(?i:{picture_words()}) ?(?i:[:：=／/・＝]|{by_words()} ))"
        rf"|(?<=\.) (?=(?i:{picture_words()})))"
    )
