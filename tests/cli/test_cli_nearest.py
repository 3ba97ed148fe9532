"""A word that is not known is answered with the nearest one, and no word with the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from webarticlecurator.cli.command_table import COMMANDS, GROUPS
from webarticlecurator.cli.exit_codes import DONE, USAGE
from webarticlecurator.cli.main import main


def test_curator_alone_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([])
    shown = capsys.readouterr().out
    assert end.value.code == DONE
    assert all(f"\n    {command}" in shown for command in COMMANDS)


def test_each_command_is_in_one_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert sorted(" ".join(GROUPS.values()).split()) == sorted(COMMANDS)
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    places = [shown.index(f"\n  {group}:\n") for group in GROUPS]
    assert places == sorted(places)
    assert list(GROUPS) == ["write rules", "crawl", "look", "take home", "share"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["craw", "x"], "no such command: craw; did you mean crawl?"),
        (["report", "problms", "x"], "no such action: problms; did you mean problems?"),
        (["xyzzy"], "no such command: xyzzy; `curator --help` lists them"),
    ],
)
def test_the_nearest_command(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == USAGE
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("config", "nearest"),
    [
        ("hgv", "hvg"),
        ("hgv.yaml", "hvg"),
        ("oldtwon", "oldtown.yaml"),
        ("oldtwon.yaml", "oldtown.yaml"),
        ("portals/oldtwon.yaml", "portals/oldtown.yaml"),
        ("nothing-like-any-portal", ""),
    ],
)
def test_the_nearest_portal_file(
    config: str,
    nearest: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("portals").mkdir()
    for file in ("oldtown.yaml", "portals/oldtown.yaml"):
        Path(file).write_text("", encoding="utf-8")
    assert main(["check", config]) == USAGE
    told = capsys.readouterr().err
    assert ("did you mean" in told) is bool(nearest)
    assert not nearest or f"did you mean {Path(nearest)}?" in told
    assert len(told) < 250
