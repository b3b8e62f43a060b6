# Every target sets itself up: `.venv` is made on demand and renewed when the pins change.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := $(BIN)/python -m pytest -n 2 --dist worksteal

.PHONY: chromium docs editors play playground play-terminal test test-long bench lint format clean venv

# The table in the browser; without a terminal, bots play a game to its end.
play: $(STAMP)
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/regelwerk serve; else $(BIN)/regelwerk play auf-der-walz; fi

play-terminal: $(STAMP)
	$(BIN)/regelwerk play auf-der-walz

test: lint chromium
	HYPOTHESIS_PROFILE=ci $(PYTEST) -m "not slow"

# Everything that is slow, too. PROFILE=longest: four times as much of it.
PROFILE ?= long
test-long: lint chromium
	HYPOTHESIS_PROFILE=$(PROFILE) $(PYTEST)

# For the tests in a real browser.
chromium:
	@tests/web/browser/install_chromium.sh

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

# The site, to be opened at build/site/index.html; it reads nothing from the network. With Node there is the playground, too.
docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict --clean
	$(BIN)/python -m playground.build --into build/site --if-possible
	$(BIN)/python -m docs.site.links build/site

# Rules edited and played in a page without a server: build/playground. Needs Node and npm.
playground: $(STAMP)
	$(BIN)/python -m playground.build

# Needs Node: the colouring and the packaging of the VS Code extension. Nothing else depends on it.
editors: $(STAMP)
	cd editors/vscode && npm ci --no-audit --no-fund && npm test && npm run package
	$(BIN)/python editors/compare_colours.py

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(STAMP)
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(BIN)/regelwerk fmt rulesets docs/reference/bases
	$(BIN)/python -m tests.format.examples

venv: $(STAMP)

# The build runs with the pinned setuptools of the environment, not with one fetched for the occasion.
$(STAMP): pyproject.toml setup.py requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Regelwerk needs Python 3.11 or newer: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -c requirements.lock setuptools
	$(PIP) install -c requirements.lock --no-build-isolation -e '.[dev,docs,oracle,cluster,research]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
