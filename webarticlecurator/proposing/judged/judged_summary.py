"""What the judgements of a sample say, in words and in the file beside the corpus."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.judging.judged_shares import JudgedResult, JudgeShares, write_result
from webarticlecurator.corpus.judging.share_interval import Share
from webarticlecurator.corpus.keeping.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.texts.manifest_file import manifest_chunks
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION


def write_summary(
    portal: Portal, folder: Path, result: JudgedResult, progress: Progress
) -> dict[str, str | int]:
    """Write what a sample says beside the corpus; return which state of the corpus was judged, with
    the root digest of its manifest. Raises CorpusLocked, StoreDamaged."""
    with view_locked_corpus(folder, portal) as corpus:
        maker = ManifestMaker(portal, corpus, Runtime(progress=progress))
        *_, last = manifest_chunks(maker.entries())
    state = {
        "manifest": json.loads(last)["root"],
        "rules": portal.tei_digest,
        "output_version": OUTPUT_VERSION,
        "tool": f"webarticlecurator {__version__}",
    }
    write_result(folder, result, state)
    return state


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
