"""Mirrors as HTTrack 3.49 and wget 1.21 write them: addresses, links, times, and nothing else."""

from __future__ import annotations

import gzip
import re
import zipfile
from pathlib import Path

from test_archives_of_others import LINE, PORTAL, Run, curator, ends

__all__ = ["curator"]
HOST = "portal.example"
RULES = PORTAL.replace('list/"}', 'list/", pagination: {mode: next-link, next: a.next}}')
NEXT = "  next_page: 'a[rel=next]'\n"


def write_story(end: str, more: str = "") -> str:
    text = f'<p>{LINE} END{end}. <a href="http://other.example/x">elsewhere</a></p><p>{LINE}</p>'
    return f"<html lang=en><head><title>S</title></head><body><h1>Story {end}</h1><div class=text>{text}</div>{more}</body></html>"


def write_list(*links: str, following: str = "") -> str:
    rows = "".join(f'<li><h2><a href="{link}">Story</a></h2></li>' for link in links)
    return f"<html><body><ul class=list>{rows}</ul>{following}</body></html>"


def mark(page: str, address: str) -> str:
    line = f"<!-- Mirrored from {address} by HTTrack Website Copier/3.x [XR&CO'2014], Sat, 04 Apr 2020 11:46:32 GMT -->"
    return page.replace(">", f">\n{line}\n", 1)


def write_files(folder: str, files: dict[str, str]) -> None:
    for name, content in files.items():
        place = Path(folder, name)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")


def adopt_mirror(curator: Run, folder: str, match: str = NEXT, *more: str) -> str:
    Path("p.yaml").write_text(RULES + match, encoding="utf-8")
    code, said = curator("warc", "adopt", "p.yaml", "--mirror", folder, "--corpus", "c", *more)
    if code < 2:
        curator("build", "p.yaml", "--corpus", "c")
    return f"{code} {said}"


def list_addresses() -> list[str]:
    tei = " ".join(each.read_text("utf-8") for each in Path("c").glob("tei/**/*.xml"))
    return sorted(set(re.findall(rf"http://{HOST}[^\s\"<]*", tei)))


HTTRACK = {
    "index.html": "<html><body>My mirrors</body></html>",
    f"{HOST}/list/index.html": mark(
        write_list(
            "../story/1.html",
            "../story/2.html",
            "../story/gone.html",
            following='<a class=next href="index905b.html?p=2">next</a>',
        ),
        f"{HOST}/list/",
    ),
    f"{HOST}/list/index905b.html": mark(write_list("../cikk6e14.html"), f"{HOST}/list/?p=2"),
    f"{HOST}/story/1.html": mark(
        write_story("1", "<a rel=next href='14658.html?page=2'>2</a>"), f"{HOST}/story/1"
    ),
    f"{HOST}/story/14658.html": mark(write_story("1b"), f"{HOST}/story/1?page=2"),
    f"{HOST}/story/2.html": mark(write_story("2"), f"{HOST}/story/2"),
    f"{HOST}/cikk6e14.html": mark(write_story("3"), f"{HOST}/cikk.php?id=8&x=a"),
    f"{HOST}/img.html": mark("<html>not found</html>", f"{HOST}/img.png"),
    "hts-cache/new.txt": "\t".join(
        (
            "07:25:50", "2/2", "---M--", "404", "error", "text/html", "date:", f"http://{HOST}/img.png",
            f"./{HOST}/img.0.delayed", "(from )\n",
        )
    ),
}  # fmt: skip


def test_a_mirror_of_httrack_has_the_addresses_that_it_notes(curator: Run) -> None:
    write_files("m", HTTRACK)
    said = adopt_mirror(curator, "m")
    assert said.startswith("0 6 captures copied") and ends() == ["1", "1b", "2", "3"]
    said = curator("status", "p.yaml", "--corpus", "c")[1]
    assert "3 articles: 3 in TEI, 0 failed, 0 pending" in said  # the lost link is no address
    tei = " ".join(each.read_text("utf-8") for each in Path("c").glob("tei/**/*.xml"))
    assert f"http://{HOST}/cikk.php?id=8&amp;x=a" in tei and "2020-04-04T11:46:32" in tei
    assert "http://other.example/x" in tei
    assert adopt_mirror(curator, "m").startswith("0 0 captures copied, 6 already")


def write_cache(place: Path, pages: dict[str, tuple[str, str]]) -> None:
    """Write pages, each with the fields of its answer, as HTTrack does."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(place, "w", zipfile.ZIP_DEFLATED) as archive:
        for address, (fields, page) in pages.items():
            info = zipfile.ZipInfo(f"http://{HOST}{address}", (2020, 1, 1, 0, 0, 0))
            name = f"X-Addr: {HOST}\r\nX-Fil: {address}\r\n"
            info.extra = (
                f"HTTP/1.1 {fields}\r\nX-In-Cache: 1\r\nContent-Encoding: gzip\r\n{name}".encode()
            )
            archive.writestr(info, page.encode("cp1250"))
            info.extra = b""  # it is in the local header alone


def test_the_cache_of_httrack_has_the_pages_as_they_were(curator: Run) -> None:
    """Also given as a file, in place of *a broken WACZ*."""
    html = "200 OK\r\nContent-Type: text/html\r\nX-Charset: windows-1250"
    pages = {
        "/list/": (html, write_list("/story/1", "/old/2")),
        "/story/1": (html, write_story("hídfő")),
        "/old/2": ("301 Moved\r\nLocation: /story/2", ""),
        "/story/2": (html, write_story("2")),
        "/img.png": ("404 Not Found\r\nContent-Type: text/html", ""),
    }
    write_cache(Path("m/hts-cache/new.zip"), pages)
    write_files("m", {
        "hts-cache/doit.log": "-q\nFile generated automatically on Sat, 04 Apr 2020 11:46:32, do NOT edit\n",
        f"{HOST}/story/1.html": mark(write_story("REWRITTEN"), f"{HOST}/story/1"),
        f"{HOST}/story/3.html": mark(write_story("3"), f"{HOST}/story/3"),
    })  # fmt: skip
    assert adopt_mirror(curator, "m", "  match: /story/\n").startswith("0 5 captures copied")
    assert ends() == ["2", "3", "hídfő"]
    said = curator("warc", "list", "m/hts-cache/new.zip")[1]
    assert "4 records" in said and "2020-04-04T11:46:32" in said
    curator("build", "p.yaml", "--warc", "m/hts-cache/new.zip", "--corpus", "b")
    assert ends("b") == ["2", "hídfő"]


WGET = {
    f"{HOST}/list/index.html": write_list(
        "../story/1.html",
        "../story/2.html",
        following='<a class=next href="index.html%3Fp=2.html">next</a>',
    ),
    f"{HOST}/list/index.html?p=2.html": write_list("../cikk.php%3Fid=8&amp;x=a.html"),
    f"{HOST}/story/1.html": write_story("1"),
    f"{HOST}/story/2.html": write_story("2"),
    f"{HOST}/cikk.php?id=8&x=a.html": write_story("3"),
}


def test_a_mirror_of_wget_needs_what_says_the_ending_of_addresses(curator: Run) -> None:
    write_files("m", WGET)
    date = ("--date", "2020-05-03")
    both = f"http://{HOST}/story/1 or http://{HOST}/story/1.html, and no page says which"
    said = adopt_mirror(curator, "m", "", *date)
    assert f"refused {HOST}/story/1.html: its address is {both}" in said
    assert said.startswith("1 3 captures copied, 0 already in the corpus, 2 refused")
    assert ends() == ["3"] and "/story/" not in "".join(list_addresses())
    Path("c").rename("undecided")
    assert "no date" in adopt_mirror(curator, "m", "  match: '/story/\\d+$'\n")
    # with --restrict-file-names=windows, as there
    write_files("w", {f.replace("?", "@"): text.replace("%3F", "@") for f, text in WGET.items()})
    for number, (mirror, match, ending) in enumerate(
        (
            ("m", "  match: '/story/\\d+$'\n", ""),
            ("m", "  match: '/story/\\d+\\.html$'\n", ".html"),
            ("w", "  match: '/story/\\d+$'\n", ""),
        )
    ):
        assert adopt_mirror(curator, mirror, match, *date).startswith("0 5 captures copied")
        assert ends() == ["1", "2", "3"]
        urls = list_addresses()
        assert f"http://{HOST}/story/1{ending}" in urls
        assert f"http://{HOST}/cikk.php?id=8&amp;x=a" in urls
        assert " 0 pending" in curator("status", "p.yaml", "--corpus", "c")[1]
        Path("c").rename(f"c{number}")


def test_a_page_that_the_server_packed_unasked_is_read(curator: Run) -> None:
    """wget 1.21.3 stores it as it came, and -E adds .gz."""
    write_files("m", {f"{HOST}/list/index.html": write_list("../story/1.html", "../story/2")})
    place = Path("m", HOST, "story")
    place.mkdir()
    for name, end in (("1.html.gz", "1"), ("2.html.gz", "2")):
        (place / name).write_bytes(gzip.compress(write_story(end).encode()))
    said = adopt_mirror(curator, "m", "  match: '/story/(1.html|2)$'\n", "--date", "2020-05-03")
    assert said.startswith("0 3 captures copied")
    assert ends() == ["1", "2"]
    assert {f"http://{HOST}/story/1.html", f"http://{HOST}/story/2"} <= {*list_addresses()}


def test_another_file_or_the_page_says_the_ending_of_its_own_alone(curator: Run) -> None:
    """A portal may have both: what one page says is nothing of the others."""
    share = f'<a href="https://s.example/?u=http%3A%2F%2F{HOST}%2Fstory%2F1.html">share</a>'
    own = f'<a href="http://{HOST}/story/2">share</a>'
    for number, (more, addresses, undecided) in enumerate((
        ({f"{HOST}/story/1?page=2.html": write_story("1b")}, {"/story/1"}, "2"),
        ({f"{HOST}/story/1.html": write_story("1", share)}, {"/story/1.html"}, "2"),
        (
            {
                f"{HOST}/story/1.html": write_story("1", share),
                f"{HOST}/story/2.html": write_story("2", own),
                f"{HOST}/story/4.html": write_story("4"),
            },
            {"/story/1.html", "/story/2"},
            "4",
        ),
    )):  # fmt: skip
        write_files(f"m{number}", WGET | more)
        said = adopt_mirror(
            curator, f"m{number}", NEXT + "  match: /story/\n", "--date", "2020-05-03"
        )
        assert said.startswith("1 ") and said.count("refused ") == 1
        assert f"refused {HOST}/story/{undecided}.html: its address is" in said
        found = {url.removeprefix(f"http://{HOST}") for url in list_addresses()}
        assert addresses <= found
        assert not {f"/story/{undecided}", f"/story/{undecided}.html"} & found
        assert " 0 pending" in curator("status", "p.yaml", "--corpus", "c")[1]
        Path("c").rename(f"c{number}")


def test_names_of_this_system_are_taken_in_a_table(curator: Run) -> None:
    """wget writes the port into the name of a folder."""
    write_files("m", {f"{HOST}:8080/a?b.html": write_story("1")})
    Path("m/t.tsv").write_text(
        f"file\turl\tdate\n{HOST}:8080/a?b.html\thttp://{HOST}/a\t2020-01-01\n", encoding="utf-8"
    )
    Path("p.yaml").write_text(RULES, encoding="utf-8")
    code, said = curator("warc", "adopt", "p.yaml", "--table", "m/t.tsv", "--corpus", "c")
    assert code == 0 and "1 captures copied" in said
