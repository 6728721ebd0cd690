// Programs that try to reach what is not theirs. Each attempt prints "REACHED" when it succeeds; none may, and what
// they reach for must be as it was.
#include <arpa/inet.h>
#include <doctest/doctest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <csignal>

#include "support/ordinary_user.h"
#include "support/sandbox_case.h"

namespace grit::verify {
namespace {

using test::SandboxCase;

// Tells of an attempt: what happened to `action`, which succeeds by not raising.
constexpr const char* kPrelude =
    "import ctypes, ctypes.util, errno, os, signal, socket, sys\n"
    "libc = ctypes.CDLL(None, use_errno=True)\n"
    "def attempt(name, action):\n"
    "  try: result = action()\n"
    "  except BaseException as error: print(name, 'denied', type(error).__name__, error)\n"
    "  else: print(name, 'REACHED', repr(result)[:200])\n"
    "def call(number, *arguments):\n"
    "  result = libc.syscall(ctypes.c_long(number), *arguments)\n"
    "  if result < 0: raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))\n"
    "  return result\n";

// The attempts of `program` at one level; none may succeed, and at least `expected` must have been made.
std::string expect_denied(Sandbox& sandbox, SandboxCase& one, const std::string& program, int expected) {
  one.limits.wall_s = 20;
  const auto result = one.run(sandbox, kPrelude + program);
  REQUIRE_MESSAGE(result, (result ? std::string() : result.error().message()));
  CAPTURE(result->output);
  CHECK(result->output.find("REACHED") == std::string::npos);
  int denied = 0;
  for (std::size_t at = result->output.find(" denied "); at != std::string::npos; ++denied) {
    at = result->output.find(" denied ", at + 1);
  }
  CHECK(denied >= expected);
  CHECK(test::processes_with(one.mark()).empty());
  return result->output;
}

void at_both_levels(void (*body)(Sandbox&, bool full)) {
  for (const bool full : {true, false}) {
    CAPTURE(full);
    const auto sandbox = full ? test::full_sandbox() : test::degraded_sandbox();
    REQUIRE(sandbox);
    body(*sandbox, full);
  }
}

std::string quoted(const std::string& text) { return "'" + text + "'"; }

// A socket that listens, closed at the end.
class Listener {
 public:
  explicit Listener(const std::string& unix_path) {
    tcp_ = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    REQUIRE(bind(tcp_, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(listen(tcp_, 4) == 0);
    REQUIRE(getsockname(tcp_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    port_ = ntohs(address.sin_port);
    named_ = listen_unix(unix_path, false);
    abstract_ = listen_unix("grit-test-" + std::to_string(getpid()), true);
    chmod(unix_path.c_str(), 0777);
  }
  ~Listener() {
    for (const int fd : {tcp_, named_, abstract_}) close(fd);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  [[nodiscard]] int port() const { return port_; }

 private:
  static int listen_unix(const std::string& name, bool abstract) {
    const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    name.copy(address.sun_path + (abstract ? 1 : 0), sizeof address.sun_path - 2);
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size() + 1);
    REQUIRE(bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(listen(fd, 4) == 0);
    return fd;
  }

  int tcp_ = -1, named_ = -1, abstract_ = -1, port_ = 0;
};

}  // namespace

TEST_CASE("files of the user and of other projects are not there") {
  at_both_levels([](Sandbox& sandbox, bool) {
    SandboxCase one;
    const std::string secret = one.base() + "/other/secret";
    test::write_text(secret, "the secret");
    std::filesystem::permissions(secret, std::filesystem::perms(0666));
    const char* home = std::getenv("HOME");
    expect_denied(sandbox, one,
                  "attempt('another project', lambda: open(" + quoted(secret) +
                      ").read())\n"
                      "attempt('listing it', lambda: os.listdir(" +
                      quoted(one.base() + "/other") +
                      "))\n"
                      "attempt('the home folder', lambda: os.listdir(" +
                      quoted(home != nullptr ? home : "/root") +
                      "))\n"
                      "attempt('by way of process 1', lambda: open('/proc/1/root" +
                      secret +
                      "').read())\n"
                      "attempt('by way of its parent', lambda: open(f'/proc/{os.getppid()}/root" +
                      secret +
                      "').read())\n"
                      "attempt('by way of its parent\\'s folder', lambda: os.listdir(f'/proc/{os.getppid()}/cwd/'))\n"
                      "attempt('accounts', lambda: open('/etc/shadow').read())\n"
                      "attempt('by link', lambda: (os.symlink(" +
                      quoted(secret) + ", 'link'), open('link').read()))\n",
                  8);
  });
}

TEST_CASE("secrets of the environment are not there, in no process that can be seen") {
  setenv("GRIT_TEST_SECRET", "tell-nobody-4711", 1);
  at_both_levels([](Sandbox& sandbox, bool) {
    SandboxCase one;
    expect_denied(sandbox, one,
                  "import glob\n"
                  "def search():\n"
                  "  for path in glob.glob('/proc/[0-9]*/environ'):\n"
                  "    try:\n"
                  "      if b'tell-nobody' in open(path, 'rb').read(): return path\n"
                  "    except OSError: pass\n"
                  "  raise LookupError('nowhere')\n"
                  "attempt('its own', lambda: os.environ['GRIT_TEST_SECRET'])\n"
                  "attempt('those of all processes', search)\n",
                  2);
  });
  unsetenv("GRIT_TEST_SECRET");
}

TEST_CASE("the network is not there") {
  at_both_levels([](Sandbox& sandbox, bool full) {
    SandboxCase one;
    const std::string path = one.base() + "/socket";
    const Listener listener(path);
    const std::string port = std::to_string(listener.port());
    std::string program =
        "def connect(family, address, kind=socket.SOCK_STREAM):\n"
        "  s = socket.socket(family, kind)\n  s.settimeout(2)\n  s.connect(address)\n  return s\n"
        "attempt('tcp', lambda: connect(socket.AF_INET, ('127.0.0.1', " +
        port +
        ")))\n"
        "attempt('named socket', lambda: connect(socket.AF_UNIX, " +
        quoted(path) +
        "))\n"
        "attempt('abstract socket', lambda: connect(socket.AF_UNIX, '\\0grit-test-" +
        std::to_string(getpid()) +
        "'))\n"
        "attempt('a host outside', lambda: connect(socket.AF_INET, ('192.0.2.1', 80)))\n"
        "attempt('datagrams', lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', "
        "53)))\n"
        "attempt('names', lambda: socket.getaddrinfo('example.org', 80))\n"
        "attempt('vsock', lambda: socket.socket(40, socket.SOCK_STREAM))\n"
        "attempt('kernel crypto', lambda: socket.socket(38, socket.SOCK_SEQPACKET))\n"
        "attempt('packets', lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))\n"
        "attempt('raw', lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))\n"
        "attempt('family with high bits', lambda: call(41, ctypes.c_long((1 << 32) | 17), 3, 0))\n";
    if (!full) program += "attempt('any socket', lambda: socket.socket())\n";
    expect_denied(sandbox, one, program, 11);
  });
}

TEST_CASE("a check can talk to itself") {
  SandboxCase one;
  const auto full = test::full_sandbox();
  REQUIRE(full);
  const auto result =
      one.run(*full,
              "import socket\nserver = socket.create_server(('127.0.0.1', 0))\n"
              "client = socket.create_connection(server.getsockname())\nclient.send(b'x')\n"
              "print(server.accept()[0].recv(1))\na, b = socket.socketpair()\na.send(b'y')\nprint(b.recv(1))");
  REQUIRE(result);
  CHECK(result->output == "b'x'\nb'y'\n");
  const auto degraded = test::degraded_sandbox();
  REQUIRE(degraded);
  const auto pair = one.run(*degraded, "import socket\na, b = socket.socketpair()\na.send(b'y')\nprint(b.recv(1))");
  REQUIRE(pair);
  CHECK(pair->output == "b'y'\n");
}

TEST_CASE("other processes cannot be signalled, traced or read") {
  at_both_levels([](Sandbox& sandbox, bool) {
    SandboxCase one;
    const std::string self = std::to_string(getpid());
    // A stranger of the same user as the command, who would not survive a kill(-1).
    const std::string peer = test::in_child([&] {
      if (geteuid() == 0 && !test::become_ordinary_user()) return std::string("no user");
      const pid_t sleeper = fork();
      if (sleeper == 0) {
        for (int fd = 0; fd < 64; ++fd) close(fd);  // the pipe to us, too
        sleep(60);
        _exit(0);
      }
      return std::to_string(sleeper);
    });
    expect_denied(
        sandbox, one,
        "attempt('kill the host', lambda: os.kill(" + self +
            ", signal.SIGTERM))\n"
            "attempt('kill a stranger', lambda: os.kill(" +
            peer +
            ", signal.SIGKILL))\n"
            "attempt('kill its parent', lambda: (os.kill(os.getppid(), signal.SIGKILL), 1/(os.getppid() != 1)))\n"
            "attempt('the group of its parent', lambda: os.killpg(os.getpgid(os.getppid()) or 1/0, 9))\n"
            "attempt('ptrace', lambda: call(101, 16, os.getppid(), 0, 0))\n"
            "attempt('process_vm_readv', lambda: call(310, os.getppid(), 0, 0, 0, 0, 0))\n"
            "attempt('memory of its parent', lambda: open(f'/proc/{os.getppid()}/mem', 'rb'))\n"
            "attempt('descriptors of its parent', lambda: os.listdir(f'/proc/{os.getppid()}/fd'))\n"
            "attempt('pidfd_getfd', lambda: call(438, call(434, os.getppid(), 0), 1, 0))\n"
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
            "try: os.kill(-1, signal.SIGTERM)\n"
            "except OSError: pass\n",
        9);
    CHECK(kill(std::stoi(peer), SIGKILL) == 0);
  });
}

TEST_CASE("nothing outside can be written, by whatever path") {
  at_both_levels([](Sandbox& sandbox, bool) {
    SandboxCase one;
    const std::string outside = one.base() + "/outside";
    const std::string file = outside + "/file";
    test::write_text(file, "as it was");
    std::filesystem::permissions(outside, std::filesystem::perms(0777));
    std::filesystem::permissions(file, std::filesystem::perms(0666));
    const auto at = [&](const char* name, const std::string& action) {
      return "attempt('" + std::string(name) + "', lambda: " + action + ")\n";
    };
    expect_denied(
        sandbox, one,
        at("write", "open(" + quoted(file) + ", 'w').write('changed')") +
            at("new file", "open(" + quoted(outside + "/new") + ", 'w').write('x')") +
            at("by link", "(os.symlink(" + quoted(file) + ", 'l1'), open('l1', 'w').write('x'))") +
            at("by link to a folder", "(os.symlink(" + quoted(outside) + ", 'l2'), open('l2/new', 'w'))") +
            at("by hard link", "(os.link(" + quoted(file) + ", 'l3'), open('l3', 'w').write('x'))") +
            at("by /proc", "open('/proc/self/root" + file + "', 'w').write('x')") +
            at("by its parent", "open(f'/proc/{os.getppid()}/root" + file + "', 'w').write('x')") +
            at("by ..", "open('../outside/file', 'w').write('x')") +
            at("rename out", "(open('mine', 'w').close(), os.rename('mine', " + quoted(outside + "/new") + "))") +
            at("rename in", "os.rename(" + quoted(file) + ", 'theirs')") +
            at("remove", "os.remove(" + quoted(file) + ")") + at("truncate", "os.truncate(" + quoted(file) + ", 0)") +
            at("the system", "open('/usr/grit-test', 'w')") + at("programs", "open('/usr/bin/env', 'r+b')") +
            at("configuration", "open('/etc/ld.so.cache', 'r+b')") +
            at("core pattern", "open('/proc/sys/kernel/core_pattern', 'w')"),
        16);
    CHECK(test::read_text(file) == "as it was");
    CHECK_FALSE(std::filesystem::exists(outside + "/new"));
  });
}

TEST_CASE("mode and times of a file outside stay, where there is a view of its own") {
  SandboxCase one;
  const std::string file = one.base() + "/file";
  test::write_text(file, "x");
  std::filesystem::permissions(file, std::filesystem::perms(0666));
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  expect_denied(*sandbox, one,
                "attempt('chmod', lambda: os.chmod(" + quoted(file) + ", 0o600))\nattempt('utime', lambda: os.utime(" +
                    quoted(file) + ", (1, 1)))\n",
                2);
  // Landlock does not cover these; the level says so.
  const auto degraded = test::degraded_sandbox();
  REQUIRE(degraded);
  const auto gaps = degraded->protection().gaps;
  CHECK(std::any_of(gaps.begin(), gaps.end(),
                    [](const std::string& gap) { return gap.find("mode, owner and times") != std::string::npos; }));
}

TEST_CASE("mounts, namespaces and the inside of the kernel are closed") {
  at_both_levels([](Sandbox& sandbox, bool) {
    SandboxCase one;
    expect_denied(sandbox, one,
                  "attempt('mount', lambda: call(165, b'/usr', b'/tmp', 0, 4096, 0))\n"
                  "attempt('user namespace', lambda: call(272, 0x10000000))\n"
                  "attempt('mount namespace', lambda: call(272, 0x00020000))\n"
                  "attempt('user namespace by clone', lambda: call(56, 0x10000000 | 17, 0, 0, 0, 0))\n"
                  "attempt('clone3', lambda: call(435, 0, 0))\n"
                  "attempt('open_tree', lambda: call(428, -100, b'/', 1))\n"
                  "attempt('pivot_root', lambda: call(155, b'.', b'.'))\n"
                  "attempt('chroot', lambda: os.chroot('.'))\n"
                  "attempt('io_uring', lambda: call(425, 1, 0))\n"
                  "attempt('bpf', lambda: call(321, 0, 0, 0))\n"
                  "attempt('userfaultfd', lambda: call(323, 1))\n"
                  "attempt('keyctl', lambda: call(250, 0, 0xfffffffd, 1))\n"
                  "attempt('perf', lambda: call(298, 0, 0, -1, -1, 0))\n"
                  "attempt('handles', lambda: call(304, -100, 0, 0))\n"
                  "attempt('device file', lambda: os.mknod('disk', 0o60600, os.makedev(254, 0)))\n"
                  "attempt('terminal injection', lambda: __import__('fcntl').ioctl(0, 0x5412, b'x'))\n"
                  "attempt('root', lambda: os.setuid(0))\n"
                  "attempt('groups', lambda: os.setgroups([0]))\n"
                  "attempt('host name', lambda: socket.sethostname('x'))\n"
                  "attempt('nicer', lambda: os.nice(-5))\n",
                  20);
  });
}

TEST_CASE("limits cannot be raised and privileges not gained") {
  at_both_levels([](Sandbox& sandbox, bool) {
    SandboxCase one;
    const std::string output = expect_denied(
        sandbox, one,
        "import resource, subprocess\n"
        "for name in ('RLIMIT_AS', 'RLIMIT_NPROC', 'RLIMIT_FSIZE', 'RLIMIT_CPU'):\n"
        "  kind = getattr(resource, name)\n"
        "  attempt(name, lambda: resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY)))\n"
        "status = open('/proc/self/status').read()\n"
        "print('privileges', status.count('0000000000000000\\n'), 'NoNewPrivs:\\t1' in status)\n"
        "print('user', os.getuid() != 0, os.geteuid() != 0)\n"
        "attempt('a program with another user\\'s rights', lambda: subprocess.run(['su', '-c', 'true'], check=True))\n"
        "attempt('a terminal', lambda: open('/dev/tty'))\n"
        "attempt('a disk', lambda: [open('/dev/' + name, 'rb') for name in ('vda', 'sda', 'nvme0n1', 'mem', "
        "'kmsg')])\n",
        7);
    CHECK(output.find("user True True") != std::string::npos);
    CHECK(output.find("True\nuser") != std::string::npos);
  });
}

TEST_CASE("what is shown read-only is read-only, also inside the folder of the command") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  const std::string tool = one.base() + "/tool";
  test::write_text(tool + "/data", "tool data");
  test::write_text(one.project() + "/checks/judge.py", "the judge");
  std::filesystem::permissions(tool, std::filesystem::perms(0777));
  std::filesystem::permissions(tool + "/data", std::filesystem::perms(0666));
  one.read_only = {tool, one.project() + "/checks/judge.py"};
  const std::string output =
      expect_denied(*sandbox, one,
                    "print(open(" + quoted(tool + "/data") +
                        ").read(), open('checks/judge.py').read())\n"
                        "attempt('tool', lambda: open(" +
                        quoted(tool + "/data") +
                        ", 'w'))\n"
                        "attempt('judge', lambda: open('checks/judge.py', 'w'))\n"
                        "attempt('chmod', lambda: os.chmod('checks/judge.py', 0o666))\n"
                        "attempt('remove', lambda: os.remove('checks/judge.py'))\n"
                        "attempt('replace', lambda: (open('x', 'w').close(), os.replace('x', 'checks/judge.py')))\n",
                    5);
  CHECK(output.find("tool data the judge") != std::string::npos);
  CHECK(test::read_text(one.project() + "/checks/judge.py") == "the judge");
}

TEST_CASE("a second path shows the same folder") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  Command command;
  command.argv = {"sh", "-c", "echo new > made && cat /a/b/made && pwd"};
  command.directory = one.project();
  command.also_at = "/a/b";
  command.environment = {"PATH=/usr/bin:/bin"};
  const auto result = sandbox->run(command, {}, {}, {});
  REQUIRE(result);
  CHECK(result->output == "new\n/project\n");
  CHECK(test::read_text(one.project() + "/made") == "new\n");
}

TEST_CASE("a link in the folder of the command cannot lead a mount elsewhere") {
  const auto sandbox = test::full_sandbox();
  REQUIRE(sandbox);
  SandboxCase one;
  std::filesystem::create_symlink("/usr", one.project() + "/link");
  test::write_text(one.base() + "/tool/x", "x");
  Command command;
  command.argv = {"true"};
  command.directory = one.project();
  command.environment = {"PATH=/usr/bin:/bin"};
  command.read_only = {one.project() + "/link/share"};
  const auto result = sandbox->run(command, {}, {}, {});
  // No view can be made, so it runs with less, and says so; or not at all, where that is what is asked for.
  REQUIRE(result);
  CHECK(result->protection.level == Level::degraded);
  CHECK(result->ending == Ending::exited);
  command.at_least = Level::full;
  const auto refused = sandbox->run(command, {}, {}, {});
  REQUIRE(refused);
  CHECK(refused->ending == Ending::not_started);
  CHECK(refused->protection.level == Level::degraded);
}

}  // namespace grit::verify
