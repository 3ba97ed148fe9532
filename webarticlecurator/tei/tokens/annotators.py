"""Choose what divides texts into tokens: the rules of a language, or a model.

A model is named by its library and name (``spacy:hu_core_news_lg``, ``udpipe:hungarian.udpipe``,
``stanza:hu``). Without a library, a file that ends in ``.udpipe`` is one of UDPipe, and anything
else a pipeline of spaCy.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.installation import describe_install, require_extra
from webarticlecurator.base.text.word_borders import NO_ICU, find_fault
from webarticlecurator.tei.tokens.rule_annotator import (
    ANY_LANGUAGE,
    find_spacy_code,
    has_spacy_script,
    open_rules,
)
from webarticlecurator.tei.tokens.spacy_model import SpacyAnnotator
from webarticlecurator.tei.tokens.stanza_model import StanzaAnnotator
from webarticlecurator.tei.tokens.token_model import Annotator
from webarticlecurator.tei.tokens.udpipe_model import UdpipeAnnotator

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


def choose_annotator(model: str | None, language: str, text: str) -> tuple[Annotator, str, str]:
    """Return what divides a text in a language: a model, or without one rules.

    Where the model is for another language, or spaCy has no rules for it and its script needs them,
    that is some rules, what is wrong, and what was done. Raises UsageError as ``open_model``, or if
    the library of the rules is not installed.
    """
    if model is not None:
        annotator, code = open_model(model), find_spacy_code(language)
        known = {annotator.language} - {"", ANY_LANGUAGE}
        is_other = bool(known) and code not in {*known, *NO_LANGUAGE}
        if not is_other or find_spec(_MODULES[SPACY]) is None:
            return annotator, "", ""
        fault = f"the model {model} is for {annotator.language}"
        return open_rules(language), fault, "divided by rules, without analysis"
    require_token_libraries()
    rules = open_rules(language)
    if rules.language != ANY_LANGUAGE or not has_spacy_script(text):
        return rules, "", ""
    return rules, "spaCy has no rules for it", "its rules for any language were used"


def explain_characters(text: str) -> tuple[str, str]:
    """Return why the words of a text are characters, and what to do; ("", "") if they are words."""
    fault = find_fault(text)
    if fault == NO_ICU:
        problem = "without ICU, scripts without spaces are divided into characters"
        return problem, f"for words: {describe_install('icu')}"
    problem = "no dictionary divides this script into words: its characters were taken"
    return (problem, "leave it out with --where") if fault else ("", "")
