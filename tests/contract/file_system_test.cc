// What every FileSystem promises, run against the one in memory, the one of this machine, and both behind the
// fence, under an overlay and as a host's callbacks.
#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <grit/platform.h>
#include <grit/testing.h>

#include "capi/host_layers.h"
#include "host_tables.h"
#include "support/ordinary_user.h"
#include "support/temporary_folder.h"

namespace {

using grit::Code;
using grit::ContentHash;
using grit::FileInfo;
using grit::FileSystem;
using grit::FileType;

constexpr std::uint64_t no_limit = std::uint64_t{1} << 30;

// A file system with a way to put things into it that does not go through it.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual FileSystem& files() = 0;
  virtual void put(const std::string& path, const std::string& bytes, unsigned mode = 0644) = 0;
  virtual void put_link(const std::string& path, const std::string& target) = 0;
};

class MemorySubject final : public Subject {
 public:
  FileSystem& files() override { return files_; }
  void put(const std::string& path, const std::string& bytes, unsigned mode) override { files_.put(path, bytes, mode); }
  void put_link(const std::string& path, const std::string& target) override { files_.put_link(path, target); }

 private:
  grit::testing::MemoryFileSystem files_;
};

class HostSubject final : public Subject {
 public:
  HostSubject() {
    // Anybody may work in it, so that the permission cases can run as an ordinary user.
    REQUIRE(chmod(folder_.path().c_str(), 0777) == 0);
    auto opened = grit::open_file_system(folder_.path());
    REQUIRE(opened.has_value());
    files_ = std::move(*opened);
  }
  FileSystem& files() override { return *files_; }
  void put(const std::string& path, const std::string& bytes, unsigned mode) override {
    const std::filesystem::path place = make_parent(path);
    std::ofstream(place, std::ios::binary) << bytes;
    REQUIRE(chmod(place.c_str(), mode) == 0);
    if (geteuid() == 0) REQUIRE(chown(place.c_str(), grit::test::ordinary_user_id, grit::test::ordinary_user_id) == 0);
  }
  void put_link(const std::string& path, const std::string& target) override {
    REQUIRE(symlink(target.c_str(), make_parent(path).c_str()) == 0);
  }

 private:
  std::filesystem::path make_parent(const std::string& path) {
    const std::filesystem::path place = std::filesystem::path(folder_.path()) / path;
    std::filesystem::create_directories(place.parent_path());
    return place;
  }

  grit::test::TemporaryFolder folder_;
  std::unique_ptr<FileSystem> files_;
};

class FencedSubject final : public Subject {
 public:
  explicit FencedSubject(std::unique_ptr<Subject> inner)
      : inner_(std::move(inner)), files_(grit::fence(inner_->files(), {})) {}
  FileSystem& files() override { return *files_; }
  void put(const std::string& path, const std::string& bytes, unsigned mode) override {
    inner_->put(path, bytes, mode);
  }
  void put_link(const std::string& path, const std::string& target) override { inner_->put_link(path, target); }

 private:
  std::unique_ptr<Subject> inner_;
  std::unique_ptr<FileSystem> files_;
};

// With a buffer of a file that no test looks at, so that it does what it does when there are some.
class OverlaidSubject final : public Subject {
 public:
  explicit OverlaidSubject(std::unique_ptr<Subject> inner) : inner_(std::move(inner)), files_(inner_->files()) {
    inner_->put(".unsaved", "old");
    REQUIRE(files_.set(".unsaved", "new").ok());
  }
  FileSystem& files() override { return files_; }
  void put(const std::string& path, const std::string& bytes, unsigned mode) override {
    inner_->put(path, bytes, mode);
  }
  void put_link(const std::string& path, const std::string& target) override { inner_->put_link(path, target); }

 private:
  std::unique_ptr<Subject> inner_;
  grit::OverlayFileSystem files_;
};

// Through a host's callback table.
class TableSubject final : public Subject {
 public:
  explicit TableSubject(std::unique_ptr<Subject> inner) : inner_(std::move(inner)) {
    const grit_files_callbacks table = grit::test::table_of(inner_->files());
    auto made = grit::capi::host_files(&table);
    REQUIRE(made.has_value());
    files_ = std::move(*made);
  }
  FileSystem& files() override { return *files_; }
  void put(const std::string& path, const std::string& bytes, unsigned mode) override {
    inner_->put(path, bytes, mode);
  }
  void put_link(const std::string& path, const std::string& target) override { inner_->put_link(path, target); }

 private:
  std::unique_ptr<Subject> inner_;
  std::unique_ptr<FileSystem> files_;
};

struct NamedSubject {
  const char* name;
  std::unique_ptr<Subject> subject;
};

std::vector<NamedSubject> subjects() {
  std::vector<NamedSubject> all;
  all.push_back({"memory", std::make_unique<MemorySubject>()});
  all.push_back({"host", std::make_unique<HostSubject>()});
  all.push_back({"fenced memory", std::make_unique<FencedSubject>(std::make_unique<MemorySubject>())});
  all.push_back({"fenced host", std::make_unique<FencedSubject>(std::make_unique<HostSubject>())});
  all.push_back({"overlaid memory", std::make_unique<OverlaidSubject>(std::make_unique<MemorySubject>())});
  all.push_back({"overlaid host", std::make_unique<OverlaidSubject>(std::make_unique<HostSubject>())});
  all.push_back({"memory by callbacks", std::make_unique<TableSubject>(std::make_unique<MemorySubject>())});
  all.push_back({"host by callbacks", std::make_unique<TableSubject>(std::make_unique<HostSubject>())});
  return all;
}

template <class T>
Code code_of(const grit::Result<T>& result) {
  return result ? Code::ok : result.error().code();
}
Code code_of(const grit::Status& status) { return status.code(); }

ContentHash hash_of(std::string_view bytes) { return ContentHash::of(bytes); }

std::string bytes_of(FileSystem& files, std::string_view path) {
  const auto content = files.read(path, no_limit);
  return content ? content->bytes : std::string("(") + grit::code_name(content.error().code()) + ")";
}

std::string names_of(FileSystem& files, std::string_view path) {
  const auto entries = files.list(path);
  if (!entries) return std::string("(") + grit::code_name(entries.error().code()) + ")";
  std::string names;
  for (const FileInfo& entry : *entries) {
    if (entry.name != ".unsaved") names += entry.name + ' ';
  }
  return names;
}

}  // namespace

#define FOR_EACH_SUBJECT                         \
  for (auto& [subject_name, owned] : subjects()) \
    if (Subject& subject = *owned; true)         \
      if (FileSystem& files = subject.files(); true)

TEST_CASE("file system: stat tells about the entry itself") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("src/a.py", "12345", 0640);
    subject.put_link("src/link", "a.py");
    const auto file = files.stat("src/a.py");
    REQUIRE(file.has_value());
    CHECK(file->name == "a.py");
    CHECK(file->type == FileType::regular);
    CHECK(file->size == 5);
    CHECK(file->mode == 0640);
    CHECK(file->mtime_ns > 0);
    CHECK(file->ctime_ns > 0);
    CHECK(file->inode != 0);
    CHECK(file->target.empty());
    const auto link = files.stat("src/link");
    REQUIRE(link.has_value());
    CHECK(link->type == FileType::symlink);
    CHECK(link->target == "a.py");
    CHECK(link->size == 4);
    CHECK(files.stat("src")->type == FileType::directory);
    CHECK(files.stat("")->type == FileType::directory);
    CHECK(files.stat("./src//a.py/")->name == "a.py");
    CHECK(code_of(files.stat("src/b.py")) == Code::not_found);
    CHECK(code_of(files.stat("src/a.py/x")) == Code::not_found);
  }
}

TEST_CASE("file system: a list is sorted by bytes and follows no entry") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    for (const char* name : {"d/b", "d/B", "d/a", "d/a-", "d/\xC3\xA9", "d/sub/x", "other"}) subject.put(name, "x");
    subject.put_link("d/link", "../other");
    subject.put_link("to-d", "d");
    CHECK(names_of(files, "d") == "B a a- b link sub \xC3\xA9 ");
    CHECK(names_of(files, "to-d") == "B a a- b link sub \xC3\xA9 ");
    CHECK(names_of(files, "") == "d other to-d ");
    CHECK(names_of(files, "d/sub") == "x ");
    CHECK(names_of(files, "d/b") == "(unsupported)");
    CHECK(names_of(files, "d/b/x") == "(not_found)");
    CHECK(names_of(files, "missing") == "(not_found)");
    const auto entries = files.list("d");
    REQUIRE(entries.has_value());
    CHECK(entries->at(4).type == FileType::symlink);
    CHECK(entries->at(4).target == "../other");
    CHECK(entries->at(5).type == FileType::directory);
    for (const FileInfo& entry : *entries) {
      const auto alone = files.stat("d/" + entry.name);
      REQUIRE(alone.has_value());
      CHECK(alone->inode == entry.inode);
      CHECK(alone->mtime_ns == entry.mtime_ns);
    }
  }
}

TEST_CASE("file system: read gives every byte") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    std::string odd = "\xEF\xBB\xBFline\r\nlone\rnext\n\xFF\xFE";
    odd += '\0';
    odd += "\xE2\x80\xA8 end without line end";
    subject.put("odd", odd);
    subject.put("empty", "");
    const auto content = files.read("odd", no_limit);
    REQUIRE(content.has_value());
    CHECK(content->bytes == odd);
    CHECK(content->info.size == odd.size());
    CHECK(content->info.name == "odd");
    CHECK(content->info.inode == files.stat("odd")->inode);
    CHECK(bytes_of(files, "empty").empty());
    CHECK(bytes_of(files, "missing") == "(not_found)");
    CHECK(bytes_of(files, "odd/x") == "(not_found)");
    CHECK(bytes_of(files, "") == "(unsupported)");
  }
}

TEST_CASE("file system: read stops at its limit, exactly") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("ten", "0123456789");
    CHECK(files.read("ten", 10).has_value());
    CHECK(code_of(files.read("ten", 9)) == Code::limit);
    CHECK(code_of(files.read("ten", 0)) == Code::limit);
    subject.put("none", "");
    CHECK(files.read("none", 0).has_value());
  }
}

TEST_CASE("file system: links inside the root are followed, others are fenced") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("a/b/file", "inside");
    subject.put_link("up", "a/b/../b/file");
    subject.put_link("a/b/twice", "../../up");
    subject.put_link("folder", "a/b");
    subject.put_link("out", "../outside");
    subject.put_link("a/out", "../../etc/passwd");
    subject.put_link("absolute", "/etc/passwd");
    subject.put_link("out-folder", "..");
    subject.put_link("dangling", "nowhere");
    subject.put_link("self", "self");
    subject.put_link("ping", "pong");
    subject.put_link("pong", "ping");
    CHECK(bytes_of(files, "up") == "inside");
    CHECK(bytes_of(files, "a/b/twice") == "inside");
    CHECK(files.read("a/b/twice", no_limit)->info.name == "twice");
    CHECK(bytes_of(files, "folder/file") == "inside");
    CHECK(bytes_of(files, "folder/twice") == "inside");
    CHECK(bytes_of(files, "out") == "(fenced)");
    CHECK(bytes_of(files, "a/out") == "(fenced)");
    CHECK(bytes_of(files, "absolute") == "(fenced)");
    CHECK(bytes_of(files, "out-folder/x") == "(fenced)");
    CHECK(names_of(files, "out-folder") == "(fenced)");
    CHECK(bytes_of(files, "dangling") == "(not_found)");
    CHECK(bytes_of(files, "self") == "(unsupported)");
    CHECK(bytes_of(files, "ping") == "(unsupported)");
    CHECK(files.stat("self").has_value());
    CHECK(code_of(files.stat("out-folder/x")) == Code::fenced);
    CHECK(code_of(files.replace("absolute", "x", hash_of("inside"))) == Code::fenced);
    CHECK(code_of(files.replace("out", "x", hash_of("inside"))) == Code::fenced);
    CHECK(code_of(files.create("out-folder/x", "x")) == Code::fenced);
  }
}

TEST_CASE("file system: names that lead out are fenced for every operation") {
  FOR_EACH_SUBJECT {
    for (const std::string& path : {std::string("/etc/passwd"), std::string(".."), std::string("../x"),
                                    std::string("a/../../x"), std::string("a/.."), std::string("x\0y", 3)}) {
      CAPTURE(subject_name);
      CAPTURE(path);
      CHECK(code_of(files.stat(path)) == Code::fenced);
      CHECK(code_of(files.list(path)) == Code::fenced);
      CHECK(code_of(files.read(path, no_limit)) == Code::fenced);
      CHECK(code_of(files.create(path, "x")) == Code::fenced);
      CHECK(code_of(files.replace(path, "x", hash_of(""))) == Code::fenced);
      CHECK(code_of(files.remove(path, hash_of(""))) == Code::fenced);
    }
  }
}

TEST_CASE("file system: create makes a file and the folders above it") {
  const mode_t old_umask = umask(022);
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put_link("link", "real");
    subject.put("real/x", "x");
    const auto made = files.create("new/deep/file.py", "content");
    REQUIRE(made.has_value());
    CHECK(made->name == "file.py");
    CHECK(made->size == 7);
    CHECK(made->mode == 0644);
    CHECK(made->inode == files.stat("new/deep/file.py")->inode);
    CHECK(bytes_of(files, "new/deep/file.py") == "content");
    CHECK(names_of(files, "new/deep") == "file.py ");
    CHECK(files.create("link/y", "through a link").has_value());
    CHECK(bytes_of(files, "real/y") == "through a link");
    CHECK(files.create("empty", "").has_value());
    CHECK(bytes_of(files, "empty").empty());
  }
  umask(old_umask);
}

TEST_CASE("file system: create never replaces anything") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("file", "old");
    subject.put("folder/x", "x");
    subject.put_link("dangling", "nowhere");
    subject.put_link("link", "file");
    for (const char* path : {"file", "folder", "dangling", "link", ""}) {
      CAPTURE(path);
      CHECK(code_of(files.create(path, "new")) == Code::already_exists);
    }
    CHECK(code_of(files.create("file/x", "new")) == Code::unsupported);
    CHECK(code_of(files.create("file/x/y", "new")) == Code::unsupported);
    CHECK(code_of(files.create("dangling/x", "new")) == Code::not_found);
    CHECK(bytes_of(files, "file") == "old");
    CHECK(names_of(files, "") == "dangling file folder link ");
  }
}

TEST_CASE("file system: replace changes what was read and nothing else") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("src/run", "old", 0750);
    const auto before = files.stat("src/run");
    CHECK(code_of(files.replace("src/run", "new", hash_of("other"))) == Code::changed);
    const auto refused = files.stat("src/run");
    CHECK(refused->inode == before->inode);
    CHECK(refused->mtime_ns == before->mtime_ns);
    CHECK(refused->mode == before->mode);
    CHECK(bytes_of(files, "src/run") == "old");
    const auto replaced = files.replace("src/run", "new content", hash_of("old"));
    REQUIRE(replaced.has_value());
    CHECK(replaced->name == "run");
    CHECK(replaced->mode == 0750);
    CHECK(replaced->size == 11);
    const auto after = files.stat("src/run");
    CHECK(after->inode == replaced->inode);
    CHECK(after->mtime_ns == replaced->mtime_ns);
    CHECK(after->ctime_ns == replaced->ctime_ns);
    CHECK(after->mode == 0750);
    CHECK(bytes_of(files, "src/run") == "new content");
    CHECK(names_of(files, "src") == "run ");
    CHECK(code_of(files.replace("src/run", "newer", hash_of("old"))) == Code::changed);
    CHECK(files.replace("src/run", "", hash_of("new content")).has_value());
    CHECK(bytes_of(files, "src/run").empty());
  }
}

TEST_CASE("file system: replace goes through a link and leaves it") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("real/file", "old");
    subject.put_link("a/one", "../b/two");
    subject.put_link("b/two", "../real/file");
    subject.put_link("dangling", "nowhere");
    subject.put_link("folder", "real");
    subject.put_link("dots", "real/..");
    CHECK(files.replace("a/one", "new", hash_of("old"))->name == "one");
    CHECK(bytes_of(files, "real/file") == "new");
    CHECK(files.stat("a/one")->type == FileType::symlink);
    CHECK(files.stat("b/two")->target == "../real/file");
    CHECK(files.stat("real/file")->type == FileType::regular);
    CHECK(code_of(files.replace("dangling", "new", hash_of(""))) == Code::not_found);
    CHECK(code_of(files.replace("folder", "new", hash_of(""))) == Code::unsupported);
    CHECK(code_of(files.replace("dots", "new", hash_of(""))) == Code::unsupported);
    CHECK(code_of(files.replace("real", "new", hash_of(""))) == Code::unsupported);
    CHECK(code_of(files.replace("", "new", hash_of(""))) == Code::unsupported);
    CHECK(code_of(files.replace("missing", "new", hash_of(""))) == Code::not_found);
  }
}

TEST_CASE("file system: a file that nobody may write is left alone, also by root") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("fixed", "old", 0444);
    const auto before = files.stat("fixed");
    CHECK(code_of(files.replace("fixed", "new", hash_of("old"))) == Code::permission_denied);
    CHECK(code_of(files.remove("fixed", hash_of("old"))) == Code::permission_denied);
    CHECK(bytes_of(files, "fixed") == "old");
    CHECK(files.stat("fixed")->mtime_ns == before->mtime_ns);
    CHECK(files.stat("fixed")->inode == before->inode);
  }
}

TEST_CASE("file system: a file that this user may not read" * doctest::skip(grit::test::no_ordinary_user())) {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("secret", "old", 0200);
    const std::string seen = grit::test::as_ordinary_user([&files = files] {
      return bytes_of(files, "secret") + grit::code_name(code_of(files.replace("secret", "x", hash_of("old")))) +
             grit::code_name(code_of(files.stat("secret")));
    });
    CHECK(seen == "(permission_denied)permission_deniedok");
  }
}

TEST_CASE("file system: remove takes only what it was shown") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("d/file", "old");
    subject.put_link("d/link", "file");
    CHECK(code_of(files.remove("d/file", hash_of("other"))) == Code::changed);
    CHECK(code_of(files.remove("d/link", hash_of("old"))) == Code::unsupported);
    CHECK(code_of(files.remove("d", hash_of(""))) == Code::unsupported);
    CHECK(code_of(files.remove("d/missing", hash_of(""))) == Code::not_found);
    CHECK(names_of(files, "d") == "file link ");
    CHECK(files.remove("d/file", hash_of("old")).ok());
    CHECK(names_of(files, "d") == "link ");
    CHECK(code_of(files.stat("d/file")) == Code::not_found);
  }
}

TEST_CASE("file system: of two threads that replace the same content one wins") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    subject.put("counter", "0");
    constexpr int rounds = 40;
    const auto count = [&files = files](int& landed) {
      for (int done = 0; done < rounds;) {
        const auto now = files.read("counter", no_limit);
        if (!now) continue;
        const std::string next = std::to_string(std::stoi(now->bytes) + 1);
        const Code code = code_of(files.replace("counter", next, hash_of(now->bytes)));
        if (code == Code::ok) ++landed;
        if (code == Code::ok) ++done;
        if (code != Code::ok && code != Code::changed) return;
      }
    };
    int first = 0;
    int second = 0;
    std::thread other(count, std::ref(second));
    count(first);
    other.join();
    CHECK(first == rounds);
    CHECK(second == rounds);
    CHECK(bytes_of(files, "counter") == std::to_string(2 * rounds));
    CHECK(names_of(files, "") == "counter ");
  }
}

TEST_CASE("file system: of two threads that create the same file one wins") {
  FOR_EACH_SUBJECT {
    CAPTURE(subject_name);
    for (int i = 0; i < 40; ++i) {
      const std::string path = "folder" + std::to_string(i) + "/file";
      Code other_code = Code::internal;
      std::thread other([&, &files = files] { other_code = code_of(files.create(path, "other")); });
      const Code code = code_of(files.create(path, "mine"));
      other.join();
      CHECK((code == Code::ok) != (other_code == Code::ok));
      CHECK((code == Code::ok ? other_code : code) == Code::already_exists);
      CHECK(bytes_of(files, path) == (code == Code::ok ? "mine" : "other"));
    }
  }
}
