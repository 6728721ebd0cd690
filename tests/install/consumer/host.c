/* A C host: opens a small project, indexes it and finds a place for a ticket. */
#include <stdio.h>
#include <string.h>

#include <grit/grit.h>

static int fail(const char* what, grit_error* err) {
  fprintf(stderr, "%s: %s\n", what, grit_error_message(err));
  grit_error_free(err);
  return 1;
}

/* Writes ROOT/cart.py. */
static int make_project(const char* root) {
  char path[4096];
  FILE* file;
  if (snprintf(path, sizeof path, "%s/cart.py", root) >= (int)sizeof path) return 1;
  file = fopen(path, "wb");
  if (file == NULL) return 1;
  fputs("class Cart:\n    def total(self):\n        return 0\n", file);
  return fclose(file);
}

static int find(grit_project* project) {
  const char* ticket = "the total of the cart is wrong";
  grit_find_result* result = NULL;
  grit_candidate first = GRIT_CANDIDATE_INIT;
  grit_error* err = NULL;
  int good;
  if (grit_project_find(project, ticket, strlen(ticket), NULL, &result, &err) != GRIT_OK) return fail("find", err);
  if (grit_find_result_get(result, 0, &first, &err) != GRIT_OK) return fail("first result", err);
  good = strcmp(first.path, "cart.py") == 0 && strcmp(first.symbol, "Cart.total") == 0;
  if (!good) fprintf(stderr, "found %s %s\n", first.path, first.symbol);
  grit_find_result_free(result);
  return good ? 0 : 1;
}

int main(int argc, char** argv) {
  grit_project* project = NULL;
  grit_index_report* report = NULL;
  grit_error* err = NULL;
  int status;
  if (argc != 2 || make_project(argv[1]) != 0) return 2;
  if (grit_project_open(argv[1], NULL, &project, &err) != GRIT_OK) return fail("open", err);
  if (grit_project_index(project, NULL, &report, &err) != GRIT_OK) return fail("index", err);
  status = grit_index_report_files(report) == 1 ? find(project) : 1;
  grit_index_report_free(report);
  grit_project_free(project);
  if (status == 0) printf("c host ok, grit %s\n", grit_version());
  return status;
}
