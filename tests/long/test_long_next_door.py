"""The lines of docs/next-door.md that programs next door want: each runs where its program is, and counts
the articles of the demo, their words, days and names as we do.

Python libraries are looked for in ``CURATOR_PYTHON_NEXT_DOOR`` (an interpreter; by default this
one), those of Node.js in ``CURATOR_NODE_NEXT_DOOR`` (a folder with ``node_modules``).
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import CHECKOUT
from lxml import etree

from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.cli.main import main

ARTICLES, WORDS, DAYS, NAMES, SPACED = 318, 66_293, 308, 12, 57_520
PYTHON = os.environ.get("CURATOR_PYTHON_NEXT_DOOR", sys.executable)
NODE = Path(os.environ.get("CURATOR_NODE_NEXT_DOOR", "."))
EXPORTS = {
    "tei": "demo.xml",
    "txt+csv": "demo-texts",
    "jsonl": "demo.jsonl",
    "csl-json": "demo.json",
    "bibtex": "demo.bib",
    "ods": "demo-ods",
    "huggingface": "demo-dataset",
}
TEI = "http://www.tei-c.org/ns/1.0"
COUNTED = (
    'count(//TEI), sum(//extent/measure[@unit="words"]/@quantity),'
    ' count(distinct-values(//bibl[@type="article"]/date[@type="datePublished"]'
    "/substring(@when, 1, 10))), count(distinct-values(//TEI//titleStmt/author/persName))"
)
ALL = [ARTICLES, WORDS, DAYS, NAMES]
LINES = {
    found[0].strip(): re.findall(r"`([^`]+)`", found[1])
    for found in re.findall(
        r"^\| ([^|]+) [0-9.]+[^|]* \| (.+?) \| [^|]*\|$",
        (CHECKOUT / "docs" / "next-door.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
IN_PYTHON = {
    "polars": (
        "import polars\nf = {0}\nprint(f.height, f['words'].sum(), f['published'].str.slice(0, 10)"
        ".n_unique(), f['authors'].explode().drop_nulls().n_unique())",
        ALL,
    ),
    "DuckDB": (
        "import duckdb, duckdb_extension_fts, glob, os\n"
        "of = os.path.dirname(duckdb_extension_fts.__file__)\n"
        "(fts,) = glob.glob(of + '/**/fts.duckdb_extension', recursive=True)\n"
        "c = duckdb.connect()\nc.execute('load ' + repr(fts))\n"
        "c.execute(\"create table articles as select * from read_json_auto('demo.jsonl')\")\n"
        "c.execute({0!r})\nprint(*c.execute('select count(*), sum(words) from articles').fetchone())\n"
        "asked = 'select count(fts_main_articles.match_bm25(id, ?)) from articles'\n"
        "for word in ('iskola', 'vasúti', 'vasuti', 'iskol', 'a'):\n"
        " print(*c.execute(asked, [word]).fetchone())",
        [ARTICLES, WORDS, 178, 46, 0, 0, 318],
    ),
    "datasets": (
        "from datasets import load_dataset\nd = {0}\nprint(len(d), sum(d['words']),"
        " len({{str(each)[:10] for each in d['published']}}),"
        " len({{name for names in d['authors'] for name in names or ()}}))",
        ALL,
    ),
    "NLTK": (
        "import nltk\nfrom nltk.corpus import PlaintextCorpusReader\n{0}\nprint(len({1}.fileids()))",
        [ARTICLES],
    ),
    "gensim": (
        "from gensim.corpora import TextDirectoryCorpus\nc = {0}\n"
        "print(len(c), sum(n for text in c for _, n in text))",
        [ARTICLES, SPACED],
    ),
    "tomotopy": (
        "from glob import glob\nimport tomotopy\nfrom tomotopy.utils import Corpus, SimpleTokenizer\n"
        "corpus = Corpus(tokenizer=SimpleTokenizer(pattern=r'\\S+'))\n{0}\n"
        "model = tomotopy.LDAModel(k=2, corpus=corpus)\nmodel.train(0)\n"
        "print(len(corpus), model.num_words)",
        [ARTICLES, SPACED],
    ),
    "Saxon": (
        "import saxonche\nwith saxonche.PySaxonProcessor() as p:\n q = p.new_xquery_processor()\n"
        " q.set_context(file_name='demo.xml')\n"
        " print(q.run_query_to_string(query_text={0!r} + {counted!r}).partition('?>')[2])",
        ALL,
    ),
    "Label Studio": (
        "import json\nfrom label_studio_sdk.label_interface import LabelInterface\n{0}\n"
        "tasks = json.load(open({1!r}, encoding='utf-8'))\n"
        'view = LabelInterface(\'<View><Text name="t" value="$text"/><Choices name="c"'
        ' toName="t"><Choice value="a"/></Choices></View>\')\n'
        "print(sum(view.validate_task({{'data': each}}) for each in tasks),"
        " sum(each['words'] for each in tasks), len({{each['published'][:10] for each in tasks}}),"
        " len({{name for each in tasks for name in each['authors']}}))",
        ALL,
    ),
    "cassis": (
        "from glob import glob\nimport cassis\nsizes = []\nfor name in sorted(glob('demo-texts/*.txt')):\n"
        " cas = cassis.Cas()\n {0}\n {1}\n cas.to_xmi('one.xmi')\n"
        " again = cassis.load_cas_from_xmi(open('one.xmi', 'rb'), typesystem=cas.typesystem)\n"
        " sizes.append(len(again.sofa_string.split()))\nprint(len(sizes), sum(sizes))",
        [ARTICLES, SPACED],
    ),
}
MODULES = {"Saxon": "saxonche", "NLTK": "nltk", "DuckDB": "duckdb_extension_fts"}
MODULES["Label Studio"] = "label_studio_sdk"


@pytest.fixture(scope="module")
def folder(demo_corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the exports."""
    made = tmp_path_factory.mktemp("next-door")
    demo = [str(CHECKOUT / "examples" / "demo.yaml"), "--corpus", str(demo_corpus), "--quiet"]
    for name, output in EXPORTS.items():
        assert main(["export", *demo, "--format", name, "--output", str(made / output)]) == 0
    return made


def run(folder: Path, *words: str, **environment: str) -> str:
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def numbers(text: str) -> list[int]:
    return [int(float(each)) for each in text.split()]


def need(*programs: str) -> None:
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"no {program}")


def need_module(name: str) -> None:
    """Skip where the interpreter next door has no such library."""
    words = [PYTHON, "-c", f"import {name}"]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip(f"{PYTHON} has no {name}; set CURATOR_PYTHON_NEXT_DOOR to one that has it")


def run_node(folder: Path, *modules: str, program: str) -> str:
    need("node")
    for name in modules:
        if not (NODE / "node_modules" / name).is_dir():
            pytest.skip(f"no {name}; set CURATOR_NODE_NEXT_DOOR to a folder where npm installed it")
    script = NODE / "next-door.mjs"
    script.write_text(program, encoding="utf-8")
    try:
        return run(folder, "node", str(script.resolve()))
    finally:
        script.unlink()


@pytest.mark.long
@pytest.mark.parametrize("program", IN_PYTHON)
def test_a_line_of_python(program: str, folder: Path) -> None:
    need_module(MODULES.get(program, program))
    code, wanted = IN_PYTHON[program]
    made = code.format(*LINES[program], counted=COUNTED)
    assert numbers(run(folder, PYTHON, "-X", "utf8", "-W", "ignore", "-c", made)) == wanted


@pytest.mark.long
def test_basex(folder: Path) -> None:
    need("basex")
    query = f'declare default element namespace "{TEI}";\n{COUNTED}'
    (folder / "query.xq").write_text(query, encoding="utf-8")
    assert numbers(run(folder, *LINES["BaseX"][0].split())) == ALL


@pytest.mark.long
def test_xmlstarlet(folder: Path) -> None:
    need("xmlstarlet")
    ours = (folder / "demo.xml").read_text(encoding="utf-8")
    (words,) = re.findall(r"^xmlstarlet sel -t -v '(.+)' demo.xml$", LINES["xmlstarlet"][0])
    paragraphs = numbers(run(folder, "xmlstarlet", "sel", "-t", "-v", words, "demo.xml"))
    assert paragraphs == [
        len(re.findall(r"<p[ >]", re.sub(r"(?s)<teiHeader.*?</teiHeader>", "", ours)))
    ]
    value = 'sum(//_:measure[@unit="words"]/@quantity)'
    assert numbers(run(folder, "xmlstarlet", "sel", "-t", "-v", value, "demo.xml")) == [WORDS]


@pytest.mark.long
def test_xmllint(demo_corpus: Path) -> None:
    need("xmllint")
    files = [str(each) for each in (demo_corpus / "tei").rglob("*.xml")]
    assert len(files) == ARTICLES
    run(CHECKOUT, *LINES["xmllint"][0].split(), *files)


@pytest.mark.long
def test_xslt3(folder: Path) -> None:
    program = NODE / "node_modules" / ".bin" / "xslt3"
    if not program.exists():
        pytest.skip("no xslt3; set CURATOR_NODE_NEXT_DOOR to a folder where npm installed it")
    sheet = (
        '<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"'
        f' {LINES["xslt3"][0]}><xsl:output method="text"/><xsl:template match="/">'
        f"<xsl:value-of select='{COUNTED}'/></xsl:template></xsl:stylesheet>"
    )
    (folder / "count.xsl").write_text(sheet, encoding="utf-8")
    assert numbers(run(folder, str(program.resolve()), "-xsl:count.xsl", "-s:demo.xml")) == ALL


@pytest.mark.long
def test_ceteicean(folder: Path) -> None:
    program = f"""
import {{ JSDOM }} from 'jsdom'
import {{ readFileSync }} from 'fs'
const window = new JSDOM('', {{ url: 'http://localhost/' }}).window
for (const name of ['Event', 'CustomEvent', 'HTMLElement', 'customElements', 'document', 'Node'])
  Object.defineProperty(globalThis, name, {{ value: window[name], configurable: true }})
globalThis.window = window
const {{ default: CETEI }} = await import('CETEIcean')
const text = readFileSync('demo.xml', 'utf8')
const xml = new window.DOMParser().parseFromString(text, 'application/xml')
const html = new CETEI({{ documentObject: window.document }}).domToHTML5(xml)
window.document.body.append(html)
const words = [...document.querySelectorAll('tei-measure[unit=words]')]
console.log({LINES["CETEIcean"][0]}.length, words.reduce((n, e) => n + +e.getAttribute('quantity'), 0))
"""
    found = run_node(folder, "CETEIcean", "jsdom", program=program)
    assert numbers(found) == [ARTICLES, WORDS]


@pytest.mark.long
def test_citation_js(folder: Path) -> None:
    program = """
import { Cite } from '@citation-js/core'
import '@citation-js/plugin-csl'
import { readFileSync } from 'fs'
const { data } = new Cite(JSON.parse(readFileSync('demo.json', 'utf8')))
console.log(JSON.stringify(data))
"""
    check_references(
        run_node(folder, "@citation-js/core", "@citation-js/plugin-csl", program=program)
    )


@pytest.mark.long
@pytest.mark.parametrize(("form", "file"), [("csljson", "demo.json"), ("bibtex", "demo.bib")])
def test_pandoc(form: str, file: str, folder: Path) -> None:
    need("pandoc")
    check_references(run(folder, "pandoc", "-f", form, "-t", "csljson", file))


def check_references(text: str) -> None:
    data = json.loads(text)
    days = {tuple(map(int, each["issued"]["date-parts"][0])) for each in data if "issued" in each}
    names = {
        each.get("literal") or f"{each['family']} {each['given']}"
        for item in data
        for each in item.get("author", ())
    }
    assert [len(data), len(days), len(names)] == [ARTICLES, DAYS, NAMES]


@pytest.mark.long
def test_biber(folder: Path) -> None:
    need("biber")
    run(folder, *LINES["biber"][0].split(), "--output-file", "again.bib")
    again = (folder / "again.bib").read_text(encoding="utf-8")
    assert len(re.findall(r"(?m)^@", again)) == ARTICLES


@pytest.mark.long
def test_libreoffice(folder: Path) -> None:
    import csv
    import shlex

    need("soffice")
    home = f"-env:UserInstallation={(folder / 'office').as_uri()}"
    run(folder / "demo-ods", *shlex.split(LINES["LibreOffice"][0]), home)
    with (folder / "demo-ods" / "articles.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    days = {row["published"][:10] for row in rows}
    assert [len(rows), sum(int(row["words"]) for row in rows), len(days)] == ALL[:3]


@pytest.mark.long
def test_tidytext(folder: Path) -> None:
    need("Rscript")
    code = f"""
if (!requireNamespace("tidytext", quietly = TRUE)) {{ cat("none"); quit() }}
suppressMessages({{library(dplyr); library(tidytext)}})
f <- list.files("demo-texts", pattern = "[.]txt$", full.names = TRUE)
lines <- function(x) paste(readLines(x, encoding = "UTF-8", warn = FALSE), collapse = "\\n")
texts <- tibble(file = basename(f), text = unname(vapply(f, lines, "")))
words <- {LINES["R, tidytext"][0]}
table <- read.csv("demo-texts/metadata.csv", encoding = "UTF-8")
cat(nrow(texts), sum(table$words), length(unique(substr(table$published, 1, 10))),
    nrow(words), all(table$file %in% texts$file) + 0)
"""
    found = run(folder, "Rscript", "-e", code)
    if found == "none":
        pytest.skip("R has no tidytext")
    *counts, tokens, has_files = numbers(found)
    assert counts == ALL[:3]
    assert has_files
    assert abs(tokens - SPACED) < 100  # its own words: 17.00 is one, and a dash none


@pytest.mark.long
def test_tm(folder: Path) -> None:
    need("Rscript")
    code = f"""
if (!requireNamespace("tm", quietly = TRUE)) {{ cat("none"); quit() }}
suppressMessages(library(tm))
cat(length({LINES["R, tm"][0]}))
"""
    found = run(folder, "Rscript", "-e", code)
    if found == "none":
        pytest.skip("R has no tm")
    assert numbers(found) == [ARTICLES]


@pytest.mark.long
def test_dapytains(folder: Path, demo_corpus: Path) -> None:
    need_module("dapytains")
    tei = sorted((demo_corpus / "tei").rglob("*.xml"))[0].read_text(encoding="utf-8")
    own = tei.replace("<encodingDesc>", f"<encodingDesc>{LINES['dapytains'][0]}")
    (folder / "cited.xml").write_text(own, encoding="utf-8")
    code = (
        "from dapytains.tei.document import Document\nprint(len(Document('cited.xml').get_reffs()))"
    )
    body = re.sub(r"(?s)<teiHeader.*?</teiHeader>", "", tei)
    leads = body.count("<floatingText")
    (count,) = numbers(run(folder, PYTHON, "-c", code))
    assert count > leads > 0


@pytest.mark.long
def test_text_fabric(folder: Path, demo_corpus: Path) -> None:
    need_module("tf.convert.tei")
    repository = folder / "github" / "org" / "demo"
    source = repository / "tei" / "2024-01-01" / "demo"
    for each in (source, repository / "programs", repository / "schema"):
        each.mkdir(parents=True)
    convert = compile(LINES["text-fabric"][0], "next-door.md", "eval")
    for file in (demo_corpus / "tei").rglob("*.xml"):
        text = eval(convert, {"re": re, "text": file.read_text(encoding="utf-8")})
        (source / file.name).write_text(text, encoding="utf-8")
    settings = "generic:\n  language: hu\nintFeatures: []\n"
    (repository / "programs" / "tei.yml").write_text(settings, encoding="utf-8")
    code = """
from tf.convert.tei import TEI
TEI(verbose=-1, tei="2024-01-01", tf="0.1", validate=False).task(check=True, convert=True)
from tf.fabric import Fabric
f = Fabric(locations="../tf/0.1", silent="deep").loadAll(silent="deep").F
print("\\n@", len(f.otype.s("file")), sum(int(f.quantity.v(n)) for n in f.otype.s("measure")))
"""
    found = run(repository / "programs", PYTHON, "-c", code, HOME=str(folder))
    assert numbers(found.rpartition("@")[2]) == [ARTICLES, WORDS]


@pytest.mark.long
def test_sparv(folder: Path) -> None:
    """It looks for its models in ``SPARV_DATADIR``, and loads those of its tokenizer there."""
    need("sparv")
    made = folder / "sparv"
    (made / "source").mkdir(parents=True)
    shutil.copy(folder / "demo.xml", made / "source")
    settings = (
        "metadata: {id: demo}\nimport: {importer: xml_import:parse, text_annotation: TEI}\n"
        f"{LINES['Sparv'][0]}\nsegment: {{token_segmenter: whitespace, token_chunk: <text>}}\n"
        "export:\n  default: [xml_export:pretty]\n  annotations: [<token>]\n"
        "  source_annotations: [teiCorpus, TEI, 'TEI:day', 'TEI:author']\n"
    )
    (made / "config.yaml").write_text(settings, encoding="utf-8")
    run(made, "sparv", "run", "--log", "error")
    found = etree.parse(made / "export" / "xml_export.pretty" / "demo_export.xml")
    texts = [*found.iter("TEI")]
    days = {each.get("day")[:DAY_LENGTH] for each in texts if each.get("day")}
    names = {each.get("author") for each in texts if each.get("author")}
    ours = etree.parse(folder / "demo.xml").iter(f"{{{TEI}}}text")
    words = sum(len("".join(map(str, each.itertext())).split()) for each in ours)
    assert [len(texts), len(days), len(names)] == [ARTICLES, DAYS, NAMES]
    assert len([*found.iter("token")]) == words


@pytest.mark.long
def test_every_program_of_the_page_has_a_test() -> None:
    tested = {*IN_PYTHON, "pandas", "spaCy"}  # tests/docs runs these two
    rest = {*LINES} - tested
    named = Path(__file__).read_text(encoding="utf-8")
    assert len(LINES) >= 18
    assert {each for each in rest if f'LINES["{each}"]' not in named.replace("'", '"')} <= {
        "pandoc 3.9, citation-js"
    }
