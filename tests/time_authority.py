"""An authority of time stamps (RFC 3161) on loopback: ``openssl ts``."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

pytest.importorskip("rfc3161_client", reason="time stamps: pip install rfc3161-client")
if shutil.which("openssl") is None:
    pytest.skip("openssl is not installed", allow_module_level=True)

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


def _add_chain(folder: Path) -> bytes:
    """Answer with the certificates of the authority and of who signed it, in the order in which
    many authorities send them, which is not that of DER."""
    openssl(folder, "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "asked.tsq", "-signer",
            "tsa.pem", "-inkey", "tsa.key", "-chain", "ca.pem", "-out", "answer.tsr")  # fmt: skip
    certificates = []
    for name in ("tsa", "ca"):
        openssl(folder, "x509", "-in", f"{name}.pem", "-outform", "DER", "-out", f"{name}.der")
        certificates.append((folder / f"{name}.der").read_bytes())
    first, second = sorted(certificates)
    answer = (folder / "answer.tsr").read_bytes()
    return answer.replace(first + second, second + first)


@contextmanager
def time_authority(folder: Path) -> Iterator[tuple[str, Path]]:
    """The address of an authority with its files in ``folder``, and the certificate that it is
    trusted by."""
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
            if self.path not in ("/", "/chain"):
                self.send_error(503)
                return
            (folder / "asked.tsq").write_bytes(body)
            openssl(folder, "ts", "-reply", "-config", "tsa.cnf", "-queryfile", "asked.tsq",
                    "-signer", "tsa.pem", "-inkey", "tsa.key", "-out", "answer.tsr")  # fmt: skip
            answer = (folder / "answer.tsr").read_bytes()
            if self.path == "/chain":
                answer = _add_chain(folder)
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
