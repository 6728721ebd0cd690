// A backend that keeps what another one answered.
#include <grit/model.h>

namespace grit::model {
namespace {

class Recorder final : public ModelBackend {
 public:
  Recorder(std::unique_ptr<ModelBackend> inner, Recording& into) : inner_(std::move(inner)), into_(into) {}

  Result<ModelInfo> info(const StopConditions& stop) override {
    auto info = inner_->info(stop);
    if (info) into_.model = *info;
    return info;
  }

  Result<Reply> complete(const Request& request, const DeltaSink& sink, const StopConditions& stop) override {
    auto reply = inner_->complete(request, sink, stop);
    if (reply) {
      Exchange exchange;
      exchange.request = request_hash(request);
      exchange.request_json = canonical_json(request);
      exchange.reply = reply->text;
      exchange.finish_reason = reply->finish_reason;
      exchange.usage = reply->usage;
      into_.exchanges.push_back(std::move(exchange));
    }
    return reply;
  }

 private:
  std::unique_ptr<ModelBackend> inner_;
  Recording& into_;
};

}  // namespace

std::unique_ptr<ModelBackend> recording_backend(std::unique_ptr<ModelBackend> inner, Recording& into) {
  return std::make_unique<Recorder>(std::move(inner), into);
}

}  // namespace grit::model
