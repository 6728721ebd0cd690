// Early return on failure.
#ifndef GRIT_BASE_TRY_H_
#define GRIT_BASE_TRY_H_

#include <utility>

#include <grit/status.h>

#define GRIT_CONCAT_INNER(a, b) a##b
#define GRIT_CONCAT(a, b) GRIT_CONCAT_INNER(a, b)

// Returns the Status of `expression` from the enclosing function when it is not ok.
#define GRIT_RETURN_IF_ERROR(expression)                                \
  do {                                                                  \
    if (::grit::Status grit_status = (expression); !grit_status.ok()) { \
      return grit_status;                                               \
    }                                                                   \
  } while (false)

// `declaration` gets the value of the Result `expression`, or the enclosing function returns its error:
//   GRIT_ASSIGN_OR_RETURN(auto info, files.stat(path));
#define GRIT_ASSIGN_OR_RETURN(declaration, expression) \
  GRIT_ASSIGN_OR_RETURN_INNER(GRIT_CONCAT(grit_result_, __LINE__), declaration, expression)
#define GRIT_ASSIGN_OR_RETURN_INNER(result, declaration, expression) \
  auto result = (expression);                                        \
  if (!result.has_value()) return result.error();                    \
  declaration = std::move(result).value()

#endif  // GRIT_BASE_TRY_H_
