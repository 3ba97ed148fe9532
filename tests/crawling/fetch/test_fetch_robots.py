"""What a robots.txt means: its status, its text, and the name of the crawler → which addresses may be
requested, at which pace, and whether the host is out of reach."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import pytest

from webarticlecurator.crawling.fetch.robots import MAX_DELAY, Robots

HOST = "https://echo.example"
TEXT = """\
User-agent: *
Disallow: /private/
Allow: /private/open/
Disallow: /*.pdf$
Crawl-delay: 4

User-agent: WebArticleCurator
Disallow: /drafts/

User-agent: greedy
Disallow: /
Request-rate: 1/10
"""
CLOSED = "User-agent: *\nDisallow: /"
OTHERS = "User-agent: other\nUSERAGENT\tthird # x\nDisallow: /a\n\nUser agent : WebArticle*Curator\nDisallow: /b\nUser-agent: x\nDisallow: /\n"
MISSING = (301, 400, 401, 403, 404, 410, 429)
UNREACHABLE = (500, 502, 503, 599, None)
WITHOUT_RULES = (
    "",
    "\ufeff",
    "<html><body>Not here</body></html>",
    "Disallow: /",
    "\x00\xff:::\n:",
    "User-agent: *\nCrawl-delay: soon",
)
YEARS = (
    "Crawl-delay: 1000000000",
    "Crawl-delay: 1e308",
    "Request-rate: 1/999999999999999999999999",
    "Request-rate: 1/" + "9" * 400,
    "Request-rate: 1/9d",
)


@dataclass(frozen=True)
class Case:
    """An answer for robots.txt to the crawler ``agent``, and what follows from it."""

    text: str = ""
    status: int | None = 200
    agent: str = "x"
    allowed: dict[str, bool] = field(default_factory=lambda: {"/a": True})
    delay: float = 0.0
    stop: str = ""


CASES = {
    "the group of our own name counts alone": Case(
        TEXT,
        agent="webarticlecurator/1.0 (+https://e.example)",
        allowed={"/drafts/1": False, "/private/1": True, "/a.pdf": True},
    ),
    "without a group of our own the group for all counts": Case(
        TEXT,
        agent="other",
        allowed={
            "/drafts/1": True,
            "/private/1": False,
            "/private/open/1": True,
            "/a.pdf": False,
            "/a.pdf?x=1": True,
        },
        delay=4.0,
    ),
    "a request rate is a delay": Case(
        TEXT, agent="greedy", allowed={"/": False, "/x": False}, delay=10.0
    ),
    "the groups of other crawlers do not count": Case(
        OTHERS, agent="webarticlecurator", allowed={"/a": True, "/b": False}
    ),
    **{f"missing: {status}": Case(CLOSED, status) for status in MISSING},
    **{
        f"unreachable: {status}": Case(
            "", status, allowed={"/a": False}, stop=str(status or "no answer")
        )
        for status in UNREACHABLE
    },
    **{f"no rules: {text!r}": Case(text) for text in WITHOUT_RULES},
    "a byte order mark hides no rule": Case("\ufeff" + CLOSED, allowed={"/a": False}),
    "paths that are not ASCII, encoded or not": Case(
        "User-agent: *\nDisallow: /hírek/",
        allowed={"/hírek/1": False, "/h%C3%ADrek/1": False, "/hirek/1": True},
    ),
    # shut by rule: addresses end as rejected, the host is not in trouble
    "robots.txt itself is always allowed": Case(
        CLOSED, allowed={"/": False, "/a?b": False, "/robots.txt": True}
    ),
    **{f"years: {line[:40]}": Case(f"User-agent: *\n{line}\n", delay=MAX_DELAY) for line in YEARS},
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_a_robots_txt_means(case: Case):
    robots = Robots.parse(case.status, case.text, case.agent)
    assert {path: robots.allowed(HOST + path) for path in case.allowed} == case.allowed
    assert robots.delay == case.delay
    assert (robots.asked_delay > robots.delay) == (case.delay == MAX_DELAY)
    assert bool(robots.stop) == bool(case.stop)
    if case.stop:
        assert "robots.txt" in robots.stop and case.stop in robots.stop


@pytest.mark.parametrize(
    "value", ["nan", "inf", "-inf", "-3", "²", "1e999", "9" * 5000, "soon", "0"]
)
def test_a_delay_that_is_not_a_number_is_ignored(value: str):
    for name in ("Crawl-delay", "Request-rate"):
        robots = Robots.parse(200, f"User-agent: *\n{name}: {value}\n{name}: 1/{value}\n", "x")
        assert 0.0 <= robots.delay <= MAX_DELAY


def test_thousands_of_names_and_rules_take_little_time_and_memory():
    names = "".join(f"User-agent: bot{n}\n" for n in range(10_000))
    rules = "".join(f"Disallow: /{n}\n" for n in range(10_000))
    began = time.process_time()
    robots = Robots.parse(
        200, f"{names}{rules}User-agent: *\nDisallow: /secret\n", "webarticlecurator/1.0"
    )
    assert [robots.allowed(f"{HOST}/{path}") for path in ("7", "secret")] == [True, False]
    assert time.process_time() - began < 5
