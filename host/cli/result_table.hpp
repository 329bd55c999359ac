#pragma once
// What --table shows in place of the JSON.
#include "host/cli/result_json.hpp"
#include "host/cli/text_table.hpp"

namespace qgpu::cli {

/// A round trip: a line for each statistic; with groups, a table of them below.
std::string roundtrip_table(const GroupedTensor& tensor, const Roundtrip& found);

/// The columns of `compare`, and a scheme's row.
TextTable comparison_table();
std::vector<std::string> comparison_row(const std::string& scheme, const Roundtrip& found);

/// The columns of `inspect`, and the rows of a tensor: itself, then its groups. `parameters` is empty without a mode.
TextTable inspection_table();
void add_inspection_rows(TextTable& table, const std::string& input, const GroupedTensor& tensor, const Ranges& ranges,
                         const Parameters& parameters);

}  // namespace qgpu::cli
