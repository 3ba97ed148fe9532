"""docs/schedule.md: the workflow file is one, and its commands are ours."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import yaml

from webarticlecurator.cli.command_line import build_parser

PAGE = Path(__file__).parents[2] / "docs" / "schedule.md"


def test_the_workflow_is_yaml_with_commands_that_exist():
    text = PAGE.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    workflow = yaml.safe_load(text)
    steps = workflow["jobs"]["crawl"]["steps"]
    assert workflow[True]["schedule"][0]["cron"].count(" ") == 4  # `on` is a boolean of YAML 1.1
    commands = re.findall(r"(?m)^curator [^\n|]+", "\n".join(step.get("run", "") for step in steps))
    assert len(commands) == 2
    for command in commands:
        words = shlex.split(command)[1:]
        assert callable(build_parser(words[:1]).parse_args(words).run)
    stored = next(n for n, step in enumerate(steps) if step.get("if") == "always()")
    assert "crawl" in steps[stored - 1]["run"]
