# Plain aliases for the presets in CMakePresets.json.
.PHONY: build demo test python-test docs reproduction fuzz asan tsan tidy format bench performance install packages \
	dev-packages

build: packages
	cmake --preset release >/dev/null
	cmake --build --preset release

demo: build
	build/release/sosi demo

test: build
	ctest --preset release -j 2
	scripts/test_python
	@if command -v clang++ >/dev/null; then $(MAKE) fuzz SECONDS=20; \
	else echo "There is no clang++: the readers of files are not fuzzed."; fi

# The Python package in environments of its own, build/venv and build/venv-oldest.
python-test: build
	scripts/test_python

# The Python package's pages, in build/docs.
docs: build
	scripts/build_docs

# How long each target runs.
SECONDS ?= 300
fuzz: packages
	cmake --preset fuzz -DSOSI_FUZZ_SECONDS=$(SECONDS) >/dev/null
	cmake --build --preset fuzz
	ctest --preset fuzz -j 2

asan tsan: packages
	cmake --preset $@ >/dev/null
	cmake --build --preset $@
	ctest --preset $@ -j 2

tidy: dev-packages
	cmake --preset tidy >/dev/null
	cmake --build --preset tidy

format: dev-packages
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

# The folder with the paper's image sets, or synthetic.
DATA ?= ../shared/data
reproduction: build
	build/release/sosi reproduce all --data $(DATA) --out docs/reproduction --page docs/reproduction.md

# More flags, such as BENCH="--quick --python PROGRAM".
BENCH ?=
bench: build
	build/release/bench/sosi-bench --json build/bench.json $(BENCH)

performance: build
	build/release/bench/sosi-bench --data $(DATA) --json build/bench.json --page docs/performance.md $(BENCH)

install: build
	cmake --install build/release

packages:
	@scripts/install_packages

dev-packages:
	@scripts/install_packages dev
