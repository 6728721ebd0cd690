// The walk over generated trees, compared with what git itself lists.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/text.h"
#include "project.h"
#include "walk.h"

namespace grit::index {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGit =
    "git -c core.excludesFile= -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main "
    "-c protocol.file.allow=always ";

void put(const std::string& path, const std::string& text) {
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

Lines walked(const std::string& root) {
  const auto files = value_of(open_file_system(root));
  const auto fenced = fence(*files, {});
  const Walked walked = value_of(walk(*fenced, {root}, {}, {}));
  CHECK(walked.notes.empty());
  Lines out;
  for (const WalkedFile& file : walked.files) out.push_back(file.path);
  CHECK(std::is_sorted(out.begin(), out.end()));
  return out;
}

// What git lists of a tree: tracked files and those it does not ignore, that are there and that no walk rule denies.
Lines listed(const std::string& root) {
  const std::string text = run("cd '" + root + "' && " + kGit + "ls-files -z -co --exclude-standard --deduplicate");
  Lines out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\0', begin);
    std::string path = text.substr(begin, end - begin);
    begin = end + 1;
    const bool there = fs::is_regular_file(fs::symlink_status(root + "/" + path));
    if (there && check_fence(path, {}).ok()) out.push_back(std::move(path));
  }
  std::sort(out.begin(), out.end());
  return out;
}

class TreeMaker {
 public:
  TreeMaker(std::string root, unsigned seed) : root_(std::move(root)), random_(seed) {}

  void make() {
    run("cd '" + root_ + "' && " + kGit + "init -q .");
    fill("", 0);
    if (chance(2)) put(root_ + "/.git/info/exclude", rules());
    std::string add = "cd '" + root_ + "' && " + kGit + "add -f --";
    bool any = false;
    for (const std::string& file : files_) {
      if (!chance(6)) continue;
      add += " '" + file + "'";
      any = true;
    }
    if (any) run(add);
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool chance(std::size_t one_in) { return below(one_in) == 0; }
  std::string pick(const std::vector<std::string>& of) { return of[below(of.size())]; }
  std::string name() {
    return pick({"a", "b", "ab", "a.py", "b.py", "ab.py", "a-b.py", "c.txt", "foo", "foo.py", "fo", "bar", "#x", "!y",
                 "sp ace", "x[1]", "d", "build", "Z"});
  }

  void fill(const std::string& folder, int depth) {
    for (std::size_t i = 0, count = 2 + below(6); i < count; ++i) {
      const std::string path = folder + name();
      if (fs::exists(root_ + "/" + path)) continue;
      if (depth < 4 && chance(2)) {
        fs::create_directories(root_ + "/" + path);
        fill(path + "/", depth + 1);
      } else {
        put(root_ + "/" + path, "x\n");
        files_.push_back(path);
      }
    }
    if (chance(3)) put(root_ + "/" + folder + ".gitignore", rules());
  }

  std::string rules() {
    std::string out;
    for (std::size_t i = 0, count = 1 + below(5); i < count; ++i)
      out += rule() + pick({"\n", "\n", "\n", "\r\n", " \n"});
    return out;
  }

  std::string rule() {
    std::string out = chance(4) ? "!" : "";
    if (chance(4)) out += "/";
    for (std::size_t i = 0, parts = 1 + below(3); i < parts; ++i) {
      if (i > 0) out += "/";
      out += part();
    }
    if (chance(4)) out += "/";
    return out;
  }

  std::string part() {
    return pick({"a",      "b",        "*",      "**",          "*.py",
                 "a*",     "?",        "[ab]",   "[!a]*",       "[^b]",
                 "foo",    "f*o",      "**/a",   "a/**",        "b*.py",
                 "\\#x",   "\\!y",     "#x",     "sp\\ ace",    "sp ace ",
                 "x[[]1]", "x\\[1\\]", "[a-c]*", "[[:upper:]]", "[[:alpha:]].py",
                 "***",    "a**b",     "**b",    "build",       "*b*",
                 "[]a]",   "[a",       "d",      "Z",           "*/a",
                 "",       "[a\\-c]",  "[--a]",  "?*",          "\\a"});
  }

  std::string root_;
  std::mt19937 random_;
  Lines files_;
};

TEST_CASE("the walk finds what git lists") {
  for (unsigned seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    const test::TemporaryFolder folder;
    TreeMaker(folder.path(), seed).make();
    const Lines ours = walked(folder.path());
    const Lines git = listed(folder.path());
    for (const std::string& path : ours) {
      CHECK_MESSAGE(std::binary_search(git.begin(), git.end(), path), "git does not list " << path);
    }
    for (const std::string& path : git) {
      CHECK_MESSAGE(std::binary_search(ours.begin(), ours.end(), path), "the walk misses " << path);
    }
  }
}

TEST_CASE("a project inside a repository obeys the rules above it") {
  const test::TemporaryFolder folder;
  const std::string& root = folder.path();
  run("cd '" + root + "' && " + kGit + "init -q .");
  put(root + "/.gitignore", "*.log\n/sub/project/top.py\nproject/mid.py\nlow.py\n");
  put(root + "/sub/.gitignore", "!low.py\n/project/exact.py\n");
  put(root + "/.git/info/exclude", "excluded.py\nsub/project/anchored.py\n");
  for (const char* name :
       {"a.log", "top.py", "mid.py", "low.py", "exact.py", "excluded.py", "anchored.py", "kept.py"}) {
    put(root + "/sub/project/" + name, "x\n");
  }
  run("cd '" + root + "' && " + kGit + "add -f sub/project/mid.py");
  CHECK(walked(root + "/sub/project") == Lines{"kept.py", "low.py", "mid.py"});
  CHECK(walked(root + "/sub/project") == listed(root + "/sub/project"));
}

TEST_CASE("a project that a repository above ignores as a whole is indexed all the same") {
  const test::TemporaryFolder folder;
  const std::string& root = folder.path();
  run("cd '" + root + "' && " + kGit + "init -q .");
  put(root + "/.gitignore", "*\n");
  put(root + "/work/project/a.py", "x\n");
  CHECK(walked(root + "/work/project") == Lines{"a.py"});
}

TEST_CASE("repositories inside a project have their own rules") {
  const test::TemporaryFolder folder;
  const std::string& root = folder.path();
  put(root + "/.gitignore", "outer.py\n");
  for (const char* name : {"one", "two"}) {
    const std::string repository = root + "/" + name;
    for (const char* file : {"outer.py", "one.py", "two.py", "excluded.py", "kept.py"})
      put(repository + "/" + file, "x\n");
    put(repository + "/.gitignore", std::string(name) + ".py\n");
    run("cd '" + repository + "' && " + kGit + "init -q .");
    put(repository + "/.git/info/exclude", "excluded.py\n");
  }
  put(root + "/outer.py", "x\n");
  CHECK(walked(root) == Lines{".gitignore", "one/.gitignore", "one/kept.py", "one/outer.py", "one/two.py",
                              "two/.gitignore", "two/kept.py", "two/one.py", "two/outer.py"});
}

TEST_CASE("a submodule is indexed with its own rules") {
  const test::TemporaryFolder folder;
  const std::string library = folder.path() + "/library";
  const std::string root = folder.path() + "/project";
  put(library + "/.gitignore", "*.gen.py\n");
  put(library + "/lib.py", "x\n");
  run("cd '" + library + "' && " + kGit + "init -q . && " + kGit + "add . && " + kGit + "commit -qm one");
  put(root + "/.gitignore", "lib*\n");
  put(root + "/main.py", "x\n");
  run("cd '" + root + "' && " + kGit + "init -q . && " + kGit + "submodule --quiet add -f ../library libs && " + kGit +
      "commit -qm one 2>&1");
  put(root + "/libs/made.gen.py", "x\n");
  put(root + "/libs/library.py", "x\n");
  CHECK(walked(root) ==
        Lines{".gitignore", ".gitmodules", "libs/.gitignore", "libs/lib.py", "libs/library.py", "main.py"});
}

TEST_CASE("a second work tree uses the rules of its repository") {
  const test::TemporaryFolder folder;
  const std::string root = folder.path() + "/main";
  put(root + "/a.py", "x\n");
  run("cd '" + root + "' && " + kGit + "init -q . && " + kGit + "add . && " + kGit + "commit -qm one && " + kGit +
      "worktree add -q ../second 2>&1");
  put(root + "/.git/info/exclude", "secret.py\n");
  put(folder.path() + "/second/secret.py", "x\n");
  CHECK(walked(folder.path() + "/second") == listed(folder.path() + "/second"));
  CHECK(walked(folder.path() + "/second") == Lines{"a.py"});
}

}  // namespace
}  // namespace grit::index
