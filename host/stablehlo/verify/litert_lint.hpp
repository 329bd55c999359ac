#pragma once
#include "host/stablehlo/ir/diagnostics.hpp"
#include "host/stablehlo/ir/ir.hpp"

namespace qgpu::stablehlo {

/// Where a program leaves the rules of the LiteRT 8-bit quantization specification: signed 8-bit storage (32-bit for
/// accumulators and bias), symmetric weights of a narrow range, bias scales that are input scale times weight scale
/// (within a part in a million), shared parameters for ops that only move data, fixed result parameters of logistic and
/// tanh. One warning a finding.
Diagnostics lint_litert(const Module& module);

}  // namespace qgpu::stablehlo
