//! Writes a reel of an invented game, in which drones race: `cargo run -p ghostreel-reel --example session -- FILE [SECONDS [PILOTS]]`.
//!
//! It is how a game would write one: a header that describes the columns, and rows as they come.

use std::f64::consts::TAU;
use std::{env, fs};

use ghostreel_reel::{Header, Player, Settings, Stream, Table, TableColumn, Writer};
use ghostreel_timeline::Column;

const RATE: u32 = 60;
const PILOTS: [&str; 12] =
    ["Ada", "Brook", "Cleo", "Dag", "Elif", "Finn", "Gita", "Hugo", "Iris", "Juno", "Kofi", "Lena"];

fn column(name: &str, kind: &str, unit: &str, meaning: &str) -> TableColumn {
    let [name, kind, unit, meaning] = [name, kind, unit, meaning].map(str::to_owned);
    TableColumn { name, kind, unit, meaning, ..TableColumn::default() }
}

fn header(pilots: &[&str]) -> Header {
    let mut columns = vec![
        column("time", "f64", "s", "Time since the start"),
        column("player", "dict", "", "Whose drone it is"),
    ];
    for (axis, meaning) in [("x", "To the right"), ("y", "Up"), ("z", "Backwards")] {
        columns.push(column(&format!("position.{axis}"), "f32", "m", meaning));
    }
    for axis in ["x", "y", "z", "w"] {
        columns.push(column(&format!("rotation.{axis}"), "f32", "", "Part of a quaternion"));
    }
    columns.push(column("speed", "f32", "m/s", "How fast it flies"));
    columns.push(column("battery", "f32", "%", "From 0 to 100"));
    let drones = Table {
        name: "drones".into(),
        rows: "states".into(),
        time: Some("time".into()),
        meaning: "A drone at a moment".into(),
        columns,
    };
    let events = Table {
        name: "events".into(),
        rows: "events".into(),
        time: Some("time".into()),
        meaning: "Something happened".into(),
        columns: vec![
            column("time", "f64", "s", "When"),
            column("kind", "dict", "", "`gate`, `boost` or `bump`"),
            column("player", "dict", "", "To whom"),
            column("lap", "u8", "", "From 1"),
        ],
    };
    Header {
        game: "drone-race".into(),
        software: "ghostreel example".into(),
        started: Some(1_700_000_000_000),
        players: pilots
            .iter()
            .map(|name| Player { name: (*name).to_owned(), account: String::new() })
            .collect(),
        properties: [("map".to_owned(), "Old Harbour".to_owned())].into(),
        streams: vec![Stream::Table(drones), Stream::Table(events)],
        ..Header::default()
    }
}

/// Where a drone is: on a winding course, each a little differently.
fn place(pilot: usize, time: f64) -> [f64; 3] {
    let own = pilot as f64;
    let lap = TAU * time / (23.0 + own * 0.7);
    let radius = 30.0 + 6.0 * (3.0 * lap + own).sin() + own * 1.5;
    let height = 6.0 + 3.0 * (2.0 * lap + own).sin() + (5.0 * lap).cos();
    [radius * lap.cos() * 1.4, height, radius * lap.sin()]
}

/// All drones, sixty times in a second.
fn drones(second: u32, pilots: &[&'static str]) -> Vec<Column> {
    let mut time = Vec::new();
    let mut names = Vec::new();
    let mut numbers: [Vec<f32>; 9] = Default::default();
    for frame in 0..RATE {
        let now = f64::from(second) + f64::from(frame) / f64::from(RATE);
        for (pilot, name) in pilots.iter().enumerate() {
            let [from, to] = [now, now + 0.01].map(|time| place(pilot, time));
            let way: Vec<f64> = from.iter().zip(to).map(|(from, to)| (to - from) * 100.0).collect();
            let speed = way.iter().map(|part| part * part).sum::<f64>().sqrt();
            // It looks where it flies.
            let half = way[0].atan2(way[2]) / 2.0;
            let battery = 100.0 - (now / 6.0 + pilot as f64 * 3.0) % 100.0;
            time.push(now);
            names.push(*name);
            let row = [from[0], from[1], from[2], 0.0, half.sin(), 0.0, half.cos(), speed, battery];
            for (column, number) in numbers.iter_mut().zip(row) {
                column.push(number as f32);
            }
        }
    }
    let mut columns = vec![time.into(), Column::dict(names)];
    columns.extend(numbers.map(Column::from));
    columns
}

/// The events of a second; every third one has some.
fn events(second: u32) -> Vec<Column> {
    let kind = ["gate", "gate", "boost", "gate", "bump"][(second / 3 % 5) as usize];
    let pilot = PILOTS[(second / 3 % 4) as usize];
    vec![
        vec![f64::from(second) + 0.4].into(),
        Column::dict([kind]),
        Column::dict([pilot]),
        vec![(second / 23 + 1).min(255) as u8].into(),
    ]
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = env::args().skip(1);
    let file = given.next().ok_or("which file?")?;
    let seconds = given.next().map_or(Ok(60), |seconds| seconds.parse())?;
    let count: usize = given.next().map_or(Ok(4), |count| count.parse())?;
    let pilots = PILOTS.get(..count).ok_or("there are twelve pilots")?;
    let mut writer = Writer::new(header(pilots), Settings::default())?;
    let mut reel = Vec::new();
    for second in 0..seconds {
        writer.rows(1, &drones(second, pilots))?;
        if second % 3 == 2 {
            writer.rows(2, &events(second))?;
        }
        reel.extend(writer.take());
    }
    reel.extend(writer.finish());
    fs::write(&file, &reel)?;
    Ok(())
}
