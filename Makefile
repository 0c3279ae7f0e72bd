# Plain aliases for the presets in CMakePresets.json.
.PHONY: build all demo test python-test docs reproduction fuzz asan tsan tidy format bench performance install
MAKEFLAGS += --no-print-directory
JOBS := $(shell nproc)

# The libraries and the program; a folder that was configured before keeps its targets.
build:
	@scripts/install_packages build
	@test -f build/release/build.ninja || \
		cmake --preset release -DSOSI_BUILD_TESTS=OFF -DSOSI_BUILD_BENCHMARKS=OFF >/dev/null
	@cmake --build --preset release --target sosi-program

# The tests, the examples and the benchmarks, too.
all:
	@scripts/install_packages build test
	@cmake --preset release >/dev/null
	@cmake --build --preset release

demo:
	@echo "Installs missing packages, compiles the program and draws its pictures: about 4 minutes on two cores."
	@$(MAKE) build
	build/release/sosi demo

test:
	@echo "Compiles and runs all tests, those of the Python package and 5 seconds of each fuzz target, too: about" \
		"10 minutes on two cores."
	@scripts/install_packages build test python fuzz
	@$(MAKE) all
	ctest --preset release -j $(JOBS)
	@$(MAKE) python-test
	@if command -v clang++ >/dev/null; then $(MAKE) fuzz SECONDS=5; \
	else echo "There is no clang++: the readers of files are not fuzzed."; fi

# The Python package in an environment of its own, build/venv.
python-test: build
	@scripts/install_packages python
	scripts/test_python

# The Python package's pages, in build/docs.
docs: build
	@scripts/install_packages python
	scripts/build_docs

# How long each target runs.
SECONDS ?= 300
fuzz: build
	@scripts/install_packages fuzz
	@cmake --preset fuzz -DSOSI_FUZZ_SECONDS=$(SECONDS) >/dev/null
	@cmake --build --preset fuzz
	ctest --preset fuzz -j $(JOBS)

asan tsan:
	@scripts/install_packages build test
	@cmake --preset $@ >/dev/null
	@cmake --build --preset $@
	ctest --preset $@ -j $(JOBS)

tidy:
	@scripts/install_packages build test dev
	@cmake --preset tidy >/dev/null
	@cmake --build --preset tidy

format:
	@scripts/install_packages dev
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

# The folder with the paper's image sets, or synthetic.
DATA ?= ../shared/data
reproduction: build
	build/release/sosi reproduce all --data $(DATA) --out docs/reproduction --page docs/reproduction.md

# More flags, such as BENCH="--quick --python PROGRAM".
BENCH ?=
bench: all
	build/release/bench/sosi-bench --json build/bench.json $(BENCH)

performance: all
	build/release/bench/sosi-bench --data $(DATA) --json build/bench.json --page docs/performance.md $(BENCH)

install: build
	cmake --install build/release
