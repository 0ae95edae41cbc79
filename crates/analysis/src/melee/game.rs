//! One walk over the events of a replay: which frames there are, and which of them count.
//!
//! Statistics see a frame when it is final: no rollback can change it. Old recorders do not say so; there a frame is final
//! when the next begins.

use ghostreel_formats::core::Record;
use ghostreel_formats::core::work::Budget;
use ghostreel_formats::slp::layout::{FrameBookend, PlayerStart, PostFrame, command};
use ghostreel_formats::slp::names::begun_with;
use ghostreel_formats::slp::{GameStart, LastEvents, PlacedEvent, Version, View};

use super::contestant::Contestant;
use super::fighter::{Frame, Post, Pre};
use super::holes::{self, Holes};
use super::rollbacks::{RollbackCounter, RollbackFrames};
use super::{FIRST_FRAME, FIRST_PLAYABLE_FRAME, states};

/// Up to here, frames have no bookends.
const NO_BOOKENDS: Version = Version { major: 2, minor: 2, build: 0 };
/// So many events are counted as work together.
const EVENTS_AT_ONCE: usize = 64;
/// No rollback takes back more frames than this.
const MAX_ROLLBACK_FRAMES: i32 = 7;
/// Major scene of games on Slippi Online.
const ONLINE: u8 = 8;

/// A replay that was walked over, ready to be asked.
#[derive(Clone, Debug)]
pub struct Game<'v> {
    pub(crate) view: &'v View<'v>,
    pub(crate) players: Vec<Contestant>,
    pub(crate) is_teams: bool,
    pub(crate) mode: Option<u8>,
    pub(crate) language: Option<u8>,
    frames: LastEvents,
    holes: Holes,
    /// Whether the file is new enough to say how long a fighter has been in its state.
    has_state_counter: bool,
    latest_frame: Option<i32>,
    latest_finalized: i32,
    complete: bool,
    rollbacks: RollbackCounter,
    /// Whether there was a Game Start; a second one says nothing.
    started: bool,
    /// Whether it is settled who plays, which no frame is final before.
    settled: bool,
    version: Version,
    /// Why the walk ended before the file did.
    pub(crate) limit: Option<String>,
}

impl<'v> Game<'v> {
    /// Walks over a replay.
    pub fn new(view: &'v View<'v>) -> Self {
        // Frames without a post-frame event are holes, so a frame with a higher number than this has too many of them before it.
        let has_stocks = has_column(view, "stocks_remaining");
        let posts = if has_stocks { view.event_count(command::POST_FRAME) } else { 0 };
        let mut game = Self {
            view,
            players: Vec::new(),
            is_teams: false,
            mode: None,
            language: None,
            frames: LastEvents::new(posts.saturating_add(holes::MOST)),
            holes: Holes::default(),
            has_state_counter: has_column(view, "action_state_counter"),
            latest_frame: None,
            latest_finalized: FIRST_FRAME.saturating_sub(1),
            complete: false,
            rollbacks: RollbackCounter::default(),
            started: false,
            settled: false,
            version: Version::default(),
            limit: None,
        };
        let work = view.budget();
        for (index, event) in view.placed_events().enumerate() {
            if index % EVENTS_AT_ONCE == 0 && !work.spend(EVENTS_AT_ONCE) {
                break;
            }
            game.event(&event);
        }
        game.find_holes(&work);
        game.limit = limit(&work);
        game
    }

    /// The players.
    pub fn players(&self) -> &[Contestant] {
        &self.players
    }

    /// Whether it was played in teams.
    pub fn is_teams(&self) -> bool {
        self.is_teams
    }

    /// Whether the replay has its Game End.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The last frame that is whole.
    pub fn latest_frame(&self) -> Option<i32> {
        let latest = self.latest_frame?;
        Some(if self.complete { latest } else { latest.saturating_sub(1) })
    }

    /// The frame of the last event, whole or not; one before the first if there is none.
    pub(crate) fn last_frame(&self) -> i32 {
        self.latest_frame.unwrap_or(FIRST_FRAME.saturating_sub(1))
    }

    /// Frames in which players could act, those that are missing left out.
    pub fn playable_frame_count(&self) -> i32 {
        let all = self.last_frame().saturating_sub(FIRST_PLAYABLE_FRAME);
        all.saturating_sub_unsigned(self.holes.playable()).max(0)
    }

    /// Frames up to the last one that are missing, or that one of two players is missing from, or in which somebody is missing who
    /// had stocks left and comes again.
    pub fn missing_frame_count(&self) -> u32 {
        self.holes.count()
    }

    /// The effect of the missing frames, as a sentence; `None` if there are none.
    pub(crate) fn missing_frames(&self) -> Option<String> {
        let all = self.last_frame().saturating_sub(FIRST_FRAME).saturating_add(1);
        self.holes.cost(u32::try_from(all).unwrap_or(0))
    }

    /// How often the game was taken back.
    pub fn rollback_frames(&self) -> &RollbackFrames {
        &self.rollbacks.found
    }

    /// The frames that are final, in order, without those that are missing.
    ///
    /// Each is work for as many as look at it.
    fn final_frames(&self, work: &Budget) -> impl Iterator<Item = Frame> {
        let pairs = self.players.len().saturating_mul(self.players.len());
        self.holes
            .others(self.latest_finalized)
            .take_while(move |_| work.spend(pairs.saturating_add(1)))
            .filter_map(|number| self.frame(number))
    }

    /// The last of the frames that count, if there is any.
    pub(crate) fn last_counted_frame(&self, work: &Budget) -> Option<i32> {
        self.final_frames(work).last().map(|frame| frame.number)
    }

    /// A frame, whether it counts or not.
    pub(crate) fn frame(&self, number: i32) -> Option<Frame> {
        if !self.frames.has_frame(number) {
            return None;
        }
        let mut frame = Frame { number, ..Frame::default() };
        for (port, post) in (0..).zip(&mut frame.post) {
            let at = self.frames.character(number, port).map_or(0, |character| character.post);
            *post = self.view.row(at).map(|row| Post::new(&row, self.has_state_counter));
        }
        Some(frame)
    }

    /// The post-frame event of a player in a frame.
    pub(crate) fn post_frame(&self, number: i32, port: u8) -> Option<PostFrame> {
        self.view.row(self.frames.character(number, port)?.post)
    }

    /// The inputs of a player in a frame.
    pub(crate) fn pre(&self, number: i32, port: u8) -> Option<Pre> {
        let character = self.frames.character(number, port)?;
        self.view.row(character.pre).map(|row| Pre::new(&row))
    }

    /// Whether two play, against each other whatever their teams.
    pub(crate) fn is_duel(&self) -> bool {
        self.players.len() == 2
    }

    /// The frames that count. In games of more than two, those who are out are no longer recorded, and the others play on.
    pub(crate) fn counted_frames(&self, work: &Budget) -> impl Iterator<Item = Frame> {
        let is_duel = self.is_duel();
        let mut stocks = [0; 4];
        self.final_frames(work).map(move |mut frame| {
            for (post, stocks) in frame.post.iter_mut().zip(&mut stocks) {
                let Some(post) = post else { continue };
                // A player who loses a stock while alive gave it away, which takes a team.
                post.gave_stock = !is_duel && post.stocks < *stocks && !states::is_dead(post.state);
                *stocks = post.stocks;
            }
            frame
        })
    }

    /// Whether two players are against each other.
    pub(crate) fn are_opponents(&self, a: &Contestant, b: &Contestant) -> bool {
        let in_one_team = self.is_teams && !self.is_duel() && a.team_id == b.team_id;
        a.player_index != b.player_index && !in_one_team
    }

    /// Those against a player.
    pub(crate) fn opponents_of(&self, player: u8) -> impl Iterator<Item = &Contestant> {
        let own = self.players.iter().find(|own| own.player_index == player);
        self.players
            .iter()
            .filter(move |other| own.is_some_and(|own| self.are_opponents(own, other)))
    }

    /// Every side, a team or a player alone, with each that it is against.
    pub(crate) fn sides(&self) -> Vec<(Vec<u8>, u8)> {
        let mut sides = Vec::new();
        for player in &self.players {
            let mates: Vec<&Contestant> =
                self.players.iter().filter(|mate| !self.are_opponents(player, mate)).collect();
            // A team is looked at once, at its first player.
            if mates.first().is_none_or(|first| *first != player) {
                continue;
            }
            let side: Vec<u8> = mates.iter().map(|mate| mate.player_index).collect();
            let victims = self.opponents_of(player.player_index);
            sides.extend(victims.map(|victim| (side.clone(), victim.player_index)));
        }
        sides
    }

    /// The opponent who stands nearest.
    pub(crate) fn nearest_opponent<'a>(&self, frame: &'a Frame, player: u8) -> Option<&'a Post> {
        let own = frame.post(player)?;
        let opponents = self.opponents_of(player).filter_map(|o| frame.post(o.player_index));
        opponents.min_by(|a, b| own.distance(a).total_cmp(&own.distance(b)))
    }

    fn event(&mut self, event: &PlacedEvent<'_>) {
        match event.code {
            command::GAME_START if !self.started => self.start(GameStart::new(event.bytes)),
            command::GAME_END => {
                if let Some(latest) = self.latest_frame {
                    self.finalize(latest);
                }
                self.complete = true;
            }
            command::FRAME_START | command::ITEM_UPDATE => self.frames.add(event),
            command::PRE_FRAME | command::POST_FRAME => self.fighter(event),
            command::FRAME_BOOKEND => self.bookend(event),
            _ => {}
        }
    }

    fn start(&mut self, start: GameStart<'_>) {
        let contestant = |player: PlayerStart| Contestant {
            player_index: player.port,
            team_id: player.team_id,
            character_id: player.external_character_id,
        };
        self.players = start.players().into_iter().map(contestant).collect();
        self.is_teams = start.is_teams();
        self.mode = start.major_scene();
        self.language = start.language();
        self.version = start.version();
        self.settled = self.version >= Version::SURE_CHARACTERS;
        self.started = true;
    }

    fn fighter(&mut self, event: &PlacedEvent<'_>) {
        let (Some(frame), Some(port), Some(is_follower)) =
            (event.frame(), event.port(), event.is_follower())
        else {
            return;
        };
        if !self.settled && !self.players.is_empty() {
            self.settle(frame, port, event);
        }
        self.latest_frame = Some(frame);
        if event.code == command::PRE_FRAME && !is_follower {
            self.rollbacks.pre_frame(frame, port, self.frames.has_characters(frame));
        }
        self.frames.add(event);
        if self.version <= NO_BOOKENDS {
            self.finalize(frame.saturating_sub(1));
        }
    }

    /// Old recorders do not say who of Zelda and Sheik a player begins with: the first frame does.
    fn settle(&mut self, frame: i32, port: u8, event: &PlacedEvent<'_>) {
        let Some(post) = event.row::<PostFrame>() else { return };
        if frame > FIRST_FRAME {
            self.settled = true;
            return;
        }
        for player in self.players.iter_mut().filter(|player| player.player_index == port) {
            player.character_id = begun_with(player.character_id, post.internal_character_id);
        }
    }

    fn bookend(&mut self, event: &PlacedEvent<'_>) {
        let (Some(_), Some(bookend)) = (event.frame(), event.row::<FrameBookend>()) else { return };
        self.frames.add(event);
        if self.version <= NO_BOOKENDS {
            return;
        }
        let trusted = self.mode == Some(ONLINE) && bookend.latest_finalized_frame >= FIRST_FRAME;
        self.finalize(if trusted {
            bookend.latest_finalized_frame
        } else {
            bookend.frame.saturating_sub(MAX_ROLLBACK_FRAMES)
        });
    }

    /// Makes frames final up to one, or to the last that is there.
    fn finalize(&mut self, up_to: i32) {
        if self.settled {
            self.latest_finalized = self.latest_finalized.max(up_to.min(self.frames.last()));
        }
    }

    fn find_holes(&mut self, work: &Budget) {
        let end = self.latest_finalized;
        self.holes = Holes::find(self.view, &self.frames, &self.players, end, work);
        if self.settled {
            self.holes.add_after(self.frames.last(), self.last_frame());
        }
    }
}

/// The diagnostic of statistics that were given up.
pub(crate) fn limit(work: &Budget) -> Option<String> {
    Some(work.diagnostic("statistics", "counting statistics")?.message)
}

/// Whether the file's post-frame events are long enough for a column.
fn has_column(view: &View<'_>, column: &str) -> bool {
    let size = view.payload_sizes().event_size(command::POST_FRAME).unwrap_or(0);
    PostFrame::FIELDS.iter().any(|field| field.column == column && field.fits(size))
}
