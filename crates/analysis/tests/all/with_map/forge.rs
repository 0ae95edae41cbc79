//! Ways to forge a score, from the outside: each is tried on plays of a program and on real ones, and the verdicts are compared with the table in
//! `docs/verification.md`. None may gain more than one of two hundred points and be called consistent, and none may have more points confirmed than were made.

use ghostreel_analysis::beat_saber::Verdict;
use ghostreel_beatmap::{Bomb, Map, Wall};
use ghostreel_formats::bsor::layout::Vector3;
use ghostreel_formats::bsor::{
    CutInfo, EventType, Height, Note, NoteId, NoteList, Replay, decode, encode,
};
use ghostreel_formats::core::DecodeOptions;

use super::played::{Played, Style, worth};
use super::real::{compared, pairs};

/// So many plays of a program are forged in each way.
const SAMPLES: u64 = 40;
/// More than this share of the score, gained, must not be called consistent.
const MOST_GAIN: f64 = 0.005;

/// A replay that is being forged.
struct Forged<'p> {
    replay: Replay,
    map: Map,
    /// The play; `None` of a real replay.
    played: Option<&'p Played>,
    /// The player's score, where the map has more than was played.
    truth: Option<i32>,
}

/// A way to forge a score.
struct Forgery {
    name: &'static str,
    apply: fn(&mut Forged<'_>),
}

const fn way(name: &'static str, apply: fn(&mut Forged<'_>)) -> Forgery {
    Forgery { name, apply }
}

const FORGERIES: &[Forgery] = &[
    way("the number of the score, 0.4 % higher", |f| raise(f, 1.004)),
    way("the number of the score, 1 % higher", |f| raise(f, 1.01)),
    way("the number of the score, doubled", |f| raise(f, 2.0)),
    way("the number of the score, the highest there is", |f| f.replay.info.score = i32::MAX),
    way("one mistake made good, with the cut of another note", |f| made_good(f, 1, copied)),
    way("all mistakes made good, with cuts of other notes", |f| made_good(f, ALL, copied)),
    way("all mistakes made good, with bytes 2 for “speed was right”", |f| {
        made_good(f, ALL, |note, cut| CutInfo { speed_ok: 2, ..copied(note, cut) });
    }),
    way("all mistakes made good, with bytes 255 for “not too soon”", |f| {
        made_good(f, ALL, |note, cut| CutInfo { was_cut_too_soon: 255, ..copied(note, cut) });
    }),
    way("all mistakes made good, without details", |f| made_good(f, ALL, without_details)),
    way("all mistakes made good, with numbers out of all range", |f| {
        made_good(f, ALL, |note, cut| CutInfo { saber_speed: 1e30, ..copied(note, cut) });
    }),
    way("all mistakes made good, measured in the frame of the event", |f| measured_good(f, 0)),
    way("all mistakes made good, measured where the blade is nearest", |f| measured_good(f, 1)),
    way("all mistakes made good, measured, “Pro Mode” claimed", |f| {
        f.replay.info.modifiers = "PM".into();
        measured_good(f, 1);
    }),
    way("all mistakes made good, measured, “Small Notes” claimed", |f| {
        f.replay.info.modifiers = "SC".into();
        measured_good(f, 1);
    }),
    way("all mistakes made good, measured, frames around them left out", |f| {
        leave_frames_out(f);
        measured_good(f, 1);
    }),
    way("all mistakes made good, with the other saber", |f| {
        made_good(f, ALL, |note, cut| {
            let cut = copied(note, cut);
            CutInfo { saber_type: 1 - cut.saber_type, ..cut }
        });
    }),
    way("one cut in 50 at 115", |f| cuts(f, 50, full)),
    way("one cut in 20 at 115", |f| cuts(f, 20, full)),
    way("half of the cuts at 115", |f| cuts(f, 2, full)),
    way("all cuts at 115", |f| cuts(f, 1, full)),
    way("all cuts at 115, details left out", |f| cuts(f, 1, full_without_details)),
    way("half of the cuts at 115, details left out", |f| cuts(f, 2, full_without_details)),
    way("all cuts at 115, with bytes that are neither 0 nor 1", |f| {
        cuts(f, 1, |cut| {
            full(cut);
            cut.direction_ok = 7;
        });
    }),
    way("all cuts at 115, in a version of the game that is not known", |f| {
        f.replay.info.game_version = "1.40.4".into();
        cuts(f, 1, full);
    }),
    way("all cuts at 115, in no version of the game", |f| {
        f.replay.info.game_version = "".into();
        cuts(f, 1, full);
    }),
    way("all cuts at 115, without a jump distance", |f| {
        f.replay.info.jump_distance = 0.0;
        cuts(f, 1, full);
    }),
    way("all cuts at 115, with a jump distance of 1 km", |f| {
        f.replay.info.jump_distance = 1000.0;
        cuts(f, 1, full);
    }),
    way("all cuts at 115, without a height", |f| {
        f.replay.info.height = 0.0;
        f.replay.heights.clear();
        cuts(f, 1, full);
    }),
    way("all cuts at 115, with heights that change all the time", |f| {
        heights(f, [1.2, 2.4]);
        cuts(f, 1, full);
    }),
    way("all cuts at 115, as if converted from another format", |f| {
        let info = &mut f.replay.info;
        for text in [
            &mut info.version,
            &mut info.timestamp,
            &mut info.player_id,
            &mut info.player_name,
            &mut info.tracking_system,
            &mut info.hmd,
            &mut info.controller,
        ] {
            *text = "".into();
        }
        cuts(f, 1, full);
    }),
    way("all distances 0", |f| cuts(f, 1, |cut| cut.cut_distance_to_center = 0.0)),
    way("all distances 4.9 mm less", |f| {
        cuts(f, 1, |cut| {
            cut.cut_distance_to_center = (cut.cut_distance_to_center - 0.0049).max(0.0);
        });
    }),
    way("all distances below 0", |f| cuts(f, 1, |cut| cut.cut_distance_to_center = -1.0)),
    way("all swings before 1", |f| cuts(f, 1, |cut| cut.before_cut_rating = 1.0)),
    way("all swings 0.029 more", |f| {
        cuts(f, 1, |cut| {
            cut.before_cut_rating += 0.029;
            cut.after_cut_rating += 0.029;
        });
    }),
    way("all swings infinite", |f| {
        cuts(f, 1, |cut| {
            (cut.before_cut_rating, cut.after_cut_rating) = (f32::INFINITY, f32::INFINITY);
        });
    }),
    way("mistakes left out", |f| retain(f, |note| !is_mistake(note))),
    way("every good cut twice", |f| {
        let twice = |note: Note| [note, note];
        f.replay.notes = f.replay.notes.as_notes().iter().flat_map(twice).collect::<NoteList>();
        f.replay.info.score = worth(&f.replay);
    }),
    way("the last note cut 100 times more", |f| {
        let last = f.replay.notes.as_notes().iter().filter(is_good).last();
        let more = last.into_iter().flat_map(|note| std::iter::repeat_n(note, 100));
        f.replay.notes = f.replay.notes.as_notes().iter().chain(more).collect::<NoteList>();
        f.replay.info.score = worth(&f.replay);
    }),
    way("all notes under the type of an arc’s inner notes", |f| {
        notes(f, |_, note| {
            let id = note.id();
            note.head.note_id = NoteId::pack(
                12,
                id.line as u8,
                id.layer as u8,
                id.color.unwrap_or(u8::MAX),
                id.direction as u8,
            );
        });
    }),
    way("cuts in the frame before or after that gives most, measured", best_frame),
    way("height 5 cm more in the file, all cuts measured", |f| {
        f.replay.info.height += 0.05;
        measured_again(f, |style| style.height = Some(1.8));
    }),
    way("height 30 cm more in the file, all cuts measured", |f| {
        f.replay.info.height += 0.3;
        measured_again(f, |style| style.height = Some(2.05));
    }),
    way("heights that suit each note, all cuts measured", heights_that_suit),
    way("jump distance 2 m more in the file, all cuts measured", |f| {
        f.replay.info.jump_distance += 2.0;
        measured_again(f, |style| style.jump_distance = Some(18.8));
    }),
    way("“Faster Song” claimed, all cuts measured", |f| {
        f.replay.info.modifiers = "FS".into();
        measured_again(f, |_| ());
    }),
    way("bombs that were hit left out", |f| {
        let Some(played) = f.played else { return };
        let through = |(index, note): (usize, ghostreel_beatmap::Note)| {
            (index % 7 == 0 && played.passes_middle(index)).then_some(Bomb { cell: note.cell })
        };
        let hit: Vec<Bomb> = notes_of(&f.map).into_iter().enumerate().filter_map(through).collect();
        let times = hit.iter().map(|bomb| bomb.cell.time_s).collect::<Vec<_>>();
        beatmap(&mut f.map).bombs.extend(hit);
        f.truth = Some(with_bombs(&f.replay, &times));
    }),
    way("walls that the head was in left out", |f| {
        if f.played.is_none() {
            return;
        }
        let first = notes_of(&f.map)[5].cell;
        let cell = ghostreel_beatmap::Cell { line: 0, layer: 0, ..first };
        let wall = Wall {
            cell,
            duration_s: 2.0,
            duration_beats: 4.0,
            width: 4,
            height: 5,
            is_harmless: false,
        };
        beatmap(&mut f.map).walls.push(wall);
        f.truth = Some(with_bombs(&f.replay, &[cell.time_s]));
    }),
];

const ALL: usize = usize::MAX;

fn is_good(note: &Note) -> bool {
    note.event_type() == Some(EventType::Good)
}

fn is_mistake(note: &Note) -> bool {
    matches!(note.event_type(), Some(EventType::Bad | EventType::Miss))
}

fn raise(forged: &mut Forged<'_>, by: f64) {
    forged.replay.info.score = (f64::from(forged.replay.info.score) * by) as i32;
}

/// Changes notes, and has the score that they are worth then.
fn notes(forged: &mut Forged<'_>, mut change: impl FnMut(usize, &mut Note)) {
    let mut list: Vec<Note> = forged.replay.notes.as_notes().iter().collect();
    list.iter_mut().enumerate().for_each(|(index, note)| change(index, note));
    forged.replay.notes = list.into_iter().collect::<NoteList>();
    forged.replay.info.score = worth(&forged.replay);
}

fn retain(forged: &mut Forged<'_>, keep: impl Fn(&Note) -> bool) {
    forged.replay.notes = forged.replay.notes.as_notes().iter().filter(keep).collect::<NoteList>();
    forged.replay.info.score = worth(&forged.replay);
}

/// Changes one of so many good cuts.
fn cuts(forged: &mut Forged<'_>, one_of: usize, change: impl Fn(&mut CutInfo)) {
    let mut count = 0;
    notes(forged, |_, note| {
        if is_good(note) {
            count += 1;
            let is_it = count % one_of == 0;
            note.cut.as_mut().filter(|_| is_it).into_iter().for_each(&change);
        }
    });
}

fn full(cut: &mut CutInfo) {
    (cut.before_cut_rating, cut.after_cut_rating) = (1.0, 1.0);
    cut.cut_distance_to_center = 0.0;
}

fn full_without_details(cut: &mut CutInfo) {
    full(cut);
    cut.saber_speed = 0.0;
    (cut.saber_dir, cut.cut_point) = (Vector3::default(), Vector3::default());
}

/// The cut of the last good note, in the time of another.
fn copied(note: &Note, last: CutInfo) -> CutInfo {
    CutInfo { time_deviation: note.head.spawn_time - note.head.event_time, ..last }
}

fn without_details(note: &Note, last: CutInfo) -> CutInfo {
    let mut cut = copied(note, last);
    full_without_details(&mut cut);
    cut
}

/// Makes so many mistakes good, with a cut that is made of the last good one.
fn made_good(forged: &mut Forged<'_>, most: usize, cut: impl Fn(&Note, CutInfo) -> CutInfo) {
    let first = forged.replay.notes.as_notes().iter().find(is_good).and_then(|note| note.cut);
    let Some(mut last) = first else { return };
    let mut made = 0;
    notes(forged, |_, note| {
        if is_good(note) {
            last = note.cut.unwrap_or(last);
        } else if is_mistake(note) && made < most {
            made += 1;
            note.cut = Some(cut(note, last));
            note.head.event_type = EventType::Good as i32;
        }
    });
}

/// Makes all mistakes good as the game would have measured them, in the frame of their event, or in the one in which the blade is nearest.
fn measured_good(forged: &mut Forged<'_>, nearest: usize) {
    let Some(played) = forged.played else { return };
    let frames = forged.replay.frames.clone();
    notes(forged, |index, note| {
        if is_mistake(note) {
            let at = match nearest {
                0 => frames.partition_point(|frame| frame.time < note.head.event_time),
                _ => played.nearest(index, &frames),
            };
            *note = played.as_good(played.style, index, &frames, at).unwrap_or(*note);
        }
    });
    forged.replay = played.rated(forged.replay.clone());
}

/// Has the game's measurements by the file as it is now.
fn measured_again(forged: &mut Forged<'_>, change: impl Fn(&mut Style)) {
    let Some(played) = forged.played else { return };
    let mut style = played.style;
    change(&mut style);
    let frames = forged.replay.frames.clone();
    notes(forged, |index, note| {
        if is_good(note) {
            let at = frames.partition_point(|frame| frame.time < note.head.event_time);
            *note = played.as_good(style, index, &frames, at).unwrap_or(*note);
        }
    });
    forged.replay = played.rated(forged.replay.clone());
}

/// Before each note comes in, the player is as tall as gives its cut most.
fn heights_that_suit(forged: &mut Forged<'_>) {
    let Some(played) = forged.played else { return };
    forged.replay.info.height = 0.0;
    let frames = forged.replay.frames.clone();
    let mut heights = Vec::new();
    notes(forged, |index, note| {
        if !is_good(note) {
            return;
        }
        let at = frames.partition_point(|frame| frame.time < note.head.event_time);
        let as_tall = |height: f32| {
            let style = Style { height: Some(height), ..played.style };
            Some((height, played.as_good(style, index, &frames, at)?))
        };
        let ratings = note.cut.map(|cut| (cut.before_cut_rating, cut.after_cut_rating));
        let tried = (0..25).filter_map(|step| as_tall(1.45 + step as f32 * 0.025));
        let distance = |note: &Note| note.cut.map_or(9.0, |cut| cut.cut_distance_to_center);
        let best = tried.min_by(|(_, a), (_, b)| distance(a).total_cmp(&distance(b)));
        let Some((height, mut measured)) = best else { return };
        if let (Some(cut), Some(ratings)) = (&mut measured.cut, ratings) {
            (cut.before_cut_rating, cut.after_cut_rating) = ratings;
        }
        heights.push(Height { time: played.comes_in_s(index) - 0.01, height });
        *note = measured;
    });
    forged.replay.heights = heights;
}

/// Leaves out the frames in which the blade is nearest to notes that were mistaken, so that it leaps there.
fn leave_frames_out(forged: &mut Forged<'_>) {
    let Some(played) = forged.played else { return };
    let all = forged.replay.frames.clone();
    let mistakes = forged.replay.notes.as_notes();
    let mistakes = mistakes.iter().enumerate().filter(|(_, note)| is_mistake(note));
    let gone: Vec<usize> = mistakes.map(|(index, _)| played.nearest(index, &all)).collect();
    let is_gone = |at: usize| gone.iter().any(|nearest| (nearest - 4..nearest + 4).contains(&at));
    let kept = all.iter().enumerate().filter(|(at, _)| !is_gone(*at));
    forged.replay.frames = kept.map(|(_, frame)| *frame).collect();
}

fn heights(forged: &mut Forged<'_>, [low, high]: [f32; 2]) {
    forged.replay.info.height = 0.0;
    let end = forged.replay.frames.last().map_or(0.0, |frame| frame.time);
    let height = |i: usize| if i.is_multiple_of(2) { low } else { high };
    let every = |i: usize| Height { time: i as f32 * 0.25, height: height(i) };
    forged.replay.heights = (0..(end * 4.0) as usize).map(every).collect();
}

/// Moves each cut to the frame around its own in which it would have been worth most.
fn best_frame(forged: &mut Forged<'_>) {
    let Some(played) = forged.played else { return };
    let frames = forged.replay.frames.clone();
    let candidates: Vec<Replay> = (-3..=3)
        .map(|by: isize| {
            let mut other = forged.replay.clone();
            let list = other.notes.as_notes().iter().enumerate().map(|(index, note)| {
                let own = frames.partition_point(|frame| frame.time < note.head.event_time);
                let moved = own.checked_add_signed(by).filter(|_| is_good(&note));
                moved
                    .and_then(|at| played.as_good(played.style, index, &frames, at))
                    .unwrap_or(note)
            });
            other.notes = list.collect::<NoteList>();
            played.rated(other)
        })
        .collect();
    let points =
        |note: &Note| ghostreel_formats::bsor::scoring::note_score(note, note.id()).total();
    notes(forged, |index, note| {
        let others = candidates.iter().filter_map(|other| other.notes.get(index));
        *note = others.max_by_key(points).unwrap_or(*note);
    });
}

fn beatmap(map: &mut Map) -> &mut ghostreel_beatmap::Beatmap {
    map.difficulties[0].beatmap.as_mut().unwrap()
}

fn notes_of(map: &Map) -> Vec<ghostreel_beatmap::Note> {
    map.difficulties[0].beatmap.as_ref().unwrap().notes.clone()
}

/// The score of a replay that hits something at each of some times.
fn with_bombs(replay: &Replay, times_s: &[f32]) -> i32 {
    let mut replay = replay.clone();
    let mut list: Vec<Note> = replay.notes.as_notes().iter().collect();
    let bomb = |time: &f32| {
        let mut note = list[0];
        (note.head.event_time, note.head.spawn_time) = (*time, *time);
        note.head.event_type = EventType::Bomb as i32;
        Note { cut: None, ..note }
    };
    let bombs: Vec<Note> = times_s.iter().map(bomb).collect();
    list.extend(bombs);
    replay.notes = list.into_iter().collect::<NoteList>();
    worth(&replay)
}

/// The outcome of a forgery.
#[derive(Default)]
struct Outcome {
    /// In how many replays it changes the score.
    tried: usize,
    /// The most that one gained, as a share of the true score.
    most: f64,
    inconsistent: usize,
    /// Not all points are confirmed, and it is said how many are.
    labelled: usize,
    /// The most that was gained by one that is called consistent.
    undetected: f64,
    /// The most that was confirmed beyond the true score.
    overconfirmed: f64,
}

impl Outcome {
    fn add(&mut self, forged: &Forged<'_>, truth: i32) {
        let share = |points: i32| f64::from(points.saturating_sub(truth)) / f64::from(truth);
        let gain = share(forged.replay.info.score);
        if gain <= 0.0 {
            return;
        }
        let found = compared(&encode(&forged.replay), &forged.map);
        self.tried += 1;
        self.most = self.most.max(gain);
        match found.verdict() {
            Verdict::Inconsistent => self.inconsistent += 1,
            Verdict::NotEnoughData => self.labelled += 1,
            _ => self.undetected = self.undetected.max(gain),
        }
        self.overconfirmed = self.overconfirmed.max(share(found.motion.score.confirmed));
    }

    fn row(&self, name: &str) -> String {
        let Self { tried, inconsistent, labelled, .. } = self;
        let consistent = tried - inconsistent - labelled;
        let percent = |share: f64| match share * 100.0 {
            0.0 => "–".to_owned(),
            much if much > 1000.0 => "> 1,000 %".to_owned(),
            some => format!("{some:.2} %"),
        };
        let most = if *tried == 0 { "–".to_owned() } else { percent(self.most) };
        format!(
            "| {name} | {most} | {inconsistent} | {labelled} | {consistent} | {} | {} |",
            percent(self.undetected),
            percent(self.overconfirmed)
        )
    }
}

#[test]
fn no_forgery_gains_without_being_found_or_labelled() {
    let style = |seed| Style {
        is_left_handed: seed % 4 == 0,
        has_heights: seed % 5 == 0,
        is_faster: seed % 3 == 0,
        ..Style::default()
    };
    let plays: Vec<Played> = (1..=SAMPLES).map(|seed| Played::new(seed, style(seed))).collect();
    let real: Vec<(Replay, Map)> = pairs().map_or(Vec::new(), |pairs| {
        let decoded = |file: &[u8]| decode(file, &DecodeOptions::STRICT).unwrap().value;
        pairs.into_iter().map(|(_, file, map)| (decoded(&file), map)).collect()
    });
    let written = include_str!("../../../../../docs/verification.md");
    let mut missing = Vec::new();
    assert!(FORGERIES.len() >= 40);
    for forgery in FORGERIES.iter().step_by(ghostreel_corpus::rounds(2, 1)) {
        let mut outcome = Outcome::default();
        for played in &plays {
            let (replay, map) = (played.replay.clone(), played.map.clone());
            let mut forged = Forged { replay, map, played: Some(played), truth: None };
            (forgery.apply)(&mut forged);
            outcome.add(&forged, forged.truth.unwrap_or(played.replay.info.score));
        }
        let row = outcome.row(forgery.name);
        assert!(outcome.undetected <= MOST_GAIN, "{row}");
        if !written.lines().any(|line| line == row) {
            missing.push(row);
        }
        // Of real ones there are too few for a table.
        let mut of_real = Outcome::default();
        for (replay, map) in &real {
            let (changed, map) = (replay.clone(), map.clone());
            let mut forged = Forged { replay: changed, map, played: None, truth: None };
            (forgery.apply)(&mut forged);
            of_real.add(&forged, forged.truth.unwrap_or(replay.info.score));
        }
        assert!(of_real.undetected <= MOST_GAIN, "real: {}", of_real.row(forgery.name));
    }
    let missing = missing.join("\n");
    assert!(missing.is_empty(), "docs/verification.md lacks these rows:\n{missing}");
}
