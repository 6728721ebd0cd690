// libgit2, loaded when a project turns out to be in a repository: with the libraries below it, it would take as long to
// load as it takes to see that nothing has changed in a project of a thousand files.
#ifndef GRIT_INDEX_LIBGIT2_H_
#define GRIT_INDEX_LIBGIT2_H_

#include <git2.h>

#include <grit/status.h>

namespace grit::index {

// The functions of libgit2 that Grit calls, under the names of its manual without "git_".
//
// Thread rule: immutable once loaded; the functions have libgit2's own rules.
struct LibGit2 {
  decltype(&::git_libgit2_init) init = nullptr;
  decltype(&::git_libgit2_shutdown) shutdown = nullptr;
  decltype(&::git_error_last) error_last = nullptr;
  decltype(&::git_buf_dispose) buf_dispose = nullptr;
  decltype(&::git_repository_open_ext) repository_open_ext = nullptr;
  decltype(&::git_repository_free) repository_free = nullptr;
  decltype(&::git_repository_path) repository_path = nullptr;
  decltype(&::git_repository_workdir) repository_workdir = nullptr;
  decltype(&::git_repository_item_path) repository_item_path = nullptr;
  decltype(&::git_repository_index) repository_index = nullptr;
  decltype(&::git_index_free) index_free = nullptr;
  decltype(&::git_index_entrycount) index_entrycount = nullptr;
  decltype(&::git_index_get_byindex) index_get_byindex = nullptr;
  decltype(&::git_reference_name_to_id) reference_name_to_id = nullptr;
  decltype(&::git_commit_lookup) commit_lookup = nullptr;
  decltype(&::git_commit_free) commit_free = nullptr;
  decltype(&::git_commit_time) commit_time = nullptr;
  decltype(&::git_commit_tree) commit_tree = nullptr;
  decltype(&::git_commit_parentcount) commit_parentcount = nullptr;
  decltype(&::git_commit_parent_id) commit_parent_id = nullptr;
  decltype(&::git_tree_free) tree_free = nullptr;
  decltype(&::git_diff_tree_to_tree) diff_tree_to_tree = nullptr;
  decltype(&::git_diff_free) diff_free = nullptr;
  decltype(&::git_diff_num_deltas) diff_num_deltas = nullptr;
  decltype(&::git_diff_get_delta) diff_get_delta = nullptr;
};

// Code::unavailable where the version that Grit was compiled for is not installed.
[[nodiscard]] Result<LibGit2> load_libgit2();

}  // namespace grit::index

#endif  // GRIT_INDEX_LIBGIT2_H_
