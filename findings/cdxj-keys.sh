#!/usr/bin/env bash
# Two CDXJ indexers of one maker look for one page under different keys.
#
# Program:  cdxj-indexer 1.5.0 with surt 0.3.1 (PyPI) and warcio 2.4.11 (npm)
# Guess:    the key of an address (its SURT form) is the same in every CDXJ index, because indexes
#           are merged by sorting and searched by the key.
# Seen:     the keys differ for addresses of the most ordinary kinds. surt drops the last slash of
#           a path, joins slashes, decodes %7E and %2F, turns %2B of a query into a plus, which
#           there means a blank, and takes out the parameter PHPSESSID. npm's warcio does none of
#           this. So surt has one key for addresses that may be different pages, and npm's warcio
#           several for one page.
# Output:   http://paper.example/news/         example,paper)/news       example,paper)/news/
#           http://paper.example/%7Eeditor     example,paper)/~editor    example,paper)/%7eeditor
#           http://paper.example/a%2Fb         example,paper)/a/b        example,paper)/a%2fb
#           http://paper.example/a//b          example,paper)/a/b        example,paper)/a//b
#           http://paper.example/?q=c%2B%2B    example,paper)/?q=c++     example,paper)/?q=c%2b%2b
#           http://paper.example/?PHPSESSID=…  example,paper)/?id=1      …&phpsessid=…
# Standard: none defines the key; RFC 3986 §2.2 (%2F and %2B are other addresses than / and +),
#           §6.2.2.2 (%7E and ~ are the same) and §6.2.2.3 (a last slash is no dot segment) say
#           which addresses are the same.
# Matters:  an index of one tool, served by the other, has holes: the page is stored, and "not
#           found" is the answer for every address with a last slash, which is most of a blog.
#           Counts of distinct pages by key disagree, too: five here, and six.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
{ env/bin/pip install -qq --disable-pip-version-check cdxj-indexer==1.5.0 surt==0.3.1 &&
  npm install --silent --no-audit --no-fund --prefix "$dir" warcio@2.4.11 > npm.txt; } || {
  echo "cannot install the packages"
  exit 2
}

cat > make.py <<'PY'
"""Write one page for each address, a second apart."""

import gzip

PATHS = ("news/", "%7Eeditor", "a%2Fb", "a//b", "?q=c%2B%2B", f"?PHPSESSID={'0a' * 16}&id=1")
block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nwords"
with open("pages.warc.gz", "wb") as out:
    for number, path in enumerate(PATHS):
        head = [
            "WARC/1.1",
            "WARC-Type: response",
            f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012d}>",
            f"WARC-Date: 2024-01-01T00:00:0{number}Z",
            f"WARC-Target-URI: http://paper.example/{path}",
            "Content-Type: application/http;msgtype=response",
            f"Content-Length: {len(block)}",
        ]
        out.write(gzip.compress("\r\n".join(head).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"))
PY
env/bin/python make.py
keys() { sort -k 2,2 | cut -d " " -f 1 | sed 's/^example,paper)//'; } # in the order of the captures
env/bin/cdxj-indexer pages.warc.gz | keys > of_python.txt
node_modules/.bin/warcio cdx-index pages.warc.gz | keys > of_node.txt

changed() {
  echo "changed: $1"
  exit 1
}
compare() { # NAME FILE KEY…
  name=$1 file=$2
  shift 2
  printf '%s\n' "$@" | cmp -s - "$file" || changed "$name has other keys: $(tr '\n' ' ' < "$file")"
}
compare cdxj-indexer of_python.txt /news '/~editor' /a/b /a/b '/?q=c++' '/?id=1'
session=$(printf '0a%.0s' {1..16})
compare "npm's warcio" of_node.txt \
  /news/ /%7eeditor /a%2fb /a//b '/?q=c%2b%2b' "/?id=1&phpsessid=$session"
echo "as noted: six addresses, six times another key"
paste -d " " of_python.txt of_node.txt
