"""Models of Stanza trained with the made-up treebank: ``python made_stanza.py FOLDER``.

A program of its own, since PyTorch starts threads and warns.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

from made_treebank import Row, treebank, treebank_conllu

NAMES = ("tokenize", "mwt", "pos", "lemma", "depparse")
SMALL = (
    "--no_pretrain --word_cutoff 0 --hidden_dim 32 --char_hidden_dim 16 --deep_biaff_hidden_dim 32"
    " --transformed_dim 32 --num_layers 1"
)
TOKENIZER = "--emb_dim 16 --hidden_dim 16 --batch_size 8 --lr0 0.01 --max_seqlen 80 --steps 200"
TAGGER = (
    f"{SMALL} --composite_deep_biaff_hidden_dim 16 --batch_size 30 --lr 0.01 --max_steps 80"
    " --eval_interval 80"
)
PARSER = (
    f"{SMALL} --deep_biaff_output_dim 16 --batch_size 500 --max_steps 80 --eval_interval 80"
    " --no_checkpoint"
)


def train_stanza(home: Path) -> None:
    """Train a model of each processor and write the folder that ``STANZA_RESOURCES_DIR`` names:
    German has all of them, Thai a tokenizer only."""
    import torch
    from stanza.models import lemmatizer, mwt_expander, parser, tagger, tokenizer

    torch.set_num_threads(1)
    files = _write_treebank(home)
    os.chdir(home)
    bank = f"--train_file {files['conllu']} --eval_file {files['conllu']}"
    texts = f"--txt_file {files['txt']} --label_file {files['labels']}"
    texts += f" --dev_txt_file {files['txt']} --dev_label_file {files['labels']}"
    texts += f" --dev_conll_gold {files['conllu']} --mwt_json_file {files['json']}"
    programs = {
        "tokenize": (tokenizer, f"--lang de {texts} {TOKENIZER}"),
        "mwt": (mwt_expander, f"--lang de {bank} --gold_file {files['conllu']} --dict_only"),
        "pos": (tagger, f"--lang de {bank} {TAGGER}"),
        "lemma": (lemmatizer, f"{bank} --dict_only"),
        "depparse": (parser, f"--lang de {bank} {PARSER}"),
    }
    for name, (program, options) in programs.items():
        place = ["--save_dir", f"de/{name}", "--save_name", "made.pt"]
        program.main([*options.split(), "--shorthand", "de_made", "--cpu", *place])
    Path("th").mkdir()
    shutil.copytree("de/tokenize", "th/tokenize")
    resources = {"de": _describe_language(NAMES), "th": _describe_language(NAMES[:1])}
    Path("resources.json").write_text(json.dumps(resources), encoding="utf-8")


def _describe_language(names: tuple[str, ...]) -> dict[str, object]:
    packages = {"default": dict.fromkeys(names, "made")}
    return {"packages": packages, **{name: {"made": {}} for name in names}}


def _write_treebank(home: Path) -> dict[str, str]:
    """Write the treebank as Stanza's programs read it, and return the names of its files."""
    bank = treebank()
    paragraphs = [_label_paragraph(bank[start : start + 4]) for start in range(0, len(bank), 4)]
    contents = {
        "conllu": treebank_conllu(),
        "txt": "\n\n".join(text for text, _ in paragraphs),
        "labels": "\n\n".join(labels for _, labels in paragraphs),
        "json": json.dumps([[["vom", ["von", "dem"]], len(bank)]]),
    }
    for kind, content in contents.items():
        (home / f"made.{kind}").write_text(content, encoding="utf-8")
    return {kind: f"made.{kind}" for kind in contents}


def _label_paragraph(bank: list[list[Row]]) -> tuple[str, str]:
    """The text and a digit for each character: 1 ends a token, 2 a sentence, 3 a contraction."""
    text = labels = ""
    for rows in bank:
        for form in [row[0] for row in rows[:4]] + ["vom", rows[6][0], "."]:
            space = " " if text and form != "." else ""
            text += space + form
            end = {"vom": "3", ".": "2"}.get(form, "1")
            labels += "0" * (len(space + form) - 1) + end
    return text, labels


if __name__ == "__main__":
    train_stanza(Path(sys.argv[1]))
