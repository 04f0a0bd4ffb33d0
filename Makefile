# What a fresh machine needs: Python 3.11 or newer, a C compiler, make. `make help` lists the goals.
# Everything goes into .venv and build/; the stamps in .venv make a second run fast.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SAMPLES := data/sample_deals

COMPILED_MODULES := _search _points _piles _rollout _cover
COMPILED_SOURCES := $(wildcard solver/*.pyx solver/*.pxd solver/*.pxi solver/*.h)
# The project installed in .venv, editable; the same with what the tests need; with every tool.
INSTALLED := $(VENV)/installed.stamp
TESTABLE := $(VENV)/testable.stamp
TOOLED := $(VENV)/tooled.stamp
COMPILED := $(VENV)/compiled.stamp

# What checks the types of the board's JavaScript; the node of .venv runs it.
TYPESCRIPT := build/typescript-5.9.3
TSC := $(TYPESCRIPT)/node_modules/.bin/tsc

# More tests at once than two processors: some wait for a browser or a server. Each process more
# reads all tests first.
SIDE_BY_SIDE := --dist worksteal --durations 30 --durations-min 2

# What Python compiles is kept: else each of these, and each command they start, compiles it anew.
unexport PYTHONDONTWRITEBYTECODE

PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
REQUIRED := $(BIN)/python packaging/requirements.py

.PHONY: help demo docs test slow lint types page vendor words sanitize bench headers site release clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

help:
	@echo 'make demo      build .venv, compile, solve some sample deals'
	@echo 'make docs      the man page, the pages of the commands and of the JSON, in build/docs/'
	@echo 'make test      every fast test, side by side'
	@echo 'make slow      pages in a browser and the long agreement runs'
	@echo 'make lint      ruff and cython-lint'
	@echo 'make types     mypy --strict, and pyright on what a user writes'
	@echo 'make page      tsc --strict on the JavaScript of the board'
	@echo 'make vendor    Preact and lean-qr, as published on npm, into the board'
	@echo 'make words     the catalogues of other languages brought up to date with the code'
	@echo 'make sanitize  the agreement tests under the sanitizers: addresses, undefined behaviour, races'
	@echo 'make bench     the speed figures and the node total'
	@echo 'make site      the board as static files for any web host, in build/site/'
	@echo 'make release   sdist, site and wheels for all machines, checked, with their hashes, in dist/'
	@echo 'make clean     remove .venv and everything built'

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11' >&2; exit 1; }
	@$(PYTHON) -c 'import os, shutil, sys, sysconfig as s; \
	  sys.exit(not shutil.which((os.environ.get("CC") or s.get_config_var("CC") or "cc").split()[0]))' || \
	  { echo 'A C compiler is needed, such as gcc or clang: install one, or make CC=/path/to/cc' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml setup.py | $(BIN)/python
	@echo 'Installing into $(VENV) and compiling (once, a minute or less) …'
	$(PIP_INSTALL) --editable '.[board]'
	@touch $@ $(COMPILED)

# endplay (DDS, the outside program the search is compared with) is not to be had everywhere:
# without it those tests say so and are skipped. The project is compiled by what is installed first,
# while all the rest is.
$(TESTABLE): pyproject.toml setup.py | $(BIN)/python
	@echo 'Installing what the tests need into $(VENV), and compiling (once) …'
	$(PIP_INSTALL) $$($(REQUIRED) compile)
	$(PIP_INSTALL) --no-build-isolation --no-deps --editable . & compiling=$$!; \
	  { $(PIP_INSTALL) $$($(REQUIRED) plots test dds) || $(PIP_INSTALL) $$($(REQUIRED) plots test); }; \
	  installed=$$?; wait $$compiling && exit $$installed
	@touch $(INSTALLED) $(COMPILED) $@

$(TOOLED): $(TESTABLE)
	$(PIP_INSTALL) $$($(REQUIRED) dev)
	@touch $@

# Installing compiles too and touches this stamp: compile again only what has changed since, and
# only then into .venv what compiles.
$(COMPILED): $(INSTALLED) $(COMPILED_SOURCES)
	@if [ ! -e $@ ] || [ -n "$$(find $(COMPILED_SOURCES) -newer $@)" ]; then \
	  echo 'Compiling …' && \
	  if $(BIN)/python -c 'import Cython' 2>/dev/null; then $(BIN)/python setup.py --quiet build_ext --inplace; \
	  else $(PIP_INSTALL) --editable '.[compile]'; fi && touch $@; fi

demo: $(INSTALLED) $(COMPILED)
	$(BIN)/manni solve $(SAMPLES)/hornafjordur.manni --deal 1
	$(BIN)/manni solve $(SAMPLES)/basic.manni --deal 3
	$(BIN)/manni solve $(SAMPLES)/mid-trick.manni --deal 1 --cards --line F

docs: $(INSTALLED) $(COMPILED)
	$(BIN)/python docs/make_docs.py

test: $(TESTABLE) $(COMPILED)
	$(BIN)/python -m pytest -n 3 $(SIDE_BY_SIDE)

slow: $(TESTABLE) $(COMPILED)
	$(BIN)/python -m pytest -m 'slow and not exhaustive' -n 4 $(SIDE_BY_SIDE)

lint: $(TOOLED)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PATH="$(CURDIR)/$(BIN):$$PATH" cython-lint solver tools  # it calls pycodestyle by name

types: $(TOOLED) $(COMPILED)
	$(BIN)/mypy
	PATH="$(CURDIR)/$(BIN):$$PATH" pyright  # which node.js runs
	$(BIN)/python -m mypy.stubtest $(COMPILED_MODULES:%=manni.solver.%) --allowlist tests/stubtest-allowlist.txt

$(TSC): | $(TOOLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" npm install --prefix $(TYPESCRIPT) --no-save --no-audit --no-fund \
	  --ignore-scripts --loglevel error typescript@$(TYPESCRIPT:build/typescript-%=%)

# What the service says to the page is described in Python.
page: $(TSC) $(COMPILED)
	$(BIN)/python docs/make_docs.py messages.js
	PATH="$(CURDIR)/$(BIN):$$PATH" $(TSC) --project jsconfig.json

# What others wrote and drew for the board's page is in the repository: to run it needs neither npm nor
# a network. A test knows its bytes. The figures of the court cards were cut out of
# @letele/playing-cards 0.1.0 by tools/figures.mjs of 405514c2, with svgpath 2.6.0.
PREACT := 10.29.8
LEAN_QR := 2.7.4
VENDORED := cli/board/static/vendor
# $(call vendored,PACKAGE,VERSION,FILE)
define vendored
	{ echo "// @ts-nocheck $(1) $(2) (MIT, $(1).LICENSE beside it): $(3), generated by its authors' build"; \
	  cat build/vendor/$(1)/package/$(3); } >$(VENDORED)/$(1).js
	cp build/vendor/$(1)/package/LICENSE $(VENDORED)/$(1).LICENSE
endef
vendor: | $(TOOLED)
	rm -rf build/vendor && mkdir -p build/vendor/preact build/vendor/lean-qr
	cd build/vendor && export PATH="$(CURDIR)/$(BIN):$$PATH" && \
	  tar xzf "$$(npm pack --silent preact@$(PREACT))" -C preact && \
	  tar xzf "$$(npm pack --silent lean-qr@$(LEAN_QR))" -C lean-qr
	$(call vendored,preact,$(PREACT),dist/preact.module.js)
	$(call vendored,lean-qr,$(LEAN_QR),nano.mjs)

words: $(TESTABLE)
	PYTHONPATH=. $(BIN)/python docs/make_words.py

bench: $(INSTALLED) $(COMPILED)
	$(BIN)/python benchmarks/bars.py --seconds 4
	$(BIN)/python benchmarks/signature.py

# The tools that build the packages, each of them the one named in packaging/tools.txt.
RELEASING := build/release
$(RELEASING)/tools.stamp: packaging/tools.txt | $(BIN)/python
	$(BIN)/python -m venv --clear $(RELEASING)
	$(RELEASING)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	  -r packaging/tools.txt
	@touch $@

# Before any tool is installed: whether the headers are there, which nothing here can bring.
headers: | $(BIN)/python
	@PYTHONPATH=packaging $(BIN)/python -c 'import wasm; wasm.headers_here()'

site: headers $(RELEASING)/tools.stamp $(TOOLED)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(RELEASING)/bin/python packaging/static_site.py

release: headers $(RELEASING)/tools.stamp $(TOOLED) docs
	PATH="$(CURDIR)/$(BIN):$$PATH" $(RELEASING)/bin/python packaging/release.py $(RELEASE)

# A copy of the project is compiled with the sanitizers and put before the normal one on
# Python's path, so .venv and solver/ stay as they are. Python itself is not instrumented:
# the runtimes are preloaded, and its own leaks are not reported.
SANITIZED := build/sanitize
comma := ,
SANITIZE_TESTS ?= tests/test_search_reference.py tests/test_points_search.py tests/test_piles.py tests/test_rollouts.py \
  tests/test_together.py
RACE_TESTS ?= tests/test_together.py

# $(call sanitized,FLAGS,RUNTIMES,OPTIONS,TESTS)
define sanitized
	rm -rf $(SANITIZED)
	mkdir -p $(SANITIZED)
	cp -R pyproject.toml setup.py README.md LICENSE manni solver cli docs tests data $(SANITIZED)
	find $(SANITIZED) -name '*.so' -delete
	cd $(SANITIZED) && SOLVER_DEBUG=1 CFLAGS='$(1)' LDFLAGS='$(1)' \
	  $(CURDIR)/$(BIN)/python setup.py --quiet build_ext --inplace
	cd $(SANITIZED) && PYTHONPATH=. PYTHONMALLOC=malloc \
	  LD_PRELOAD="$(foreach runtime,$(2),$$($(CC) -print-file-name=lib$(runtime).so))" $(3) \
	  $(CURDIR)/$(BIN)/python -m pytest $(4)
endef

sanitize: $(TESTABLE)
	$(call sanitized,-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer,asan ubsan,ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1,$(SANITIZE_TESTS))
	$(call sanitized,-fsanitize=thread -fno-omit-frame-pointer,tsan,TSAN_OPTIONS=exitcode=1,--capture=no $(RACE_TESTS))

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find solver \( -name '*.so' -o -name '*.pyd' -o -name '_*.c' \) -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
