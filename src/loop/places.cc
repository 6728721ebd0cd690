// Where a project's index, evidence and journal are kept.
#include "base/hash.h"
#include "base/try.h"
#include "port/host_files.h"
#include "project_state.h"

namespace grit::loop {
namespace {

std::string cache_folder(const Environment& environment) {
  if (const auto cache = environment("XDG_CACHE_HOME"); cache && cache->starts_with('/')) return *cache;
  if (const auto home = environment("HOME"); home && home->starts_with('/')) return *home + "/.cache";
  return {};
}

// A project that cannot be written keeps its index and evidence in the user's cache, by the hash of its path.
Result<std::string> state_folder(const std::string& root, const Environment& environment) {
  const std::string own = root + "/.grit";
  if (port::exists(own) ? port::is_writable(own) : port::is_writable(root)) return own;
  const std::string cache = cache_folder(environment);
  if (cache.empty()) {
    return Status(Code::permission_denied,
                  root + " cannot be written, and neither XDG_CACHE_HOME nor HOME says where to keep the index");
  }
  return cache + "/grit/projects/" + ContentHash::of(root).hex().substr(0, 16);
}

}  // namespace

Result<Places> find_places(const std::string& root, const Environment& environment) {
  Places places;
  GRIT_ASSIGN_OR_RETURN(places.root, port::real_path(root));
  GRIT_ASSIGN_OR_RETURN(places.state, state_folder(places.root, environment));
  places.database = places.state + "/index.db";
  places.runs = places.state + "/runs";
  places.journal = places.state + "/journal";
  places.scratch = places.state + "/scratch";
  return places;
}

Status Project::State::prepare_state() const {
  GRIT_RETURN_IF_ERROR(port::make_folders(places.state));
  const std::string ignore = places.state + "/.gitignore";
  if (port::exists(ignore)) return {};
  return port::write_file(ignore, "*\n");
}

}  // namespace grit::loop
