//! An object that a replay has events for: when and where it is to be cut, and its note ids.

use ghostreel_bsor::ANY_DIRECTION;

use crate::mirror;
use crate::model::Cell;
use crate::scoring_type::ScoringType;

/// A note, or a link of a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// When it is to be cut, in seconds of the song: what replays have as `spawnTime`.
    pub time_s: f32,
    /// The rule by which it is scored.
    pub scoring_type: ScoringType,
    /// From the left.
    pub line: i32,
    /// From below.
    pub layer: i32,
    /// 0 left, 1 right.
    pub color: i32,
    /// Direction of the cut.
    pub direction: i32,
    /// Turn of its lane, in degrees to the right.
    pub rotation: f32,
    /// Turn besides its direction, in degrees counter-clockwise: as the map says, or together with another one of its colour.
    pub angle_offset: f32,
    /// Its object in the map.
    pub origin: Origin,
    /// Line and layer under which other versions of the game record it: the last link of a chain, before 1.29.
    pub(crate) older_place: Option<(i32, i32)>,
    /// Whether replays have it under any direction, as a mod turns it.
    pub(crate) has_any_direction: bool,
    /// Whether a chain ends there, which versions of the game took for the end of an arc.
    pub(crate) ends_chain: bool,
}

/// The kind of map object that a target comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A note, by its index.
    Note(u32),
    /// A link of a chain.
    Link {
        /// The index of the chain.
        chain: u32,
        /// The part of it; the head is 0.
        part: u32,
    },
}

/// The direction with the highest number: none at all, in maps of the mod Noodle Extensions.
const LAST_DIRECTION: i32 = 9;

impl Target {
    /// Its note id, as the newest version of the game records it.
    pub fn id(&self) -> i32 {
        id(self.scoring_type.number(), self.line, self.layer, self.color, self.direction)
    }

    /// Its note ids without the scoring type: one, and more where versions of the game differ in the place, or a mod turns the note.
    pub fn place_ids(&self) -> impl Iterator<Item = i32> + use<> {
        let places = [Some((self.line, self.layer)), self.older_place];
        let color = self.color;
        let directions = if self.has_any_direction {
            0..=LAST_DIRECTION
        } else {
            self.direction..=self.direction
        };
        places.into_iter().flatten().flat_map(move |(line, layer)| {
            directions.clone().map(move |direction| id(0, line, layer, color, direction))
        })
    }

    /// The number of the scoring type in a note id of a replay that has its place, colour and direction; `None` in one that has others.
    pub fn recorded_type(&self, recorded: i32) -> Option<u8> {
        let number = |place: i32| {
            // The digits may overflow into it; the rest is the number of the scoring type.
            let rest = recorded.wrapping_sub(place);
            let number = rest.checked_div(id(1, 0, 0, 0, 0)).and_then(|n| u8::try_from(n).ok());
            number.filter(|number| id(*number, 0, 0, 0, 0) == rest)
        };
        self.place_ids().find_map(number)
    }

    /// Whether a note id of a replay of any version of the game means it.
    pub fn has_id(&self, recorded: i32) -> bool {
        self.recorded_type(recorded).is_some_and(|number| self.scoring_type.accepts(number))
    }

    /// The rule by which the recording game scored it: as recorded, where a version of the game does that, and else by the map.
    pub fn scored_as(&self, recorded: u8) -> ScoringType {
        match ScoringType::recorded(recorded) {
            Some(recorded) if self.scoring_type.accepts(recorded.number()) => recorded,
            Some(ScoringType::ARC_TAIL) if self.ends_chain => ScoringType::ARC_TAIL,
            _ => self.scoring_type,
        }
    }

    /// One that a replay has an event of, and whose map is not at hand.
    pub(crate) fn recorded(
        cell: &Cell,
        color: i32,
        direction: i32,
        scoring_type: ScoringType,
        origin: Origin,
    ) -> Self {
        Self {
            time_s: cell.time_s,
            scoring_type,
            line: cell.line,
            layer: cell.layer,
            color,
            direction,
            rotation: cell.rotation,
            angle_offset: 0.0,
            origin,
            older_place: None,
            has_any_direction: false,
            ends_chain: false,
        }
    }

    /// Lets it be cut from any side.
    pub fn drop_arrow(&mut self) {
        self.direction = ANY_DIRECTION;
    }

    pub(crate) fn mirror(&mut self) {
        self.line = mirror::line(self.line);
        self.color = mirror::color(self.color);
        self.direction = mirror::direction(self.direction);
        self.rotation = -self.rotation;
        self.angle_offset = -self.angle_offset;
        self.older_place = self.older_place.map(|(line, layer)| (mirror::line(line), layer));
    }
}

/// A note id: the digits of [`NoteId`](ghostreel_bsor::NoteId), which overflow where numbers are larger, as in the game.
fn id(scoring_type: u8, line: i32, layer: i32, color: i32, direction: i32) -> i32 {
    let digits = [
        (i32::from(scoring_type), 10_000),
        (line, 1_000),
        (layer, 100),
        (color, 10),
        (direction, 1),
    ];
    digits.iter().fold(0, |sum, (digit, place)| sum.wrapping_add(digit.wrapping_mul(*place)))
}
