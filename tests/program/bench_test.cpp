// qgpu bench prints figures that differ from run to run, so its answer is checked for its shape.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>

namespace {

std::string output_of(const std::string& options) {
  const std::string command =
      std::string(QGPU_BINARY) + " bench --device cpu --threads 1 --bytes 1M --columns 256 --samples 1 " + options;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return text;
}

TEST(Bench, AnswersWithARowForEachOperationAndGranularity) {
  const nlohmann::json answer = nlohmann::json::parse(output_of(""));
  EXPECT_GT(answer.at("copy").at("gb_per_s").get<double>(), 0);
  EXPECT_EQ(answer.at("machine").at("threads"), 1);
  int seen = 0;
  for (const char* kernel : {"ranges", "quantize", "dequantize", "roundtrip"}) {
    for (const char* granularity : {"tensor", "axis0", "last_axis", "block128"}) {
      for (const auto& row : answer.at("rows")) {
        if (row.at("kernel") != kernel || row.at("granularity") != granularity) continue;
        ++seen;
        for (const char* key : {"device", "threads", "bytes", "seconds", "gb_per_s", "share_of_copy"}) {
          EXPECT_TRUE(row.contains(key)) << key;
        }
      }
    }
  }
  EXPECT_EQ(seen, 16);
}

TEST(Bench, TakesTableAndCsv) {
  const std::string csv = output_of("--kernel ranges --granularity tensor,axis0 --csv");
  EXPECT_EQ(csv.substr(0, 7), "kernel,");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
  EXPECT_NE(output_of("--kernel ranges --granularity tensor --table").find("of copy"), std::string::npos);
}

}  // namespace
