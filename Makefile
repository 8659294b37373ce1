# The only task runner. `make run` and `make test` are all a newcomer needs; `make help` lists the rest.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# ENGINE=node builds without V8 and renders pages in a Node sidecar.
export ENGINE ?= v8
# A Node that is new enough, brought as a package where the machine's own is older.
NODE_FOLDER := $(shell scripts/node)
ifneq ($(NODE_FOLDER),)
export PATH := $(NODE_FOLDER):$(PATH)
endif
UI_SOURCES := $(shell find ui/src ui/public ui/build -type f 2>/dev/null) ui/package.json
ART_SOURCES := $(shell find ui/art -name '*.mjs' -not -path '*/node_modules/*') $(shell find catalogue -name '*.toml' -not -path '*/scenes/*') ui/art/package.json

# Cargo shares out the cores by itself; make's own way of doing so would only confuse it.
unexport MAKEFLAGS

ifdef CI
# CI lints what it compiles for the tests, and so compiles everything once. Elsewhere nobody who lints waits for code of tests.
export RUSTC_WORKSPACE_WRAPPER = clippy-driver
export RUSTFLAGS = -D warnings
LINT = cargo build --workspace --all-targets $$flags
else
LINT = cargo clippy --workspace --all-targets $$flags -- -D warnings
endif

.PHONY: help peers run seed build bundles test test-server test-ui e2e fuzz clients card-peers beside-the-journeys faults check check-server check-ui generate format bench clean

help: ## List the tasks
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | column -t -s "$$(printf '\t')"

run: build ## Build everything and serve the site (ENGINE=node: without V8)
	@echo "==> http://localhost:8080 (Ctrl+C stops it)"
	./target/release/dramatis serve --seed-if-empty

seed: build ## Write the starter catalogue; SCENARIOS=100000 makes a synthetic one instead
	./target/release/dramatis seed $(if $(SCENARIOS),--scenarios $(SCENARIOS))

build: bundles ## Build the client, the pictures, the server and V8's snapshot
	@echo "==> server (the first time takes several minutes)"
	flags=$$(scripts/v8); cargo build --release -p dramatis-app $$flags; \
	if [ -z "$$flags" ]; then ./target/release/dramatis snapshot; fi

bundles: bundles/manifest.json bundles/starter/index.json ## Build the client and the starter pictures

ui/node_modules/.package-lock.json: ui/package-lock.json
	@echo "==> client packages"
	npm --prefix ui ci --no-audit --no-fund
	@touch $@

ui/art/node_modules/.package-lock.json: ui/art/package-lock.json
	@echo "==> picture packages"
	npm --prefix ui/art ci --no-audit --no-fund
	@touch $@

server/operations/tests/peers/node_modules/.package-lock.json: server/operations/tests/peers/package-lock.json
	@echo "==> servers for tests"
	npm --prefix server/operations/tests/peers ci --no-audit --no-fund --ignore-scripts
	@touch $@

bundles/manifest.json: ui/node_modules/.package-lock.json $(UI_SOURCES)
	@echo "==> client"
	scripts/timed "client" npm --prefix ui run build

bundles/starter/index.json: ui/art/node_modules/.package-lock.json $(ART_SOURCES)
	@echo "==> starter pictures (the first time takes a minute or two)"
	npm --prefix ui/art run build
	npm --prefix ui/art run fonts
	@touch $@

peers: server/operations/tests/peers/node_modules/.package-lock.json ## Install the servers that tests talk to (OpenID Connect, SMTP, models)
	@scripts/litellm

test: ## Everything a change must pass
	$(MAKE) -j2 test-server test-ui
	$(MAKE) -j2 e2e beside-the-journeys BUILT=1
	@scripts/left-out

test-server: ui/node_modules/.package-lock.json bundles peers ## Rust tests, on SQLite and PostgreSQL, with both renderers
	flags=$$(scripts/v8); scripts/timed "Rust tests" scripts/with-postgres scripts/cargo-test $$flags

test-ui: ui/node_modules/.package-lock.json ## Unit tests of the client
	scripts/timed "client units" npm --prefix ui run test

# What needs the program builds it, unless the tests have done so before (BUILT=1).
BUILD_PROGRAM = $(if $(BUILT),,flags=$$(scripts/v8); cargo build -p dramatis-app $$flags)
# The provider that fails as it is told. Asked for like everything else that the tests built, so that nothing is compiled for it alone.
BUILD_DOUBLE = flags=$$(scripts/v8); cargo build --workspace $$flags --features dramatis-operations/testing --example model-double

e2e: bundles ## Journeys through the real site in a real browser
	$(BUILD_PROGRAM)
	$(BUILD_DOUBLE)
	scripts/timed "journeys in a browser" npm --prefix ui run e2e

fuzz: bundles ## Generated requests to every documented operation of a running server
	$(BUILD_PROGRAM)
	scripts/timed "generated requests" scripts/api-fuzz

clients: bundles ## Clients that two generators make of the API document, one of them used from signing up to the export
	$(BUILD_PROGRAM)
	scripts/timed "generated clients" scripts/api-clients

card-peers: bundles ## Character cards in and out, read before and after by three readers of others
	$(BUILD_PROGRAM)
	scripts/timed "readers of cards" scripts/card-peers

# One after the other beside the journeys: the browser leaves little of the processors, but not nothing.
beside-the-journeys:
	$(MAKE) fuzz clients card-peers BUILT=$(BUILT)

faults: ## Fill up a small disk, let system calls fail, cut the power, stop PostgreSQL (says what it had to leave out)
	scripts/faults

check: check-server check-ui ## Formatting, lints, types, generated files, architecture, licences
	scripts/dependencies

check-server:
	cargo fmt --all --check
	flags=$$(scripts/v8); scripts/timed "lints and compiling" $(LINT)

check-ui: ui/node_modules/.package-lock.json
	scripts/timed "checks of the client" npm --prefix ui run check
	scripts/generated --check

generate: ui/node_modules/.package-lock.json ## Write the generated files again (API document, client types)
	scripts/generated

format: ## Format everything
	cargo fmt --all
	npm --prefix ui run format

bench: build ## Measure against the peers, side by side, and print ratios
	bench/run

clean: ## Remove everything that was built
	rm -rf target bundles ui/node_modules ui/art/node_modules bench/node_modules
