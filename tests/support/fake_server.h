// An HTTP server on loopback that does what a test tells it to, also what no good server does.
#ifndef GRIT_TESTS_SUPPORT_FAKE_SERVER_H_
#define GRIT_TESTS_SUPPORT_FAKE_SERVER_H_

#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace grit::test {

// One thing the server does with a connection.
struct Step {
  enum class Kind { send, wait, hang, reset };
  Kind kind = Kind::send;
  std::string bytes;  // send
  int ms = 0;         // wait
};
using Script = std::vector<Step>;  // after the last step the connection is closed

[[nodiscard]] Step send(std::string bytes);
[[nodiscard]] Step wait_ms(int ms);
[[nodiscard]] Step hang();   // until the client or the test goes away
[[nodiscard]] Step reset();  // close with RST: the client sees the connection break

// A whole response with its length. `headers` are further lines, each with CRLF.
[[nodiscard]] std::string response(int status, std::string_view content_type, std::string_view body,
                                   std::string_view headers = "");
// The head of a chunked response, a chunk of it, and its end.
[[nodiscard]] std::string stream_head(std::string_view content_type);
[[nodiscard]] std::string chunk(std::string_view bytes);
[[nodiscard]] std::string last_chunk();

struct Received {
  std::string method;
  std::string path;
  std::string head;  // all lines before the body
  std::string body;
};

// Answers one connection after the other; each is one request. A path that no script was given for gets a 404.
//
// Thread rule: the members may be called from the test's thread while the server runs on its own.
class FakeServer {
 public:
  FakeServer();
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  [[nodiscard]] std::string url() const;  // "http://127.0.0.1:PORT"
  // Scripts of one path are used in turn, the last one for ever.
  void on(const std::string& path, Script script);
  [[nodiscard]] std::vector<Received> received() const;
  [[nodiscard]] std::vector<Received> received(std::string_view path) const;

 private:
  void serve();
  void serve_connection(int fd);
  [[nodiscard]] bool read_request(int fd, Received& request) const;
  [[nodiscard]] bool run(int fd, const Step& step) const;
  [[nodiscard]] Script script_for(const std::string& path);
  // False when the test is over, or the peer is (for a connection).
  [[nodiscard]] bool wait_for(int fd, int ms) const;

  int listener_ = -1;
  int stop_[2] = {-1, -1};
  int port_ = 0;
  mutable std::mutex mutex_;
  std::map<std::string, std::deque<Script>> scripts_;
  std::vector<Received> received_;
  std::thread thread_;
};

// A port where connecting never ends: its queue is full and nobody accepts.
class FullPort {
 public:
  FullPort();
  ~FullPort();
  FullPort(const FullPort&) = delete;
  FullPort& operator=(const FullPort&) = delete;
  [[nodiscard]] std::string url() const;

 private:
  std::vector<int> fds_;
  int port_ = 0;
};

// A port where nobody listens.
[[nodiscard]] std::string closed_port_url();

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_FAKE_SERVER_H_
