"""Write README.md of a deposit: what it holds, where it is from, how to cite and to rebuild it."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.system.installation import DISTRIBUTION, __version__
from webarticlecurator.corpus.corpora.corpus_description import cite_corpus
from webarticlecurator.corpus.deposit.deposit_metadata import (
    RULES_ENDING,
    SHOWN_GROUPS,
    TERMS_NAME,
    DepositDescription,
)
from webarticlecurator.corpus.export.markdown import escape_markdown

README_NAME = "README.md"


def write_deposit_readme(deposit: DepositDescription) -> str:
    """Return the content of README.md."""
    citation = escape_markdown(cite_corpus(deposit.portal, deposit.date))
    citation = f"{citation} {deposit.portal.corpus.persistent_id()}".rstrip()
    files = ["| file | what it holds | bytes |", "|---|---|---:|"]
    files += [
        f"| {escape_markdown(file.name)} | {escape_markdown(file.summary)} | {file.size:,} |"
        for file in deposit.files
    ]
    parts = (
        f"# {escape_markdown(deposit.title)}\n\n{escape_markdown(deposit.summary)}",
        f"## How to cite\n\n> {citation}\n\nThe same for programs: CITATION.cff.",
        "## Files\n\n" + "\n".join(files),
        "## Articles by year of publication\n\n" + "\n".join(_list_counts(deposit, "years")),
        "## Articles by column\n\n" + "\n".join(_list_counts(deposit, "columns")),
        "## Terms\n\n" + "\n".join(_list_terms(deposit)),
        "## Rebuild and check\n\n" + _explain_rebuild(deposit),
    )
    return "\n\n".join(parts) + "\n"


def _list_counts(deposit: DepositDescription, key: str) -> list[str]:
    rows = (
        f"| {escape_markdown(bar.name or 'not known')} | {bar.articles:,} | {bar.words:,} |"
        for bar in deposit.numbers.counts[key]
    )
    return [f"| | articles | {deposit.numbers.unit} |", "|---|---:|---:|", *rows]


def _list_terms(deposit: DepositDescription) -> Iterator[str]:
    licence = escape_markdown(deposit.portal.corpus.licence or "not stated")
    yield f"Licence of the corpus as a collection: {licence}. The texts belong to their publishers:"
    yield ""
    yield "| licence of the texts | stated by | reserved by | articles |"
    yield "|---|---|---|---:|"
    for group in deposit.terms.groups[:SHOWN_GROUPS]:
        terms = group.terms
        cells = (terms.licence or "not stated", terms.source, terms.reserved_by or "–")
        yield f"| {' | '.join(map(escape_markdown, cells))} | {group.articles:,} |"
    if len(deposit.terms.groups) > SHOWN_GROUPS:
        yield ""
        yield f"These are the most frequent ones; {TERMS_NAME} has all."


def _explain_rebuild(deposit: DepositDescription) -> str:
    name, config = deposit.portal.id, deposit.portal.path.name
    steps = (
        f"{name}.manifest.jsonl lists every article of the corpus with the digest of its TEI file,"
        " and the size and sha256 of every WARC file; ro-crate-metadata.json has the sha256 of the"
        " files of this deposit."
    )
    if not deposit.has_warcs:
        return (
            f"{steps} The WARC files are not part of it. Anyone who has them can build the same"
            f" TEI from them with `pip install {DISTRIBUTION}=={__version__}`, `curator build` and"
            f" {escape_markdown(config)}."
        )
    rules = next((file.name for file in deposit.files if file.name.endswith(RULES_ENDING)), "")
    unpacked = f"{rules}, and" if rules else f"(with {config}, which is not part of the deposit)"
    return (
        f"{steps} The TEI is built from the WARC files alone: unpack {unpacked}"
        f" `archive/` of {name}.wacz into `warc/` of a FOLDER, then\n\n"
        f"    pip install {DISTRIBUTION}=={__version__}\n"
        f"    curator verify {config} --corpus FOLDER --rebuild\n"
        f"    curator build {config} --corpus FOLDER --manifest {name}.manifest.jsonl"
        " --output TEI\n\nsays which TEI files are not, byte for byte, those of the manifest."
    )
