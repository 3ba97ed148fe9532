"""Portal files and WARC files number N of a seed, changed at random, and always in the same way."""

from __future__ import annotations

import gzip
import random
import re
import zlib
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from mutated_pages import MutatedPages, demo_pages
from mutators import CHARSETS, VALUES, cut_end, cut_middle, flip_bytes, repeat_part, swap_parts
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.base.folders import data_folder

# fmt: off
SCALARS = (
    *VALUES, "none", "~", "null", "true", "no", "1e999", ".inf", ".nan", "0x10", "1_000",
    "12:30:45", "2019-02-30", "!!python/object:os.system {}", "!!binary x", "!!set {a}",
    "&a [*a]", "*nosuch", "{}", "[]", "[[]]", "{{}}", "[a, b", "{a: b", "'", '"', "|", ">", "? a",
    "- a", "%x", "@x", "`", "(a+)+$", "(?<=a*)b", "[", "*", "a:has(", "//*[", "div[", "{date}",
    "{page:%Q}", "{date:%Y}/{date:%m}", "1-99999999999", "99999999999999999999999", "-1",
    "/dev/zero", "/etc/passwd", "../x", ".", "1d", "-5d", "\ud800",
)
KEYS = (
    "url pagination mode next last first step pages dates from until order links listed columns "
    "spans fields stop max_pages root drop tags reject css xpath json regex meta jsonld url "
    "when unless replace map include exclude pick within union first_of delay retries timeout "
    "robots encoding language timezone home portal page split match hook layouts name "
    "template format guess canonical public"
).split()
# fmt: on
Mutator = Callable[[random.Random, list[str]], None]


def delete_line(dice: random.Random, lines: list[str]) -> None:
    del lines[dice.randrange(len(lines))]


def double_line(dice: random.Random, lines: list[str]) -> None:
    at = dice.randrange(len(lines))
    lines.insert(at, lines[at])


def swap_lines(dice: random.Random, lines: list[str]) -> None:
    a, b = dice.randrange(len(lines)), dice.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def indent_line(dice: random.Random, lines: list[str]) -> None:
    at = dice.randrange(len(lines))
    lines[at] = (
        dice.choice(("  ", "\t", " ", "    - ")) + lines[at]
        if dice.random() < 0.5
        else lines[at][2:]
    )


def other_value(dice: random.Random, lines: list[str]) -> None:
    at = dice.randrange(len(lines))
    key, colon, _ = lines[at].partition(":")
    lines[at] = f"{key}{colon or ':'} {dice.choice(SCALARS)}"


def other_key(dice: random.Random, lines: list[str]) -> None:
    at = dice.randrange(len(lines))
    key, colon, value = lines[at].partition(":")
    indent = key[: len(key) - len(key.lstrip())]
    lines[at] = f"{indent}{dice.choice(KEYS)}{colon or ': '}{value}"


def added_key(dice: random.Random, lines: list[str]) -> None:
    at = dice.randrange(len(lines))
    indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
    lines.insert(at, f"{indent}{dice.choice(KEYS)}: {dice.choice(SCALARS)}")


def other_charset(dice: random.Random, lines: list[str]) -> None:
    lines.insert(0, f"encoding: {dice.choice(CHARSETS)}")


def bomb(dice: random.Random, lines: list[str]) -> None:
    laughs = [
        f"x{n}: &x{n} [{', '.join([f'*x{n - 1}'] * 9)}]" if n else "x0: &x0 [lol]"
        for n in range(12)
    ]
    deep = ["title: " + dice.choice("[{") * dice.choice((50, 20_000))]
    lines[0:0] = dice.choice(
        (
            laughs,
            deep,
            ["title: " + "a" * 2_000_000],
            ["title: &a [*a]"],
            [f"k{n}: 1" for n in range(2_000)],
        )
    )


LINE_MUTATORS: tuple[Mutator, ...] = (
    delete_line,
    double_line,
    swap_lines,
    indent_line,
    *(other_value, other_value, other_value),
    other_key,
    *(added_key, added_key),
    other_charset,
    bomb,
)


def portal_file(seed: int, number: int) -> tuple[str, bytes]:
    """Its name and content; the tables that it names lie beside the sound file of that name."""
    dice = random.Random(f"{seed} portal file {number}")
    paths = [
        data_folder("examples") / "demo.yaml",
        *sorted(data_folder("site_configs").glob("*.yaml")),
    ]
    path = dice.choice([p for p in paths if p.name.count(".") == 1])
    content = path.read_bytes()
    if dice.random() < 0.2:
        return str(path), dice.choice((flip_bytes, cut_end, cut_middle, repeat_part, swap_parts))(
            dice, content
        )
    lines = content.decode("utf-8").splitlines()
    for _ in range(dice.choice((1, 1, 2, 4))):
        dice.choice(LINE_MUTATORS)(dice, lines)
    return str(path), "\n".join(lines).encode("utf-8", "surrogatepass")


def warc_file(seed: int, number: int, folder: Path) -> Path:
    """A WARC file of some mutated and some sound pages of the demo portal, then changed itself."""
    dice = random.Random(f"{seed} warc {number}")
    packed = dice.random() < 0.4
    content = _sound_warc(dice, MutatedPages(seed, None), packed)
    for _ in range(dice.choice((1, 1, 3))):
        content = dice.choice(WARC_MUTATORS)(dice, content)
    path = folder / f"mutated-{number}{'.warc.gz' if packed == (dice.random() < 0.9) else '.warc'}"
    path.write_bytes(content)
    return path


def _sound_warc(dice: random.Random, mutated: MutatedPages, packed: bool) -> bytes:
    made = BytesIO()
    writer = WARCWriter(made, gzip=packed, warc_version=dice.choice(("1.0", "1.1")))
    for page in dice.sample(demo_pages(), 6):
        block = mutated.page(dice.randrange(10**6)).block if dice.random() < 0.4 else page.content
        headers = StatusAndHeaders(
            "200 OK", [("Content-Type", page.content_type)], protocol="HTTP/1.1"
        )
        writer.write_record(
            writer.create_warc_record(
                page.url, "response", payload=BytesIO(block), http_headers=headers
            )
        )
    return made.getvalue()


def _header_line(dice: random.Random, content: bytes) -> bytes:
    """One header of a record says something else; a packed file is one member afterwards."""
    packed = content[:2] == b"\x1f\x8b"
    try:
        plain = gzip.decompress(content) if packed else content
    except (OSError, EOFError, zlib.error):
        return content
    name = dice.choice(
        (
            b"Content-Length",
            b"WARC-Type",
            b"WARC-Date",
            b"WARC-Target-URI",
            b"WARC-Record-ID",
            b"Content-Type",
            b"WARC-Payload-Digest",
            b"HTTP/1.1",
            b"WARC/1",
        )
    )
    value = dice.choice(
        (
            *(v.encode("utf-8", "surrogatepass") for v in SCALARS),
            b"99999999999",
            b"revisit",
            b"response",
            b"9" * 400,
            b"dns:x",
            b"x\r\n y",
        )
    )
    places = (
        [found.start() for found in re.finditer(re.escape(name), plain)]
        if len(plain) < 3_000_000
        else []
    )
    if places:
        at = dice.choice(places)
        end = plain.find(b"\r\n", at)
        plain = plain[:at] + name + b": " + value + plain[end:]
    return gzip.compress(plain) if packed else plain


def _garbage(dice: random.Random, content: bytes) -> bytes:
    noise = dice.choice(
        (
            b"\x1f\x8b\x08\x00",
            b"\x28\xb5\x2f\xfd",
            bytes(dice.randrange(256) for _ in range(300)),
            b"\r\n" * 999,
            b"WARC/1.0\r\n",
        )
    )
    at = dice.randint(0, len(content))
    return content[:at] + noise + content[at:]


WARC_MUTATORS = (
    flip_bytes,
    cut_end,
    cut_middle,
    repeat_part,
    swap_parts,
    _header_line,
    _header_line,
    _header_line,
    _garbage,
)
