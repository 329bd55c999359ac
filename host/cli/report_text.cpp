#include "host/cli/report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "host/cli/number_text.hpp"

namespace qgpu::cli {
namespace {

/// The same sentence in both languages; {} is the number it explains.
struct Line {
  const char* english;
  const char* korean;
};

constexpr Line kRule{
    "A value that is not clipped comes back within half a step: |x - x'| <= scale / 2, and what float32 rounding can "
    "add, "
    "(qmax - qmin) * 2^-23 * scale.",
    "잘리지 않은 값은 반 걸음 안으로 되돌아온다: |x - x'| <= 스케일 / 2. 여기에 float32 반올림이 더할 수 있는 "
    "(qmax - qmin) * 2^-23 * 스케일까지 허용한다."};

class Markdown {
 public:
  explicit Markdown(Language language) : language_(language) {}

  void heading(const char* level, const Line& line) { text_ += fmt::format("{} {}\n\n", level, pick(line)); }
  void paragraph(const Line& line) { text_ += std::string(pick(line)) + "\n\n"; }
  template <class T>
  void number(const char* key, const std::optional<T>& value, const Line& meaning) {
    std::string digits;
    if (value && std::isfinite(static_cast<double>(*value))) {
      append_number(digits, *value);
    } else {
      digits = "null";
    }
    text_ += fmt::format("- `{}` = **{}**: {}\n", key, digits, pick(meaning));
  }
  template <class T>
  void number(const char* key, T value, const Line& meaning) {
    number(key, std::optional<T>(value), meaning);
  }
  void end_list() { text_ += '\n'; }
  std::string take() {
    text_.pop_back();
    return std::move(text_);
  }

 private:
  const char* pick(const Line& line) const { return language_ == Language::kEnglish ? line.english : line.korean; }

  Language language_;
  std::string text_;
};

void write_scale_section(Markdown& page, const Saturation& found) {
  page.heading("##", {"Where scale and zero point come from", "스케일과 영점은 어디서 나오나"});
  page.paragraph({"The range of `spread.npy`, widened to hold 0, is cut into 255 equal steps (asym-u8).",
                  "`spread.npy`의 범위를 0이 들어가도록 넓혀 255개의 같은 걸음으로 나눈다 (asym-u8)."});
  const ObservedRange range = found.full.ranges->tensor();
  page.number("min", range.min, {"the smallest value of the array", "배열에서 가장 작은 값"});
  page.number("max", range.max, {"the largest value of the array", "배열에서 가장 큰 값"});
  page.number("scale", found.full.derived.parameters.scale_of(0),
              {"the width of one step: (max - min) / 255, rounded to float32",
               "한 걸음의 너비: (max - min) / 255를 float32로 반올림한 값"});
  page.number("zero_point", std::int64_t{found.full.derived.parameters.zero_point_of(0)},
              {"the code that stands for exactly 0", "정확히 0을 나타내는 코드"});
  page.end_list();
}

void write_bound_section(Markdown& page, const Saturation& found) {
  page.heading("##", {"The bound on the round-trip error", "왕복 오차의 상한"});
  page.paragraph(kRule);
  const ErrorTotals& full = found.full.totals.tensor;
  const ErrorTotals& narrow = found.narrow.totals.tensor;
  page.number("bound", static_cast<float>(found.full.totals.bound),
              {"half a step on the full range", "전체 범위에서의 반 걸음"});
  page.number("max_abs_error", full.largest_error(),
              {"the largest error that was measured on the full range", "전체 범위에서 측정한 가장 큰 오차"});
  page.number("clipped", narrow.clipped,
              {"values that lie outside -1..1 and are clipped when the range is narrowed to it",
               "범위를 -1..1로 좁혔을 때 그 밖에 있어 잘린 값의 수"});
  page.number("narrow max_abs_error", narrow.largest_error(),
              {"the largest error on -1..1: the bound does not hold for what is clipped",
               "-1..1에서의 가장 큰 오차: 잘린 값에는 상한이 성립하지 않는다"});
  page.number(
      "saturation_ratio", found.error_ratio,
      {"how many times larger the largest error becomes by narrowing", "범위를 좁혀 가장 큰 오차가 몇 배로 커졌는가"});
  page.end_list();
}

void write_symmetry_section(Markdown& page, const Symmetry& found) {
  page.heading("##", {"Symmetric and asymmetric", "대칭과 비대칭"});
  page.paragraph({"`positive.npy` has no negative value, so half of the codes of sym-i8 are never used.",
                  "`positive.npy`에는 음수가 없어서 sym-i8 코드의 절반은 쓰이지 않는다."});
  page.number("asym scale", found.asym.derived.parameters.scale_of(0), {"the step of asym-u8", "asym-u8의 걸음"});
  page.number("sym scale", found.sym.derived.parameters.scale_of(0), {"the step of sym-i8", "sym-i8의 걸음"});
  page.number("scale_ratio", found.scale_ratio,
              {"how many times coarser sym-i8 is (255/127 on positive data)",
               "sym-i8이 몇 배나 거친가 (양수 데이터에서는 255/127)"});
  page.number("asym usable_levels", found.asym_levels,
              {"different values that asym-u8 can give in the range", "asym-u8이 범위 안에서 낼 수 있는 값의 수"});
  page.number("sym usable_levels", found.sym_levels,
              {"different values that sym-i8 can give in the range", "sym-i8이 범위 안에서 낼 수 있는 값의 수"});
  page.number("positive_asym_over_sym", found.error_ratio,
              {"the largest error of asym-u8 as a share of that of sym-i8",
               "sym-i8의 가장 큰 오차에 대한 asym-u8의 가장 큰 오차의 비"});
  page.end_list();
}

void write_outlier_section(Markdown& page, const ChannelComparison& found) {
  page.heading("##", {"What one outlier does", "이상값 하나가 하는 일"});
  page.paragraph(
      {"One value of `weights.npy` is far from all others. With one scale for the whole array every row pays for it; "
       "with a scale for "
       "each row (axis 0) only its own row does.",
       "`weights.npy`의 값 하나는 나머지와 멀리 떨어져 있다. 배열 전체에 스케일이 하나면 모든 행이 그 값을 치르고, "
       "행마다 스케일을 두면(축 0) "
       "그 값이 있는 행만 치른다."});
  const std::vector<float>& scales = found.per_channel.parameters.scale;
  page.number("channels", std::uint64_t{scales.size()},
              {"rows, each with a scale of its own", "저마다 스케일을 갖는 행의 수"});
  page.number("per_tensor_scale", found.per_tensor.parameters.scale_of(0),
              {"the step with one scale for all", "스케일이 하나일 때의 걸음"});
  if (!scales.empty()) {
    page.number("smallest per_channel_scale", *std::min_element(scales.begin(), scales.end()),
                {"the finest step of a row", "가장 고운 행의 걸음"});
  }
  page.number(
      "channels_improved", found.channels_improved,
      {"rows whose largest error is smaller with a scale of their own", "자기 스케일로 가장 큰 오차가 줄어든 행의 수"});
  page.number("channel_gain", found.best_gain,
              {"how many times smaller it becomes in the row that gains most",
               "가장 많이 나아진 행에서 오차가 몇 분의 일이 되었는가"});
  page.end_list();
}

}  // namespace

std::string bound_rule(Language language) { return language == Language::kEnglish ? kRule.english : kRule.korean; }

std::string report_markdown(const ReportNumbers& numbers, Language language) {
  Markdown page(language);
  page.heading("#", {"What quantizing to 8 bits costs", "8비트 양자화의 비용"});
  write_scale_section(page, numbers.saturation);
  write_bound_section(page, numbers.saturation);
  write_symmetry_section(page, numbers.symmetry);
  write_outlier_section(page, numbers.channel);
  return page.take();
}

}  // namespace qgpu::cli
