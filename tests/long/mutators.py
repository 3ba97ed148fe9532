"""Ways in which a page goes wrong: each takes a random generator and a page, and returns a page."""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Callable

Mutator = Callable[[random.Random, bytes], bytes]

TAG = re.compile(rb"<[^<>]*>")
# fmt: off
TAG_NAMES = (
    "p div span b i em a h1 h2 h3 h6 ul ol li dl dt dd table tr td th tbody caption thead "
    "article section main aside nav header footer figure figcaption img picture video audio "
    "iframe object embed script style noscript template svg math form input select option "
    "textarea button label fieldset blockquote q pre code br hr body html head title meta link "
    "base frameset frame noframes plaintext xmp listing center font marquee blink ruby rt rp "
    "details summary dialog map area canvas applet param time address sub sup del ins x-unknown "
    "o:p g:plusone select optgroup colgroup col wbr isindex image keygen menu mi annotation-xml "
    "foreignObject"
).split()
ATTRIBUTES = (
    "class id href src lang dir style title itemprop itemtype itemscope property content name "
    "rel datetime colspan rowspan start type value data-x aria-hidden hidden xmlns xml:lang "
    "xml:id on:click @x : a:b:c onload width srcset"
).split()
VALUES = (
    "", "x", "article", "http://[bad", "javascript:alert(1)", "//", "http://x.example:99999/",
    "-1", "0", "99999999999", "2147483648", "9999-99-99T99:99:99+99:99", "0000-00-00", "20:61",
    "x y", "zh-Hant-x-" + "a" * 60, "\u202e\u200b\ufeff", "&#0;", "&#xD800;", "%zz%00",
    "data:text/html;base64,PHA+", "a\tb\nc\rd", "\x01\x02", "🏳️‍🌈" * 9,
    "a" * 5000, "' OR \"",
    "{{x}}", "\\", "\ufffe", "http://xn--/", "mailto:",
)
ENTITIES = (
    "&#0;", "&#x110000;", "&#xD800;", "&#128;", "&#xFFFF;", "&nosuch;", "&amp", "&lt;script&gt;",
    "&#99999999999999999999;", "&", "&#", "&#x;", "&zwnj;", "&NotEqualTilde;", "]]>", "<![CDATA[",
    "<!--", "-->", "<?php", "?>", "<!", "</", "<", "\x00", "\x0b", "\x1b[2J", "\x85", "\u2028",
)
CHARSETS = (
    "utf-8", "utf-16", "utf-16le", "utf-32", "utf-7", "latin-1", "windows-1250", "iso-8859-2",
    "shift_jis", "gb18030", "big5", "euc-kr", "koi8-r", "cp437", "ascii", "rot13", "zlib", "hex",
    "idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "base64",
    "quopri", "uu", "bz2", "x-user-defined", "none", "\x00", "utf-8;utf-16", "a" * 300, "",
    "utf8mb4", "charmap", "hz", "iso2022_kr", "cp65001",
)
# fmt: on


def _at(dice: random.Random, page: bytes) -> int:
    return dice.randint(0, len(page))


def _insert(dice: random.Random, page: bytes, content: str | bytes) -> bytes:
    """``content`` put somewhere: mostly behind a tag of the page."""
    added = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    tags = list(TAG.finditer(page)) if dice.random() < 0.8 else []
    at = dice.choice(tags).end() if tags else _at(dice, page)
    return page[:at] + added + page[at:]


def _tag(dice: random.Random, page: bytes) -> tuple[int, int]:
    tags = list(TAG.finditer(page))
    return dice.choice(tags).span() if tags else (0, 0)


def flip_bytes(dice: random.Random, page: bytes) -> bytes:
    changed = bytearray(page)
    for _ in range(dice.choice((1, 3, 20, 300)) if changed else 0):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def cut_end(dice: random.Random, page: bytes) -> bytes:
    return page[: _at(dice, page)]


def cut_start(dice: random.Random, page: bytes) -> bytes:
    return page[_at(dice, page) :]


def cut_middle(dice: random.Random, page: bytes) -> bytes:
    start, end = sorted((_at(dice, page), _at(dice, page)))
    return page[:start] + page[end:]


def repeat_part(dice: random.Random, page: bytes) -> bytes:
    start = _at(dice, page)
    part = page[start : start + dice.choice((10, 200, 5000))]
    return _insert(dice, page, part * dice.choice((1, 2, 50)))


def swap_parts(dice: random.Random, page: bytes) -> bytes:
    a, b, c = sorted(_at(dice, page) for _ in range(3))
    return page[:a] + page[b:c] + page[a:b] + page[c:]


def duplicate_tags(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 5, 50))):
        start, end = _tag(dice, page)
        page = page[:end] + page[start:end] + page[end:]
    return page


def delete_tags(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 5, 50))):
        start, end = _tag(dice, page)
        page = page[:start] + page[end:]
    return page


def move_tags(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 5, 30))):
        start, end = _tag(dice, page)
        page = _insert(dice, page[:start] + page[end:], page[start:end])
    return page


def delete_all_of_a_tag(dice: random.Random, page: bytes) -> bytes:
    name = re.escape(dice.choice(TAG_NAMES).encode())
    return re.sub(rb"(?i)</" + name + rb"\s*>", b"", page)


def rename_tags(dice: random.Random, page: bytes) -> bytes:
    old, new = (dice.choice(TAG_NAMES).encode() for _ in range(2))
    return re.sub(rb"(?i)(</?)" + re.escape(old) + rb"(?=[\s>/])", rb"\g<1>" + new, page)


def unclose_quotes(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 1, 4))):
        quotes = [m.start() for m in re.finditer(rb"[\"']", page)]
        if quotes:
            at = dice.choice(quotes)
            page = page[:at] + page[at + 1 :]
    return page


def random_tags(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 10, 60))):
        name, slash = dice.choice(TAG_NAMES), dice.choice(("", "", "/"))
        page = _insert(
            dice,
            page,
            f"<{slash}{name}{random_attributes(dice)}{dice.choice(('>', '/>', ' ', ''))}",
        )
    return page


def random_attributes(dice: random.Random) -> str:
    pairs = (
        (dice.choice(ATTRIBUTES), dice.choice(VALUES)) for _ in range(dice.choice((0, 0, 1, 4)))
    )
    return "".join(
        f" {name}={dice.choice(('', chr(34), chr(39)))}{value}{dice.choice(('', chr(34), chr(34)))}"
        for name, value in pairs
    )


def attributes_of_a_tag(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 10))):
        _, end = _tag(dice, page)
        if end:
            page = (
                page[: end - 1]
                + random_attributes(dice).encode("utf-8", "surrogatepass")
                + page[end - 1 :]
            )
    return page


def values_of_attributes(dice: random.Random, page: bytes) -> bytes:
    def other(found: re.Match[bytes]) -> bytes:
        new = dice.choice(VALUES).encode("utf-8", "surrogatepass")
        return found[1] + new + b'"' if dice.random() < share else found[0]

    share = dice.choice((0.01, 0.1, 1.0))
    return re.sub(rb"(=\")[^\"]*\"", other, page)


def entities(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 5, 40))):
        page = _insert(dice, page, dice.choice(ENTITIES))
    return page


def control_characters(dice: random.Random, page: bytes) -> bytes:
    for _ in range(dice.choice((1, 30))):
        page = _insert(
            dice,
            page,
            chr(
                dice.choice(
                    (*range(32), 127, *range(128, 160), 0x200B, 0x202E, 0xFEFF, 0xFFFE, 0xD800)
                )
            ),
        )
    return page


def entity_bomb(dice: random.Random, page: bytes) -> bytes:
    defined = "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "x" * 50}">' for n in range(12)
    )
    outside = (
        '<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:9/x">%p;'
    )
    head = f"<?xml version='1.0'?><!DOCTYPE html [{defined}{outside}]>".encode()
    return head + _insert(dice, page, "&e11;&f;")


def charset_in_meta(dice: random.Random, page: bytes) -> bytes:
    name = dice.choice(CHARSETS)
    said = dice.choice(
        ('<meta charset="{}">', '<meta http-equiv=Content-Type content="text/html; charset={}">')
    )
    return said.format(name).encode() + re.sub(rb"(?i)<meta[^>]*charset[^>]*>", b"", page)


def encoded_as(dice: random.Random, page: bytes) -> bytes:
    name = dice.choice(
        (
            "utf-16",
            "utf-16le",
            "utf-16be",
            "utf-32",
            "utf-8-sig",
            "latin-1",
            "cp1250",
            "shift_jis",
            "utf-7",
            "gb18030",
        )
    )
    return page.decode("utf-8", "replace").encode(name, "replace")


def xml_declaration(dice: random.Random, page: bytes) -> bytes:
    version, name = dice.choice(("1.0", "1.1", "9")), dice.choice(CHARSETS)
    head = f'<?xml version="{version}" encoding="{name}" standalone="maybe"?>'
    return head.encode() + page


def base_and_links(dice: random.Random, page: bytes) -> bytes:
    bad = dice.choice(VALUES)
    added = (
        f'<base href="{bad}">',
        f'<link rel=canonical href="{bad}">',
        f'<meta http-equiv=refresh content="0;url={bad}">',
        f'<meta property="og:url" content="{bad}">',
        f'<a rel=next href="{bad}">next</a>',
        f'<time datetime="{bad}">',
        f'<meta property="article:published_time" content="{bad}">',
        f'<meta name=author content="{bad}">',
    )
    return _insert(dice, page, "".join(dice.sample(added, 3)))


def json_ld(dice: random.Random, page: bytes) -> bytes:
    article = (
        '{"@type":"NewsArticle","headline":%s,"author":%s,"datePublished":%s,"articleBody":%s}'
    )
    values = (
        '"x"',
        "null",
        "[]",
        "{}",
        "1e999",
        "NaN",
        "-0",
        '"\\ud800"',
        '["a",["b",{"name":{}}]]',
        '{"@id":"#x"}',
        "true",
        '"' + "a" * 9000 + '"',
        "1" * 5000,
    )
    text = article % tuple(dice.choice(values) for _ in range(4))
    if dice.random() < 0.3:
        other = f'{{"@id":"#x","author":{{"@id":"#x"}},"@context":{dice.choice(values)}}}'
        text = f'{{"@graph":[{text},{other}]}}'
    if dice.random() < 0.3:
        text = text[: dice.randint(0, len(text))]
    return _insert(dice, page, f'<script type="application/ld+json">{text}</script>')


def split_characters(dice: random.Random, page: bytes) -> bytes:
    """Every so often a byte is gone: broken UTF-8 where letters have accents."""
    step = dice.choice((2, 7, 97))
    return b"".join(page[n : n + step] for n in range(0, len(page), step + 1))


def no_page_at_all(dice: random.Random, page: bytes) -> bytes:
    noise = bytes(dice.randrange(256) for _ in range(2000))
    png, pdf = b"\x89PNG\r\n\x1a\n" + noise, b"%PDF-1.7\n" + noise
    return dice.choice(
        (
            b"",
            b" \n",
            b"\x00" * 3000,
            noise,
            png,
            pdf,
            gzip.compress(page),
            b"null",
            b"[]",
            b'{"html": 1}',
            b"<",
            b"\xef\xbb\xbf",
            b"\xff\xfe",
        )
    )


LIGHT: tuple[Mutator, ...] = (
    flip_bytes,
    cut_end,
    cut_start,
    cut_middle,
    repeat_part,
    swap_parts,
    duplicate_tags,
    delete_tags,
    move_tags,
    delete_all_of_a_tag,
    rename_tags,
    unclose_quotes,
    random_tags,
    attributes_of_a_tag,
    values_of_attributes,
    entities,
    control_characters,
    entity_bomb,
    charset_in_meta,
    encoded_as,
    xml_declaration,
    base_and_links,
    json_ld,
    split_characters,
    no_page_at_all,
)


def nested(dice: random.Random, page: bytes) -> bytes:
    """10,000 elements in each other."""
    names, depth = dice.sample(TAG_NAMES, dice.choice((1, 1, 3))), dice.choice((300, 10_000))
    opened = "".join(f"<{names[n % len(names)]}>" for n in range(depth))
    closed = (
        "".join(f"</{names[n % len(names)]}>" for n in reversed(range(depth)))
        if dice.random() < 0.5
        else ""
    )
    return _insert(dice, page, opened + dice.choice(("", "deep <b>text</b>")) + closed)


MANY = (
    *(
        "<h2>{}</h2>",
        "<h2>{}</h2><p>text {}</p>",
        "<br>",
        "<a href=/{}>link {}</a>",
        "<p>",
        "<li>{}",
    ),
    *("<td>{}", "<!-- {} -->", "<p id=x class=c{}>some text {}", "<img src=/{}.jpg>", "<b><i>{}"),
    *("<div><div>{}</div>", "<option>{}", "<time>{}"),
)


def many_elements(dice: random.Random, page: bytes) -> bytes:
    one = dice.choice(MANY)
    return _insert(
        dice, page, "".join(one.replace("{}", str(n)) for n in range(dice.choice((500, 8000))))
    )


def many_attributes(dice: random.Random, page: bytes) -> bytes:
    count = dice.choice((500, 50_000))
    return _insert(dice, page, f"<p {' '.join(f'a{n}={n}' for n in range(count))}>text</p>")


def long_attribute(dice: random.Random, page: bytes) -> bytes:
    value = dice.choice(("x", "x ", "../", "%41", "&amp;", "http://", "á")) * dice.choice(
        (1000, 200_000)
    )
    return _insert(
        dice,
        page,
        f'<{dice.choice(("a href", "p class", "img src", "time datetime"))}="{value}">',
    )


def long_text(dice: random.Random, page: bytes) -> bytes:
    part = dice.choice(
        (
            "x",
            "x ",
            " ",
            "á",
            "\u00ad",
            "1",
            ".",
            "(",
            "2019. ",
            "\n",
            "&nbsp;",
            "By ",
            "http://x.example/ ",
        )
    )
    length = dice.choice((5000, 500_000))
    return _insert(
        dice,
        page,
        f"<{dice.choice(('p', 'h1', 'title', 'time', 'span', 'script'))}>{part * length}",
    )


def huge_json_ld(dice: random.Random, page: bytes) -> bytes:
    size = dice.choice((1000, 100_000))
    texts = (
        '{"a":' * size,
        "[" * size,
        "[" * size + "]" * size,
        '[{"@type":"Person","name":"x"},' * size,
        '{"@graph":[' + '{"@id":"#a","author":{"@id":"#a"}},' * size + "{}]}",
        '{"@type":"Article","author":"' + "x, " * size + '"}',
    )
    text = dice.choice(texts)
    return _insert(dice, page, f'<script type="application/ld+json">{text}</script>')


def huge_table(dice: random.Random, page: bytes) -> bytes:
    wide, high = dice.choice((2, 1000, 99999999)), dice.choice((2, 65534, 99999999))
    cell = f'<td colspan="{wide}" rowspan="{high}">x'
    return _insert(
        dice, page, "<table>" + ("<tr>" + cell * dice.choice((2, 30))) * dice.choice((2, 200))
    )


def page_many_times(dice: random.Random, page: bytes) -> bytes:
    return page * (dice.choice((2, 10)) if len(page) < 200_000 else 2)


HEAVY: tuple[Mutator, ...] = (
    nested,
    many_elements,
    many_attributes,
    long_attribute,
    long_text,
    huge_json_ld,
    huge_table,
    page_many_times,
)
