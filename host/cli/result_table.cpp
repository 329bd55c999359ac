#include "host/cli/result_table.hpp"

#include <fmt/format.h>

namespace qgpu::cli {
namespace {

/// Groups in the order of the parameter array.
template <class Visit>
void for_each_group(const GroupedTensor& tensor, Visit&& visit) {
  if (!tensor.is_grouped()) return;
  const std::vector<std::uint64_t> places = in_parameter_order(tensor, [](std::uint64_t group) { return group; });
  for (std::size_t place = 0; place < places.size(); ++place) visit(place, places[place]);
}

}  // namespace

std::string roundtrip_table(const GroupedTensor& tensor, const Roundtrip& found) {
  const ErrorTotals& totals = found.totals.tensor;
  const Parameters& parameters = found.derived.parameters;
  TextTable table({"statistic", "value"});
  if (!tensor.is_grouped()) {
    table.add_row({"scale", cell(parameters.scale_of(0))});
    table.add_row({"zero_point", cell(parameters.zero_point_of(0))});
  }
  table.add_row({"count", cell(found.count)});
  table.add_row({"max_abs_error", cell(totals.largest_error())});
  table.add_row({"mean_abs_error", cell(totals.mean_abs_error())});
  table.add_row({"rmse", cell(totals.rmse())});
  table.add_row({"sqnr_db", cell(totals.sqnr_db())});
  table.add_row({"cosine", cell(totals.cosine())});
  table.add_row({"clipped", cell(totals.clipped)});
  table.add_row({"bound", cell(static_cast<float>(found.totals.bound))});
  table.add_row({"within_bound", found.totals.within_bound ? "yes" : "no"});
  if (!tensor.is_grouped()) return table.text();

  const bool with_errors = !found.totals.groups.empty();
  std::vector<std::string> headings{"group", "scale", "zero_point"};
  if (with_errors) headings.insert(headings.end(), {"max_abs_error", "rmse", "clipped"});
  TextTable groups(std::move(headings));
  for_each_group(tensor, [&](std::uint64_t place, std::uint64_t group) {
    std::vector<std::string> row{cell(place), cell(parameters.scale_of(group)), cell(parameters.zero_point_of(group))};
    if (with_errors) {
      const ErrorTotals& errors = found.totals.groups[group];
      row.insert(row.end(), {cell(errors.largest_error()), cell(errors.rmse()), cell(errors.clipped)});
    }
    groups.add_row(std::move(row));
  });
  return table.text() + "\n" + groups.text();
}

TextTable comparison_table() {
  return TextTable(
      {"scheme", "max_abs_error", "mean_abs_error", "rmse", "sqnr_db", "clipped", "bound", "within_bound"});
}

std::vector<std::string> comparison_row(const std::string& scheme, const Roundtrip& found) {
  const ErrorTotals& totals = found.totals.tensor;
  return {scheme,
          cell(totals.largest_error()),
          cell(totals.mean_abs_error()),
          cell(totals.rmse()),
          cell(totals.sqnr_db()),
          cell(totals.clipped),
          cell(static_cast<float>(found.totals.bound)),
          found.totals.within_bound ? "yes" : "no"};
}

TextTable inspection_table() {
  return TextTable({"tensor", "group", "min", "max", "nan", "inf", "scale", "zero_point"});
}

void add_inspection_rows(TextTable& table, const std::string& input, const GroupedTensor& tensor, const Ranges& ranges,
                         const Parameters& parameters) {
  const bool with_parameters = parameters.size() > 0;
  const ObservedRange all = ranges.tensor();
  const NonfiniteCounts& nonfinite = ranges.nonfinite;
  std::vector<std::string> whole{
      input, "all", cell(all.min), cell(all.max), cell(nonfinite.nan), cell(nonfinite.posinf + nonfinite.neginf)};
  const auto add_parameters = [&](std::vector<std::string>& row, std::uint64_t group) {
    row.insert(row.end(), {cell(parameters.scale_of(group)), cell(parameters.zero_point_of(group))});
  };
  if (with_parameters && !tensor.is_grouped()) add_parameters(whole, 0);
  table.add_row(std::move(whole));
  for_each_group(tensor, [&](std::uint64_t place, std::uint64_t group) {
    const ObservedRange& range = ranges.groups[group];
    std::vector<std::string> row{"", cell(place), cell(range.min), cell(range.max), "", ""};
    if (with_parameters) add_parameters(row, group);
    table.add_row(std::move(row));
  });
}

}  // namespace qgpu::cli
