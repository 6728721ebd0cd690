#include "tree_copy.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "support/ordinary_user.h"
#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

namespace fs = std::filesystem;

struct Project {
  test::TemporaryFolder base;
  std::string root = base.path() + "/root";
  std::string target = base.path() + "/copy";
  CopyOptions options;

  Project() {
    fs::create_directory(root);
    options.max_bytes = 1 << 20;
  }
  void put(const std::string& path, std::string_view text = "x") const { test::write_text(root + "/" + path, text); }
  [[nodiscard]] Result<TreeCopy> copy() const { return copy_tree(root, target, options, {}); }
};

}  // namespace

TEST_CASE("everything of the project is copied with its hash, times and right to run") {
  const Project project;
  project.put("a.py", "text");
  project.put("deep/er/b", std::string("\0\xff", 2));
  project.put("run.sh");
  project.put("empty", "");
  fs::permissions(project.root + "/run.sh", fs::perms(0755));
  fs::create_directory(project.root + "/empty_folder");
  const auto copy = project.copy();
  REQUIRE(copy);
  CHECK(copy->files.size() == 4);
  CHECK(copy->files.at("a.py") == ContentHash::of("text"));
  CHECK(copy->files.at("deep/er/b") == ContentHash::of(std::string_view("\0\xff", 2)));
  CHECK(copy->executable.at("run.sh"));
  CHECK_FALSE(copy->executable.at("a.py"));
  CHECK(test::read_text(project.target + "/a.py") == "text");
  CHECK(fs::is_directory(project.target + "/empty_folder"));
  CHECK((fs::status(project.target + "/run.sh").permissions() & fs::perms::owner_exec) != fs::perms::none);
  CHECK(fs::last_write_time(project.target + "/a.py") == fs::last_write_time(project.root + "/a.py"));
}

TEST_CASE("version control, secrets and caches stay behind, at every depth") {
  const Project project;
  for (const char* name : {".git/config", ".grit/index.db", ".env", ".env.local", ".envrc", "a/.env.test/x",
                           "__pycache__/a.pyc", "a/__pycache__/b.pyc", ".pytest_cache/x", "a/.git", "kept/.github/x"}) {
    project.put(name);
  }
  const auto copy = project.copy();
  REQUIRE(copy);
  CHECK(copy->files.size() == 1);
  CHECK(copy->files.count("kept/.github/x") == 1);
}

TEST_CASE("environments at the top are not copied; folders of that name elsewhere are") {
  Project project;
  project.put(".venv/pyvenv.cfg");
  project.put("node_modules/x/index.js");
  project.put("venv/no_environment.py");
  project.put("packages/a/node_modules/y.js");
  project.options.environments = environments_of(project.root);
  CHECK(project.options.environments == std::vector<std::string>{".venv", "node_modules"});
  const auto copy = project.copy();
  REQUIRE(copy);
  CHECK(copy->files.size() == 2);
  CHECK(copy->files.count("venv/no_environment.py") == 1);
  CHECK(copy->files.count("packages/a/node_modules/y.js") == 1);
}

TEST_CASE("links inside stay links, links that lead out stay behind") {
  const Project project;
  project.put("a/real", "text");
  test::write_text(project.base.path() + "/outside", "secret");
  const auto link = [&](const std::string& at, const std::string& target) {
    fs::create_symlink(target, project.root + "/" + at);
  };
  link("inside", "a/real");
  link("a/up", "../inside");
  link("dangling", "nothing");
  link("absolute", project.root + "/a/real");
  link("outside", "../outside");
  link("folder", "..");
  // Reads like a path inside, but its first part leads to the root.
  fs::create_directories(project.root + "/b/c");
  link("b/c/top", "../..");
  link("b/c/sly", "top/../outside");
  const auto copy = project.copy();
  REQUIRE(copy);
  CHECK(copy->links == std::map<std::string, std::string>{
                           {"a/up", "../inside"}, {"b/c/top", "../.."}, {"dangling", "nothing"}, {"inside", "a/real"}});
  CHECK(test::read_text(project.target + "/inside") == "text");
}

TEST_CASE("pipes and the like are left out, and nothing waits for them") {
  const Project project;
  project.put("a");
  REQUIRE(mkfifo((project.root + "/pipe").c_str(), 0666) == 0);
  const auto copy = project.copy();
  REQUIRE(copy);
  CHECK(copy->files.size() == 1);
}

TEST_CASE("protected files cannot be written") {
  Project project;
  project.put("checks/judge.py");
  project.put("a.py");
  project.options.protect = [](std::string_view path) { return path.substr(0, 7) == "checks/"; };
  REQUIRE(project.copy());
  CHECK(fs::status(project.target + "/checks/judge.py").permissions() == fs::perms(0444));
  CHECK(fs::status(project.target + "/a.py").permissions() == fs::perms(0644));
}

TEST_CASE("a project beyond the bound is refused with the number") {
  Project project;
  project.options.max_bytes = 2 << 20;
  project.put("a", std::string(1 << 20, 'x'));
  project.put("b", std::string(1 << 20, 'x'));
  CHECK(project.copy());
  project.put("c", "x");
  fs::remove_all(project.target);
  const auto refused = project.copy();
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code() == Code::limit);
  CHECK(refused.error().message().find("2 MiB") != std::string::npos);
}

TEST_CASE("the scratch folder itself is not copied into itself") {
  Project project;
  project.put("a");
  project.put("scratch/check-1/old");
  project.options.leave_out = project.root + "/scratch";
  project.target = project.root + "/scratch/copy";
  const auto copy = project.copy();
  REQUIRE(copy);
  CHECK(copy->files.size() == 1);
}

TEST_CASE("a cancel is heard") {
  const Project project;
  project.put("a");
  const StopConditions stop;
  stop.cancel.cancel();
  const auto copy = copy_tree(project.root, project.target, project.options, stop);
  REQUIRE_FALSE(copy);
  CHECK(copy.error().code() == Code::cancelled);
}

TEST_CASE("a file that may not be read is named" * doctest::skip(test::no_ordinary_user())) {
  const Project project;
  project.put("hidden");
  fs::permissions(project.root + "/hidden", fs::perms(0));
  for (const std::string& folder : {project.base.path(), project.root}) fs::permissions(folder, fs::perms(0777));
  const std::string told = test::as_ordinary_user([&] {
    const auto copy = project.copy();
    return copy ? std::string("copied") : std::string(code_name(copy.error().code())) + " " + copy.error().message();
  });
  CHECK(told.find("permission_denied") == 0);
  CHECK(told.find("hidden") != std::string::npos);
}

}  // namespace grit::verify
