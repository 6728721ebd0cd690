// A host's callback tables as layers of the library.
#ifndef GRIT_CAPI_HOST_LAYERS_H_
#define GRIT_CAPI_HOST_LAYERS_H_

#include <functional>
#include <memory>
#include <string>

#include <grit/grit.h>
#include <grit/index.h>
#include <grit/platform.h>

namespace grit::capi {

// Each takes over `user` of the table: it is destroyed with the layer, also when the table is refused.
// Code::invalid_argument where a required member is missing.
[[nodiscard]] Result<std::unique_ptr<FileSystem>> host_files(const grit_files_callbacks* table);
[[nodiscard]] Result<std::unique_ptr<index::SymbolStore>> host_store(const grit_store_callbacks* table);

// Text that a host gave; NULL is "".
[[nodiscard]] inline std::string text_of(const char* text) { return text == nullptr ? std::string() : text; }

// What a callback's end means: a known code stays, with the host's own words where it has some; anything else, and an
// exception, which must not leave a callback but may, is Code::callback.
[[nodiscard]] Status outcome_of(const std::function<grit_status()>& call, const std::string& what,
                                const std::string& error);

}  // namespace grit::capi

#endif  // GRIT_CAPI_HOST_LAYERS_H_
