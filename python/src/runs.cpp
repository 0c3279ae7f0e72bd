// SPDX-License-Identifier: BSD-3-Clause
#include "runs.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <mutex>
#include <string>
#include <vector>

#include "bindings.hpp"

namespace sosi::python {

namespace {

constexpr auto kLook = std::chrono::milliseconds(50);
constexpr auto kGrace = std::chrono::milliseconds(600);

Device device_named(const std::string& name) {
  const auto device = OptionText<Device>::parse(name);
  if (!device) detail::reject_option("device", name, OptionText<Device>::words());
  return *device;
}

// Runs that were left to themselves; touched with the GIL held only.
struct Abandoned {
  std::thread thread;
  std::any borrowed;
  std::function<bool()> is_done;
};
std::vector<Abandoned>& abandoned() {
  static auto* const all = new std::vector<Abandoned>();  // never destroyed: threads may outlive statics
  return *all;
}

// When Python ends, nothing may run on in code that is being unloaded.
void join_abandoned() {
  for (Abandoned& run : abandoned()) {
    const nb::gil_scoped_release released;
    run.thread.join();
  }
  abandoned().clear();
}

}  // namespace

class News {
 public:
  void tell(const Progress& progress) {
    const std::lock_guard lock(mutex_);
    stage_ = progress.stage;
    fraction_ = progress.fraction;
    round_ = progress.round ? progress.round->number : -1;
    n_rounds_ = progress.round ? progress.round->n_rounds : 0;
    is_new_ = true;
  }

  /// Calls `listener` with what has not been told yet.
  void pass_on(const nb::object& listener) {
    std::unique_lock lock(mutex_);
    if (!is_new_) return;
    is_new_ = false;
    const std::string stage = stage_;
    const double fraction = fraction_;
    const int round = round_;
    const int n_rounds = n_rounds_;
    lock.unlock();
    listener(stage.c_str(), fraction, round, n_rounds);
  }

 private:
  std::mutex mutex_;
  std::string stage_;
  double fraction_ = 0.0;
  int round_ = -1;
  int n_rounds_ = 0;
  bool is_new_ = false;
};

std::shared_ptr<News> make_news() {
  return std::make_shared<News>();
}

ProgressCallback remembering(const std::shared_ptr<News>& news) {
  return [news](const Progress& progress) {
    news->tell(progress);
    return true;
  };
}

std::optional<nb::python_error> watch(const Watched& run, const RunSettings& settings) {
  std::optional<nb::python_error> error;
  const auto is_done_within = [&](std::chrono::milliseconds time) {
    const nb::gil_scoped_release released;
    return run.is_done_within(time);
  };
  for (bool is_done = false; !is_done;) {
    is_done = is_done_within(kLook);
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (!settings.progress.is_none()) run.news->pass_on(settings.progress);  // the last word, too
    } catch (nb::python_error& raised) {
      std::stop_source(run.stop).request_stop();
      is_done_within(kGrace);
      error.emplace(std::move(raised));
      return error;
    }
  }
  return error;
}

void abandon(std::thread thread, std::any borrowed, std::function<bool()> is_done) {
  abandoned().push_back({std::move(thread), std::move(borrowed), std::move(is_done)});
}

void reap() {
  std::erase_if(abandoned(), [](Abandoned& run) {
    if (!run.is_done()) return false;
    run.thread.join();
    return true;
  });
}

void bind_runs(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<RunSettings>(m, "RunSettings", "How a run is carried out; nothing here changes its result.")
      .def(
          "__init__",
          [](RunSettings* self, int n_threads, std::optional<std::size_t> max_memory, nb::object progress,
             const std::string& device) {
            new (self) RunSettings{n_threads, max_memory, std::move(progress), device_named(device)};
          },
          "n_threads"_a = 1, "max_memory"_a = nb::none(), "progress"_a = nb::none(), "device"_a = "auto")
      .def_rw("checkpoint", &RunSettings::checkpoint, nb::for_setter(nb::arg("path").none()))
      .def_rw("resume", &RunSettings::resume, nb::for_setter(nb::arg("path").none()));
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(join_abandoned));
}

}  // namespace sosi::python
