// Opening what lies beneath a folder, with the kernel's word that it does.
#ifndef GRIT_SRC_PORT_BENEATH_H_
#define GRIT_SRC_PORT_BENEATH_H_

#include <sys/stat.h>

#include <string>
#include <vector>

#include <grit/status.h>

#include "fd.h"

namespace grit::port {

// Opens `path` beneath the folder `root`; "" is the root itself. The kernel resolves it so that neither "..", nor a
// link, nor a rename meanwhile leads out (Code::fenced).
[[nodiscard]] Result<Fd> open_beneath(int root, const std::string& path, int flags, const char* doing);
// The same; `direct` tells whether no link was followed.
[[nodiscard]] Result<Fd> open_beneath(int root, const std::string& path, int flags, const char* doing, bool& direct);

// Ok where the kernel can do that; `path` is the root, for the message.
[[nodiscard]] Status check_kernel(int root, const std::string& path);

// Where a file is: the open folder that holds it and its name there, which is that of no link.
struct Place {
  Fd folder;
  std::string name;
  struct stat status = {};
};

// Finds the entry that `path` names, following a link in its last component with `follow_last`.
[[nodiscard]] Result<Place> find_place(int root, const std::string& path, bool follow_last, const char* doing);

// Folders made on the way to a new file, which are removed again unless the file was made.
//
// Thread rule: one thread at a time.
class MadeFolders {
 public:
  MadeFolders() = default;
  MadeFolders(const MadeFolders&) = delete;
  MadeFolders& operator=(const MadeFolders&) = delete;
  ~MadeFolders();
  // Opens the folder `path` beneath `root` and makes it and those above it where they are missing.
  [[nodiscard]] Result<Fd> open(int root, const std::string& path);
  // Waits until their names are on the disk.
  [[nodiscard]] Status sync();
  void keep() { made_.clear(); }

 private:
  struct Made {
    Fd parent;
    std::string name;
    std::string path;
  };
  std::vector<Made> made_;
};

}  // namespace grit::port

#endif  // GRIT_SRC_PORT_BENEATH_H_
