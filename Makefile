# make demo: install into .venv and run the main job on the made-up portal. make test: install and run every test.
# make test-long: the tests of tests/long with their full counts: 300 kills, 20,000 mutated pages, every server fault
# (LONG='--seed 7 -k kills': options of pytest).
# make bench: print the figures that docs/ name, from the real pages in $(SHARED).
PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
SHARED ?= ../shared
LONG ?=

.PHONY: demo test test-long lint bench clean

$(VENV)/.installed: setup.cfg pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed; try: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	touch $@

demo: $(VENV)/.installed
	$(BIN)/curator demo --corpus corpora/demo

test: $(VENV)/.installed
	$(BIN)/python -m pytest -n auto --dist worksteal tests
	$(MAKE) lint

test-long: $(VENV)/.installed
	$(BIN)/python -m pytest -n auto --dist worksteal --long $(LONG) tests/long

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	$(BIN)/python bench/extraction.py $(SHARED)
	$(BIN)/python bench/learned.py $(SHARED)
	$(BIN)/python bench/publishers.py $(SHARED)
	$(BIN)/python bench/metadata.py $(SHARED)
	$(BIN)/python bench/tags_suggest.py $(SHARED)
	$(BIN)/python bench/build.py $(SHARED)/cases

clean:
	rm -rf $(VENV) build dist *.egg-info corpora/demo
