"""Made-up configurations of the two older tools, of the shape that theirs have."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FLAGS = {
    "next_url_by_pagenum": False,
    "infinite_scrolling": False,
    "archive_page_urls_by_date": False,
    "go_reverse_in_archive": False,
    "verify_request": True,
    "ignore_archive_cache": False,
}


def schema(columns: dict[str, dict[str, Any]], **keys: Any) -> str:
    """The text of a site schema, as YAML that is JSON but for its days; a key that is None is left
    out."""
    usual = {
        "site_name": "echo",
        "columns": columns,
        "extract_article_urls_from_page_fun": "articles_echo",
    }
    values = {
        **usual,
        "corpus_converter_file": None,
        "corpus_converter": "dummy-converter",
        **FLAGS,
        **keys,
    }
    return json.dumps(
        {key: value for key, value in values.items() if value is not None},
        ensure_ascii=False,
        indent=1,
    )


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


HEADER = (
    "frequency tag average_word_count average_descendant_num immediate_texts_average_length URL_example normal_name "
    "preserved_attribute"
)


def table(*rows: tuple[int, str, str, str]) -> str:
    """A table: frequency, tag, name, attribute to preserve."""
    lines = ["\t".join(HEADER.split())]
    for count, tag, name, keep in rows:
        lines.append(
            "\t".join(
                [
                    str(count),
                    tag,
                    "1.5",
                    "0.0",
                    "1.5",
                    "https://echo.example/1 https://echo.example/2",
                    name,
                    keep,
                ]
            )
        )
    return "\n".join(lines) + "\n"


BASE = """\
<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
    <teiHeader>
        <fileDesc>
            <titleStmt><title></title></titleStmt>
            <editionStmt>
                <edition>Echo webcrawling</edition>
                <respStmt><resp>creator</resp><orgName>Echo Lab<ref type="http://lab.example"/></orgName></respStmt>
                <respStmt><resp>project director</resp>
                    <persName><surname>Minta</surname><forename>Anna</forename><ref>https://orcid.org/0000-0002-1825-0097</ref></persName>
                </respStmt>
            </editionStmt>
            <publicationStmt>
                <publisher><orgName>Echo Lab</orgName><ref type="url">http://lab.example/</ref></publisher>
                <pubPlace>Budapest <ref type="url">http://geo.example/1</ref></pubPlace>
                <date>2020</date>
                <availability>
                    <p>Metadata: NON-COMMERCIAL USE PERMITTED<ref type="url">http://rights.example/nc/</ref></p>
                    <p>Text: IN COPYRIGHT <ref type="url">http://rights.example/inc/</ref></p>
                </availability>
                <idno type="PID"></idno>
            </publicationStmt>
            <sourceDesc>
                <bibl>
                    <title></title>
                    <publisher><orgName>Visszhang Kft. &amp; Társa</orgName><placeName>1134 Budapest</placeName></publisher>
                    <pubPlace>
                        Budapest
                        <ref type="url">http://geo.example/1</ref>
                    </pubPlace>
                    <availability><p>Minden jog
                        fenntartva: "Visszhang".</p><p><ref type="url">https://doi.org/10.5281/x</ref></p></availability>
                </bibl>
            </sourceDesc>
        </fileDesc>
        <xenoData xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:sch="https://schema.org">
            <rdf:RDF><rdf:Description rdf:about="">
                <sch:type rdf:resource="https://schema.org/BlogPosting"/>
                <sch:ispartOf rdf:resource="https://echo.example">Visszhang hetilap</sch:ispartOf>
                <sch:inLanguage>hun</sch:inLanguage>
            </rdf:Description></rdf:RDF>
        </xenoData>
        <xenoData xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:sch="https://schema.org">
            <rdf:RDF><rdf:Description rdf:about="https://doi.org/10.5281/zenodo.1">
                <sch:type>WARC/1.1</sch:type><sch:identifier>[{'checksum': '20e4'}]</sch:identifier>
            </rdf:Description></rdf:RDF>
        </xenoData>
        <revisionDesc><change>TEI file created</change></revisionDesc>
    </teiHeader>
    <text><body></body></text>
</TEI>
"""

SPECIFIC = """\
import re

from html2tei import decompose_listed_subtrees_and_mark_media_descendants

PORTAL_URL_PREFIX = 'https://echo.example'
ARTICLE_ROOT_PARAMS_SPEC = [(('div',), {'class': 'entry-content wide'}), (('body',), {})]


def get_meta_from_articles_spec(tei_logger, url, bs):
    data = {}
    return data


BLOCK_RULES_SPEC = {'idezet': {'rename': {'cimsor': 'felkover'}}}
BIGRAM_RULES_SPEC = {}
DECOMP = [(('script',), {}), (('div',), {'id': 'ad', 'class': ['x', 'y']}), (('p',), {'class': re.compile('ad')})]
MEDIA_LIST = [(('figure',), {}), (('div', {'class': 'fb-post'}), {})]


def decompose_spec(article_dec):
    decompose_listed_subtrees_and_mark_media_descendants(article_dec, DECOMP, MEDIA_LIST)
    return article_dec


BLACKLIST_SPEC = []
MULTIPAGE_URL_END = re.compile(r'.*\\?page=[0-9]+$')


def next_page_of_article_spec(_):
    return None
"""
