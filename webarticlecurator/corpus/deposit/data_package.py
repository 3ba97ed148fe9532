"""Write datapackage.json and croissant.json: the tables of a deposit with the types of their
columns, for Frictionless (https://datapackage.org/) and for Croissant 1.1
(https://docs.mlcommons.org/croissant/).
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription, DepositedFile
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME, CellType

DATA_PACKAGE_NAME = "datapackage.json"
CROISSANT_NAME = "croissant.json"
KEY = "id"
"""The column by which an article is known, in this table and in others."""
_PROFILES = "https://datapackage.org/profiles/2.0/"
_CROISSANT = "http://mlcommons.org/croissant/"
_TYPES = {CellType.INTEGER: ("integer", "sc:Integer"), CellType.NUMBER: ("number", "sc:Float")}
"""Type of a column → its names in Frictionless and in Croissant; all others are texts: a list is
one cell, and a date may lack day and month."""


def read_table_columns(table: Path) -> list[str]:
    """Return the columns of a table of a deposit in CSV."""
    with table.open(encoding="utf-8-sig", newline="") as stream:
        return next(csv.reader(stream), [])


def _list_columns(columns: list[str]) -> Iterator[tuple[str, str, str, str]]:
    """Yield name, meaning and both types of columns."""
    for name in columns:
        field = ARTICLE_FIELDS_BY_NAME[name]
        types = ("string", "sc:Text")
        if not field.is_list:
            types = _TYPES.get(field.type, types)
        yield name, str(field.meaning), *types


def make_data_package(deposit: DepositDescription, columns: dict[str, list[str]]) -> dict[str, Any]:
    """Return the data package of a deposit; ``columns`` are those of its tables, by name of the
    file."""
    corpus = deposit.portal.corpus
    licence = {"name": corpus.licence.replace(" ", "-")} if corpus.licence else {}
    path = {"path": deposit.licence_address} if deposit.licence_address else {}
    return {
        "$schema": f"{_PROFILES}datapackage.json",
        "name": deposit.portal.id.lower(),
        "title": deposit.title,
        "description": deposit.summary,
        "homepage": deposit.portal.home,
        "contributors": [
            {"title": editor.name, "roles": [editor.role]} for editor in corpus.editors
        ],
        **({"version": corpus.version} if corpus.version else {}),
        **({"id": cited} if (cited := corpus.persistent_id()) else {}),
        **({"licenses": [licence | path]} if licence else {}),
        "resources": [_make_resource(file, columns.get(file.name)) for file in deposit.files],
    }


def _make_resource(file: DepositedFile, columns: list[str] | None) -> dict[str, Any]:
    resource = {
        "name": file.name.lower(),
        "type": "file",
        "path": file.name,
        "description": file.summary,
        "mediatype": file.media_type,
        "bytes": file.size,
        "hash": f"sha256:{file.sha256}",
    }
    if columns is None:
        return resource
    fields = [
        {
            "name": name,
            "type": kind,
            "description": meaning,
            **({"constraints": {"required": True, "unique": True}} if name == KEY else {}),
        }
        for name, meaning, kind, _ in _list_columns(columns)
    ]
    schema = {"fields": fields, "primaryKey": [KEY]}
    read = {"format": "csv", "encoding": "utf-8-sig", "$schema": f"{_PROFILES}dataresource.json"}
    return {**resource, **read, "type": "table", "schema": schema}


def make_croissant(deposit: DepositDescription, columns: dict[str, list[str]]) -> dict[str, Any]:
    """Return what a deposit is in the words of Croissant; ``columns`` as for
    ``make_data_package``."""
    corpus = deposit.portal.corpus
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": f"{_CROISSANT}1.1",
        "name": deposit.title,
        "description": deposit.summary,
        "url": corpus.persistent_id() or deposit.portal.home,
        "license": deposit.licence_address or corpus.licence or "no licence is stated",
        "datePublished": deposit.date,
        "version": corpus.version or "1.0.0",
        "inLanguage": deposit.portal.language,
        "creator": [{"@type": "sc:Person", "name": editor.name} for editor in corpus.editors],
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.name,
                "name": file.name,
                "description": file.summary,
                "contentUrl": file.name,
                "contentSize": f"{file.size} B",
                "encodingFormat": file.media_type,
                "sha256": file.sha256,
            }
            for file in deposit.files
        ],
        "recordSet": [_make_record_set(name, each) for name, each in columns.items()],
    }


def _make_record_set(file: str, columns: list[str]) -> dict[str, Any]:
    name = "articles"
    fields = [
        {
            "@type": "cr:Field",
            "@id": f"{name}/{column}",
            "name": column,
            "description": meaning,
            "dataType": kind,
            "source": {"fileObject": {"@id": file}, "extract": {"column": column}},
        }
        for column, meaning, _, kind in _list_columns(columns)
    ]
    key = {"@id": f"{name}/{KEY}"}
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "key": key, "field": fields}


_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": _CROISSANT,
    "rai": f"{_CROISSANT}RAI/",
    "dct": "http://purl.org/dc/terms/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
