#include "host/cli/json_writer.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace qgpu::cli {
namespace {

// The scales and zero points of as many groups as a document lists take 40 MB.
constexpr std::size_t kShort = std::size_t{1} << 20, kLong = std::size_t{64} << 20;

std::string quoted(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

void JsonWriter::new_line() {
  text_ += '\n';
  text_.append(2 * (depth_ + levels_.size()), ' ');
}

void JsonWriter::begin_value() {
  // A string that doubles holds its text twice while it moves; address space that nothing is written to costs nothing.
  if (text_.size() > kShort && text_.capacity() < kLong) text_.reserve(kLong);
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) text_ += level.lines ? "," : ", ";
  level.empty = false;
  if (level.lines) new_line();
}

void JsonWriter::open(char bracket, bool lines) {
  begin_value();
  text_ += bracket;
  levels_.push_back({lines});
}

void JsonWriter::close(char bracket) {
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) new_line();
  text_ += bracket;
}

void JsonWriter::key(std::string_view name) {
  begin_value();
  text_ += quoted(name);
  text_ += ": ";
  after_key_ = true;
}

void JsonWriter::value(float number) {
  if (!std::isfinite(number)) return null();
  begin_value();
  append_number(text_, number);
}

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  begin_value();
  append_number(text_, number);
}

void JsonWriter::value(std::string_view text) {
  begin_value();
  text_ += quoted(text);
}

void JsonWriter::null() {
  begin_value();
  text_ += "null";
}

void JsonWriter::written_value(std::string_view text) {
  begin_value();
  text_ += text;
}

std::string JsonWriter::take() {
  if (depth_ == 0) text_ += '\n';
  return std::move(text_);
}

}  // namespace qgpu::cli
