"""WARC files as other programs write them: what counts as a page of the portal, and what is said."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

import pytest

from webarticlecurator.cli.main import main

SITE = "http://portal.example"
PORTAL = """portal: p
home: http://portal.example/
language: en
archive:
  links: ul.list h2
  columns: {all: {url: "http://portal.example/list/"}}
article:
  body: {root: div.text}
  metadata: {title: h1}
"""
MATCH = '  match: "/story/"\n'
EARLY, LATE, LATER = "2020-04-04T11:46:32Z", "2020-04-04T11:50:00Z", "2020-04-04T11:50:04Z"
LINE = "The council met at the harbour and spoke about the old bridge for many hours."
Run = Callable[..., tuple[int, str]]


def write_page(end: str, more: str = "") -> bytes:
    text = f"<p>{LINE} END{end}.</p><p>{LINE}</p>{more}"
    return f"<html lang=en><head><title>Story</title></head><body><h1>Story {end}</h1><div class=text>{text}</div></body></html>".encode()


def digest(content: bytes) -> str:
    return f"sha1:{base64.b32encode(hashlib.sha1(content).digest()).decode()}"


def record(
    kind: str, url: str, block: bytes, date: str = EARLY, type_: str = "", **more: str
) -> bytes:
    fields = {
        "WARC-Type": kind,
        "WARC-Record-ID": f"<urn:uuid:{uuid5(NAMESPACE_URL, f'{kind}{url}{date}')}>",
        "WARC-Date": date,
        "WARC-Target-URI": url,
        "Content-Type": type_ or f"application/http;msgtype={kind}",
        "WARC-Block-Digest": digest(block),
        **{name.replace("_", "-"): value for name, value in more.items()},
        "Content-Length": str(len(block)),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value)
    return gzip.compress(f"WARC/1.0\r\n{head}\r\n".encode() + block + b"\r\n\r\n")


def answer(body: bytes, status: str = "200 OK", head: str = "", *, length: bool = True) -> bytes:
    size = f"Content-Length: {len(body)}\r\n" if length else ""
    return f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\n{head}{size}\r\n".encode() + body


def get(path: str, end: str, date: str = EARLY, **more: str) -> bytes:
    return record("response", f"{SITE}{path}", answer(write_page(end)), date, **more)


def request(method: str, path: str, date: str, **more: str) -> bytes:
    block = f"{method} {path} HTTP/1.1\r\nHost: portal.example\r\n\r\n".encode()
    return record("request", f"{SITE}{path}", block, date, **more)


@pytest.fixture
def curator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> tuple[int, str]:
        code = main([*args])
        out, err = capsys.readouterr()
        return code, out + err

    return run


def adopt(curator: Run, content: bytes, match: str = MATCH, name: str = "a.warc.gz") -> str:
    """Adopt a file and build; return what was said, behind the exit code of the adoption."""
    Path("p.yaml").write_text(PORTAL + match, encoding="utf-8")
    Path(name).write_bytes(content)
    code, said = curator("warc", "adopt", "p.yaml", name, "--corpus", "c")
    curator("build", "p.yaml", "--corpus", "c")
    return f"{code} {said}"


def build(curator: Run, content: bytes, match: str = MATCH) -> str:
    """Build the pages of a file in a corpus of their own."""
    Path("p.yaml").write_text(PORTAL + match, encoding="utf-8")
    Path("b.warc.gz").write_bytes(content)
    code, said = curator("build", "p.yaml", "--warc", "b.warc.gz", "--corpus", "b")
    return f"{code} {said}"


def ends(corpus: str = "c") -> list[str]:
    text = " ".join(each.read_text("utf-8") for each in Path(corpus).glob("tei/**/*.xml"))
    return sorted(re.findall(r"END(\w+)\.", text))


def test_the_answer_to_another_method_is_no_page(curator: Run) -> None:
    """A vote is posted to the article's own address (wget, warcprox, browsers); a HEAD has no page.
    The request is known by its id, by that of the answer, or by address and time."""
    one = "<urn:uuid:00000000-0000-4000-8000-000000000001>"
    first = get("/story/1", "1") + request("GET", "/story/1", EARLY)
    vote = record("response", f"{SITE}/story/1", answer(write_page("POST")), LATE, WARC_Record_ID=one)  # fmt: skip
    named = first + vote + request("POST", "/story/1", LATE, WARC_Concurrent_To=one)
    asked = request("POST", "/story/1", LATE, WARC_Record_ID=one)
    naming = first + asked + get("/story/1", "POST", LATE, WARC_Concurrent_To=one)
    beside = first + request("HEAD", "/story/1", LATE) + get("/story/1", "HEAD", LATE)
    slow = first + request("POST", "/story/1", LATE) + get("/story/1", "POST", LATER)
    for number, content in enumerate((named, naming, beside, slow)):
        Path(f"{number}").mkdir()
        said = adopt(curator, content)
        assert said.startswith("0 ") and "1 answers to a POST or HEAD skipped" in said
        assert ends() == ["1"]
        assert "END1." in curator("warc", "cat", "a.warc.gz", "--url", f"{SITE}/story/1")[1]
        said = build(curator, content)
        assert ends("b") == ["1"]
        assert "0 unclassified, 1 answers to a POST or HEAD skipped" in said
        Path("c").rename(f"{number}/c")
        Path("b").rename(f"{number}/b")


def test_a_get_of_the_same_second_keeps_its_page(curator: Run) -> None:
    both = request("GET", "/story/1", EARLY) + request("POST", "/story/1", EARLY)
    assert adopt(curator, both + get("/story/1", "1")).startswith("0 ")
    assert ends() == ["1"]
    lost = request("POST", "/story/2", LATE) + request("GET", "/story/2", LATER)
    adopt(curator, lost + get("/story/2", "2", LATER))
    assert ends() == ["1", "2"]


def test_the_digest_of_a_chunked_answer_may_be_that_of_its_body(curator: Run) -> None:
    body = write_page("1")
    block = answer(b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body), head="Transfer-Encoding: chunked\r\n", length=False)  # fmt: skip
    payload = block.partition(b"\r\n\r\n")[2]
    for found, taken in ((body, True), (payload, True), (b"other", False)):
        content = record("response", f"{SITE}/story/1", block, WARC_Payload_Digest=digest(found))
        said = adopt(curator, content)
        assert said.startswith("0 ") == taken and ("payload digest does not match" in said) != taken
        assert ("payload digest does not match" in build(curator, content)) != taken
        assert (ends(), ends("b")) == ((["1"], ["1"]) if taken else ([], []))
        for corpus in ("b", "c"):
            Path(corpus).rename(f"{corpus}{len(found)}")


def test_a_match_counts_on_the_hosts_of_the_portal_and_those_that_it_names(curator: Run) -> None:
    other = record("response", "http://another.example/story/2", answer(write_page("2")))
    said = adopt(curator, get("/story/1", "1") + other)
    assert "1 page of other hosts skipped: another.example (1)" in said and ends() == ["1"]
    build(curator, get("/story/1", "1") + other)
    assert ends("b") == ["1"]
    named = "  match: '^http://another\\.example/story/|/story/'\n"
    adopt(curator, get("/story/1", "1") + other, named)
    assert ends() == ["1", "2"]
    Path("b").rename("d")
    moved = "  match: '^http://(portal|another)\\.example/story/'\n"
    adopt(curator, other, moved, name="b.warc.gz")
    assert ends() == ["1", "2"]
    several = record("response", "http://blog.another.example/story/3", answer(write_page("3")))
    build(curator, several, "  match: '^http://(www|blog)\\.another\\.example/story/'\n")
    assert ends("b") == ["3"]


@pytest.mark.parametrize("url", [f"{SITE}/story/hid 1", "HTTP://portal.example/story/hid%201"])
def test_an_address_as_no_server_gets_it_is_found(curator: Run, url: str) -> None:
    adopt(curator, record("response", url, answer(write_page("1"))))
    assert ends() == ["1"]


LIST = (
    b'<html><body><ul class=list><li><h2><a href="/old/1">Story 1</a></h2></li></ul></body></html>'
)


@pytest.mark.parametrize("match", ["", MATCH])
def test_the_target_of_a_listed_redirect_is_the_listed_article(curator: Run, match: str) -> None:
    moved = answer(b"moved", "301 Moved", f"Location: {SITE}/story/1\r\n")
    content = record("response", f"{SITE}/list/", answer(LIST)) + record("response", f"{SITE}/old/1", moved)  # fmt: skip
    content += get("/story/1", "1")
    said = adopt(curator, content, match)
    assert said.startswith("0 3 captures copied") and ends() == ["1"]
    code, said = curator("status", "p.yaml", "--corpus", "c")
    assert code == 0 and "unlisted" not in said
    said = build(curator, content, match)
    assert said.startswith("0 ") and ends("b") == ["1"]
    assert adopt(curator, content, match).startswith("0 0 captures copied, ")  # again


@pytest.mark.parametrize("is_again", [False, True])
def test_each_crawl_of_a_redirect_has_its_own_page(curator: Run, is_again: bool) -> None:
    """As wget writes two crawls: the second one repeats the pages, and perhaps the redirect."""
    moved = answer(b"moved", "301 Moved", f"Location: {SITE}/story/1\r\n")
    profile = "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"
    content = record("response", f"{SITE}/list/", answer(LIST))
    content += record("response", f"{SITE}/old/1", moved) + get("/story/1", "1")
    kind = "revisit" if is_again else "response"
    for url, of_kind, block in (
        ("/old/1", kind, moved),
        ("/story/1", "revisit", answer(b"", head="Content-Length: 300\r\n", length=False)),
    ):
        named = {"WARC_Profile": profile, "WARC_Refers_To_Target_URI": f"{SITE}{url}"}
        more = {**named, "WARC_Refers_To_Date": EARLY} if of_kind == "revisit" else {}
        content += record(of_kind, f"{SITE}{url}", block, LATE, **more)
    assert adopt(curator, content, "").startswith("0 ") and ends() == ["1"]
    code, said = curator("status", "p.yaml", "--corpus", "c")
    assert code == 0 and "unlisted" not in said
    assert curator("verify", "p.yaml", "--corpus", "c", "--rebuild")[0] == 0
    code, said = curator("build", "p.yaml", "--corpus", "c")
    assert (code, ends()) == (0, ["1"]) and "unlisted" not in said


def test_several_redirects_lead_to_the_listed_article_and_its_further_page(curator: Run) -> None:
    def moved(to: str) -> bytes:
        return answer(b"moved", "301 Moved", f"Location: {SITE}{to}\r\n")

    following = '<a rel=next href="/story/1?page=2">2</a>'
    content = record("response", f"{SITE}/list/", answer(LIST))
    content += record("response", f"{SITE}/old/1", moved("/mid/1"))
    content += record("response", f"{SITE}/mid/1", moved("/story/1"))
    content += record("response", f"{SITE}/story/1", answer(write_page("1", following)))
    content += get("/story/1?page=2", "2")
    said = adopt(curator, content, "  next_page: 'a[rel=next]'\n")
    assert said.startswith("0 5 captures copied") and ends() == ["1", "2"]
    code, said = curator("status", "p.yaml", "--corpus", "c")
    assert code == 0 and "1 articles" in said and "unlisted" not in said


@pytest.mark.parametrize("is_turned", [False, True])
def test_what_a_redirect_passes_is_no_article_of_its_own(curator: Run, is_turned: bool) -> None:
    """Without a list, and where *match* has the first address and the last one only."""
    ways = (("/old/1", "/mid/1"), ("/mid/1", "/story/1"))
    records = [
        record("response", f"{SITE}{a}", answer(b"", "302 Moved", f"Location: {SITE}{b}\r\n"))
        for a, b in ways
    ]
    records.append(get("/story/1", "1"))
    content = b"".join(records[::-1] if is_turned else records)
    for is_rebuilt in (False, True):
        if is_rebuilt:
            curator("verify", "p.yaml", "--corpus", "c", "--rebuild")
        else:
            assert adopt(curator, content, "  match: /(story|old)/\n").startswith("0 3 captures")
        assert curator("build", "p.yaml", "--corpus", "c")[0] == 0 and ends() == ["1"]
        code, said = curator("status", "p.yaml", "--corpus", "c")
        assert code == 0 and "1 articles: 1 in TEI, 0 failed, 0 pending" in said
    assert build(curator, content, "  match: /(story|old)/\n").startswith("0 ")
    assert ends("b") == ["1"]


def test_a_redirect_is_copied_also_where_its_page_was_before(curator: Run) -> None:
    moved = answer(b"moved", "301 Moved", f"Location: {SITE}/story/1\r\n")
    adopt(curator, get("/story/1", "1"))
    content = record("response", f"{SITE}/list/", answer(LIST))
    content += record("response", f"{SITE}/old/1", moved) + get("/story/1", "1")
    assert adopt(curator, content).startswith("0 2 captures copied, 1 already")
    code, said = curator("status", "p.yaml", "--corpus", "c")
    assert code == 0 and "1 articles: 1 in TEI, 0 failed, 0 pending" in said


@pytest.mark.parametrize("target", ["/story/1", "/story/2"])
def test_pages_that_follow_each_other_in_a_circle_are_not_lost(curator: Run, target: str) -> None:
    def link(to: str) -> bytes:
        return answer(write_page(to[-1], f'<a rel=next href="{to}">next</a>'))

    content = record("response", f"{SITE}/story/1", link(target))
    content += record("response", f"{SITE}/story/2", link("/story/1")) * (target != "/story/1")
    build(curator, content, f"{MATCH}  next_page: 'a[rel=next]'\n")
    adopt(curator, content, f"{MATCH}  next_page: 'a[rel=next]'\n")
    assert ends("b") and ends("c")


@pytest.mark.parametrize("block", [b"", b"\r\n\r\n", b"get /story/1 HTTP/1.1\r\n\r\n"])
def test_a_request_without_a_method_is_no_other_one(curator: Run, block: bytes) -> None:
    one = "<urn:uuid:00000000-0000-4000-8000-000000000005>"
    content = get("/story/1", "1", WARC_Record_ID=one)
    content += record("request", f"{SITE}/story/1", block, WARC_Concurrent_To=one)
    adopt(curator, content)
    assert ends() == ["1"]


def test_a_further_page_is_a_part_of_its_article_whatever_came_first(curator: Run) -> None:
    following = '<a rel=next href="/story/1?page=2">2</a>'
    first = record("response", f"{SITE}/story/1", answer(write_page("1", following)), LATE)
    rules = f"{MATCH}  next_page: 'a[rel=next]'\n"
    adopt(curator, get("/story/1?page=2", "2") + first, rules)
    build(curator, get("/story/1?page=2", "2") + first, rules)
    for corpus in ("b", "c"):
        assert (ends(corpus), len([*Path(corpus).glob("tei/**/*.xml")])) == (["1", "2"], 1)


def test_the_home_page_of_a_recursive_crawl_is_no_problem(curator: Run) -> None:
    home = get("/", "HOME") + get("/index.html", "HOME") + get("/robots.txt", "ROBOTS")
    assert adopt(curator, get("/story/1", "1") + home).startswith("0 ")
    assert build(curator, get("/story/1", "1") + home).startswith("0 ")
    assert "unclassified" in adopt(curator, get("/about", "ABOUT"))


def test_a_record_in_segments_is_left_out_and_named(curator: Run) -> None:
    block, one = answer(write_page("CUT"), length=False), "<urn:uuid:00000000-0000-4000-8000-000000000003>"  # fmt: skip
    content = record("response", f"{SITE}/story/1", block[:300], LATE, WARC_Record_ID=one, WARC_Segment_Number="1")  # fmt: skip
    content += record("continuation", f"{SITE}/story/1", block[300:], WARC_Segment_Origin_ID=one, WARC_Segment_Number="2", WARC_Segment_Total_Length=str(len(block)))  # fmt: skip
    said = adopt(curator, content)
    assert said.startswith("1 ") and "in segments" in said and ends() == []
    last = record("continuation", f"{SITE}/story/1", block[300:], WARC_Segment_Number="2")
    assert "in segments" in adopt(curator, last, name="last.warc.gz")  # its first part is lost
    assert "in segments" in build(curator, content) and ends("b") == []
    Path("s.warc").write_bytes(content)
    code, said = curator("warc", "check", "s.warc")
    assert (code, said.splitlines()[1:]) == (0, ["2 parts of records in segments: no payload is compared"])  # fmt: skip
    assert "\tcontinuation\t" in curator("warc", "list", "s.warc")[1]
    # as a file of the corpus itself, where it would be the latest capture of an article
    adopt(curator, get("/story/1", "1"))
    (file,) = Path("c/warc").glob("*articles*")
    file.with_name(file.name.replace("-00001", "-00002")).write_bytes(content)
    code, said = curator("verify", "p.yaml", "--corpus", "c", "--rebuild")
    assert code == 4 and said.count("in segments, which are not joined") == 2
    curator("build", "p.yaml", "--corpus", "c")
    assert ends() == ["1"]


def test_revisits_of_wget_are_taken_and_those_of_nothing_are_named(curator: Run) -> None:
    """Their block digest is that of nothing."""
    one = "<urn:uuid:00000000-0000-4000-8000-000000000004>"
    again = record(
        "revisit", f"{SITE}/story/1", answer(b"", head="Content-Length: 300\r\n", length=False), LATE,
        WARC_Refers_To=one, WARC_Block_Digest=digest(b""), WARC_Truncated="length",
        WARC_Profile="http://netpreserve.org/warc/1.0/revisit/identical-payload-digest",
    )  # fmt: skip
    said = adopt(curator, get("/story/1", "1", WARC_Record_ID=one) + again)
    assert said.startswith("0 2 captures copied") and ends() == ["1"]
    Path("c").rename("d")
    said = adopt(curator, again)
    assert said.startswith("1 ") and "repeats a record that is in none of the files" in said
    assert "unclassified" not in said


@pytest.mark.parametrize("date", ["2020-04-04T00:30:00+02:00", "2020-04-04 00:30 +02"])
def test_a_local_time_is_converted(curator: Run, date: str) -> None:
    adopt(curator, get("/story/1", "1", date))
    (file,) = Path("c").glob("tei/**/*.xml")
    assert "2020-04-03T22:30:00" in file.read_text("utf-8")


@pytest.mark.parametrize("date", ["", "Sat, 04 Apr 2020 11:46:32 GMT", "0000-00-00T00:00:00Z"])
def test_a_page_without_a_date_is_named(curator: Run, date: str) -> None:
    """It was a capture of 1970, with exit code 0."""
    content = get("/story/2", "2") + get("/story/1", "1", date)
    assert f"/story/1: no date: '{date}'" in adopt(curator, content) and ends() == ["2"]
    assert build(curator, content).startswith("1 ") and ends("b") == ["2"]


@pytest.mark.parametrize("url", ["", "//portal.example/story/1"])
def test_a_page_without_an_address_is_named(curator: Run, url: str) -> None:
    content = get("/story/2", "2") + record("response", url, answer(write_page("1")))
    for said in (adopt(curator, content), build(curator, content)):
        assert said.startswith("1 ") and f"no address: '{url}'" in said


@pytest.mark.parametrize("date", [EARLY, LATE])
def test_an_id_that_two_captures_of_an_address_share_hides_neither(curator: Run, date: str) -> None:
    """The second was said to be already in the corpus."""
    one = "<urn:uuid:00000000-0000-4000-8000-000000000006>"
    first = get("/story/1", "1", WARC_Record_ID=one)
    said = adopt(curator, first + get("/story/1", "2", date, WARC_Record_ID=one))
    assert said.startswith("1 1 captures copied, 0 already in the corpus, 1 refused")
    assert adopt(curator, first).startswith("0 0 captures copied, 1 already in the corpus")


def pack(files: dict[str, bytes], wrong_digest: str = "") -> bytes:
    """A WACZ."""
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    rows = [{"path": name, "hash": f"sha256:{each}"} for name, each in hashes.items()]
    package = json.dumps({"profile": "data-package", "resources": rows})
    named = wrong_digest or hashlib.sha256(package.encode()).hexdigest()
    with zipfile.ZipFile("packed", "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        archive.writestr("datapackage.json", package)
        given = {"path": "datapackage.json", "hash": f"sha256:{named}"}
        archive.writestr("datapackage-digest.json", json.dumps(given))
    return Path("packed").read_bytes()


def test_the_package_of_a_wacz_is_checked_and_a_wacz_in_it_is_read(curator: Run) -> None:
    inner = pack({"archive/a.warc.gz": get("/story/1", "1")})
    Path("good.wacz").write_bytes(inner)
    assert curator("warc", "check", "good.wacz") == (0, "all digests match\n")
    Path("bad.wacz").write_bytes(pack({"archive/a.warc.gz": get("/story/1", "1")}, "0" * 64))
    code, said = curator("warc", "check", "bad.wacz")
    assert code != 0 and "its sha256 is not that of datapackage-digest.json" in said
    wrong = json.dumps({"resources": [{"path": "archive/a.warc.gz", "hash": "0" * 32}]})
    with zipfile.ZipFile("md5.wacz", "w") as archive:
        archive.writestr("archive/a.warc.gz", get("/story/1", "1"))
        archive.writestr("datapackage.json", wrong)
    code, said = curator("warc", "check", "md5.wacz")
    assert code != 0 and "its md5 is not that of datapackage.json" in said
    said = adopt(curator, pack({"a.wacz": pack({"crawls/1.wacz": inner})}), name="several.wacz")
    assert said.startswith("0 1 captures copied") and ends() == ["1"]
    build_said = curator("build", "p.yaml", "--warc", "several.wacz", "--corpus", "b")
    assert build_said[0] == 0 and ends("b") == ["1"]


@pytest.mark.parametrize("target", ["-", f"{SITE}/a b"])
def test_arc_of_version_2_is_read_by_its_fields(curator: Run, target: str) -> None:
    """As proxytrack writes it."""
    block = answer(write_page("1"))
    fields = "URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length"  # fmt: skip
    head = f"2 0 made-up\n{fields}\n"
    start = (
        f"filedesc://a.arc 0.0.0.0 20200404114632 text/plain 200 - - 0 a.arc {len(head)}\n{head}"
    )
    # a target with a space, and an address that is no UTF-8
    fields = f"127.0.0.1 20200404114632 text/html 200 abc {target} 150 a.arc {len(block)}\n"
    line = f"{SITE}/story/".encode() + b"\xf51 " + fields.encode()
    adopt(curator, start.encode() + b"\n" + line + block + b"\n", name="a.arc")
    (file,) = Path("c").glob("tei/**/*.xml")
    text = file.read_text("utf-8")
    assert ends() == ["1"] and "2020-04-04T11:46:32" in text and f"{SITE}/story/%F51" in text
    code, said = curator("warc", "check", "a.arc")
    assert (code, said) == (0, "no digests: 2 records cannot be checked\n")
    Path("empty.warc.gz").touch()
    assert curator("warc", "check", "empty.warc.gz") == (0, "no records\n")


@pytest.mark.parametrize("write", [bytes, gzip.compress])
@pytest.mark.parametrize("missing", [0, 1, 3])
def test_arc_with_lengths_that_are_too_short_is_read_whole(
    curator: Run, missing: int, write: Callable[[bytes], bytes]
) -> None:
    """The line that follows the record in the text looks like the next header, and is none."""
    head = "1 0 made-up\nURL IP-address Archive-date Content-type Archive-length\n"
    first = f"filedesc://a.arc 0.0.0.0 20200404114632 text/plain {len(head)}\n{head}\n".encode()
    content = write(first)
    for number in range(5):
        page = write_page(str(number), "<pre>\nhttp://not.example/ was a header\n</pre>")
        block = answer(page)
        fields = f"127.0.0.1 20200404114632 text/html {len(block) - missing}"
        content += write(f"{SITE}/story/{number} {fields}\n".encode() + block + b"\n")
    assert adopt(curator, content, name="a.arc").startswith("0 ")
    assert ends() == ["0", "1", "2", "3", "4"]


def test_arc_goes_on_behind_damage(curator: Run) -> None:
    head = "1 0 made-up\nURL IP-address Archive-date Content-type Archive-length\n"
    content = f"filedesc://a.arc 0.0.0.0 20200404114632 text/plain {len(head)}\n{head}\n".encode()
    for number in range(3):
        block = answer(write_page(str(number)))
        length = len(block) - 100 * (number == 0)
        line = f"{SITE}/story/{number} 127.0.0.1 20200404114632 text/html {length}\n"
        content += line.encode() + block + b"\n"
    assert "neither a WARC nor an ARC header" in adopt(curator, content, name="a.arc")
    assert ends() == ["1", "2"]


def test_what_is_at_an_address_of_its_own_is_counted(curator: Run) -> None:
    """As brozzler and Browsertrix write screenshots and texts beside a page."""
    shot = record("resource", f"screenshot:{SITE}/story/1", b"GIF89a", type_="image/gif")
    said = adopt(curator, get("/story/1", "1") + shot)
    assert (
        said.startswith("0 1 captures copied") and "1 skipped (errors, images, screenshots" in said
    )


@pytest.mark.parametrize(
    "url", ["dns:portal.example", "whois:portal.example", "DNS:portal.example"]
)
def test_what_heritrix_asked_name_servers_is_skipped(curator: Run, url: str) -> None:
    asked = record("response", url, b"20200404\nportal.example. 300 IN A 10.0.0.1\n")
    said = adopt(curator, asked + get("/story/1", "1"))
    assert said.startswith("0 ") and "0 refused, 1 skipped" in said and ends() == ["1"]
