"""How the tool is installed: beside the older tool of the same import name; and the command that
installs an extra, by where the tool came from."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest
from checkout import CHECKOUT

from webarticlecurator.base.system import installation
from webarticlecurator.base.system.installation import describe_install
from webarticlecurator.cli.main import main

OLDER = "webarticlecurator-1.13.0"
OLDER_FILES = {
    "webarticlecurator/__init__.py": "from webarticlecurator.utils import Logger\n",
    "webarticlecurator/__main__.py": "def main():\n    print('the older tool')\n",
    "webarticlecurator/utils.py": "class Logger:\n    pass\n",
    "webarticlecurator/base/system/installation.py": "__version__ = '1.13.0'\n",
}
"""Some files of the registry's ``webarticlecurator`` 1.13.0; three of them have names of ours."""


def write_older_wheel(folder: Path) -> Path:
    """Write a wheel with the name and files of the older tool."""
    files = {
        **OLDER_FILES,
        f"{OLDER}.dist-info/METADATA": "Metadata-Version: 2.1\nName: webarticlecurator\n"
        "Version: 1.13.0\n",
        f"{OLDER}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\n"
        "Tag: py3-none-any\n",
        f"{OLDER}.dist-info/entry_points.txt": "[console_scripts]\n"
        "webarticlecurator=webarticlecurator.__main__:main\n",
    }
    rows = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content.encode()).digest()).decode()
        rows.append(f"{name},sha256={digest.rstrip('=')},{len(content)}")
    record = f"{OLDER}.dist-info/RECORD"
    files[record] = "\n".join([*rows, f"{record},,"]) + "\n"
    wheel = folder / f"{OLDER}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return wheel


class Environment:
    """A virtual environment of its own that finds the libraries of this one."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.folder = folder
        self.programs = folder / ("Scripts" if sys.platform == "win32" else "bin")
        [packages] = folder.rglob("site-packages")
        libraries = sysconfig.get_path("purelib")
        (packages / "libraries.pth").write_text(f"import sys; sys.path.append({libraries!r})\n")

    def pip(self, *words: str) -> None:
        """Run pip for this environment."""
        quiet = ["--quiet", "--disable-pip-version-check"]
        python = str(self.programs / "python")
        subprocess.run(
            [sys.executable, "-m", "pip", *quiet, "--python", python, *words], check=True
        )

    def install(self, *words: str) -> None:
        # without compiling the modules, which takes most of the time
        self.pip("install", "--no-deps", "--no-compile", "--ignore-installed", *words)

    def check_demo(self) -> subprocess.CompletedProcess[str]:
        """Run ``curator check`` on the portal file of the demo."""
        words = [str(self.programs / "curator"), "check", str(CHECKOUT / "examples" / "demo.yaml")]
        return subprocess.run(
            words, cwd=self.folder, capture_output=True, text=True, encoding="utf-8", check=False
        )


@pytest.mark.long
def test_the_wheel_works_and_warns_of_the_older_tool(wheel: Path, tmp_path: Path):
    environment = Environment(tmp_path / "env")
    environment.install(str(write_older_wheel(tmp_path)))
    environment.install(str(wheel))  # over the older one
    ran = environment.check_demo()
    assert ran.returncode == 0 and "no problems" in ran.stdout
    assert "installed in the same environment: webarticlecurator 1.13.0 (expected" in ran.stderr

    environment.pip("uninstall", "--yes", "webarticlecurator")  # takes files of this one
    environment.install("--force-reinstall", str(wheel))
    ran = environment.check_demo()
    assert (ran.returncode, ran.stderr) == (0, "") and "no problems" in ran.stdout


def test_check_warns_of_the_older_tool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    check = ["check", str(CHECKOUT / "examples" / "demo.yaml")]
    assert main(check) == 0
    assert capsys.readouterr().err == ""
    metadata = tmp_path / f"{OLDER}.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: webarticlecurator\nVersion: 1.13.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert main(check) == 0
    shown = capsys.readouterr()
    assert "no problems" in shown.out
    assert "in the same environment: webarticlecurator 1.13.0 (expected none" in shown.err


@pytest.mark.parametrize(
    ("noted", "wanted"),
    [
        (None, '"portal-curator[tables]"'),
        (
            '{"url": "file:///a/b%20c", "dir_info": {"editable": true}}',
            '-e "/a/b c[tables]"',
        ),
        ('{"url": "file:///a/b", "dir_info": {}}', '"/a/b[tables]"'),
        (
            '{"url": "file:///a/p.whl", "archive_info": {}}',
            '"portal-curator[tables] @ file:///a/p.whl"',
        ),
    ],
    ids=["registry", "checkout", "folder", "wheel"],
)
@pytest.mark.parametrize(
    ("prefix", "installer"),
    [
        ("/opt/pipx/venvs/portal-curator", "pipx install --force"),
        ("/home/a/.local/share/uv/tools/portal-curator", "uv tool install --force"),
        ("/home/a/env", f'"{sys.executable}" -m pip install'),
    ],
    ids=["pipx", "uv", "pip"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="the addresses are those of POSIX")
def test_an_extra_is_installed_as_the_tool_was(
    monkeypatch: pytest.MonkeyPatch, noted: str | None, wanted: str, prefix: str, installer: str
):
    class Installed:
        @staticmethod
        def read_text(name: str) -> str | None:
            assert name == "direct_url.json"
            return noted

    monkeypatch.setattr("importlib.metadata.distribution", lambda name: Installed)
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/pip")
    for cached in (installation._find_installer, installation._read_origin):
        cached.cache_clear()
    try:
        assert describe_install("tables") == f"{installer} {wanted}"
    finally:
        for cached in (installation._find_installer, installation._read_origin):
            cached.cache_clear()


def test_no_text_installs_the_older_tool():
    """Docs, messages, comments and configurations: ``pip install webarticlecurator`` would bring it."""
    folders = ("docs", "webarticlecurator", "tests", "bench", "examples", "site_configs", ".github")
    files = [
        *CHECKOUT.glob("*.*"),
        *(each for folder in folders for each in (CHECKOUT / folder).rglob("*")),
    ]
    texts = {
        file: file.read_text(encoding="utf-8", errors="replace")
        for file in files
        if file.suffix in {".py", ".md", ".cfg", ".toml", ".yaml", ".yml", ".txt", ".js", ".ipynb"}
        and file != Path(__file__)
    }
    assert len(texts) > 900
    named = re.compile(
        r"(?:install|requires|inject|add)\b[^\n]{0,40}[\s\"']webarticlecurator(?![.\w/-])"
    )
    extra = re.compile(r"webarticlecurator\[")
    assert [
        f"{file.relative_to(CHECKOUT)}: {found[0]}"
        for file, text in texts.items()
        for found in (*named.finditer(text), *extra.finditer(text))
    ] == []
