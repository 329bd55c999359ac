#include <gtest/gtest.h>

#include <string>

#include "qgpu/npy.hpp"
#include "tests/io/scratch_folder.hpp"

namespace qgpu {
namespace {

const std::string kData = std::string(QGPU_SOURCE_DIR) + "/data/npy/";

std::span<const std::byte> as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

/// A file's beginning with this dictionary, as written by a program other than ours.
std::string with_dictionary(const std::string& dictionary, int major = 1) {
  std::string bytes = "\x93NUMPY";
  bytes += static_cast<char>(major);
  bytes += '\0';
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) bytes += static_cast<char>((dictionary.size() >> (8 * i)) & 0xff);
  return bytes + dictionary;
}

NpyHeader parse(const std::string& dictionary, int major = 1) {
  return parse_npy_header(as_bytes(with_dictionary(dictionary, major)), "x.npy");
}

using Shape = std::vector<std::uint64_t>;

TEST(NpyHeader, ReadsWhatPythonReads) {
  struct Case {
    const char* dictionary;
    int major;
    const char* descr;
    bool fortran_order;
    Shape shape;
  };
  const Case cases[] = {
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }   \n", 1, "<f4", false, {3}},
      {"{'shape': (3, 4), 'fortran_order': True, 'descr': '>f8'}", 1, ">f8", true, {3, 4}},
      {"{\"descr\":\"|u1\",\"fortran_order\":False,\"shape\":()}", 1, "|u1", false, {}},
      {" {\n'descr' : '<f4' ,\t'fortran_order' : False , 'shape' : ( 3 , 4 , ) , } \n", 2, "<f4", false, {3, 4}},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (3L, 0L), }", 1, "<f4", false, {3, 0}},
      {"{u'descr': u'<f4', 'fortran_order': False, 'shape': (1,)}", 2, "<f4", false, {1}},
      {"{'descr': '<i8', 'fortran_order': False, 'shape': (9223372036854775807,)}",
       3,
       "<i8",
       false,
       {9223372036854775807u}},
      {"{'descr': '<f4', 'fortran_order': False, 'shape': (0, 4294967296, 2147483647)}",
       3,
       "<f4",
       false,
       {0, 4294967296, 2147483647}},
  };
  for (const Case& good : cases) {
    SCOPED_TRACE(good.dictionary);
    const NpyHeader header = parse(good.dictionary, good.major);
    EXPECT_EQ(header.descr, good.descr);
    EXPECT_EQ(header.fortran_order, good.fortran_order);
    EXPECT_EQ(header.shape, good.shape);
    EXPECT_EQ(header.data_offset, (good.major == 1 ? 10 : 12) + std::string(good.dictionary).size());
  }
}

TEST(NpyHeader, RefusesADictionaryWithOneFault) {
  struct Case {
    const char* fault;
    const char* dictionary;
    const char* words;
    int major = 1;
  };
  const Case cases[] = {
      {"empty", "", "expected a dictionary, found its end"},
      {"a list", "['descr']", "expected a dictionary"},
      {"no fortran_order", "{'descr': '<f4', 'shape': (3,)}", "'fortran_order', found none"},
      {"no shape", "{'descr': '<f4', 'fortran_order': False}", "'shape', found none"},
      {"no descr", "{'shape': (3,), 'fortran_order': False}", "'descr', found none"},
      {"another key", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'x': 1}", "found 'x'"},
      {"a key twice", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'shape': (4,)}",
       "'shape' once, found it twice"},
      {"not closed", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), ", "a key in quotes, found its end"},
      {"text behind", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x",
       "the end of the header after '}', found 'x'"},
      {"NUL behind", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}@", "the end of the header after '}'"},
      {"no comma", "{'descr': '<f4' 'fortran_order': False, 'shape': (3,)}", "',' or '}'"},
      {"no colon", "{'descr' '<f4', 'fortran_order': False, 'shape': (3,)}", "':' after a key"},
      {"an open string", "{'descr': '<f4, ", "the end of a string"},
      {"an escape", "{'descr': '\\x3cf4', 'fortran_order': False, 'shape': (3,)}", "the end of a string"},
      {"order is a number", "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}", "True or False"},
      {"shape is a number", "{'descr': '<f4', 'fortran_order': False, 'shape': (3)}", "a tuple for shape, found (3)"},
      {"shape is a list", "{'descr': '<f4', 'fortran_order': False, 'shape': [3]}", "a tuple for shape"},
      {"shape is None", "{'descr': '<f4', 'fortran_order': False, 'shape': None}", "a tuple for shape"},
      {"a negative extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}", "at least 0, found '-3)"},
      {"a float extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (2.0,)}", "',' or ')'"},
      {"an octal extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (010,)}",
       "an integer in shape, found '010"},
      {"a hexadecimal extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (0x10,)}", "',' or ')'"},
      {"a comma alone", "{'descr': '<f4', 'fortran_order': False, 'shape': (,)}", "an integer in shape"},
      {"two commas", "{'descr': '<f4', 'fortran_order': False, 'shape': (3,,)}", "an integer in shape"},
      {"a nested shape", "{'descr': '<f4', 'fortran_order': False, 'shape': ((3,),)}", "an integer in shape"},
      {"a long in version 3", "{'descr': '<f4', 'fortran_order': False, 'shape': (3L,)}", "',' or ')'", 3},
      {"2^63", "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}", "below 2^63"},
      {"2^64 and 3", "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551619,)}", "below 2^63"},
      {"a product of 2^64", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)}",
       "fewer than 2^63 elements"},
      {"the same beside a 0", "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 0, 4294967296)}",
       "fewer than 2^63 elements"},
      {"structured", "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (2,)}",
       "unsupported element type"},
      {"a nested type", "{'descr': (('<f4'", "an element type in quotes"},
  };
  for (const Case& bad : cases) {
    SCOPED_TRACE(bad.fault);
    std::string dictionary = bad.dictionary;
    if (dictionary.ends_with('@')) dictionary.back() = '\0';
    expect_error(ErrorKind::kFile, {"x.npy: ", bad.words}, [&] { parse(dictionary, bad.major); });
  }
  std::string ones = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (int i = 0; i < 65; ++i) ones += "1, ";
  expect_error(ErrorKind::kFile, {"at most 64 axes"}, [&] { parse(ones + ")}"); });
}

TEST(NpyHeader, RefusesAnythingButNpyByItsName) {
  const auto offset_of = [](const std::string& bytes, const char* name = "x.npy") {
    return npy_data_offset(as_bytes(bytes), name);
  };
  struct Case {
    std::string bytes;
    const char* words;
  };
  const Case cases[] = {
      {"", "an empty file"},
      {"\x93NUM", "cut short after 4 bytes"},
      {"PK\x03\x04\x14\x00\x00\x00", "unsupported"},
      {std::string("\x39\0\0\0\0\0\0\0{\"t\"", 12), "safetensors (unsupported)"},
      {"1.0,2.0,3.0\n", "characters that begin with '1.0,2.0,3.0\\x0a'"},
      {"\x7f"
       "ELF\x02\x01\x01",
       "bytes that begin with '\\x7fELF"},
      {"\x80\x04\x95", "pickle (unsupported)"},
      {std::string("\x93NUMPY\x01\x00", 8), "truncated header"},
      {std::string("\x93NUMPY\x02\x00\x10\x00", 10), "truncated header"},
      {std::string("\x93NUMPY\x04\x00\x10\x00", 10), "unsupported .npy version 4.0"},
      {std::string("\x93NUMPY\x01\x01\x10\x00", 10), "unsupported .npy version 1.1"},
      {std::string("\x93NUMPY\x00\x00\x10\x00", 10), "unsupported .npy version 0.0"},
      {std::string("\x93NUMPY\x02\x00\xf0\xff\xff\xff", 12), "at most 1048576 bytes, found one of 4294967280"},
  };
  for (const Case& bad : cases) {
    expect_error(ErrorKind::kFile, {"x.npy: ", bad.words}, [&] { offset_of(bad.bytes); });
  }
  expect_error(ErrorKind::kFile, {"unsupported"}, [&] { offset_of("\xff\xff\xff", "weights.safetensors"); });
  expect_error(ErrorKind::kFile, {"x.npy: truncated header: expected 65545 bytes, found 20"}, [] {
    parse_npy_header(as_bytes(std::string("\x93NUMPY\x01\x00\xff\xff", 10) + "0123456789"), "x.npy");
  });
}

TEST(NpyHeader, NamesAnElementTypeItDoesNotRead) {
  const auto info_of = [](const std::string& descr, Shape shape = {2}) {
    return npy_tensor_info({descr, false, std::move(shape), 128}, "x.npy");
  };
  for (const char* descr :
       {"<f2", "<i4", "<u2", "|V2", "<c8", "|b1", "<f1", "<f16", "|O", "|S3", "<M8[ns]", "<i8", "", "<", "f44"}) {
    expect_error(ErrorKind::kFile, {"x.npy: unsupported element type '" + std::string(descr) + "'", "float32"},
                 [&] { info_of(descr); });
  }
  struct Case {
    const char* descr;
    ElementType type;
    bool big_endian;
  };
  for (const Case& good : {Case{"<f4", ElementType::kFloat32, false}, Case{">f4", ElementType::kFloat32, true},
                           Case{"=f4", ElementType::kFloat32, false}, Case{"f4", ElementType::kFloat32, false},
                           Case{"<f8", ElementType::kFloat64, false}, Case{">f8", ElementType::kFloat64, true},
                           Case{"|u1", ElementType::kUint8, false}, Case{">u1", ElementType::kUint8, false},
                           Case{"<i1", ElementType::kInt8, false}, Case{"|i1", ElementType::kInt8, false}}) {
    SCOPED_TRACE(good.descr);
    EXPECT_EQ(info_of(good.descr).type, good.type);
    EXPECT_EQ(info_of(good.descr).big_endian, good.big_endian);
  }
  // 2^61 elements: 2^63 bytes as float32, one byte too many.
  expect_error(ErrorKind::kFile, {"fewer than 2^63 bytes"}, [&] { info_of("<f4", {std::uint64_t{1} << 61}); });
  EXPECT_EQ(info_of("<f4", {(std::uint64_t{1} << 61) - 1}).count(), (std::uint64_t{1} << 61) - 1);
}

TEST(NpyFormat, WritesTheHeadersThatNumpyWrites) {
  const std::string headers = read_file(kData + "headers.bin");
  std::string ours;
  std::uint64_t extent = 1;
  for (int digits = 1; digits < 19; ++digits) {
    extent *= 10;
    ours += format_npy_header("|u1", false, {extent});
    ours += format_npy_header("|u1", false, {extent, 2});
    ours += format_npy_header("|u1", true, {extent, 2});
    ours += format_npy_header("|u1", true, {2, extent});
  }
  EXPECT_EQ(ours.size(), headers.size());
  EXPECT_EQ(ours, headers);
}

}  // namespace
}  // namespace qgpu
