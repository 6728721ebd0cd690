#include "libgit2.h"

#include "base/try.h"
#include "port/loaded_library.h"

namespace grit::index {

Result<LibGit2> load_libgit2() {
  // Another version may lay out its structures differently.
  auto library = port::LoadedLibrary::load("libgit2.so." LIBGIT2_SOVERSION);
  if (!library) return library.error().with_context("git: libgit2, which reads repositories");
  LibGit2 git;
  library->find("git_libgit2_init", git.init)
      .find("git_libgit2_shutdown", git.shutdown)
      .find("git_error_last", git.error_last)
      .find("git_buf_dispose", git.buf_dispose)
      .find("git_repository_open_ext", git.repository_open_ext)
      .find("git_repository_free", git.repository_free)
      .find("git_repository_path", git.repository_path)
      .find("git_repository_workdir", git.repository_workdir)
      .find("git_repository_item_path", git.repository_item_path)
      .find("git_repository_index", git.repository_index)
      .find("git_index_free", git.index_free)
      .find("git_index_entrycount", git.index_entrycount)
      .find("git_index_get_byindex", git.index_get_byindex)
      .find("git_reference_name_to_id", git.reference_name_to_id)
      .find("git_commit_lookup", git.commit_lookup)
      .find("git_commit_free", git.commit_free)
      .find("git_commit_time", git.commit_time)
      .find("git_commit_tree", git.commit_tree)
      .find("git_commit_parentcount", git.commit_parentcount)
      .find("git_commit_parent_id", git.commit_parent_id)
      .find("git_tree_free", git.tree_free)
      .find("git_diff_tree_to_tree", git.diff_tree_to_tree)
      .find("git_diff_free", git.diff_free)
      .find("git_diff_num_deltas", git.diff_num_deltas)
      .find("git_diff_get_delta", git.diff_get_delta);
  GRIT_RETURN_IF_ERROR(library->status());
  return git;
}

}  // namespace grit::index
