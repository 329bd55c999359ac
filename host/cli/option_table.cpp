#include "host/cli/option_table.hpp"

#include <array>
#include <string>

#include "qgpu/error.hpp"

namespace qgpu::cli {
namespace {

constexpr std::array kOptions = std::to_array<OptionSpec>({
    {"--axis", "", "K", "A scale and zero point for each index of axis K; negative K counts from the end.", ""},
    {"--block", "", "N|NxM",
     "A scale for each run of N elements along --axis (without it the last; ONNX's default is 1), or each N x M block "
     "of the last two axes.",
     ""},
    {"--scale", "", "S|FILE.npy",
     "This scale in place of one derived from the data; zero point 0 unless --zero-point says another.", "", true},
    {"--zero-point", "", "Z|FILE.npy", "The zero point that goes with --scale.", "", true},
    {"--params", "", "FILE|dynamic",
     "Scheme, scale and zero point from the JSON that quantize printed; or the word dynamic: derive them as ONNX "
     "DynamicQuantizeLinear.",
     "dynamic", true},
    {"--type", "", "TYPE",
     "Codes, order, axis, scales and zero points of a StableHLO type, such as '!quant.uniform<i8:f32, 0.5:3>', in "
     "place "
     "of MODE and of every other choice of parameters.",
     ""},
    {"--emit-stablehlo", "", "FILE", "Write a StableHLO program too: a constant of the codes, dequantized.", "", true},
    {"--scale-out", "", "FILE.npy", "Save the scales as a float32 array of the parameter shape.", "", true},
    {"--zero-point-out", "", "FILE.npy", "Save the zero points as an array of the code type.", "", true},
    {"--order", "", "onnx|stablehlo",
     "When the zero point is added: after rounding (onnx, the default) or before (stablehlo); they differ at ties.",
     "onnx stablehlo"},
    {"--narrow-range", "", "", "Leave out the lowest code.", ""},
    {"--nonfinite", "", "error|saturate",
     "What a NaN or infinity does: refuse (the default), or saturate: a NaN becomes the zero point, infinities the end "
     "codes.",
     "error saturate"},
    {"--max-error", "", "E", "Exit 1 if max_abs_error is above E.", ""},
    {"--require-bound", "", "", "Exit 1 unless within_bound is true.", ""},
    {"--per-group", "", "", "The error statistics of each group too.", ""},
    {"--table", "", "", "A table for people in place of the JSON.", ""},
    {"--dry-run", "", "", "Print the plan and the bytes it moves; read no data and write nothing.", ""},
    {"--fsync", "", "", "Flush outputs to the disk before they appear under their names.", ""},
    {"--device", "", "auto|cpu|cuda|cuda:N",
     "Where to compute; auto (the default, or the environment's QGPU_DEVICE) takes a usable GPU, else the CPU.",
     "auto cpu cuda"},
    {"--threads", "", "N", "CPU threads; as many as the machine has by default.", ""},
    {"--max-device-memory", "", "BYTES", "GPU memory to use, with K, M or G of 1024s; what is free by default.", ""},
    {"--max-host-memory", "", "BYTES", "Memory for buffers, with K, M or G of 1024s; 64M by default.", ""},
    {"--report", "", "FILE", "Write the JSON to FILE too (- is stdout, once).", "", true},
    {"--seed", "", "N", "Another sample for another N; 0 by default.", ""},
    {"--lang", "", "en|ko", "Language of the report's text.", "en ko"},
    {"--csv", "", "", "Rows of comma-separated values in place of the JSON.", ""},
    {"--bytes", "", "BYTES", "Size of the tensor to time, with K, M or G of 1024s; 256M by default.", ""},
    {"--columns", "", "N", "Extent of its last axis; 4096 by default.", ""},
    {"--samples", "", "N", "Times that each operation is measured; 11 by default.", ""},
    {"--kernel", "", "NAME,...", "Operations to time: ranges, quantize, dequantize, roundtrip, fused_quantize.", ""},
    {"--granularity", "", "NAME,...", "Granularities to time: tensor, axis0, last_axis, block128.", ""},
    {"--compare", "", "FILE", "Exit 1 if a row is slower than in FILE, an earlier JSON, by more than noise.", "", true},
    {"--quiet", "-q", "", "No warnings and no progress bar.", ""},
    {"--verbose", "-v", "", "Say on stderr what runs where, and how long it took.", ""},
});

constexpr std::array kLater = std::to_array<LaterOption>({
    {"--dtype", "NAME", "void element types"},
    {"--out-type", "NAME", "other output types"},
    {"--scale-type", "NAME", "other scale types"},
    {"--range", "RULE", "other range rules"},
    {"--shape", "3x4", "packed codes"},
    {"--tensor", "NAME", "files of several tensors"},
    {"--all-tensors", "", "files of several tensors"},
    {"--skip", "GLOB", "files of several tensors"},
    {"--rule", "GLOB=SCHEME", "files of several tensors"},
    {"--recipe", "FILE", "recipes"},
    {"--resume", "", "files of several tensors"},
    {"--format", "NAME", "other formats"},
    {"--budget", "BITS", "mixed widths"},
    {"--html", "FILE", "HTML reports"},
});

}  // namespace

std::span<const OptionSpec> option_table() { return kOptions; }
std::span<const LaterOption> later_options() { return kLater; }

const OptionSpec& find_option(std::string_view name) {
  for (const OptionSpec& option : kOptions) {
    if (option.name == name) return option;
  }
  throw internal_error("option table: no " + std::string(name));
}

}  // namespace qgpu::cli
