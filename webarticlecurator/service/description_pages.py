"""What ``curator serve`` answers to a person: a first page, and a page of the OpenAPI description.

On the latter, each request can be tried. Nothing comes from elsewhere; one script of ours runs,
which the policy names by its digest.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from webarticlecurator.base.text.html_text import write_page_head
from webarticlecurator.service.portals import PortalEntry

_SCRIPT = Path(__file__).with_name("try_out.js").read_text(encoding="utf-8")
_DIGEST = base64.b64encode(hashlib.sha256(_SCRIPT.encode("utf-8")).digest()).decode("ascii")
_ALLOWED = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none';"
    f" connect-src 'self'; script-src 'sha256-{_DIGEST}'"
)
POLICY = f"{_ALLOWED}; frame-ancestors 'none'"
"""The Content-Security-Policy of the pages."""
_STYLE = Path(__file__).with_name("description_pages.css").read_text(encoding="utf-8")
_HTML = (
    "<html><body><h1>The ferry was late</h1><article><p>The ferry was late again on Monday.</p>"
    "</article></body></html>"
)
_HOME = "https://www.example.org/"
Examples = Mapping[str, tuple[Mapping[str, str], Mapping[str, str] | None]]
"""Operation → an example of its parameters and of its body."""


def make_examples(entries: Sequence[PortalEntry]) -> Examples:
    """Return an example of each request, about the first portal that can be used."""
    portal = next((each.portal for each in entries if each.portal is not None), None)
    name = {"portal": portal.id if portal is not None else "portal"}
    home = portal.home if portal is not None else _HOME
    page = {**name, "url": home, "html": _HTML}
    return {
        "check_health": ({}, None),
        "list_portals": ({}, None),
        "list_articles": ({**name, "limit": "5"}, None),
        "read_article": ({**name, "article_id": "a234567abcdefghij"}, None),
        "extract_article": ({}, page),
        "list_links": ({}, page),
    }


def write_first_page(description: Mapping[str, Any], entries: Sequence[PortalEntry]) -> str:
    """Return the page that says what the service is, which portals it has, and where to go on."""
    info = description["info"]
    problem = "This portal file cannot be used now: curator check names its problems."
    rows = [
        (entry.id, "" if entry.portal is None else entry.portal.title, problem * bool(entry.error))
        for entry in entries
    ]
    return _join_page(
        info,
        [
            f"<p>{escape(info['description'])}</p>",
            "<h2>Where to go on</h2>",
            '<ul><li><a href="/docs">What can be asked, with examples to try</a></li>',
            '<li><a href="/portals">The portals, as JSON</a></li>',
            '<li><a href="/openapi.json">The description for programs (OpenAPI)</a></li></ul>',
            "<h2>Portals</h2>",
            _table(("id", "title", "problem"), rows) if rows else "<p>There are none yet.</p>",
        ],
    )


def _join_page(info: Mapping[str, Any], parts: Sequence[str], script: str = "") -> str:
    head = write_page_head(f"{info['title']} {info['version']}", _STYLE, _ALLOWED, is_in_main=True)
    body = "\n".join(parts)
    return f"{head}{body}\n</main>\n{script}</body>\n</html>\n"


def description_page(description: Mapping[str, Any], entries: Sequence[PortalEntry]) -> str:
    """Return the page of an OpenAPI description, with an example of each request to try."""
    info, examples = description["info"], make_examples(entries)
    parts = [
        f"<p>{escape(info['description'])}</p>",
        '<p>For programs: <a href="/openapi.json">/openapi.json</a></p>',
    ]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            parts += _describe_operation(method, path, operation)
            parts += _write_form(
                method, path, operation, *examples.get(operation.get("operationId", ""), ({}, None))
            )
            parts.append(_describe_answers(operation))
    parts.append("<h2>Forms</h2>")
    for name, schema in sorted(description["components"]["schemas"].items()):
        parts += _describe_model(name, schema)
    return _join_page(info, parts, f"<script>{_SCRIPT}</script>\n")


def _describe_operation(method: str, path: str, operation: Mapping[str, Any]) -> Iterator[str]:
    yield f"<h2><code>{escape(method.upper())} {escape(path)}</code></h2>"
    words = (operation.get("summary", ""), operation.get("description", ""))
    yield f"<p>{escape('. '.join(filter(None, words)))}</p>"
    parameters = [
        (
            row["name"] + ("" if row.get("required") else " (optional)"),
            row["in"],
            _describe_type(row["schema"]),
            row.get("description", ""),
        )
        for row in operation.get("parameters", ())
    ]
    if parameters:
        yield _table(("parameter", "in", "type", "meaning"), parameters)
    body = operation.get("requestBody", {}).get("content", {})
    if body:
        yield _table(
            ("body", "form"),
            [(kind, _describe_type(form["schema"])) for kind, form in body.items()],
        )


def _describe_answers(operation: Mapping[str, Any]) -> str:
    """Return the answers of a request, folded: most are the same for all."""
    answers = [
        (
            status,
            answer.get("description", ""),
            "; ".join(
                f"{kind}: {_describe_type(form['schema'])}"
                for kind, form in answer.get("content", {}).items()
            ),
        )
        for status, answer in operation["responses"].items()
    ]
    table = _table(("status", "when", "answer"), answers)
    return f"<details><summary>Answers and problems</summary>{table}</details>"


def _write_form(
    method: str,
    path: str,
    operation: Mapping[str, Any],
    parameters: Mapping[str, str],
    body: Mapping[str, str] | None,
) -> Iterator[str]:
    """Yield an example of a request, as curl asks it, and the form that asks it."""
    yield f"<pre>{escape(write_curl(method, path, parameters, body))}</pre>"
    yield f'<form data-method="{escape(method.upper())}" data-path="{escape(path)}">'
    for row in operation.get("parameters", ()):
        name, value = row["name"], parameters.get(row["name"], "")
        yield (
            f'<label>{escape(name)} <input name="{escape(name)}" data-in="{escape(row["in"])}"'
            f' value="{escape(value)}"></label>'
        )
    if body is not None:
        text = escape(json.dumps(body, ensure_ascii=False, indent=1))
        yield f'<label>body <textarea name="body" rows="6">{text}</textarea></label>'
    yield '<button type="submit">Try it</button><pre aria-live="polite" hidden></pre></form>'


def write_curl(
    method: str, path: str, parameters: Mapping[str, str], body: Mapping[str, str] | None
) -> str:
    """Return a request as a command line, from the root of the service on."""
    query = {name: value for name, value in parameters.items() if f"{{{name}}}" not in path}
    for name, value in parameters.items():
        path = path.replace(f"{{{name}}}", value)
    address = f"{path}?{urlencode(query)}" if query else path
    if body is None:
        return f"curl 'SERVICE{address}'"
    content = json.dumps(
        {**body, **({"html": "<html>…"} if "html" in body else {})}, ensure_ascii=False
    )
    return (
        f"curl -X {method.upper()} 'SERVICE{address}' -H 'Content-Type: application/json'"
        f" -d '{content}'"
    )


def _describe_model(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f'<h3 id="{escape(name)}">{escape(name)}</h3>'
    yield f"<p>{escape(schema.get('description', ''))}</p>"
    required = schema.get("required", ())
    yield _table(
        ("key", "type", "meaning"),
        [
            (
                key if key in required else f"{key} (optional)",
                _describe_type(value),
                value.get("description", ""),
            )
            for key, value in schema.get("properties", {}).items()
        ],
    )


def _describe_type(schema: Mapping[str, Any]) -> str:
    """Return the type of a value in a few words."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " or ".join(_describe_type(each) for each in schema["anyOf"])
    if "const" in schema or "enum" in schema:
        return " or ".join(repr(each) for each in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {_describe_type(schema.get('items', {}))}"
    if "additionalProperties" in schema:
        return f"object of {_describe_type(schema['additionalProperties'])}"
    return str(schema.get("format") or schema.get("type") or "anything")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    return f"<table><thead><tr>{names}</tr></thead><tbody>{''.join(cells)}</tbody></table>"
