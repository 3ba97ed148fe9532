"""What the judgements of a sample say, in words and in the file beside the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.system.output_files import make_folder, write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.judged_shares import (
    RESULT,
    JudgedResult,
    JudgeShares,
    to_json,
)
from webarticlecurator.corpus.judging.judgements import JudgedSample
from webarticlecurator.corpus.judging.share_interval import Share
from webarticlecurator.corpus.keeping.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.judged.judged_faults import compare_repairs
from webarticlecurator.proposing.judged.judging_session import JudgingSession, summarise_judgements
from webarticlecurator.storage.texts.manifest_file import manifest_chunks
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION


def write_summary(
    portal: Portal, folder: Path, sample: JudgedSample, progress: Progress
) -> tuple[JudgedResult, dict[str, Any]] | None:
    """Write what all people judged beside the corpus, with which state was judged: the root digest
    of its manifest; return it, and how it is written. None, with nothing beside the corpus, if no
    share is known. Raises CorpusLocked, StoreDamaged."""
    result = summarise_judgements(portal, folder, sample)
    if result is None:
        # what an earlier one says is about other texts
        (folder / RESULT).unlink(missing_ok=True)
        return None
    with view_locked_corpus(folder, portal) as corpus:
        maker = ManifestMaker(portal, corpus, Runtime(progress=progress))
        *_, last = manifest_chunks(maker.entries())
    state = {
        "manifest": json.loads(last)["root"],
        "rules": portal.tei_digest,
        "output_version": OUTPUT_VERSION,
        "tool": f"webarticlecurator {__version__}",
    }
    answer = {**to_json(result), "state": state}
    make_folder(folder / "reports")
    write_file(folder / RESULT, [json.dumps(answer, ensure_ascii=False, indent=1).encode()])
    return result, answer


def describe_end(
    portal: Portal, folder: Path, session: JudgingSession, progress: Progress
) -> Iterator[str]:
    """Yield what is known when a person stops: what they have judged themselves while articles
    wait, for what others found stays unseen; else what all found, which is written beside the
    corpus. Raises as ``write_summary``."""
    waiting = len(session.list_open())
    if waiting:
        own = summarise_judgements(portal, folder, session.sample, session.judge)
        yield from describe_result(own) if own is not None else ()
        yield make_message("{number} articles wait; judge again to continue", number=waiting)
        return
    written = write_summary(portal, folder, session.sample, progress)
    if written is not None:
        yield from describe_result(written[0])
        yield from compare_repairs(folder).lines()


def describe_result(result: JudgedResult) -> Iterator[str]:
    """Yield the sentence for a paper, the shares of each person, and how far two of them agree."""
    yield result.sentence()
    for each in result.judges:
        first, last = each.days
        yield make_message(
            "{judge}: {judged} of {drawn} judged, {first} to {last}, {minutes} minutes",
            judge=each.judge,
            judged=each.text.judged,
            drawn=result.drawn,
            first=first,
            last=last,
            minutes=each.minutes,
        )
        yield from (_describe_share(name, share) for name, share in _list_shares(each))
    yield from _describe_agreement(result)


def _list_shares(found: JudgeShares) -> Iterator[tuple[str, Share]]:
    yield make_message("complete and clean texts"), found.text
    yield make_message("articles without a fault"), found.right
    yield from found.faults.items()


def _describe_share(name: str, share: Share) -> str:
    return make_message(
        "  {name}: {found} of {judged}, {share:.1f} % (95 % interval {low:.1f} to {high:.1f})",
        name=name,
        found=share.found,
        judged=share.judged,
        share=100 * share.share,
        low=100 * share.low,
        high=100 * share.high,
    )


def _describe_agreement(result: JudgedResult) -> Iterator[str]:
    agreement = result.agreement
    if agreement is None:
        return
    if agreement.kappa is None:
        yield make_message(
            "both judged {judged} articles and gave each the same judgement: κ says nothing here",
            judged=agreement.judged,
        )
    else:
        yield make_message(
            "both judged {judged} articles and agree on the text of {same}: κ {kappa:.2f}"
            " (95 % interval {low:.2f} to {high:.2f})",
            judged=agreement.judged,
            same=agreement.same,
            kappa=agreement.kappa,
            low=agreement.low,
            high=agreement.high,
        )
    yield from (make_message("they differ: {url}", url=url) for url in result.different)
