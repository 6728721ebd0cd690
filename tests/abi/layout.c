/* The layout of every struct in grit.h, frozen: a compiled host has these numbers inside it. Lines are only ever added,
 * and a size only grows together with a new member at its end. For 64-bit systems with the System V ABI (x86-64,
 * aarch64). */
#include <stddef.h>

#include <grit/grit.h>

#define FROZEN(type, member, offset) typedef char frozen_##type##_##member[offsetof(type, member) == (offset) ? 1 : -1]
#define FROZEN_SIZE(type, size) typedef char frozen_size_##type[sizeof(type) == (size) ? 1 : -1]

FROZEN(grit_file_info, struct_size, 0);
FROZEN(grit_file_info, name, 8);
FROZEN(grit_file_info, type, 16);
FROZEN(grit_file_info, mode, 20);
FROZEN(grit_file_info, size, 24);
FROZEN(grit_file_info, mtime_ns, 32);
FROZEN(grit_file_info, ctime_ns, 40);
FROZEN(grit_file_info, inode, 48);
FROZEN(grit_file_info, device, 56);
FROZEN(grit_file_info, target, 64);
FROZEN(grit_file_info, direct, 72);
FROZEN_SIZE(grit_file_info, 80);

FROZEN(grit_files_callbacks, struct_size, 0);
FROZEN(grit_files_callbacks, user, 8);
FROZEN(grit_files_callbacks, destroy, 16);
FROZEN(grit_files_callbacks, stat, 24);
FROZEN(grit_files_callbacks, list, 32);
FROZEN(grit_files_callbacks, read, 40);
FROZEN(grit_files_callbacks, create, 48);
FROZEN(grit_files_callbacks, replace, 56);
FROZEN(grit_files_callbacks, remove, 64);
FROZEN_SIZE(grit_files_callbacks, 72);

FROZEN(grit_store_info, struct_size, 0);
FROZEN(grit_store_info, generation, 8);
FROZEN(grit_store_info, files, 16);
FROZEN(grit_store_info, symbols, 24);
FROZEN(grit_store_info, references, 32);
FROZEN(grit_store_info, head_commit, 40);
FROZEN_SIZE(grit_store_info, 48);

FROZEN(grit_file_record, struct_size, 0);
FROZEN(grit_file_record, path, 8);
FROZEN(grit_file_record, language, 16);
FROZEN(grit_file_record, hash, 24);
FROZEN(grit_file_record, size, 32);
FROZEN(grit_file_record, lines, 40);
FROZEN(grit_file_record, symbols, 44);
FROZEN(grit_file_record, parse_errors, 48);
FROZEN(grit_file_record, commits_ago, 52);
FROZEN_SIZE(grit_file_record, 56);

FROZEN(grit_symbol, struct_size, 0);
FROZEN(grit_symbol, id, 8);
FROZEN(grit_symbol, path, 16);
FROZEN(grit_symbol, name, 24);
FROZEN(grit_symbol, qualified, 32);
FROZEN(grit_symbol, kind, 40);
FROZEN(grit_symbol, signature, 48);
FROZEN(grit_symbol, parent, 56);
FROZEN(grit_symbol, byte_begin, 64);
FROZEN(grit_symbol, byte_end, 72);
FROZEN(grit_symbol, inner_begin, 80);
FROZEN(grit_symbol, inner_end, 88);
FROZEN(grit_symbol, name_begin, 96);
FROZEN(grit_symbol, name_end, 104);
FROZEN(grit_symbol, docstring_begin, 112);
FROZEN(grit_symbol, docstring_end, 120);
FROZEN(grit_symbol, line_begin, 128);
FROZEN(grit_symbol, line_end, 132);
FROZEN_SIZE(grit_symbol, 136);

FROZEN(grit_reference, struct_size, 0);
FROZEN(grit_reference, path, 8);
FROZEN(grit_reference, name, 16);
FROZEN(grit_reference, kind, 24);
FROZEN(grit_reference, byte_begin, 32);
FROZEN(grit_reference, byte_end, 40);
FROZEN(grit_reference, line, 48);
FROZEN(grit_reference, definitions, 52);
FROZEN(grit_reference, scope, 56);
FROZEN(grit_reference, resolution, 64);
FROZEN(grit_reference, target, 72);
FROZEN_SIZE(grit_reference, 80);

FROZEN(grit_edge, struct_size, 0);
FROZEN(grit_edge, from, 8);
FROZEN(grit_edge, to, 16);
FROZEN(grit_edge, name, 24);
FROZEN(grit_edge, references, 32);
FROZEN(grit_edge, definitions, 36);
FROZEN(grit_edge, weight, 40);
FROZEN(grit_edge, resolution, 48);
FROZEN_SIZE(grit_edge, 56);

FROZEN(grit_file_query, struct_size, 0);
FROZEN(grit_file_query, path, 8);
FROZEN(grit_file_query, word, 16);
FROZEN(grit_file_query, commits_ago_below, 24);
FROZEN_SIZE(grit_file_query, 32);

FROZEN(grit_symbol_query, struct_size, 0);
FROZEN(grit_symbol_query, path, 8);
FROZEN(grit_symbol_query, name, 16);
FROZEN(grit_symbol_query, name_substring, 24);
FROZEN(grit_symbol_query, qualified, 32);
FROZEN(grit_symbol_query, id, 40);
FROZEN_SIZE(grit_symbol_query, 48);

FROZEN(grit_reference_query, struct_size, 0);
FROZEN(grit_reference_query, path, 8);
FROZEN(grit_reference_query, name, 16);
FROZEN_SIZE(grit_reference_query, 24);

FROZEN(grit_edge_query, struct_size, 0);
FROZEN(grit_edge_query, from, 8);
FROZEN(grit_edge_query, to, 16);
FROZEN_SIZE(grit_edge_query, 24);

FROZEN(grit_store_callbacks, struct_size, 0);
FROZEN(grit_store_callbacks, user, 8);
FROZEN(grit_store_callbacks, destroy, 16);
FROZEN(grit_store_callbacks, info, 24);
FROZEN(grit_store_callbacks, files, 32);
FROZEN(grit_store_callbacks, symbols, 40);
FROZEN(grit_store_callbacks, references, 48);
FROZEN(grit_store_callbacks, edges, 56);
FROZEN(grit_store_callbacks, co_changes, 64);
FROZEN_SIZE(grit_store_callbacks, 72);

FROZEN(grit_open_options, struct_size, 0);
FROZEN(grit_open_options, log, 8);
FROZEN(grit_open_options, log_user, 16);
FROZEN(grit_open_options, sandbox_helper, 24);
FROZEN(grit_open_options, files, 32);
FROZEN(grit_open_options, store, 40);
FROZEN_SIZE(grit_open_options, 48);

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

FROZEN(grit_edit_options, struct_size, 0);
FROZEN(grit_edit_options, finish_reason, 8);
FROZEN(grit_edit_options, dry_run, 16);
FROZEN_SIZE(grit_edit_options, 24);

FROZEN(grit_fix_options, struct_size, 0);
FROZEN(grit_fix_options, checks, 8);
FROZEN(grit_fix_options, check_count, 16);
FROZEN(grit_fix_options, dry_run, 24);
FROZEN(grit_fix_options, accept_unreproduced, 28);
FROZEN(grit_fix_options, event, 32);
FROZEN(grit_fix_options, event_user, 40);
FROZEN(grit_fix_options, cancel, 48);
FROZEN_SIZE(grit_fix_options, 56);

FROZEN(grit_co_change, struct_size, 0);
FROZEN(grit_co_change, path, 8);
FROZEN(grit_co_change, together, 16);
FROZEN(grit_co_change, commits, 20);
FROZEN(grit_co_change, other_commits, 24);
FROZEN_SIZE(grit_co_change, 32);

FROZEN(grit_co_change_query, struct_size, 0);
FROZEN(grit_co_change_query, path, 8);
FROZEN(grit_co_change_query, other, 16);
FROZEN_SIZE(grit_co_change_query, 24);

FROZEN(grit_map_options, struct_size, 0);
FROZEN(grit_map_options, max_tokens, 8);
FROZEN(grit_map_options, focus, 16);
FROZEN(grit_map_options, focus_count, 24);
FROZEN(grit_map_options, cancel, 32);
FROZEN_SIZE(grit_map_options, 40);

int main(void) { return 0; } /* that it compiled is the test */
