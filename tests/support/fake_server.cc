#include "support/fake_server.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace grit::test {
namespace {

constexpr std::size_t kMaxRequestBytes = std::size_t{64} << 20;

void require(bool ok, const char* what) {
  if (!ok) throw std::runtime_error(what);
}

int bind_loopback(int fd) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  require(bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0, "bind");
  socklen_t size = sizeof address;
  require(getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0, "getsockname");
  return ntohs(address.sin_port);
}

int new_socket(int flags) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  require(fd >= 0, "socket");
  return fd;
}

std::string loopback_url(int port) { return "http://127.0.0.1:" + std::to_string(port); }

std::size_t content_length(const std::string& head) {
  const std::size_t place = head.find("Content-Length: ");
  return place == std::string::npos ? 0
                                    : static_cast<std::size_t>(std::strtoull(head.c_str() + place + 16, nullptr, 10));
}

}  // namespace

Step send(std::string bytes) { return {Step::Kind::send, std::move(bytes), 0}; }
Step wait_ms(int ms) { return {Step::Kind::wait, {}, ms}; }
Step hang() { return {Step::Kind::hang, {}, -1}; }
Step reset() { return {Step::Kind::reset, {}, 0}; }

std::string response(int status, std::string_view content_type, std::string_view body, std::string_view headers) {
  return "HTTP/1.1 " + std::to_string(status) + " Status\r\nContent-Type: " + std::string(content_type) +
         "\r\nContent-Length: " + std::to_string(body.size()) + "\r\nConnection: close\r\n" + std::string(headers) +
         "\r\n" + std::string(body);
}

std::string stream_head(std::string_view content_type) {
  return "HTTP/1.1 200 OK\r\nContent-Type: " + std::string(content_type) +
         "\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
}

std::string chunk(std::string_view bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string size;
  for (std::size_t rest = bytes.size(); rest > 0; rest /= 16) size.insert(0, 1, kDigits[rest % 16]);
  return size + "\r\n" + std::string(bytes) + "\r\n";
}

std::string last_chunk() { return "0\r\n\r\n"; }

FakeServer::FakeServer() : listener_(new_socket(0)) {
  require(pipe2(stop_, O_CLOEXEC) == 0, "pipe2");
  port_ = bind_loopback(listener_);
  require(listen(listener_, 16) == 0, "listen");
  thread_ = std::thread([this] { serve(); });
}

FakeServer::~FakeServer() {
  close(stop_[1]);
  thread_.join();
  close(stop_[0]);
  close(listener_);
}

std::string FakeServer::url() const { return loopback_url(port_); }

void FakeServer::on(const std::string& path, Script script) {
  const std::lock_guard lock(mutex_);
  scripts_[path].push_back(std::move(script));
}

std::vector<Received> FakeServer::received() const {
  const std::lock_guard lock(mutex_);
  return received_;
}

std::vector<Received> FakeServer::received(std::string_view path) const {
  std::vector<Received> found = received();
  std::erase_if(found, [&](const Received& request) { return request.path != path; });
  return found;
}

Script FakeServer::script_for(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto found = scripts_.find(path);
  if (found == scripts_.end())
    return {send(response(404, "application/json", R"({"error":{"message":"File Not Found"}})"))};
  Script script = found->second.front();
  if (found->second.size() > 1) found->second.pop_front();
  return script;
}

bool FakeServer::wait_for(int fd, int ms) const {
  pollfd fds[2] = {{stop_[0], POLLIN, 0}, {fd, POLLIN, 0}};
  return poll(fds, 2, ms) == 0 || (fds[0].revents == 0 && fds[1].revents != 0);
}

void FakeServer::serve() {
  while (wait_for(listener_, -1)) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) continue;
    serve_connection(fd);
    close(fd);
  }
}

void FakeServer::serve_connection(int fd) {
  Received request;
  if (!read_request(fd, request)) return;
  const Script script = script_for(request.path);
  {
    const std::lock_guard lock(mutex_);
    received_.push_back(std::move(request));
  }
  for (const Step& step : script) {
    if (!run(fd, step)) return;
  }
}

bool FakeServer::read_request(int fd, Received& request) const {
  std::string bytes;
  std::size_t end = std::string::npos;
  while (end == std::string::npos || bytes.size() < end + 4 + content_length(request.head)) {
    char buffer[16384];
    if (!wait_for(fd, -1)) return false;
    const ssize_t got = recv(fd, buffer, sizeof buffer, 0);
    if (got <= 0 || bytes.size() > kMaxRequestBytes) return false;
    bytes.append(buffer, static_cast<std::size_t>(got));
    end = bytes.find("\r\n\r\n");
    if (end != std::string::npos) request.head = bytes.substr(0, end);
  }
  const std::size_t blank = bytes.find(' ');
  request.method = bytes.substr(0, blank);
  request.path = bytes.substr(blank + 1, bytes.find(' ', blank + 1) - blank - 1);
  request.body = bytes.substr(end + 4);
  return true;
}

bool FakeServer::run(int fd, const Step& step) const {
  if (step.kind == Step::Kind::send) {
    std::string_view left = step.bytes;
    while (!left.empty()) {
      const ssize_t sent = ::send(fd, left.data(), left.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      left.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  if (step.kind == Step::Kind::reset) {
    const linger abort{1, 0};
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
    return false;
  }
  pollfd fds[2] = {{stop_[0], POLLIN, 0}, {fd, POLLIN, 0}};
  return poll(fds, 2, step.ms) == 0;  // else the client closed, or the test is over
}

FullPort::FullPort() {
  const int listener = new_socket(0);
  fds_.push_back(listener);
  port_ = bind_loopback(listener);
  require(listen(listener, 0) == 0, "listen");
  // A queue of length 0 holds one connection; more than that do not get in.
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port_));
  for (int i = 0; i < 3; ++i) {
    fds_.push_back(new_socket(SOCK_NONBLOCK));
    (void)connect(fds_.back(), reinterpret_cast<sockaddr*>(&address), sizeof address);
  }
}

FullPort::~FullPort() {
  for (const int fd : fds_) close(fd);
}

std::string FullPort::url() const { return loopback_url(port_); }

std::string closed_port_url() {
  const int fd = new_socket(0);
  const int port = bind_loopback(fd);
  close(fd);
  return loopback_url(port);
}

}  // namespace grit::test
