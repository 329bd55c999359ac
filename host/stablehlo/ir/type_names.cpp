#include "host/stablehlo/ir/type_names.hpp"

#include <array>
#include <utility>

namespace qgpu::stablehlo {
namespace {

constexpr std::array<std::pair<std::string_view, FloatKind>, 18> kNames = {{
    {"f4E2M1FN", FloatKind::kF4E2M1FN},
    {"f6E2M3FN", FloatKind::kF6E2M3FN},
    {"f6E3M2FN", FloatKind::kF6E3M2FN},
    {"f8E3M4", FloatKind::kF8E3M4},
    {"f8E4M3", FloatKind::kF8E4M3},
    {"f8E4M3B11FNUZ", FloatKind::kF8E4M3B11FNUZ},
    {"f8E4M3FN", FloatKind::kF8E4M3FN},
    {"f8E4M3FNUZ", FloatKind::kF8E4M3FNUZ},
    {"f8E5M2", FloatKind::kF8E5M2},
    {"f8E5M2FNUZ", FloatKind::kF8E5M2FNUZ},
    {"f8E8M0FNU", FloatKind::kF8E8M0FNU},
    {"bf16", FloatKind::kBF16},
    {"f16", FloatKind::kF16},
    {"tf32", FloatKind::kTF32},
    {"f32", FloatKind::kF32},
    {"f64", FloatKind::kF64},
    {"f80", FloatKind::kF80},
    {"f128", FloatKind::kF128},
}};

}  // namespace

std::string_view float_type_name(FloatKind kind) {
  for (const auto& [name, named] : kNames)
    if (named == kind) return name;
  return "";
}

std::optional<FloatKind> float_kind_named(std::string_view name) {
  for (const auto& [known, kind] : kNames)
    if (known == name) return kind;
  return std::nullopt;
}

}  // namespace qgpu::stablehlo
