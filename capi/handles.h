// What is behind the handles of grit.h.
#ifndef GRIT_CAPI_HANDLES_H_
#define GRIT_CAPI_HANDLES_H_

#include <memory>
#include <string>
#include <vector>

#include <grit/grit.h>
#include <grit/loop.h>

struct grit_error {
  grit::Code code;
  std::string message;
};

struct grit_cancel {
  grit::CancelToken token;
};

struct grit_project {
  std::unique_ptr<grit::loop::Project> project;
  grit_log_fn log = nullptr;
  void* log_user = nullptr;

  void say(int32_t severity, const std::string& message) const {
    if (log != nullptr) log(log_user, severity, message.c_str());
  }
};

struct grit_text {
  std::string bytes;
};

struct grit_index_report {
  grit::index::IndexReport report;
  std::string json;
};

struct grit_find_result {
  grit::retrieve::FindResult result;
  std::string json;
};

struct grit_model {
  std::unique_ptr<grit::model::ModelBackend> backend;
};

struct grit_edit_result {
  grit::loop::EditReport report;
  std::string json;
};

struct grit_fix_result {
  grit::loop::FixReport report;
  std::string json;
};

#endif  // GRIT_CAPI_HANDLES_H_
