#include "program.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

namespace fs = std::filesystem;

// A machine of our own: a home with tools, a project in it.
struct Machine {
  test::TemporaryFolder base;
  std::string home = base.path() + "/home";
  Surroundings around;

  Machine() {
    around.root = home + "/work/project";
    around.home = home;
    around.path = home + "/bin:relative:/usr/bin:/bin";
    fs::create_directories(around.root);
  }
  void program(const std::string& path, std::string_view text =
                                            "\x7f"
                                            "ELF") const {
    test::write_text(path, text);
    fs::permissions(path, fs::perms(0755));
  }
  [[nodiscard]] ProgramView resolve(const std::string& name) const {
    const auto view = resolve_program(name, around);
    REQUIRE_MESSAGE(view, (view ? std::string() : view.error().message()));
    return *view;
  }
};

bool has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace

TEST_CASE("a program of the system needs nothing more") {
  const Machine machine;
  const ProgramView view = machine.resolve("sh");
  CHECK(view.read_only.empty());
  CHECK(view.path ==
        std::vector<std::string>{"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/sbin", "/usr/sbin", "/sbin"});
}

TEST_CASE("a program in the user's folder is shown, and its folder is not") {
  const Machine machine;
  machine.program(machine.home + "/bin/tool");
  const ProgramView view = machine.resolve("tool");
  CHECK(view.read_only == std::vector<std::string>{machine.home + "/bin/tool"});
  CHECK(view.path.front() == machine.home + "/bin");
}

TEST_CASE("an interpreter is shown with its installation, by whatever links it is reached") {
  const Machine machine;
  const std::string prefix = machine.home + "/pythons/3.99";
  machine.program(prefix + "/bin/python3.99");
  test::write_text(prefix + "/lib/python3.99/os.py", "");
  fs::create_symlink("python3.99", prefix + "/bin/python3");
  fs::create_directories(machine.home + "/bin");
  fs::create_symlink("../pythons/3.99/bin/python3", machine.home + "/bin/python9");
  const ProgramView view = machine.resolve("python9");
  CHECK(view.read_only == std::vector<std::string>{machine.home + "/bin/python9", prefix});
}

TEST_CASE("an installation that is the user's whole folder is never shown") {
  const Machine machine;
  machine.program(machine.home + "/bin/tool");
  test::write_text(machine.home + "/lib/python3.99/os.py", "");
  CHECK(machine.resolve("tool").read_only == std::vector<std::string>{machine.home + "/bin/tool"});
}

TEST_CASE("nothing in the project stands in for a tool") {
  Machine machine;
  machine.around.path = machine.around.root + "/bin:" + machine.around.root + ":.:" + machine.around.path;
  machine.program(machine.around.root + "/bin/sh");
  machine.program(machine.around.root + "/sh");
  CHECK(machine.resolve("sh").path.front() == "/usr/local/bin");
}

TEST_CASE("a program of the project is run by its path") {
  const Machine machine;
  machine.program(machine.around.root + "/run", "#!/bin/sh\n");
  CHECK(machine.resolve("./run").read_only.empty());
}

TEST_CASE("an environment of the project comes first, with the Python that it was made from") {
  Machine machine;
  const std::string prefix = machine.home + "/pythons/3.99";
  machine.program(prefix + "/bin/python3");
  test::write_text(prefix + "/lib/python3.99/os.py", "");
  const std::string environment = machine.around.root + "/.venv";
  test::write_text(environment + "/pyvenv.cfg", "home = " + prefix + "/bin\nversion = 3.99\n");
  fs::create_directories(environment + "/bin");
  fs::create_symlink(prefix + "/bin/python3", environment + "/bin/python");
  machine.program(environment + "/bin/pytest", "#!" + environment + "/bin/python\n");
  machine.around.environments = {".venv"};
  for (const char* name : {"python", "pytest"}) {
    const ProgramView view = machine.resolve(name);
    CHECK(view.path.front() == environment + "/bin");
    CHECK(has(view.read_only, environment));
    CHECK(has(view.read_only, prefix));
  }
}

TEST_CASE("a shim stands for the version that the project or else the user has chosen") {
  Machine machine;
  const std::string manager = machine.home + "/.manager";
  for (const char* version : {"3.1", "3.2"}) {
    machine.program(manager + "/versions/" + version + "/bin/python3");
    test::write_text(manager + "/versions/" + version + "/lib/python3/os.py", "");
  }
  machine.program(manager + "/shims/python3", "#!/bin/sh\n");
  machine.program(manager + "/shims/sh", "#!/bin/sh\n");
  test::write_text(manager + "/version", "3.1\n");
  machine.around.path = manager + "/shims:/usr/bin:/bin";
  CHECK(machine.resolve("python3").read_only == std::vector<std::string>{manager + "/versions/3.1"});
  test::write_text(machine.around.root + "/.python-version", "3.2\n");
  CHECK(machine.resolve("python3").read_only == std::vector<std::string>{manager + "/versions/3.2"});
  test::write_text(machine.around.root + "/.python-version", "../../../3.2\n");
  CHECK(machine.resolve("python3").read_only == std::vector<std::string>{manager + "/versions/3.1"});
  // No version has it: the shim is passed over.
  CHECK(machine.resolve("sh").read_only.empty());
}

TEST_CASE("a script is followed to its interpreter, and not for ever") {
  const Machine machine;
  machine.program(machine.home + "/bin/lang");
  machine.program(machine.home + "/bin/tool", "#!/usr/bin/env lang\n");
  const ProgramView view = machine.resolve("tool");
  CHECK(has(view.read_only, machine.home + "/bin/lang"));
  CHECK(has(view.read_only, machine.home + "/bin/tool"));
  machine.program(machine.home + "/bin/a", "#!" + machine.home + "/bin/b\n");
  machine.program(machine.home + "/bin/b", "#!" + machine.home + "/bin/a\n");
  CHECK_FALSE(resolve_program("a", machine.around));
}

TEST_CASE("what is not there or cannot be run is unavailable, by name") {
  const Machine machine;
  test::write_text(machine.home + "/bin/text", "not a program");
  for (const char* name : {"no-such-program", "./no", "/no/such", "text"}) {
    const auto view = resolve_program(name, machine.around);
    REQUIRE_FALSE(view);
    CHECK(view.error().code() == Code::unavailable);
    CHECK(view.error().message().find(name) != std::string::npos);
  }
}

}  // namespace grit::verify
