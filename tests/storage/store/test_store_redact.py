"""Records that go with an unwanted address: redirects, revisits, and those derived from its pages."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.session_secrets import MASK, SessionSecrets
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.inspect import check_records, list_records

GONE, STAYS = "https://echo.example/gone", "https://echo.example/stays"
TYPE = ("Content-Type", "text/html")


class ForeignWarc:
    """A WARC file as other crawlers write it."""

    def __init__(self, path: Path) -> None:
        self._out = path.open("wb")
        self._writer = WARCWriter(self._out, gzip=True, warc_version="1.1")

    def add_exchange(self, url: str, text: str, status: str = "200 OK", *headers: tuple[str, str]):
        http = StatusAndHeaders(status, [TYPE, *headers], protocol="HTTP/1.1")
        request_line = StatusAndHeaders(
            "GET / HTTP/1.1", [("Host", "echo.example")], is_http_request=True
        )
        request = self._writer.create_warc_record(
            url, "request", payload=BytesIO(b""), http_headers=request_line
        )
        response = self._writer.create_warc_record(
            url, "response", payload=BytesIO(text.encode()), http_headers=http
        )
        self._writer.write_request_response_pair(request, response)
        return response.rec_headers

    def add_redirect(self, url: str, to: str) -> None:
        self.add_exchange(url, "moved", "301 Moved", ("Location", to))

    def add_revisit(self, url: str, of) -> None:
        digest, time = of.get_header("WARC-Payload-Digest"), of.get_header("WARC-Date")
        http = StatusAndHeaders("200 OK", [TYPE], protocol="HTTP/1.1")
        uri = of.get_header("WARC-Target-URI")
        self._writer.write_record(
            self._writer.create_revisit_record(url, digest, uri, time, http_headers=http)
        )

    def add_derived(self, url: str, text: str) -> None:
        record = self._writer.create_warc_record(
            url, "resource", payload=BytesIO(text.encode()), warc_content_type="text/plain"
        )
        self._writer.write_record(record)

    def close(self) -> None:
        self._out.close()


def addresses_after_redaction(folder: Path) -> list[str]:
    (folder / "list.tsv").write_text(f"id\treason\n{GONE}\tcourt order\n", encoding="utf-8")
    out = folder / "out.warc.gz"
    source, listed = str(folder / "in.warc.gz"), str(folder / "list.tsv")
    assert main(["warc", "redact", source, "--exclude", listed, "--output", str(out)]) == 0
    assert list(check_records([out])) == []
    return [row.url for row in list_records([out])]


def test_all_redirects_that_lead_to_it_are_left_out(tmp_path: Path):
    warc = ForeignWarc(tmp_path / "in.warc.gz")
    warc.add_redirect("https://echo.example/short", "/old#top")
    warc.add_redirect("https://echo.example/old", GONE)
    warc.add_redirect("https://echo.example/other", STAYS)
    warc.add_exchange("https://echo.example/old", "what stood here before")
    warc.add_exchange(STAYS, "harmless")
    warc.add_exchange(GONE, "secret")
    warc.close()
    other, stays = "https://echo.example/other", STAYS
    assert addresses_after_redaction(tmp_path) == [
        other,
        other,
        "https://echo.example/old",
        "https://echo.example/old",
        stays,
        stays,
    ]


def test_redirect_loops_end(tmp_path: Path):
    warc = ForeignWarc(tmp_path / "in.warc.gz")
    warc.add_redirect("https://echo.example/a", "/b")
    warc.add_redirect("https://echo.example/b", "/a")
    warc.close()
    assert len(addresses_after_redaction(tmp_path)) == 4


def test_revisits_and_derived_records_are_left_out(tmp_path: Path):
    warc = ForeignWarc(tmp_path / "in.warc.gz")
    first = warc.add_exchange(GONE, "secret")
    warc.add_revisit(GONE, first)
    warc.add_revisit("https://echo.example/same", first)
    for kind in ("screenshot", "text", "pageinfo"):
        warc.add_derived(f"urn:{kind}:{GONE}", "secret")
    warc.add_derived(f"urn:text:{STAYS}", "harmless")
    warc.close()
    assert addresses_after_redaction(tmp_path) == [f"urn:text:{STAYS}"]


def test_no_secret_stays_in_the_values_of_a_stored_message(tmp_path: Path):
    secret = 'key="0123456789"'
    messages = {
        "in one value": make_message("refused: {header}", header=f"Cookie: {secret}"),
        "in two": make_message("refused: {name}={value}", name="key", value='"0123456789"'),
        "not shown": make_message("refused: {header:.5}", header=f"Cookie: {secret}"),
        "none": make_message("refused: {header}", header="Accept"),
    }
    with open_corpus(tmp_path / "c", "small") as corpus:
        for where, message in messages.items():
            corpus.run_log.renew_problems(
                [Problem("no-links", where, message)], kinds=None, places=()
            )
        corpus.hide_secrets(SessionSecrets(values=frozenset({secret})))
        shown = {each.where: each.message for each in corpus.run_log.problems()}
    assert shown == {
        "in one value": f"refused: Cookie: {MASK}",
        "in two": f"refused: {MASK}",
        "not shown": "refused: Cooki",
        "none": "refused: Accept",
    }
    assert b"0123456789" not in (tmp_path / "c" / "corpus.sqlite").read_bytes()
