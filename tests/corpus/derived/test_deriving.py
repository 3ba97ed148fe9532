"""Derived forms: what they hold, what other programs make of them, and what can be put together."""

from __future__ import annotations

import csv
import itertools
import json
import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest
from libraries import Library, skip_without
from small_portal import article, listing, small_portal

from webarticlecurator.base.text import word_borders
from webarticlecurator.cli.main import main
from webarticlecurator.corpus.derived.derivation import Derivation, DerivedToken, TokenText
from webarticlecurator.corpus.derived.deriving import REGISTER
from webarticlecurator.corpus.derived.reconstruction import Reconstructor

pandas = Library("pandas")
skip_without("spacy", reason="texts are divided by spaCy: pip install spacy")
ARTICLES = 48


def spell(number: int) -> str:
    """A number in letters: tokenizers have their own ideas of digits."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def made_text(number: int) -> list[list[str]]:
    """The sentences of an article: words as frequent as in a language, each article with some of
    its own."""
    chance = random.Random(number)
    common = [f"w{spell(n % 20)}{spell(n)}" for n in range(400)]
    weights = [1 / (n + 2) for n in range(400)]
    own = [f"eigen{spell(number)}x{spell(n)}" for n in range(6)]
    sentences = []
    for _ in range(10):
        words = chance.choices(common, weights, k=11)
        sentences.append([words[0].capitalize(), *words[1:], chance.choice(own)])
    return sentences


TRUTH = {f"/{n}": made_text(n) for n in range(ARTICLES)}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("derived")
    pages = {"/list": listing(*TRUTH)}
    for number, (path, sentences) in enumerate(TRUTH.items()):
        day = f"20{20 + number % 2}-0{1 + number % 3}-11"
        head = f'<meta property="article:published_time" content="{day}">'
        pages[path] = article(" ".join(" ".join(s) + "." for s in sentences), head)
    with small_portal(folder, pages) as portal:
        portal.executor = "serial"
        portal.crawl(
            "fetch: {delay: 0}\nlanguage: de\narchive: {url: BASE/list, links: h2}\n"
            "article: {metadata: {published: {meta: 'article:published_time'}}}\n"
        )
    return folder


@pytest.fixture
def run(corpus, tmp_path, capsys):
    """Runs ``curator derive`` with nothing derived before."""
    (corpus / "corpus" / REGISTER).unlink(missing_ok=True)

    def derive(form: str, *options: str, name: str = "") -> tuple[int, Path, dict]:
        output = tmp_path / (name or form)
        words = [str(corpus / "portal.yaml"), form, "--corpus", str(corpus / "corpus")]
        code = main(["derive", *words, "--output", str(output), "--json", "--jobs", "1", *options])
        out = capsys.readouterr()
        return code, output, json.loads(out.out) if out.out else {"error": out.err}

    return derive


SPACELESS = {
    "/zh": ("zh", "我喜欢学习中文。我喜欢中文。", {"我": 2, "喜欢": 2, "学习": 1, "中文": 2}, "words"),
    "/th": ("th", "ฉันรักภาษาไทยมาก ฉันรักไทย", {"ฉัน": 2, "รัก": 2, "ภาษา": 1, "ไทย": 2, "มาก": 1}, "words"),
    "/bo": ("bo", "བོད་ཀྱི་སྐད་ཡིག ཡིག་བོད", {"བོད": 2, "ཀྱི": 1, "སྐད": 1, "ཡིག": 2}, "syllables"),
}  # fmt: skip


@pytest.fixture
def spaceless(tmp_path):
    pages = {"/list": listing(*SPACELESS)}
    for path, (language, text, _, _) in SPACELESS.items():
        pages[path] = article(text).replace("<html", f'<html lang="{language}"', 1)
    with small_portal(tmp_path, pages) as portal:
        portal.executor = "serial"
        portal.crawl("fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n")
    files = [str(tmp_path / "portal.yaml"), "--corpus", str(tmp_path / "corpus"), "--jobs", "1"]
    return lambda form, *options: main(
        ["derive", files[0], form, *files[1:], "--output", str(tmp_path / form), *options]
    )


def test_terms_are_words_also_where_no_spaces_are_between_them(spaceless, tmp_path):
    skip_without("icu4py", reason="pip install icu4py")
    assert spaceless("frequencies") == 0
    with (tmp_path / "frequencies" / "frequencies.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = Counter({(row["term"], row["unit"]): int(row["count"]) for row in rows})
    expected = Counter()
    for _, _, terms, unit in SPACELESS.values():
        expected.update({(term, unit): count for term, count in terms.items()})
    assert found == expected
    assert spaceless("ngrams", "--size", "2", "--least", "1", "--anyway") in (0, 1)
    grams = (tmp_path / "ngrams" / "ngrams-2.csv").read_text(encoding="utf-8").splitlines()
    assert grams[0].endswith("ngram,count,articles,unit")
    assert {line.rsplit(",", 1)[1] for line in grams if "བོད" in line} == {"syllables"}
    assert any(line.split(",")[1:] == ["我 喜欢", "2", "1", "words"] for line in grams)


def test_without_icu_no_text_is_passed_on_as_one_term(spaceless, tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "icu4py.breakers", None)
    word_borders._find_cutter.cache_clear()
    try:
        assert spaceless("frequencies") == 2
        said = capsys.readouterr().err
        assert spaceless("words", "--segment", "20", "--where", "language=bo") == 0
    finally:
        word_borders._find_cutter.cache_clear()
    assert "scripts without spaces are divided into characters" in said and "[icu]" in said
    assert not (tmp_path / "frequencies").exists()


def test_a_word_that_is_a_passage_counts_as_reconstructed():
    passage = "我喜欢学习中文" * 4
    tokens = tuple(DerivedToken(form, "", "", "") for form in (passage, "好"))
    text = TokenText("a", "2020", "2020", "2020", "", (), (("paragraph", "", (tokens,)),), ())
    derivation = Derivation("frequencies")
    reconstructor = Reconstructor([derivation])
    reconstructor.add(text)
    assert reconstructor.measure([derivation]).words == 28 / 29


def test_frequencies_are_those_of_the_texts_and_say_no_order(run):
    code, folder, shares = run("frequencies")
    assert (code, shares["alone"]["words"]) == (0, 0.0)
    table = pandas.read_csv(folder / "frequencies.csv", keep_default_na=False)
    documents = pandas.read_csv(folder / "documents.csv").set_index("id")
    for path, sentences in TRUTH.items():
        (name,) = documents.index[documents["url"].str.endswith(path)]
        counts = table[table["id"] == name].set_index("term")["count"].to_dict()
        assert counts == Counter(word.lower() for s in sentences for word in s)
        assert documents["words"][name] == sum(map(len, sentences))
    said = json.loads((folder / "derivation.jsonld").read_text(encoding="utf-8"))
    assert said["prov:wasDerivedFrom"]["identifier"].startswith("urn:sha256:")
    assert "delete: their order, punctuation, line ends" in said["prov:wasGeneratedBy"]["prov:used"]
    assert "0.00% of the words (by their letters)" in (folder / "README.md").read_text(
        encoding="utf-8"
    )


def test_who_has_the_corpus_proves_its_state(run, corpus):
    _, folder, _ = run("structure")
    said = json.loads((folder / "derivation.jsonld").read_text(encoding="utf-8"))
    manifest = corpus / "manifest.jsonl"
    words = [str(corpus / "portal.yaml"), "--corpus", str(corpus / "corpus")]
    assert main(["manifest", *words, "--output", str(manifest)]) == 0
    root = json.loads(manifest.read_text(encoding="utf-8").splitlines()[-1])
    assert said["prov:wasDerivedFrom"]["identifier"] == f"urn:sha256:{root['root']}"
    blocks = (folder / "structure.jsonl").read_text(encoding="utf-8")
    assert "eigen" not in blocks
    # the others as whole words: an id may have any three letters
    words_of_texts = {word for each in TRUTH.values() for sentence in each for word in sentence}
    assert not words_of_texts & {*re.findall(r"\w+", blocks)}
    assert json.loads(blocks.splitlines()[0])["blocks"][0]["words"] == 120


def test_sentences_of_a_month_have_no_article(run):
    code, folder, shares = run("sentences")
    assert (code, shares["alone"]["words"]) == (0, 0.0)
    files = sorted((folder / "texts").iterdir())  # as AntConc and Voyant open them
    assert [file.stem for file in files][:2] == ["2020-01", "2020-02"]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    truth = [" ".join(s) + "." for sentences in TRUTH.values() for s in sentences]
    assert sorted(lines) == sorted(truth)
    # no two neighbours of a text are neighbours more often than by chance
    pairs = {
        (" ".join(a), " ".join(b)) for each in TRUTH.values() for a, b in itertools.pairwise(each)
    }
    kept = sum(pair in pairs for pair in itertools.pairwise(line.rstrip(".") for line in lines))
    assert kept <= 5


def test_ngrams_without_a_least_number_can_be_put_together(run):
    code, folder, shares = run("ngrams", "--size", "5", "--least", "1")
    assert code == 1
    assert shares["alone"]["words"] > 0.9
    assert shares["alone"]["articles"] == 1.0
    assert "reconstructed" in (folder / "README.md").read_text(encoding="utf-8")
    table = pandas.read_csv(folder / "ngrams-5.csv")
    assert set(table["year"]) == {2020, 2021}
    run("structure")
    code, _, shares = run("ngrams", "--size", "2", "--least", "3", name="pairs")
    assert shares["alone"]["words"] == 0.0
    assert shares["together"]["words"] > 0.9


def test_two_harmless_forms_that_are_not_harmless_together_are_refused(run, corpus):
    code, _, shares = run("ngrams", "--size", "3", "--least", "1", "--by", "corpus")
    alone = shares["alone"]["words"]
    assert code == 1
    assert 0.1 < alone < 0.5
    code, folder, said = run("frequencies")
    assert code == 2
    assert "can be reconstructed" in said["error"]
    assert not folder.exists()
    code, folder, shares = run("frequencies", "--anyway")
    assert code == 0
    assert shares["together"]["words"] > alone + 0.05
    assert len((corpus / "corpus" / REGISTER).read_text(encoding="utf-8").splitlines()) == 2


def test_sentences_and_the_words_of_each_article_are_refused_together(run):
    assert run("frequencies")[0] == 0
    code, _, said = run("sentences")
    assert code == 2
    assert "%" in said["error"]


def test_words_of_a_segment_have_no_order(run):
    code, folder, shares = run("words", "--segment", "40")
    assert (code, shares["alone"]["words"]) == (0, 0.0)
    texts = [path.read_text(encoding="utf-8") for path in (folder / "texts").rglob("*.txt")]
    assert len(texts) == ARTICLES
    truth = {tuple(sorted(w.lower() for s in each for w in s)) for each in TRUTH.values()}
    assert {tuple(sorted(text.split())) for text in texts} == truth
    assert run("words", "--segment", "5", name="short")[0] == 2


def test_masked_texts_keep_the_parts_of_speech_that_were_chosen(run, tmp_path):
    import spacy

    pipeline = spacy.blank("de")
    ruler = pipeline.add_pipe("attribute_ruler")
    ruler.add([[{"TEXT": {"REGEX": "^[wW][a-d]"}}]], {"POS": "NOUN"})
    ruler.add([[{"TEXT": {"REGEX": "^eigen"}}]], {"POS": "PROPN"})
    pipeline.to_disk(tmp_path / "model")
    model = ["--model", str(tmp_path / "model")]
    _code, folder, shares = run("masked", "--keep", "NOUN", *model)
    text = next((folder / "texts").rglob("*.txt")).read_text(encoding="utf-8")
    words = {word.strip(".") for word in text.split()}
    assert {"PROPN", "X"} <= words
    assert all(word in ("PROPN", "X") or word[1] in "abcd" for word in words)
    assert shares["alone"]["words"] < 0.9
    _, folder, _ = run("frequencies", "--without-names", "--anyway", *model, name="nameless")
    table = pandas.read_csv(folder / "frequencies.csv", keep_default_na=False)
    assert not table["term"].str.startswith("eigen").any()
    assert run("masked", name="none")[0] == 2
