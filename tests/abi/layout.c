/* The layout of every struct in grit.h, frozen: a compiled host has these numbers inside it. Lines are only ever added,
 * and a size only grows together with a new member at its end. For 64-bit systems with the System V ABI (x86-64,
 * aarch64). */
#include <stddef.h>

#include <grit/grit.h>

#define FROZEN(type, member, offset) typedef char frozen_##type##_##member[offsetof(type, member) == (offset) ? 1 : -1]
#define FROZEN_SIZE(type, size) typedef char frozen_size_##type[sizeof(type) == (size) ? 1 : -1]

FROZEN(grit_open_options, struct_size, 0);
FROZEN(grit_open_options, log, 8);
FROZEN(grit_open_options, log_user, 16);
FROZEN(grit_open_options, sandbox_helper, 24);
FROZEN_SIZE(grit_open_options, 32);

FROZEN(grit_progress, struct_size, 0);
FROZEN(grit_progress, stage, 8);
FROZEN(grit_progress, files_done, 16);
FROZEN(grit_progress, files_total, 24);
FROZEN(grit_progress, bytes_done, 32);
FROZEN(grit_progress, bytes_total, 40);
FROZEN_SIZE(grit_progress, 48);

FROZEN(grit_index_options, struct_size, 0);
FROZEN(grit_index_options, threads, 8);
FROZEN(grit_index_options, rebuild, 12);
FROZEN(grit_index_options, progress, 16);
FROZEN(grit_index_options, progress_user, 24);
FROZEN(grit_index_options, cancel, 32);
FROZEN_SIZE(grit_index_options, 40);

FROZEN(grit_find_options, struct_size, 0);
FROZEN(grit_find_options, top, 8);
FROZEN(grit_find_options, max_body_bytes, 12);
FROZEN(grit_find_options, cancel, 16);
FROZEN_SIZE(grit_find_options, 24);

FROZEN(grit_candidate, struct_size, 0);
FROZEN(grit_candidate, path, 8);
FROZEN(grit_candidate, symbol, 16);
FROZEN(grit_candidate, kind, 24);
FROZEN(grit_candidate, score, 32);
FROZEN(grit_candidate, byte_begin, 40);
FROZEN(grit_candidate, byte_end, 48);
FROZEN(grit_candidate, line_begin, 56);
FROZEN(grit_candidate, line_end, 60);
FROZEN(grit_candidate, body, 64);
FROZEN_SIZE(grit_candidate, 72);

FROZEN(grit_model_request, struct_size, 0);
FROZEN(grit_model_request, message_count, 8);
FROZEN(grit_model_request, roles, 16);
FROZEN(grit_model_request, contents, 24);
FROZEN(grit_model_request, max_tokens, 32);
FROZEN(grit_model_request, temperature, 40);
FROZEN(grit_model_request, seed, 48);
FROZEN(grit_model_request, grammar, 56);
FROZEN_SIZE(grit_model_request, 64);

FROZEN(grit_model_callbacks, struct_size, 0);
FROZEN(grit_model_callbacks, user, 8);
FROZEN(grit_model_callbacks, destroy, 16);
FROZEN(grit_model_callbacks, complete, 24);
FROZEN(grit_model_callbacks, name, 32);
FROZEN(grit_model_callbacks, context_tokens, 40);
FROZEN_SIZE(grit_model_callbacks, 48);

FROZEN(grit_fix_options, struct_size, 0);
FROZEN(grit_fix_options, checks, 8);
FROZEN(grit_fix_options, check_count, 16);
FROZEN(grit_fix_options, dry_run, 24);
FROZEN(grit_fix_options, accept_unreproduced, 28);
FROZEN(grit_fix_options, event, 32);
FROZEN(grit_fix_options, event_user, 40);
FROZEN(grit_fix_options, cancel, 48);
FROZEN_SIZE(grit_fix_options, 56);

int main(void) { return 0; } /* that it compiled is the test */
