#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <thread>

#include "qgpu/npy.hpp"
#include "qgpu/source_floats.hpp"
#include "tests/io/scratch_folder.hpp"

namespace qgpu {
namespace {

const std::string kData = std::string(QGPU_SOURCE_DIR) + "/data/npy/";

std::vector<float> all_floats(const Source& source) {
  std::vector<float> scratch(source.info().count());
  const float* values = load_floats(source, 0, scratch.size(), scratch.data());
  return {values, values + scratch.size()};
}

/// A header of ours and `data_bytes` of zeros that take no room on the disk.
std::string sparse_npy(const ScratchFolder& folder, const std::string& name, const std::string& descr,
                       const std::vector<std::uint64_t>& shape, std::uint64_t data_bytes) {
  const std::string path = folder / name;
  const std::string header = format_npy_header(descr, false, shape);
  write_file(path, header);
  EXPECT_EQ(::truncate(path.c_str(), static_cast<off_t>(header.size() + data_bytes)), 0);
  return path;
}

TEST(NpySource, ReadsWhatNumpyWroteMappedOrNot) {
  const std::vector<float> in_order = {-3, -2, -1, 0, 1, 2};
  const std::vector<float> transposed = {-3, 0, -2, 1, -1, 2};
  const std::pair<const char*, std::vector<float>> files[] = {
      {"f4_2x3_c.npy", in_order},
      {"f4_2x3_f.npy", transposed},
      {"f8_2x3_f.npy", transposed},
      {"big_endian_f4_2x3.npy", in_order},
      {"big_endian_f8_2x3_f.npy", transposed},
      {"version_2_f4_2x3.npy", in_order},
      {"version_3_f4_2x3.npy", in_order},
      {"f4_0d_c.npy", {-3}},
      {"f4_2x0x3_c.npy", {}},
      {"f4_0_f.npy", {}},
  };
  for (const auto& [name, values] : files) {
    SCOPED_TRACE(name);
    EXPECT_EQ(all_floats(*open_npy(kData + name, FileAccess::kMapped)), values);
    const auto read = open_npy(kData + name, FileAccess::kRead);
    EXPECT_EQ(read->data(), nullptr);
    EXPECT_EQ(all_floats(*read), values);
  }
  EXPECT_TRUE(open_npy(kData + "f4_2x3_f.npy")->info().fortran_order);
  EXPECT_NE(open_npy(kData + "f4_2x3_f.npy")->data(), nullptr);
}

TEST(NpySource, ReadsDataThatLieAtAnyOffset) {
  const ScratchFolder folder;
  for (std::size_t padding = 0; padding < 8; ++padding) {
    std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}" + std::string(padding, ' ');
    std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(dictionary.size()) + '\0' + dictionary;
    const bool is_aligned = bytes.size() % 4 == 0;
    const float values[2] = {1.5f, -2.5f};
    bytes.append(reinterpret_cast<const char*>(values), sizeof values);
    write_file(folder / "x.npy", bytes);
    const auto source = open_npy(folder / "x.npy");
    EXPECT_EQ(source->data() != nullptr, is_aligned);
    EXPECT_EQ(all_floats(*source), (std::vector<float>{1.5f, -2.5f}));
  }
}

TEST(NpySource, RefusesAFileWhoseSizeIsNotItsHeaders) {
  const ScratchFolder folder;
  const std::string whole = read_file(kData + "f4_2x3_c.npy");
  const std::string path = folder / "x.npy";
  write_file(path, whole.substr(0, whole.size() - 1));
  expect_error(ErrorKind::kFile, {path + ": ", "expected 24 bytes of data, found 23"}, [&] { open_npy(path); });
  write_file(path, whole + "more");
  expect_error(ErrorKind::kFile, {path + ": ", "expected 24 bytes of data, found 28"}, [&] { open_npy(path); });
  write_file(path, whole.substr(0, 100));
  expect_error(ErrorKind::kFile, {path + ": ", "truncated header: expected 128 bytes, found 100"},
               [&] { open_npy(path); });
  write_file(path, format_npy_header("<f4", false, {65536, 65537}) + std::string(262144, '\0'));
  expect_error(ErrorKind::kFile, {"expected 17180131328 bytes of data, found 262144"}, [&] { open_npy(path); });
}

TEST(NpySource, SaysWhyAPathCannotBeRead) {
  const ScratchFolder folder;
  expect_error(ErrorKind::kFile, {"none.npy: No such file"}, [&] { open_npy(folder / "none.npy"); });
  expect_error(ErrorKind::kFile, {folder.path(), "found a directory"}, [&] { open_npy(folder.path()); });
  expect_error(ErrorKind::kFile, {"/dev/null: ", "an empty file"}, [&] { open_npy("/dev/null"); });
}

TEST(NpySource, ReadsBeyondTwoToThe32Elements) {
  const ScratchFolder folder;
  const std::uint64_t count = (std::uint64_t{1} << 32) + 5;
  const std::string path = sparse_npy(folder, "x.npy", "<f4", {count}, 4 * count);
  const float last = 2.5f;
  std::FILE* file = std::fopen(path.c_str(), "r+b");
  ASSERT_NE(file, nullptr);
  ASSERT_EQ(::fseeko(file, -4, SEEK_END), 0);
  ASSERT_EQ(std::fwrite(&last, 4, 1, file), 1u);
  ASSERT_EQ(std::fclose(file), 0);
  for (const FileAccess access : {FileAccess::kMapped, FileAccess::kRead}) {
    const auto source = open_npy(path, access);
    EXPECT_EQ(source->info().count(), count);
    float scratch[2];
    const float* values = load_floats(*source, count - 2, 2, scratch);
    EXPECT_EQ(values[0], 0.0f);
    EXPECT_EQ(values[1], 2.5f);
  }
}

TEST(NpySource, CopiesAPipeOnce) {
  const ScratchFolder folder;
  const std::string path = folder / "pipe";
  const std::string bytes = read_file(kData + "f4_2x3x4_c.npy");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { write_file(path, bytes); });
  const auto source = open_npy(path);
  writer.join();
  for (int pass = 0; pass < 2; ++pass) {
    const std::vector<float> values = all_floats(*source);
    ASSERT_EQ(values.size(), 24u);
    for (int i = 0; i < 24; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], static_cast<float>(i - 3));
  }
  for (const auto& [content, words] : {std::pair{bytes + "!", "expected 96 bytes of data, found more"},
                                       {bytes.substr(0, 200), "expected 96 bytes of data, found 72"}}) {
    std::thread again([&, text = content] { write_file(path, text); });
    expect_error(ErrorKind::kFile, {path + ": ", words}, [&] { open_npy(path); });
    again.join();
  }
}

TEST(NpySource, ReadsTheStandardInput) {
  const std::string path = kData + "f4_2x3_c.npy";
  const int saved = ::dup(STDIN_FILENO);
  std::FILE* file = std::fopen(path.c_str(), "rb");
  ASSERT_EQ(::dup2(::fileno(file), STDIN_FILENO), STDIN_FILENO);
  const auto source = open_npy("-");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  std::fclose(file);
  EXPECT_EQ(all_floats(*source), (std::vector<float>{-3, -2, -1, 0, 1, 2}));
}

TEST(NpySource, TakesWhatIsLeftOfAStandardInputThatSomebodyReadFrom) {
  const ScratchFolder folder;
  write_file(folder / "x", "a line before\n" + read_file(kData + "f4_2x3_c.npy"));
  const int saved = ::dup(STDIN_FILENO);
  std::FILE* file = std::fopen((folder / "x").c_str(), "rb");
  ASSERT_EQ(::dup2(::fileno(file), STDIN_FILENO), STDIN_FILENO);
  ::lseek(STDIN_FILENO, 14, SEEK_SET);
  const auto source = open_npy("-");
  ::dup2(saved, STDIN_FILENO);
  ::close(saved);
  std::fclose(file);
  EXPECT_EQ(all_floats(*source), (std::vector<float>{-3, -2, -1, 0, 1, 2}));
}

TEST(NpySource, ReadsMoreFilesThanItMapsAtOnce) {
  std::vector<std::unique_ptr<Source>> sources;
  for (int i = 0; i < 300; ++i) sources.push_back(open_npy(kData + "f4_2x3_c.npy"));
  EXPECT_NE(sources.front()->data(), nullptr);
  EXPECT_EQ(sources.back()->data(), nullptr);
  EXPECT_EQ(all_floats(*sources.back()), (std::vector<float>{-3, -2, -1, 0, 1, 2}));
  sources.clear();
  EXPECT_NE(open_npy(kData + "f4_2x3_c.npy")->data(), nullptr);
}

TEST(NpySource, SaysThatThereIsNoRoomForACopyOfAPipe) {
  const ScratchFolder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const auto feed = [&](const std::string& bytes) { return std::thread([=] { write_file(path, bytes); }); };
  std::thread huge = feed(format_npy_header("|u1", false, {std::uint64_t{1} << 60}));
  expect_error(ErrorKind::kFile, {path, "expected room for 1152921504606847104 bytes"}, [&] { open_npy(path); });
  huge.join();
  const char* saved = std::getenv("TMPDIR");
  const std::string restored = saved != nullptr ? saved : "";
  ::setenv("TMPDIR", (folder / "none").c_str(), 1);
  std::thread whole = feed(read_file(kData + "f4_2x3_c.npy"));
  expect_error(ErrorKind::kFile, {folder / "none", "TMPDIR", "No such file"}, [&] { open_npy(path); });
  whole.join();
  saved != nullptr ? ::setenv("TMPDIR", restored.c_str(), 1) : ::unsetenv("TMPDIR");
}

/// Bytes of files that are in the process's resident memory.
std::uint64_t resident_file_bytes() {
  std::uint64_t total = 0, resident = 0, shared = 0;
  std::ifstream("/proc/self/statm") >> total >> resident >> shared;
  return shared * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST(NpySource, StaysSmallInMemoryHoweverMuchIsUsed) {
  const ScratchFolder folder;
  const std::uint64_t count = 64 << 20, window = 1 << 18;
  const auto source = open_npy(sparse_npy(folder, "x.npy", "<f4", {count}, 4 * count));
  ASSERT_NE(source->data(), nullptr);
  const std::uint64_t before = resident_file_bytes();
  std::uint64_t most = 0;
  float sum = 0;
  for (std::uint64_t first = 0; first < count; first += window) {
    const float* values = load_floats(*source, first, window, nullptr);
    for (std::uint64_t i = 0; i < window; i += 512) sum += values[i];
    most = std::max(most, resident_file_bytes());
  }
  EXPECT_EQ(sum, 0.0f);
  EXPECT_GT(most, before);
  EXPECT_LT(most - before, std::uint64_t{20} << 20);  // of 256 MiB
}

TEST(NpySource, SurvivesAMappedFileCutShort) {
  const ScratchFolder folder;
  const std::uint64_t count = 1 << 17;
  for (const std::uint64_t left : {4 * count + 127, 4 * count - 4096, std::uint64_t{4096}, std::uint64_t{128}}) {
    SCOPED_TRACE(left);
    const std::string path = sparse_npy(folder, "x.npy", "<f4", {count}, 4 * count);
    const auto mapped = open_npy(path, FileAccess::kMapped);
    const auto read = open_npy(path, FileAccess::kRead);
    mapped->check_intact();
    ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(left)), 0);
    std::vector<std::thread> threads;
    std::atomic<int> not_zero{0};
    for (int thread = 0; thread < 2; ++thread) {
      threads.emplace_back([&] {
        for (std::uint64_t i = 0; i < 4 * count; ++i) not_zero += mapped->data()[i] != std::byte{0};
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(not_zero, 0);
    const std::vector<std::string> words = {path, "cut short while it was read", "found " + std::to_string(left)};
    expect_error(ErrorKind::kFile, words, [&] { mapped->check_intact(); });
    expect_error(ErrorKind::kFile, words, [&] { all_floats(*read); });
  }
}

}  // namespace
}  // namespace qgpu
