"""A client generated from the OpenAPI description gets what the commands print."""

from __future__ import annotations

import base64
import hashlib
import importlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from lxml import html
from running_service import PATIENCE, Service, running_service
from served_portal import NUMBER, crawl_portal, dated_page
from small_portal import listing

from webarticlecurator.cli.main import main

SPLIT = """
portal: split
home: BASE/
archive: {url: BASE/list}
article: {split: {css: section, id: "@id"}}
"""
SPLIT_PAGE = "<section id=one><p>first</p></section><section id=two><p>second</p></section>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("served")
    base = crawl_portal(found).base
    (found / "base").write_text(base, encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def base(folder: Path) -> str:
    return (folder / "base").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    with running_service(folder, "portals") as found:
        yield found


@pytest.fixture(scope="module")
def generated(
    service: Service, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ModuleType, Any]]:
    """The package that openapi-python-client makes of the description, and a client of it."""
    pytest.importorskip("openapi_python_client")
    made = tmp_path_factory.mktemp("generated")
    description = made / "openapi.json"
    description.write_text(json.dumps(service.client.description), encoding="utf-8")
    config = made / "config.yaml"
    config.write_text("post_hooks: []\n", encoding="utf-8")  # its form is nobody's business here
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", description]
    command += ["--config", config]
    done = subprocess.run(
        [*map(str, command), "--output-path", str(made / "curator_client"), "--meta", "none"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(made))
        package = importlib.import_module("curator_client")
        yield package, package.Client(base_url=service.base, raise_on_unexpected_status=True)


def call(generated: tuple[ModuleType, Any], operation: str, *words: Any, **options: Any) -> Any:
    """The answer of an operation of the generated client, as a value of the models it made."""
    package, client = generated
    module = importlib.import_module(f"{package.__name__}.api.default.{operation}")
    answer = module.sync_detailed(*words, client=client, **options)
    assert answer.parsed is not None, answer
    return answer.parsed


def model(generated: tuple[ModuleType, Any], name: str) -> Any:
    return getattr(importlib.import_module(f"{generated[0].__name__}.models"), name)


def printed(capfd: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(list(arguments))
    return capfd.readouterr().out


def test_health_and_portals(generated, base):
    assert call(generated, "check_health").status == "ok"
    (row,) = call(generated, "list_portals").portals
    assert (row.id, row.home, row.language, row.corpus, row.problem) == (
        "small",
        f"{base}/",
        "en",
        True,
        None,
    )


def test_all_articles_by_day_each_once(generated, base):
    seen, after, lengths = [], None, []
    while True:
        page = call(generated, "list_articles", portal="small", limit=7, after=after)
        seen += page.articles
        lengths.append(len(page.articles))
        after = page.next_
        if after is None:
            break
    assert lengths[:4] == [7, 7, 7, 7]
    assert {article.url for article in seen} == {f"{base}/a/{n}" for n in range(NUMBER)}
    assert len(seen) == NUMBER
    days = [article.published for article in seen]
    dated = [day for day in days if day is not None]
    assert dated == sorted(dated) == days[: len(dated)]
    assert len(dated) == sum(n % 7 != 6 for n in range(NUMBER))
    assert dated[:2] == ["2020-01-19", "2020-01-19"]


def test_days_and_column(generated):
    found = call(generated, "list_articles", portal="small", from_="2020-01-20", until="2020-01-21")
    assert {article.published for article in found.articles} == {"2020-01-20", "2020-01-21"}
    assert len(found.articles) == 6
    assert found.next_ is None
    assert call(generated, "list_articles", portal="small", column="all").articles != []


def test_conditions_are_those_of_the_export(generated, folder, monkeypatch, capfd):
    monkeypatch.chdir(folder)
    export = ("export", "portals/portal.yaml", "--format", "jsonl", "--quiet")
    for where in (
        ["title=About story 3 of the ferry"],
        ["published=2020-01-20", "title!=About story 24 of the ferry"],
        ["published="],
        ["words>=2", "day<=2020-01-21"],
        ["title~STORY [12]\\d? ", "text~ferr(y|ies)"],
        ["title!~[story 1, STORY 2\\d]", "not published>=2020-03"],
        ["column=none"],
    ):
        lines = printed(capfd, *export, *(word for text in where for word in ("--where", text)))
        seen, after = [], None
        while True:
            page = call(
                generated, "list_articles", portal="small", where=where, limit=7, after=after
            )
            seen += [article.id for article in page.articles]
            after = page.next_
            if after is None:
                break
        assert len(seen) == len(set(seen))
        assert set(seen) == {json.loads(line)["id"] for line in lines.splitlines()}
        assert bool(seen) == (where != ["column=none"])


def test_a_single_article_is_that_of_the_export(generated, folder, service, monkeypatch, capfd):
    monkeypatch.chdir(folder)
    lines = printed(capfd, "export", "portals/portal.yaml", "--format", "jsonl", "--quiet")
    exported = {row["id"]: row for row in map(json.loads, lines.splitlines())}
    assert len(exported) == NUMBER
    for article_id in list(exported)[:3]:
        found = call(generated, "read_article", article_id, portal="small")
        assert found.to_dict() == exported[article_id]
        path = folder / "corpora/small/tei" / exported[article_id]["path"]
        tei = service.client.get(
            f"/articles/{article_id}",
            params={"portal": "small"},
            headers={"Accept": "application/tei+xml, application/json;q=0.5"},
        )
        assert tei.headers["content-type"].startswith("application/tei+xml")
        assert tei.content == path.read_bytes()


def test_extract_of_a_sent_page_is_that_of_the_command(
    generated, folder, base, service, monkeypatch, capfd
):
    monkeypatch.chdir(folder)
    page = dated_page("a pöttyös labda", "2021-05-06")
    (folder / "page.html").write_text(page, encoding="utf-8")
    url = f"{base}/a/new"
    command = ["extract", "portals/portal.yaml", "--url", url, "--html", "page.html"]
    expected = json.loads(printed(capfd, *command, "--format", "json"))
    request = model(generated, "ExtractRequest")(portal="small", url=url, html=page)
    found = call(generated, "extract_article", body=request)
    assert type(found).__name__ == "ExtractedArticle"
    assert found.to_dict() == expected
    assert expected["title"] == "About a pöttyös labda"

    as_tei = service.client.post(
        "/extract",
        params={"portal": "small", "url": url, "format": "tei"},
        content=page.encode("utf-8"),
        headers={"Content-Type": "text/html; charset=utf-8"},
    )
    assert as_tei.text == printed(capfd, *command, "--format", "tei")
    assert "<p>a pöttyös labda</p>" in as_tei.text


def test_the_character_set_of_a_sent_page_is_that_of_its_header(service, base):
    page = dated_page("árvíztűrő", "2021-05-06").encode("iso-8859-2")
    found = service.client.post(
        "/extract",
        params={"portal": "small", "url": f"{base}/a/new"},
        content=page,
        headers={"Content-Type": "text/html; charset=iso-8859-2"},
    )
    assert found.json()["text"] == "árvíztűrő"


def test_the_day_of_a_sent_page_bounds_its_dates(service, base):
    page = dated_page("tomorrow", "2021-05-06")
    request = {"portal": "small", "url": f"{base}/a/new", "html": page, "captured": "2021-05-01"}
    assert service.client.post("/extract", json=request).json()["published"] is None
    request["captured"] = "2021-05-06"
    found = service.client.post("/extract", json=request).json()
    assert found["published"].startswith("2021-05-06")


def test_a_stored_article_needs_its_address_alone(generated, base):
    request = model(generated, "ExtractRequest")(portal="small", url=f"{base}/a/3")
    assert call(generated, "extract_article", body=request).text == "story 3 of the ferry"


def test_a_rejection_is_an_answer_with_its_reason(generated, base):
    stored = model(generated, "ExtractRequest")(portal="small", url=f"{base}/gone")
    found = call(generated, "extract_article", body=stored)
    assert type(found).__name__ == "RejectedPage", found
    assert found.verdict == "gone"
    assert "404" in found.evidence
    empty = model(generated, "ExtractRequest")(portal="small", url=f"{base}/x", html="<html>")
    found = call(generated, "extract_article", body=empty, format_="tei")
    assert (type(found).__name__, found.verdict) == ("RejectedPage", "empty")


def test_a_page_of_several_articles_is_a_list(service, folder, base):
    file = folder / "portals" / "split.yaml"
    text = SPLIT.replace("BASE", base)
    file.write_text(text, encoding="utf-8")
    try:
        wait_for(lambda: len(service.client.get("/portals").json()["portals"]) == 2)
        page = {"portal": "split", "url": f"{base}/live", "html": SPLIT_PAGE}
        found = service.client.post("/extract", json=page).json()
        assert [(part["url"], part["text"]) for part in found] == [
            (f"{base}/live#one", "first"),
            (f"{base}/live#two", "second"),
        ]
        as_tei = service.client.post("/extract", params={"format": "tei"}, json=page)
        assert as_tei.status_code == 400
        assert f"{base}/live#one" in as_tei.json()["cure"]
        page["url"] += "#two"
        as_tei = service.client.post("/extract", params={"format": "tei"}, json=page)
        assert "<p>second</p>" in as_tei.text
    finally:
        file.unlink()
    wait_for(lambda: len(service.client.get("/portals").json()["portals"]) == 1)


def test_the_description_is_a_page_whose_only_script_the_policy_names(service):
    answer = service.client.get("/docs")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'")
    assert "<code>POST /extract</code>" in answer.text
    assert "first day of publication" in answer.text
    before, script, after = re.split("</?script>", answer.text)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "<script" not in before + after
    assert set(re.findall(r"https?://[^/\s\"&]+", answer.text)) <= {
        "https://www.example.org"
    } | set(re.findall(r"https?://127[^/\s\"&]+", before))


def test_the_first_page_leads_to_the_description_and_names_the_portals(service):
    answer = service.client.get("/")
    assert answer.headers["Content-Type"].startswith("text/html")
    assert 'href="/docs"' in answer.text
    assert "<td>small</td>" in answer.text
    assert "<script" not in answer.text


def test_the_examples_of_the_description_are_answered(service):
    page = html.document_fromstring(service.client.get("/docs").text)
    statuses = {}
    for form in page.iter("form"):
        values = {field.get("name"): field.get("value") for field in form.iter("input")}
        path = form.get("data-path").format_map(values)
        given = {
            field.get("name"): field.get("value")
            for field in form.iter("input")
            if field.get("data-in") == "query" and field.get("value")
        }
        body = next((field.text for field in form.iter("textarea")), None)
        answer = service.client.request(
            form.get("data-method"),
            path,
            params=given,
            content=body,
            headers={"Content-Type": "application/json"} if body else {},
        )
        statuses[form.get("data-path")] = answer.status_code
    assert statuses == {
        "/health": 200,
        "/portals": 200,
        "/articles": 200,
        "/articles/{article_id}": 404,  # an id that no article has
        "/extract": 200,
        "/links": 200,
    }


def test_an_unknown_page_is_a_problem_with_a_cure(generated, base):
    request = model(generated, "ExtractRequest")(portal="small", url=f"{base}/nowhere")
    found = call(generated, "extract_article", body=request)
    assert (type(found).__name__, found.status) == ("ProblemDetails", 404)
    assert found.value == f"{base}/nowhere"
    assert "Send the page" in found.cure


def test_links_are_those_of_the_command(generated, folder, base, monkeypatch, capfd):
    monkeypatch.chdir(folder)
    url = f"{base}/list"
    command = ["links", "portals/portal.yaml", "--url", url, "--corpus", "corpora/small", "--json"]
    expected = json.loads(printed(capfd, *command))
    request = model(generated, "LinksRequest")(portal="small", url=url)
    assert call(generated, "list_links", body=request).to_dict() == expected
    assert len(expected["articles"]) == NUMBER + 1
    sent = model(generated, "LinksRequest")(portal="small", url=url, html=listing("/a/1"))
    assert call(generated, "list_links", body=sent).articles == [f"{base}/a/1"]


def test_a_changed_portal_file_counts_at_once_and_a_wrong_one_says_why(service, folder, base):
    file = folder / "portals" / "portal.yaml"
    rules = file.read_text(encoding="utf-8")
    page = {"portal": "small", "url": f"{base}/a/1"}
    try:
        file.write_text(rules.replace("title: h1", "title: p"), encoding="utf-8")
        wait_for(lambda: service.client.post("/extract", json=page).json()["title"].startswith("s"))
        file.write_text(rules.replace("article:", "artcle:"), encoding="utf-8")
        wait_for(lambda: service.client.post("/extract", json=page).status_code == 409)
        found = service.client.post("/extract", json=page).json()
        assert found["problems"][0]["nearest"] == "article"
        assert found["problems"][0]["line"] == 7
        assert "did you mean" in found["detail"]
        (row,) = service.client.get("/portals").json()["portals"]
        assert (row["id"], row["home"]) == ("small", None)
        assert "portal.yaml:7:1" in row["problem"]
    finally:
        file.write_text(rules, encoding="utf-8")
    wait_for(lambda: service.client.post("/extract", json=page).status_code == 200)


def wait_for(is_so: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)
