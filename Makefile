# make run    serve the score keeper        make test   prove that it works, without a browser
# make demo   the same, with a made-up club make check  lint and types
# make ci     make test, then real servers, browsers and PostgreSQL
# make simulate SEEDS=1000 FROM=0           phones with one bar of signal
# make schedules SEEDS=20 FROM=0            the same with real pages, in browsers
# make soak SEED=7                          many stories, kills, guesses and nonsense, of which a test run tries a few
# GNU make 3.81 is enough, which is what macOS brings.

PYTHON ?= python3
VENV   := .venv
PY     := $(VENV)/bin/python
PIP    := $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes
# Tests run side by side, but a laptop's fan need not.
JOBS   ?= 2
TESTS  ?=
# A worker that has nothing left to do takes over from the other.
PYTEST := $(PY) -m pytest -n $(JOBS) --dist worksteal
DENO   := DENO_NO_UPDATE_CHECK=1 $(VENV)/bin/deno
# So many stories are simulated, from this one on.
SEEDS  ?= 1000
FROM   ?= 0
# A commit that the bench is compared with, and how often each runs; LIVE=1 is the bench of phones that watch.
AGAINST ?=
ROUNDS ?= 5
LIVE   ?=
# The bench of a club with a million hands, and how many it has, and the one that it is compared with.
MILLION ?=
HANDS  ?= 1000000
FEW    ?= 10000
# How many tables `make load` plays at, how long a round is, at how many hands a second it plays one round only,
# and how many servers share them.
TABLES ?=
SECONDS ?=
RATE   ?=
SERVERS ?=
# WHOLE=1 runs all but the browser tests on PostgreSQL, not only what tests/conftest.py lists.
WHOLE  ?=
# make soak BROWSER=1 runs each browser test TIMES=20 times, at all its sizes: one that fails now and then fails there.
BROWSER ?=
TIMES  ?= 20
# A number that draws other cases for `make soak`, and the same ones again for the same number.
ifeq ($(origin SEED),undefined)
SEED := $(shell od -An -N3 -tu4 /dev/urandom | tr -d ' ')
endif
# Tests that try a few cases in `make test`, and as many as tests/steady.py is told in `make soak`.
SOAKED := tests/evenings tests/fuzz tests/ledger/exchange/test_contradictions.py tests/ledger/exchange/test_moving.py \
          tests/ledger/recording/test_merging.py tests/ledger/recording/test_open_list.py tests/ledger/standings \
          tests/ledger/statistics tests/ledger/test_damaged.py tests/ledger/words/test_initials.py \
          tests/ledger/words/test_texts.py tests/reliability tests/scorekeeper/group/test_exchange.py \
          tests/scorekeeper/group/test_invited.py tests/scorekeeper/nights/test_notebook.py tests/scorekeeper/pad \
          tests/scorekeeper/table/test_table.py tests/simulation tests/browser/test_schedules.py \
          tests/webkit/test_schedules.py
# What locks and looks up has an environment of its own: nothing of it is needed to run or to test.
TOOLS  := .venv-tools
LOCK   := $(TOOLS)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
          --no-header --no-emit-index-url --no-emit-find-links $(UPGRADE)
# mutmut has one as well.
MUTANTS := .venv-mutants
# And what looks after a PostgreSQL with a standby, for the drills.
HA     := .venv-ha
ONLY   ?=
FAULTS ?= 1
PINNED := requirements.txt requirements-dev.txt requirements-tools.txt requirements-mutants.txt requirements-ha.txt

ifneq ($(filter-out 0 no off false,$(DEMO)),)
DEMO_DATA := demo-data
# The demo lives in a book of its own, so that it never mixes with a real one.
export DATABASE_URL := sqlite:///data/demo.sqlite3
endif

.PHONY: run demo setup install dev prepare demo-data bench load test test-servers test-browser test-postgres ci soak simulate schedules check rules-docs written messages format pictures icons lock failover mutants vulnerabilities clean

run: setup $(DEMO_DATA)
	@$(PY) manage.py serve

demo:
	@$(MAKE) --no-print-directory run DEMO=1

setup: install .env prepare

install: $(VENV)/installed

dev: $(VENV)/installed-dev .env

prepare: $(VENV)/installed .env
	@$(PY) manage.py migrate --skip-checks --verbosity 0
	@$(PY) manage.py collectstatic --no-input --verbosity 0

demo-data: setup
	@$(PY) manage.py demo

# A virtual environment that does not start (moved, or its Python upgraded) is made anew.
$(VENV)/installed: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' 2>/dev/null || { \
	  echo "Python 3.11 to 3.14 is needed, and $(PYTHON) is something else. Name one: make run PYTHON=python3.12"; \
	  exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments. On Debian or Ubuntu: sudo apt install python3-venv"; \
	  exit 1; }
	@$(PY) -m pip --version >/dev/null 2>&1 || { \
	  echo "Making $(VENV) ..."; $(PYTHON) -m venv --clear $(VENV); }
	@echo "Installing what it runs on ..."
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed requirements-dev.txt
	@echo "Installing what it is tested with ..."
	@$(PIP) -r requirements.txt -r requirements-dev.txt
	@touch $@

# The secret that signs cookies: made here, for this machine, readable by its owner only.
.env: | $(VENV)/installed
	@umask 077 && $(PY) -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(48))' >.env.new
	@mv .env.new .env
	@echo "Wrote .env with a fresh secret key."

# Five minutes on two cores; needs no browser, no server of its own and no other database.
test: dev
	@$(PYTEST) -m "not browser and not failover" $(or $(TESTS),--ignore=tests/reliability)

# Real servers that are crowded, killed and out of disk.
test-servers: dev
	@$(PYTEST) -m "not browser and not failover" tests/reliability

# Chromium and WebKit; REQUIRE_BROWSER=1 REQUIRE_WEBKIT=1 fail where there is none.
test-browser: dev
	@$(PYTEST) -m browser $(TESTS) || [ $$? -eq 5 ]

# Where PostgreSQL is installed, what writes, locks, guards or adds up in the database once more on a throwaway server.
# It gathers no statistics of tables, which tests fill and empty: those of an empty one mislead its plans.
# (pytest says 5 where TESTS names nothing that does.)
test-postgres: dev
	@POSTGRES_OPTIONS="-c autovacuum=off" .ci/with-postgres \
	  $(PYTEST) -m "$(if $(WHOLE),not browser and not failover,postgres and not failover)" $(TESTS) || [ $$? -eq 5 ]

# Everything, one after the other.
ci: test test-servers test-browser test-postgres

# Stories, nonsense, kills, guessed links and schedules, many of each, drawn by SEED (an hour or more).
# TESTS=tests/fuzz soaks a part of them; .ci/with-postgres make soak soaks what PostgreSQL keeps.
soak: SAID = SEED=$(SEED): make soak SEED=$(SEED) draws the same cases again
soak: dev
ifneq ($(BROWSER),)
	@SOAK=1 $(PYTEST) --times $(TIMES) $(or $(TESTS),tests/browser tests/webkit)
else
	@echo "$(SAID)"
	@SOAK=1 SEED=$(SEED) SIMULATED=5000 SIMULATED_FROM=$(SEED) SCHEDULES=20 WEBKIT_SCHEDULES=20 SCHEDULES_FROM=$(SEED) \
	  $(PYTEST) --hypothesis-seed=$(SEED) -m "not failover" $(or $(TESTS),$(SOAKED)) || { echo "$(SAID)"; exit 1; }
endif

# Phones with one bar of signal against the real views: so many stories, from this one on. What fails says its seed.
# .ci/with-postgres make simulate SEEDS=1 FROM=7 plays one on PostgreSQL.
simulate: dev
	@SIMULATED=$(SEEDS) SIMULATED_FROM=$(FROM) $(PYTEST) tests/simulation

# The first of them with real pages, in Chromium and in WebKit: make schedules SEEDS=1 FROM=7 plays one in each.
schedules: SEEDS = 20
schedules: dev
	@SCHEDULES=$(SEEDS) WEBKIT_SCHEDULES=$(SEEDS) SCHEDULES_FROM=$(FROM) \
	  $(PYTEST) tests/browser/test_schedules.py tests/webkit/test_schedules.py

# What a hand, an evening and a page cost; nothing else should run beside it. make bench AGAINST=main says what each
# cost there, in the same run: both benches take turns, ROUNDS times (some minutes a round).
# make bench LIVE=1 says what 500 phones that watch 100 tables cost (some minutes; on Linux).
# make bench MILLION=1 says what pages cost after HANDS=1000000 hands and after FEW=10000 (an hour).
bench: dev
	@$(PY) -m tests.bench$(if $(MILLION),.million --hands $(HANDS) --few $(FEW) --rounds $(ROUNDS),$(if \
	  $(LIVE),.live,$(if $(AGAINST),.against --rounds $(ROUNDS) $(AGAINST))))

# How many tables one server holds, and what is at its end then; some minutes, and nothing else should run beside it.
# .ci/with-postgres make load TABLES=1000 SECONDS=60 plays it on a throwaway PostgreSQL (which waits for no disk);
# SERVERS=2 has two servers share it.
load: dev
	@TABLES=$(TABLES) SECONDS=$(SECONDS) RATE=$(RATE) SERVERS=$(SERVERS) $(PY) -m tests.bench.load

check: dev
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(DENO) fmt --check --quiet
	@$(DENO) lint --quiet
	@$(PY) -m djlint templates --check --quiet
	@$(PY) -m djlint templates --lint --quiet
	@$(PY) -m mypy
	@$(PY) manage.py rules_docs --check
	@$(PY) docs/written.py --check
	@$(PY) manage.py makemessages --check
	@$(PY) -m pytest -q --no-header tests/house/test_catalogues.py

# docs/rules/ is written from what the engine declares.
rules-docs: dev
	@$(PY) manage.py rules_docs

# The table of settings and the picture of the rooms, in docs/, are written from the code.
written: dev
	@$(PY) docs/written.py

# locale/ is written from the texts that are marked for translation. Needs GNU gettext.
messages: dev
	@$(PY) manage.py makemessages

format: dev
	@$(PY) -m ruff check --fix .
	@$(PY) -m ruff format .
	@$(DENO) fmt --quiet
	@$(PY) -m djlint templates --reformat --quiet >/dev/null || true  # it exits with 1 where it has changed anything

# The pages as a phone shows them, for the README and docs/. Needs a Chromium; look at each one.
pictures: dev
	@$(PY) docs/pictures.py

# static/icon.svg as the PNG files that phones ask for. Needs a Chromium; look at each one.
icons: dev
	@$(PY) docs/icons.py

# make lock keeps what still fits; make lock UPGRADE=--upgrade takes the newest of everything.
lock: $(TOOLS)/installed
	@$(LOCK) pyproject.toml --extra accounts -o requirements.txt
	@$(LOCK) requirements-dev.in -o requirements-dev.txt
	@$(LOCK) requirements-tools.in -o requirements-tools.txt
	@$(LOCK) requirements-mutants.in -o requirements-mutants.txt
	@$(LOCK) requirements-ha.in -o requirements-ha.txt

# What is known of the pinned packages; says so where no database of it can be reached.
vulnerabilities: $(TOOLS)/installed
	@$(TOOLS)/bin/python .ci/vulnerabilities.py $(PINNED)

$(TOOLS)/installed: requirements-tools.txt
	@$(TOOLS)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(TOOLS)
	@$(TOOLS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-tools.txt
	@touch $@

# Changes the engine in one place at a time with mutmut, to see whether a test finds it (docs/mutants.md). All of it
# takes many hours, ONLY=ledger/money/payments.py half of one. Results are kept in mutants/; FAULTS=2 tries two at a time.
mutants: $(MUTANTS)/installed
	@nice -n 19 $(MUTANTS)/bin/mutmut run --max-children $(FAULTS) \
	  $(if $(ONLY),'$(subst /,.,$(patsubst %.py,%,$(ONLY))).*')
	@$(MUTANTS)/bin/mutmut results | grep -v 'not checked$$' || echo Every fault was found.

$(MUTANTS)/installed: requirements.txt requirements-dev.txt requirements-mutants.txt
	@$(MUTANTS)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(MUTANTS)
	@$(MUTANTS)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	  $(foreach file,$^,-r $(file))
	@touch $@

# PostgreSQL with a standby, two servers, four tellers and two phones that watch; then what can die is killed, and no
# acknowledged hand may be gone (a minute and a half). Needs PostgreSQL and etcd (Debian: postgresql, etcd-server).
failover: dev $(HA)/installed
	@REQUIRE_HA=1 $(PY) -m pytest -s tests/reliability/test_failover.py

$(HA)/installed: requirements-ha.txt
	@$(HA)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(HA)
	@$(HA)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-ha.txt
	@touch $@

# Everything that can be made again. Never data/ and never .env: those are somebody's evenings.
clean:
	rm -rf $(VENV) $(TOOLS) $(MUTANTS) $(HA) mutants data/static test-results .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
