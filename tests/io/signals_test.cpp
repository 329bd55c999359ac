#include "host/io/signals.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "qgpu/npy.hpp"
#include "qgpu/output.hpp"
#include "tests/io/child_process.hpp"
#include "tests/io/scratch_folder.hpp"

namespace qgpu {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const TensorInfo kFiveBytes{ElementType::kUint8, false, false, {5}};

void write_text(Sink& sink, std::string_view text) {
  sink.write(0, reinterpret_cast<const std::byte*>(text.data()), text.size());
}

TEST(Signals, RemoveTemporariesAndExitWithTheirNumber) {
  for (const auto& [signal_number, status] : {std::pair{SIGINT, 130}, {SIGTERM, 143}, {SIGHUP, 129}}) {
    const int number = signal_number, expected = status;  // clang 14 captures no structured binding
    const ScratchFolder folder;
    write_file(folder / "old.npy", "old");
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = start_child([&] {
      ::signal(number, SIG_DFL);
      io::install_signal_handlers();
      OutputSet outputs;
      outputs.add_npy(folder / "old.npy", kFiveBytes);
      outputs.add_npy(folder / "new.npy", kFiveBytes);
      {
        OutputSet gone;
        gone.add_text(folder / "gone");
      }
      if (::write(ready[1], "x", 1) != 1) return 97;
      for (;;) ::pause();
    });
    char byte;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    EXPECT_EQ(folder.names().size(), 3u);
    ::kill(child, number);
    EXPECT_EQ(wait_for(child), expected);
    EXPECT_THAT(folder.names(), ElementsAre("old.npy"));
    EXPECT_EQ(read_file(folder / "old.npy"), "old");
    ::close(ready[0]);
    ::close(ready[1]);
  }
}

TEST(Signals, WaitForTheEndOfTheRenames) {
  const ScratchFolder folder;
  const pid_t child = start_child([&] {
    ::signal(SIGTERM, SIG_DFL);
    io::install_signal_handlers();
    const io::SignalsDeferred outer;
    ::raise(SIGTERM);
    {
      OutputSet outputs;
      write_text(outputs.add_text(folder / "a"), "a");
      write_text(outputs.add_text(folder / "b"), "b");
      outputs.commit();
    }
    return 0;
  });
  EXPECT_EQ(wait_for(child), 143);
  EXPECT_THAT(folder.names(), ElementsAre("a", "b"));
}

TEST(Signals, StayIgnoredWhereTheParentIgnoresThem) {
  const pid_t child = start_child([] {
    ::signal(SIGHUP, SIG_IGN);
    io::install_signal_handlers();
    ::raise(SIGHUP);
    return 7;
  });
  EXPECT_EQ(wait_for(child), 7);
}

TEST(Signals, AClosedStandardOutputIsAnErrorAndNothingIsRenamed) {
  for (const bool is_pipe : {true, false}) {
    const ScratchFolder folder;
    write_file(folder / "old", "old");
    const pid_t child = start_child([&] {
      io::install_signal_handlers();
      int ends[2];
      if (::pipe(ends) != 0) return 97;
      ::close(ends[0]);
      ::dup2(ends[1], STDOUT_FILENO);
      if (!is_pipe) ::close(STDOUT_FILENO);
      OutputSet outputs;
      write_text(outputs.add_text(folder / "old"), "new");
      outputs.commit("{}\n");
      return 0;
    });
    EXPECT_EQ(wait_for(child), 3);
    EXPECT_THAT(folder.names(), ElementsAre("old"));
    EXPECT_EQ(read_file(folder / "old"), "old");
  }
}

TEST(Signals, AFileSizeLimitIsAnErrorAndLeavesNothing) {
  const ScratchFolder folder;
  const pid_t child = start_child([&] {
    io::install_signal_handlers();
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_FSIZE, &none);
    OutputSet outputs;
    outputs.add_npy(folder / "x.npy", kFiveBytes);
    return 0;
  });
  EXPECT_EQ(wait_for(child), 3);
  EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Signals, AFaultOutsideOfEveryMappedInputStillEndsTheProcess) {
  const ScratchFolder folder;
  write_file(folder / "x", std::string(8192, 'x'));
  const pid_t child = start_child([&] {
    const auto source = open_npy(std::string(QGPU_SOURCE_DIR) + "/data/npy/f4_2x3_c.npy");
    const int file = ::open((folder / "x").c_str(), O_RDONLY);
    const void* mapped = ::mmap(nullptr, 8192, PROT_READ, MAP_SHARED, file, 0);
    if (source->data() == nullptr || mapped == MAP_FAILED || ::truncate((folder / "x").c_str(), 0) != 0) return 97;
    return static_cast<int>(static_cast<const volatile char*>(mapped)[4096]);
  });
  // 1 and 66: the handlers of AddressSanitizer and ThreadSanitizer report and exit.
  EXPECT_THAT(wait_for(child), ::testing::AnyOf(1000 + SIGBUS, 1, 66));
}

}  // namespace
}  // namespace qgpu
