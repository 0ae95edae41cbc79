//! A replay's answers, compared with the tables that they come from.

use ghostreel::slp::layout::{FrameBookend, ItemUpdate, PostFrame, PreFrame};
use ghostreel::timeline::TableRow;
use ghostreel::{
    Cell, Column, DecodeOptions, Error, Options, Replay, bsor, read, rlreplay, sample,
    sample_variants, threads,
};

fn of(game: &str) -> Replay<'static> {
    read(sample(game, None, 1).unwrap(), &Options::default()).unwrap()
}

#[track_caller]
fn says<T: std::fmt::Debug>(result: Result<T, Error>, text: &str) {
    assert_eq!(result.unwrap_err().to_string(), text);
}

#[test]
fn columns_are_cut_to_seconds() {
    let replay = of("beat-saber");
    let whole = replay.frames(["head.pos.y"], ..).unwrap();
    let timeline = replay.timeline();
    assert_eq!(*whole.column("head.pos.y").unwrap(), timeline.column("frames.head.pos.y").unwrap());

    let times: Vec<f64> = whole.times().collect();
    let (from, to) = (times[100], times[250]);
    let some = replay.frames(["head.pos.y"], from..to).unwrap();
    assert_eq!(some.times().collect::<Vec<_>>(), times[100..250]);
    let heights = |columns: &ghostreel::Columns| {
        columns.column("head.pos.y").unwrap().as_f32().unwrap().to_vec()
    };
    assert_eq!(heights(&some), heights(&whole)[100..250]);
    assert_eq!(replay.frames(["head.pos.y"], from..=to).unwrap().len(), 151);
    assert_eq!(replay.frames(["head.pos.y"], 1e9..).unwrap().len(), 0);

    // With the times in front, unless they were asked for; each with its unit.
    let names: Vec<_> = some.iter().map(|(schema, _)| (&*schema.name, schema.unit)).collect();
    assert_eq!(names, [("time", "s"), ("head.pos.y", "m")]);
    let last = replay.frames(["head.pos.y", "time"], ..1.0).unwrap();
    assert_eq!(last.schema().columns[1].name, "time");
}

#[test]
fn columns_of_every_game_are_cut() {
    for (game, table, name) in [
        ("beat-saber", "notes", "cut.saber_speed"),
        ("melee", "frames", "post.position_x"),
        ("rocket-league", "cars", "position.x"),
    ] {
        let some = of(game).columns(table, [name], 5.0..8.0).unwrap();
        assert!(!some.is_empty() && some.times().all(|time| (5.0..8.0).contains(&time)), "{game}");
        assert_eq!(some.column(name).unwrap().len(), some.len(), "{game}");
    }
}

#[test]
fn missing_names_are_reported() {
    let replay = of("melee");
    says(
        replay.frames(["post.positionX"], ..),
        "table frames has no column post.positionX; did you mean post.position_x?",
    );
    says(replay.columns("cars", ["x"], ..), "there is no table cars");
    says(
        replay.columns("players", ["name"], 0.0..1.0),
        "table players has no times; ask for all of it, with `..`",
    );
    says(replay.events("frames"), "table frames holds states, not events");
    says(replay.as_bsor(), "this is a replay of Super Smash Bros. Melee (slp), not bsor");
    says(
        replay.frames(["post.percent"], ..).unwrap().rows().next().unwrap().cell("percent"),
        "table frames has no column percent",
    );
    let missing = ghostreel::open("no/such/file").unwrap_err();
    assert!(missing.to_string().starts_with("no/such/file: "), "{missing}");
    let unknown = read(&b"nothing"[..], &Options::default());
    assert!(matches!(unknown, Err(Error::Decode(_))), "{unknown:?}");
}

#[test]
fn strictness_is_an_option() {
    let bytes = sample("beat-saber", None, 1).unwrap();
    let cut = &bytes[..300_000];
    let strictly = Options { decode: DecodeOptions::STRICT, ..Options::default() };
    assert!(read(cut, &strictly).is_err());
    let replay = read(cut, &Options::default()).unwrap();
    assert!(!replay.diagnostics().is_empty());
    assert_eq!(replay.bytes(), cut);
    assert!(read(&bytes, &strictly).unwrap().repaired().unwrap().is_none());
}

#[test]
fn events_are_rows_and_columns() {
    let replay = of("beat-saber");
    let notes = replay.events("notes").unwrap();
    let table = replay.timeline();
    let table = table.table("notes").unwrap();
    assert_eq!(notes.len(), table.rows());
    let columns: Vec<&Column> = notes.iter().map(|(_, column)| column).collect();
    assert_eq!(columns, table.all_columns().unwrap().iter().collect::<Vec<_>>());
    let times: Vec<f64> = notes.rows().filter_map(|note| note.time()).collect();
    assert_eq!(times, notes.times().collect::<Vec<_>>());
    let expected = table.column("event_time").unwrap();
    let expected = expected.as_f32().unwrap();
    let cells = notes.rows().map(|note| note.cell("event_time").unwrap());
    assert!(cells.eq(expected.iter().copied().map(Cell::F32)));
    assert!(times.into_iter().eq(expected.iter().copied().map(f64::from)));

    // A row of a pickup that was taken says where, that of one that is there again does not.
    let replay = of("rocket-league");
    let pickups = replay.events("pickups").unwrap();
    let mut absent = 0;
    let rows = replay.as_rlreplay().unwrap().rows::<rlreplay::project::PickupRow>();
    assert_eq!(pickups.len(), rows.len());
    for (cells, row) in pickups.rows().zip(rows) {
        let x = row.position.as_ref().map_or(Cell::Absent, |position| Cell::F32(position.x));
        assert_eq!(cells.cell("position.x").unwrap(), x);
        assert_eq!(cells.cell("is_taken").unwrap(), Cell::Bool(row.is_taken));
        assert_eq!(cells.cell("pad").unwrap(), Cell::Text(&row.pad.as_str()));
        absent += usize::from(x == Cell::Absent);
    }
    assert!(absent > 0 && absent < rows.len(), "{absent} of {}", rows.len());
}

#[test]
fn typed_rows_of_melee_are_those_of_the_tables() {
    let mut with_rollbacks = 0;
    for (_, variants) in ghostreel::sample_variants().iter().filter(|(game, _)| *game == "melee") {
        for variant in variants {
            let bytes = sample("melee", Some(variant), 1).unwrap();
            let replay = read(bytes, &Options::default()).unwrap();
            let view = replay.as_slp().unwrap();
            let column = |path| replay.timeline().column(path).unwrap();
            let valid = |column: Column| -> Vec<f32> {
                let is_there = |row| column.validity.as_ref().is_none_or(|valid| valid[row] != 0);
                let values = column.as_f32().unwrap().iter().enumerate();
                values.filter(|(row, _)| is_there(*row)).map(|(_, &value)| value).collect()
            };
            let percents: Vec<f32> = view.rows::<PostFrame>().map(|post| post.percent).collect();
            assert_eq!(percents, valid(column("frames.post.percent")), "{variant}");
            let sticks: Vec<f32> = view.rows::<PreFrame>().map(|pre| pre.joystick_x).collect();
            assert_eq!(sticks, valid(column("frames.pre.joystick_x")), "{variant}");
            assert_eq!(view.rows::<ItemUpdate>().count(), view.frames().items.len(), "{variant}");
            assert_eq!(view.rows::<FrameBookend>().count(), view.frames().bookends.len());
            with_rollbacks += view.frames().rollback_frames;
        }
    }
    assert!(with_rollbacks > 0);
}

#[test]
fn typed_rows_of_beat_saber_and_rocket_league_are_those_of_the_tables() {
    let replay = of("beat-saber");
    let heights: Vec<f32> = replay
        .as_bsor()
        .unwrap()
        .rows::<bsor::Frame>()
        .map(|frame| frame.head.position.y)
        .collect();
    let timeline = replay.timeline();
    assert_eq!(timeline.column("frames.head.pos.y").unwrap().as_f32(), Some(&heights[..]));

    let replay = of("rocket-league");
    let view = replay.as_rlreplay().unwrap();
    let teams: Vec<i32> =
        view.rows::<rlreplay::project::GoalRow>().iter().map(|goal| goal.team.unwrap().0).collect();
    assert!(!teams.is_empty());
    assert_eq!(replay.timeline().column("goals.team").unwrap().as_i32(), Some(&teams[..]));
}

#[test]
fn several_threads_decode_what_one_does() {
    let files = ghostreel_corpus::files("rocket-league/good").unwrap_or_default();
    let samples =
        (1..4).map(|seed| (seed.to_string(), sample("rocket-league", None, seed).unwrap()));
    for (name, bytes) in samples.chain(files.into_iter().step_by(9)) {
        let alone = read(&bytes, &Options::default()).unwrap();
        for threads in [0, 1, 2, 3, 64] {
            let replay = read(&bytes, &Options::default()).unwrap();
            replay.decode_with(threads);
            let [alone, view] = [&alone, &replay].map(|replay| replay.as_rlreplay().unwrap());
            assert!(view.is_decoded());
            assert!(view.network() == alone.network(), "{name}, {threads} threads");
            assert_eq!(view.diagnostics(), alone.diagnostics(), "{name}, {threads} threads");
        }
    }
}

/// A piece that one thread cannot read is read as if there were one thread.
#[test]
fn several_threads_make_the_same_of_damage() {
    let bytes = sample("rocket-league", None, 1).unwrap();
    for place in (bytes.len() / 8..bytes.len()).step_by(bytes.len() / 8) {
        let mut bytes = bytes.clone();
        bytes[place..].iter_mut().take(16).for_each(|byte| *byte ^= 0x5a);
        let Ok(alone) = read(&bytes, &Options::default()) else { continue };
        let replay = read(&bytes, &Options::default()).unwrap();
        replay.decode_with(2);
        let [alone, view] = [&alone, &replay].map(|replay| replay.as_rlreplay().unwrap());
        assert!(view.network() == alone.network(), "{place}");
        assert_eq!(view.diagnostics(), alone.diagnostics(), "{place}");
    }
}

#[test]
fn pieces_are_taken_when_all_are_done() {
    let replay = of("rocket-league");
    let view = replay.as_rlreplay().unwrap();
    let pieces = threads::Pieces::new(view, 2);
    assert!(pieces.take().is_none());
    pieces.decode();
    let segments = pieces.take().unwrap();
    let frames: usize = segments.iter().map(|segment| segment.frames.len()).sum();
    assert_eq!(frames, view.frame_count() as usize);
}

#[test]
fn json_is_that_of_the_whole_replay() {
    let replay = of("melee");
    let mut json = Vec::new();
    replay.write_json(&mut json).unwrap();
    assert_eq!(ghostreel::formats::json::read(&json).unwrap().encode(), replay.bytes());
}

/// Types of rows by the table that they are of.
macro_rules! row_types {
    ($replay:ident: $($row:ty),*) => {
        [$((<$row as TableRow>::TABLE, $replay.rows::<$row>().map(|rows| rows.len()))),*]
    };
}

/// How many rows a replay has of each type of its game.
fn typed(replay: &Replay<'_>) -> Vec<(&'static str, Result<usize, Error>)> {
    use ghostreel::{Moment, beat_saber as bs, melee, rocket_league as rl};
    match replay.format().game {
        "beat-saber" => row_types!(
            replay: bs::Frame, bs::FrameRow, bs::PlayerRow, bs::Note, bs::NoteRow, bs::Wall,
            bs::WallRow, bs::Height, bs::Pause, bs::ScoreRow, bs::ControllerOffsets,
            bs::UserDataRow, bs::HeartRateRow, bs::FlightRow, bs::WallFlightRow, bs::ArcFlightRow,
            bs::PaceRow, bs::bsor2::layout::Note, bs::bsor2::layout::Wall,
            bs::bsor2::layout::Pause, bs::scoresaber::layout::ScoreV2,
            bs::scoresaber::layout::ScoreV3, bs::scoresaber::KeyframeRow,
            bs::scoresaber::layout::Combo, bs::scoresaber::layout::Multiplier,
            bs::scoresaber::layout::Energy, bs::scoresaber_json::RecordedNoteRow, Moment
        )
        .into(),
        "melee" => row_types!(
            replay: melee::FrameRow, melee::PlayerRow, melee::ActionStateRow, melee::ItemUpdate,
            melee::FrameStart, melee::FrameBookend, melee::FountainPlatform, melee::WhispyBlow,
            melee::StadiumTransformation, melee::FodHeights, melee::StadiumForms, Moment
        )
        .into(),
        _ => row_types!(
            replay: rl::FrameRow, rl::PlayerRow, rl::BodyRow, rl::InputRow, rl::BoostRow,
            rl::ComponentRow, rl::ItemRow, rl::PickupRow, rl::DemolitionRow, rl::DamageRow,
            rl::WeldRow, rl::GoalRow, rl::TouchRow, rl::ScoreboardRow, rl::MatchTimeRow,
            rl::PlayerScoreRow, rl::CameraRow, rl::ActorRow, rl::HeatMapRow, rl::PadRow,
            rl::PadTakenRow, Moment
        )
        .into(),
    }
}

#[test]
fn every_table_has_typed_rows() {
    // Those of statistics are structures anyway.
    const STATISTICS: [&str; 3] = ["player_stats", "team_stats", "match_stats"];
    // The games whose rows the library names.
    const NAMED: [&str; 3] = ["beat-saber", "melee", "rocket-league"];
    for (game, variants) in sample_variants() {
        if !NAMED.contains(&game) {
            continue;
        }
        for variant in variants {
            let bytes = sample(game, Some(variant), 1).unwrap();
            let replay = read(&bytes, &Options::default()).unwrap();
            let typed = typed(&replay);
            for table in replay.timeline().tables() {
                let name = &*table.schema().name;
                // Properties of Rocket League are as the file has them; the ball has the rows of cars.
                if STATISTICS.contains(&name) || name == "ball" || name.contains('.') {
                    continue;
                }
                let rows: Vec<usize> = typed
                    .iter()
                    .filter(|(of, _)| *of == name)
                    .filter_map(|(_, rows)| rows.as_ref().ok().copied())
                    .collect();
                assert!(!rows.is_empty(), "{game} {variant}: {name} has no typed rows");
                assert!(
                    rows.iter().all(|rows| *rows == table.rows()),
                    "{variant}: {name}: {rows:?}"
                );
            }
        }
    }
    let replay = of("rocket-league");
    let ball = replay.rows_of::<ghostreel::rocket_league::BodyRow>("ball").unwrap();
    assert!(ball.iter().all(|row| row.player.is_none()) && !ball.is_empty());
    says(replay.rows::<ghostreel::melee::FrameBookend>(), "there is no table bookends");
}

#[test]
fn a_reel_opens_as_the_file_in_it_under_that_files_name() {
    let bytes = sample("beat-saber", Some("scoresaber-small"), 1).unwrap();
    let named =
        "76561198000000000-A song-ExpertPlus-Standard-00000000000000000000000000000000000000A1.dat";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(named);
    std::fs::write(&path, &bytes).unwrap();
    let alone = ghostreel::open(&path).unwrap();
    let original = ghostreel_reel::Original { file: named.into(), ..Default::default() };
    let reel =
        ghostreel_reel::pack("beat-saber", original, &bytes, ghostreel_reel::Level::Fast, None)
            .unwrap();
    let path = folder.path().join("mine.reel");
    std::fs::write(&path, &reel).unwrap();
    let of_file = ghostreel::open(&path).unwrap();
    let of_bytes = read(reel, &Options::default()).unwrap();
    for replay in [of_file, of_bytes] {
        assert!(replay.bytes() == alone.bytes());
        assert_eq!(replay.meta(), alone.meta());
    }
    assert_ne!(
        read(bytes, &Options::default()).unwrap().meta(),
        alone.meta(),
        "the name says something"
    );
}

#[test]
fn the_description_has_all_tables_and_decodes_nothing() {
    for (game, variants) in sample_variants() {
        let bytes = sample(game, variants.first().copied(), 1).unwrap();
        let replay = read(bytes, &Options::default()).unwrap();
        let said: serde_json::Value = serde_json::from_str(&replay.description().unwrap()).unwrap();
        assert_eq!(said["game"], game);
        assert_eq!(said["players"][0]["name"], *replay.meta().players[0].name);
        let timeline = replay.timeline();
        let tables = said["tables"].as_array().unwrap();
        assert_eq!(tables.len(), timeline.tables().len());
        for (said, table) in tables.iter().zip(timeline.tables()) {
            let schema = table.schema();
            assert_eq!(
                (&said["name"], &said["rows"]),
                (&(*schema.name).into(), &serde_json::Value::Null)
            );
            assert_eq!(said["columns"].as_array().unwrap().len(), schema.columns.len());
        }
    }
}

#[test]
fn all_columns_and_the_first_rows() {
    let replay = of("melee");
    let all = replay.all_columns("frames", 1.0..2.0).unwrap();
    let names = all.schema().columns.iter().map(|column| column.name.to_string());
    assert_eq!(all, replay.frames(names, 1.0..2.0).unwrap());
    let head = all.head(3);
    assert_eq!(head.times().collect::<Vec<_>>(), all.times().take(3).collect::<Vec<_>>());
    assert_eq!((all.head(0).len(), all.head(usize::MAX).len()), (0, all.len()));
    says(replay.all_columns("nothing", ..), "there is no table nothing");
    let (schema, columns) = head.into_parts();
    assert_eq!((schema.columns.len(), columns[0].len()), (columns.len(), 3));
}

#[test]
fn a_misspelt_name_is_answered_with_the_one_that_was_meant() {
    let replay = of("melee");
    says(
        replay.frames(["post.percnt"], ..),
        "table frames has no column post.percnt; did you mean post.percent?",
    );
    says(replay.events("moment"), "there is no table moment; did you mean moments?");
    says(replay.all_columns("Frames", ..), "there is no table Frames; did you mean frames?");
    says(replay.frames(["colour"], ..), "table frames has no column colour");
    says(replay.frames([""], ..), "table frames has no column ");
}
