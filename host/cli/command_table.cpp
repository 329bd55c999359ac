#include "host/cli/command_table.hpp"

#include <algorithm>
#include <array>

namespace qgpu::cli {
namespace {

using Names = std::string_view;

constexpr std::array kEvery = std::to_array<Names>({"--report", "--quiet", "--verbose"});

constexpr std::array kDevice =
    std::to_array<Names>({"--device", "--threads", "--max-device-memory", "--max-host-memory"});

template <std::size_t N>
constexpr std::array<Names, N + kDevice.size()> with_device(const Names (&own)[N]) {
  std::array<Names, N + kDevice.size()> all;
  std::ranges::copy(kDevice, std::ranges::copy(own, all.begin()).out);
  return all;
}

constexpr std::array kParams = std::to_array<Names>({"--params", "--narrow-range"});
constexpr std::array kInspect = with_device({"--axis", "--block", "--params", "--narrow-range", "--table"});
constexpr std::array kQuantize = with_device({"--axis", "--block", "--scale", "--zero-point", "--params", "--type",
                                              "--scale-out", "--zero-point-out", "--emit-stablehlo", "--order",
                                              "--narrow-range", "--nonfinite", "--dry-run", "--fsync"});
constexpr std::array kDequantize = with_device({"--axis", "--block", "--scale", "--zero-point", "--params", "--type",
                                                "--order", "--narrow-range", "--dry-run", "--fsync"});
constexpr std::array kRoundtrip =
    with_device({"--axis", "--block", "--scale", "--zero-point", "--params", "--type", "--order", "--narrow-range",
                 "--nonfinite", "--per-group", "--max-error", "--require-bound", "--table"});
constexpr std::array kMeasure = with_device({"--order", "--nonfinite"});
constexpr std::array kCompare =
    with_device({"--axis", "--block", "--order", "--narrow-range", "--nonfinite", "--per-group", "--table"});
constexpr std::array kGenData = std::to_array<Names>({"--seed", "--fsync"});
constexpr std::array kReport = with_device({"--lang", "--fsync"});
constexpr std::array kVerify =
    with_device({"--axis", "--block", "--scale", "--zero-point", "--params", "--type", "--order", "--narrow-range"});
// Its tensors are made in memory: no buffer on the host to bound.
constexpr std::array kBench =
    std::to_array<Names>({"--kernel", "--granularity", "--bytes", "--columns", "--samples", "--compare", "--table",
                          "--csv", "--device", "--threads", "--max-device-memory"});

constexpr std::array kCommands = std::to_array<CommandSpec>({
    {"params", "", "LO HI [MODE]", "scale and zero point of a range",
     "The arithmetic alone, no tensor: which scale and zero point map LO..HI to the codes of MODE.\n"
     "The range is widened to hold 0, so that 0 is always a code.",
     "qgpu params -1 1 sym-i8\n"
     "    scale 1/127, zero point 0: -1..1 in steps of 1/127",
     kParams, run_params},
    {"inspect", "minmax", "IN... [MODE]", "smallest and largest value of tensors, or of their groups",
     "Reads once and reports NaN and infinities apart, with the place of the first. With MODE also\n"
     "the scale and zero point that the ranges give.",
     "qgpu inspect weights.npy --axis 0 sym-i8\n"
     "    a range, a scale and a zero point for each row",
     kInspect, run_inspect},
    {"quantize", "q", "IN OUT [MODE] [LO HI]", "write the codes of a tensor",
     "The JSON on stdout holds what dequantize needs: save it beside OUT.",
     "qgpu quantize weights.npy codes.npy sym-i8 --axis 0 > codes.json\n"
     "    codes of one byte, and a scale for each row in codes.json",
     kQuantize, run_quantize},
    {"dequantize", "dq", "IN OUT SCALE ZERO_POINT [MODE] | IN OUT --params FILE", "write the values of codes",
     "SCALE and ZERO_POINT are numbers, or .npy files with one for each group. MODE defaults to the\n"
     "type of IN. --type, like --params, stands in their place.",
     "qgpu dequantize codes.npy back.npy --params codes.json\n"
     "    float32 values, at most half a step from those that were quantized",
     kDequantize, run_dequantize},
    {"roundtrip", "", "IN [MODE] [LO HI]", "what quantizing a tensor would lose; nothing is written",
     "Quantizes and dequantizes in memory and measures the difference: largest and mean error, SQNR,\n"
     "how many values were clipped, and whether every error is within half a step (within_bound).",
     "qgpu roundtrip weights.npy sym-i8 --axis 0\n"
     "    the error with a scale for each row; without --axis, with one scale for all",
     kRoundtrip, run_roundtrip},
    {"channel", "", "IN AXIS", "int8 with a scale for each channel, against one scale for all",
     "Symmetric int8. An outlier in one channel spoils the single scale for all of them: best_gain says\n"
     "how much the channel that gains most gains from a scale of its own.",
     "qgpu channel weights.npy 0\n"
     "    largest error of each row, both ways",
     kMeasure, run_channel},
    {"saturate", "", "IN LO HI", "the full range of a tensor, against a narrowed one",
     "asym-u8 twice: on the observed range, and on LO..HI, where values outside are clipped.",
     "qgpu saturate spread.npy -1 1\n"
     "    finer steps inside -1..1, paid for by what lies outside",
     kMeasure, run_saturate},
    {"symmetry", "", "IN", "asym-u8 against sym-i8",
     "On data of one sign the symmetric scale is about twice as coarse: half of its codes are never used.",
     "qgpu symmetry positive.npy\n"
     "    scale_ratio 255/127 for data that are all positive",
     kMeasure, run_symmetry},
    {"compare", "", "IN SCHEME...", "several schemes side by side",
     "SCHEME is MODE, or MODE@ followed by tensor, axis=K, block=N, axis=K,block=N or block=NxM. Without\n"
     "@ the common options apply.",
     "qgpu compare weights.npy sym-i8 sym-i8@axis=0 asym-u8@block=32 --table\n"
     "    a row of errors for each scheme",
     kCompare, run_compare},
    {"gen-data", "", "DIR", "write three sample arrays to learn with",
     "spread.npy (normal values and a few far ones), positive.npy (all at least 0), weights.npy (rows,\n"
     "one with an outlier). The same seed gives the same bytes on every machine.",
     "qgpu gen-data sample\n"
     "    sample/spread.npy, sample/positive.npy, sample/weights.npy",
     kGenData, run_gen_data},
    {"report", "", "DIR", "a report that explains, over the sample arrays of DIR",
     "Runs saturate (-1 1), symmetry and channel (axis 0) over DIR's three arrays and writes\n"
     "saturate.json, symmetry.json, channel.json, report.json and report.md there.",
     "qgpu report sample --lang en\n"
     "    read sample/report.md",
     kReport, run_report},
    {"verify", "", "SOURCE OUT --params FILE", "recompute a quantized file and compare",
     "Quantizes SOURCE as FILE (the JSON of quantize) says and compares with the codes in OUT. Exit 1 if\n"
     "any code differs. --scale and --zero-point stand in the place of FILE, as for dequantize.",
     "qgpu verify weights.npy codes.npy --params codes.json\n"
     "    checked: how many codes; differing: how many are not what they should be",
     kVerify, run_verify},
    {"bench", "", "", "throughput of this machine",
     "Times the operations in turn with a plain copy of memory by as many threads, after checking that\n"
     "they are right. bytes is what an operation must move; share_of_copy 1 is as fast as the copy.",
     "qgpu bench --bytes 64M --table\n"
     "    a row for each operation and granularity",
     kBench, run_bench},
    {"info",
     "",
     "",
     "version, features, devices",
     "What this binary was built with and what it finds on this machine.",
     "qgpu info\n"
     "    the devices that --device takes",
     {},
     run_info},
    {"stablehlo",
     "",
     "COMMAND ...",
     "StableHLO quantized types and programs",
     "type reads a type, check verifies a program, print prints it in canonical form, opt runs passes over\n"
     "it, run evaluates it and its checks. qgpu stablehlo COMMAND --help lists the options of each.",
     "qgpu stablehlo run add.mlir\n"
     "    what the program returns",
     {},
     nullptr},
    {"completion",
     "",
     "bash|zsh|fish|man",
     "print a shell's completions, or the man page",
     "Generated from the table of options that the parser uses.",
     "qgpu completion bash > ~/.local/share/bash-completion/completions/qgpu\n"
     "    completions in every new bash",
     {},
     run_completion},
});

}  // namespace

std::span<const CommandSpec> command_table() { return kCommands; }
std::span<const std::string_view> options_of_every_command() { return kEvery; }

const CommandSpec* find_command(std::string_view name) {
  for (const CommandSpec& command : kCommands) {
    if (name == command.name || (!command.alias.empty() && name == command.alias)) return &command;
  }
  return nullptr;
}

}  // namespace qgpu::cli
