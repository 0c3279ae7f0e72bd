# Plain aliases for the presets in CMakePresets.json.
.PHONY: build demo test asan tsan tidy format bench install packages dev-packages

build: packages
	cmake --preset release >/dev/null
	cmake --build --preset release

demo: build
	build/release/sosi demo

test: build
	ctest --preset release -j 2

asan tsan: packages
	cmake --preset $@ >/dev/null
	cmake --build --preset $@
	ctest --preset $@ -j 2

tidy: dev-packages
	cmake --preset tidy >/dev/null
	cmake --build --preset tidy

format: dev-packages
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

bench: build
	build/release/bench/sosi-bench

install: build
	cmake --install build/release

packages:
	@scripts/install_packages

dev-packages:
	@scripts/install_packages dev
