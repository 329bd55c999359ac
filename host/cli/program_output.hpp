#pragma once
#include "host/cli/parameter_choice.hpp"
#include "host/cli/result_json.hpp"
#include "host/cli/session.hpp"
#include "host/stablehlo/text/constant_program.hpp"

namespace qgpu::cli {

/// The program of --emit-stablehlo, written as the codes are.
class ProgramOutput {
 public:
  /// Refuses what no program can say: groups that are blocks, an empty axis, and more groups than a type has room for.
  /// Throws Error kUsage.
  static void check(const GroupedTensor& tensor, const Scheme& scheme);

  /// `codes` gets the codes too.
  ProgramOutput(const std::string& path, const TensorInfo& info, Sink& codes, Session& session)
      : program_(info, session.add_text_output(path, stablehlo::ConstantProgram::literal_bytes(info))),
        both_(codes, program_) {}

  /// Where quantize writes.
  Sink& codes() { return both_; }
  /// After the codes: writes --type as it was given, else the type of the scheme.
  void finish(const ParameterChoice& choice, const GroupedTensor& tensor, const Parameters& parameters);

 private:
  /// Hands what it gets to two others.
  class Tee final : public Sink {
   public:
    Tee(Sink& first, Sink& second) : first_(first), second_(second) {}
    std::byte* data() override { return nullptr; }
    void write(std::uint64_t offset, const std::byte* bytes, std::size_t size) override {
      first_.write(offset, bytes, size);
      second_.write(offset, bytes, size);
    }

   private:
    Sink& first_;
    Sink& second_;
  };

  stablehlo::ConstantProgram program_;
  Tee both_;
};

}  // namespace qgpu::cli
