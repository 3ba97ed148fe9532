"""Time stamps of manifests by a real authority on loopback: ``openssl ts``."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing

from webarticlecurator.cli.main import main

pytest.importorskip("rfc3161_client", reason="time stamps: pip install rfc3161-client")
if shutil.which("openssl") is None:
    pytest.skip("openssl is not installed", allow_module_level=True)

RULES = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
CONFIG = """
[tsa]
default_tsa = made
[made]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
"""
EXTENSIONS = """
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
"""


def openssl(folder: Path, *words: str) -> str:
    done = subprocess.run(["openssl", *words], cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of an authority, and the certificate that it is trusted by."""
    folder = tmp_path_factory.mktemp("authority")
    (folder / "tsa.cnf").write_text(CONFIG)
    (folder / "extensions.cnf").write_text(EXTENSIONS)
    (folder / "serial").write_text("01\n")
    new = ("req", "-newkey", "rsa:2048", "-nodes")
    ca = ("-addext", "keyUsage=critical,keyCertSign,cRLSign")
    openssl(folder, *new, "-x509", "-days", "30", "-subj", "/CN=Root", "-keyout", "ca.key",
            "-out", "ca.pem", *ca)  # fmt: skip
    openssl(folder, *new, "-subj", "/CN=Authority", "-keyout", "tsa.key", "-out", "tsa.csr")
    openssl(folder, "x509", "-req", "-in", "tsa.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
            "-CAcreateserial", "-days", "30", "-extfile", "extensions.cnf", "-out", "tsa.pem")  # fmt: skip

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path != "/":
                self.send_error(503)
                return
            (folder / "asked.tsq").write_bytes(body)
            openssl(folder, "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "asked.tsq",
                    "-signer", "tsa.pem", "-inkey", "tsa.key", "-out", "answer.tsr")  # fmt: skip
            answer = (folder / "answer.tsr").read_bytes()
            self.send_response(200)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", folder / "ca.pem"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallPortal]:
    pages = {"/list": listing("/one"), "/one": article("Eins.")}
    with crawled_portal(tmp_path_factory.mktemp("stamped"), pages, RULES) as running:
        yield running


def test_anyone_can_check_that_a_manifest_was_there(portal, authority, tmp_path: Path, capsys):
    url, ca = authority
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    manifest = tmp_path / "small.manifest.jsonl"
    assert main(["manifest", *words, "--output", str(manifest), "--timestamp", url]) == 0
    assert f"seen by {url}" in capsys.readouterr().err
    names = ["-in", f"{manifest.name}.tsr", "-data", manifest.name, "-CAfile", str(ca)]
    openssl(tmp_path, "ts", "-verify", *names)
    verify = ["verify", *words, "--manifest", str(manifest)]
    assert main([*verify, "--timestamp-ca", str(ca)]) == 0
    assert "signed by an authority that you trust" in capsys.readouterr().out
    assert main([*verify, "--json"]) == 0
    stamp = json.loads(capsys.readouterr().out)["timestamp"]
    assert (stamp["fault"], stamp["trusted"]) == ("", False)
    other = tmp_path / "other.pem"
    openssl(tmp_path, "req", "-newkey", "rsa:2048", "-nodes", "-x509", "-days", "30", "-subj",
            "/CN=Other", "-keyout", "o.key", "-out", other.name)  # fmt: skip
    assert main([*verify, "--timestamp-ca", str(other)]) == 4
    assert "its signature is not one of" in capsys.readouterr().out
    lines = manifest.read_bytes()
    manifest.write_bytes(lines + b"\n")
    assert main(verify) == 4
    assert "it is not that of" in capsys.readouterr().out


def test_what_goes_wrong_is_said(portal, authority, tmp_path: Path, capsys):
    words = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    manifest = tmp_path / "small.manifest.jsonl"
    assert main(["manifest", *words, "--timestamp", authority[0]]) == 2
    refusing = ["--output", str(manifest), "--timestamp", f"{authority[0]}busy"]
    assert main(["manifest", *words, *refusing]) == 3
    assert "status 503" in capsys.readouterr().err
    assert manifest.is_file() and not manifest.with_name(f"{manifest.name}.tsr").exists()
    verify = ["verify", *words, "--manifest", str(manifest), "--timestamp-ca", str(authority[1])]
    assert main(verify) == 2
    assert "has no time stamp" in capsys.readouterr().err
