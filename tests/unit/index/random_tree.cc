#include "random_tree.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace grit::index {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNames[] = {"alpha", "beta", "Gamma", "delta", "_eps", "long_name_here"};
constexpr const char* kModules[] = {"a", "b", "c", "pkg", "pkg.a", "pkg.sub.b", "ma\xC3\x9F"};
constexpr const char* kFolders[] = {"", "", "pkg/", "pkg/sub/", "lib/"};
constexpr const char* kFiles[] = {"a.py",  "b.py",     "c.py",          "__init__.py",
                                  "d.pyi", "notes.md", "ma\xC3\x9F.py", "data.txt"};
constexpr const char* kBranches[] = {"main", "side", "other"};

}  // namespace

RandomTree::RandomTree(std::string root, std::uint64_t seed) : root_(std::move(root)), random_(seed) {
  if (!git("init -q .")) std::abort();
}

bool RandomTree::git(const std::string& arguments) const {
  const std::string command =
      "cd '" + root_ +
      "' && git -c core.excludesFile= -c user.name=t -c user.email=t@example.org "
      "-c init.defaultBranch=main -c commit.gpgsign=false -c gc.auto=0 -c advice.detachedHead=false " +
      arguments + " >/dev/null 2>&1";
  return std::system(command.c_str()) == 0;  // NOLINT(concurrency-mt-unsafe): tests use one thread here
}

std::string RandomTree::folder() { return pick(kFolders); }
std::string RandomTree::new_path() { return folder() + pick(kFiles); }

std::string RandomTree::some_file() {
  std::vector<std::string> files;
  for (auto at = fs::recursive_directory_iterator(root_); at != fs::recursive_directory_iterator(); ++at) {
    if (at->path().filename() == ".git") {
      at.disable_recursion_pending();
    } else if (fs::is_regular_file(at->symlink_status())) {
      files.push_back(fs::relative(at->path(), root_).string());
    }
  }
  std::sort(files.begin(), files.end());
  return files.empty() ? std::string() : files[below(files.size())];
}

void RandomTree::put(const std::string& path, const std::string& text) {
  std::error_code failed;  // a parent that is a file: then nothing is written
  fs::create_directories(fs::path(place(path)).parent_path(), failed);
  if (!fs::is_directory(fs::symlink_status(place(path)))) std::ofstream(place(path), std::ios::binary) << text;
}

std::string RandomTree::get(const std::string& path) const {
  std::error_code looped;  // links may go round in circles
  if (!fs::is_regular_file(place(path), looped)) return {};
  std::ifstream in(place(path), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::string RandomTree::code() {
  std::string out;
  for (std::size_t i = 0, count = below(6); i < count; ++i) {
    const std::string name = pick(kNames), other = pick(kNames), module = pick(kModules);
    const std::string forms[] = {
        "def " + name + "(): return " + other + "()\n",
        "class " + name + "(" + other + "):\n    def " + other + "(self): self." + name + "()\n",
        "from " + module + " import " + name + " as " + other + "\n" + other + "()\n",
        "import " + module + "\n" + module + "." + name + "()\n",
        name + " = " + other + "\n",
        "from . import " + name + "\n",
        "from " + module + " import *\n",
        "def " + name + "(:\n",
        "# " + name + " \xC3\xA4\xE4\r\n"};
    out += forms[below(std::size(forms))];
  }
  return out;
}

std::string RandomTree::content() {
  switch (below(12)) {
    case 0:
      return std::string("bin\0ary", 7) + pick(kNames);
    case 1:
      return "# @generated\n" + code();
    case 2:
      return "";
    default:
      return code();
  }
}

std::string RandomTree::edit() {
  const std::string path = chance(2) ? some_file() : new_path();
  if (path.empty()) return "nothing to edit";
  put(path, chance(3) ? get(path) + code() : content());
  return "edit " + path;
}

std::string RandomTree::remove() {
  const std::string path = some_file();
  if (!path.empty()) fs::remove(place(path));
  return "remove " + path;
}

std::string RandomTree::move() {
  const std::string from = some_file(), to = new_path();
  std::error_code failed;
  fs::create_directories(fs::path(place(to)).parent_path(), failed);
  if (!from.empty()) fs::rename(place(from), place(to), failed);
  return "move " + from + " to " + to;
}

std::string RandomTree::move_folder() {
  const char* const names[] = {"pkg", "lib", "pkg/sub", "moved", "lib/pkg"};
  const std::string from = pick(names), to = pick(names);
  std::error_code failed;
  fs::create_directories(fs::path(place(to)).parent_path(), failed);
  fs::rename(place(from), place(to), failed);
  return "move folder " + from + " to " + to;
}

std::string RandomTree::touch() {
  const std::string path = some_file();
  if (!path.empty()) utimensat(AT_FDCWD, place(path).c_str(), nullptr, 0);
  return "touch " + path;
}

std::string RandomTree::rewrite_equal() {
  const std::string path = some_file();
  if (path.empty()) return "nothing to rewrite";
  const std::string text = get(path);
  fs::remove(place(path));
  put(path, text);
  return "rewrite " + path;
}

// Other bytes with the size and the time of modification of the old ones.
std::string RandomTree::disguise() {
  const std::string path = some_file();
  struct stat before{};
  std::string text = path.empty() ? "" : get(path);
  if (text.empty() || stat(place(path).c_str(), &before) != 0) return "nothing to disguise";
  const std::size_t at = text.find_first_of("abcdefg");
  if (at == std::string::npos) return "nothing to disguise";
  text[at] = static_cast<char>('a' + below(7));
  put(path, text);
  const timespec times[] = {before.st_atim, before.st_mtim};
  utimensat(AT_FDCWD, place(path).c_str(), times, 0);
  return "disguise " + path;
}

std::string RandomTree::change_mode() {
  const std::string path = some_file();
  if (!path.empty()) chmod(place(path).c_str(), chance(2) ? 0755 : 0644);
  return "change the mode of " + path;
}

std::string RandomTree::change_rules() {
  const char* const rules[] = {"*.md\n", "a.py\n",  "pkg/\n",          "/lib\n!lib/\n",
                               "sub/\n", "!b.py\n", "*\n!*.py\n!*/\n", ""};
  if (chance(4)) {
    put(".gitattributes", chance(2) ? "b.py linguist-generated\n" : "*.py -linguist-generated\n");
    return "change attributes";
  }
  if (chance(4)) {
    put(".git/info/exclude", pick(rules));
    return "change the repository's rules";
  }
  const std::string path = folder() + (chance(3) ? ".gritignore" : ".gitignore");
  put(path, pick(rules));
  return "change " + path;
}

// A file becomes a folder, a link or a nested repository, or the other way round.
std::string RandomTree::change_kind() {
  const std::string path = chance(3) ? std::string("lib") : some_file();
  if (path.empty()) return "nothing to change the kind of";
  if (path == "lib" && chance(2)) return git("init -q lib") ? "repository lib" : "no repository lib";
  fs::remove_all(place(path));
  std::error_code failed;
  switch (below(4)) {
    case 0:
      fs::create_symlink(chance(2) ? "b.py" : ".", place(path), failed);
      return "link " + path;
    case 1:
      put(path + "/a.py", code());
      return "folder " + path;
    case 2:
      put(path + "/pyvenv.cfg", "");
      put(path + "/a.py", code());
      return "virtual environment " + path;
    default:
      put(path, code());
      return "file " + path;
  }
}

std::string RandomTree::swap() {
  const std::string a = some_file(), b = some_file();
  if (a == b) return "nothing to swap";
  fs::rename(place(a), place("swapping"));
  fs::rename(place(b), place(a));
  fs::rename(place("swapping"), place(b));
  return "swap " + a + " and " + b;
}

std::string RandomTree::commit() {
  (void)git("add -A --ignore-errors");  // a nested repository without a commit cannot be added
  return git("commit -q -m change") ? "commit" : "nothing to commit";
}

std::string RandomTree::check_out() {
  const std::string branch = pick(kBranches);
  return (git("checkout -q -f " + branch) || git("checkout -q -b " + branch) ? "check out " : "cannot check out ") +
         branch;
}

std::string RandomTree::rewrite_history() {
  switch (below(3)) {
    case 0:
      return git("commit -q --amend -m amended") ? "amend" : "nothing to amend";
    case 1:
      return git("reset -q --hard HEAD~1") ? "reset" : "nothing to reset to";
    default:
      return git("rm -q -r --cached pkg") ? "untrack pkg" : "nothing to untrack";
  }
}

std::string RandomTree::merge() {
  const std::string branch = pick(kBranches);
  if (git("merge -q -m merge " + branch)) return "merge " + branch;
  return git("merge --abort") ? "a merge that was given up" : "nothing to merge";
}

std::string RandomTree::change() {
  using Change = std::string (RandomTree::*)();
  constexpr Change kChanges[] = {&RandomTree::edit,          &RandomTree::edit,         &RandomTree::edit,
                                 &RandomTree::edit,          &RandomTree::remove,       &RandomTree::move,
                                 &RandomTree::move_folder,   &RandomTree::touch,        &RandomTree::swap,
                                 &RandomTree::rewrite_equal, &RandomTree::disguise,     &RandomTree::change_mode,
                                 &RandomTree::commit,        &RandomTree::change_rules, &RandomTree::change_kind,
                                 &RandomTree::commit,        &RandomTree::check_out,    &RandomTree::rewrite_history,
                                 &RandomTree::merge};
  return (this->*kChanges[below(std::size(kChanges))])();
}

}  // namespace grit::index
