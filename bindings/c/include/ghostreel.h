// Ghostreel: recording game sessions, and reading replays and reels.
//
// This file is made of the sources by `cargo xtask header`; `cargo xtask test` says when it is stale.
//
// Rules that hold for every function:
//
// - Ownership. A pointer that a function gives is lent, and says how long it is valid, unless there is a `_free` for it. A
//   function copies its arguments, unless it says that it takes them over. `_free` takes NULL, and does nothing then.
// - Texts are UTF-8 and end with a zero byte. Where a length is asked for, they need not.
// - Errors. A function returns a `GhostreelOutcome`, or NULL where it gives a pointer; then `ghostreel_last_error` says why, on the
//   thread that called. NULL where a pointer is asked for is an error, and never a crash.
// - Threads. Each function says which threads may call it at the same time. Unless it says so, none may for one object.
// - Nothing that goes wrong inside ends the program: a bug is reported as GHOSTREEL_BUG.
// - Versions. `ghostreel_abi_version` grows when a function or a struct changes. Functions and constants are only added otherwise, and
//   members of enums may be: take an unknown one as an error.

#ifndef GHOSTREEL_H
#define GHOSTREEL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The C stream interface of Apache Arrow, as its specification asks each header to repeat it:
// https://arrow.apache.org/docs/format/CStreamInterface.html
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

typedef struct ArrowArrayStream GhostreelArrowArrayStream;

// The value that `ghostreel_abi_version` returns in a library that fits this header.
#define GHOSTREEL_ABI_VERSION 1

// The result of a function.
typedef enum GhostreelOutcome {
  // It is done.
  GHOSTREEL_OK = 0,
  // An argument is NULL, no UTF-8, of a wrong length, or out of its range.
  GHOSTREEL_BAD_ARGUMENT = 1,
  // The ring is full. The data pushed is counted as lost; the game goes on.
  GHOSTREEL_FULL = 2,
  // A row is earlier than the one before it, or its time is no number. It is not recorded.
  GHOSTREEL_OUT_OF_ORDER = 3,
  // The data pushed is longer than the whole ring. It is counted as lost.
  GHOSTREEL_TOO_LONG = 4,
  // The session has ended, or recording has failed.
  GHOSTREEL_ENDED = 5,
  // There is no table, column, row or property of that name or number.
  GHOSTREEL_NOT_THERE = 6,
  // Another thread is pushing into this table right now. The data pushed is not recorded.
  GHOSTREEL_BUSY = 7,
  // A file cannot be read.
  GHOSTREEL_FILE = 8,
  // These are no bytes of a replay or reel, or nothing of it can be read.
  GHOSTREEL_UNREADABLE = 9,
  // A bug in Ghostreel. The object may be used on, or freed.
  GHOSTREEL_BUG = 10,
} GhostreelOutcome;

// Where a recording is.
typedef enum GhostreelRecordingState {
  // Rows are taken.
  GHOSTREEL_RECORDING = 0,
  // The session has ended, and its files are being written.
  GHOSTREEL_ENDING = 1,
  // All files are written.
  GHOSTREEL_FINISHED = 2,
  // Recording has stopped before its end. The part written until then can be read.
  GHOSTREEL_FAILED = 3,
} GhostreelRecordingState;

// How to read a table between its rows.
typedef enum GhostreelRows {
  // Sampled states: in between they are interpolated.
  GHOSTREEL_STATES = 0,
  // States that hold until the next row.
  GHOSTREEL_STEPS = 1,
  // Instants.
  GHOSTREEL_EVENTS = 2,
} GhostreelRows;

// Something that can be set by a number.
typedef enum GhostreelSetting {
  // A chunk is written at least this often, in milliseconds. A crash loses the rows after the last one. 1000 if it is not set.
  GHOSTREEL_CHUNK_MS = 0,
  // Bytes of the ring of each table, 4096 to 16777216. 1048576 if it is not set.
  GHOSTREEL_RING_BYTES = 1,
  // Bytes that may wait for a disk that does not take them. 67108864 if it is not set.
  GHOSTREEL_WAITING_BYTES = 2,
  // How long a disk that fails is tried at the end, in milliseconds. 30000 if it is not set.
  GHOSTREEL_PATIENCE_MS = 3,
  // When written data is forced onto the disk: 0 never, 1 at the end, 2 after each chunk. 1 if it is not set.
  GHOSTREEL_SYNC = 4,
  // Whether the game's own file is written beside the reel, where one can be made: 0 or 1. 1 if it is not set.
  GHOSTREEL_OWN_FILE = 5,
  // When time 0 was, in milliseconds since 1970 UTC.
  GHOSTREEL_STARTED_MS = 6,
} GhostreelSetting;

// A text that a recorder can be asked for.
typedef enum GhostreelRecordingText {
  // The present obstacle: one sentence about the disk.
  GHOSTREEL_TROUBLE = 0,
  // Where the finished reel is.
  GHOSTREEL_REEL_PATH = 1,
  // Where the game's own file is.
  GHOSTREEL_OWN_FILE_PATH = 2,
  // Remarks at the end, e.g. why there is no own file: a sentence a line.
  GHOSTREEL_REMARKS = 3,
} GhostreelRecordingText;

// The type of a column's values.
typedef enum GhostreelColumnType {
  // float
  GHOSTREEL_F32 = 0,
  // double
  GHOSTREEL_F64 = 1,
  // int8_t
  GHOSTREEL_I8 = 2,
  // int16_t
  GHOSTREEL_I16 = 3,
  // int32_t
  GHOSTREEL_I32 = 4,
  // int64_t
  GHOSTREEL_I64 = 5,
  // uint8_t
  GHOSTREEL_U8 = 6,
  // uint16_t
  GHOSTREEL_U16 = 7,
  // uint32_t
  GHOSTREEL_U32 = 8,
  // uint64_t
  GHOSTREEL_U64 = 9,
  // uint8_t, 0 or 1
  GHOSTREEL_BOOL = 10,
  // uint32_t, each the place of a text in `texts`
  GHOSTREEL_TEXT = 11,
} GhostreelColumnType;

// A session that is being recorded.
typedef struct GhostreelRecorder GhostreelRecorder;

// A replay or reel that is open.
typedef struct GhostreelReplay GhostreelReplay;

// A session to be recorded, before it begins.
typedef struct GhostreelSession GhostreelSession;

// A table. All texts are valid until the replay is freed.
typedef struct GhostreelTableInfo {
  // Name, e.g. `frames`.
  const char *name;
  // The column that holds the time in seconds; empty for a table outside time.
  const char *time;
  // The meaning of a row.
  const char *meaning;
  // A `GhostreelRows`: how to read the table between its rows.
  uint32_t kind;
  // The number of columns.
  uint32_t columns;
  // The number of rows written. Of a damaged reel, columns may have fewer.
  uint64_t rows;
} GhostreelTableInfo;

// A column, before it is read. All texts are valid until the replay is freed.
typedef struct GhostreelColumnInfo {
  // Name, e.g. `head.pos.x`.
  const char *name;
  // The type's name, e.g. `f32`.
  const char *type;
  // Unit; empty if it has none.
  const char *unit;
  // The meaning of a value, with its range.
  const char *meaning;
} GhostreelColumnInfo;

// The values of a column. They are lent, and valid until the replay is freed.
typedef struct GhostreelColumn {
  // The type of the values: a `GhostreelColumnType`.
  uint32_t type;
  // The number of texts.
  uint32_t text_count;
  // The number of rows.
  uint64_t rows;
  // The values, one for each row, aligned as their type asks for. Not NULL, but not to be read if there are no rows.
  const void *values;
  // A byte for each row, 0 where the value is absent; NULL where all are there.
  const uint8_t *present;
  // The texts of a column of texts.
  const char *const *texts;
} GhostreelColumn;

// The progress of a recording.
typedef struct GhostreelRecordingStatus {
  // Where it is.
  enum GhostreelRecordingState state;
  // Rows of all tables that are in chunks, or will be in the next.
  uint64_t rows;
  // Rows that were lost, of all tables.
  uint64_t rows_lost;
  // Bytes of the game's own file that were lost.
  uint64_t bytes_lost;
  // Bytes of the reel that are on the disk.
  uint64_t bytes_written;
  // Bytes of the reel that wait for the disk.
  uint64_t bytes_waiting;
} GhostreelRecordingStatus;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of this interface: compare it with GHOSTREEL_ABI_VERSION of the header that you were built with. Any thread.
uint32_t ghostreel_abi_version(void);

// Why the last function that failed on this thread did so: one sentence, or an empty text. Valid until another function fails on this
// thread, or the thread ends. Any thread.
const char *ghostreel_last_error(void);

// Opens a file: a replay of any format that Ghostreel knows, or a reel. NULL on failure; free it. A damaged file is read as far as it goes;
// the description lists the losses. Any thread; different replays may be used by different threads at the same time, one replay by one.
struct GhostreelReplay *ghostreel_replay_open(const char *path);

// As `ghostreel_replay_open`, of the bytes of a file, which are copied.
struct GhostreelReplay *ghostreel_replay_open_bytes(const uint8_t *data, size_t length);

// Frees a replay, and all that it lent.
void ghostreel_replay_free(struct GhostreelReplay *replay);

// The number of tables; 0 for NULL.
uint32_t ghostreel_replay_table_count(const struct GhostreelReplay *replay);

// The table of a number, from 0.
enum GhostreelOutcome ghostreel_replay_table(const struct GhostreelReplay *replay,
                                             uint32_t number,
                                             struct GhostreelTableInfo *table);

// Describes a column, without reading it. Both numbers are from 0.
enum GhostreelOutcome ghostreel_replay_column_info(const struct GhostreelReplay *replay,
                                                   uint32_t table,
                                                   uint32_t number,
                                                   struct GhostreelColumnInfo *column);

// The values of a column. All columns of a table are read when one is asked for, and kept; they share their rows.
enum GhostreelOutcome ghostreel_replay_column(struct GhostreelReplay *replay,
                                              const char *table,
                                              const char *name,
                                              struct GhostreelColumn *column);

// All columns of a table as a stream of Apache Arrow with one batch, which R, Julia, Go, C++ and others read by its C stream interface. Units and
// meanings are in the fields' metadata; numbers without a sign are the next wider ones with one. The stream is the caller's: its `release` frees it. It
// stays when the replay is freed.
enum GhostreelOutcome ghostreel_arrow_stream(const struct GhostreelReplay *replay,
                                             const char *table,
                                             GhostreelArrowArrayStream *stream);

// The replay's metadata as JSON, by docs/json.md. Valid until the replay is freed; NULL on failure.
const char *ghostreel_replay_description(struct GhostreelReplay *replay);

// Statistics as JSON, `null` if there are none: docs/json.md says how. Valid until the replay is freed; NULL on failure.
const char *ghostreel_replay_statistics(struct GhostreelReplay *replay);

// A session of a game, to be recorded into a folder, which is made if it is not there. `name` is the name of the files, without an
// extension; where there is one of that name, a number is added. NULL on failure. Give it to `ghostreel_recorder_begin` or
// `ghostreel_session_free`.
struct GhostreelSession *ghostreel_session_new(const char *game,
                                               const char *folder,
                                               const char *name);

// Frees a session that was not begun.
void ghostreel_session_free(struct GhostreelSession *session);

// Adds the tables that Ghostreel knows for the session's game, as docs/spec/reel-beat-saber.md has them. GHOSTREEL_NOT_THERE for another game.
enum GhostreelOutcome ghostreel_session_add_known_tables(struct GhostreelSession *session);

// Adds a table without columns. `rows` is a `GhostreelRows`. `time` is the column that holds the time in seconds (of type `f64`, `f32`,
// `i32` or `u32`), NULL for a table outside time. `meaning` describes a row; NULL for nothing.
enum GhostreelOutcome ghostreel_session_add_table(struct GhostreelSession *session,
                                                  const char *name,
                                                  uint32_t rows,
                                                  const char *time,
                                                  const char *meaning);

// Adds a column to the table that was added last. `type` is one of `f32`, `f64`, `i8`, `i16`, `i32`, `i64`, `u8`, `u16`, `u32`, `u64`,
// `bool` and `dict`, which is text. `unit` and `meaning` may be NULL.
enum GhostreelOutcome ghostreel_session_add_column(struct GhostreelSession *session,
                                                   const char *name,
                                                   const char *type,
                                                   const char *unit,
                                                   const char *meaning);

// Also records the bytes of the game's own file. `format` is its name, e.g. `slp`; NULL if it has none.
enum GhostreelOutcome ghostreel_session_add_bytes(struct GhostreelSession *session, const char *format);

// Adds who plays. `account` is e.g. `steam:76561198000000000`, or NULL.
enum GhostreelOutcome ghostreel_session_add_player(struct GhostreelSession *session,
                                                   const char *name,
                                                   const char *account);

// Says something else about the session. The name `software` is what records, with its version.
enum GhostreelOutcome ghostreel_session_set_property(struct GhostreelSession *session,
                                                     const char *name,
                                                     const char *value);

// Signs the session while it is recorded, and the game's own file at the end. `pem` is the player's key as `ghostreel key new` writes it
// (PKCS#8 in PEM); `passphrase` is NULL for a key that is not encrypted. Without a server, only the player vouches for when it was made.
enum GhostreelOutcome ghostreel_session_set_key(struct GhostreelSession *session,
                                                const char *pem,
                                                const char *passphrase);

// Has a server witness the session, by its address, e.g. `https://replays.example.org`. `map` is the map to be played, by the server's name for it; NULL if it
// is not known. Needs a key. The server gets the signed messages and no data, on a thread of its own; without a connection the recording goes on, and
// the unwitnessed seconds show afterwards.
enum GhostreelOutcome ghostreel_session_set_server(struct GhostreelSession *session,
                                                   const char *url,
                                                   const char *map);

// Sets a number. `setting` is a `GhostreelSetting`.
enum GhostreelOutcome ghostreel_session_set_number(struct GhostreelSession *session, uint32_t setting, int64_t value);

// Begins to record, and takes the session over, also on failure. NULL if the session cannot be recorded. Files are made by another
// thread: a disk that is full or gone is no failure here, it is tried again. End it with `ghostreel_recorder_end`, and free it.
struct GhostreelRecorder *ghostreel_recorder_begin(struct GhostreelSession *session);

// Frees a recorder. One that was not ended ends now, without a result, without waiting for its files: wait first.
void ghostreel_recorder_free(struct GhostreelRecorder *recorder);

// The number of a table, for `ghostreel_recorder_push`: 1 for the first that was added. Any thread at any time.
enum GhostreelOutcome ghostreel_recorder_table(const struct GhostreelRecorder *recorder,
                                               const char *name,
                                               uint16_t *table);

// Bytes of a row of a table, without its texts. 0 if there is no such table. Any thread at any time.
size_t ghostreel_recorder_row_length(const struct GhostreelRecorder *recorder, uint16_t table);

// Pushes rows into a table, all or none of them. It copies them and returns: it takes no lock that waits, asks for no memory and calls no
// system.
//
// `rows` has the columns of each row one after the other, little endian and without anything between (a packed struct), in the place of a text
// its length in bytes as uint32_t. `texts` has the texts of all rows in the same order, and may be NULL if there are none. `present` has for
// each row a bit for each column, from the lowest bit of the first byte up, filled up to whole bytes, 1 where the value is there; NULL if all
// are there.
//
// Any thread. Two threads that push into one table at the same time disturb each other: one of them gets GHOSTREEL_BUSY. Different tables may
// be pushed into at the same time.
enum GhostreelOutcome ghostreel_recorder_push(const struct GhostreelRecorder *recorder,
                                              uint16_t table,
                                              const uint8_t *rows,
                                              size_t rows_length,
                                              const uint8_t *present,
                                              size_t present_length,
                                              const uint8_t *texts,
                                              size_t texts_length);

// Pushes the next bytes of the game's own file. `time` is when they were written, in seconds; NAN if that is not known. As
// `ghostreel_recorder_push`.
enum GhostreelOutcome ghostreel_recorder_push_bytes(const struct GhostreelRecorder *recorder,
                                                    const uint8_t *data,
                                                    size_t length,
                                                    double time);

// Says how the session ends: what `ghostreel_recorder_end` writes into the table `result`. A name that is said again has the new value. Any
// thread at any time before the end.
enum GhostreelOutcome ghostreel_recorder_set_result(const struct GhostreelRecorder *recorder,
                                                    const char *name,
                                                    const char *value);

// Ends the session and returns at once: `ghostreel_recorder_wait` says when the files are written. Later pushes are refused. Any
// thread; the second time, it does nothing.
enum GhostreelOutcome ghostreel_recorder_end(const struct GhostreelRecorder *recorder);

// Its progress. It is not for every frame. Any thread at any time.
enum GhostreelOutcome ghostreel_recorder_status(const struct GhostreelRecorder *recorder,
                                                struct GhostreelRecordingStatus *status);

// Waits until all files are written or recording has failed, for at most so many milliseconds, and says how it goes. Any thread at any time.
enum GhostreelOutcome ghostreel_recorder_wait(const struct GhostreelRecorder *recorder,
                                              uint64_t milliseconds,
                                              struct GhostreelRecordingStatus *status);

// A text about a recording: `which` is a `GhostreelRecordingText`. Empty if there is nothing to say, NULL on failure. Valid until this
// function is called again on this thread, or the thread ends. Any thread at any time.
const char *ghostreel_recorder_text(const struct GhostreelRecorder *recorder,
                                    uint32_t which);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GHOSTREEL_H */
