"""Links and redirects must not lead into the private network of the crawling machine."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from pathlib import Path

import pytest
from hostile_server import FETCH, crawl, hostile_portal, listing, moved, page

from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import PortalHosts
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.fetch.address_guard import (
    AddressGuard,
    PrivateAddress,
    is_public,
    read_literal_address,
)
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.session import Session
from webarticlecurator.crawling.workers.system_clock import SystemClock

PRIVATE = [
    "127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "192.0.2.1", "198.18.0.1", "::", "::1", "fe80::1", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "::127.0.0.1",
    "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:a00:1::1", "2001:db8::1", "2001::1", "100::1",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "172.32.0.1",
    "193.225.87.1",
    "2606:4700::1111",
    "64:ff9b::101:101",
    "2002:101:101::1",
]


def test_public_and_private_addresses():
    assert [name for name in PRIVATE if is_public(ip_address(name))] == []
    assert [name for name in PUBLIC if not is_public(ip_address(name))] == []


FORMS = [
    *(
        "127.0.0.1",
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.1",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.1.",
    ),
    *(
        "localhost",
        "LOCALHOST.",
        "a.localhost",
        "::ffff:127.0.0.1",
        "[::ffff:7f00:1]",
        "１２７.０.０.１",
        "127。0。0。1",
    ),
]


@pytest.mark.parametrize("host", FORMS)
def test_every_notation_of_an_ip_address_is_parsed(host: str):
    assert str(read_literal_address(host)) == "127.0.0.1"


@pytest.mark.parametrize(
    "host", ["echo.example", "1.example", "localhost.example", "1.2.3.4.5", "0xg", "", "a.1.1.1.1"]
)
def test_names_are_not_ip_addresses(host: str):
    assert read_literal_address(host) is None


def hosts(*names: str) -> PortalHosts:
    return PortalHosts.of([f"http://{name}/" for name in names])


class Names:
    """A name server with scripted answers; the last answer is repeated. ``requested`` has the names
    that were looked up."""

    def __init__(self, **answers: list[str]) -> None:
        self.answers = {name.replace("_", "."): found for name, found in answers.items()}
        self.requested: list[str] = []

    def __call__(self, host: str, port: int, *_: object, **__: object) -> list[tuple[object, ...]]:
        self.requested.append(host)
        if host not in self.answers:
            host = (
                str(ip_address(host))
                if read_literal_address(host) is None
                else str(read_literal_address(host))
            )
            found = host
        else:
            known = self.answers[host]
            found = known.pop(0) if len(known) > 1 else known[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port)) for ip in found.split()]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    made = Names()
    monkeypatch.setattr(socket, "getaddrinfo", made)
    return made


def test_a_name_with_a_private_address_is_refused_and_one_with_both_is_requested_at_the_public_one(
    names: Names,
):
    names.answers = {
        "inner.example": ["10.0.0.7"],
        "both.example": ["10.0.0.7 1.1.1.1"],
        "echo.example": ["1.2.3.4"],
    }
    guard = AddressGuard(hosts("echo.example"), resolves=True)
    assert guard.resolve_host("both.example", 80) == ["1.1.1.1"]
    assert "10.0.0.7, a private address" in guard.check_url("http://inner.example/x")
    with pytest.raises(PrivateAddress):
        guard.resolve_host("inner.example", 80)


def test_links_may_lead_to_the_private_addresses_of_the_portal(names: Names):
    names.answers = {
        "wiki.intra": ["10.0.0.7", "10.0.0.8"],
        "other.intra": ["10.0.0.7"],
        "third.intra": ["10.0.0.9"],
    }
    guard = AddressGuard(hosts("wiki.intra"), resolves=True)
    assert guard.resolve_host("other.intra", 8080) == ["10.0.0.7"]
    assert guard.resolve_host("wiki.intra", 80) == ["10.0.0.8"]
    with pytest.raises(PrivateAddress):
        guard.resolve_host("third.intra", 80)


def test_a_portal_that_was_public_does_not_become_private(names: Names):
    names.answers = {"echo.example": ["1.2.3.4", "127.0.0.1"]}
    guard = AddressGuard(hosts("echo.example"), resolves=True)
    assert guard.resolve_host("echo.example", 80) == ["1.2.3.4"]
    with pytest.raises(PrivateAddress):
        guard.resolve_host("echo.example", 80)


def test_a_name_that_changes_between_check_and_connection_is_not_connected_to(names: Names):
    with hostile_portal({"/a": page("a")}) as portal:
        names.answers = {"echo.example": ["1.2.3.4"], "rebinding.example": ["1.1.1.1", "127.0.0.1"]}
        session = Session(
            ConnectionSettings(FetchPolicy(timeout=1.0), hosts("echo.example")), SystemClock()
        )
        found = session.fetch(f"http://rebinding.example:{portal.port}/a", lambda _: None)
        session.close()
        assert found.failure is not None and found.failure.kind == "private-address"
        assert portal.requested == []


def test_behind_a_proxy_only_literal_addresses_are_refused(names: Names):
    guard = AddressGuard(hosts("echo.example"), resolves=False)
    refused = [
        guard.check_url(f"http://{host}/") != ""
        for host in ("10.0.0.1", "localhost", "0x7f.1", "inner.example", "[::1]")
    ]
    assert refused == [True, True, True, False, True]
    assert [host for host in names.requested if read_literal_address(host) is None] == []
    assert AddressGuard(hosts("10.0.0.1"), resolves=False).check_url("http://10.0.0.1:81/") == ""


@pytest.mark.parametrize(
    ("proxy", "expected"),
    [("socks5", True), ("socks4", True), ("socks5h", False), ("socks4a", False), ("http", False)],
)
def test_a_name_that_is_resolved_here_for_a_proxy_is_checked(
    names: Names, proxy: str, expected: bool
):
    names.answers = {"inner.example": ["10.0.0.7"], "echo.example": ["1.2.3.4"]}
    policy = FetchPolicy(timeout=1.0, proxy=f"{proxy}://127.0.0.1:9")
    session = Session(ConnectionSettings(policy, hosts("echo.example")), SystemClock())
    assert (session.check_address("http://inner.example/") is not None) == expected
    session.close()


LOCATIONS = [
    "http://127.0.0.2:{}/x",
    "http://10.0.0.1/x",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]:{}/x",
]
LOCATIONS += [
    "http://[::ffff:127.0.0.2]:{}/x",
    "http://0.0.0.0:{}/x",
    "http://2130706434:{}/x",
    "http://0x7f.2:{}/x",
]
LOCATIONS += ["https://192.168.0.1/x", "http://[fe80::1%25lo]:{}/x"]


def test_links_to_private_addresses_are_rejected_and_not_connected_to(tmp_path: Path, capsys):
    with (
        hostile_portal({"/x": page("inner")}, host="127.0.0.2") as inner,
        hostile_portal({}) as portal,
    ):
        links = [link.format(inner.port) for link in LOCATIONS]
        portal.answers = {"/list": listing(*links, "/b"), "/b": page("b")}
        found = crawl(portal, tmp_path, capsys)
        assert inner.requested == []
        assert (found.code, found.summary["rejected"], found.articles["/b"]) == (
            0,
            {"private-address": len(LOCATIONS)},
            "tei",
        )
        before = sum(path.stat().st_size for path in (found.folder / "warc").glob("*articles*"))
        again = crawl(portal, tmp_path, capsys)
        assert again.summary["rejected"] == {"private-address": len(LOCATIONS)}
        assert (
            sum(path.stat().st_size for path in (found.folder / "warc").glob("*articles*"))
            == before
        )
        main(["why", str(tmp_path / "hostile.yaml"), links[0], "--corpus", str(found.folder)])
        assert "private address" in capsys.readouterr().out


def test_redirects_to_private_addresses_fail_and_are_tried_again(tmp_path: Path, capsys):
    with (
        hostile_portal({"/x": page("inner")}, host="127.0.0.2") as inner,
        hostile_portal({}) as portal,
    ):
        private = {
            f"/a{number}": moved(location.format(inner.port))
            for number, location in enumerate(LOCATIONS)
        }
        portal.answers = {"/list": listing(*private, "/b"), **private, "/b": page("b")}
        found = crawl(portal, tmp_path, capsys, fetch=f"{FETCH}, breaker: 100")
        assert inner.requested == []
        expected = dict.fromkeys(private, "private-address") | {"/b": "tei"}
        assert (found.code, found.articles) == (1, expected)
        portal.answers |= {path: page(path) for path in private}
        again = crawl(portal, tmp_path, capsys)
        assert again.articles == dict.fromkeys([*private, "/b"], "tei")


def test_the_robots_txt_of_a_portal_does_not_lead_to_private_addresses(tmp_path: Path, capsys):
    with hostile_portal({"/r": page("r")}, host="127.0.0.2") as inner, hostile_portal({}) as portal:
        portal.answers = {
            "/robots.txt": moved(f"{inner.base}/r"),
            "/list": listing("/b"),
            "/b": page("b"),
        }
        found = crawl(portal, tmp_path, capsys)
        assert (inner.requested, found.code) == ([], 3)


def test_a_link_may_lead_to_another_port_of_the_same_host(tmp_path: Path, capsys):
    with hostile_portal({"/a": page("a")}) as other, hostile_portal({}) as portal:
        links = [
            f"{other.base}/a",
            f"http://localhost:{other.port}/a",
            f"http://2130706433:{other.port}/a",
        ]
        portal.answers = {"/list": listing(*links)}
        assert crawl(portal, tmp_path, capsys).summary["tei"] == 3


@pytest.mark.parametrize(
    "command", [["check", "FILE", "--live"], ["new", "BASE/list", "--output", "new.yaml"]]
)
def test_check_live_does_not_lead_to_private_addresses(
    tmp_path: Path, capsys, monkeypatch, command: list[str]
):
    monkeypatch.chdir(tmp_path)
    with (
        hostile_portal({"/x": page("inner")}, host="127.0.0.2") as inner,
        hostile_portal({}) as portal,
    ):
        portal.answers = {
            "/list": listing(f"{inner.base}/x", "/a", "/b", "/c"),
            "/a": moved(f"{inner.base}/x"),
        }
        portal.answers |= {"/b": moved(f"{inner.base}/x"), "/c": page("c")}
        file = tmp_path / "p.yaml"
        file.write_text(
            f"portal: p\nhome: {portal.base}/\nfetch: {{delay: 0}}\narchive: {{url: {portal.base}/list, links: h2 a}}\n"
        )
        main([word.replace("FILE", str(file)).replace("BASE", portal.base) for word in command])
        assert inner.requested == []
        assert len(portal.requested) > 1


def test_without_permission_not_even_the_portal_may_be_at_a_private_address():
    for name in ("10.0.0.1", "localhost"):
        guard = AddressGuard(hosts(name), resolves=True, allows_private=False)
        assert "a private address" in guard.check_url(f"http://{name}:81/")
    settings = ConnectionSettings(FetchPolicy(), hosts("10.0.0.1"), allows_private=False)
    session = Session(settings, SystemClock())
    failure = session.check_address("http://10.0.0.1/")
    session.close()
    assert failure is not None
    assert failure.kind == "private-address"
