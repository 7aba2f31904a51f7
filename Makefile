# `make book` and `make test` need nothing but Python 3.11+, make and git.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
READY := $(VENV)/ready
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

.PHONY: help book watch site experiments asserts screenshots quick test test-all lint system oldest release answers demo bench gpu lock clean

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

book: $(READY)  ## build the book into _build/html/
	$(RUN) book/materials/downloads.py
	$(RUN) book/build.py

watch: $(READY)  ## show the book while you write it: a saved page is built anew and loaded again (PORT=N)
	@$(RUN) book/watch.py $(if $(PORT),--port $(PORT))

site: book  ## pack the book as _build/embedding-course.zip, with its checksum
	$(RUN) book/archive.py

experiments: $(READY)  ## run the chapters' long experiments anew where their file has changed
	$(RUN) book/experiments/run.py

asserts: $(READY)  ## replace the values under every assert and quiz condition of the book, list what stands
	$(RUN) book/materials/downloads.py
	$(RUN) book/asserts.py

screenshots: book system  ## picture every page in both themes and two widths, in _build/screenshots/
	$(RUN) tests/screenshots.py

lint: $(READY)  ## what ruff and mypy say of the code
	$(RUN) -m ruff format --check
	$(RUN) -m ruff check
	$(RUN) -m mypy

quick: $(READY)  ## what a change to one function, page or module has broken, in under a minute
	$(RUN) tests/quick.py $(if $(SINCE),--since $(SINCE))

test: lint system book  ## run every test, in its short form
	$(RUN) -m autograder release --check
	$(RUN) -m pytest

test-all: lint system book  ## run every test in its long form: all draws, answers, attacks (an hour or more)
	$(RUN) -m autograder release --check
	$(RUN) -m pytest --all --timeout 0 $(if $(SEED),--hypothesis-seed=$(SEED))
	$(RUN) tests/oldest.py

oldest: $(READY)  ## run the notebooks on the oldest versions that they name (downloads gigabytes)
	$(RUN) tests/oldest.py

release: $(READY)  ## make exercises/ from solutions/
	$(RUN) -m autograder release

answers: $(READY)  ## run the bank of right and wrong answers
	$(RUN) -m autograder answers

demo: $(READY)  ## build and grade a sample class, print its scores
	$(RUN) -m autograder demo

bench: $(READY) system  ## time the grader beside stock nbgrader (some twenty minutes)
	$(RUN) -m autograder bench
	$(RUN) -m autograder memory

gpu:  ## try the checks and measure on a CUDA device, into benchmarks/ (with $(PYTHON)'s own PyTorch)
	$(PYTHON) -m autograder.gpu

system:  # what tests need beyond pip: a browser and bubblewrap
	@sh tests/system-packages.sh

lock: $(READY)  ## write constraints.txt anew from the installed environment
	{ sed -n '/^#/p' constraints.txt; $(RUN) -m pip list --format=freeze \
	  | grep -viE '^(pip|torch|nvidia.*|triton)=='; } > constraints.new
	mv constraints.new constraints.txt

clean:  ## remove what was built (not .venv)
	rm -rf _build

$(READY): requirements.txt constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Python 3.11 or newer is needed; {sys.executable} is {sys.version.split()[0]}. Name another with: make PYTHON=python3.x")'
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	touch $@
