"""The card of a data set for Hugging Face: ``README.md`` with a head in YAML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.corpus.export.creative_commons import parse_creative_commons
from webarticlecurator.corpus.export.markdown import escape_markdown

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
    (100_000_000, "10M<n<100M"),
)
"""Fewer articles than this → their class of size on Hugging Face."""
_LARGEST = "100M<n<1B"
USE_EXAMPLE = (
    "```python\nfrom datasets import load_dataset\n\n"
    'articles = load_dataset("FOLDER", split="train")\n```'
)


@dataclass
class CorpusCount:
    """What is counted while articles are written."""

    articles: int = 0
    words: Counter[str] = field(default_factory=Counter)
    languages: Counter[str] = field(default_factory=Counter)
    years: Counter[str] = field(default_factory=Counter)


def make_card_head(
    title: str, portals: Sequence[Portal], count: CorpusCount, data_files: str, digest: str
) -> dict[str, object]:
    """Return the head of the card. ``digest``: that of the data (hex sha256), in the words of the
    configuration: by these, and the name of the folder, ``datasets`` knows what it has read before,
    and would give the rows of a corpus that has grown, or of another one, as they were."""
    languages = sorted(name for name in count.languages if name not in ("", "und"))
    return {
        **({"language": languages} if languages else {}),
        **_name_license(portals),
        "pretty_name": title,
        "size_categories": [
            next((name for limit, name in _SIZES if count.articles < limit), _LARGEST)
        ],
        "source_datasets": ["original"],
        "task_categories": ["text-generation", "text-classification"],
        "tags": ["news", "web archive", "corpus"],
        "configs": [
            {
                "config_name": "default",
                "data_files": data_files,
                "description": f"data: sha256 {digest}",
            }
        ],
    }


def _name_license(portals: Sequence[Portal]) -> dict[str, str]:
    """Return the keys of the licence of the corpus, in the words of Hugging Face."""
    licences = {portal.corpus.licence for portal in portals}
    licence = licences.pop() if len(licences) == 1 else ""
    if not licence:
        return {"license": "unknown" if not licences else "other"}
    found = parse_creative_commons(licence)
    if found is not None:
        return {"license": found.hugging_face}
    if licence.startswith(("http://", "https://")):
        return {"license": "other", "license_name": "see-link", "license_link": licence}
    return {"license": "other", "license_name": licence}


def describe_contents(portals: Sequence[Portal], count: CorpusCount) -> str:
    sources = ", ".join(
        f"[{escape_markdown(portal.title or portal.id)}]({portal.home})" for portal in portals
    )
    extent = ", ".join(f"{number:,} {unit}" for unit, number in count.words.most_common())
    return (
        f"{count.articles:,} articles with {extent or '0 words'} from {sources}, archived and read"
        f" with webarticlecurator {__version__}. One row is one article."
    )


def list_card_terms(portals: Sequence[Portal]) -> Iterable[str]:
    """Yield the lines on the terms of the texts and of the corpus of each portal, as Markdown."""
    for portal in portals:
        name = escape_markdown(portal.title or portal.id)
        rights = portal.rights
        stated = " ".join(filter(None, (rights.text, rights.url))) if rights else "not stated"
        yield f"- Texts of {name}: {escape_markdown(stated)}"
        licence = portal.corpus.licence or "no licence is stated (`corpus.licence`)"
        yield f"- The corpus of {name}: {escape_markdown(licence)}"
    yield ""
    yield (
        "The texts belong to their publishers. Make sure that you may pass them on before you"
        " upload this folder; the column `rights` has what the portals said of each article."
    )
