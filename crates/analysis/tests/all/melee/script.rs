//! Replays made up frame by frame, for tests of one rule each.

use ghostreel_analysis::melee::Game;
use ghostreel_formats::core::{DecodeOptions, Record};
use ghostreel_formats::slp::View;
use ghostreel_formats::slp::layout::{FrameBookend, GameEnd, PostFrame, PreFrame, command};

const FIRST: i32 = -123;
const WAIT: u16 = 0x0e;
const HIT: u16 = 0x4e;

const GAME_START_SIZE: usize = 0x2f9;

/// A replay being made: everybody stands still unless the script says otherwise.
pub(crate) struct Script {
    players: Vec<u8>,
    teams: Option<[u8; 4]>,
    frames: Vec<Vec<(PreFrame, PostFrame)>>,
    end: Option<GameEnd>,
    /// Bytes of Game End.
    end_size: usize,
    /// The gaps of the file: frames as a whole, or a player's Post-Frame Updates in them.
    holes: Vec<(Option<usize>, std::ops::Range<i32>)>,
}

/// Zeros make a fighter who is nowhere in particular.
fn zeros<R: Record>() -> R {
    R::read(&vec![0; R::SIZE]).unwrap()
}

impl Script {
    /// A game of so many frames.
    pub(crate) fn new(players: &[u8], frames: usize) -> Self {
        let frame = |number: i32| {
            let fighter = |port: &u8| {
                let mut pre: PreFrame = zeros();
                (pre.command, pre.frame, pre.player_index) = (command::PRE_FRAME, number, *port);
                let mut post: PostFrame = zeros();
                (post.command, post.frame, post.player_index) =
                    (command::POST_FRAME, number, *port);
                (post.action_state_id, post.stocks_remaining, post.last_hit_by) = (WAIT, 4, 6);
                post.position_x = f32::from(*port) * 20.0;
                post.facing_direction = 1.0;
                (pre, post)
            };
            players.iter().map(fighter).collect()
        };
        let frames = (FIRST..).take(frames).map(frame).collect();
        Self {
            players: players.to_vec(),
            teams: None,
            frames,
            end: None,
            end_size: GameEnd::SIZE,
            holes: Vec::new(),
        }
    }

    pub(crate) fn teams(mut self, teams: [u8; 4]) -> Self {
        self.teams = Some(teams);
        self
    }

    pub(crate) fn end(mut self, method: u8, lras_initiator: i8) -> Self {
        let mut end: GameEnd = zeros();
        (end.command, end.method, end.lras_initiator) = (command::GAME_END, method, lras_initiator);
        self.end = Some(end);
        self
    }

    /// Ends as before 3.13, when Game End did not say who came in where.
    pub(crate) fn without_placements(mut self) -> Self {
        self.end_size = 3;
        self
    }

    /// Leaves frames out, or a player's Post-Frame Updates in them.
    pub(crate) fn without(mut self, player: Option<usize>, frames: std::ops::Range<i32>) -> Self {
        self.holes.push((player, frames));
        self
    }

    /// Whether the file lacks a frame, or a player in it.
    fn lacks(&self, player: Option<usize>, frame: i32) -> bool {
        self.holes.iter().any(|(whose, frames)| *whose == player && frames.contains(&frame))
    }

    /// Changes a player in frames from `first` on, up to but without `end`.
    pub(crate) fn with(
        mut self,
        player: usize,
        frames: std::ops::Range<i32>,
        mut change: impl FnMut(&mut PreFrame, &mut PostFrame),
    ) -> Self {
        for frame in &mut self.frames {
            let (pre, post) = &mut frame[player];
            if frames.contains(&post.frame) {
                change(pre, post);
            }
        }
        self
    }

    /// A player in a state for some frames.
    pub(crate) fn state(self, player: usize, frames: std::ops::Range<i32>, state: u16) -> Self {
        let first = frames.start;
        self.with(player, frames, |_, post| {
            post.action_state_id = state;
            post.action_state_counter = (post.frame - first) as f32;
        })
    }

    /// A hit: damage to stay, and the state of being hit for some frames.
    pub(crate) fn hit(
        self,
        by: usize,
        on: usize,
        frames: std::ops::Range<i32>,
        damage: f32,
    ) -> Self {
        let attacker = self.players[by];
        self.state(on, frames.clone(), HIT).with(on, frames.start..i32::MAX, |_, post| {
            post.percent += damage;
            post.last_hit_by = attacker;
        })
    }

    /// A stock lost for good in a death that lasts a second.
    pub(crate) fn death(self, player: usize, frame: i32) -> Self {
        self.state(player, frame..frame + 60, 0).with(player, frame..i32::MAX, |_, post| {
            post.stocks_remaining = post.stocks_remaining.saturating_sub(1);
            post.percent = 0.0;
        })
    }

    /// The bytes, without a wrapper.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let sizes = [
            (command::GAME_START, GAME_START_SIZE),
            (command::PRE_FRAME, PreFrame::SIZE),
            (command::POST_FRAME, PostFrame::SIZE),
            (command::FRAME_BOOKEND, FrameBookend::SIZE),
            (command::GAME_END, self.end_size),
        ];
        let mut bytes = vec![command::EVENT_PAYLOADS, 1 + 3 * sizes.len() as u8];
        for (code, size) in sizes {
            bytes.push(code);
            bytes.extend((size as u16 - 1).to_be_bytes());
        }
        let mut start = vec![0; GAME_START_SIZE];
        start[..4].copy_from_slice(&[command::GAME_START, 3, 14, 0]);
        start[0xd] = self.teams.is_some().into();
        start[0x14] = 31;
        for port in 0..4 {
            let block = 0x65 + 0x24 * port;
            start[block + 1] = if self.players.contains(&(port as u8)) { 0 } else { 3 };
            start[block + 9] = self.teams.map_or(0, |teams| teams[port]);
        }
        bytes.extend(start);
        for frame in self.frames.iter().filter(|frame| !self.lacks(None, frame[0].1.frame)) {
            for (pre, _) in frame {
                write(&mut bytes, pre);
            }
            for (player, (_, post)) in frame.iter().enumerate() {
                if !self.lacks(Some(player), post.frame) {
                    write(&mut bytes, post);
                }
            }
            let mut bookend: FrameBookend = zeros();
            (bookend.command, bookend.frame) = (command::FRAME_BOOKEND, frame[0].1.frame);
            bookend.latest_finalized_frame = bookend.frame;
            write(&mut bytes, &bookend);
        }
        if let Some(end) = &self.end {
            write(&mut bytes, end);
            bytes.truncate(bytes.len() - GameEnd::SIZE + self.end_size);
        }
        bytes
    }

    /// Asks about the game.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Game<'_>) -> T) -> T {
        let bytes = self.bytes();
        let view = View::open(&bytes[..], &DecodeOptions::STRICT).unwrap();
        question(&Game::new(&view))
    }
}

fn write<R: Record>(bytes: &mut Vec<u8>, record: &R) {
    let at = bytes.len();
    bytes.resize(at + R::SIZE, 0);
    record.write(&mut bytes[at..]);
}
