// What the library and its helper program grit-sandbox say to each other. One request goes in on the helper's standard
// input; frames come out on its standard output: pieces of the command's output, and one report at the end. The
// command itself never holds either end.
#ifndef GRIT_VERIFY_SANDBOX_PROTOCOL_H_
#define GRIT_VERIFY_SANDBOX_PROTOCOL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <grit/verify.h>

namespace grit::verify {

// A request longer than this is refused: far above the 2 MiB that Linux allows for arguments and environment.
inline constexpr std::size_t kMaxRequestBytes = std::size_t{8} << 20;

// The path at which a command sees its folder when it has a view of its own.
inline constexpr std::string_view kInsideFolder = "/project";

struct SandboxRequest {
  Command command;  // an empty argv sets everything up and runs nothing: a probe
  Limits limits;
  // Mechanisms to leave out, for proving what happens without them: "namespaces", "seccomp", "landlock".
  std::vector<std::string> without;
};

struct SandboxReport {
  Ending ending = Ending::not_started;
  int status = 0;
  bool output_cut = false;
  double seconds = 0;
  Protection protection;
  std::string error;  // why it was not started
};

[[nodiscard]] std::string encode_request(const SandboxRequest& request);
// Nothing when the bytes are not a whole request, or hold a key that is not known.
[[nodiscard]] std::optional<SandboxRequest> decode_request(std::string_view bytes);
// Whether `bytes` end with the mark that ends a request.
[[nodiscard]] bool is_whole_request(std::string_view bytes);

[[nodiscard]] std::string encode_report(const SandboxReport& report);
[[nodiscard]] std::optional<SandboxReport> decode_report(std::string_view bytes);

enum class FrameKind : char { output = 'o', report = 'r' };

[[nodiscard]] std::string encode_frame(FrameKind kind, std::string_view payload);

// Cuts a stream of bytes back into frames.
//
// Thread rule: one thread at a time.
class FrameReader {
 public:
  struct Frame {
    FrameKind kind;
    std::string payload;
  };
  void add(std::string_view bytes) { buffer_.append(bytes); }
  // The next whole frame; nothing until more bytes come. After bytes that are no frame `broken` is true for ever.
  [[nodiscard]] std::optional<Frame> next();
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  std::string buffer_;
  bool broken_ = false;
};

}  // namespace grit::verify

#endif  // GRIT_VERIFY_SANDBOX_PROTOCOL_H_
