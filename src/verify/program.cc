#include "program.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/try.h"
#include "port/process.h"

namespace grit::verify {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxLinks = 16;
constexpr int kMaxScripts = 3;  // a script whose interpreter is a script

constexpr std::array<const char*, 6> kSystemFolders = {"/usr/local/bin",  "/usr/bin",  "/bin",
                                                       "/usr/local/sbin", "/usr/sbin", "/sbin"};

bool below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.substr(0, folder.size()) == folder &&
         (folder.back() == '/' || path[folder.size()] == '/');
}

bool in_system(std::string_view path) {
  constexpr std::array<std::string_view, 9> kSystem = {"/usr",   "/bin",    "/sbin",      "/lib",      "/lib32",
                                                       "/lib64", "/libx32", "/nix/store", "/gnu/store"};
  return std::any_of(kSystem.begin(), kSystem.end(), [path](std::string_view folder) { return below(path, folder); });
}

bool is_program(const std::string& path) { return !path.empty() && port::find_program(path) == path; }

std::string first_line(const std::string& path, std::size_t max_bytes) {
  std::ifstream file(path, std::ios::binary);
  std::string line(max_bytes, '\0');
  file.read(line.data(), static_cast<std::streamsize>(max_bytes));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.find('\n'), line.size()));
  while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
  return line;
}

// What a shim of pyenv starts: the version that the project names, else the user's.
std::string behind_shim(const fs::path& shims, const std::string& name, const std::string& project) {
  const fs::path manager = shims.parent_path();
  for (const std::string& choice : {project + "/.python-version", (manager / "version").string()}) {
    const std::string version = first_line(choice, 256);
    if (version.empty() || version.find('/') != std::string::npos || version[0] == '.') continue;
    const std::string program = (manager / "versions" / version / "bin" / name).string();
    if (is_program(program)) return program;
  }
  return {};
}

// An installation that stands on its own, by a file that only such a one has.
bool is_installation(const fs::path& prefix) {
  std::error_code ignored;
  for (const char* mark : {"pyvenv.cfg", "lib/node_modules/npm", "src/runtime/runtime.go", "lib/rustlib"}) {
    if (fs::exists(prefix / mark, ignored)) return true;
  }
  fs::directory_iterator at(prefix / "lib", ignored);
  return std::any_of(at, fs::directory_iterator(), [](const fs::directory_entry& entry) {
    std::error_code error;
    const std::string name = entry.path().filename().string();
    return name.compare(0, 6, "python") == 0 && fs::exists(entry.path() / "os.py", error);
  });
}

class Resolver {
 public:
  explicit Resolver(const Surroundings& around) : around_(around) {
    for (const std::string& name : around.environments) {
      view_.path.push_back(around.root + "/" + name + (name == "node_modules" ? "/.bin" : "/bin"));
      show_environment(around.root + "/" + name);
    }
  }

  Status resolve(const std::string& program, int depth) {
    if (depth > kMaxScripts) return Status(Code::unavailable, program + ": too many scripts run scripts");
    const std::string path = find(program);
    if (path.empty()) {
      return Status(Code::unavailable,
                    "no program " + program + " in the project's environments, in PATH or in the system's folders");
    }
    show(path);
    return follow_script(path, depth);
  }

  [[nodiscard]] ProgramView take() && {
    view_.path.insert(view_.path.end(), kSystemFolders.begin(), kSystemFolders.end());
    return std::move(view_);
  }

 private:
  [[nodiscard]] std::string find(const std::string& program) const {
    if (program.find('/') != std::string::npos) {
      const std::string path = program[0] == '/' ? program : around_.root + "/" + program;
      return is_program(path) ? path : std::string();
    }
    for (const std::string& folder : view_.path) {
      if (is_program(folder + "/" + program)) return folder + "/" + program;
    }
    if (std::string found = find_in_path(program); !found.empty()) return found;
    for (const char* folder : kSystemFolders) {
      const std::string path = std::string(folder) + "/" + program;
      if (is_program(path)) return path;
    }
    return {};
  }

  [[nodiscard]] std::string find_in_path(const std::string& program) const {
    std::string_view rest = around_.path;
    while (!rest.empty()) {
      const std::string folder(rest.substr(0, rest.find(':')));
      rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
      // What lies in the project is the candidate's, so nothing there may stand in for a tool.
      if (folder.empty() || folder[0] != '/' || folder == around_.root || below(folder, around_.root)) continue;
      const std::string path = folder + "/" + program;
      if (!is_program(path)) continue;
      const fs::path shims(folder);
      if (shims.filename() != "shims") return path;
      if (std::string found = behind_shim(shims, program, around_.root); !found.empty()) return found;
    }
    return {};
  }

  void add(std::string path) {
    auto& shown = view_.read_only;
    if (std::find(shown.begin(), shown.end(), path) == shown.end()) shown.push_back(std::move(path));
  }

  // A folder that holds the user's things is none that a check may see, whatever else it holds.
  [[nodiscard]] bool too_wide(const std::string& folder) const {
    const auto holds = [&folder](const std::string& other) { return other == folder || below(other, folder); };
    return folder == "/" || holds(around_.root) || (!around_.home.empty() && holds(around_.home));
  }

  // The program, the links on the way to it, and the installation that it is part of.
  void show(const std::string& program) {
    fs::path path(program);
    std::error_code error;
    if (!fs::exists(path, error)) return;
    for (int links = 0; links < kMaxLinks; ++links) {
      note(path);
      const fs::path target = fs::read_symlink(path, error);
      if (error) break;
      path = (path.parent_path() / target).lexically_normal();
    }
    const fs::path real = fs::canonical(program, error);
    if (!error) note(real);
  }

  void note(const fs::path& path) {
    const std::string text = path.string();
    if (in_system(text) || below(text, around_.root)) return;
    const fs::path prefix = path.parent_path().parent_path();
    const bool installed =
        path.parent_path().filename() == "bin" && is_installation(prefix) && !too_wide(prefix.string());
    add(installed ? prefix.string() : text);
    const std::string folder = path.parent_path().string();
    if (std::find(view_.path.begin(), view_.path.end(), folder) == view_.path.end()) view_.path.push_back(folder);
  }

  // A virtual environment, and the Python that it was made from.
  void show_environment(const std::string& folder) {
    add(folder);
    std::ifstream file(folder + "/pyvenv.cfg");
    for (std::string line; std::getline(file, line);) {
      if (line.compare(0, 4, "home") != 0 || line.find('=') == std::string::npos) continue;
      const std::size_t begin = line.find_first_not_of(" \t", line.find('=') + 1);
      if (begin != std::string::npos) show_base(line.substr(begin));
    }
    for (const char* name : {"python", "python3"}) show(folder + "/bin/" + name);
  }

  void show_base(const std::string& bin) {
    for (const char* name : {"python3", "python"}) {
      if (is_program(bin + "/" + name)) return show(bin + "/" + name);
    }
  }

  Status follow_script(const std::string& path, int depth) {
    const std::string line = first_line(path, 256);
    if (line.compare(0, 2, "#!") != 0) return Status();
    const std::size_t begin = line.find_first_not_of(' ', 2);
    if (begin == std::string::npos) return Status();
    const std::string interpreter = line.substr(begin, line.find(' ', begin) - begin);
    if (interpreter != "/usr/bin/env") return resolve(interpreter, depth + 1);
    const std::size_t name = line.find_last_of(' ');
    return name > begin && name != std::string::npos ? resolve(line.substr(name + 1), depth + 1) : Status();
  }

  const Surroundings& around_;
  ProgramView view_;
};

}  // namespace

Result<ProgramView> resolve_program(const std::string& program, const Surroundings& around) {
  Resolver resolver(around);
  GRIT_RETURN_IF_ERROR(resolver.resolve(program, 0));
  return std::move(resolver).take();
}

}  // namespace grit::verify
