"""What the judgements of a sample say of the corpus: shares with intervals, agreement, a sentence.

``reports/judged.json`` keeps it beside the corpus for exports, deposits and citations. It follows
from ``judgements/``, so ``curator judge`` and the studio write it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import asdict, dataclass
from webarticlecurator.corpus.judging.agreement import Agreement, measure_agreement
from webarticlecurator.corpus.judging.judgements import FAULTS, JudgedSample, Judgement
from webarticlecurator.corpus.judging.share_interval import JudgedStratum, Share, estimate_share

RESULT, LISTS = "reports/judged.json", "reports/listed.json"
METHOD = (
    "Share weighted by stratum; interval of Wilson (1927) on the effective sample size (Korn and"
    " Graubard 1998), corrected for a finite population (Burstein 1975), below 15 articles for"
    " continuity (Newcombe 1998)"
)


@dataclass(frozen=True)
class JudgeShares:
    """What one person found: ``text``: the share of complete and clean texts; ``right``: that of
    articles without any fault; ``faults``: that of each fault that was found. ``days``: the first
    and the last one, ``minutes``: how long it took."""

    judge: str
    days: tuple[str, str]
    minutes: float
    text: Share
    right: Share
    faults: Mapping[str, Share]


@dataclass(frozen=True)
class JudgedResult:
    """What a sample of ``drawn`` of ``articles`` articles says; the person who judged most of it
    comes first. ``different``: the addresses on which the first two differ, if there are two."""

    articles: int
    drawn: int
    judges: tuple[JudgeShares, ...]
    agreement: Agreement | None = None
    different: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Return the sentence for a paper, in English as the other metadata of a deposit."""
        first = self.judges[0]
        text = first.text
        low, high = f"{100 * text.low:.1f}", f"{100 * text.high:.1f}"
        sentence = (
            f"In a random sample of {text.judged:,} of {self.articles:,} articles, stratified by"
            f" year and layout, the text was complete and clean in {text.found:,}"
            f" ({100 * text.share:.1f} %, 95 % interval {low} to {high};"
            f" judged {' to '.join(dict.fromkeys(first.days))})."
        )
        if self.agreement is not None:
            both = self.agreement
            sentence += f" A second person judged {both.judged:,}, and {both.same:,} alike."
        return sentence


def find_result(
    sample: JudgedSample,
    judged: Mapping[str, Mapping[str, Judgement]],
    texts: Mapping[str, str],
) -> JudgedResult | None:
    """Return the result of a sample; None if nobody has judged it as it was drawn. ``judged``: name
    of a person → judgements by address; ``texts``: as for ``list_open``.

    An article that was skipped, has changed since it was judged, or is new in the sample waits
    before others that are judged: those that are left are no random ones.
    """
    drawn = [url for url, _ in sample.articles if url in texts]
    found: dict[str, dict[str, Judgement]] = {}
    for judge, judgements in judged.items():
        known = {url: judgements[url] for url in drawn if url in judgements}
        is_random = [*known] == drawn[: len(known)]
        if known and is_random and all(each.text == texts[url] for url, each in known.items()):
            found[judge] = known
    if not found:
        return None
    shares = [_find_shares(sample, judge, known) for judge, known in found.items()]
    # of two who judged as much, the number of who found more faults: it promises less
    judges = sorted(shares, key=lambda each: (-each.text.judged, each.text.share, each.judge))
    agreement, different = None, list[str]()
    if len(judges) > 1:
        first, second = (found[each.judge] for each in judges[:2])
        both = [url for url in first if url in second]
        different = [url for url in both if first[url].faults != second[url].faults]
        pairs = [(first[url].has_right_text, second[url].has_right_text) for url in both]
        agreement = measure_agreement(pairs)
    return JudgedResult(
        sample.population, len(sample.articles), tuple(judges), agreement, tuple(different)
    )


def _find_shares(sample: JudgedSample, judge: str, judged: Mapping[str, Judgement]) -> JudgeShares:
    def estimate(has: Callable[[Judgement], bool]) -> Share:
        return estimate_share(_count_strata(sample, judged, has))

    def estimate_fault(fault: str) -> Share:
        return estimate(lambda each: fault in each.faults)

    days = sorted(each.time[:10] for each in judged.values())
    seen = [fault for fault in FAULTS if any(fault in each.faults for each in judged.values())]
    return JudgeShares(
        judge,
        (days[0], days[-1]),
        round(sum(each.seconds for each in judged.values()) / 60, 1),
        estimate(lambda each: each.has_right_text),
        estimate(lambda each: not each.faults),
        {fault: estimate_fault(fault) for fault in seen},
    )


def _count_strata(
    sample: JudgedSample, judged: Mapping[str, Judgement], has: Callable[[Judgement], bool]
) -> list[JudgedStratum]:
    """Return the judged strata; one of which nothing is judged yet counts with the one before."""
    counts = [[size, 0, 0] for _, size in sample.strata]
    for url, stratum in sample.articles:
        if url in judged:
            counts[stratum][1] += 1
            counts[stratum][2] += has(judged[url])
    strata: list[JudgedStratum] = []
    waiting = 0
    for size, number, found in counts:
        if number:
            strata.append(JudgedStratum(size + waiting, number, found))
            waiting = 0
        elif strata:
            strata[-1] = strata[-1]._replace(size=strata[-1].size + size)
        else:
            waiting += size
    return strata


def to_json(result: JudgedResult) -> dict[str, Any]:
    """Return a result for programs."""
    return {"sentence": result.sentence(), "method": METHOD, **asdict(result)}


def read_sentences(folder: Path) -> tuple[str, ...]:
    """Return the sentences that a corpus may be described with: how good it is, how complete; those
    that are known."""
    found = []
    for name in (RESULT, LISTS):
        path = folder / name
        if path.is_file():
            try:
                sentence = str(json.loads(path.read_bytes())["sentence"])
            except (ValueError, KeyError, TypeError):
                continue  # it is derived: whoever writes it again mends it
            found += [sentence] if sentence else []
    return tuple(found)
