#include "host/stablehlo/ir/ir.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "host/stablehlo/ir/builder.hpp"
#include "host/stablehlo/ir/float_format.hpp"

namespace qgpu::stablehlo {
namespace {

class IrTest : public testing::Test {
 protected:
  Module module_;
  Builder builder_ = Builder::at_end(module_.body());
  Type type_ = tensor_type({2}, f32_type());
  Value* constant(double value) { return builder_.constant(DenseElements::splat_float(type_, value)); }
};

TEST_F(IrTest, UsesFollowTheOperands) {
  Value* a = constant(1);
  Value* b = constant(2);
  Operation& sum = builder_.create_op("stablehlo.add", {a, a}, {type_});
  EXPECT_EQ(a->num_uses(), 2u);
  EXPECT_FALSE(a->has_one_use());
  sum.set_operand(1, b);
  EXPECT_TRUE(a->has_one_use());
  a->replace_all_uses_with(b);
  EXPECT_FALSE(a->has_uses());
  EXPECT_EQ(sum.operands(), (std::vector<Value*>{b, b}));
  EXPECT_EQ(b->uses().front()->owner(), &sum);
}

TEST_F(IrTest, AnOpInUseIsNotErased) {
  Value* a = constant(1);
  Value* sum = builder_.create("stablehlo.add", {a, a}, type_);
  EXPECT_THROW(a->defining_op()->erase(), Error);
  sum->defining_op()->erase();
  EXPECT_FALSE(a->has_uses());
  a->defining_op()->erase();
  EXPECT_TRUE(module_.body().empty());
}

TEST_F(IrTest, ABuilderKeepsItsPlace) {
  Value* last = constant(3);
  Builder front = Builder::before(*last->defining_op());
  Value* first = front.constant(DenseElements::splat_float(type_, 1));
  Value* second = front.constant(DenseElements::splat_float(type_, 2));
  EXPECT_EQ(first->defining_op()->next(), second->defining_op());
  EXPECT_EQ(second->defining_op()->next(), last->defining_op());
  last->defining_op()->move_before(*first->defining_op());
  EXPECT_EQ(&module_.body().front(), last->defining_op());
}

TEST_F(IrTest, AReplacedOpIsGone) {
  Value* a = constant(1);
  Value* negated = builder_.create("stablehlo.negate", {a}, type_);
  Operation& user = builder_.create_op("stablehlo.abs", {negated}, {type_});
  Value* const replacement = a;
  negated->defining_op()->replace_with(std::span(&replacement, 1));
  EXPECT_EQ(user.operand(0), a);
  EXPECT_EQ(module_.body().size(), 2u);
}

TEST_F(IrTest, ACloneIsIndependent) {
  Value* a = constant(1);
  Operation& outer = builder_.create_op("stablehlo.reduce", {a, a}, {type_}, {}, 1);
  Block& body = outer.region(0).add_block();
  Value* argument = body.add_argument(scalar_tensor(f32_type()));
  Value* inner = Builder::at_end(body).create("stablehlo.add", {argument, argument}, scalar_tensor(f32_type()));
  Builder::at_end(body).create_op("stablehlo.return", {inner}, {});
  const Module copy = module_.clone();
  ASSERT_EQ(copy.body().size(), 2u);
  const Operation& reduce = copy.body().back();
  EXPECT_NE(reduce.operand(0), a);
  EXPECT_EQ(reduce.operand(0)->defining_op(), &copy.body().front());
  Block& copied = reduce.region(0).front();
  EXPECT_EQ(copied.front().operand(0), copied.argument(0));
  EXPECT_EQ(copied.parent_op(), &reduce);
  EXPECT_EQ(a->num_uses(), 2u);
}

TEST(Types, EqualityIsStructural) {
  QuantizedType q;
  q.expressed = f32_type();
  q.scales = {0.5};
  q.zero_points = {0};
  QuantizedType other = q;
  EXPECT_EQ(tensor_type({2, kDynamic}, q), tensor_type({2, kDynamic}, other));
  other.zero_points = {1};
  EXPECT_NE(tensor_type({2, kDynamic}, q), tensor_type({2, kDynamic}, other));
  EXPECT_EQ(to_storage_type(tensor_type({2}, q)), tensor_type({2}, integer_type(8)));
  EXPECT_EQ(to_expressed_type(tensor_type({2}, q)), tensor_type({2}, f32_type()));
}

TEST(Types, HostileShapesDoNotOverflow) {
  const Type huge = tensor_type({1LL << 40, 1LL << 40}, f32_type());
  EXPECT_EQ(huge.get<TensorType>().num_elements(), std::nullopt);
  EXPECT_EQ(tensor_type({1LL << 40, 1LL << 40, 0}, f32_type()).get<TensorType>().num_elements(), 0);
  EXPECT_EQ(tensor_type({kDynamic}, f32_type()).get<TensorType>().num_elements(), std::nullopt);
}

TEST(DenseElements, IntegersKeepTheirSign) {
  const auto i4 = DenseElements::from_integers(tensor_type({3}, integer_type(4)), std::vector<std::int64_t>{-1, 7, -8});
  EXPECT_EQ(i4.bytes()[0], std::byte(0x0F));
  EXPECT_EQ(i4.integer_at(0), -1);
  EXPECT_EQ(i4.integer_at(2), -8);
  const auto ui8 = DenseElements::splat_integer(tensor_type({3}, integer_type(8, Signedness::kUnsigned)), 200);
  EXPECT_EQ(ui8.integer_at(2), 200);
  EXPECT_EQ(DenseElements::splat_integer(tensor_type({1}, i1_type()), 1).integer_at(0), 1);
}

// Bit patterns from the OCP MX and IEEE tables.
TEST(FloatFormats, EncodeRoundsToNearestEven) {
  EXPECT_EQ(encode_float(1.0, float_format(FloatKind::kF16)), 0x3C00u);
  EXPECT_EQ(encode_float(65519.99, float_format(FloatKind::kF16)), 0x7BFFu);
  EXPECT_EQ(encode_float(65520.0, float_format(FloatKind::kF16)), 0x7C00u);
  EXPECT_EQ(encode_float(std::ldexp(1.0, -25), float_format(FloatKind::kF16)), 0x0000u);  // tie to even: zero
  EXPECT_EQ(encode_float(std::ldexp(1.5, -25), float_format(FloatKind::kF16)), 0x0001u);
  EXPECT_EQ(encode_float(448.0, float_format(FloatKind::kF8E4M3FN)), 0x7Eu);
  EXPECT_EQ(encode_float(500.0, float_format(FloatKind::kF8E4M3FN)), 0x7Fu);
  EXPECT_EQ(encode_float(-0.0, float_format(FloatKind::kF8E4M3FNUZ)), 0x00u);
  EXPECT_EQ(encode_float(6.0, float_format(FloatKind::kF4E2M1FN)), 0x7u);
  EXPECT_EQ(encode_float(2.0, float_format(FloatKind::kF8E8M0FNU)), 0x80u);
}

TEST(FloatFormats, EveryPatternReadsBackAsItself) {
  for (const FloatKind kind : {FloatKind::kF8E5M2, FloatKind::kF8E4M3FN, FloatKind::kF8E3M4, FloatKind::kF8E4M3FNUZ,
                               FloatKind::kF8E8M0FNU, FloatKind::kF16, FloatKind::kBF16}) {
    const FloatFormat format = float_format(kind);
    for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << format.width); ++bits) {
      const double value = decode_float(bits, format);
      if (std::isnan(value)) continue;
      ASSERT_EQ(encode_float(value, format), bits) << "kind " << static_cast<int>(kind);
    }
  }
}

TEST(FloatFormats, HalfAgreesWithTheCompiler) {
  for (std::uint64_t bits = 0; bits < 0x10000; ++bits) {
    const double value = decode_float(bits << 16, float_format(FloatKind::kF32));
    if (std::isnan(value)) continue;
    float single;
    const auto word = static_cast<std::uint32_t>(bits << 16);
    std::memcpy(&single, &word, 4);
    ASSERT_EQ(value, static_cast<double>(single));
  }
}

}  // namespace
}  // namespace qgpu::stablehlo
