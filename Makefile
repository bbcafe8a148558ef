# Two commands: `make demo` and `make test`. Each sets up what it needs, inside this folder only.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$p; break; fi; done)
BIN := .venv/bin
READY := .venv/.ready
DEV := .venv/.dev
DEMO := demo
METRICS := .venv-metrics
PAGE := workbench/report/page
# Tests of one file stay together, so that what they share is made once; files that take long come first. Bytecode is
# kept, whatever the environment says: else every worker compiles every test anew.
SUITE := PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses=auto --dist=loadscope --no-loadscope-reorder --basetemp=.cache/tests

# Caches stay in the clone as well.
export PIP_CACHE_DIR := $(CURDIR)/.cache/pip
# pip asks rustc for its version, and rustup answers by writing into the home folder.
export RUSTUP_HOME := $(CURDIR)/.cache/rustup
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export MYPY_CACHE_DIR := $(CURDIR)/.cache/mypy
export RUFF_CACHE_DIR := $(CURDIR)/.cache/ruff
export HYPOTHESIS_STORAGE_DIRECTORY := $(CURDIR)/.cache/hypothesis

.PHONY: demo test quick fuzz metrics check format page docs bench simulate lock clean

demo: $(READY)  ## the main job on the sample, without a key
	$(BIN)/workbench demo $(DEMO)

test: $(DEV)  ## all tests
	$(SUITE) --ignore=tests/benchmarks

quick: $(DEV)  ## all tests but the slow ones
	$(SUITE) --ignore=tests/benchmarks -m "not slow"

fuzz: $(DEV)  ## the property tests, on examples that nobody has tried yet
	$(SUITE) -m hypothesis --hypothesis-profile=fuzz

metrics: $(DEV) $(METRICS)/.ready  ## tests of the metrics of other libraries, in a venv of their own (0.7 GB)
	WORKBENCH_METRICS_PYTHON=$(CURDIR)/$(METRICS)/bin/python \
	$(SUITE) tests/judges/test_metrics.py

check: $(DEV)  ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --cache-dir .cache/imports

format: $(DEV)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

page:  ## build the reader of report.html from its sources; needs npm, which nothing else does
	cd $(PAGE) && npm ci --ignore-scripts --no-audit --no-fund --cache $(CURDIR)/.cache/npm && npm run check && npm run build

docs: $(DEV)  ## renew what the README quotes from the workbench
	$(BIN)/python -m tests.readme

bench: $(DEV)  ## speed, as ratios against a baseline of the same run
	$(BIN)/python -m pytest --basetemp=.cache/tests tests/benchmarks -s

simulate: $(DEV)  ## the gate's own error rates, on simulated judges with known rates
	WORKBENCH_RUNS=2000 $(BIN)/python -m pytest --basetemp=.cache/tests tests/benchmarks/test_gate_simulation.py

# The constraint is in the environment, so that it also binds what pip fetches to build a package.
$(READY) $(DEV): export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
$(READY): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; name it with: make PYTHON=/path/to/python" >&2; exit 2; }
	mkdir -p .cache
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --editable .
	touch $(READY)

# What tests and checks need besides. The demo does not wait for it.
$(DEV): $(READY)
	$(BIN)/python -m pip install --quiet --editable ".[dev]"
	touch $(DEV)

$(METRICS)/.ready: .ci/metrics.txt
	$(PYTHON) -m venv $(METRICS)
	$(METRICS)/bin/python -m pip install --quiet --requirement .ci/metrics.txt
	touch $(METRICS)/.ready

lock: $(DEV)  ## new versions of everything, build tools included
	$(BIN)/python -m pip install --quiet uv
	( echo "# Every version that make installs, for Python 3.11 and newer. Renew with: make lock"; \
	printf 'hatchling\neditables\nsetuptools\nwheel\n' | $(BIN)/uv pip compile --quiet --upgrade --universal \
	--python-version 3.11 --extra dev --no-header --no-annotate pyproject.toml - ) > constraints.new
	mv constraints.new constraints.txt

clean:
	rm -rf .venv $(METRICS) .cache $(DEMO) $(PAGE)/node_modules
