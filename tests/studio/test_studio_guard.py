"""Who may use the studio: requests of a browser with and without permission, over real sockets; and
a hook that nobody has allowed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from running_studio import Studio, running_studio

httpx: Any = pytest.importorskip("httpx")
websockets: Any = pytest.importorskip("websockets")

PORTAL = "portal: small\nhome: https://small.example/\narchive: {url: https://small.example/list}\n"
HOOKED = """\
portal: hooked
home: https://small.example/
archive:
  url: https://small.example/list
  links: {hook: 'ours:links'}
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder: Path = tmp_path_factory.mktemp("studio")
    (folder / "small.yaml").write_text(PORTAL, encoding="utf-8")
    (folder / "ours.py").write_text(f"open({str(folder / 'ran')!r}, 'w')\n", encoding="utf-8")
    (folder / "hooked.yaml").write_text(HOOKED, encoding="utf-8")
    with running_studio(folder) as running:
        yield running


@contextmanager
def open_studio(studio: Studio) -> Iterator[Any]:
    with httpx.Client(base_url=studio.base) as client:
        answer = client.get(studio.addresses()[-1])
        assert answer.status_code == 303
        assert answer.headers["location"] == "/"
        yield client


def test_the_printed_address_opens_the_studio_once(studio: Studio):
    used = studio.addresses()[-1]
    with open_studio(studio) as client:
        assert "small" in client.get("/").text
        with httpx.Client() as other:
            refused = other.get(used)
            assert refused.status_code == 403
            assert "already been used" in refused.json()["detail"]
            assert "printed in its terminal" in refused.json()["cure"]
            assert other.get(studio.base).status_code == 403
    assert studio.addresses()[-1] != used
    with open_studio(studio) as second_browser:
        assert second_browser.get("/").status_code == 200


@pytest.mark.parametrize("path", ["/", "/portal/small/archive", "/?token=%3Cb%3E"])
def test_a_browser_that_may_not_open_it_reads_what_to_do(studio: Studio, path: str):
    """As after a restart, when its cookie is that of the studio before."""
    cookie = f"curator-studio-{studio.base.rpartition(':')[2]}=old"
    headers = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8", "Cookie": cookie}
    answer = httpx.get(f"{studio.base}{path}", headers=headers)
    assert answer.status_code == 403
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "the last address that `curator studio` printed" in answer.text
    assert "After a restart" in answer.text and "<b>" not in answer.text
    for token in studio.addresses():
        assert token.partition("=")[2] not in answer.text


@pytest.mark.parametrize(
    "path", ["/page/", "/page/x", "/page/x/", "/page/x/res?u=a", "/page/x/y/z"]
)
def test_what_needs_no_cookie_makes_no_page_of_the_window(studio: Studio, path: str):
    """The window would keep each of them in memory for a while."""
    answer = httpx.get(f"{studio.base}{path}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(answer.text) < 200


def test_the_cookie_is_of_this_port_and_no_script_or_other_site_gets_it(studio: Studio):
    with httpx.Client() as client:
        cookie = client.get(studio.addresses()[-1]).headers["set-cookie"]
    name, *attributes = cookie.split("; ")
    port = studio.base.rpartition(":")[2]
    assert name.startswith(f"curator-studio-{port}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= {*attributes}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_requests_of_strangers_are_refused_even_with_the_cookie(
    studio: Studio, headers: dict[str, str], status: int
):
    with open_studio(studio) as client:
        assert client.get("/", headers=headers).status_code == status


def test_the_window_loads_nothing_from_elsewhere_and_is_in_no_frame(studio: Studio):
    with open_studio(studio) as client:
        answer = client.get("/")
    policy = answer.headers["content-security-policy"]
    port = studio.base.rpartition(":")[2]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert f"connect-src 'self' ws://127.0.0.1:{port};" in policy
    assert f"frame-src http://127.0.0.1:{port}/page/;" in policy
    assert answer.headers["referrer-policy"] == "no-referrer"


def connect(studio: Studio, **headers: str) -> int:
    """Open the websocket of the window; return 101, or the status of the refusal."""
    address = studio.base.replace("http:", "ws:") + "/_nicegui_ws/socket.io/?EIO=4"

    async def open_socket() -> int:
        try:
            async with websockets.connect(
                f"{address}&transport=websocket", additional_headers=headers
            ):
                return 101
        except websockets.InvalidStatus as error:
            return int(error.response.status_code)

    return asyncio.run(open_socket())


def test_the_websocket_needs_the_cookie_and_our_origin(studio: Studio):
    with open_studio(studio) as client:
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    name = cookie.partition("=")[0]
    assert connect(studio, Cookie=cookie, Origin=studio.base) == 101
    assert connect(studio, Cookie=cookie, Origin="https://evil.example") == 403
    assert connect(studio, Cookie=f"{name}=wrong", Origin=studio.base) == 403
    assert connect(studio, Origin=studio.base) == 403
    assert connect(studio, Cookie=cookie, Host="evil.example") == 403


def test_hooks_do_not_run_without_permission(studio: Studio):
    """The portal is shown with that problem, and nothing runs."""
    with open_studio(studio) as client:
        assert "hooked.yaml:5:17" in client.get("/").text
    assert not studio.output.with_name("ran").exists()
