//! Ways to change a replay that leave motion and cuts together, so that only the map can show it.

use ghostreel_formats::bsor::{EventType, Note, NoteList, Replay};

use crate::verify::tamper::Tamper;

/// All of them, in the order of the table.
pub(crate) const TAMPERS: &[Tamper] = &[
    Tamper { name: "notes left out", strengths: ["1", "5 %", "20 %"], apply: left_out },
    Tamper { name: "mistakes left out", strengths: ["1", "half", "all"], apply: mistakes_left_out },
    Tamper {
        name: "cuts put on another note",
        strengths: ["5 %", "20 %", "all"],
        apply: put_elsewhere,
    },
    Tamper {
        name: "times of notes shifted",
        strengths: ["0.5 ms", "5 ms", "50 ms"],
        apply: notes_shifted,
    },
    Tamper {
        name: "places of cuts shifted in their planes",
        strengths: ["1 cm", "5 cm", "20 cm"],
        apply: points_shifted,
    },
    Tamper {
        name: "directions of cuts made right",
        strengths: ["10 %", "50 %", "all"],
        apply: straightened,
    },
];

fn keep(replay: &mut Replay, mut keep: impl FnMut(usize, &Note) -> bool) {
    let notes: Vec<Note> = replay.notes.as_notes().iter().collect();
    let kept = notes.into_iter().enumerate().filter(|(index, note)| keep(*index, note));
    replay.notes = kept.map(|(_, note)| note).collect::<NoteList>();
}

fn left_out(replay: &mut Replay, strength: usize, _: &Replay) {
    let count = replay.notes.len();
    let one_of = [count, 20, 5][strength];
    keep(replay, |index, _| index % one_of != one_of / 2);
}

fn mistakes_left_out(replay: &mut Replay, strength: usize, _: &Replay) {
    let is_mistake = |note: &Note| note.event_type() != Some(EventType::Good);
    let mistakes = replay.notes.as_notes().iter().filter(is_mistake).count();
    let mut left = [1, mistakes / 2, mistakes][strength];
    keep(replay, |_, note| {
        let goes = is_mistake(note) && left > 0;
        left -= usize::from(goes);
        !goes
    });
}

/// Each of a share of the good cuts changes its note with the next one of its saber.
fn put_elsewhere(replay: &mut Replay, strength: usize, _: &Replay) {
    let mut notes: Vec<Note> = replay.notes.as_notes().iter().collect();
    let share = [0.05, 0.2, 1.0_f32][strength];
    let mut due = 0.0;
    let mut index = 0;
    while index < notes.len() {
        let saber = |note: &Note| {
            note.cut
                .filter(|_| note.event_type() == Some(EventType::Good))
                .map(|cut| cut.saber_type)
        };
        let own = saber(&notes[index]);
        let next =
            (index + 1..notes.len()).find(|next| own.is_some() && saber(&notes[*next]) == own);
        due += share;
        if let Some(next) = next.filter(|_| due >= 1.0) {
            due -= 1.0;
            let (a, b) = (notes[index].head, notes[next].head);
            for (at, other) in [(index, b), (next, a)] {
                let note = &mut notes[at];
                (note.head.note_id, note.head.spawn_time) = (other.note_id, other.spawn_time);
                if let Some(cut) = &mut note.cut {
                    cut.time_deviation = note.head.spawn_time - note.head.event_time;
                }
            }
            index = next;
        }
        index += 1;
    }
    replay.notes = notes.into_iter().collect::<NoteList>();
}

fn change(replay: &mut Replay, share: f32, mut change: impl FnMut(&mut Note)) {
    let mut due = 0.0;
    let changed = |mut note: Note| {
        if note.event_type() == Some(EventType::Good) {
            due += share;
            if due >= 1.0 {
                due -= 1.0;
                change(&mut note);
            }
        }
        note
    };
    replay.notes = replay.notes.as_notes().iter().map(changed).collect::<NoteList>();
}

fn notes_shifted(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = [0.0005, 0.005, 0.05][strength];
    change(replay, 1.0, |note| {
        note.head.spawn_time += by;
        if let Some(cut) = &mut note.cut {
            cut.time_deviation = note.head.spawn_time - note.head.event_time;
        }
    });
}

fn points_shifted(replay: &mut Replay, strength: usize, _: &Replay) {
    let by = [0.01, 0.05, 0.2][strength];
    change(replay, 1.0, |note| {
        if let Some(cut) = &mut note.cut {
            // At right angles to the normal.
            let (n, p) = (cut.cut_normal, &mut cut.cut_point);
            let length = (n.x * n.x + n.y * n.y).sqrt().max(1e-3);
            (p.x, p.y) = (p.x - by * n.y / length, p.y + by * n.x / length);
        }
    });
}

fn straightened(replay: &mut Replay, strength: usize, _: &Replay) {
    change(replay, [0.1, 0.5, 1.0][strength], |note| {
        if let Some(cut) = &mut note.cut {
            (cut.cut_dir_deviation, cut.cut_angle) = (0.0, -90.0);
        }
    });
}
