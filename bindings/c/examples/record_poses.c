// Records 20 seconds of poses at 90 Hz of a game of its own, as fast as it can with given times, and reads them back.
//
//     cc record_poses.c $(pkg-config --cflags --libs ghostreel) -lm -o record_poses && ./record_poses FOLDER

#include <ghostreel.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// A row as it is pushed: the columns one after the other, and nothing between.
#pragma pack(push, 1)
struct pose {
  double time;
  float x, y, z;
  uint8_t tracked;
  uint32_t what_length;
};
#pragma pack(pop)

enum { RATE = 90, SECONDS = 20, COUNT = RATE * SECONDS };

static int failed(const char *what) {
  fprintf(stderr, "%s: %s\n", what, ghostreel_last_error());
  return 1;
}

static struct pose pose_of(int number, const char *what) {
  double time = (double)number / RATE;
  struct pose pose = {time, (float)sin(time), 1.7f, (float)cos(time), number % 7 != 0, 0};
  pose.what_length = (uint32_t)strlen(what);
  return pose;
}

static const char *what_of(int number) { return number % 2 ? "odd" : "even"; }

static int record(const char *folder, char *path, size_t path_size) {
  GhostreelSession *session = ghostreel_session_new("my-game", folder, "poses");
  if (!session) return failed("session");
  const char *columns[][3] = {{"time", "f64", "s"},       {"head.x", "f32", "m"},  {"head.y", "f32", "m"},
                              {"head.z", "f32", "m"},     {"tracked", "bool", ""}, {"what", "dict", ""}};
  if (ghostreel_session_add_table(session, "poses", GHOSTREEL_STATES, "time", "a pose of the head")) return failed("table");
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
    if (ghostreel_session_add_column(session, columns[i][0], columns[i][1], columns[i][2], NULL)) return failed("column");
  ghostreel_session_add_player(session, "Ada", NULL);
  ghostreel_session_set_property(session, "software", "record_poses 1");

  // From here on the session is the recorder's.
  GhostreelRecorder *recorder = ghostreel_recorder_begin(session);
  if (!recorder) return failed("begin");
  uint16_t poses;
  if (ghostreel_recorder_table(recorder, "poses", &poses)) return failed("number of the table");
  if (ghostreel_recorder_row_length(recorder, poses) != sizeof(struct pose)) return failed("the struct is another row");
  for (int number = 0; number < COUNT; number++) {
    const char *what = what_of(number);
    struct pose pose = pose_of(number, what);
    if (ghostreel_recorder_push(recorder, poses, (const uint8_t *)&pose, sizeof pose, NULL, 0, (const uint8_t *)what, strlen(what)))
      return failed("push");
  }
  ghostreel_recorder_set_result(recorder, "end", "clear");
  ghostreel_recorder_end(recorder);
  GhostreelRecordingStatus status;
  if (ghostreel_recorder_wait(recorder, 30000, &status)) return failed("wait");
  if (status.state != GHOSTREEL_FINISHED || status.rows != COUNT || status.rows_lost) {
    fprintf(stderr, "state %d, %llu rows, %s\n", (int)status.state, (unsigned long long)status.rows,
            ghostreel_recorder_text(recorder, GHOSTREEL_TROUBLE));
    return 1;
  }
  snprintf(path, path_size, "%s", ghostreel_recorder_text(recorder, GHOSTREEL_REEL_PATH));
  ghostreel_recorder_free(recorder);
  return 0;
}

static int read_back(const char *path) {
  GhostreelReplay *replay = ghostreel_replay_open(path);
  if (!replay) return failed("open");
  GhostreelColumn time, x, tracked, what;
  if (ghostreel_replay_column(replay, "poses", "time", &time) || ghostreel_replay_column(replay, "poses", "head.x", &x) ||
      ghostreel_replay_column(replay, "poses", "tracked", &tracked) || ghostreel_replay_column(replay, "poses", "what", &what))
    return failed("column");
  if (time.rows != COUNT || time.type != GHOSTREEL_F64 || x.type != GHOSTREEL_F32 || what.type != GHOSTREEL_TEXT || x.present)
    return failed("other columns");
  for (int number = 0; number < COUNT; number++) {
    struct pose pose = pose_of(number, what_of(number));
    const char *text = what.texts[((const uint32_t *)what.values)[number]];
    if (((const double *)time.values)[number] != pose.time || ((const float *)x.values)[number] != pose.x ||
        ((const uint8_t *)tracked.values)[number] != pose.tracked || strcmp(text, what_of(number)))
      return failed("another row");
  }
  printf("%llu rows in %u tables: %.40s…\n", (unsigned long long)time.rows, ghostreel_replay_table_count(replay),
         ghostreel_replay_description(replay));
  ghostreel_replay_free(replay);
  return 0;
}

// Misuse by a game is an error, and no crash.
static int misuse(void) {
  GhostreelRecordingStatus status;
  GhostreelColumn column;
  if (ghostreel_session_new(NULL, ".", "x") || ghostreel_recorder_begin(NULL) || ghostreel_replay_open("no such file")) return failed("misuse");
  if (ghostreel_recorder_push(NULL, 1, NULL, 3, NULL, 0, NULL, 0) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  if (ghostreel_recorder_status(NULL, &status) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  if (ghostreel_replay_column(NULL, "a", "b", &column) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  if (ghostreel_replay_open_bytes((const uint8_t *)"nothing", 7) || ghostreel_replay_open_bytes(NULL, 7)) return failed("misuse");
  GhostreelSession *session = ghostreel_session_new("g", ".", "x");
  if (ghostreel_session_add_column(session, "a", "f32", NULL, NULL) != GHOSTREEL_NOT_THERE) return failed("misuse");
  if (ghostreel_session_add_table(session, "t", 99, NULL, NULL) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  if (ghostreel_session_add_table(session, "t\xff", 0, NULL, NULL) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  if (ghostreel_session_set_key(session, "no key", NULL) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  if (ghostreel_session_set_number(session, GHOSTREEL_RING_BYTES, -1) != GHOSTREEL_BAD_ARGUMENT) return failed("misuse");
  ghostreel_session_free(session);
  ghostreel_session_free(NULL);
  ghostreel_recorder_free(NULL);
  ghostreel_replay_free(NULL);
  return 0;
}

int main(int count, char **given) {
  char path[1024];
  if (ghostreel_abi_version() != GHOSTREEL_ABI_VERSION) return failed("another version of the library");
  return misuse() || record(count > 1 ? given[1] : ".", path, sizeof path) || read_back(path);
}
