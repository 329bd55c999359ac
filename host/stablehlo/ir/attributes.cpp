#include "host/stablehlo/ir/attributes.hpp"

#include <algorithm>
#include <bit>

namespace qgpu::stablehlo {

bool operator==(const Attribute& a, const Attribute& b) {
  if (a.storage_ == b.storage_) return true;
  return a.storage_ && b.storage_ && a.storage_->payload == b.storage_->payload;
}

namespace {
bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
}  // namespace

bool operator==(const FloatAttr& a, const FloatAttr& b) { return same_bits(a.value, b.value) && a.type == b.type; }

bool operator==(const DenseArrayAttr& a, const DenseArrayAttr& b) {
  return a.element == b.element && a.integers == b.integers &&
         std::equal(a.floats.begin(), a.floats.end(), b.floats.begin(), b.floats.end(), same_bits);
}

AttributeDictionary::AttributeDictionary(std::initializer_list<std::pair<std::string, Attribute>> entries) {
  for (const auto& [name, value] : entries) set(name, value);
}

const NamedAttribute* AttributeDictionary::find(std::string_view name) const {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const NamedAttribute& entry, std::string_view key) { return entry.name < key; });
  return at != entries_.end() && at->name == name ? &*at : nullptr;
}

Attribute AttributeDictionary::get(std::string_view name) const {
  const NamedAttribute* entry = find(name);
  return entry ? entry->value : Attribute();
}

void AttributeDictionary::set(std::string_view name, Attribute value, bool in_properties) {
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), name,
                                   [](const NamedAttribute& entry, std::string_view key) { return entry.name < key; });
  if (at != entries_.end() && at->name == name) {
    at->value = std::move(value);
    at->in_properties = in_properties;
  } else {
    entries_.insert(at, {std::string(name), std::move(value), in_properties});
  }
}

void AttributeDictionary::erase(std::string_view name) {
  std::erase_if(entries_, [&](const NamedAttribute& entry) { return entry.name == name; });
}

Attribute i64_array_attr(std::vector<std::int64_t> values) { return DenseArrayAttr{i64_type(), std::move(values)}; }

std::optional<std::vector<std::int64_t>> integers_of(const Attribute& attribute) {
  if (const auto* array = attribute.get_if<DenseArrayAttr>()) {
    if (!array->floats.empty()) return std::nullopt;
    return array->integers;
  }
  std::vector<std::int64_t> values;
  if (const auto* list = attribute.get_if<ArrayAttr>()) {
    for (const Attribute& element : list->elements) {
      const auto* integer = element.get_if<IntegerAttr>();
      if (!integer) return std::nullopt;
      values.push_back(integer->value);
    }
    return values;
  }
  const auto* dense = attribute.get_if<DenseAttr>();
  if (!dense || is_float(element_type(dense->elements.type()))) return std::nullopt;
  // A splat of an absurd shape must not become a list: no attribute of an op is that long.
  constexpr std::int64_t kLongest = 1 << 20;
  if (dense->elements.num_elements() > kLongest) return std::nullopt;
  for (std::int64_t i = 0; i < dense->elements.num_elements(); ++i) values.push_back(dense->elements.integer_at(i));
  return values;
}

}  // namespace qgpu::stablehlo
