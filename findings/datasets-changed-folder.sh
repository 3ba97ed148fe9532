#!/usr/bin/env bash
# A data set whose files have changed is loaded as it was, and so is another one of the same name.
#
# Program:  datasets 5.2.0 (pyarrow 26.0.1)
# Guess:    a folder with a card and Parquet files is read again where the files have changed: they
#           have other names, sizes, times and content.
# Seen:     what was read first comes back, also where another folder of the same last name is
#           loaded, since the cache goes by that name and by the configuration in the card. A word
#           in the configuration's description that differs makes it read again; the same word
#           elsewhere in the card does not.
# Output:   changed files 5 then 5 rows; another folder 5; word in the card 5; word in the
#           configuration 9
# Standard: none; the documentation of its cache speaks of fingerprints of the data.
# Matters:  a corpus that grows each month is analysed as it was in the first month, and "corpus/" of
#           one newspaper gives the articles of the other, without a word.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv env
env/bin/pip install -qq --disable-pip-version-check datasets==5.2.0 pyarrow==26.0.1 || {
  echo "cannot install the packages"
  exit 2
}
export HF_HUB_OFFLINE=1 HF_HOME="$dir/home"

cat > load.py <<'PY'
"""Load a folder whose rows, and perhaps card, have changed, and another one of the same name."""

import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from datasets import load_dataset

CARD = """---
pretty_name: A corpus{0}
configs:
- config_name: default
  data_files: data/*.parquet{1}
---
Articles.
"""


def load(folder: str, rows: int, in_card: str = "", in_configuration: str = "") -> int:
    (Path(folder) / "data").mkdir(parents=True, exist_ok=True)
    table = pa.table({"text": [f"Article {n}" for n in range(rows)]})
    pq.write_table(table, Path(folder) / "data" / "2020.parquet")
    described = f"\n  description: {in_configuration}" if in_configuration else ""
    (Path(folder) / "README.md").write_text(CARD.format(f" {in_card}".rstrip(), described))
    return load_dataset(folder, split="train").num_rows


found = [
    load("one/corpus", 5),
    load("one/corpus", 9),
    load("two/corpus", 9),
    load("one/corpus", 9, in_card="of July"),
    load("one/corpus", 9, in_configuration="of July"),
]
if found != [5, 5, 5, 5, 9]:
    print("changed: the numbers of rows are", found)
    sys.exit(1)
print("as noted: changed files 5 then 5 rows; another folder 5; word in the card 5;")
print("word in the configuration 9")
PY
env/bin/python load.py 2> log.txt || { cat log.txt; exit 1; }
