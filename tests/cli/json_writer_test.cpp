#include "host/cli/json_writer.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace qgpu::cli {
namespace {

TEST(JsonWriter, KeepsTheOrderAndTheLayout) {
  JsonWriter json;
  json.begin_object();
  json.member("b", 1);
  json.member("a", std::vector<float>{0.1f, -0.0f});
  json.key("list");
  json.begin_array(true);
  json.begin_object();
  json.member("yes", true);
  json.end_object();
  json.end_array();
  json.null_member("none");
  json.key("empty");
  json.begin_object();
  json.end_object();
  json.end_object();
  EXPECT_EQ(
      json.take(),
      "{\n  \"b\": 1,\n  \"a\": [0.1, 0],\n  \"list\": [\n    {\n      \"yes\": true\n    }\n  ],\n  \"none\": null,\n"
      "  \"empty\": {}\n}\n");
}

TEST(JsonWriter, WhatIsNotFiniteIsNull) {
  JsonWriter json;
  json.value(std::vector<double>{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(json.take(), "[null, null]\n");
  json.value(-std::numeric_limits<float>::infinity());
  EXPECT_EQ(json.take(), "null\n");
  json.value(std::optional<float>());
  EXPECT_EQ(json.take(), "null\n");
}

TEST(JsonWriter, TextIsQuotedAndAlwaysUtf8) {
  JsonWriter json;
  json.value("a\"b\\c\n\x01\xff");
  const std::string document = json.take();
  EXPECT_EQ(document, "\"a\\\"b\\\\c\\n\\u0001\xef\xbf\xbd\"\n");
  EXPECT_EQ(nlohmann::json::parse(document).get<std::string>(), "a\"b\\c\n\x01\xef\xbf\xbd");
}

TEST(JsonWriter, IntegersKeepAllDigits) {
  JsonWriter json;
  json.value(std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(json.take(), "18446744073709551615\n");
}

}  // namespace
}  // namespace qgpu::cli
