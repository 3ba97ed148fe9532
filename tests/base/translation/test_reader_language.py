"""Who reads what in which language: the commands, their files and answers, and the report."""

from __future__ import annotations

import json
import pickle
import re
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from checkout import CHECKOUT
from response_records import response_record

from webarticlecurator.base.text.catalogues import ENGLISH, read_catalogue
from webarticlecurator.base.text.stored_messages import decode_message, encode_message
from webarticlecurator.base.text.translation import (
    Message,
    current_language,
    join_messages,
    make_count_message,
    make_message,
    match_language,
    reader_language,
    translate,
    translate_count,
    use_language,
)
from webarticlecurator.cli.main import main
from webarticlecurator.cli.output import find_terminal_language
from webarticlecurator.cli.progress import PlainLines
from webarticlecurator.crawling.workers.progress import CrawlCounts
from webarticlecurator.pages.rules.tag_context import FORMS

GERMAN = "unbekannt (Schlüssel)"
TEXT = "The council has talked about the bridge for three hours, and nothing is decided. " * 9


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    use_language(ENGLISH)


@pytest.fixture
def wrong_file(tmp_path: Path) -> str:
    file = tmp_path / "wrong.yaml"
    file.write_text("portal: x\nhom: https://echo.example/\narchive: none\n", encoding="utf-8")
    return str(file)


class Terminal:
    """A stream that a person reads."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", GERMAN),
        ("hu", "ismeretlen kulcs"),
        ("fr", "inconnu (clé)"),
        ("es", "desconocido (clave)"),
    ],
)
def test_check_speaks_the_language_that_is_asked_for(
    wrong_file: str, language: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", wrong_file, "--language", language]) == 2
    shown = capsys.readouterr().out
    assert words in shown
    assert "expected" not in shown


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "portal: x\nhome:https://echo.example/\n",
            "kein Leerzeichen nach dem Doppelpunkt (erwartet: KEY: VALUE)",
        ),
        ("portal: x\ntitle: *x\n", "ein * ohne Anführungszeichen beginnt einen Alias (erwartet"),
        ("portal: x\ntitle: 'x\n", "ein nicht geschlossenes Anführungszeichen (erwartet: '"),
        ("portal: x\narchive: none\n", '"home" (Adresse der Startseite); ergänzen Sie ihn'),
        (
            "portal: x\nhome: https://echo.example/\narchive:\n  url: https://echo.example/\n"
            "  pagination: {mode: next-link}\n",
            '"next" (der Link zur nächsten Seite); Modus next-link braucht ihn',
        ),
        (
            "portal: x\nhome: https://echo.example/\narchive: {index: {}}\n",
            '"url" (Adresse des Index, die Datumsfelder haben kann); ergänzen',
        ),
    ],
)
def test_a_mistake_in_the_file_is_told_in_one_language(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text, encoding="utf-8")
    assert main(["check", str(file), "--language", "de"]) == 2
    shown = " ".join(capsys.readouterr().out.split())
    assert words in shown
    assert not re.search(r"\b(?:expected|write|missing|key|the)\b", shown)


def test_a_fault_of_a_table_is_told_in_one_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "echo.yaml"
    file.write_text("portal: x\nhome: https://echo.example/\narchive: none\n", encoding="utf-8")
    (tmp_path / "echo.exclude.tsv").write_text("id;reason\nx;y\n", encoding="utf-8")
    assert main(["check", str(file), "--language", "de"]) == 2
    shown = " ".join(capsys.readouterr().out.split())
    assert (
        'die erste Zeile muss die Spalten id und reason nennen, gefunden: "id;reason", mit'
        " Semikolons statt Tabulatoren; speichern Sie sie aus der Tabellenkalkulation" in shown
    )


def test_faults_of_hooks_contexts_and_keys_without_effect_are_told_in_one_language(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "echo.yaml"
    file.write_text(
        "portal: x\nhome: https://echo.example/\narchive: none\narticle:\n  order: reversed\n"
        '  body: {tags: echo.tags.tsv}\n  metadata: {title: {hook: "own:title"}}\n',
        encoding="utf-8",
    )
    (tmp_path / "own.py").write_text("raise OSError(5)\ndef title(a, b): pass\n", encoding="utf-8")
    (tmp_path / "echo.tags.tsv").write_text(
        "signature\toperation\tkeep\tcontext\np\tdrop\t\toutside figure\np.a\tdrop\thref\t\n"
        "a\tdrop\t\tin :is(b)\n",
        encoding="utf-8",
    )
    assert main(["check", str(file), "--allow-hooks", "--language", "de"]) == 2
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(": ")[2].partition(": ")[2] for line in lines[:-1]] == [
        "`order` hat ohne `next_page` keine Wirkung; entfernen Sie es",
        "own.py kann nicht ausgeführt werden: OSError: 5",
        f"unbekannter Kontext: „outside figure“ (erwartet {FORMS})",
        '`keep` hat auf "href" keine Wirkung: "drop" ergibt keinen Block; leeren Sie die Zelle',
        'keine Signatur: ":is(b)" (nur ein Tag, eine Id, Klassen, Attribute und :not() sind erlaubt)',
    ]


def test_new_tells_its_doubts_in_one_language_and_writes_the_same_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links = "".join(f'<h2><a href="/2024/{n}">The council on bridge {n}</a></h2>' for n in range(9))
    pages = {
        "https://echo.example/archive": f"<title>Echo</title><main>{links}</main>",
        **{
            f"https://echo.example/2024/{n}": f"<title>{n}</title><h1>Bridge {n}</h1><p>{' '.join(TEXT.split()[n:])}</p>"
            for n in range(3)
        },
    }
    warc = tmp_path / "echo.warc"
    warc.write_bytes(
        b"".join(
            response_record(url, page.encode("utf-8"), f"00000000-0000-0000-0000-{number:012}")
            for number, (url, page) in enumerate(pages.items())
        )
    )
    told = {}
    for language in ("en", "de"):
        command = ["new", "--warc", str(warc), "--output", "-", "--language", language]
        assert main(command) == 0
        told[language] = capsys.readouterr()
    assert told["de"].out == told["en"].out
    english, german = (told[each].err.splitlines() for each in ("en", "de"))
    assert len(english) == len(german)
    assert "3 articles read with this file:" in english
    assert "3 Artikel, mit dieser Datei gelesen:" in german
    assert any("auf 3 von 3 nicht gefunden" in line for line in german)
    # progress in a pipe stays English
    assert "looking at https://echo.example/archive" in german
    table = german.index("3 Artikel, mit dieser Datei gelesen:") + 1
    head, *rows = german[table : table + 4]
    assert head.startswith("Wörter behalten") and head.endswith("Adresse")
    assert {row.index("https:") for row in rows} == {head.index("Adresse")}


def test_an_error_of_a_command_is_translated_with_its_cure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", "nowhere.yaml", "--language", "de"]) == 2
    shown = capsys.readouterr().err
    assert "keine solche Portaldatei" in shown
    assert "Geben Sie den Pfad einer YAML-Datei an" in shown


def test_json_stays_english(wrong_file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", wrong_file, "--language", "de", "--json"]) == 2
    problems = json.loads(capsys.readouterr().out)["problems"]
    assert any('unknown key: "hom"' in problem["message"] for problem in problems)
    assert GERMAN not in json.dumps(problems, ensure_ascii=False)


def test_a_pipe_stays_english_whatever_the_locale(
    wrong_file: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    read_catalogue.cache_clear()
    assert main(["check", wrong_file]) == 2
    assert "unknown key" in capsys.readouterr().out
    assert read_catalogue.cache_info().currsize == 0  # in English, nothing is loaded


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "hu_HU.UTF-8"}, "hu"),
        ({"LANG": "hu_HU.UTF-8", "LC_MESSAGES": "fr_CH"}, "fr"),
        ({"LANG": "hu_HU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "pl_PL.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_a_terminal_speaks_the_language_of_its_locale(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert find_terminal_language() == ENGLISH  # not where nobody may read it
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal())
    assert find_terminal_language() == language


def test_progress_in_a_pipe_stays_english(capsys: pytest.CaptureFixture[str]) -> None:
    use_language("de")
    row = PlainLines(is_single=True).progress_of("x")
    row.show_message(make_message("looking at {url}", url="https://echo.example/"))
    assert capsys.readouterr().err == "looking at https://echo.example/\n"


def test_an_unknown_language_is_refused(
    wrong_file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["check", wrong_file, "--language", "xx"])
    assert "hu" in capsys.readouterr().err


def test_the_report_is_in_the_language_of_the_reader(demo_corpus: Path, tmp_path: Path) -> None:
    pages = {}
    for language in ("en", "hu"):
        file = tmp_path / f"{language}.html"
        words = ["report", "corpus", str(CHECKOUT / "examples" / "demo.yaml")]
        words += ["--corpus", str(demo_corpus), "--html", str(file), "--quiet"]
        assert main([*words, "--language", language]) == 0
        pages[language] = file.read_text(encoding="utf-8")
    assert '<html lang="en">' in pages["en"]
    assert '<html lang="hu">' in pages["hu"]
    headings = {
        language: re.findall(r"<(?:h1|h2|dt|th|title|text)\b[^>]*>([^<]*)<", page)
        for language, page in pages.items()
    }
    assert "Minősítések" in headings["hu"]
    english = {"Verdicts", "Gaps", "Year of publication", "words", "articles", "title", "address"}
    assert english <= {*headings["en"]}
    assert english.isdisjoint(headings["hu"])


# Messages.


def test_a_message_is_english_text_until_it_is_translated() -> None:
    text = make_message("line {line}: {problem}", line=1200, problem=make_message("no value"))
    assert text == "line 1200: no value"
    assert json.dumps(text) == '"line 1200: no value"'
    copied = pickle.loads(pickle.dumps(text))
    assert isinstance(copied, Message)
    assert (copied.template, copied.values) == (text.template, text.values)
    use_language("hu")
    # the first is in no catalogue, and what stands in it is
    assert translate(copied) == "line 1200: nincs érték"
    assert text == "line 1200: no value"


def test_numbers_have_the_signs_and_forms_of_the_language() -> None:
    def count(number: int) -> str:
        return translate_count("{number:,} article", "{number:,} articles", number)

    assert (count(1), count(12000)) == ("1 article", "12,000 articles")
    use_language("es")
    assert (count(1), count(12000)) == ("1 artículo", "12.000 artículos")
    use_language("fr")
    assert count(0) == "0 article"
    assert count(12000) == "12\N{NARROW NO-BREAK SPACE}000 articles"
    assert translate("{size:,.1f} MB", size=1234.5) == "1\N{NARROW NO-BREAK SPACE}234,5 Mo"


def test_texts_that_are_joined_are_translated_each() -> None:
    use_language("de")
    joined = join_messages("; ", ["{a}", make_message("no value"), make_message("saved")])
    assert joined == "{a}; no value; saved"
    assert translate(joined) == "{a}; kein Wert; gespeichert"


@pytest.mark.parametrize(
    "message",
    [
        make_message("3 pages"),
        make_message("{number:,} of {what!r}, {share:.0%}", number=1200, what='a"b', share=0.82),
        make_count_message("{number} page", "{number} pages", 3),
        join_messages("; ", [make_message("no value"), make_message("{a}", a=Path("b"))]),
        make_message("on {day:%d %B}", day=date(2026, 1, 2)),
        '{"template": "no message"}',
        "{braces}",
        "",
    ],
)
def test_a_message_is_stored_so_that_it_has_its_text_again(message: str) -> None:
    stored = encode_message(message)
    assert type(stored) is str
    assert (
        decode_message(stored) == message == decode_message(encode_message(decode_message(stored)))
    )


def test_a_message_that_was_stored_is_translated_when_it_is_shown() -> None:
    message = join_messages(
        "; ",
        [
            make_count_message(
                "{number} entry without an http(s) address",
                "{number} entries without an http(s) address",
                3,
            ),
            make_message("no value"),
        ],
    )
    stored = decode_message(encode_message(message))
    assert translate(stored) == "3 entries without an http(s) address; no value"
    use_language("de")
    assert translate(stored) == "3 Einträge ohne http(s)-Adresse; kein Wert"
    assert translate(decode_message(encode_message("any other text"))) == "any other text"


def test_trouble_of_a_crawl_is_translated_on_a_terminal_alone() -> None:
    rows = PlainLines(is_single=False)
    row = rows.progress_of("echo")
    row.state = make_message("crawl")
    row.count(CrawlCounts(requests=2, trouble="timeout", in_a_row=2))
    assert row.describe_trouble() == "timeout, 2 in a row"
    use_language("de")
    assert translate(row.describe_trouble()) == "timeout, 2 hintereinander"
    assert "Störung: echo (timeout, 2 hintereinander)" in translate(rows.describe_sums())
    assert str(rows.describe_sums()).endswith("trouble: echo (timeout, 2 in a row)")


def test_the_context_comes_before_the_process() -> None:
    use_language("de")
    token = reader_language.set("fr")
    try:
        assert current_language() == "fr"
    finally:
        reader_language.reset(token)
    assert current_language() == "de"


def test_the_first_known_language_is_chosen() -> None:
    assert match_language(["", "pl", "de-AT", "hu"]) == "de"
    assert match_language(["x", ""]) == ""
