// Permission bits mean nothing to root. What is to be refused by them runs as an ordinary user here, in a child process
// when the tests run as root.
#ifndef GRIT_TESTS_SUPPORT_ORDINARY_USER_H_
#define GRIT_TESTS_SUPPORT_ORDINARY_USER_H_

#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <functional>
#include <string>

namespace grit::test {

inline constexpr unsigned ordinary_user_id = 65534;  // "nobody" everywhere

inline bool become_ordinary_user() {
  return setgroups(0, nullptr) == 0 && setresgid(ordinary_user_id, ordinary_user_id, ordinary_user_id) == 0 &&
         setresuid(ordinary_user_id, ordinary_user_id, ordinary_user_id) == 0;
}

// Runs `body` in a child process and returns what it returns, or how it died. Nothing of what it changes in memory
// comes back.
inline std::string in_child(const std::function<std::string()>& body) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) return "no pipe";
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) return "no fork";
  if (child == 0) {
    close(ends[0]);
    const std::string result = body();
    const bool written = write(ends[1], result.data(), result.size()) == static_cast<ssize_t>(result.size());
    _exit(written ? 0 : 1);
  }
  close(ends[1]);
  std::string result;
  std::array<char, 4096> buffer{};
  ssize_t got = 0;
  while ((got = read(ends[0], buffer.data(), buffer.size())) > 0 || (got < 0 && errno == EINTR)) {
    if (got > 0) result.append(buffer.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    result += " [the child died, status " + std::to_string(status) + "]";
  return result;
}

// The same as an ordinary user.
inline std::string as_ordinary_user(const std::function<std::string()>& body) {
  if (geteuid() != 0) return body();
  return in_child([&] { return become_ordinary_user() ? body() : std::string("cannot change the user"); });
}

// For doctest::skip: true, and says so on standard error, where as_ordinary_user cannot work (root in a container that
// has no other user).
inline bool no_ordinary_user() {
  static const bool missing = as_ordinary_user([] { return std::string(); }) != std::string();
  if (missing) std::fputs("SKIPPED: permission cases, because this root cannot become another user\n", stderr);
  return missing;
}

}  // namespace grit::test

#endif  // GRIT_TESTS_SUPPORT_ORDINARY_USER_H_
