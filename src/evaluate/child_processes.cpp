// SPDX-License-Identifier: BSD-3-Clause
#include "evaluate/child_processes.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "sosi/core/errors.hpp"

namespace sosi {

namespace {

constexpr int kPollMilliseconds = 100;

// The first letter of what a child says.
enum class AnswerKind : char {
  answer = 'A',
  invalid_input = 'I',
  io_error = 'F',
  memory = 'M',
  numerical = 'N',
};

std::string tagged(AnswerKind kind, const std::string& text) {
  return static_cast<char>(kind) + text;
}

std::string answer_of(const ChildWork& work, std::size_t piece) {
  try {
    return tagged(AnswerKind::answer, work.work(piece));
  } catch (const InvalidInput& error) {
    return tagged(AnswerKind::invalid_input, error.what());
  } catch (const IoError& error) {
    return tagged(AnswerKind::io_error, error.what());
  } catch (const MemoryRefused& error) {
    return tagged(AnswerKind::memory, error.what());
  } catch (const std::bad_alloc&) {
    return tagged(AnswerKind::memory, "not enough memory");
  } catch (const std::exception& error) {
    return tagged(AnswerKind::numerical, error.what());
  }
}

[[noreturn]] void throw_failure(AnswerKind kind, const std::string& message) {
  switch (kind) {
    case AnswerKind::invalid_input:
      throw InvalidInput(message);
    case AnswerKind::io_error:
      throw IoError(message);
    case AnswerKind::memory:
      throw MemoryRefused(message);
    case AnswerKind::answer:
    case AnswerKind::numerical:
      break;
  }
  throw NumericalError(message);
}

[[noreturn]] void live_as_child(const ChildWork& work, std::size_t piece, int pipe) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::string answer = answer_of(work, piece);
  std::size_t n_written = 0;
  while (n_written < answer.size()) {
    const ssize_t n = write(pipe, answer.data() + n_written, answer.size() - n_written);
    if (n < 0 && errno != EINTR) break;
    if (n > 0) n_written += static_cast<std::size_t>(n);
  }
  _exit(0);  // the caller's buffers and files are not this process's to flush
}

// A running child; ended with its object.
class Child {
 public:
  Child(const ChildWork& work, std::size_t piece) : piece_(piece) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
      throw IoError(std::string("cannot make a pipe: ") + std::strerror(errno));
    process_ = fork();
    if (process_ == 0) {
      close(ends[0]);
      live_as_child(work, piece, ends[1]);
    }
    close(ends[1]);
    pipe_ = ends[0];
    if (process_ < 0) {
      close(pipe_);
      throw IoError(std::string("cannot start a process: ") + std::strerror(errno));
    }
  }
  ~Child() {
    if (process_ > 0) {
      kill(process_, SIGKILL);
      reap();
    }
    close(pipe_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  int pipe() const { return pipe_; }
  std::size_t piece() const { return piece_; }

  /// Takes what has arrived; false once the child has said everything.
  bool receive() {
    char buffer[4096];
    const ssize_t n = read(pipe_, buffer, sizeof buffer);
    if (n > 0) received_.append(buffer, static_cast<std::size_t>(n));
    return n > 0 || (n < 0 && errno == EINTR);
  }

  /// The answer of a child that has said everything.
  ChildAnswer finish(const std::string& name) {
    const auto [status, usage] = reap();
    process_ = 0;
    if (WIFSIGNALED(status)) {
      // What the system does to the one that takes too much memory.
      const AnswerKind kind = WTERMSIG(status) == SIGKILL ? AnswerKind::memory : AnswerKind::numerical;
      throw_failure(kind, name + ": was killed by the system (" + strsignal(WTERMSIG(status)) + ")");
    }
    if (received_.empty()) throw_failure(AnswerKind::numerical, name + ": ended without a result");
    const auto kind = static_cast<AnswerKind>(received_.front());
    received_.erase(0, 1);
    if (kind != AnswerKind::answer) throw_failure(kind, name + ": " + received_);
    constexpr std::size_t kKibibyte = 1024;
    return {std::move(received_), static_cast<std::size_t>(usage.ru_maxrss) * kKibibyte};
  }

 private:
  struct End {
    int status;
    rusage usage;
  };

  End reap() const {
    End end{};
    while (wait4(process_, &end.status, 0, &end.usage) < 0 && errno == EINTR) continue;
    return end;
  }

  std::size_t piece_;
  pid_t process_ = 0;
  int pipe_ = -1;
  std::string received_;
};

using Children = std::vector<std::unique_ptr<Child>>;

void wait_for_news(const Children& children) {
  std::vector<pollfd> pipes;
  for (const auto& child : children) pipes.push_back({child->pipe(), POLLIN, 0});
  poll(pipes.data(), pipes.size(), kPollMilliseconds);
}

bool has_news(const Child& child) {
  pollfd pipe{child.pipe(), POLLIN, 0};
  return poll(&pipe, 1, 0) > 0;
}

}  // namespace

int n_processes(const Execution& execution) {
  if (execution.n_threads > 0) return execution.n_threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void run_in_children(const ChildWork& work) {
  Children running;
  std::size_t next = 0;
  while (next < work.n_pieces || !running.empty()) {
    if (work.stop.stop_requested()) throw Cancelled();
    while (next < work.n_pieces && std::ssize(running) < work.n_processes) {
      running.push_back(std::make_unique<Child>(work, next++));
    }
    wait_for_news(running);
    for (auto child = running.begin(); child != running.end();) {
      if (!has_news(**child) || (*child)->receive()) {
        ++child;
        continue;
      }
      const std::unique_ptr<Child> finished = std::move(*child);
      child = running.erase(child);
      work.when_done(finished->piece(), finished->finish(work.name(finished->piece())));
    }
  }
}

}  // namespace sosi
