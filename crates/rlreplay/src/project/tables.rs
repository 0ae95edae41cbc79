//! Tables over lists of rows.

use ghostreel_timeline::{Schema, Table, TableKind};

use super::rows::*;
use super::world::World;

macro_rules! tables {
    ($($name:ident: $row:ty, $kind:ident, $time:expr, $meaning:literal;)*) => {
        /// The schemas of the derived tables.
        pub(crate) fn schemas() -> Vec<Schema> {
            vec![$(Schema::of::<$row>(stringify!($name), TableKind::$kind, $time, $meaning),)*]
        }

        /// The derived tables. `schemas` are those of [`schemas`].
        pub(crate) fn tables<'a>(world: &'a World, schemas: &'a [Schema]) -> Vec<Table<'a>> {
            let mut schemas = schemas.iter();
            let mut tables = Vec::new();
            $(tables.extend(schemas.next().map(|schema| Table::of(schema, &world.$name[..])));)*
            tables
        }
    };
}

tables! {
    frames: FrameRow, States, Some("time"), "a frame of the network stream";
    players: PlayerRow, Events, None, "someone who played";
    cars: BodyRow, States, Some("time"), "a car moves";
    ball: BodyRow, States, Some("time"), "the ball moves";
    inputs: InputRow, Steps, Some("time"), "a player steers";
    boost: BoostRow, Steps, Some("time"), "a car's boost";
    components: ComponentRow, Steps, Some("time"), "a part of a car begins or ends to act";
    items: ItemRow, Events, Some("time"), "an item is got, or used";
    pickups: PickupRow, Events, Some("time"), "a pickup is taken, or is there again";
    demolitions: DemolitionRow, Events, Some("time"), "a car is destroyed";
    damage: DamageRow, Events, Some("time"), "a panel of the floor is hit";
    welds: WeldRow, Steps, Some("time"), "something is stuck to an actor";
    goals: GoalRow, Events, Some("time"), "a goal";
    touches: TouchRow, Events, Some("time"), "the ball is hit";
    scoreboard: ScoreboardRow, Steps, Some("time"), "score, clock and state of the game";
    player_scores: PlayerScoreRow, Steps, Some("time"), "a player's points";
    cameras: CameraRow, Steps, Some("time"), "a player's camera";
    actors: ActorRow, Events, None, "an actor from its appearance to its end";
}
