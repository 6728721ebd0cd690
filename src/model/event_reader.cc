#include "event_reader.h"

#include <utility>

#include <absl/strings/str_cat.h>
#include <base/try.h>

namespace grit::model {

Status EventReader::push(std::string_view bytes, const Sink& sink) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    line_.append(bytes.substr(0, end));
    GRIT_RETURN_IF_ERROR(check_size());
    if (end == std::string_view::npos) return {};
    bytes.remove_prefix(end + 1);
    GRIT_RETURN_IF_ERROR(end_line(sink));
  }
  return {};
}

Status EventReader::finish(const Sink& sink) {
  if (!line_.empty()) GRIT_RETURN_IF_ERROR(end_line(sink));
  return end_event(sink);
}

Status EventReader::end_line(const Sink& sink) {
  std::string_view line = line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (framing_ == Framing::ndjson) {
    data_.assign(line);
    has_data_ = line.find_first_not_of(" \t") != std::string_view::npos;
    line_.clear();
    return end_event(sink);
  }
  if (line.empty()) {
    line_.clear();
    return end_event(sink);
  }
  if (line.starts_with("data:")) {
    line.remove_prefix(5);
    if (line.starts_with(' ')) line.remove_prefix(1);
    if (has_data_) data_ += '\n';
    data_.append(line);
    has_data_ = true;
  }
  line_.clear();
  return check_size();
}

Status EventReader::end_event(const Sink& sink) {
  if (!has_data_) return {};
  has_data_ = false;
  const std::string data = std::exchange(data_, {});
  return sink(data);
}

Status EventReader::check_size() const {
  if (line_.size() + data_.size() <= max_event_bytes_) return {};
  return {Code::limit, absl::StrCat("the server sent an event of more than ", max_event_bytes_, " bytes")};
}

}  // namespace grit::model
