# Set-up, checks and builds. `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
export CMAKE_BUILD_PARALLEL_LEVEL ?= 2
# Tests start hundreds of Pythons: what one has compiled serves the next.
unexport PYTHONDONTWRITEBYTECODE

ifneq ($(shell command -v uv),)
CREATE := uv venv --quiet --seed --allow-existing --python $(PYTHON) $(VENV)
INSTALL := uv pip install --quiet --python $(BIN)/python --constraint constraints.txt --reinstall-package stova
else
CREATE := $(PYTHON) -m venv $(VENV)
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
endif

KERNEL := CMakeLists.txt $(wildcard src/stova/kernel/*.cpp src/stova/kernel/*.hpp)
SANITIZE := build/sanitize
ifeq ($(origin CXX),default)
CXX := c++
endif
export CXX
LIBASAN := $(shell $(CXX) -print-file-name=libasan.so)

CLIENT := src/stova/server/client/index.html
WEB := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/src/paraglide/*' \
    -not -path 'web/project.inlang/*')

PART := --part

.PHONY: run play built test whole lint lint-python lint-client bench client sanitize clean help programs FORCE

run: $(VENV)/.run  ## set up all, then open the card room in the browser
	@$(BIN)/stova

play: $(VENV)/.run  ## set up all, then play Sjavs in the terminal
	@$(BIN)/stova play sjavs

# Many tests wait for a terminal or a page, and leave a core to another.
test: $(VENV)/.dev sanitize programs  ## run all tests, of those with many cases a part
	$(BIN)/pytest $(PART) --dist worksteal -n $$($(BIN)/python -c 'from stova.playouts import cores; print(cores() + 1)')
	@if [ -d web/node_modules ]; then $(BIN)/python build_backend/client.py test; fi

whole: PART :=
whole: test  ## run all tests with all their cases

lint: lint-python lint-client  ## check style, types and which room imports which

lint-python: $(VENV)/.dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@! grep -nE '.{121}' src/stova/kernel/*.?pp || { echo 'These lines have more than 120 columns.'; false; }

lint-client: $(VENV)/.dev
	@if [ -d web/node_modules ]; then $(BIN)/python build_backend/client.py check; \
	    else echo 'The client is not checked: `make client` fetches what that takes.'; fi

bench: $(VENV)/.bench  ## measure the engine and the kernel beside other packages
	for file in benchmarks/engine.py benchmarks/playouts.py benchmarks/solver.py benchmarks/races.py benchmarks/worlds.py; do $(BIN)/python -u $$file || exit; done

built: $(VENV)/.dev  ## build all that lint and test need; with -j2 at once what can be

ifneq ($(filter /%,$(LIBASAN)),)
built: $(SANITIZE)/.built
sanitize: $(VENV)/.dev $(SANITIZE)/.built  ## run the kernel's tests on a build with sanitizers
	STOVA_SANITIZED=$(CURDIR)/$(SANITIZE) ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc \
	LD_PRELOAD="$(LIBASAN) $(shell $(CXX) -print-file-name=libstdc++.so.6)" \
	$(BIN)/python -m pytest $(PART) -q -n auto --capture=sys tests/kernel
else
sanitize:
	@echo 'The sanitizers are set up for GCC, which $(CXX) is not: left out.'
endif

client: $(CLIENT)  ## build the browser client, if anything in web/ has changed

clean:  ## remove the environment and all builds
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -rf $(dir $(CLIENT)) web/dist web/node_modules web/src/paraglide

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*  ## /\1\t/p' Makefile | expand -t 12

# The terminal is tested in tmux and the client in Chromium; where one can't be had, its tests are skipped and say so.
programs: $(addprefix program-,tmux chromium-headless-shell)
program-%:
	@command -v $* >/dev/null || echo "Installing $* for the tests that need it, if that is allowed."
	@command -v $* >/dev/null || $(if $(filter 0,$(shell id -u)),,sudo -n) sh -c \
	    'apt-get update && apt-get install --yes $*' >/dev/null || true

# Build requirements are put into the environment, which lets builds be incremental. The second step installs what
# the build backend asks for beyond pyproject.toml: CMake and Ninja, where the machine has none.
$(VENV)/.build: pyproject.toml constraints.txt
	@echo "Setting up $(VENV): a minute or two, once."
	@$(CREATE)
	@$(INSTALL) $$($(BIN)/python -c 'import tomllib; \
	    print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
	@asked=$$(PYTHONPATH=build_backend $(BIN)/python -c 'import backend; \
	    print(*backend.get_requires_for_build_editable())') && \
	    { [ -z "$$asked" ] || $(INSTALL) $$asked; }
	@touch $@

$(VENV)/.dev: EXTRAS := [test,lint]
$(VENV)/.bench: EXTRAS := [bench]
$(VENV)/.run $(VENV)/.dev $(VENV)/.bench: $(VENV)/.build build_backend/backend.py $(KERNEL) build/modules | $(CLIENT)
	@echo "Building and installing Stova."
	@$(INSTALL) --no-build-isolation --editable '.$(EXTRAS)'
	@touch $@

$(CLIENT): $(WEB) build_backend/client.py | $(VENV)/.build
	@echo "Building the browser client."
	@$(INSTALL) $$(PYTHONPATH=build_backend $(BIN)/python -c 'import client; print(client.NODE)')
	@$(BIN)/python build_backend/client.py build

# An editable install knows modules by name: it is renewed when one comes, goes or is renamed, not when one changes.
build/modules: FORCE
	@mkdir -p build
	@find src -name '*.py' | sort > $@.new
	@if cmp -s $@ $@.new; then rm $@.new; else mv $@.new $@; fi

$(SANITIZE)/.built: $(VENV)/.build $(KERNEL)
	cmake -S . -B $(SANITIZE) -DSTOVA_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	    -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python >/dev/null
	cmake --build $(SANITIZE) >/dev/null
	touch $@
