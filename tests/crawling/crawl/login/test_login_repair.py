"""``curator repair`` of a portal that shows its articles to subscribers alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from daily_portal import RULES, all_pages
from redesigns import redesign
from small_portal import Answer, small_portal
from subscriber_site import MAIL, NAME, TEASER, TOKEN, log_in
from subscriber_site import own_state as own_state
from unpacked_files import places_of

from webarticlecurator.cli.main import main

SIGNED = RULES.replace("{delay: 0}", "{delay: 0, signed_in: a.leave}")


def test_a_subscribers_portal_is_repaired_in_the_session(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    changes: list[str] = []
    is_open = True

    def show(page: str) -> Callable[[], Answer]:
        def answer() -> Answer:
            if not is_open or f"sid={TOKEN}" not in portal.asking.get("Cookie", ""):
                return Answer(TEASER)
            own = f"<a class=leave href='/leave?t={TOKEN}'>{NAME}</a>"
            return Answer(redesign(page.replace("<main", f"{own}<main"), changes, 1))

        return answer

    with small_portal(tmp_path, {}) as portal:
        portal.pages.update(
            {path: show(page) if "<h1" in page else page for path, page in all_pages().items()}
        )
        portal.write(SIGNED)
        file, config = str(tmp_path / "portal.yaml"), tmp_path / "portal.yaml"
        common = ["--corpus", str(portal.corpus), "--quiet"]
        repair = ["repair", file, *common]
        assert log_in(tmp_path, config) == 0
        assert main(["crawl", file, *common]) == 0
        changes.append("rename")  # what shows that one is signed in has another name, too
        capfd.readouterr()
        assert main(repair) == 0
        printed = "".join(capfd.readouterr())
        assert "had no part in the rules, 6 of 6 are read the same." in printed
        is_open = False  # the session has ended
        asked = len(portal.asked)
        assert main([*repair, "--write"]) == 3
        printed += (said := "".join(capfd.readouterr()))
        assert "is not shown as subscribers see it" in said and f"curator login {file}" in said
        assert len(portal.asked) - asked < 15
        assert "layouts" not in config.read_text(encoding="utf-8")
        assert main(["login", file, "--forget"]) == 0
        capfd.readouterr()
        asked = len(portal.asked)
        assert main(repair) == 3
        assert "no session is kept" in capfd.readouterr().err and len(portal.asked) == asked
    assert not [value for value in (TOKEN, NAME, MAIL) if value in printed]
    assert places_of(portal.corpus, TOKEN, NAME, MAIL) == []
