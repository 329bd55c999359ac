#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "qgpu/npy.hpp"
#include "qgpu/output.hpp"
#include "tests/io/child_process.hpp"
#include "tests/io/scratch_folder.hpp"

namespace qgpu {
namespace {

using ::testing::ElementsAre;

const TensorInfo kFiveBytes{ElementType::kUint8, false, false, {5}};

void write_text(Sink& sink, std::string_view text) {
  sink.write(0, reinterpret_cast<const std::byte*>(text.data()), text.size());
}

TEST(OutputOrder, TheFirstAddedIsRenamedLast) {
  const ScratchFolder folder;
  write_file(folder / "out", "old");
  OutputSet outputs;
  write_text(outputs.add_text(folder / "out"), "new");
  write_text(outputs.add_text(folder / "scale"), "new");
  write_text(outputs.add_text(folder / "zero_point"), "new");
  std::filesystem::create_directory(folder / "scale");  // its rename must fail
  expect_error(ErrorKind::kFile, {"scale: Is a directory"}, [&] { outputs.commit(); });
  EXPECT_EQ(read_file(folder / "zero_point"), "new");
  EXPECT_EQ(read_file(folder / "out"), "old");
}

TEST(OutputOrder, StandardOutputComesAfterPipesAndBeforeRenames) {
  const ScratchFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string through_pipe(1 << 20, 'x');  // more than a pipe holds: its writer has to wait for us
  const pid_t child = start_child([&] {
    ::dup2(::open((folder / "stdout").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    OutputSet outputs;
    write_text(outputs.add_text(folder / "out"), "new");
    write_text(outputs.add_text(pipe), through_pipe);
    outputs.commit("{}\n");
    return 0;
  });
  const int reader = ::open(pipe.c_str(), O_RDONLY);
  std::string read(1 << 20, ' ');
  std::size_t done = static_cast<std::size_t>(::read(reader, read.data(), 1));
  EXPECT_EQ(read_file(folder / "stdout"), "");
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  while (done < read.size()) {
    const ssize_t more = ::read(reader, read.data() + done, read.size() - done);
    ASSERT_GT(more, 0);
    done += static_cast<std::size_t>(more);
  }
  EXPECT_EQ(read, through_pipe);
  EXPECT_EQ(wait_for(child), 0);
  ::close(reader);
  EXPECT_EQ(read_file(folder / "stdout"), "{}\n");
  EXPECT_EQ(read_file(folder / "out"), "new");
}

TEST(OutputOrder, NothingIsWrittenWhereAPipeHasNoReaderLeft) {
  const ScratchFolder folder;
  const std::string pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const pid_t child = start_child([&] {
    ::signal(SIGPIPE, SIG_IGN);
    ::dup2(::open((folder / "stdout").c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    OutputSet outputs;
    write_text(outputs.add_text(folder / "out"), "new");
    write_text(outputs.add_text(pipe), std::string(1 << 20, 'x'));
    outputs.commit("{}\n");
    return 0;
  });
  const int reader = ::open(pipe.c_str(), O_RDONLY);
  ::close(reader);
  EXPECT_EQ(wait_for(child), 3);
  EXPECT_EQ(read_file(folder / "stdout"), "");
  EXPECT_THAT(folder.names(), ElementsAre("pipe", "stdout"));
}

TEST(OutputOrder, AnArrayGoesToStandardOutputWhole) {
  const ScratchFolder folder;
  for (const char* name : {"-", "/dev/stdout"}) {
    const pid_t child = start_child([&] {
      ::dup2(::open((folder / "stdout").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
      OutputSet outputs;
      write_text(outputs.add_npy(name, kFiveBytes), "12345");
      try {
        outputs.add_text("-");
      } catch (const Error& error) {
        if (error.kind() == ErrorKind::kUsage) outputs.commit();
      }
      return 0;
    });
    EXPECT_EQ(wait_for(child), 0);
    EXPECT_EQ(read_file(folder / "stdout"), format_npy_header("|u1", false, {5}) + "12345");
    write_file(folder / "stdout", "");
  }
}

TEST(OutputOrder, ATerminalTakesTextButNoArray) {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(master, 0);
  ASSERT_EQ(::grantpt(master), 0);
  ASSERT_EQ(::unlockpt(master), 0);
  const std::string terminal = ::ptsname(master);
  OutputSet outputs;
  expect_error(ErrorKind::kUsage, {terminal, "found a terminal"}, [&] { outputs.add_npy(terminal, kFiveBytes); });
  outputs.add_text(terminal);
  ::close(master);
}

}  // namespace
}  // namespace qgpu
