"""``curator watch``: the corpus remembers the last try. Another one is made only for drift that was
noticed since, and not in the same week: each asks the portal for known pages again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.times import parse_iso_time
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.building.run_drift import KIND
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.yaml_file.yaml_edit import read_yaml_text
from webarticlecurator.proposing.repair.portal_repair import LAST_TRY, MIN_INTERVAL, repair_portal
from webarticlecurator.storage.store.corpus import open_corpus
from webarticlecurator.storage.store.view import CorpusView, view_corpus


def propose_after_drift(
    read_portal: Callable[[Path], Portal],
    corpora: Path,
    runtime: Runtime,
    proxy: str | None,
    ca_file: str | None,
    run: ScheduledRun,
) -> Sequence[str]:
    """Write a proposal beside the file of a crawl that has noticed drift; return lines for the
    log."""
    name, now = run.outcome.portal, runtime.clock.now()
    folder = corpora / name
    if run.outcome.summary is None:
        return ()
    try:
        with view_corpus(folder, name) as view:
            note = _note_try(view, now)
        if note is None:
            return ()
        # before any page is asked for: a try that is interrupted counts
        with open_corpus(folder, name, create=False) as corpus:
            corpus.run_log.set_meta(LAST_TRY, json.dumps(note))
            corpus.commit()
        portal, text = read_portal(run.file), read_yaml_text(run.file)
        found = repair_portal(portal, text, folder, (), runtime, proxy, ca_file)
        if found.text == text:
            return ("its pages have changed, and no rules are proposed", *found.remarks)
        target = run.file.with_name(f"{run.file.stem}.proposed.yaml")
        write_file(target, [found.text.encode("utf-8")])
    except (CuratorError, OSError) as error:
        return (
            make_message(
                "its pages have changed, and no new rules were found: {error}", error=str(error)
            ),
        )
    proof = found.proof
    return (
        make_message(
            "its pages have changed. New rules are in {target}; they read {same} of {number}"
            " known articles the same. `curator repair {file}` shows them, and --write puts them"
            " into the portal file",
            target=target,
            same=proof.same,
            number=len(proof.articles),
            file=run.file,
        ),
    )


def _note_try(corpus: CorpusView, now: datetime) -> dict[str, object] | None:
    """Return what to remember of a try now; None if there is no reason for one, or it is too
    early."""
    noticed = [problem.where for problem in corpus.run_log.problems([KIND])]
    last = json.loads(corpus.run_log.get_meta(LAST_TRY) or "{}")
    is_early = bool(last) and now - parse_iso_time(last["time"]) < MIN_INTERVAL
    if is_early or not set(noticed) - set(last.get("drift", ())):
        return None
    return {"time": now.isoformat(), "drift": noticed}
