#pragma once
#include <string_view>
#include <vector>

#include "host/stablehlo/ir/op_definition.hpp"

namespace qgpu::stablehlo {

/// One step of a pretty form, followed by the reader and by the printer alike. Written in the table of definitions as
/// words between blanks:
///   $0 $1 ..       one operand                    $*               all (remaining) operands, with commas
///   int:A int32:A  an integer attribute           list:A           [1, 2], held as array<i64>
///   bool:A string:A symbol:A                      ints:A           [1, 2], held as dense<..> : tensor<Nxindex>
///   enum:A:NAME    the value of #stablehlo<NAME ..>        enums:A:NAME    [V, V]
///   dense:A        a literal with its type        typed:A          any attribute with its type
///   {}             the extra attributes           ?( .. )?         there only if its attribute is
///   :same :fn ...  the types, see TypeClause      anything else    itself
struct Directive {
  enum class Kind {
    kOperand,
    kOperands,
    kInteger64,
    kInteger32,
    kList,
    kIndexList,
    kBool,
    kString,
    kSymbol,
    kEnum,
    kEnums,
    kDense,
    kTyped,
    kAttributes,
    kOptionalBegin,
    kOptionalEnd,
    kTypes,
    kLiteral
  };
  Kind kind;
  std::string_view text;  ///< the attribute's name, the literal itself
  std::string_view enum_name = {};
};

/// How the types of operands and results are written.
enum class TypeClause {
  kNone,         ///< not at all: the result has the type of the attribute `value`
  kSame,         ///< `: T` if all are equal, else as kFunction
  kFunction,     ///< `: (T, T) -> T`
  kResult,       ///< `: T`, the result
  kOperands,     ///< `: T, T`, the operands; nothing if there are none
  kFirst,        ///< `: T`, each operand
  kTuple,        ///< `: tuple<T, T>`, the result, whose elements are the operands
  kComplex,      ///< `: T`, the result; the operands are of its parts
  kSelect,       ///< `: Tp, T`, predicate and the rest, else as kFunction
  kListArrow,    ///< `: T, T -> T`
  kTo,           ///< `: T to T`
  kWitness,      ///< `: T, T`, the operands; the result is a !shape.witness
  kWitnessOnly,  ///< not at all, the result is a !shape.witness
  kDim,          ///< `: T`, the first operand; the second operand and the result are of type index
  kElements      ///< `: tensor<..xT>`, the result, the operands are of its element type
};

struct OpFormat {
  std::vector<Directive> directives;
  TypeClause types = TypeClause::kNone;
};

/// The compiled form of an op that has one (not empty, not `@`).
const OpFormat& op_format(const OpDefinition& definition);

}  // namespace qgpu::stablehlo
