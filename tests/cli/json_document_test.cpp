#include "host/cli/json_document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace qgpu::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Property;
using testing::Throws;

JsonDocument document_of(const std::string& text) { return {"p.json", text}; }

template <class Action>
std::string message_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(JsonDocument, RoundsDigitsOnce) {
  // A little above the middle of 1 and the next float32: the nearest float64 is the middle itself, which goes to 1.
  EXPECT_THAT(document_of(R"({"scale": 1.00000005960464477539062500001})").positive_floats("scale"),
              ElementsAre(0x1.000002p0f));
  EXPECT_THAT(document_of(R"({"scale": [1, 3.4028235e38, 1e-45]})").positive_floats("scale"),
              ElementsAre(1.0f, 0x1.fffffep127f, 0x1p-149f));
}

TEST(JsonDocument, NamesThePlaceOfWhatIsOutOfRange) {
  EXPECT_EQ(message_of([] { document_of(R"({"scale": [1, 1e39]})").positive_floats("scale"); }),
            "p.json: \"scale\"[1]: expected a positive finite float32, found 1e+39");
  EXPECT_EQ(message_of([] { document_of(R"({"a": {"b": [[0], [0, 1e400]]}})"); }),
            "p.json: \"a\" \"b\"[1][1]: expected a number within float64, found 1e400");
}

TEST(JsonDocument, NumbersThatFitNoCodesAreWrongUsageAndOtherEntriesAWrongFile) {
  EXPECT_THAT([] { document_of(R"({"scale": [0]})").positive_floats("scale"); },
              Throws<Error>(Property(&Error::kind, ErrorKind::kUsage)));
  EXPECT_THAT([] { document_of(R"({"scale": ["0"]})").positive_floats("scale"); },
              Throws<Error>(Property(&Error::kind, ErrorKind::kFile)));
}

TEST(JsonDocument, FollowsNoDepthAndTakesNoKeyTwice) {
  EXPECT_THAT(message_of([] { document_of("{\"a\": " + std::string(1 << 20, '[')); }), HasSubstr("at most 16 levels"));
  EXPECT_EQ(message_of([] { document_of(R"({"a": 1, "b": 2, "a": 3})"); }),
            "p.json: expected the key \"a\" once, found it twice");
}

TEST(JsonDocument, SaysWhereItStopsBeingJson) {
  EXPECT_EQ(message_of([] { document_of("{\n  \"a\": 1,\n  b\n}"); }),
            "p.json: expected valid JSON, found a mistake at line 3, column 3");
}

}  // namespace
}  // namespace qgpu::cli
