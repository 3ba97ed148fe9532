#!/usr/bin/env bash
# Of a newspaper article in RIS, the author and the day are lost; of a journal article they are kept.
#
# Program:  @citation-js/core and @citation-js/plugin-ris 0.8.2
# Guess:    a reference of the type NEWS has the same tags as one of the type JOUR, as in the table
#           of the format: AU is an author, DA the date (year/month/day).
# Seen:     of NEWS, AU is left out without a word, and of DA the year remains. Of the types JOUR,
#           MGZN, BLOG and GEN both are read from the same lines.
# Output:   NEWS no author, 2001; JOUR Sample, 2001-2-15
# Standard: RIS has no standard but the description of its makers (RefMan, 2011), whose table gives
#           AU and DA for NEWS, too.
# Matters:  whoever cites newspapers exports just this type: a bibliography of a thousand articles is
#           anonymous, and all are of the same year.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-fund --no-audit @citation-js/core@0.8.2 @citation-js/plugin-ris@0.8.2 > log.txt 2>&1 || {
  echo "cannot install the packages"
  exit 2
}

cat > read.cjs <<'JS'
const { Cite } = require('@citation-js/core')
require('@citation-js/plugin-ris')

function read (type) {
  const lines = [`TY  - ${type}`, 'TI  - The mill', 'AU  - Sample, Ann', 'PY  - 2001',
    'DA  - 2001/02/15/', 'T2  - The Echo', 'UR  - https://paper.example/1', 'ER  - ', '']
  const [found] = new Cite(lines.join('\r\n')).data
  const names = (found.author || []).map(author => author.family).join('; ') || 'no author'
  return `${type} ${names}, ${found.issued['date-parts'][0].join('-')}`
}

const found = ['NEWS', 'JOUR', 'MGZN', 'BLOG', 'GEN'].map(read)
const noted = ['NEWS no author, 2001', 'JOUR Sample, 2001-2-15', 'MGZN Sample, 2001-2-15',
  'BLOG Sample, 2001-2-15', 'GEN Sample, 2001-2-15']
if (found.join('|') !== noted.join('|')) {
  console.log('changed: the references are', found)
  process.exit(1)
}
console.log('as noted:', found.slice(0, 2).join('; '))
JS
node read.cjs
