/* What everything else is measured against: reads every .py file below a folder and parses it with tree-sitter, with
 * the C library's allocator, and does nothing with the tree.
 * Usage: bench_bare_parse FOLDER [THREADS]; prints the number of files and bytes. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <fts.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <tree_sitter/api.h>

const TSLanguage* tree_sitter_python(void);

enum { max_threads = 64 };

static char** paths;
static size_t path_count;
static atomic_size_t next_path;
static atomic_ullong bytes_parsed;

static void die(const char* what) {
  perror(what);
  exit(1);
}

static void list_sources(char* folder) {
  char* roots[] = {folder, NULL};
  size_t room = 0;
  FTS* walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  if (walk == NULL) die(folder);
  for (FTSENT* entry = fts_read(walk); entry != NULL; entry = fts_read(walk)) {
    if (entry->fts_info != FTS_F || entry->fts_namelen < 3) continue;
    if (strcmp(entry->fts_name + entry->fts_namelen - 3, ".py") != 0) continue;
    if (path_count == room) {
      room = room == 0 ? 1024 : 2 * room;
      paths = realloc(paths, room * sizeof *paths);
    }
    if (paths == NULL || (paths[path_count++] = strdup(entry->fts_path)) == NULL) die("memory");
  }
  fts_close(walk);
}

/* The bytes of a file, to be freed by the caller. */
static char* read_file(const char* path, size_t* size) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (fd < 0 || fstat(fd, &status) != 0) die(path);
  *size = (size_t)status.st_size;
  char* bytes = malloc(*size + 1);
  if (bytes == NULL) die("memory");
  for (size_t done = 0; done < *size;) {
    const ssize_t got = read(fd, bytes + done, *size - done);
    if (got <= 0) die(path);
    done += (size_t)got;
  }
  close(fd);
  return bytes;
}

static void* work(void* unused) {
  (void)unused;
  TSParser* parser = ts_parser_new();
  if (!ts_parser_set_language(parser, tree_sitter_python())) die("grammar");
  for (size_t i = next_path++; i < path_count; i = next_path++) {
    size_t size = 0;
    char* bytes = read_file(paths[i], &size);
    ts_tree_delete(ts_parser_parse_string(parser, NULL, bytes, (uint32_t)size));
    free(bytes);
    bytes_parsed += size;
  }
  ts_parser_delete(parser);
  return NULL;
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int threads = argc > 2 ? atoi(argv[2]) : 2;
  pthread_t ids[max_threads];
  if (threads < 1 || threads > max_threads) return 2;
  list_sources(argv[1]);
  for (int i = 0; i < threads; ++i) {
    if (pthread_create(&ids[i], NULL, work, NULL) != 0) die("thread");
  }
  for (int i = 0; i < threads; ++i) pthread_join(ids[i], NULL);
  printf("%zu files, %llu bytes\n", path_count, (unsigned long long)bytes_parsed);
  return 0;
}
