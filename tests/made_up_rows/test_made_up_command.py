"""A command that no group has."""

from __future__ import annotations

from made_up_package import MadeUpPackage


def test_a_command_without_a_group_fails_at_import(package: MadeUpPackage):
    package.add_row("cli/command_table.py", "COMMANDS", '"sing": "sing the articles"')
    assert package.fail_to_import("cli.command_table") == (
        "TypeError: COMMANDS and GROUPS of cli/command_table.py differ: sing; name each command in"
        " one group"
    )


def test_a_command_in_two_groups_fails_at_import(package: MadeUpPackage):
    package.add_row("cli/command_table.py", "GROUPS", '"again": "crawl"')
    assert package.fail_to_import("cli.command_table").partition(";")[0] == (
        "TypeError: COMMANDS and GROUPS of cli/command_table.py differ: crawl"
    )
