//! The replay as a timeline: tables that gather their columns from the events when asked.

mod action_states;
mod characters;
mod derived;
mod events;
mod fod_heights;
mod players;
mod rollbacks;
mod stadium_forms;
mod stadium_grounds;
mod standing;

use ghostreel_core::{Format, date};
use ghostreel_timeline::{Map, Meta, Player, Table, Timeline};

pub use self::action_states::ActionStateRow;
pub use self::characters::FrameRow;
use self::derived::Derivation;
pub use self::fod_heights::FodHeights;
pub use self::players::PlayerRow;
pub use self::stadium_forms::{StadiumForms, stadium_forms_ground};
pub use self::stadium_grounds::{GroundLine, STADIUM_GROUND};

use crate::format::Slp;
use crate::frame_time::{FIRST_PLAYABLE_FRAME, FRAME_RATE};
use crate::frames::FrameIndex;
use crate::layout::{
    FountainPlatform, FrameBookend, FrameStart, GameStart, ItemUpdate, PlayerStart, PostFrame,
    StadiumTransformation, WhispyBlow, command,
};
use crate::names;
use crate::scan::START;
use crate::schemas::{Schemas, TableSchema};
use crate::ubjson::UbjsonValue;
use crate::version::Version;
use crate::view::View;

impl View<'_> {
    /// The replay as named tables of columns. Costs next to nothing until columns are asked for.
    ///
    /// Tables: `frames` (a row for each character in each frame whose Post-Frame Update is there, rollbacks settled), `players`, `action_states`, `items`,
    /// `frame_starts`, `bookends`, and where the stage has them `fod_platforms`, `whispy`, `stadium`. Columns exist as far as the
    /// file's events reach. On Fountain of Dreams and Pokémon Stadium, whatever the file's version, `fod_heights` or `stadium_forms`:
    /// where the ground is.
    pub fn timeline(&self) -> Timeline<'_> {
        let mut tables = tables(self, self.schemas(), self.frames(), None);
        tables.extend(derived_tables(self, None));
        Timeline::new(self.meta(), tables, self.meter())
    }

    /// As [`timeline`](Self::timeline), but of each table only the rows at its end that the last [`append`](Self::append) added or
    /// changed: rows that a rollback took back are among them. All rows, if nothing was appended.
    pub fn appended_timeline(&self) -> Timeline<'_> {
        let appended = self.appended_frames();
        let mut tables = tables(self, self.schemas(), appended, None);
        tables.extend(derived_tables(self, Some(appended)));
        Timeline::new(self.meta(), tables, self.meter())
    }

    /// The replay's metadata.
    pub fn meta(&self) -> Meta {
        let start = self.game_start();
        let metadata = |key: &str| self.metadata().and_then(|metadata| metadata.get(key));
        let text = |key: &str| {
            metadata(key).and_then(UbjsonValue::as_text).filter(|text| !text.is_empty())
        };
        let end = self.game_end();
        let version = self.version();
        let played_on = text("playedOn");
        let mut details = Vec::new();
        if let Some(start) = &start {
            details.push(("characters", characters(self, start).into()));
            details.push(("teams", start.is_teams().into()));
            details.push(("timer", start.timer().to_owned().into()));
            details.push(("timer_s", ghostreel_timeline::Detail::Number(start.timer_s().into())));
            if let Some(pal) = start.is_pal() {
                details.push(("pal", pal.into()));
            }
            if let Some(id) = start.match_id().filter(|id| !id.is_empty()) {
                details.push(("match_id", id.into()));
            }
        }
        if let Some(console) = text("consoleNick") {
            details.push(("console", console.into()));
        }
        Meta {
            format: Slp::INFO.id,
            format_name: Slp::INFO.name,
            game: Slp::INFO.game,
            version: version.to_string(),
            writer: played_on,
            game_version: None,
            players: players(self, start.as_ref()),
            map: start.as_ref().map(stage),
            mode: start.as_ref().map(|start| mode(start).to_owned()),
            started_at: text(START).as_deref().and_then(date::of_text),
            duration_s: self.duration_s(),
            score: None,
            outcome: end.map(|end| end.method_name()),
            details,
        }
    }

    /// The character that a player begins with, by its number on the selection screen. Recorders before 1.6 do not say which of Zelda and
    /// Sheik that is: the first frame does.
    pub fn character(&self, player: &PlayerStart) -> u8 {
        let chosen = player.external_character_id;
        if self.version() >= Version::SURE_CHARACTERS {
            return chosen;
        }
        let rows = &self.frames().characters;
        let first = rows.first().map(|row| row.frame);
        let rows = rows.iter().take_while(|row| Some(row.frame) == first);
        let row = rows.filter(|row| !row.follower).find(|row| row.port == player.port);
        let size = self.payload_sizes().event_size(command::POST_FRAME);
        let post =
            row.zip(size).and_then(|(row, size)| self.row_of_size::<PostFrame>(row.post, size));
        post.map_or(chosen, |post| names::begun_with(chosen, post.internal_character_id))
    }

    /// From the first frame in which players can act to the last, in seconds.
    pub fn duration_s(&self) -> f64 {
        let last = self
            .frames()
            .characters
            .last()
            .map_or(FIRST_PLAYABLE_FRAME, |character| character.frame);
        f64::from(last.saturating_sub(FIRST_PLAYABLE_FRAME).max(0)) / FRAME_RATE
    }
}

/// A function that makes a table of one of the stage's events.
type StageTable<'a> = fn(
    &'a View<'_>,
    &'a TableSchema,
    &'a FrameIndex,
    Option<&'a FrameIndex>,
    events::Rows,
) -> Table<'a>;

/// All tables over an index. With `settled`, the tables have the columns of [`copy_columns`](crate::schemas::copy_columns).
fn tables<'a>(
    view: &'a View<'_>,
    schemas: &'a Schemas,
    frames: &'a FrameIndex,
    settled: Option<&'a FrameIndex>,
) -> Vec<Table<'a>> {
    let mut tables = vec![
        characters::table(view, &schemas.frames, frames, settled),
        players::table(view),
        action_states::table(view, frames),
        events::table::<ItemUpdate>(view, &schemas.items, frames, settled, |index| &index.items),
        events::table::<FrameStart>(view, &schemas.frame_starts, frames, settled, |i| &i.starts),
        events::table::<FrameBookend>(view, &schemas.bookends, frames, settled, |i| &i.bookends),
    ];
    let mut add_stage = |schema, rows: events::Rows, table: StageTable<'a>| {
        if [frames, view.frames()].iter().any(|index| !rows(index).is_empty()) {
            tables.push(table(view, schema, frames, settled, rows));
        }
    };
    let [platforms, whispy, stadium]: [events::Rows; 3] =
        [|i| &i.stage_events[0], |i| &i.stage_events[1], |i| &i.stage_events[2]];
    add_stage(&schemas.fod_platforms, platforms, events::table::<FountainPlatform>);
    add_stage(&schemas.whispy, whispy, events::table::<WhispyBlow>);
    add_stage(&schemas.stadium, stadium, events::table::<StadiumTransformation>);
    tables
}

static FOD_HEIGHTS: Derivation<FodHeights> = Derivation {
    schema: &fod_heights::SCHEMA,
    rows: fod_heights::rows,
    is_recorded: fod_heights::is_recorded,
};

static STADIUM_FORMS: Derivation<StadiumForms> = Derivation {
    schema: &stadium_forms::SCHEMA,
    rows: stadium_forms::rows,
    is_recorded: stadium_forms::is_recorded,
};

/// The tables of where the stage's ground is.
fn derived_tables<'a>(view: &'a View<'_>, appended: Option<&'a FrameIndex>) -> Option<Table<'a>> {
    match view.game_start()?.stage() {
        fod_heights::STAGE => Some(derived::table(view, &FOD_HEIGHTS, appended)),
        stadium_forms::STAGE => Some(derived::table(view, &STADIUM_FORMS, appended)),
        _ => None,
    }
}

fn players(view: &View<'_>, start: Option<&GameStart<'_>>) -> Vec<Player> {
    let starts = start.map(GameStart::players).unwrap_or_default();
    players::named(view, &starts)
}

fn characters(view: &View<'_>, start: &GameStart<'_>) -> String {
    let name = |player: PlayerStart| character(view.character(&player));
    start.players().into_iter().map(name).collect::<Vec<_>>().join(", ")
}

fn character(id: u8) -> String {
    names::character_by_external_id(id).map_or_else(|| format!("character {id}"), str::to_owned)
}

fn stage(start: &GameStart<'_>) -> Map {
    let id = start.stage();
    Map { name: names::stage(id), id: Some(id.to_string()), ..Map::default() }
}

/// The prefix of the match's id says it best; before 3.14 the scene and the players do.
fn mode(start: &GameStart<'_>) -> &'static str {
    let id = start.match_id().unwrap_or_default();
    let known = ["ranked", "unranked", "direct", "teams"];
    if let Some(mode) = known
        .into_iter()
        .find(|mode| id.strip_prefix("mode.").is_some_and(|id| id.starts_with(mode)))
    {
        return mode;
    }
    match start.major_scene() {
        Some(3) => "classic",
        Some(4) => "adventure",
        Some(5) => "all-star",
        Some(8) => "online",
        Some(15) => "target test",
        Some(16) => "super sudden death",
        Some(17) => "invisible melee",
        Some(18) => "slo-mo melee",
        Some(19) => "lightning melee",
        Some(27) => "tournament",
        Some(28) => "training",
        Some(29) => "tiny melee",
        Some(30) => "giant melee",
        Some(31) => "stamina melee",
        Some(32) => "home-run contest",
        Some(33) => "10-man melee",
        Some(34) => "100-man melee",
        Some(35) => "3-minute melee",
        Some(36) => "15-minute melee",
        Some(37) => "endless melee",
        Some(38) => "cruel melee",
        _ if start.is_teams() => "teams",
        _ => "versus",
    }
}
