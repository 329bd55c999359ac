#include "host/cli/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "host/cli/options.hpp"
#include "host/cli/scheme_words.hpp"

#include "qgpu/device_name.hpp"
#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

using testing::ElementsAre;

Options options_of(std::vector<std::string> words) { return read_options(parse_command_line(std::move(words))); }

TEST(CommandLine, NegativeNumbersAreValues) {
  EXPECT_THAT(options_of({"roundtrip", "x.npy", "-1", "1e-3"}).words, ElementsAre("x.npy", "-1", "1e-3"));
  EXPECT_THAT(options_of({"roundtrip", "x.npy", "-.5", "-1e-3"}).words, ElementsAre("x.npy", "-.5", "-1e-3"));
  EXPECT_EQ(options_of({"roundtrip", "x.npy", "--axis", "-1"}).axis, -1);
  EXPECT_EQ(options_of({"roundtrip", "x.npy", "--axis=-1"}).axis, -1);
  EXPECT_EQ(options_of({"roundtrip", "--scale", "-.5", "x.npy"}).scale, "-.5");
}

TEST(CommandLine, TwoDashesEndOptions) {
  EXPECT_THAT(options_of({"inspect", "--table", "--", "--axis", "-"}).words, ElementsAre("--axis", "-"));
}

TEST(CommandLine, WordsThatMeanSomethingToTheParserArePlainToUs) {
  EXPECT_THAT(options_of({"inspect", "[a,b]", "++", "-", "info"}).words, ElementsAre("[a,b]", "++", "-", "info"));
}

TEST(CommandLine, NoWordAndNoValueIsEmpty) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{"inspect", ""},
                                                {"inspect", "x.npy", "--", ""},
                                                {"inspect", "x.npy", "--axis", ""},
                                                {""}}) {
    try {
      parse_command_line(words);
      ADD_FAILURE() << testing::PrintToString(words) << " was taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << testing::PrintToString(words);
    }
  }
}

TEST(CommandLine, OptionsMayStandAnywhere) {
  const Options options = options_of({"q", "--axis", "1", "in.npy", "--block=16", "out.npy", "-q"});
  EXPECT_EQ(options.command, "quantize");
  EXPECT_THAT(options.words, ElementsAre("in.npy", "out.npy"));
  EXPECT_TRUE(options.quiet);
}

TEST(CommandLine, DeviceComesFromTheOptionThenFromTheEnvironment) {
  ASSERT_EQ(setenv("QGPU_DEVICE", "cuda:3", 1), 0);
  EXPECT_EQ(options_of({"roundtrip", "x.npy"}).backend.device, "cuda:3");
  EXPECT_EQ(options_of({"roundtrip", "x.npy", "--device", "cpu"}).backend.device, "cpu");
  ASSERT_EQ(unsetenv("QGPU_DEVICE"), 0);
  EXPECT_EQ(options_of({"roundtrip", "x.npy"}).backend.device, "auto");
}

TEST(DeviceName, IsReadOnce) {
  using Kind = DeviceName::Kind;
  EXPECT_EQ(parse_device("auto")->kind, Kind::kAuto);
  EXPECT_EQ(parse_device("cpu")->kind, Kind::kCpu);
  EXPECT_EQ(parse_device("cuda")->kind, Kind::kCuda);
  EXPECT_EQ(parse_device("cuda")->ordinal, 0);
  EXPECT_EQ(parse_device("cuda:12")->ordinal, 12);
  EXPECT_EQ(parse_device("cuda:999999999")->ordinal, 999999999);
  for (const char* text : {"", "gpu", "CUDA", "cuda:", "cuda:-1", "cuda:+1", "cuda:1x", "cuda: 1", "cuda:1000000000"})
    EXPECT_FALSE(parse_device(text)) << text;
}

TEST(SchemeWords, AFirstWordThatIsANumberBeginsTheRange) {
  const std::vector<std::string> range{"-2", "3"};
  EXPECT_FALSE(parse_scheme_words(range).mode);
  EXPECT_EQ(parse_scheme_words(range).range->lo, -2);
  const std::vector<std::string> both{"sym-i8", "-2", "3"};
  EXPECT_EQ(parse_scheme_words(both).mode, (Mode{CodeType::kInt8, true}));
  EXPECT_EQ(parse_scheme_words(both).range->hi, 3);
}

TEST(SchemeWords, SchemesAreTakenApart) {
  Options options;
  options.axis = 2;
  EXPECT_EQ(parse_scheme("sym-i8", options).granularity.axis, 2);  // without @: the common options
  EXPECT_EQ(parse_scheme("sym-i8@tensor", options).granularity.kind, Granularity::Kind::kTensor);
  const Granularity run = parse_scheme("asym-u8@axis=-1,block=32", options).granularity;
  EXPECT_EQ(run.kind, Granularity::Kind::kBlock);
  EXPECT_EQ(run.axis, -1);
  EXPECT_EQ(run.block, 32u);
  const Granularity box = parse_scheme("asym-u8@block=4x8", options).granularity;
  EXPECT_EQ(box.kind, Granularity::Kind::kBlocks);
  EXPECT_EQ(box.block_rows, 4u);
  EXPECT_EQ(box.block, 8u);
  for (const char* word : {"sym-i8@", "sym-i8@axis", "sym-i8@axis=1,axis=2", "sym-i8@axis=1,block=2x2", "u8@tensor"}) {
    EXPECT_THROW((void)parse_scheme(word, options), Error) << word;
  }
}

}  // namespace
}  // namespace qgpu::cli
