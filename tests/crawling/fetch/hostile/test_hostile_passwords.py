"""Passwords in addresses are neither sent nor stored nor printed."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path

import pytest
from hostile_server import IMPATIENT, Hostile, answer, crawl, hostile_portal, listing, moved, page

from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS, hide_userinfo, without_userinfo
from webarticlecurator.base.portal.session_secrets import SessionSecrets
from webarticlecurator.cli.main import main
from webarticlecurator.cli.output import describe_exception
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.workers.run_options import CrawlOptions

SECRET = "hunter2"
ENCODED = [base64.b64encode(f"{user}:{SECRET}".encode()).strip(b"=") for user in ("anna", "an:na")]


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("http://anna:hunter2@echo.example/a?b@c#d@e", "http://echo.example/a?b@c#d@e"),
        ("https://anna@echo.example", "https://echo.example"),
        ("http://a:b@c:d@echo.example/", "http://echo.example/"),
        ("//anna:hunter2@echo.example/", "//echo.example/"),
        ("http://anna:hunter2@[bad/", "http://[bad/"),
        ("http://echo.example/@anna?to=a@b", "http://echo.example/@anna?to=a@b"),
        ("mailto:anna@echo.example", "mailto:anna@echo.example"),
        ("/a@b", "/a@b"),
    ],
)
def test_the_user_information_of_an_address_is_cut_off(address: str, expected: str):
    assert without_userinfo(address) == expected
    assert "://" not in address or SECRET not in hide_userinfo(f"see {address}, and {address}")


def stored(folder: Path) -> bytes:
    """Return the uncompressed content of all files in a corpus folder."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return b"".join(
        gzip.decompress(p.read_bytes()) if p.suffix == ".gz" else p.read_bytes() for p in files
    )


def with_login(portal: Hostile, path: str) -> str:
    return f"http://anna:{SECRET}@127.0.0.1:{portal.port}{path}"


def assert_unknown(found: bytes) -> None:
    """Assert that the password is only in what the portal itself has sent."""
    for word in (SECRET.encode(), *ENCODED, b"Authorization"):
        assert word not in found, found[max(0, found.index(word) - 200) :][:400]


def test_a_link_with_a_password_is_requested_without_it(tmp_path: Path, capsys):
    with hostile_portal({"/a": page("a"), "/b": page("b")}) as portal:
        zipped = gzip.compress(listing(with_login(portal, "/a"), "/b").partition(b"\r\n\r\n")[2])
        portal.answers["/list"] = answer(
            zipped, "200 OK", "Content-Encoding: gzip", "Content-Type: text/html"
        )
        found = crawl(portal, tmp_path, capsys)
        assert (found.code, found.articles) == (0, {"/a": "tei", "/b": "tei"})
        assert_unknown(b"".join(portal.requested))
        assert_unknown(stored(found.folder))
        assert_unknown(found.output.encode())
        assert (
            main(
                [
                    "why",
                    str(tmp_path / "hostile.yaml"),
                    with_login(portal, "/a"),
                    "--corpus",
                    str(found.folder),
                ]
            )
            == 0
        )
        assert_unknown(capsys.readouterr().out.encode())
        (found.folder / "corpus.sqlite").unlink()
        assert (
            main(
                [
                    "verify",
                    str(tmp_path / "hostile.yaml"),
                    "--rebuild",
                    "--corpus",
                    str(found.folder),
                ]
            )
            == 0
        )
        assert_unknown(stored(found.folder))


@pytest.mark.parametrize("dead", [False, True])
def test_a_redirect_with_a_password_is_followed_without_it(tmp_path: Path, capsys, dead: bool):
    with hostile_portal({"/list": listing("/a"), "/b": page("b")}) as portal:
        portal.answers["/a"] = moved(with_login(portal, "/none:0/" if dead else "/b"))
        found = crawl(portal, tmp_path, capsys)
        assert_unknown(b"".join(portal.requested))
        assert_unknown((found.folder / "corpus.sqlite").read_bytes())
        assert_unknown(found.output.encode())
        sent = stored(found.folder)
        assert sent.count(SECRET.encode()) == 1, "the Location that the portal sent, verbatim"
        assert b"Authorization" not in sent


def test_canonical_and_base_addresses_with_a_password_are_cut_too(tmp_path: Path, capsys):
    text = "archive: {url: BASE/list, links: h2 a}\naddress: {canonical: link}\narticle: {body: {root: article}}\n"
    with hostile_portal({"/list": listing("/a")}) as portal:
        head = f'<base href="{with_login(portal, "/x/")}"><link rel="canonical" href="{with_login(portal, "/c")}">'
        portal.answers["/a"] = page("a").replace(b"<head>", b"<head>" + head.encode())
        raw = portal.answers["/a"].partition(b"\r\n\r\n")[2]
        portal.answers["/a"] = answer(raw, "200 OK", "Content-Type: text/html")
        found = crawl(portal, tmp_path, capsys, text=text)
        assert found.code == 0
        assert_unknown((found.folder / "corpus.sqlite").read_bytes())
        tei = b"".join(path.read_bytes() for path in (found.folder / "tei").rglob("*.xml"))
        assert b"/c" in tei
        assert_unknown(tei)


REFUSED = {
    "home": "portal: p\nhome: http://anna:hunter2@echo.example/\narchive: {url: http://echo.example/list}\n",
    "archive.url": "portal: p\nhome: http://echo.example/\narchive: {url: 'http://anna:hunter2@echo.example/{page}'}\n",
    "fetch.proxy": (
        "portal: p\nhome: http://echo.example/\nfetch: {proxy: 'http://anna:hunter2@127.0.0.1:9'}\n"
        "archive: {url: http://echo.example/list}\n"
    ),
    "socks": (
        "portal: p\nhome: http://echo.example/\nfetch: {proxy: 'socks5h://hunter2@127.0.0.1:9'}\n"
        "archive: {url: http://echo.example/list}\n"
    ),
}


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED.keys())
@pytest.mark.parametrize("options", [["check"], ["check", "--json"], ["crawl"]], ids=" ".join)
def test_a_password_in_the_portal_file_is_refused_without_showing_it(
    tmp_path: Path, capsys, monkeypatch, text, options
):
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "p.yaml"
    file.write_text(text, encoding="utf-8")
    assert main([options[0], str(file), *options[1:]]) == 2
    out, output = capsys.readouterr()
    assert "user name or password, which would be stored in the corpus" in out + output
    assert SECRET not in out + output
    assert not (tmp_path / "corpora").exists()
    if "proxy" in text:
        assert "--proxy" in out + output
    if "--json" in options:
        assert json.loads(out)["problems"]


@pytest.mark.parametrize(
    "value",
    [
        "ftp://anna:hunter2@x",
        "http://anna:hunter2@x y",
        "anna:hunter2@x://",
        "anna:hunter2@x:1",
        "http://anna:hunter2#b@x:1",
    ],
)
def test_a_wrong_proxy_is_refused_without_showing_its_password(tmp_path: Path, capsys, value: str):
    with pytest.raises(SystemExit):
        main(["crawl", "x.yaml", "--proxy", value])
    output = capsys.readouterr().err
    assert "not a proxy: " in output
    assert SECRET not in output


def test_an_option_that_does_not_exist_is_named_without_a_password(capsys):
    with pytest.raises(SystemExit):
        main(["crawl", "x.yaml", "--proxie", f"http://anna:{SECRET}@127.0.0.1:9"])
    output = capsys.readouterr().err
    assert "unrecognized arguments: --proxie http://…@127.0.0.1:9" in output
    assert SECRET not in output


def test_a_traceback_shows_no_password():
    address = f"http://anna:{SECRET}@127.0.0.1:9"
    assert SECRET not in describe_exception(RuntimeError(f"no way to {address}"))
    policy = FetchPolicy(cookies=(("sid", SECRET),), headers=(("X", SECRET),), proxy=address)
    settings = ConnectionSettings(policy, ANY_HOSTS, address)
    for value in (policy, settings, CrawlOptions(proxy=address), SessionSecrets.of(policy)):
        assert SECRET not in repr(value)


def test_the_password_of_a_proxy_goes_to_the_proxy_alone(tmp_path: Path, capsys):
    with hostile_portal({}) as proxy:
        elsewhere = "http://echo.example"
        proxy.answers = {f"{elsewhere}/list": listing("/a"), f"{elsewhere}/a": page("a")}
        text = f"archive: {{url: '{elsewhere}/list', links: h2 a}}\narticle: {{body: {{root: article}}}}\n"
        url = proxy.base.replace("http://", f"http://anna:{SECRET}@")
        found = crawl(proxy, tmp_path, capsys, "--proxy", url, text=text, fetch=IMPATIENT)
        assert found.code == 0
        assert all(b"Proxy-Authorization: Basic " + ENCODED[0] in head for head in proxy.requested)
        assert_unknown(stored(found.folder))
        assert_unknown(found.output.encode())


@pytest.mark.parametrize("scheme", ["http", "https", "socks5h", "socks4"])
@pytest.mark.parametrize("portal_scheme", ["http", "https"])
def test_a_proxy_that_refuses_is_named_without_its_password(
    tmp_path: Path, capsys, scheme: str, portal_scheme: str
):
    refusal = answer("who?", "407 Proxy Authentication Required")
    with hostile_portal({"echo.example:443": refusal}) as proxy:
        text = f"archive: {{url: '{portal_scheme}://echo.example/list', links: h2 a}}\n"
        url = f"{scheme}://anna:{SECRET}@127.0.0.1:{proxy.port}"
        found = crawl(proxy, tmp_path, capsys, "--proxy", url, text=text, fetch=IMPATIENT)
        assert found.code in (1, 3)
        assert_unknown(stored(found.folder))
        assert_unknown(found.output.encode())


def test_new_refuses_an_address_with_a_password(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for options in ([], ["--offline"]):
        assert main(["new", f"http://anna:{SECRET}@127.0.0.1:9/", *options]) == 2
        assert SECRET not in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_neither_netrc_nor_proxies_of_the_environment_are_read(tmp_path: Path, capsys, monkeypatch):
    (tmp_path / ".netrc").write_text(
        f"machine 127.0.0.1 login anna password {SECRET}\n", encoding="utf-8"
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with hostile_portal({"/list": listing("/a"), "/a": page("a")}) as portal:
        assert crawl(portal, tmp_path, capsys).code == 0
        assert_unknown(b"".join(portal.requested))
