"""Choose what divides texts into tokens: the rules of a language, or a model.

A model is named by its library and name (``spacy:hu_core_news_lg``, ``udpipe:hungarian.udpipe``,
``stanza:hu``). Without a library, a file that ends in ``.udpipe`` is one of UDPipe, and anything
else a pipeline of spaCy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import UsageError
from webarticlecurator.installation import require_extra
from webarticlecurator.tokens.rule_annotator import (
    ANY_LANGUAGE,
    find_spacy_language,
    name_language,
    open_rules,
    open_splitter,
    split_document,
)
from webarticlecurator.tokens.token_model import Annotator, Sentence, TokenSpan, Word, place_tokens

SPACY = "spacy"
UDPIPE = "udpipe"
STANZA = "stanza"
_MODULES = {SPACY: "spacy", UDPIPE: "ufal.udpipe", STANZA: "stanza"}
"""Library of a model → the module that is imported."""
_EXTRAS = {SPACY: "tokens", UDPIPE: "udpipe", STANZA: "stanza"}
"""Library of a model → the extra that installs it."""


def require_token_libraries(model: str | None = None) -> None:
    """Raise UsageError if the library of a model, or that of the rules, is not installed."""
    library = SPACY if model is None else read_model_name(model)[0]
    purpose = "the division into tokens" if model is None else f"--model {model}"
    require_extra(_EXTRAS[library], [_MODULES[library]], purpose)


def check_model(model: str | None) -> None:
    """Raise UsageError if a model cannot be loaded, or the library of the rules is missing."""
    if model is None:
        require_token_libraries()
    else:
        open_model(model)


def read_model_name(model: str) -> tuple[str, str]:
    """Return library and name of a model. Raises UsageError for an empty name."""
    library, colon, name = model.partition(":")
    if not colon or library not in _MODULES:
        library, name = (UDPIPE if model.endswith(".udpipe") else SPACY), model
    if not name:
        raise UsageError(
            f"not a model: {model!r} (expected the name of a spaCy pipeline, stanza:LANGUAGE, or a"
            " file that ends in .udpipe)",
            "Give its name with --model.",
        )
    return library, name


@lru_cache(maxsize=2)
def open_model(model: str) -> Annotator:
    """Return the annotator of a model; each process loads it once.

    Raises UsageError for a model that is not there, or whose library is not installed.
    """
    require_token_libraries(model)
    library, name = read_model_name(model)
    if library == UDPIPE:
        return UdpipeAnnotator(name)
    if library == STANZA:
        return StanzaAnnotator(name)

    return SpacyAnnotator(name)


NO_LANGUAGE = frozenset(("", "und", "mul", "zxx"))
"""Codes that name no language."""


def choose_annotator(model: str | None, language: str) -> tuple[Annotator, str, str]:
    """Return what divides an article in a language: a model, or without one rules.

    Where the model is for another language, or spaCy has no rules for it, that is some rules, what
    is wrong, and what was done. Raises UsageError as ``open_model``, or if the library of the rules
    is not installed.
    """
    if model is not None:
        annotator, code = open_model(model), name_language(language)
        known = {annotator.language} - {"", ANY_LANGUAGE}
        is_other = bool(known) and code not in {*known, *NO_LANGUAGE}
        if not is_other or find_spec(_MODULES[SPACY]) is None:
            return annotator, "", ""
        fault = f"the model {model} is for {annotator.language}"
        return _choose_rules(language)[0], fault, "divided by rules, without analysis"
    require_token_libraries()
    annotator, fault = _choose_rules(language)
    return annotator, fault, fault and "its rules for any language were used"


@lru_cache(maxsize=256)
def _choose_rules(language: str) -> tuple[Annotator, str]:
    """Return the rules of a language; else those for any, and why."""
    if find_spacy_language(language) == ANY_LANGUAGE:
        return open_rules(ANY_LANGUAGE), "spaCy has no rules for it"
    try:
        return open_rules(language), ""
    except UsageError as error:
        install = error.cure.partition(": ")[2].partition(";")[0]
        return open_rules(ANY_LANGUAGE), f"spaCy needs more for it ({install})"


# A pipeline of spaCy: an installed package or a folder.


class SpacyAnnotator:
    """Divides and analyses texts by a spaCy pipeline; where it has no component for sentences, they
    are divided by our rules."""

    def __init__(self, name: str) -> None:
        import spacy

        try:
            self._pipeline = spacy.load(name)
        except OSError as error:
            raise UsageError(
                f"not a spaCy pipeline: {name!r} (expected an installed package or a folder)",
                f"Install it: python -m spacy download {name}, or pip install {name}",
            ) from error
        except (ImportError, ValueError) as error:
            reason = " ".join(str(error).split())
            raise UsageError(
                f"the spaCy pipeline {name!r} cannot be loaded: {reason}",
                "Install what it needs, in the version that it was made for.",
            ) from error
        self._splitter = open_splitter(self._pipeline)
        self.language: str = self._pipeline.lang or ""

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        with self._pipeline.memory_zone():  # else spaCy keeps every word that it has seen
            for document in self._pipeline.pipe(texts):
                yield place_tokens(document.text, list(self._split(document)))

    def _split(self, document: Any) -> Iterator[Sequence[TokenSpan]]:
        if document.has_annotation("SENT_START"):
            has_tree = document.has_annotation("DEP")
            yield from (_read_sentence(sentence, has_tree) for sentence in document.sents)
        else:
            tokens = _read_sentence(document, False)
            yield from split_document(document.text, tokens, self._splitter)


def _read_sentence(sentence: Any, has_tree: bool) -> list[TokenSpan]:
    """Return the tokens of a sentence that are not white space, numbered again."""
    tokens = [token for token in sentence if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(tokens, 1)}
    return [_read_spacy_token(token, numbers, has_tree) for token in tokens]


def _read_spacy_token(token: Any, numbers: dict[int, int], has_tree: bool) -> TokenSpan:
    head, deprel = None, ""
    if has_tree:
        is_root = token.head.i == token.i or token.head.i not in numbers
        head = 0 if is_root else numbers[token.head.i]
        deprel = "root" if is_root else token.dep_
    word = Word(token.text, token.lemma_, token.pos_, token.tag_, str(token.morph), head, deprel)
    return TokenSpan(token.idx, token.idx + len(token.text), (word,))


# A pipeline of Stanza: the code of a language whose models are installed.

_PROCESSORS = ("tokenize", "pos", "lemma", "depparse")
"""Stanza adds ``mwt`` for languages with contractions."""
_THREADS = 1
"""Of each process: ``--jobs`` chooses how many processes, and a forked process would wait for
ever for the threads of its parent."""
_TOO_LONG = "<UNK>"
"""What Stanza reads in place of a token of more than 1,000 characters."""


class StanzaAnnotator:
    """Divides and analyses texts by the Stanza models of a language (``hu``), or of a language and
    package (``hu:szeged``)."""

    def __init__(self, name: str) -> None:
        import torch
        from stanza import Pipeline
        from stanza.pipeline.core import DownloadMethod

        language, _, package = name.partition(":")
        self.language = name_language(language)
        torch.set_num_threads(_THREADS)
        try:
            from stanza.resources.common import get_language_resources, load_resources_json

            # for some languages Stanza has only a tokenizer
            known = get_language_resources(load_resources_json(), language) or _PROCESSORS
            self._pipeline = Pipeline(
                language,
                package=package or "default",
                processors=",".join([each for each in _PROCESSORS if each in known]),
                download_method=DownloadMethod.NONE,
                allow_unknown_language=False,
                use_gpu=False,  # a process that is forked cannot use the one of its parent
                verbose=False,
            )
        except Exception as error:  # Stanza has an exception for each thing that is missing
            choice = f', package="{package}"' if package else ""
            raise UsageError(
                f"no Stanza models for {name.removesuffix(':')!r}: {error}",
                "Download them: python -c 'import stanza;"
                f' stanza.download("{language}"{choice})\'',
            ) from error

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        for text in texts:
            document = self._pipeline(text)
            sentences = [list(map(_read_stanza_token, each.tokens)) for each in document.sentences]
            yield place_tokens(text, sentences)


def _read_stanza_token(token: Any) -> TokenSpan:
    words = tuple(map(_read_word, token.words))
    if token.text == _TOO_LONG:
        words = tuple(replace(word, lemma="") for word in words)
    return TokenSpan(token.start_char, token.end_char, words)


def _read_word(word: Any) -> Word:
    return Word(
        word.text,
        word.lemma or "",
        word.upos or "",
        word.xpos or "",
        word.feats or "",
        word.head,
        word.deprel or "",
    )


# A model of UDPipe: a ``.udpipe`` file, read by ``ufal.udpipe``.


class UdpipeAnnotator:
    """Divides and analyses texts by a UDPipe model, which does not say its language."""

    language = ""

    def __init__(self, name: str) -> None:
        from ufal.udpipe import Model

        model = Model.load(name) if Path(name).is_file() else None
        if model is None:
            raise UsageError(
                f"not a UDPipe model: {name!r} (expected a file of UDPipe 1)",
                "Download one from https://ufal.mff.cuni.cz/udpipe/1/models.",
            )
        if model.newTokenizer(Model.DEFAULT) is None:
            raise UsageError(
                f"the UDPipe model {name!r} has no tokenizer", "Give a model that has one."
            )
        self._model = model

    def annotate(self, texts: Sequence[str]) -> Iterator[list[Sentence]]:
        """Yield the sentences of each text."""
        yield from (place_tokens(text, list(self._split(text))) for text in texts)

    def _split(self, text: str) -> Iterator[list[TokenSpan]]:
        from ufal.udpipe import Model, ProcessingError
        from ufal.udpipe import Sentence as UdpipeSentence

        tokenizer = self._model.newTokenizer(f"{Model.TOKENIZER_RANGES};{Model.DEFAULT}")
        tokenizer.setText(text)
        error = ProcessingError()
        sentence = UdpipeSentence()
        while tokenizer.nextSentence(sentence, error):
            self._model.tag(sentence, Model.DEFAULT)
            self._model.parse(sentence, Model.DEFAULT)
            yield list(_read_tokens(sentence))
            sentence = UdpipeSentence()


def _read_tokens(sentence: Any) -> Iterator[TokenSpan]:
    """Yield the tokens of a sentence; one with several words is a multiword token."""
    several = {each.idFirst: each for each in sentence.multiwordTokens}
    words = list(sentence.words)[1:]
    number = 0
    while number < len(words):
        range_token = several.get(words[number].id)
        last = number if range_token is None else range_token.idLast - 1
        place = words[number] if range_token is None else range_token
        yield TokenSpan(
            place.getTokenRangeStart(),
            place.getTokenRangeEnd(),
            tuple(map(_read_udpipe_word, words[number : last + 1])),
        )
        number = last + 1


def _read_udpipe_word(word: Any) -> Word:
    head = word.head if word.head >= 0 else None
    return Word(word.form, word.lemma, word.upostag, word.xpostag, word.feats, head, word.deprel)
