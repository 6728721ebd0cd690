#include <grit/index.h>

#include "base/try.h"
#include "port/host_files.h"
#include "sqlite.h"

namespace grit::index {

Status copy_index(const std::string& from, const std::string& to) {
  if (port::exists(to)) return Status(Code::already_exists, to + " exists already");
  GRIT_ASSIGN_OR_RETURN(const auto database, Database::open(from, Database::Mode::read_only));
  GRIT_ASSIGN_OR_RETURN(Statement copy, database->prepare("VACUUM INTO ?"));
  const Status copied = copy.bind_text(to).run();
  if (!copied.ok()) (void)port::remove_file(to);
  return copied;
}

}  // namespace grit::index
