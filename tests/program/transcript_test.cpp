// Runs the program as a user would: every data/program/*.txt is a session in a shell, in a fresh folder that holds
// data/program/input. A line `$ COMMAND` is run; the lines after it are its whole stdout, then its stderr (each line
// behind `! `), then its exit code where it is not 0 (`[exit 2]`). What depends on machine and version is masked.
// QGPU_UPDATE_TRANSCRIPTS=1 writes what came in place of comparing: read the difference before you keep it.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

namespace {
namespace fs = std::filesystem;

const fs::path kFolder = fs::path(QGPU_SOURCE_DIR) / "data/program";

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string masked(std::string text) {
  static const std::regex kVersion("\"qgpu_version\": \"[^\"]*\"");
  static const std::regex kDevice("\"device_name\": \"[^\"]*\"");
  text = std::regex_replace(text, kVersion, "\"qgpu_version\": \"VERSION\"");
  return std::regex_replace(text, kDevice, "\"device_name\": \"NAME\"");
}

/// A fresh folder with the inputs, gone at the end.
class Sandbox {
 public:
  Sandbox() {
    std::string name = (fs::temp_directory_path() / "qgpu-transcript-XXXXXX").string();
    path_ = mkdtemp(name.data());
    fs::create_directory(path_ / "work");
    fs::copy(kFolder / "input", path_ / "work");
  }
  ~Sandbox() { fs::remove_all(path_); }

  std::string run(const std::string& command) const {
    const std::string script = "cd '" + (path_ / "work").string() +
                               "' && qgpu() { '" QGPU_BINARY "' \"$@\"; } && export QGPU_DEVICE=cpu && { " + command +
                               "\n} >'" + (path_ / "out").string() + "' 2>'" + (path_ / "err").string() +
                               "' </dev/null";
    std::ofstream(path_ / "script") << script;
    const int status = std::system(("bash '" + (path_ / "script").string() + "'").c_str());
    std::string text = read_file(path_ / "out");
    if (!text.empty() && text.back() != '\n') text += "\n[no line end]\n";
    std::istringstream errors(read_file(path_ / "err"));
    for (std::string line; std::getline(errors, line);) text += "! " + line + "\n";
    if (!WIFEXITED(status)) return text + "[killed]\n";
    if (WEXITSTATUS(status) != 0) text += "[exit " + std::to_string(WEXITSTATUS(status)) + "]\n";
    return masked(text);
  }

 private:
  fs::path path_;
};

class Transcript : public testing::TestWithParam<std::string> {};

TEST_P(Transcript, IsWhatTheProgramDoes) {
  const fs::path path = kFolder / (GetParam() + ".txt");
  const std::string expected = read_file(path);
  ASSERT_NE(expected.find("\n$ "), std::string::npos) << path << " holds no command";
  const Sandbox sandbox;
  std::string actual;
  std::istringstream lines(expected);
  bool in_answer = false;  // answers are what is compared; comments above the first command are kept
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("$ ")) {
      in_answer = true;
      actual += line + "\n" + sandbox.run(line.substr(2));
    } else if (!in_answer || line.starts_with("// ")) {
      actual += line + "\n";
    }
  }
  if (std::getenv("QGPU_UPDATE_TRANSCRIPTS") != nullptr) std::ofstream(path) << actual;
  EXPECT_EQ(actual, expected);
}

std::vector<std::string> transcript_names() {
  std::vector<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".txt") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Program, Transcript, testing::ValuesIn(transcript_names()),
                         [](const testing::TestParamInfo<std::string>& name) { return name.param; });

}  // namespace
