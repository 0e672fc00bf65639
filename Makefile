.DEFAULT_GOAL := help
BIN := .venv/bin
PYTHON ?= python3
COMPILE := pip-compile -q --generate-hashes --strip-extras --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
unexport PYTHONDONTWRITEBYTECODE  # what is compiled once serves all servers and tests

help: ## What you can do
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: assets ## Play: set everything up and serve on http://localhost:8000
	@$(BIN)/python -m app

test: assets ## Set everything up and run the tests: make test T="tests/soulmates -k joker"
ifdef T
	@$(BIN)/pytest -q $(T)
else
	@$(BIN)/pytest -q -n 4 --dist worksteal -m "not timed and not slow"
	@$(BIN)/pytest -q -n 2 --dist worksteal -m "timed and not slow"
endif

thorough: assets ## Run the tests that take long: every size, ten thousand states, whole matches
	@$(BIN)/pytest -q -n 4 --dist worksteal -m "slow and not timed"
	@$(BIN)/pytest -q -n 2 --dist worksteal -m "slow and timed"

drills: assets ## Drill what takes longer than tests may: make drills D="soak 600"
	@$(BIN)/python -m tests.drills $(D)

model: assets ## Let anything happen to rooms for a long time: 10,000 evenings
	@SOULROOM_MODEL_RUNS=10000 $(BIN)/pytest -q tests/test_room_model.py --timeout 0

lint: .venv/ready ## Check style and formatting
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check

types: .venv/ready ## Check types
	@$(BIN)/mypy

check: lint types test thorough ## Everything CI checks

fix: .venv/ready ## Repair what can be repaired
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

bench: assets ## Measure speed, delays and memory: make bench P="speed idle" AGAINST=bb96048
	@$(BIN)/python -m tests.bench $(P) $(if $(AGAINST),--against $(AGAINST))

bench-growth: assets ## Measure whether a move costs more as things grow: curves in var/growth
	@$(BIN)/python -m tests.bench.growth

gallery: assets ## Draw every screen at every size into var/gallery: make gallery T="soulmates tv"
	@$(BIN)/python -m tests.gallery $(T)

tournament: .venv/ready ## Let the computer players play each other: make tournament GAME=soulaween
	@$(BIN)/python -m tests.tournament $(or $(GAME),soulaween)

mutants: assets ## Change a game, or the core, in a thousand small ways that tests must notice: make mutants GAME=core
	@$(BIN)/python -m tests.mutants $(or $(GAME),soulmates)

migration: .venv/ready ## New migration from the tables: make migration M="add photos"
	@$(BIN)/alembic revision --autogenerate -m "$(M)"

messages: .venv/ready ## Write every text to translate to app/locales/soulroom.pot
	@mkdir -p app/locales
	@$(BIN)/pybabel -q extract -F pyproject.toml --sort-by-file --no-wrap --project Soulroom \
		-o app/locales/soulroom.pot .

lock: .venv/ready ## Renew both locks from pyproject.toml
	@$(BIN)/$(COMPILE) --output-file requirements.lock pyproject.toml
	@$(BIN)/$(COMPILE) --extra dev --constraint requirements.lock \
		--output-file requirements-dev.lock pyproject.toml

assets: .venv/ready var/assets/ready photos ## Fetch scripts, fonts and photographs for browsers

photos: .venv/ready ## Fetch and cut the photographs of Sympathie (118 MB, once)
	@$(BIN)/python photos.py

var/assets/ready: assets.json hatch_build.py | .venv/ready
	@$(BIN)/python hatch_build.py
	@mkdir -p var/assets && touch $@

.venv/ready: requirements-dev.lock
	@echo "Setting up .venv (once, about a minute) …"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

clean: ## Forget everything that was built; rooms stay
	rm -rf .venv static/vendor var/assets mutants games/sympathie/content/missing.txt

.PHONY: help run test thorough drills model lint types check fix bench bench-growth gallery tournament mutants migration messages lock assets photos clean
