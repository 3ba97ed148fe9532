#!/usr/bin/env bash
# Whether a portal is closed to a crawler hangs on a line that the standard does not know.
#
# Program:  Protego 0.7.0 (PyPI) and robots-parser 3.0.1 (npm)
# Guess:    two User-agent lines, one below the other, are one group, and a line of another kind
#           between them changes nothing: both programs say what RFC 9309 says, "closed".
# Seen:     a line between the two ends the group in one program or both, and the first crawler
#           has no rule then. Which lines do is different: `Sitemap` and `Host` in robots-parser
#           alone, `Crawl-delay`, `Request-rate` and `Noindex` in both, an empty line in neither.
# Output:   (empty)      Protego closed  robots-parser closed
#           Sitemap      Protego closed  robots-parser open
#           Crawl-delay  Protego open    robots-parser open
#           Noindex      Protego open    robots-parser open
#           Host         Protego closed  robots-parser open
# Standard: RFC 9309 §2.2.4: the parsing of other records must not interfere with that of
#           user-agent, allow and disallow, and "Sitemaps" is its example of a line that must not
#           end a group; §2.2: a group is agent lines, with empty lines between them or not, then
#           rules.
# Matters:  two crawls of one portal by two programs have other addresses, and each can show that it
#           obeyed. Many files give `*` a Crawl-delay first and then close the portal to one robot
#           by name: by the letter of the RFC they are closed to everybody. Who reports which
#           addresses of a corpus were not allowed should name the program, too.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
{ env/bin/pip install -qq --disable-pip-version-check protego==0.7.0 &&
  npm install --silent --no-audit --no-fund --prefix "$dir" robots-parser@3.0.1 > npm.txt; } || {
  echo "cannot install the packages"
  exit 2
}

cat > lines.txt <<'TXT'

Sitemap: http://paper.example/sitemap.xml
Crawl-delay: 5
Request-rate: 1/5
Noindex: /print
Host: paper.example
TXT
cat > read.py <<'PY'
"""Say for each line whether `corpusbot` may fetch a story."""

from pathlib import Path

from protego import Protego

for line in Path("lines.txt").read_text(encoding="utf-8").splitlines():
    text = f"User-agent: corpusbot\n{line}\nUser-agent: otherbot\nDisallow: /\n"
    is_open = Protego.parse(text).can_fetch("http://paper.example/story", "corpusbot")
    print(line.partition(":")[0] or "(empty)", "open" if is_open else "closed")
PY
cat > read.cjs <<'JS'
const { readFileSync } = require("node:fs");
const robotsParser = require("robots-parser");
for (const line of readFileSync("lines.txt", "utf8").slice(0, -1).split("\n")) {
  const text = `User-agent: corpusbot\n${line}\nUser-agent: otherbot\nDisallow: /\n`;
  const robots = robotsParser("http://paper.example/robots.txt", text);
  const isOpen = robots.isAllowed("http://paper.example/story", "corpusbot");
  console.log(line.split(":")[0] || "(empty)", isOpen ? "open" : "closed");
}
JS
env/bin/python read.py > of_python.txt
node read.cjs > of_node.txt

check() {
  [ "$(tr '\n' ' ' < "$2")" = "$3 " ] || {
    echo "changed: $1 says $(tr '\n' ' ' < "$2")"
    exit 1
  }
}
middle="Crawl-delay open Request-rate open Noindex open"
check Protego of_python.txt "(empty) closed Sitemap closed $middle Host closed"
check robots-parser of_node.txt "(empty) closed Sitemap open $middle Host open"
echo "as noted: by RFC 9309 all six are closed"
paste -d " " of_python.txt of_node.txt
