// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/io/atomic_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <ostream>
#include <string>

#include "sosi/core/errors.hpp"

namespace sosi {
namespace atomic_file_test {

namespace fs = std::filesystem;

class AtomicFileTest : public ::testing::Test {
 protected:
  AtomicFileTest() {
    const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = fs::path(::testing::TempDir()) / ("sosi-atomic-" + test + "-" + std::to_string(::getpid()));
    fs::create_directories(folder);
  }
  ~AtomicFileTest() override { fs::remove_all(folder); }

  std::ptrdiff_t n_entries() const { return std::distance(fs::directory_iterator(folder), {}); }

  fs::path folder;
};

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

void write(const fs::path& path, const std::string& text) {
  AtomicFile file(path);
  file.stream() << text;
  file.commit();
}

mode_t mode_of(const fs::path& path) {
  struct stat found;
  return ::stat(path.c_str(), &found) == 0 ? found.st_mode & 07777 : 0;
}

std::string failure(const std::function<void()>& action) {
  try {
    action();
  } catch (const IoError& error) {
    return error.what();
  }
  return "no IoError";
}

void expect_failure(const fs::path& path, const std::string& reason) {
  EXPECT_EQ(failure([&] { write(path, "x"); }), path.string() + ": cannot be written: " + reason);
}

TEST_F(AtomicFileTest, AppearsOnlyWithTheCommit) {
  const fs::path path = folder / "result.csv";
  {
    AtomicFile file(path);
    file.stream() << "new" << std::flush;
    EXPECT_FALSE(fs::exists(path));
    EXPECT_EQ(n_entries(), 1);
    file.commit();
    EXPECT_EQ(content_of(path), "new");
  }
  EXPECT_EQ(content_of(path), "new");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(AtomicFileTest, WithoutCommitLeavesWhatStoodThere) {
  const fs::path path = folder / "result.csv";
  put(path, "old");
  {
    AtomicFile file(path);
    file.stream() << std::string(1 << 20, 'x');
    EXPECT_EQ(content_of(path), "old");
  }
  EXPECT_EQ(content_of(path), "old");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(AtomicFileTest, KeepsEveryByteOfALargeContent) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i) + '\n';
  write(folder / "large", text);
  EXPECT_EQ(content_of(folder / "large"), text);
}

TEST_F(AtomicFileTest, TwoWritersOfOneNameDoNotMix) {
  const fs::path path = folder / "shared";
  AtomicFile first(path);
  AtomicFile second(path);
  first.stream() << "first";
  second.stream() << "second";
  second.commit();
  first.commit();
  EXPECT_EQ(content_of(path), "first");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(AtomicFileTest, NewFilesFollowTheUmaskAndReplacedOnesKeepTheirPermissions) {
  const mode_t before = ::umask(027);
  write(folder / "new", "x");
  ::umask(before);
  EXPECT_EQ(mode_of(folder / "new"), 0640U);
  for (const mode_t mode : {0600U, 0664U}) {
    ASSERT_EQ(::chmod((folder / "new").c_str(), mode), 0);
    write(folder / "new", "y");
    EXPECT_EQ(mode_of(folder / "new"), mode);
  }
}

TEST_F(AtomicFileTest, ReadOnlyFilesAreNotReplaced) {
  put(folder / "file", "old");
  ASSERT_EQ(::chmod((folder / "file").c_str(), 0444), 0);
  expect_failure(folder / "file", "is read-only, and is not replaced");
  EXPECT_THROW(check_writable(folder / "file"), IoError);
  EXPECT_EQ(content_of(folder / "file"), "old");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(AtomicFileTest, FollowsALink) {
  put(folder / "real", "old");
  fs::create_symlink("real", folder / "link");
  write(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(content_of(folder / "real"), "new");
}

TEST_F(AtomicFileTest, TakesTheLongestNames) {
  const fs::path path = folder / std::string(255, 'n');
  write(path, "x");
  EXPECT_EQ(content_of(path), "x");
}

TEST_F(AtomicFileTest, SaysWhyATargetCannotBeWritten) {
  put(folder / "file", "");
  expect_failure(folder, "Is a directory");
  expect_failure(folder / "", "Is a directory");
  expect_failure(folder / "none" / "x", "No such file or directory");
  expect_failure(folder / "file" / "x", "Not a directory");
  expect_failure(folder / std::string(256, 'n'), "File name too long");
  expect_failure("", "No such file or directory");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(AtomicFileTest, SaysThatAFolderIsNotWritable) {
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  const uid_t user = ::geteuid();
  constexpr uid_t kNobody = 65534;  // the superuser writes everywhere
  if (user == 0 && ::seteuid(kNobody) != 0) GTEST_SKIP() << "the superuser cannot be anybody else here";
  const std::string message = failure([&] { write(folder / "x", "x"); });
  ASSERT_EQ(::seteuid(user), 0);
  fs::permissions(folder, fs::perms::owner_all);
  EXPECT_EQ(message, (folder / "x").string() + ": cannot be written: Permission denied");
}

TEST_F(AtomicFileTest, AFullDiskIsReportedAndLeavesWhatStoodThere) {
  expect_failure("/dev/full", "No space left on device");
  const fs::path path = folder / "result";
  put(path, "old");
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit before;
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string message = failure([&] { write(path, std::string(1 << 20, 'x')); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(message, path.string() + ": cannot be written: File too large");
  EXPECT_EQ(content_of(path), "old");
  EXPECT_EQ(n_entries(), 1);
}

TEST_F(AtomicFileTest, AStreamThatFailedIsNotCommitted) {
  AtomicFile file(folder / "x");
  file.stream().setstate(std::ios::failbit);
  EXPECT_THROW(file.commit(), IoError);
  EXPECT_FALSE(fs::exists(folder / "x"));
}

TEST_F(AtomicFileTest, WritesIntoWhatIsNoRegularFile) {
  write("/dev/null", "x");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
  const fs::path path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::fstream reader(path, std::ios::in | std::ios::out);
  write(path, "through\n");
  std::string line;
  std::getline(reader, line);
  EXPECT_EQ(line, "through");
  EXPECT_TRUE(fs::is_fifo(path));
}

TEST_F(AtomicFileTest, ANamedDescriptorContinuesWhereItStands) {
  std::FILE* const opened = std::fopen((folder / "out").c_str(), "w");
  std::fputs("before,", opened);
  std::fflush(opened);
  write("/dev/fd/" + std::to_string(::fileno(opened)), "inside,");
  std::fputs("after", opened);
  std::fclose(opened);
  EXPECT_EQ(content_of(folder / "out"), "before,inside,after");
}

TEST_F(AtomicFileTest, UnfinishedFilesCanBeRemovedFromOutside) {
  write(folder / "done", "x");
  AtomicFile first(folder / "first");
  AtomicFile second(folder / "second");
  EXPECT_EQ(n_entries(), 3);
  remove_unfinished_files();
  EXPECT_EQ(n_entries(), 1);
  EXPECT_EQ(content_of(folder / "done"), "x");
  EXPECT_THROW(first.commit(), IoError);
}

}  // namespace atomic_file_test
}  // namespace sosi
