"""How well sentences and tokens are found on raw text: F1 by the scorer of Universal Dependencies.

    python bench/sentences.py FOLDER

FOLDER holds test sets of UD treebanks (``hu_szeged-ud-test.conllu``; anywhere below it), which are
not part of this repository: see docs/use.md. The text of each paragraph (``# newpar``, else
``# newdoc``, else the whole file) is divided by the rules of its language, and by spaCy's
``sentencizer`` alone; the tokens are the same.

The scorer compares where sentences end, whatever the tokens are: a sample in the same format, with
tokens divided at white space, gives the same figures of sentences (those of tokens mean nothing).
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import spacy
from conllu import parse_incr
from udtools.udeval import evaluate, load_conllu

from webarticlecurator.tokens.rule_annotator import open_rules


def main(folder: Path) -> None:
    print("| test set | sentences | sentencizer of spaCy | our rules | tokens |")
    print("|---|--:|--:|--:|--:|")
    for path in sorted(folder.rglob("*-ud-test.conllu")):
        language = path.name.partition("_")[0]
        paragraphs = list(read_paragraphs(path))
        gold = [sentence for paragraph in paragraphs for sentence in paragraph]
        texts = [" ".join(map(sentence_text, paragraph)) for paragraph in paragraphs]
        plain = score(gold, [each for text in texts for each in by_sentencizer(text, language)])
        ours = score(gold, [each for text in texts for each in by_rules(text, language)])
        print(
            f"| {path.stem.removesuffix('-ud-test')} | {len(gold)} | {100 * plain['Sentences'].f1:.1f}"
            f" | {100 * ours['Sentences'].f1:.1f} | {100 * ours['Tokens'].f1:.1f} |"
        )


def read_paragraphs(path: Path) -> Iterator[list[list[str]]]:
    """Yield the sentences of each paragraph, as lists of surface forms."""
    paragraph: list[list[str]] = []
    with path.open(encoding="utf-8") as file:
        for sentence in parse_incr(file):
            is_start = any(key.startswith(("newpar", "newdoc")) for key in sentence.metadata)
            if is_start and paragraph:
                yield paragraph
                paragraph = []
            paragraph.append(list(surface(sentence)))
    if paragraph:
        yield paragraph


def surface(sentence: Any) -> Iterator[str]:
    """Yield the forms of the text, each with a space unless it has none after it."""
    covered = 0
    for token in sentence:
        if isinstance(token["id"], tuple):
            if token["id"][1] == ".":
                continue  # an empty node
            covered = token["id"][2]
        elif token["id"] <= covered:
            continue
        has_space = (token["misc"] or {}).get("SpaceAfter") != "No"
        yield token["form"] + (" " if has_space else "")


def sentence_text(forms: list[str]) -> str:
    return "".join(forms).rstrip()


def by_rules(text: str, language: str) -> Iterator[list[str]]:
    (sentences,) = open_rules(language).annotate([text])
    for sentence in sentences:
        yield [token.form for token in sentence]


def by_sentencizer(text: str, language: str) -> Iterator[list[str]]:
    for sentence in open_sentencizer(language)(text).sents:
        forms = [token.text for token in sentence if not token.is_space]
        if forms:
            yield forms


@lru_cache(maxsize=1)
def open_sentencizer(language: str) -> Any:
    pipeline = spacy.blank(open_rules(language).language)
    pipeline.add_pipe("sentencizer")
    return pipeline


def score(gold: list[list[str]], found: list[list[str]]) -> dict[str, Any]:
    scores: dict[str, Any] = evaluate(as_treebank(gold), as_treebank(found))
    return scores


def as_treebank(sentences: list[list[str]]) -> Any:
    """Return sentences as the scorer reads them, with a tree that is not looked at."""
    lines = []
    for forms in sentences:
        for number, form in enumerate(forms, 1):
            head = number - 1
            relation = "dep" if head else "root"
            lines.append(f"{number}\t{form.strip()}\t_\tX\t_\t_\t{head}\t{relation}\t_\t_")
        lines.append("")
    return load_conllu(io.StringIO("".join(f"{line}\n" for line in lines)), "sentences", {})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
