#include <grit/platform.h>

namespace grit {
namespace {

class SystemClock final : public Clock {
 public:
  std::chrono::steady_clock::time_point steady() override { return std::chrono::steady_clock::now(); }
  std::chrono::system_clock::time_point wall() override { return std::chrono::system_clock::now(); }
};

}  // namespace

std::unique_ptr<Clock> system_clock() { return std::make_unique<SystemClock>(); }

}  // namespace grit
