// Which of the newest commits changed a file, and which files change together.
#include <filesystem>
#include <fstream>
#include <optional>

#include "project.h"
#include "support/index_text.h"

namespace grit::index {
namespace {

// A repository that is indexed with its history.
class HistoryProject {
 public:
  HistoryProject() {
    std::filesystem::create_directory(root());
    git("init -q .");
    options.database = folder_.path() + "/index.db";
  }
  [[nodiscard]] std::string root() const { return folder_.path() + "/tree"; }
  void git(const std::string& arguments) const {
    run("cd '" + root() + "' && git -c user.name=t -c user.email=t@example.org -c init.defaultBranch=main " +
        "-c commit.gpgsign=false " + arguments);
  }
  void put(const std::string& path, const std::string& text) const {
    const std::filesystem::path place = root() + "/" + path;
    std::filesystem::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << text;
  }
  void commit(const std::string& path, const std::string& text) const {
    put(path, text);
    git("add -A");
    git("commit -q -m change");
  }
  IndexReport index(const std::string& below = "") const {
    const std::string project = root() + below;
    const auto files = value_of(open_file_system(project));
    return value_of(update_index(*fence(*files, {}), project, options, {}, {}));
  }
  // The paths and how many commits ago they were changed; "-" for those that the history does not tell of.
  [[nodiscard]] Lines ago(const FileQuery& query = {}) const {
    Lines out;
    const auto store = value_of(open_store(options.database));
    const Status status = store->files(query, [&out](const FileRecord& file) {
      out.push_back(file.path + " " + (file.commits_ago ? std::to_string(*file.commits_ago) : "-"));
      return true;
    });
    CHECK(status.ok());
    return out;
  }
  [[nodiscard]] Lines with(const std::string& path, const std::string& other = "") const {
    Lines out;
    const auto store = value_of(open_store(options.database));
    const Status status = store->co_changes({path, other}, [&out](const CoChange& change) {
      out.push_back(test::show(change));
      return true;
    });
    CHECK(status.ok());
    return out;
  }
  [[nodiscard]] StoreInfo info() const { return value_of(value_of(open_store(options.database))->info()); }

  IndexOptions options;

 private:
  test::TemporaryFolder folder_;
};

TEST_CASE("files tell how many commits ago they were changed") {
  HistoryProject project;
  project.commit("a.py", "a = 1\n");
  project.commit("pkg/b.py", "b = 1\n");
  project.commit("c.py", "c = 1\n");
  project.put("new.py", "d = 1\n");
  project.index();
  CHECK(project.ago() == Lines{"a.py 2", "c.py 0", "new.py -", "pkg/b.py 1"});
  CHECK(project.ago({.commits_ago_below = 2}) == Lines{"c.py 0", "pkg/b.py 1"});
  CHECK(project.info().head_commit + "\n" == run("git -C '" + project.root() + "' rev-parse HEAD"));

  project.commit("a.py", "a = 2\n");  // with new.py
  project.index();
  CHECK(project.ago() == Lines{"a.py 0", "c.py 1", "new.py 0", "pkg/b.py 2"});
}

TEST_CASE("a history that did not move changes no row, one that was rewritten is followed") {
  HistoryProject project;
  project.commit("a.py", "a = 1\n");
  project.commit("b.py", "b = 1\n");
  project.index();
  const std::uint64_t generation = project.info().generation;
  project.index();
  CHECK(project.info().generation == generation);
  project.git("reset -q --soft HEAD~1");
  project.index();
  CHECK(project.info().generation == generation + 1);
  CHECK(project.ago() == Lines{"a.py 0", "b.py -"});
}

TEST_CASE("only as many commits are stored as are asked for, and none without git's history") {
  HistoryProject project;
  project.commit("a.py", "a = 1\n");
  project.commit("b.py", "b = 1\n");
  project.options.history_commits = 1;
  project.index();
  CHECK(project.ago() == Lines{"a.py -", "b.py 0"});
  project.options.git_history = false;
  project.index();
  CHECK(project.ago() == Lines{"a.py -", "b.py -"});
  CHECK(project.info().head_commit.empty());
}

TEST_CASE("a project below the top of its repository sees its own paths") {
  HistoryProject project;
  project.commit("outside.py", "a = 1\n");
  project.commit("sub/inside.py", "b = 1\n");
  project.commit("outside.py", "a = 2\n");
  project.index("/sub");
  CHECK(project.ago() == Lines{"inside.py 1"});
}

TEST_CASE("files tell which others changed in the same commits, and how often") {
  HistoryProject project;
  const auto commit = [&project](const Lines& paths, const std::string& text) {
    for (const std::string& path : paths) project.put(path, text);
    project.git("add -A");
    project.git("commit -q -m change");
  };
  commit({"a.py", "b.py"}, "1");
  commit({"a.py", "b.py", "c.py"}, "2");
  commit({"b.py"}, "3");
  project.index();
  CHECK(project.with("a.py") == Lines{"b.py 2 times of 2 and 3", "c.py 1 times of 2 and 1"});
  CHECK(project.with("c.py") == Lines{"a.py 1 times of 1 and 2", "b.py 1 times of 1 and 3"});
  CHECK(project.with("a.py", "c.py") == Lines{"c.py 1 times of 2 and 1"});
  CHECK(project.with("nowhere.py").empty());

  commit({"a.py", "c.py"}, "4");  // read beside what is stored
  project.index();
  CHECK(project.with("a.py") == Lines{"b.py 2 times of 3 and 3", "c.py 2 times of 3 and 2"});

  Lines many;
  for (int i = 0; i < 40; ++i) many.push_back("m" + std::to_string(i) + ".py");
  many.insert(many.end(), {"a.py", "b.py"});
  commit(many, "5");  // says nothing about which of them belong together
  project.index();
  CHECK(project.with("m1.py").empty());
  CHECK(project.with("a.py").size() == 2);

  project.git("rm -q b.py");
  project.git("commit -q -m removed");
  project.index();
  CHECK(project.with("a.py") == Lines{"c.py 2 times of 3 and 2"});  // only what is in the index
}

TEST_CASE("a history that was rewritten elsewhere and fetched by force is followed") {
  HistoryProject project;
  project.commit("a.py", "a = 1\n");
  project.commit("b.py", "b = 1\n");
  project.commit("c.py", "c = 1\n");
  project.index();
  project.git("checkout -q -b rewritten HEAD~2");
  project.commit("c.py", "c = 2\n");
  project.commit("b.py", "b = 2\n");
  project.index();
  CHECK(project.ago() == Lines{"a.py 2", "b.py 0", "c.py 1"});
  project.git("checkout -q main");
  project.index();
  CHECK(project.ago() == Lines{"a.py 2", "b.py 1", "c.py 0"});
}

TEST_CASE("merges are passed over, and what they merge counts") {
  HistoryProject project;
  project.commit("a.py", "a = 1\n");
  project.git("checkout -q -b side");
  project.commit("b.py", "b = 1\n");
  project.git("checkout -q main");
  project.commit("c.py", "c = 1\n");
  project.index();
  const std::uint64_t generation = project.info().generation;
  project.git("merge -q --no-ff -m merge side");
  project.index();
  CHECK(project.ago({.commits_ago_below = 3}).size() == 3);
  CHECK(project.info().generation > generation);
  const std::uint64_t merged = project.info().generation;
  project.index();
  CHECK(project.info().generation == merged);
}

TEST_CASE("a shallow clone tells what it has, and the rest once it is fetched") {
  HistoryProject origin;
  origin.commit("a.py", "a = 1\n");
  origin.commit("b.py", "b = 1\n");
  origin.commit("c.py", "c = 1\n");
  HistoryProject clone;
  clone.git("fetch -q --depth 2 'file://" + origin.root() + "' main");
  clone.git("reset -q --hard FETCH_HEAD");
  clone.index();
  CHECK(clone.ago() == Lines{"a.py -", "b.py -", "c.py 0"});  // what the oldest commit changed is not known
  clone.git("fetch -q --unshallow 'file://" + origin.root() + "' main");
  clone.index();
  CHECK(clone.ago() == Lines{"a.py 2", "b.py 1", "c.py 0"});
}

TEST_CASE("a second work tree and a submodule have histories of their own") {
  HistoryProject project;
  project.commit("a.py", "a = 1\n");
  project.git("branch other");
  project.commit("b.py", "b = 1\n");
  project.git("worktree add -q second other");
  project.index("/second");
  CHECK(project.ago() == Lines{"a.py 0"});

  HistoryProject outer;
  outer.commit("main.py", "m = 1\n");
  outer.git("-c protocol.file.allow=always submodule --quiet add '" + project.root() + "' library");
  outer.git("commit -q -m library");
  outer.index();
  CHECK(outer.ago() == Lines{".gitmodules 0", "library/a.py -", "library/b.py -", "main.py 1"});
  outer.index("/library");
  CHECK(outer.ago() == Lines{"a.py 1", "b.py 0"});
}

TEST_CASE("a project moves within its repository, and leaves it") {
  HistoryProject project;
  project.commit("one/a.py", "a = 1\n");
  project.commit("two/a.py", "a = 2\n");
  project.index("/one");
  CHECK(project.ago() == Lines{"a.py 1"});
  project.index("/two");  // the same index file
  CHECK(project.ago() == Lines{"a.py 0"});
  std::filesystem::remove_all(project.root() + "/.git");
  project.index("/two");
  CHECK(project.ago() == Lines{"a.py -"});
  CHECK(project.info().head_commit.empty());
}

}  // namespace
}  // namespace grit::index
