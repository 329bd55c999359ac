#include "qgpu/output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "qgpu/npy.hpp"
#include "tests/io/scratch_folder.hpp"

namespace qgpu {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kData = std::string(QGPU_SOURCE_DIR) + "/data/npy/";

void write_text(Sink& sink, std::string_view text) {
  sink.write(0, reinterpret_cast<const std::byte*>(text.data()), text.size());
}

mode_t mode_of(const std::string& path) {
  struct stat status {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

TEST(OutputSet, WritesWhatNumpySaves) {
  const ScratchFolder folder;
  for (const auto& entry : std::filesystem::directory_iterator(kData)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with("_c.npy") && !name.ends_with("_f.npy")) continue;
    if (name.starts_with("big_endian")) continue;
    SCOPED_TRACE(name);
    const auto source = open_npy(entry.path());
    std::vector<std::byte> data(source->info().count() * element_size(source->info().type));
    source->read(0, source->info().count(), data.data());
    // As an operator does: the flag of the file is kept, also where numpy says False as it makes no difference.
    TensorInfo info = source->info();
    info.fortran_order = name.ends_with("_f.npy");
    OutputSet outputs;
    outputs.add_npy(folder / name, info).write(0, data.data(), data.size());
    outputs.commit();
    EXPECT_EQ(read_file(folder / name), read_file(entry.path()));
  }
  EXPECT_EQ(folder.names().size(), 23u);
}

TEST(OutputSet, ShowsNothingBeforeCommitAndLeavesNothingWithoutIt) {
  const ScratchFolder folder;
  write_file(folder / "old.npy", "old");
  {
    OutputSet outputs;
    outputs.add_npy(folder / "new.npy", {ElementType::kUint8, false, false, {5}});
    outputs.add_npy(folder / "old.npy", {ElementType::kUint8, false, false, {5}});
    write_text(outputs.add_text(folder / "report.json"), "{}");
    EXPECT_FALSE(std::filesystem::exists(folder / "new.npy"));
    EXPECT_EQ(read_file(folder / "old.npy"), "old");
  }
  EXPECT_THAT(folder.names(), ElementsAre("old.npy"));
  EXPECT_EQ(read_file(folder / "old.npy"), "old");
}

TEST(OutputSet, TakesPiecesInAnyOrderFromManyThreads) {
  const ScratchFolder folder;
  constexpr std::size_t kCount = 100000, kPieces = 100;
  OutputSet outputs;
  Sink& sink = outputs.add_npy(folder / "x.npy", {ElementType::kUint8, false, false, {kCount}});
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (std::size_t piece = kPieces; piece-- > 0;) {
        if (piece % 4 != thread) continue;
        const std::vector<std::byte> bytes(kCount / kPieces, static_cast<std::byte>(piece + 1));
        sink.write(piece * bytes.size(), bytes.data(), bytes.size());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  outputs.commit();
  const std::string file = read_file(folder / "x.npy");
  ASSERT_EQ(file.size(), 128 + kCount);
  for (std::size_t i = 0; i < kCount; ++i) ASSERT_EQ(static_cast<std::size_t>(file[128 + i]), i / 1000 + 1) << i;
}

TEST(OutputSet, KeepsTheModeOfAnOldFileAndGivesANewOneTheUmasks) {
  const ScratchFolder folder;
  write_file(folder / "old", "old");
  ASSERT_EQ(::chmod((folder / "old").c_str(), 0640), 0);
  const mode_t mask = ::umask(027);
  OutputSet outputs;
  write_text(outputs.add_text(folder / "old"), "replaced");
  write_text(outputs.add_text(folder / "new"), "made");
  ::umask(mask);
  outputs.commit();
  EXPECT_EQ(mode_of(folder / "old"), 0640u);
  EXPECT_EQ(mode_of(folder / "new"), 0640u);
  EXPECT_EQ(read_file(folder / "old"), "replaced");
}

TEST(OutputSet, FollowsSymbolicLinksAndBreaksHardOnes) {
  const ScratchFolder folder;
  std::filesystem::create_directory(folder / "elsewhere");
  write_file(folder / "elsewhere/real", "old");
  std::filesystem::create_symlink("elsewhere/real", folder / "link");
  std::filesystem::create_symlink("elsewhere/absent", folder / "dangling");
  write_file(folder / "twin", "old");
  std::filesystem::create_hard_link(folder / "twin", folder / "hard");
  OutputSet outputs;
  write_text(outputs.add_text(folder / "link"), "1");
  write_text(outputs.add_text(folder / "dangling"), "2");
  write_text(outputs.add_text(folder / "hard"), "3");
  outputs.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "elsewhere/real"), "1");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "dangling"));
  EXPECT_EQ(read_file(folder / "elsewhere/absent"), "2");
  EXPECT_EQ(read_file(folder / "hard"), "3");
  EXPECT_EQ(read_file(folder / "twin"), "old");
}

TEST(OutputSet, MayReplaceItsOwnInput) {
  const ScratchFolder folder;
  const std::string path = folder / "x.npy";
  std::filesystem::copy_file(kData + "u1_2x3_f.npy", path);
  const auto source = open_npy(path);
  OutputSet outputs;
  Sink& sink = outputs.add_npy(path, {ElementType::kUint8, false, false, {6}});
  sink.write(0, source->data(), 6);
  outputs.commit();
  EXPECT_EQ(read_file(path).substr(128), read_file(kData + "u1_2x3_f.npy").substr(128));
  std::byte first[1];
  source->read(0, 1, first);  // the old file, still open
  EXPECT_EQ(first[0], source->data()[0]);
}

TEST(OutputSet, RefusesOnePathTwiceHoweverItIsWritten) {
  const ScratchFolder folder;
  std::filesystem::create_symlink("x", folder / "link");
  std::filesystem::create_directory_symlink(folder.path(), folder / "same");
  OutputSet outputs;
  outputs.add_text(folder / "x");
  const std::string through_parent = "../" + folder.path().filename().string() + "/x";
  for (const std::string& again :
       {std::string("x"), std::string("./x"), std::string("link"), std::string("same/x"), through_parent}) {
    expect_error(ErrorKind::kUsage, {again, "twice"}, [&] { outputs.add_text(folder / again); });
  }
  outputs.add_text("/dev/null");
  expect_error(ErrorKind::kUsage, {"/dev/null: ", "twice"}, [&] { outputs.add_text("/dev/null"); });
  EXPECT_EQ(folder.names().size(), 3u);  // the links and one temporary
}

TEST(OutputSet, SaysWhyAPathCannotBeWritten) {
  const ScratchFolder folder;
  write_file(folder / "file", "");
  OutputSet outputs;
  expect_error(ErrorKind::kFile, {folder.path(), "a directory"}, [&] { outputs.add_text(folder.path()); });
  expect_error(ErrorKind::kFile, {"none/x: no file can be made in", "/none: No such file"},
               [&] { outputs.add_text(folder / "none/x"); });
  expect_error(ErrorKind::kFile, {"file/x: Not a directory"}, [&] { outputs.add_text(folder / "file/x"); });
  expect_error(ErrorKind::kFile, {"the name of a file"}, [&] { outputs.add_text(folder / "none/"); });
  expect_error(ErrorKind::kFile, {"'': "}, [&] { outputs.add_text(""); });
  std::filesystem::create_symlink("loop", folder / "loop");
  expect_error(ErrorKind::kFile, {"loop: Too many"}, [&] { outputs.add_text(folder / "loop"); });
  if (::geteuid() != 0) {
    ASSERT_EQ(::chmod(folder.path().c_str(), 0500), 0);
    expect_error(ErrorKind::kFile, {"x: no file can be made in"}, [&] { outputs.add_text(folder / "x"); });
    ASSERT_EQ(::chmod(folder.path().c_str(), 0700), 0);
  }
  EXPECT_THAT(folder.names(), ElementsAre("file", "loop"));
}

TEST(OutputSet, ChecksTheFreeSpaceBeforeAnyWork) {
  const ScratchFolder folder;
  OutputSet outputs;
  const TensorInfo huge{ElementType::kUint8, false, false, {std::uint64_t{1} << 60}};
  expect_error(ErrorKind::kFile, {"x.npy: expected room for 1152921504606847104 bytes"},
               [&] { outputs.add_npy(folder / "x.npy", huge); });
}

TEST(OutputSet, WritesADeviceInPlaceAndReportsThatItIsFull) {
  const ScratchFolder folder;
  OutputSet outputs;
  write_text(outputs.add_text("/dev/full"), "text");
  write_text(outputs.add_text(folder / "x"), "text");
  expect_error(ErrorKind::kFile, {"/dev/full: No space left"}, [&] { outputs.commit(); });
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
  EXPECT_FALSE(std::filesystem::exists(folder / "x"));
}

TEST(OutputSet, FlushesToTheDiskWhereAsked) {
  const ScratchFolder folder;
  OutputSet outputs(OutputSet::Flush::kToDisk);
  write_text(outputs.add_text(folder / "x"), "text");
  write_text(outputs.add_text("/dev/null"), "text");
  outputs.commit();
  EXPECT_EQ(read_file(folder / "x"), "text");
}

}  // namespace
}  // namespace qgpu
