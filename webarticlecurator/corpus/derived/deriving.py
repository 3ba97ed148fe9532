"""``curator derive``: write a derived form of the texts of a corpus, with what was done to them.

``derived.jsonl`` in the corpus folder has a line for each form that was written, so that what can
be put together from all of them at once is measured, too.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import asdict, dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_terms import CorpusTerms
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.system.installation import __version__
from webarticlecurator.base.system.output_files import draft_folder, write_file
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.corpora.exporting import (
    Convert,
    ExportedCorpus,
    list_tei,
    read_converted,
)
from webarticlecurator.corpus.corpora.terms_check import find_terms
from webarticlecurator.corpus.derived.derivation import (
    FORMS,
    Derivation,
    DerivedToken,
    TokenText,
    find_term_unit,
)
from webarticlecurator.corpus.derived.forms import DOCUMENT_COLUMNS, FORM_WRITERS, DocumentTable
from webarticlecurator.corpus.derived.reconstruction import (
    RUN,
    Reconstruction,
    Reconstructor,
)
from webarticlecurator.corpus.export.article_fields import make_field_reader
from webarticlecurator.corpus.export.exporter import ExportOptions
from webarticlecurator.corpus.export.stored_article import StoredArticle, parse_article
from webarticlecurator.corpus.export.token_formats import annotate_article
from webarticlecurator.corpus.keeping.manifests import ManifestMaker, view_locked_corpus
from webarticlecurator.storage.texts.manifest_file import manifest_chunks
from webarticlecurator.tei.documents.read import TEI
from webarticlecurator.tei.tokens.annotators import check_model
from webarticlecurator.tei.tokens.body_units import RUNNING_TEXT

DESCRIPTION = "derivation.jsonld"
REGISTER = "derived.jsonl"
"""The file in the corpus folder that has the forms that were written."""
_NOTICEABLE = 0.001
"""A share by which several forms are no worse than one of them."""


@dataclass(frozen=True)
class Derived:
    """What was written: the number of articles, what can be put together from it, and from all
    that was derived of the corpus; articles that were left out."""

    articles: int
    alone: Reconstruction
    together: Reconstruction
    others: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class _CorpusState:
    """From what a form is derived: the sha256 of the manifest of the corpus, and its terms."""

    digest: str
    terms: CorpusTerms


def derive(
    corpus: ExportedCorpus,
    derivation: Derivation,
    output: Path,
    jobs: int | None = None,
    *,
    anyway: bool = False,
) -> Derived:
    """Write a form of the selected articles of a corpus to the new folder ``output``. Unless
    ``anyway``, nothing is written if more can be put together from it and the earlier ones than
    from one of them, or any of texts that are reserved.

    Raises UsageError (the parameters, ``output`` is there, articles wait for a build, forms that
    must not be together), CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull.
    """
    derivation.check()
    check_model(derivation.model)
    if output.exists():
        raise UsageError(make_message("{output} exists", output=output), "Give a new folder.")
    others = [each for each in _read_register(corpus.folder) if each != derivation]
    source = _find_state(corpus)
    reconstructor = Reconstructor([derivation, *others])
    problems: list[Problem] = []
    with draft_folder(output) as draft:
        documents, form = DocumentTable(draft), FORM_WRITERS[derivation.form](derivation, draft)
        count = 0
        for text in _read_texts(corpus, derivation.model, jobs, problems):
            count += 1
            row = text.row if not derivation.without_names else (*text.row[:6], "", *text.row[7:])
            documents.write(*row)
            form.add(text)
            reconstructor.add(text)
        documents.close()
        form.finish()
        alone = reconstructor.measure([derivation])
        together = reconstructor.measure([derivation, *others])
        worst = max(alone.words, *(reconstructor.measure([each]).words for each in others), 0.0)
        if alone.words > _NOTICEABLE and source.terms.reserved and not anyway:
            raise UsageError(
                make_message(
                    "the portal has reserved the texts of {number} articles ({reason}), and"
                    " {share} of their words could be reconstructed",
                    number=source.terms.reserved_articles,
                    reason=source.terms.reserved[0].terms.reserved_by,
                    share=f"{alone.words:.1%}",
                ),
                make_message(
                    "Derive a coarser form. If you want this one all the same, add --anyway."
                ),
            )
        if together.words > worst + _NOTICEABLE and not anyway:
            raise _must_not_be_together(together, worst, others, corpus.folder)
        done = Derived(count, alone, together, len(others), tuple(problems))
        _describe(corpus, derivation, done, source, draft)
    _register(corpus.folder, [*others, derivation])
    return done


def _must_not_be_together(
    together: Reconstruction, worst: float, others: Sequence[Derivation], folder: Path
) -> UsageError:
    return UsageError(
        make_message(
            "together with forms derived before ({others}), {share} of the words can be"
            " reconstructed; with only one of these forms {worst}",
            others=", ".join(each.form for each in others),
            share=f"{together.words:.1%}",
            worst=f"{worst:.1%}",
        ),
        make_message(
            "Derive a coarser form. If you never passed the other one on, delete its line in"
            " {register}. To write this form all the same, add --anyway.",
            register=folder / REGISTER,
        ),
    )


def _find_state(corpus: ExportedCorpus) -> _CorpusState:
    """Return the state of a corpus. Raises UsageError if articles wait for a build."""
    with view_locked_corpus(corpus.folder, corpus.portal) as view:
        maker = ManifestMaker(corpus.portal, view, corpus.runtime)
        (last,) = deque(manifest_chunks(maker.entries()), maxlen=1)
        terms = find_terms(corpus.portal, view)
    if maker.stale:
        raise UsageError(
            make_message("{number} articles have not been built yet", number=maker.stale),
            "Run `curator build`, then this command again.",
        )
    return _CorpusState(str(json.loads(last)["root"]), terms)


def _read_texts(
    corpus: ExportedCorpus, model: str | None, jobs: int | None, problems: list[Problem]
) -> Iterator[TokenText]:
    convert = partial(_make_converter, model)
    for file in read_converted(corpus, convert, list_tei(corpus), jobs, "derive"):
        if file.problem is not None:
            problems.append(file.problem)
        if file.item is not None:
            yield file.item


def _make_converter(model: str | None) -> Convert:
    return partial(_make_token_text, ExportOptions(model=model))


def _make_token_text(options: ExportOptions, article: StoredArticle) -> TokenText:
    """Return the running text of an article as tokens. Raises UsageError if nothing divides it into
    words."""
    annotated = annotate_article(article, options)
    if annotated.has_characters:
        raise UsageError(f"{article.header.url}: {annotated.fault}", annotated.remedy)
    blocks = tuple(
        (unit.kind, unit.level, tuple(tuple(map(_make_token, each)) for each in sentences))
        for unit, sentences in annotated.units
        if unit.part == RUNNING_TEXT
    )
    read = make_field_reader(article)
    row = tuple("; ".join(map(str, read(name))) for name in DOCUMENT_COLUMNS)
    targets = (ref.get("target", "") for ref in parse_article(article.content).iter(f"{TEI}ref"))
    links = tuple(each for each in targets if each.startswith("http"))
    folder = article.path.rpartition("/")[0]
    year, _, month = folder.partition("/")
    section = "; ".join(map(str, read("section")))
    period = f"{year}-{month}" if month else year
    text = "\n".join(unit.text for unit, _ in annotated.units if unit.part == RUNNING_TEXT)
    unit = find_term_unit(text)
    return TokenText(article.header.id, folder, year, period, section, row, blocks, links, unit)


def _make_token(placed: Any) -> DerivedToken:
    words = placed.words
    lemma, upos = " ".join(w.lemma for w in words), "+".join(w.upos for w in words)
    return DerivedToken(placed.form, lemma.strip(), upos.strip("+"), placed.space)


def _describe(
    corpus: ExportedCorpus,
    derivation: Derivation,
    done: Derived,
    source: _CorpusState,
    folder: Path,
) -> None:
    """Write what was done to what, in words and in JSON-LD."""
    portal = corpus.portal
    title = portal.corpus_title
    words = derivation.describe()
    measured = (
        f"In {done.alone.looked_at} articles, {done.alone.words:.2%} of the words (by their"
        " letters) can be"
        f" reconstructed from this folder alone in runs of {RUN} words or more (in"
        f" {done.alone.articles:.1%} of the articles); from all {done.others + 1} forms derived"
        f" from this corpus, {done.together.words:.2%} ({done.together.articles:.1%})."
        f" The portal has reserved the texts of {source.terms.reserved_articles} articles of the"
        " corpus."
    )
    proof = (
        f"The corpus was in the state whose manifest ends in the sha256 {source.digest}: whoever"
        " has the corpus can prove with `curator manifest` that this folder comes from it."
    )
    heading = f"# {title}: {FORMS[derivation.form]}"
    lines = (heading, f"What was done: {words}.", measured, proof, _FILES[derivation.form])
    write_file(folder / "README.md", ["\n\n".join((*lines, "")).encode()])
    values = {
        "words that can be reconstructed": done.alone.words,
        "articles with such words": done.alone.articles,
        "words, from all derived forms together": done.together.words,
        "articles, from all derived forms together": done.together.articles,
    }
    dataset = {
        "@context": {"@vocab": "https://schema.org/", "prov": "http://www.w3.org/ns/prov#"},
        "@type": ["Dataset", "prov:Entity"],
        "name": heading.removeprefix("# "),
        "description": words,
        "measurementTechnique": f"unique overlaps in runs of {RUN} words or more",
        "variableMeasured": [
            {"@type": "PropertyValue", "name": name, "value": round(value, 6)}
            for name, value in values.items()
        ],
        "prov:wasDerivedFrom": {
            "@type": ["Dataset", "prov:Entity"],
            "name": title,
            "url": portal.home,
            "identifier": f"urn:sha256:{source.digest}",
            "size": f"{done.articles} articles",
        },
        "prov:wasGeneratedBy": {
            "@type": "prov:Activity",
            "name": f"derive {derivation.form}",
            "instrument": f"webarticlecurator {__version__}",
            "additionalProperty": [
                {"@type": "PropertyValue", "name": name, "value": value}
                for name, value in derivation.parameters().items()
            ],
            "prov:used": [each.strip() for each in words.split(";")],
        },
    }
    content = json.dumps(dataset, ensure_ascii=False, indent=2)
    write_file(folder / DESCRIPTION, [f"{content}\n".encode()])


_DOCUMENTS = "`documents.csv`: the articles, a row each, without their words."
_FILES = {
    "frequencies": (
        "`frequencies.csv`: article, segment, word, count, and whether it is a word or a syllable."
        f" {_DOCUMENTS}"
    ),
    "ngrams": (
        "`ngrams-N.csv`: period, n-gram, count, number of articles, and whether it has words or"
        f" syllables. {_DOCUMENTS}"
    ),
    "sentences": f"`texts/`: a file for each month, or one; a sentence a line. {_DOCUMENTS}",
    "words": f"`texts/`: a file for each article, a segment a line. {_DOCUMENTS}",
    "masked": f"`texts/`: a file for each article, a sentence a line. {_DOCUMENTS}",
    "structure": f"`structure.jsonl`: blocks and links of each article. {_DOCUMENTS}",
}


def _read_register(folder: Path) -> list[Derivation]:
    path = folder / REGISTER
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else ()
    rows = (json.loads(line) for line in lines if line.strip())
    return [Derivation(**{**row, "keep": tuple(row["keep"])}) for row in rows]


def _register(folder: Path, derivations: Sequence[Derivation]) -> None:
    lines = (f"{json.dumps(asdict(each))}\n".encode() for each in derivations)
    write_file(folder / REGISTER, lines)
