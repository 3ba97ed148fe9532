"""Starts ``curator`` commands quickly: imports what they need once, then forks for each command.

Reads one JSON object a line, ``{"arguments": […], "output": FILE, "file_bytes": N}``; writes
``started PID`` and, at the command's end, ``ended CODE`` (negative: the signal that ended it).
"""

from __future__ import annotations

import json
import os
import resource
import sys
from importlib import import_module

from webarticlecurator.cli.main import main

NEEDED = """
cli.commands.build cli.commands.crawl cli.commands.verify cli.commands.warc cli.commands.status
articles.without_rules.article_text articles.by_rules.one_page crawling.fetch.session
corpus.archives.adopting tei.documents.document
""".split()
"""Modules that commands import when they are run."""


def command(arguments: list[str], output: str, file_bytes: int) -> int:
    """Run one command in this process, as the only thing that it does. No file may grow longer than
    ``file_bytes``, as on a full disk (-1: any may)."""
    os.setsid()
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, resource.RLIM_INFINITY))
    with open(output, "ab", buffering=0) as stream, open(os.devnull, encoding="utf-8") as nothing:  # noqa: PTH123
        for number, file in ((0, nothing), (1, stream), (2, stream)):
            os.dup2(file.fileno(), number)
    return main(arguments)


def launch() -> int:
    """Fork for each line of standard input; in the forked process, the exit code of the command."""
    for name in NEEDED:
        import_module(f"webarticlecurator.{name}")
    for line in iter(sys.stdin.readline, ""):
        asked = json.loads(line)
        pid = os.fork()
        if not pid:
            return command(**asked)
        print("started", pid, flush=True)
        print("ended", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(launch())
