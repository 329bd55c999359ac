#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "host/stablehlo/text/expected_diagnostics.hpp"
#include "host/stablehlo/text/text.hpp"
#include "host/stablehlo/verify/litert_lint.hpp"
#include "host/stablehlo/verify/quantized_type_rules.hpp"

// Any text reads or is refused, without a crash; what reads and verifies prints, and what is printed reads and prints
// the same again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace qgpu::stablehlo;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Diagnostics type_diagnostics;
  if (const Type type = parse_type(text, type_diagnostics)) {
    const std::string once = print_type(type);
    const Type again = parse_type(once, type_diagnostics);
    if (!again || print_type(again) != once) std::abort();
    if (const QuantizedType* quantized = quantized_element(type)) {
      reasons_not_stablehlo(*quantized);
      shape_conflicts(*quantized, {4, 3});
    }
  }
  for (const Source& chunk : split_source("fuzz", text)) {
    Diagnostics diagnostics;
    const auto module = parse_module(chunk, diagnostics);
    if (module && verify(*module, diagnostics)) {
      lint_litert(*module);
      for (const bool generic : {false, true}) {
        const std::string once = print_module(*module, {.generic = generic});
        Diagnostics again_diagnostics;
        const auto again = parse_module({"again", once, 1}, again_diagnostics);
        if (!again || print_module(*again, {.generic = generic}) != once) std::abort();
      }
    }
    unmet_expectations(chunk, diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.all()) render(diagnostic, chunk);
  }
  return 0;
}
