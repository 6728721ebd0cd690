// Recency: which of the newest commits changed a file.
#include <filesystem>
#include <fstream>
#include <optional>

#include "project.h"

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

}  // namespace
}  // namespace grit::index
