# Everything runs in .venv, which each target sets up when it is missing or older than what it is made from.

# The first Python that really runs and is new enough; `make PYTHON=/path/to/python …` names another.
new_enough := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	$$p -c '$(new_enough)' 2>/dev/null && echo $$p && break; done)
run := .venv/bin/python -m

.PHONY: help play test torture lint bench words lock
help:  ## list what make can do
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1	\2/p' Makefile

play: .venv/play  ## play: in Discord with a token in .env, otherwise in a browser
	@$(run) bot

test: .venv/dev  ## run the tests; ARGS="-k boneyard" narrows them
	@$(run) pytest -n 2 $(ARGS)

torture: .venv/dev  ## crash, kill and fuzz the bot for minutes, and print what that came to
	@CABOOSE_TORTURE=1 $(run) pytest -n 2 -rP --durations=0 --durations-min=1 tests/crash $(ARGS)

lint: .venv/dev  ## check style, types and the direction of imports
	@$(run) ruff check .
	@$(run) ruff format --check .
	@$(run) mypy
	@.venv/bin/lint-imports

bench: .venv/dev  ## measure, and print the numbers beside the ones to reach
	@$(run) benchmarks $(ARGS)

words: .venv/dev  ## bring the messages in the code into the catalogues of every language
	@.venv/bin/pybabel --quiet extract
	@.venv/bin/pybabel --quiet update

lock: .venv/dev  ## renew requirements.lock with the newest versions that pyproject.toml allows
	@$(run) pip install --quiet uv
	@.venv/bin/uv pip compile --quiet --universal --upgrade --python-version 3.11 --all-extras --no-annotate \
		--custom-compile-command "make lock" --output-file requirements.lock pyproject.toml

.venv/play: extras := sandbox
.venv/dev: extras := sandbox,dev
.venv/play .venv/dev: pyproject.toml requirements.lock
	@fail() { echo "$$1" >&2; exit 1; }; \
	python="$(PYTHON)"; \
	"$${python:-false}" -c '$(new_enough)' 2>/dev/null \
		|| fail "Caboose needs Python 3.11 or newer: install it, or name it with make PYTHON=/path/to/python."; \
	"$$python" -c 'import ensurepip, venv' 2>/dev/null \
		|| fail "$$python cannot make a virtual environment: on Debian and Ubuntu, apt install python3-venv."; \
	echo "Setting up .venv, which takes about half a minute ..."; \
	.venv/bin/python -c '$(new_enough)' 2>/dev/null || "$$python" -m venv --clear .venv \
		|| fail "The folder .venv cannot be made here: see above."; \
	$(run) pip install --disable-pip-version-check --retries 2 --constraint requirements.lock \
		--editable '.[$(extras)]' >.venv/setup.log 2>&1 \
		|| { grep '^ERROR' .venv/setup.log >&2; \
		fail "The packages could not be installed. Is the network there? All that pip said is in .venv/setup.log."; }; \
	touch .venv/play $@
