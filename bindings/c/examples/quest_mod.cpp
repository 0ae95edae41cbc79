// Records a session as a mod of Beat Saber on the Quest would, in C++17: one call a frame, and a .bsor at the end.
//
//     c++ -std=c++17 quest_mod.cpp $(pkg-config --cflags --libs ghostreel) -o quest_mod && ./quest_mod FOLDER

#include <ghostreel.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

struct Free {
  void operator()(GhostreelRecorder *recorder) const { ghostreel_recorder_free(recorder); }
  void operator()(GhostreelReplay *replay) const { ghostreel_replay_free(replay); }
};

void check(GhostreelOutcome outcome) {
  if (outcome != GHOSTREEL_OK) throw std::runtime_error(ghostreel_last_error());
}

template <typename T>
T *check(T *object) {
  if (!object) throw std::runtime_error(ghostreel_last_error());
  return object;
}

struct Vector {
  float x, y, z;
};

struct Quaternion {
  float x, y, z, w;
};

struct Pose {
  Vector position;
  Quaternion rotation;
};

// A row of the table `frames`, as docs/spec/reel-beat-saber.md has it.
#pragma pack(push, 1)
struct Frame {
  float time;
  std::int32_t fps;
  Pose head, left, right;
  std::uint32_t number;
  double clock;
  std::uint8_t head_tracked, left_tracked, right_tracked;
};
#pragma pack(pop)

// A row whose columns are not all of one kind: filled in one by one.
class Row {
 public:
  template <typename T>
  Row &put(T value) {
    static_assert(std::is_arithmetic_v<T>);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(&value);
    fixed_.insert(fixed_.end(), bytes, bytes + sizeof value);
    return *this;
  }

  Row &put(const std::string &text) {
    texts_ += text;
    return put(static_cast<std::uint32_t>(text.size()));
  }

  void push(const GhostreelRecorder *recorder, std::uint16_t table) const {
    const auto *texts = reinterpret_cast<const std::uint8_t *>(texts_.data());
    check(ghostreel_recorder_push(recorder, table, fixed_.data(), fixed_.size(), nullptr, 0, texts, texts_.size()));
  }

 private:
  std::vector<std::uint8_t> fixed_;
  std::string texts_;
};

// The state of a mod while a song is played.
class Recording {
 public:
  explicit Recording(const std::string &folder) {
    GhostreelSession *session = check(ghostreel_session_new("beat-saber", folder.c_str(), "quest"));
    check(ghostreel_session_add_known_tables(session));
    check(ghostreel_session_set_number(session, GHOSTREEL_STARTED_MS, 1'700'000'000'000));
    recorder_.reset(check(ghostreel_recorder_begin(session)));
    frames_ = table("frames");
    if (ghostreel_recorder_row_length(recorder_.get(), frames_) != sizeof(Frame)) throw std::logic_error("frames");
  }

  // In each frame of the game. A full ring is no reason to stop: the frame is counted as lost.
  bool frame(const Frame &frame) noexcept {
    const auto *row = reinterpret_cast<const std::uint8_t *>(&frame);
    return ghostreel_recorder_push(recorder_.get(), frames_, row, sizeof frame, nullptr, 0, nullptr, 0) == GHOSTREEL_OK;
  }

  // When the song is over.
  std::string end(std::int32_t score, float time) {
    Row info;
    info.put(std::string("quest-mod 1.0")).put(std::string("1.40.8")).put(std::int64_t{1'700'000'000});
    for (const char *text : {"76561190000000000", "Zoë", "oculus", "Oculus", "Quest 3", "Touch", "Touch",
                             "8F4B3A0F0C5B9E6D7A1C2D3E4F5061728394A5B6", "A song", "A mapper", "ExpertPlus", "Standard", "Nice", ""})
      info.put(std::string(text));
    info.put(score).put(18.0f).put(std::uint8_t{0}).put(1.75f).put(0.0f).put(0.0f).put(0.0f);
    info.put(std::string("clear")).put(time).put(120.0f).put(16.0f).put(0.0f).put(0.0f).put(0.0f).put(0.0f);
    info.push(recorder_.get(), table("info"));
    check(ghostreel_recorder_set_result(recorder_.get(), "end", "clear"));
    check(ghostreel_recorder_end(recorder_.get()));
    GhostreelRecordingStatus status;
    check(ghostreel_recorder_wait(recorder_.get(), 30000, &status));
    if (status.state != GHOSTREEL_FINISHED) throw std::runtime_error(text(GHOSTREEL_TROUBLE));
    if (text(GHOSTREEL_OWN_FILE_PATH).empty()) throw std::runtime_error(text(GHOSTREEL_REMARKS));
    return text(GHOSTREEL_OWN_FILE_PATH);
  }

 private:
  std::uint16_t table(const char *name) const {
    std::uint16_t number;
    check(ghostreel_recorder_table(recorder_.get(), name, &number));
    return number;
  }

  std::string text(GhostreelRecordingText which) const { return check(ghostreel_recorder_text(recorder_.get(), which)); }

  std::unique_ptr<GhostreelRecorder, Free> recorder_;
  std::uint16_t frames_ = 0;
};

Frame frame_of(std::uint32_t number) {
  const float time = static_cast<float>(number) / 90.0f;
  const Pose head{{0.1f * std::sin(time), 1.7f, 0.0f}, {0.0f, 0.0f, 0.0f, 1.0f}};
  const Pose hand{{0.4f * std::cos(time), 1.1f, 0.3f}, {0.0f, 0.0f, 0.0f, 1.0f}};
  return {time, 90, head, hand, hand, number, time, 1, 1, 1};
}

}  // namespace

int main(int count, char **given) try {
  constexpr std::uint32_t frames = 90 * 20;
  Recording recording(count > 1 ? given[1] : ".");
  for (std::uint32_t number = 0; number < frames; number++)
    if (!recording.frame(frame_of(number))) throw std::runtime_error(ghostreel_last_error());
  const std::string path = recording.end(115 * 100, 20.0f);

  std::unique_ptr<GhostreelReplay, Free> replay(check(ghostreel_replay_open(path.c_str())));
  GhostreelColumn x;
  check(ghostreel_replay_column(replay.get(), "frames", "head.pos.x", &x));
  for (std::uint32_t number = 0; number < frames; number++)
    if (x.rows != frames || static_cast<const float *>(x.values)[number] != frame_of(number).head.position.x)
      throw std::runtime_error("another row");
  const std::string statistics = check(ghostreel_replay_statistics(replay.get()));
  std::printf("%llu frames in the .bsor; statistics: %.40s…\n", static_cast<unsigned long long>(x.rows), statistics.c_str());
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
