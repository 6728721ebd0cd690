/* A list. */
#include <stdio.h>
#include "list.h"

#define MAX_ITEMS 10
/* The larger one. */
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef unsigned int word_t;
typedef struct node node_t;
typedef int (*compare_fn)(const void *, const void *);

/* A node. */
struct node {
  int value;
  struct node *next;
};

typedef struct {
  node_t *head;
} list_t;

typedef enum color { RED, GREEN = 3 } color_t;

union bits {
  int i;
  float f;
};

static const int kLimit = 5, kOther;
int *counter;
int table[MAX_ITEMS];
extern int elsewhere;

int list_size(const list_t *list);

/**
 * Adds a value.
 */
static inline node_t *list_add(list_t *list, int value) {
  node_t *node = malloc(sizeof(*node));
  int local = MAX(value, kLimit);
  node->value = local;
  list->head->next = node;
  list_size(list);
  return node;
}

__attribute__((noreturn)) void fail(const char *message) {
  printf("%s %d\n", message, RED);
  goto out;
out:
  exit(1);
}

#ifdef __linux__
int platform(void) { return 1; }
#else
int platform(void) { return 2; }
#endif

int
old_style(a, b)
  int a;
  char *b;
{
  return a + table[0];
}

int (*get_handler(int id))(void) { return 0; }

int main(int argc, char **argv) {
  compare_fn compare = NULL;
  return compare(argv[0], argv[1]) + platform();
}
