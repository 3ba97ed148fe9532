"""The lines of a long run: count, rate, time left and part of the work."""

from __future__ import annotations

import pytest

from webarticlecurator.cli import progress
from webarticlecurator.cli.progress import LINE_INTERVAL, Expected
from webarticlecurator.cli.progress_choice import plain_progress


@pytest.mark.parametrize(
    ("low", "high", "total", "left"),
    [
        (0, 0, "", ""),
        (100, 100, " of 100", "about 45 s left"),
        (98, 100, " of 100", "about 45 s left"),
        (100, 460, " of about 100–460", "45 s–4 min left"),
        (1000, 4600, " of about 1000–4600", "8–38 min left"),
        (100, 4600, " of about 100–4600", "45 s–38 min left"),
        (1000, None, " of at least 1000", "at least 8 min left"),
        (0, None, "", ""),
        (10, 10, " of 10", ""),
    ],
)
def test_what_is_left_of_ten_steps_at_two_a_second(
    low: int, high: int | None, total: str, left: str
) -> None:
    expected = Expected(low, high)
    assert (expected.describe_total(), expected.describe_time_left(10, 2.0)) == (total, left)


def test_a_plain_line_names_the_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    lines = plain_progress()
    lines.begin("crawl", None, "pages")
    lines.expect(40, 60)
    lines.enter("news 2019-03")
    now = 1.0
    lines.step("https://echo.example/1")
    now = LINE_INTERVAL
    lines.step("https://echo.example/2")
    assert capsys.readouterr().err == (
        "crawl: 2 of about 40–60 pages, 0.2/s, 3–5 min left, news 2019-03 —"
        " https://echo.example/2\n"
    )
