// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <mutex>
#include <optional>
#include <ostream>
#include <set>
#include <streambuf>
#include <string>
#include <system_error>
#include <utility>

#include "sosi/core/errors.hpp"
#include "sosi/core/options.hpp"

namespace sosi {

namespace {

constexpr int kClosed = -1;

// The temporaries that must not outlive the process.
struct Registry {
  std::mutex mutex;
  std::set<std::string> paths;
  unsigned long n_made = 0;
};

// Never destroyed: a thread may still ask for it while the process exits.
Registry& registry() {
  static Registry* const made = new Registry;
  return *made;
}

// Unlike std::filebuf it keeps the reason of a failure, and the descriptor can be synchronized.
class DescriptorBuffer : public std::streambuf {
 public:
  DescriptorBuffer() { setp(buffer_.data(), buffer_.data() + buffer_.size()); }

  void attach(int descriptor) { descriptor_ = descriptor; }
  int descriptor() const { return descriptor_; }
  int release() { return std::exchange(descriptor_, kClosed); }
  int error() const { return error_; }

 private:
  int_type overflow(int_type character) override {
    if (!drain()) return traits_type::eof();
    if (!traits_type::eq_int_type(character, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(character);
      pbump(1);
    }
    return traits_type::not_eof(character);
  }

  int sync() override { return drain() ? 0 : -1; }

  bool drain() {
    const char* next = pbase();
    while (error_ == 0 && next < pptr()) {
      const ssize_t n_written = ::write(descriptor_, next, static_cast<std::size_t>(pptr() - next));
      if (n_written >= 0) {
        next += n_written;
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return error_ == 0;
  }

  int descriptor_ = kClosed;
  int error_ = 0;
  std::array<char, 65536> buffer_;
};

// The descriptor that a name like /dev/stdout stands for: opened by its name, a regular file behind it would
// be written from its start, whatever others have written through the same descriptor.
std::optional<int> named_descriptor(const std::filesystem::path& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  const std::filesystem::path folder = path.parent_path();
  if (folder != "/dev/fd" && folder != "/proc/self/fd") return std::nullopt;
  return OptionText<int>::parse(path.filename().string());
}

// Stays within the 255 bytes that a name may have, however long the target's own is.
std::filesystem::path temporary_path(const std::filesystem::path& destination, unsigned long number) {
  constexpr std::size_t kKeptBytes = 200;
  const std::string name = destination.filename().string().substr(0, kKeptBytes);
  return destination.parent_path() /
         ("." + name + "." + std::to_string(::getpid()) + "-" + std::to_string(number) + ".tmp");
}

// Nobody may write to it, not even the superuser by accident.
bool is_read_only(const std::filesystem::path& path) {
  constexpr mode_t kAnyWrite = S_IWUSR | S_IWGRP | S_IWOTH;
  struct stat found;
  if (::stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) return false;
  return (found.st_mode & kAnyWrite) == 0 || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0;
}

[[noreturn]] void fail_read_only(const std::filesystem::path& path) {
  throw IoError(path.string() + ": cannot be written: is read-only, and is not replaced");
}

std::filesystem::path without_links(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::path real = std::filesystem::canonical(path, error);
  return error ? path : real;
}

}  // namespace

struct AtomicFile::State {
  explicit State(const std::filesystem::path& path);
  ~State();

  [[noreturn]] void fail(int error) const;
  void open_existing(const std::filesystem::path& path);
  void open_temporary(std::optional<mode_t> kept_mode);
  void forget_temporary();
  void synchronize_folder() const;
  void commit();

  std::filesystem::path target;       // as the caller calls it
  std::filesystem::path destination;  // what the temporary is renamed to
  std::string temporary;              // empty when there is none
  DescriptorBuffer buffer;
  std::ostream stream{&buffer};
};

AtomicFile::State::State(const std::filesystem::path& path) : target(path), destination(without_links(path)) {
  if (const std::optional<int> descriptor = named_descriptor(path)) {
    buffer.attach(::dup(*descriptor));
    if (buffer.descriptor() == kClosed) fail(errno);
    return;
  }
  struct stat found;
  const bool exists = ::stat(path.c_str(), &found) == 0;
  if (!exists && errno != ENOENT) fail(errno);
  if (path.empty()) fail(ENOENT);
  if (!path.has_filename() || (exists && S_ISDIR(found.st_mode))) fail(EISDIR);
  if (is_read_only(path)) fail_read_only(path);
  if (exists && !S_ISREG(found.st_mode)) {
    open_existing(path);
  } else {
    open_temporary(exists ? std::optional<mode_t>(found.st_mode & 07777) : std::nullopt);
  }
}

AtomicFile::State::~State() {
  if (buffer.descriptor() != kClosed) ::close(buffer.release());
  if (temporary.empty()) return;
  const std::lock_guard lock(registry().mutex);
  ::unlink(temporary.c_str());
  forget_temporary();
}

void AtomicFile::State::fail(int error) const {
  const std::string reason = error == 0 ? "a write failed" : std::generic_category().message(error);
  throw IoError(target.string() + ": cannot be written: " + reason);
}

void AtomicFile::State::open_existing(const std::filesystem::path& path) {
  buffer.attach(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (buffer.descriptor() == kClosed) fail(errno);
}

// Registered before it exists, so that there is no moment in which remove_unfinished_files() would miss it.
void AtomicFile::State::open_temporary(std::optional<mode_t> kept_mode) {
  Registry& all = registry();
  const std::lock_guard lock(all.mutex);
  int error = 0;
  do {
    temporary = temporary_path(destination, all.n_made++).string();
    all.paths.insert(temporary);
    // Nobody may read the successor of a private file, not even before it has its permissions.
    const mode_t mode = kept_mode ? 0600 : 0666;
    buffer.attach(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
    error = buffer.descriptor() == kClosed ? errno : 0;
    if (error != 0) forget_temporary();
  } while (error == EEXIST);
  if (error == 0 && kept_mode && ::fchmod(buffer.descriptor(), *kept_mode) != 0) {
    error = errno;
    ::close(buffer.release());
    ::unlink(temporary.c_str());
    forget_temporary();
  }
  if (error != 0) fail(error);
}

// The registry's mutex is held by the caller.
void AtomicFile::State::forget_temporary() {
  registry().paths.erase(temporary);
  temporary.clear();
}

void AtomicFile::State::synchronize_folder() const {
  const std::filesystem::path folder = destination.has_parent_path() ? destination.parent_path() : ".";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder one may write to but not read cannot be synchronized, nor can those of some file systems.
  if (descriptor == kClosed && errno == EACCES) return;
  if (descriptor == kClosed) fail(errno);
  const int error = ::fsync(descriptor) == 0 ? 0 : errno;
  ::close(descriptor);
  if (error != 0 && error != EINVAL) fail(error);
}

void AtomicFile::State::commit() {
  stream.flush();
  if (!stream) fail(buffer.error());
  const bool is_direct = temporary.empty();
  if (!is_direct && ::fsync(buffer.descriptor()) != 0) fail(errno);
  if (::close(buffer.release()) != 0) fail(errno);
  if (is_direct) return;
  {
    const std::lock_guard lock(registry().mutex);
    if (::rename(temporary.c_str(), destination.c_str()) != 0) fail(errno);
    forget_temporary();
  }
  synchronize_folder();
}

AtomicFile::AtomicFile(const std::filesystem::path& path) : state_(std::make_unique<State>(path)) {}

AtomicFile::~AtomicFile() = default;

std::ostream& AtomicFile::stream() {
  return state_->stream;
}

void AtomicFile::commit() {
  state_->commit();
}

void check_writable(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw IoError(path.string() + ": is a folder, not a file to write to");
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (!std::filesystem::is_directory(folder, error)) {
    throw IoError(path.string() + ": there is no folder " + folder.string());
  }
  if (is_read_only(path)) fail_read_only(path);
  if (access(folder.c_str(), W_OK) != 0 && access(path.c_str(), W_OK) != 0) {
    throw IoError(path.string() + ": the folder cannot be written to");
  }
}

void write_file(const std::filesystem::path& path, const std::string& content) {
  AtomicFile file(path);
  file.stream() << content;
  file.commit();
}

void remove_unfinished_files() noexcept {
  const std::lock_guard lock(registry().mutex);
  for (const std::string& path : registry().paths) ::unlink(path.c_str());
}

}  // namespace sosi
