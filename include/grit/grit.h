/* Grit's C interface (C99): a coding-agent harness for small local models, embedded in a host.
 *
 * Conventions, for every function here:
 *   Names      grit_noun_verb. Handles are opaque.
 *   Results    functions that can fail return a grit_status: GRIT_OK, or a negative code that is never reused. The
 *              last two parameters are the result (`out`) and the error (`err`). `err` may be NULL; else it is always
 *              written, never read: NULL on success, otherwise an object that the caller frees.
 *   Lifetimes  inputs are borrowed for the call. Text and arrays that a getter returns live as long as the handle they
 *              came from. What grit_x_new or an `out` gave is freed by grit_x_free; NULL is fine to free.
 *   Text       is UTF-8 or, where it comes from files, bytes; never NULL; terminated by NUL.
 *   Options    begin with `struct_size`; start from the _INIT macro. Members are only ever appended. A struct that is
 *              larger than this library knows is refused unless the bytes beyond are zero. NULL means the defaults.
 *   Callbacks  `user` is handed back. They are called from the thread that made the call they belong to, unless they
 *              say otherwise. A callback that returns an error ends that step with it; no exception may leave one.
 *   Threads    a handle is for one thread at a time; two handles are independent. grit_cancel is the exception: it may
 *              be raised from any thread and from a signal handler.
 * The library never prints, never exits, and has no global state. */
#ifndef GRIT_GRIT_H_
#define GRIT_GRIT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define GRIT_API __attribute__((visibility("default")))
#else
#define GRIT_API
#endif

/* The interface's version: 0.y may change, from 1.0 on only additions. */
#define GRIT_VERSION_MAJOR 0
#define GRIT_VERSION_MINOR 1
#define GRIT_VERSION_PATCH 0

/* "0.1.0": the version of the library that is linked, not of this header. Static. */
GRIT_API const char* grit_version(void);

/* ---- Errors --------------------------------------------------------------------------------------------------- */

typedef int32_t grit_status;
#define GRIT_OK 0
#define GRIT_INVALID_ARGUMENT (-1)
#define GRIT_NOT_FOUND (-2)
#define GRIT_ALREADY_EXISTS (-3)
#define GRIT_PERMISSION_DENIED (-4)
#define GRIT_FENCED (-5) /* the path fence refused */
#define GRIT_IO (-6)
#define GRIT_NO_SPACE (-7)
#define GRIT_CORRUPT (-8)
#define GRIT_NEWER_FORMAT (-9)
#define GRIT_BUSY (-10)
#define GRIT_CHANGED (-11) /* the content is no longer what was read */
#define GRIT_LIMIT (-12)
#define GRIT_CANCELLED (-13)
#define GRIT_TIMEOUT (-14)
#define GRIT_UNAVAILABLE (-15) /* a server, tool or kernel feature is not there */
#define GRIT_REFUSED (-16)
#define GRIT_UNSUPPORTED (-17)
#define GRIT_CONFIGURATION (-18)
#define GRIT_MALFORMED (-19)
#define GRIT_CONTEXT_OVERFLOW (-20)
#define GRIT_CALLBACK (-21) /* host code failed */
#define GRIT_INTERNAL (-70) /* a defect in Grit */

/* "not_found" for GRIT_NOT_FOUND, and so on; "unknown" for any other number. Static. */
GRIT_API const char* grit_status_name(grit_status status);

typedef struct grit_error grit_error;
GRIT_API grit_status grit_error_code(const grit_error* error);
/* One sentence for a person. */
GRIT_API const char* grit_error_message(const grit_error* error);
GRIT_API void grit_error_free(grit_error* error);

/* ---- Cancelling ----------------------------------------------------------------------------------------------- */

typedef struct grit_cancel grit_cancel;
/* NULL when there is no memory. */
GRIT_API grit_cancel* grit_cancel_new(void);
/* Ends every operation that was given this handle with GRIT_CANCELLED, within 100 ms. For ever: make a new one for the
 * next operation. Safe from any thread and in a signal handler. */
GRIT_API void grit_cancel_raise(grit_cancel* cancel);
/* Operations that still run with it keep working. */
GRIT_API void grit_cancel_free(grit_cancel* cancel);

/* ---- Bytes that the library hands out ------------------------------------------------------------------------- */

typedef struct grit_text grit_text;
/* Followed by a NUL that does not count. */
GRIT_API const char* grit_text_bytes(const grit_text* text);
GRIT_API size_t grit_text_size(const grit_text* text);
GRIT_API void grit_text_free(grit_text* text);

/* ---- A host's own file system ---------------------------------------------------------------------------------- */

#define GRIT_FILE_REGULAR 0
#define GRIT_FILE_DIRECTORY 1
#define GRIT_FILE_SYMLINK 2
#define GRIT_FILE_OTHER 3

/* What is known of a file without reading it. Times are nanoseconds since the Unix epoch. */
typedef struct grit_file_info {
  size_t struct_size;
  const char* name; /* the last component of its path */
  int32_t type;     /* GRIT_FILE_… */
  uint32_t mode;    /* permission bits only (07777) */
  uint64_t size;
  int64_t mtime_ns; /* of two contents of one file it, or ctime_ns, inode or size, must differ */
  int64_t ctime_ns;
  uint64_t inode;
  uint64_t device;
  const char* target; /* of a symbolic link: the text it holds; else "" or NULL */
  int32_t direct;     /* not 0: no folder on the way is a link; of what is read: no link was followed at all */
} grit_file_info;
#define GRIT_FILE_INFO_INIT {sizeof(grit_file_info), NULL, GRIT_FILE_REGULAR, 0644, 0, 0, 0, 0, 0, NULL, 0}

/* Where a host's file system puts what it was asked for. */
typedef struct grit_files_reply grit_files_reply;
/* About the entry that was asked for; of a listing once for each entry, in any order. Copied. Returns 0 to go on;
 * anything else: stop, no more is wanted. */
GRIT_API int32_t grit_files_reply_info(grit_files_reply* reply, const grit_file_info* info);
/* Appends a piece of the content that is read. Returns as above. */
GRIT_API int32_t grit_files_reply_bytes(grit_files_reply* reply, const char* bytes, size_t size);
/* What is reported when the callback returns an error. */
GRIT_API void grit_files_reply_set_error(grit_files_reply* reply, const char* message);

/* The files of one project. Paths are relative to its root, with '/' between components and neither "." nor ".." in
 * them;
 * "" is the root. What each member must do, links among it, is said of FileSystem in platform.h. A member returns
 * GRIT_OK, or a code that fits (GRIT_NOT_FOUND, GRIT_CHANGED, …); any other number is GRIT_CALLBACK. The content hash
 * `expected` is 32 bytes of SHA-256. Called from several threads at once while the project is indexed. */
typedef struct grit_files_callbacks {
  size_t struct_size;
  void* user;
  /* Optional. Called exactly once, when the project is freed; also when opening it fails. */
  void (*destroy)(void* user);
  /* Required: `reply` is given one info. A symbolic link is not followed. */
  grit_status (*stat)(void* user, const char* path, grit_files_reply* reply);
  /* Required: an info for each entry, without "." and "..". */
  grit_status (*list)(void* user, const char* directory, grit_files_reply* reply);
  /* Required: the info and the bytes of a regular file. Beyond `max_bytes` GRIT_LIMIT. */
  grit_status (*read)(void* user, const char* path, uint64_t max_bytes, grit_files_reply* reply);
  /* Optional, as the two below: without them the files are read-only, GRIT_PERMISSION_DENIED. `reply` is given the info
   * of the new file. GRIT_ALREADY_EXISTS where anything is. */
  grit_status (*create)(void* user, const char* path, const char* bytes, size_t size, grit_files_reply* reply);
  /* Replaces the content atomically where it has the hash `expected`, else GRIT_CHANGED. */
  grit_status (*replace)(void* user, const char* path, const char* bytes, size_t size, const unsigned char* expected,
                         grit_files_reply* reply);
  grit_status (*remove)(void* user, const char* path, const unsigned char* expected, grit_files_reply* reply);
} grit_files_callbacks;
#define GRIT_FILES_CALLBACKS_INIT {sizeof(grit_files_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/* ---- A host's own index ---------------------------------------------------------------------------------------- */

/* The rows of an index, as a host's own store gives them. Text may be NULL where it would be "". Ranges are bytes,
 * half-open, from 0; lines count from 1 and include the last. */
typedef struct grit_store_info {
  size_t struct_size;
  uint64_t generation; /* grows with every change */
  uint64_t files;
  uint64_t symbols;
  uint64_t references;
  const char* head_commit; /* the newest commit of the history; "" without */
} grit_store_info;
#define GRIT_STORE_INFO_INIT {sizeof(grit_store_info), 0, 0, 0, 0, NULL}

typedef struct grit_file_record {
  size_t struct_size;
  const char* path;
  const char* language;      /* "python"; "": words only */
  const unsigned char* hash; /* SHA-256 of the content, 32 bytes */
  uint64_t size;
  uint32_t lines;
  uint32_t symbols;
  int32_t parse_errors; /* not 0: the grammar reported errors */
  int32_t commits_ago;  /* 0: changed by the newest commit, …; -1: not in the history */
} grit_file_record;
#define GRIT_FILE_RECORD_INIT {sizeof(grit_file_record), NULL, NULL, NULL, 0, 0, 0, 0, -1}

typedef struct grit_symbol {
  size_t struct_size;
  int64_t id; /* of the row; stable within one state of the index */
  const char* path;
  const char* name;
  const char* qualified; /* inside the file: "Class.method", "Class.method#2" */
  const char* kind;      /* "function", "method", "class", "variable" */
  const char* signature;
  const char* parent;  /* the qualified name of the definition around it; "" at module level */
  uint64_t byte_begin; /* the whole definition, from its first decorator on */
  uint64_t byte_end;
  uint64_t inner_begin; /* without decorators */
  uint64_t inner_end;
  uint64_t name_begin;
  uint64_t name_end;
  uint64_t docstring_begin; /* equal to docstring_end: there is none */
  uint64_t docstring_end;
  uint32_t line_begin;
  uint32_t line_end;
} grit_symbol;
#define GRIT_SYMBOL_INIT {sizeof(grit_symbol), 0, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

typedef struct grit_reference {
  size_t struct_size;
  const char* path;
  const char* name;
  const char* kind; /* "call", "attribute", "name", "import" */
  uint64_t byte_begin;
  uint64_t byte_end;
  uint32_t line;
  uint32_t definitions;   /* how many definitions the project has of the name */
  const char* scope;      /* the qualified name of the definition around it */
  const char* resolution; /* "same_file", "same_class", "import", "inherited", "inferred", "name_only",
                             "unresolved" */
  const char* target;     /* the file of the definition where it is known */
} grit_reference;
#define GRIT_REFERENCE_INIT {sizeof(grit_reference), NULL, NULL, NULL, 0, 0, 0, 0, NULL, NULL, NULL}

typedef struct grit_edge {
  size_t struct_size;
  const char* from;
  const char* to;
  const char* name;
  uint32_t references;
  uint32_t definitions;
  double weight; /* of one reference */
  const char* resolution;
} grit_edge;
#define GRIT_EDGE_INIT {sizeof(grit_edge), NULL, NULL, NULL, 0, 0, 0, NULL}

/* How often two files were changed by the same commit. */
typedef struct grit_co_change {
  size_t struct_size;
  const char* path;       /* the other file */
  uint32_t together;      /* commits that changed both */
  uint32_t commits;       /* commits that changed the file asked for */
  uint32_t other_commits; /* commits that changed the other one */
} grit_co_change;
#define GRIT_CO_CHANGE_INIT {sizeof(grit_co_change), NULL, 0, 0, 0}

/* Which rows are wanted: every member that is not NULL, "" or negative narrows. Views for the call. See FileQuery,
 * SymbolQuery, ReferenceQuery, EdgeQuery and CoChangeQuery in index.h, which also say the order of the rows. */
typedef struct grit_file_query {
  size_t struct_size;
  const char* path;
  const char* word;
  int64_t commits_ago_below; /* negative: not asked for */
} grit_file_query;
typedef struct grit_symbol_query {
  size_t struct_size;
  const char* path;
  const char* name;
  const char* name_substring; /* folded to lower case */
  const char* qualified;
  int64_t id; /* negative: not asked for */
} grit_symbol_query;
typedef struct grit_reference_query {
  size_t struct_size;
  const char* path;
  const char* name;
} grit_reference_query;
typedef struct grit_edge_query {
  size_t struct_size;
  const char* from;
  const char* to;
} grit_edge_query;
typedef struct grit_co_change_query {
  size_t struct_size;
  const char* path;
  const char* other;
} grit_co_change_query;

/* Where a host's store puts its rows. Each call copies one row and returns 0 to go on; anything else: stop, no more is
 * wanted. Only rows of the kind that was asked for are taken. */
typedef struct grit_store_reply grit_store_reply;
GRIT_API int32_t grit_store_reply_info(grit_store_reply* reply, const grit_store_info* info);
GRIT_API int32_t grit_store_reply_file(grit_store_reply* reply, const grit_file_record* file);
GRIT_API int32_t grit_store_reply_symbol(grit_store_reply* reply, const grit_symbol* symbol);
GRIT_API int32_t grit_store_reply_reference(grit_store_reply* reply, const grit_reference* reference);
GRIT_API int32_t grit_store_reply_edge(grit_store_reply* reply, const grit_edge* edge);
GRIT_API int32_t grit_store_reply_co_change(grit_store_reply* reply, const grit_co_change* change);
/* What is reported when the callback returns an error. */
GRIT_API void grit_store_reply_set_error(grit_store_reply* reply, const char* message);

/* An index that is the host's own. All members that do not say otherwise are required and return GRIT_OK or a negative
 * code. Called from the thread that made the call they belong to. */
typedef struct grit_store_callbacks {
  size_t struct_size;
  void* user;
  /* Optional. Called exactly once, when the project is freed; also when opening it fails. */
  void (*destroy)(void* user);
  grit_status (*info)(void* user, grit_store_reply* reply);
  grit_status (*files)(void* user, const grit_file_query* query, grit_store_reply* reply);
  grit_status (*symbols)(void* user, const grit_symbol_query* query, grit_store_reply* reply);
  grit_status (*references)(void* user, const grit_reference_query* query, grit_store_reply* reply);
  grit_status (*edges)(void* user, const grit_edge_query* query, grit_store_reply* reply);
  /* Optional: NULL where there is no history. */
  grit_status (*co_changes)(void* user, const grit_co_change_query* query, grit_store_reply* reply);
} grit_store_callbacks;
#define GRIT_STORE_CALLBACKS_INIT {sizeof(grit_store_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL}

/* ---- A project ------------------------------------------------------------------------------------------------ */

typedef struct grit_project grit_project;

/* Severities of the log. */
#define GRIT_LOG_DEBUG 0
#define GRIT_LOG_INFO 1
#define GRIT_LOG_WARNING 2
/* One message of a project, without a line end. May be called during any call that is given the project. */
typedef void (*grit_log_fn)(void* user, int32_t severity, const char* message);

typedef struct grit_open_options {
  size_t struct_size;
  grit_log_fn log; /* NULL: no log */
  void* log_user;
  const char* sandbox_helper; /* path of the grit-sandbox program; NULL: found */
  /* The project's files are read and written through these, beneath the path fence; NULL: the folder's own. Checks
   * still run on a copy of the folder `root`, and .grit is kept there. Borrowed for the call. */
  const grit_files_callbacks* files;
  const grit_store_callbacks*
      store; /* asked in place of the index file; NULL: the index file. Borrowed for the call. */
} grit_open_options;
#define GRIT_OPEN_OPTIONS_INIT {sizeof(grit_open_options), NULL, NULL, NULL, NULL, NULL}

/* Opens the folder `root`: reads its harness.toml and the environment's HARNESS_ variables, and takes back an edit
 * whose commit was interrupted. GRIT_NOT_FOUND, GRIT_CONFIGURATION (the message names file, line and key). */
GRIT_API grit_status grit_project_open(const char* root, const grit_open_options* options, grit_project** out,
                                       grit_error** err);
GRIT_API void grit_project_free(grit_project* project);

/* Unsaved buffers: what an editor shows and has not saved. Everything else that is called on the project works on them
 * in place of the files on disk; an edit of such a file changes its buffer, which grit_project_get_buffer then gives.
 * The index that holds them is a private copy: call grit_project_index after they change. GRIT_UNSUPPORTED for a
 * folder. */
GRIT_API grit_status grit_project_set_buffer(grit_project* project, const char* path, const char* bytes, size_t size,
                                             grit_error** err);
/* The file is again what is on disk. GRIT_NOT_FOUND where it has no buffer. */
GRIT_API grit_status grit_project_clear_buffer(grit_project* project, const char* path, grit_error** err);
/* GRIT_NOT_FOUND where it has no buffer. `path` is the file's own, not that of a link to it. */
GRIT_API grit_status grit_project_get_buffer(grit_project* project, const char* path, grit_text** out,
                                             grit_error** err);

/* ---- Indexing ------------------------------------------------------------------------------------------------- */

typedef struct grit_progress {
  size_t struct_size;
  const char* stage;
  uint64_t files_done;
  uint64_t files_total; /* 0 while it is not known */
  uint64_t bytes_done;
  uint64_t bytes_total;
} grit_progress;
/* Returns 0 to go on; anything else cancels. The view lives for the call. */
typedef int32_t (*grit_progress_fn)(void* user, const grit_progress* progress);

typedef struct grit_index_options {
  size_t struct_size;
  uint32_t threads; /* 0: as many as the machine has cores */
  int32_t rebuild;  /* not 0: parse everything again */
  grit_progress_fn progress;
  void* progress_user;
  grit_cancel* cancel; /* borrowed for the call; NULL: none */
} grit_index_options;
#define GRIT_INDEX_OPTIONS_INIT {sizeof(grit_index_options), 0, 0, NULL, NULL, NULL}

typedef struct grit_index_report grit_index_report;
/* Brings the project's index up to date. Whenever it ends early the last complete index stays. */
GRIT_API grit_status grit_project_index(grit_project* project, const grit_index_options* options,
                                        grit_index_report** out, grit_error** err);
GRIT_API uint64_t grit_index_report_files(const grit_index_report* report);
GRIT_API uint64_t grit_index_report_parsed(const grit_index_report* report);
GRIT_API uint64_t grit_index_report_reused(const grit_index_report* report);
GRIT_API uint64_t grit_index_report_symbols(const grit_index_report* report);
/* Everything, as the JSON of `grit index --json`. */
GRIT_API const char* grit_index_report_json(const grit_index_report* report);
GRIT_API void grit_index_report_free(grit_index_report* report);

/* ---- Finding -------------------------------------------------------------------------------------------------- */

typedef struct grit_find_options {
  size_t struct_size;
  uint32_t top;            /* how many candidates; 0: all */
  uint32_t max_body_bytes; /* of each candidate's source; 0: none */
  grit_cancel* cancel;
} grit_find_options;
#define GRIT_FIND_OPTIONS_INIT {sizeof(grit_find_options), 10, 0, NULL}

typedef struct grit_find_result grit_find_result;
/* A ranked place. Views into the result. */
typedef struct grit_candidate {
  size_t struct_size; /* set by the caller, so that an older host is given what it knows */
  const char* path;   /* relative to the project, '/' between components */
  const char* symbol; /* qualified inside the file; "" for a whole file */
  const char* kind;   /* "function", "method", "class", "variable", "file" */
  double score;
  uint64_t byte_begin; /* half-open, from 0 */
  uint64_t byte_end;
  uint32_t line_begin; /* from 1, inclusive */
  uint32_t line_end;
  const char* body; /* "" unless asked for */
} grit_candidate;
#define GRIT_CANDIDATE_INIT {sizeof(grit_candidate), NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL}

/* Ranks places for a ticket of `ticket_size` bytes. GRIT_NOT_FOUND: there is no index yet. */
GRIT_API grit_status grit_project_find(grit_project* project, const char* ticket, size_t ticket_size,
                                       const grit_find_options* options, grit_find_result** out, grit_error** err);
GRIT_API size_t grit_find_result_count(const grit_find_result* result);
/* GRIT_INVALID_ARGUMENT beyond the last. */
GRIT_API grit_status grit_find_result_get(const grit_find_result* result, size_t index, grit_candidate* out,
                                          grit_error** err);
/* Everything, with the score and the reason of each signal, as the JSON of `grit find --json`. */
GRIT_API const char* grit_find_result_json(const grit_find_result* result);
GRIT_API void grit_find_result_free(grit_find_result* result);

/* ---- Looking up ------------------------------------------------------------------------------------------------ */

/* Where a name ("Blueprint", "Session.get") is defined, where it is used, what a file holds, and the source of one
 * definition ("path/file.py::Class.method", or a name that has one): the JSON of `grit defs|refs|outline|read --json`.
 * GRIT_NOT_FOUND without an index; a name that nothing has is an empty result of the first two. */
GRIT_API grit_status grit_project_defs(grit_project* project, const char* name, grit_text** out, grit_error** err);
GRIT_API grit_status grit_project_refs(grit_project* project, const char* name, grit_text** out, grit_error** err);
GRIT_API grit_status grit_project_outline(grit_project* project, const char* path, grit_text** out, grit_error** err);
GRIT_API grit_status grit_project_read(grit_project* project, const char* where, grit_text** out, grit_error** err);

typedef struct grit_map_options {
  size_t struct_size;
  uint32_t max_tokens;      /* a token counted as three bytes */
  const char* const* focus; /* files at hand: what they lean on comes first */
  size_t focus_count;
  grit_cancel* cancel;
} grit_map_options;
#define GRIT_MAP_OPTIONS_INIT {sizeof(grit_map_options), 1024, NULL, 0, NULL}
/* The definitions that most of the project leans on: the JSON of `grit map --json`. */
GRIT_API grit_status grit_project_map(grit_project* project, const grit_map_options* options, grit_text** out,
                                      grit_error** err);

/* ---- Models --------------------------------------------------------------------------------------------------- */

typedef struct grit_model grit_model;

/* "openai:URL#MODEL", "ollama:URL#MODEL", "replay:FILE" or "scripted:FILE". `allow_remote` not 0: a host that is not
 * this machine may be asked. `api_key` may be NULL. Time limits come from the project's configuration. */
GRIT_API grit_status grit_model_open(const grit_project* project, const char* description, int32_t allow_remote,
                                     const char* api_key, grit_model** out, grit_error** err);

/* What a host's model is asked. Views for the call. */
typedef struct grit_model_request {
  size_t struct_size;
  size_t message_count;
  const char* const* roles; /* "system", "user", "assistant" */
  const char* const* contents;
  uint32_t max_tokens;
  double temperature;
  int64_t seed;
  const char* grammar; /* GBNF; "": none */
} grit_model_request;

/* Where a host's model puts its answer. */
typedef struct grit_model_reply grit_model_reply;
/* Appends a piece; call it as pieces come. Returns 0 to go on; anything else: stop, the run was cancelled. */
GRIT_API int32_t grit_model_reply_append(grit_model_reply* reply, const char* text, size_t size);
/* "stop" unless set; "length" when the answer was cut. */
GRIT_API void grit_model_reply_set_finish_reason(grit_model_reply* reply, const char* reason);
GRIT_API void grit_model_reply_set_usage(grit_model_reply* reply, uint64_t prompt_tokens, uint64_t completion_tokens);
/* What is reported when `complete` returns an error. */
GRIT_API void grit_model_reply_set_error(grit_model_reply* reply, const char* message);

typedef struct grit_model_callbacks {
  size_t struct_size;
  void* user;
  /* Optional. Called exactly once, when the model is freed; also when grit_model_new fails. */
  void (*destroy)(void* user);
  /* Required. Answers one request into `reply`; returns GRIT_OK or a negative code. */
  grit_status (*complete)(void* user, const grit_model_request* request, grit_model_reply* reply);
  const char* name;        /* optional; copied */
  uint64_t context_tokens; /* the window; 0: not known */
} grit_model_callbacks;
#define GRIT_MODEL_CALLBACKS_INIT {sizeof(grit_model_callbacks), NULL, NULL, NULL, NULL, 0}

/* A model that is the host's own code. */
GRIT_API grit_status grit_model_new(const grit_model_callbacks* callbacks, grit_model** out, grit_error** err);
GRIT_API void grit_model_free(grit_model* model);

/* ---- Edits that a host asks for ------------------------------------------------------------------------------- */

typedef struct grit_edit_options {
  size_t struct_size;
  const char* finish_reason; /* why the model ended its answer: "stop", "length", "other"; NULL: "stop" */
  int32_t dry_run;           /* not 0: only say what would happen */
} grit_edit_options;
#define GRIT_EDIT_OPTIONS_INIT {sizeof(grit_edit_options), NULL, 0}

typedef struct grit_edit_result grit_edit_result;
/* Replaces the definition `symbol` ("Class.method") of a file by the one in a model's answer, if the gates let it; no
 * index is needed. GRIT_OK also where they refuse: ask grit_edit_result_applied, the findings are in the JSON. */
GRIT_API grit_status grit_project_edit(grit_project* project, const char* path, const char* symbol, const char* answer,
                                       size_t answer_size, const grit_edit_options* options, grit_edit_result** out,
                                       grit_error** err);
/* Replaces the only occurrence of a text in a file, both literally. */
GRIT_API grit_status grit_project_replace(grit_project* project, const char* path, const char* old_text,
                                          size_t old_size, const char* new_text, size_t new_size,
                                          const grit_edit_options* options, grit_edit_result** out, grit_error** err);
/* Makes a file that does not exist. */
GRIT_API grit_status grit_project_create(grit_project* project, const char* path, const char* bytes, size_t size,
                                         const grit_edit_options* options, grit_edit_result** out, grit_error** err);
/* Gives the files that a run committed the bytes that they had before it. `run`: an id, the begin of one, or "last".
 * GRIT_CHANGED where one of them was changed since: nothing is written then. */
GRIT_API grit_status grit_project_undo(grit_project* project, const char* run, const grit_edit_options* options,
                                       grit_edit_result** out, grit_error** err);
GRIT_API int32_t grit_edit_result_applied(const grit_edit_result* result);
/* A unified diff; "" where nothing was applied. */
GRIT_API const char* grit_edit_result_patch(const grit_edit_result* result);
/* Everything, as the JSON of `grit edit --json`. */
GRIT_API const char* grit_edit_result_json(const grit_edit_result* result);
GRIT_API void grit_edit_result_free(grit_edit_result* result);

/* ---- Fixing --------------------------------------------------------------------------------------------------- */

/* One thing that happened in a run: see docs/evidence.md. Returns 0 to go on; anything else ends the run. */
typedef int32_t (*grit_event_fn)(void* user, uint64_t sequence, const char* type, const char* json);

typedef struct grit_fix_options {
  size_t struct_size;
  const char* const* checks; /* names from harness.toml; with check_count 0 all of them */
  size_t check_count;
  int32_t dry_run;             /* not 0: leave the tree alone */
  int32_t accept_unreproduced; /* not 0: commit what only guards have judged */
  grit_event_fn event;
  void* event_user;
  grit_cancel* cancel;
} grit_fix_options;
#define GRIT_FIX_OPTIONS_INIT {sizeof(grit_fix_options), NULL, 0, 0, 0, NULL, NULL, NULL}

typedef struct grit_fix_result grit_fix_result;
/* Runs from a ticket to a verified patch. GRIT_OK means that the run ended by one of its own stops, whichever: ask
 * grit_fix_result_accepted. */
GRIT_API grit_status grit_project_fix(grit_project* project, const char* ticket, size_t ticket_size, grit_model* model,
                                      const grit_fix_options* options, grit_fix_result** out, grit_error** err);
GRIT_API int32_t grit_fix_result_accepted(const grit_fix_result* result);
/* "accepted", "attempts_exhausted", … */
GRIT_API const char* grit_fix_result_stop(const grit_fix_result* result);
GRIT_API const char* grit_fix_result_reason(const grit_fix_result* result);
GRIT_API const char* grit_fix_result_run(const grit_fix_result* result);
/* A unified diff, computed by the harness; "" when there is none. */
GRIT_API const char* grit_fix_result_patch(const grit_fix_result* result);
GRIT_API const char* grit_fix_result_json(const grit_fix_result* result);
GRIT_API void grit_fix_result_free(grit_fix_result* result);

#ifdef __cplusplus
}
#endif

#endif /* GRIT_GRIT_H_ */
