// The system's word that something in a folder has changed.
#ifndef GRIT_PORT_FILE_EVENTS_H_
#define GRIT_PORT_FILE_EVENTS_H_

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include <grit/status.h>

namespace grit::port {

// Thread rule: one thread at a time.
class FileEvents {
 public:
  virtual ~FileEvents() = default;

  // Tells of changes right in this folder from now on; once more for a folder that is watched already does nothing.
  // Code::limit where the system watches no more folders; Code::not_found.
  virtual Status add(const std::string& folder) = 0;

  struct Seen {
    bool changed = false;  // something that `matters` said yes to
    bool folders = false;  // folders came, went or moved: their names no longer say what is watched
    bool lost = false;     // there was more than the system remembers
  };
  // Whether a change of this name in a watched folder is of interest.
  using Filter = std::function<bool(std::string_view name)>;
  // Waits until there is a change or the time is over, and returns all that is there.
  virtual Result<Seen> wait(std::chrono::milliseconds patience, const Filter& matters) = 0;
};

// Code::limit where this user or the system has too many of them open; Code::unavailable where there is no such thing.
[[nodiscard]] Result<std::unique_ptr<FileEvents>> open_file_events();

}  // namespace grit::port

#endif  // GRIT_PORT_FILE_EVENTS_H_
