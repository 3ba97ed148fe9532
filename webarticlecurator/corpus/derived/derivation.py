"""The forms of derived texts and their parameters, in the words of DIN 19461: what is retained,
deleted, replaced, randomised.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import asdict, dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.character_patterns import WORD_CHARACTER
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.word_borders import SYLLABLES, WORDS, count_text

FORMS = {
    "frequencies": "how often each word is in each article, or in each segment of it",
    "ngrams": "how often sequences of words occur, by year or section",
    "sentences": "the sentences of a month or of the corpus, in random order",
    "words": "the words of each segment of an article, in random order",
    "masked": "the texts, with part-of-speech tags instead of most words",
    "structure": "blocks, lengths and links of each article, without a word",
}
"""Form → what it is."""
PERIODS = ("year", "month", "section", "corpus")
MIN_SEGMENT = 20
"""Of a shorter segment, the order of its words can be guessed."""
_OPERATIONS = {
    "frequencies": (
        "retain: words and how often they occur; delete: their order, punctuation, line ends;"
        " replace: capital letters by small ones"
    ),
    "ngrams": (
        "retain: runs of {size} words inside a sentence that are in at least {least} articles;"
        " delete: all other runs, articles, punctuation; replace: capital letters by small ones"
    ),
    "sentences": (
        "retain: sentences; delete: articles and paragraphs; randomise: the order of the sentences"
        " of each {by}, by their digests"
    ),
    "words": (
        "retain: words; delete: punctuation, sentences; randomise: the order of the words of each"
        " segment of {segment} words, by their digests"
    ),
    "masked": (
        "enrich: parts of speech by {model}; retain: {keep} and their places; replace: all other"
        " words by the tag of their part of speech"
    ),
    "structure": (
        "retain: blocks, their kinds, the numbers of their words and sentences, targets of links;"
        " delete: all words"
    ),
}


@dataclass(frozen=True)
class Derivation:
    """A form with its parameters. ``segment``: number of words, 0 for whole articles; ``size``,
    ``least``: of n-grams, and in how many articles each must be; ``by``: what n-grams are counted
    by, or sentences are shuffled over; ``keep``: parts of speech that are not masked; ``model``:
    what finds lemmas and parts of speech; ``term``: what is counted as a word;
    ``without_names``: proper nouns are replaced."""

    form: str
    segment: int = 0
    size: int = 3
    least: int = 5
    by: str = "year"
    keep: tuple[str, ...] = ()
    model: str | None = None
    term: str = "form"
    without_names: bool = False

    def check(self) -> None:
        """Raise UsageError for parameters that do not go with the form."""
        needs_model = self.form == "masked" or self.term != "form" or self.without_names
        if needs_model and self.model is None:
            raise UsageError(
                make_message("{form} needs parts of speech", form=self.form),
                "Give a model that finds them: --model, as of `curator export --format conllu`.",
            )
        if self.form == "words" and not self.segment:
            raise UsageError("words needs the length of a segment", "Give it: --segment 500.")
        if self.segment and self.segment < MIN_SEGMENT:
            raise UsageError(
                make_message(
                    "segments too short: {number} words (expected {least} or more)",
                    number=self.segment,
                    least=MIN_SEGMENT,
                ),
                "The order of so few words can be guessed; give longer ones.",
            )
        if self.form == "sentences" and self.by not in ("month", "corpus"):
            raise UsageError(
                "sentences can only be shuffled over a month or the corpus", "Give --by."
            )

    def describe(self) -> str:
        """Return what is done to the texts, in words."""
        shown = {**asdict(self), "keep": ", ".join(self.keep) or "punctuation"}
        text = _OPERATIONS[self.form].format(**shown)
        if self.segment and self.form == "frequencies":
            text += f"; segments of {self.segment} words are counted apart"
        if self.term != "form" and self.form in ("frequencies", "ngrams"):
            text += f"; enrich: each word is its {self.term}, by {self.model}"
        return text + "; replace: proper nouns by PROPN" * self.without_names

    def parameters(self) -> dict[str, object]:
        """Return the parameters that are not the usual ones."""
        usual = asdict(Derivation(self.form))
        return {name: each for name, each in asdict(self).items() if each != usual[name]}


@dataclass(frozen=True)
class DerivedToken:
    """A token of a text with its analysis."""

    form: str
    lemma: str
    upos: str
    space: str

    @property
    def is_word(self) -> bool:
        return WORD_CHARACTER.search(self.form) is not None


@dataclass(frozen=True)
class TokenText:
    """An article as sentences of tokens; ``blocks``: kind, level and sentences of each; ``row``:
    its metadata, without words of the text; ``unit``: what its terms are."""

    id: str
    folder: str
    year: str
    month: str
    section: str
    row: tuple[str, ...]
    blocks: tuple[tuple[str, str, tuple[tuple[DerivedToken, ...], ...]], ...]
    links: tuple[str, ...]
    unit: str = WORDS

    def sentences(self) -> list[tuple[DerivedToken, ...]]:
        """Return the sentences of all blocks, in order."""
        return [sentence for _, _, sentences in self.blocks for sentence in sentences]

    def period(self, by: str) -> str:
        """Return what the article is counted by."""
        return {"year": self.year, "month": self.month, "section": self.section}.get(by, "")


def find_term_unit(text: str) -> str:
    """Return what the terms of a text are: words, or the syllables of Tibetan."""
    unit = count_text(text)[1]
    return unit if unit == SYLLABLES else WORDS


def list_token_terms(sentence: tuple[DerivedToken, ...], derivation: Derivation) -> list[str]:
    """Return the words of a sentence as they are counted."""
    return [make_term(token, derivation) for token in sentence if token.is_word]


def make_term(token: DerivedToken, derivation: Derivation) -> str:
    """Return a word as it is counted."""
    if derivation.without_names and token.upos == "PROPN":
        return "PROPN"
    if derivation.term == "upos":
        return token.upos or "X"
    return ((token.lemma if derivation.term == "lemma" else "") or token.form).casefold()


def is_kept(token: DerivedToken, derivation: Derivation) -> bool:
    """Return True for a token that a masked text has as it is written."""
    return not token.is_word or token.upos in derivation.keep


def find_segments(words: list[str], derivation: Derivation) -> list[list[str]]:
    """Return the words of each segment of an article; the last one has what is left."""
    size = derivation.segment or max(len(words), 1)
    segments = [words[start : start + size] for start in range(0, len(words), size)]
    if len(segments) > 1 and len(segments[-1]) < MIN_SEGMENT:
        segments[-2:] = [segments[-2] + segments[-1]]
    return segments
