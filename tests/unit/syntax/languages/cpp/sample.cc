// A server.
#include <vector>
#include "server.h"

#define GRIT_EXPORT __attribute__((visibility("default")))

namespace shop::detail {

using Ids = std::vector<int>;
typedef unsigned long size_type;

// How many.
constexpr int kMaxItems = 10;
static std::string name_, other_;

enum class Color : int { red, green = 2 };
enum Plain { one, two };

// A point.
template <typename T>
struct Point {
  T x;
  T y;
  Point(T x, T y) : x(x), y(y) {}
  T length() const { return x * y; }
  template <typename U>
  Point<U> cast() const {
    return {U(x), U(y)};
  }
};

template <>
struct Point<void> {};

class Base {
 public:
  virtual ~Base() = default;
  virtual void run(int n) = 0;
  static Base* make();
};

/// Serves.
class [[nodiscard]] Server final : public Base, private Other<int> {
 public:
  explicit Server(std::string name);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() override;
  void run(int n) override {
    helper(n);
    this->stop();
    count_ += n;
  }
  bool operator==(const Server& other) const { return count_ == other.count_; }
  explicit operator bool() const { return true; }
  friend void swap(Server& a, Server& b);
  static constexpr int kLimit = 3;
  struct Options {
    int port = 0;
  };

 private:
  void stop();
  int helper(int n);
  int count_ = 0;
};

Server::Server(std::string name) : count_(1) { stop(); }

Server::~Server() { stop(); }

void Server::stop() {
  auto task = [this](int x) { return helper(x); };
  task(1);
  Base::make()->run(kMaxItems);
}

int Server::helper(int n) { return n + static_cast<int>(Color::red); }

template <typename T>
T largest(const std::vector<T>& list) {
  T best{};
  for (const T& item : list) best = std::max(best, item);
  return best;
}

Server::operator const char*() const { return nullptr; }

std::ostream& operator<<(std::ostream& out, const Server& server) { return out; }

template <typename T>
concept Number = std::is_arithmetic_v<T>;

namespace {
int hidden() { return 1; }
}  // namespace

}  // namespace shop::detail

template <class T>
void shop::detail::Point<T>::scale(T by) {
  x *= by;
}

extern "C" {
int c_entry(void) { return shop::detail::hidden(); }
}

auto trailing(int a) -> decltype(a) { return a; }

int main() {
  shop::detail::Server server("x");
  auto* other = new shop::detail::Server("y");
  server.run(largest<int>({1, 2}));
  return 0;
}

// Macros in places where a class is easily lost.
class SHOP_EXPORT Widget : public Base {
  Q_OBJECT
 public:
  SHOP_DECLARE_META(Widget, 2)
  explicit Widget(int id) : id_(id) {}
  SHOP_DEPRECATED("use paint") void draw();
  void paint() override { draw(); }

 private:
  SHOP_DISALLOW_COPY(Widget)
  int id_;
};

SHOP_REGISTER(Widget)

SHOP_EXPORT Widget* make_widget(int id) { return new Widget(id); }

struct Packed SHOP_ALIGNED {
  int value() const { return 1; }
};
