/* The least that finding out about changes can cost: lists every folder below a folder and looks at every entry.
 * Usage: bench_walk_stat FOLDER; prints the number of entries and the bytes of the files. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned long long entries;
static unsigned long long bytes;

static void walk(int folder) {
  DIR* stream = fdopendir(folder);
  if (stream == NULL) {
    perror("walk_stat");
    exit(1);
  }
  for (const struct dirent* entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
    struct stat status;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) continue;
    ++entries;
    if (S_ISREG(status.st_mode)) bytes += (unsigned long long)status.st_size;
    if (!S_ISDIR(status.st_mode)) continue;
    const int below = openat(folder, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (below >= 0) walk(below);
  }
  closedir(stream);
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int root = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) {
    perror(argv[1]);
    return 1;
  }
  walk(root);
  printf("%llu entries, %llu bytes\n", entries, bytes);
  return 0;
}
