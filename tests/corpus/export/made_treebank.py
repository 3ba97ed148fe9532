"""A small made-up treebank, and models trained with it: a pipeline of spaCy and a model of UDPipe."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

NOUNS = {
    "Hund": "Masc",
    "Mann": "Masc",
    "Park": "Masc",
    "Wagen": "Masc",
    "Wald": "Masc",
    "Markt": "Masc",
}
VERBS = {"kommt": "kommen", "geht": "gehen", "fährt": "fahren", "läuft": "laufen"}
LAST = ("heute", "gern", "oft")

Row = tuple[str, str, str, str, str, int, str]
"""Form, lemma, UPOS, XPOS, features, head, relation."""


def rows_of(subject: str, verb: str, place: str, adverb: str) -> list[Row]:
    """*Der Hund kommt heute vom Park.* with its tree; *vom* is *von dem*."""
    return [
        ("Der", "der", "DET", "ART", "Case=Nom", 2, "det"),
        (subject, subject, "NOUN", "NN", "Gender=Masc|Number=Sing", 3, "nsubj"),
        (verb, VERBS[verb], "VERB", "VVFIN", "Number=Sing|Person=3", 0, "root"),
        (adverb, adverb, "ADV", "ADV", "", 3, "advmod"),
        ("von", "von", "ADP", "APPR", "", 7, "case"),
        ("dem", "der", "DET", "ART", "Case=Dat", 7, "det"),
        (place, place, "NOUN", "NN", "Gender=Masc|Number=Sing", 3, "obl"),
        (".", ".", "PUNCT", "$.", "", 3, "punct"),
    ]


def treebank() -> list[list[Row]]:
    """The sentences, in an order that is always the same."""
    choices = [each for each in product(NOUNS, VERBS, NOUNS, LAST) if each[0] != each[2]]
    random.Random(3).shuffle(choices)
    return [rows_of(*each) for each in choices[:120]]


def treebank_conllu() -> str:
    """The treebank as CoNLL-U, four sentences to a paragraph."""
    blocks = []
    for number, rows in enumerate(treebank()):
        lines = [] if number % 4 else ["# newpar"]
        for place, row in enumerate(rows, 1):
            form, lemma, upos, xpos, feats, head, relation = row
            if form == "von":
                lines.append(f"{place}-{place + 1}\tvom" + "\t_" * 8)
            misc = "SpaceAfter=No" if place == len(rows) - 1 else "_"
            cells = (str(place), form, lemma, upos, xpos, feats or "_", str(head), relation)
            lines.append("\t".join((*cells, "_", misc)))
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)


def train_udpipe(path: Path) -> None:
    """Train a model of UDPipe with tokenizer, tagger and parser, and write it to ``path``."""
    from ufal.udpipe import InputFormat, ProcessingError, Sentence, Trainer

    reader = InputFormat.newConlluInputFormat()
    reader.setText(treebank_conllu())
    error = ProcessingError()
    sentences, sentence = [], Sentence()
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
        sentence = Sentence()
    model = Trainer.train(
        "morphodita_parsito",
        sentences,
        [],
        "epochs=6;batch_size=10;learning_rate=0.03;dimension=16;early_stopping=0",
        "iterations=2",
        "iterations=2;embedding_upostag=8;embedding_form=8;embedding_deprel=8;hidden_layer=20;structured_interval=0",
        error,
    )
    assert not error.occurred(), error.message
    path.write_bytes(model)


def train_spacy(folder: Path) -> None:
    """Train a pipeline of spaCy with tagger, morphologizer, lemmas and parser into ``folder``."""
    import spacy
    from spacy.tokens import Doc
    from spacy.training import Example

    spacy.util.fix_random_seed(3)
    pipeline = spacy.blank("de")
    examples = []
    bank = [_without_contraction(rows) for rows in treebank()[:80]]
    for one, other in zip(bank[::2], bank[1::2], strict=True):
        rows = [*one, *other]
        document = Doc(
            pipeline.vocab,
            words=[row[0] for row in rows],
            spaces=[following[0] != "." for following in [*rows[1:], rows[0]]],
            lemmas=[row[1] for row in rows],
            pos=[row[2] for row in rows],
            tags=[row[3] for row in rows],
            morphs=[row[4] for row in rows],
            heads=[_head(row, number, len(one)) for number, row in enumerate(rows)],
            deps=["ROOT" if row[6] == "root" else row[6] for row in rows],
        )
        examples.append(Example(pipeline.make_doc(document.text), document))
    for name in ("tagger", "morphologizer", "trainable_lemmatizer", "parser"):
        pipeline.add_pipe(name)
    optimizer = pipeline.initialize(lambda: examples)
    for _ in range(8):
        for start in range(0, len(examples), 10):
            pipeline.update(examples[start : start + 10], sgd=optimizer)
    pipeline.to_disk(folder)


def _without_contraction(rows: list[Row]) -> list[Row]:
    """The sentence with *vom* as one word, since spaCy has no others."""
    place = ("vom", "von", "ADP", "APPRART", "Case=Dat", 6, "case")
    noun, mark = rows[6], rows[7]
    return [*rows[:4], place, noun, mark]


def _head(row: Row, number: int, first_length: int) -> int:
    offset = 0 if number < first_length else first_length
    return number if row[5] == 0 else offset + row[5] - 1
