// Prints the mean of each column of numbers of a table, as Apache Arrow's C stream interface gives it: what R, Julia or Go do by their libraries.
//
//     cc arrow_means.c $(pkg-config --cflags --libs ghostreel) -o arrow_means && ./arrow_means a.slp frames

#include <ghostreel.h>
#include <stdio.h>
#include <string.h>

static int has_value(const struct ArrowArray *column, int64_t row) {
  const uint8_t *valid = column->buffers[0];
  int64_t bit = column->offset + row;
  return valid == NULL || (valid[bit / 8] >> (bit % 8) & 1);
}

// The format is a letter: https://arrow.apache.org/docs/format/CDataInterface.html
static double value(char format, const void *values, int64_t at) {
  switch (format) {
  case 'f':
    return ((const float *)values)[at];
  case 'g':
    return ((const double *)values)[at];
  case 'c':
    return ((const int8_t *)values)[at];
  case 's':
    return ((const int16_t *)values)[at];
  case 'i':
    return ((const int32_t *)values)[at];
  default:
    return (double)((const int64_t *)values)[at];
  }
}

static int fail(const char *what) {
  fprintf(stderr, "%s: %s\n", what, ghostreel_last_error());
  return 1;
}

int main(int count, char **words) {
  if (count != 3) {
    fprintf(stderr, "usage: arrow_means FILE TABLE\n");
    return 2;
  }
  GhostreelReplay *replay = ghostreel_replay_open(words[1]);
  if (replay == NULL)
    return fail(words[1]);
  struct ArrowArrayStream stream;
  if (ghostreel_arrow_stream(replay, words[2], &stream) != GHOSTREEL_OK) {
    ghostreel_replay_free(replay);
    return fail(words[2]);
  }
  // The stream has its own memory.
  ghostreel_replay_free(replay);

  struct ArrowSchema schema;
  struct ArrowArray batch;
  if (stream.get_schema(&stream, &schema) != 0)
    return 1;
  while (stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
    printf("%lld rows\n", (long long)batch.length);
    for (int64_t i = 0; i < batch.n_children; i++) {
      const struct ArrowSchema *field = schema.children[i];
      const struct ArrowArray *column = batch.children[i];
      // Texts are codes into a dictionary; booleans and decimals have other formats.
      if (field->dictionary != NULL || strlen(field->format) != 1 || strchr("fgcsil", field->format[0]) == NULL)
        continue;
      double sum = 0;
      int64_t rows = 0;
      for (int64_t row = 0; row < column->length; row++) {
        if (has_value(column, row)) {
          sum += value(field->format[0], column->buffers[1], column->offset + row);
          rows++;
        }
      }
      printf("%s %g\n", field->name, rows > 0 ? sum / (double)rows : 0);
    }
    batch.release(&batch);
  }
  schema.release(&schema);
  stream.release(&stream);
  return 0;
}
