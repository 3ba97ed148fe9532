"""A command that reads pages in its own process ends where one of them takes too long."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from small_portal import listing, small_portal

from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.cli.exit_codes import USAGE
from webarticlecurator.crawling.workers.own_time_limit import TimedProgress
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.time_limits import HAS_PROCESSOR_TIMER, VARIABLE
from webarticlecurator.proposing.propose import portal_proposal

pytestmark = pytest.mark.skipif(not HAS_PROCESSOR_TIMER, reason="the system has no such timer")


def _hang(*_: object) -> None:
    re.match("(?:a+)+b", "a" * 60)


def test_an_expression_that_hangs_is_ended_and_the_last_message_says_where(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "0.2")
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(PageUnreadable) as found, TimedProgress(NullProgress()) as progress:
        progress.show_message("looking at https://x.example/list")
        _hang()
    assert found.value.message.startswith("looking at https://x.example/list: ")
    assert found.value.reason == "rule-timeout" and VARIABLE in found.value.cure
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF)[0] == 0


def test_new_ends_where_a_page_takes_too_long(
    curator: Callable[..., tuple[int, str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "0.2")
    monkeypatch.setattr(portal_proposal, "find_sitemaps", _hang)
    with small_portal(tmp_path, {"/list": listing("/a/1", "/a/2")}) as portal:
        code, _, said = curator("new", f"{portal.base}/list", "--output", str(tmp_path / "x.yaml"))
    assert code == USAGE and "seconds of processor time" in said
    assert not (tmp_path / "x.yaml").exists()
