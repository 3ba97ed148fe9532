"""Which hosts belong to a portal."""

from __future__ import annotations

import pytest

from webarticlecurator.base.portal.hosts import PortalHosts, host_of, is_same_site, origin_of

HOSTS = PortalHosts.of(
    [
        "https://www.echo.example/",
        "http://Archive.Echo.example:8080/x",
        "http://10.0.0.1:81/",
        "http://[bad",
    ]
)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Echo.Example:80/a", "http://echo.example"),
        ("https://echo.example:443", "https://echo.example"),
        ("http://echo.example:443/", "http://echo.example:443"),
        ("http://a:b@echo.example:8080/", "http://echo.example:8080"),
        ("http://[::1]:8080/", "http://[::1]:8080"),
        ("http://echo.example:bad/", "http://echo.example:bad/"),
        ("http://[bad", "http://[bad"),
        ("mailto:a@b", "mailto:a@b"),
    ],
)
def test_an_origin_is_scheme_host_and_port(url: str, expected: str):
    assert origin_of(url) == expected


def test_hosts_are_as_in_dns():
    assert [
        host_of(u)
        for u in ("http://ÉCHO.example./", "http://xn--cho-9la.example/", "http://[bad", "x", "")
    ] == [
        "xn--cho-9la.example",
        "xn--cho-9la.example",
        "",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("url", "belongs", "trusted", "home"),
    [
        ("https://www.echo.example/a", True, True, True),
        ("http://www.echo.example/a", True, True, False),
        ("https://echo.example:444/a", True, True, False),
        ("https://m.echo.example/", True, True, False),
        ("http://archive.echo.example:8080/", True, True, True),
        ("https://example/", True, False, False),
        ("https://echo.example.evil/", False, False, False),
        ("https://notecho.example/", False, False, False),
        ("http://10.0.0.1/", True, True, False),
        ("http://0.0.1/", False, False, False),
        ("http://[bad", False, False, False),
    ],
)
def test_what_belongs_to_the_portal_and_what_it_trusts(
    url: str, belongs: bool, trusted: bool, home: bool
):
    assert (HOSTS.belongs(url), HOSTS.is_trusted(url), HOSTS.is_home(url)) == (
        belongs,
        trusted,
        home,
    )


def test_the_host_of_a_listed_address_belongs_to_the_portal():
    assert HOSTS.belongs("https://other.example/b", "http://www.other.example/a")
    assert not HOSTS.belongs("https://third.example/b", "http://www.other.example/a")


def test_www_is_ignored_on_both_sides_and_no_host_belongs_to_no_portal():
    assert is_same_site("http://www.echo.example", "https://echo.example:81")
    assert not is_same_site("http://127.0.0.1", "http://0.0.1")
    assert not is_same_site("http://[bad", "http://echo.example")
