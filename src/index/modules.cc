#include "modules.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace grit::index {
namespace {

// The modules of Python's own library, 3.8 to 3.14. A project that has a module of such a name in some corner seldom
// means it elsewhere.
constexpr std::string_view kStandardLibrary[] = {
    "abc",
    "aifc",
    "antigravity",
    "argparse",
    "array",
    "ast",
    "asynchat",
    "asyncio",
    "asyncore",
    "atexit",
    "audioop",
    "base64",
    "bdb",
    "binascii",
    "bisect",
    "builtins",
    "bz2",
    "cProfile",
    "calendar",
    "cgi",
    "cgitb",
    "chunk",
    "cmath",
    "cmd",
    "code",
    "codecs",
    "codeop",
    "collections",
    "colorsys",
    "compileall",
    "concurrent",
    "configparser",
    "contextlib",
    "contextvars",
    "copy",
    "copyreg",
    "crypt",
    "csv",
    "ctypes",
    "curses",
    "dataclasses",
    "datetime",
    "dbm",
    "decimal",
    "difflib",
    "dis",
    "distutils",
    "doctest",
    "email",
    "encodings",
    "ensurepip",
    "enum",
    "errno",
    "faulthandler",
    "fcntl",
    "filecmp",
    "fileinput",
    "fnmatch",
    "fractions",
    "ftplib",
    "functools",
    "gc",
    "genericpath",
    "getopt",
    "getpass",
    "gettext",
    "glob",
    "graphlib",
    "grp",
    "gzip",
    "hashlib",
    "heapq",
    "hmac",
    "html",
    "http",
    "idlelib",
    "imaplib",
    "imghdr",
    "imp",
    "importlib",
    "inspect",
    "io",
    "ipaddress",
    "itertools",
    "json",
    "keyword",
    "lib2to3",
    "linecache",
    "locale",
    "logging",
    "lzma",
    "mailbox",
    "mailcap",
    "marshal",
    "math",
    "mimetypes",
    "mmap",
    "modulefinder",
    "msilib",
    "msvcrt",
    "multiprocessing",
    "netrc",
    "nis",
    "nntplib",
    "nt",
    "ntpath",
    "nturl2path",
    "numbers",
    "opcode",
    "operator",
    "optparse",
    "os",
    "ossaudiodev",
    "pathlib",
    "pdb",
    "pickle",
    "pickletools",
    "pipes",
    "pkgutil",
    "platform",
    "plistlib",
    "poplib",
    "posix",
    "posixpath",
    "pprint",
    "profile",
    "pstats",
    "pty",
    "pwd",
    "py_compile",
    "pyclbr",
    "pydoc",
    "pydoc_data",
    "pyexpat",
    "queue",
    "quopri",
    "random",
    "re",
    "readline",
    "reprlib",
    "resource",
    "rlcompleter",
    "runpy",
    "sched",
    "secrets",
    "select",
    "selectors",
    "shelve",
    "shlex",
    "shutil",
    "signal",
    "site",
    "smtpd",
    "smtplib",
    "sndhdr",
    "socket",
    "socketserver",
    "spwd",
    "sqlite3",
    "sre_compile",
    "sre_constants",
    "sre_parse",
    "ssl",
    "stat",
    "statistics",
    "string",
    "stringprep",
    "struct",
    "subprocess",
    "sunau",
    "symtable",
    "sys",
    "sysconfig",
    "syslog",
    "tabnanny",
    "tarfile",
    "telnetlib",
    "tempfile",
    "termios",
    "textwrap",
    "this",
    "threading",
    "time",
    "timeit",
    "tkinter",
    "token",
    "tokenize",
    "tomllib",
    "trace",
    "traceback",
    "tracemalloc",
    "tty",
    "turtle",
    "turtledemo",
    "types",
    "typing",
    "unicodedata",
    "unittest",
    "urllib",
    "uu",
    "uuid",
    "venv",
    "warnings",
    "wave",
    "weakref",
    "webbrowser",
    "winreg",
    "winsound",
    "wsgiref",
    "xdrlib",
    "xml",
    "xmlrpc",
    "zipapp",
    "zipfile",
    "zipimport",
    "zlib",
    "zoneinfo",
};

bool is_standard(std::string_view name) {
  return std::binary_search(std::begin(kStandardLibrary), std::end(kStandardLibrary), name);
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view without_ending(std::string_view path) { return path.substr(0, path.rfind('.')); }

std::string join(std::string_view folder, std::string_view name) {
  return folder.empty() ? std::string(name) : std::string(folder) + '/' + std::string(name);
}

bool is_below(std::string_view folder, std::string_view above) {
  return above.empty() || folder == above ||
         (folder.starts_with(above) && folder.size() > above.size() && folder[above.size()] == '/');
}

std::size_t common_folders(std::string_view a, std::string_view b) {
  std::size_t count = 0;
  for (std::size_t at = 0; at <= std::min(a.size(), b.size()); ++at) {
    const bool a_ends = at == a.size() || a[at] == '/';
    const bool b_ends = at == b.size() || b[at] == '/';
    if (a_ends && b_ends) ++count;
    if (at == a.size() || at == b.size() || a[at] != b[at]) break;
  }
  return count;
}

}  // namespace

Modules::Modules(const std::vector<StoredFile>& files) {
  importer_folders_.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    importer_folders_.emplace_back(folder_of(files[i].path));
    if (files[i].language != "python") continue;
    // A stub comes after its module in path order and does not take its place.
    files_.try_emplace(std::string(without_ending(files[i].path)), i);
    for (std::string_view folder = importer_folders_.back();
         folders_.insert(std::string(folder)).second && !folder.empty();) {
      folder = folder_of(folder);
    }
  }
  add_roots(files);
}

// Top-level names are the modules and folders in any folder that is no package itself.
void Modules::add_roots(const std::vector<StoredFile>& files) {
  std::set<std::pair<std::string, std::string>> roots;  // name and folder
  const auto add = [&](std::string_view path) {
    const std::string_view folder = folder_of(path);
    if (!files_.contains(join(folder, "__init__"))) roots.emplace(path.substr(path.rfind('/') + 1), folder);
  };
  for (const StoredFile& file : files) {
    if (file.language == "python") add(without_ending(file.path));
  }
  for (const std::string& folder : folders_) {
    if (!folder.empty()) add(folder);
  }
  for (const auto& [name, folder] : roots) roots_[name].push_back(folder);
}

std::optional<Module> Modules::at(std::string path) const {
  Module out;
  out.path = std::move(path);
  const auto init = files_.find(join(out.path, "__init__"));
  const auto module = files_.find(out.path);
  out.is_package = init != files_.end();
  if (out.is_package) {
    out.file = init->second;
  } else if (module != files_.end()) {
    out.file = module->second;
  } else if (folders_.contains(out.path)) {
    out.is_package = true;
  } else {
    return std::nullopt;
  }
  return out;
}

std::optional<Module> Modules::child(const Module& package, std::string_view name) const {
  return package.is_package ? at(join(package.path, name)) : std::nullopt;
}

// Of several folders that hold the name the one that has most in common with the importer's, then the shortest.
std::optional<Module> Modules::find_top(std::string_view name, std::string_view importer_folder) const {
  const auto roots = roots_.find(name);
  if (roots == roots_.end()) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_common = 0;
  for (const std::string& root : roots->second) {
    const std::optional<Module> module = at(join(root, name));
    if (is_standard(name) && !(module && module->file && is_below(importer_folder, root))) continue;
    const std::size_t common = common_folders(root, importer_folder);
    if (best == nullptr || common > best_common || (common == best_common && root.size() < best->size())) {
      best = &root;
      best_common = common;
    }
  }
  return best == nullptr ? std::nullopt : at(join(*best, name));
}

std::optional<Module> Modules::find(std::string_view name, std::size_t importer) const {
  std::string_view folder = importer_folders_[importer];
  std::optional<Module> module;
  if (name.starts_with('.')) {
    name.remove_prefix(1);
    for (; name.starts_with('.'); name.remove_prefix(1)) {
      if (folder.empty()) return std::nullopt;
      folder = folder_of(folder);
    }
    module = Module{std::string(folder), std::nullopt, true};
    const auto init = files_.find(join(folder, "__init__"));
    if (init != files_.end()) module->file = init->second;
    if (name.empty()) return module;
  }
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string_view part = name.substr(begin, end - begin);
    module = module ? child(*module, part) : find_top(part, folder);
    if (!module) return std::nullopt;
    begin = end + 1;
  }
  return module;
}

}  // namespace grit::index
