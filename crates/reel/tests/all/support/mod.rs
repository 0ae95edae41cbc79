//! A session that all tests write, and questions to it.
#![allow(dead_code, reason = "each test uses some of it")]

use ghostreel_reel::{
    CutError, Header, Join, JoinError, Original, Part, Player, Reel, Settings, Stream, Table,
    TableColumn, Tail, Writer, cut,
};
use ghostreel_timeline::Column;

pub(crate) const RATE: u32 = 90;

fn column(name: &str, kind: &str, unit: &str, meaning: &str) -> TableColumn {
    let [name, kind, unit, meaning] = [name, kind, unit, meaning].map(str::to_owned);
    TableColumn { name, kind, unit, meaning, sentinel: String::new() }
}

pub(crate) fn header() -> Header {
    let frames = Table {
        name: "frames".into(),
        rows: "states".into(),
        time: Some("time".into()),
        meaning: "A rendered frame".into(),
        columns: vec![
            column("time", "f32", "s", "Time of the song"),
            column("head.position.x", "f32", "m", "To the right"),
            column("number", "u64", "", "Number of the frame"),
            column("energy", "f64", "", "From 0 to 1"),
            column("step", "i16", "", "Goes up and down"),
            column("tracked", "bool", "", "Whether the head is seen"),
        ],
    };
    let notes = Table {
        name: "notes".into(),
        rows: "events".into(),
        time: Some("time".into()),
        meaning: "A note that was cut or missed".into(),
        columns: vec![
            column("time", "f64", "s", "When"),
            column("kind", "dict", "", "`good`, `bad` or `miss`"),
            column("score", "u8", "", "Points; absent for a miss"),
        ],
    };
    Header {
        game: "test".into(),
        software: "ghostreel tests".into(),
        started: Some(1_700_000_000_000),
        players: vec![Player { name: "Zoë".into(), account: "test:1".into() }],
        properties: [("map".to_owned(), "none".to_owned())].into(),
        streams: vec![
            Stream::Table(frames),
            Stream::Table(notes),
            Stream::Original(Original {
                format: "test".into(),
                file: "a.test".into(),
                ..Original::default()
            }),
        ],
        ..Header::default()
    }
}

/// Some frames, from a number on.
pub(crate) fn frames(from: u32, count: u32) -> Vec<Column> {
    let numbers = from..from + count;
    let time = |number: u32| number as f32 / RATE as f32;
    vec![
        numbers.clone().map(time).collect::<Vec<_>>().into(),
        numbers.clone().map(|number| (time(number) * 3.0).fract() - 0.5).collect::<Vec<_>>().into(),
        numbers.clone().map(u64::from).collect::<Vec<_>>().into(),
        numbers.clone().map(|number| f64::from(number % 100) / 100.0).collect::<Vec<_>>().into(),
        numbers.clone().map(|number| (number % 7) as i16 - 3).collect::<Vec<_>>().into(),
        Column::bools(numbers.map(|number| number % 50 != 0)),
    ]
}

/// Two notes a second.
pub(crate) fn notes(from: u32, count: u32) -> Vec<Column> {
    let numbers = from..from + count;
    let kind = |number: u32| ["good", "bad", "miss"][number as usize % 3];
    let score: Vec<u8> = numbers.clone().map(|number| (number % 116) as u8).collect();
    let validity = numbers.clone().map(|number| u8::from(number % 3 != 2)).collect();
    vec![
        numbers.clone().map(|number| f64::from(number) / 2.0).collect::<Vec<_>>().into(),
        Column::dict(numbers.map(kind)),
        Column { validity: Some(validity), ..Column::from(score) },
    ]
}

pub(crate) fn original(from: u32, count: u32) -> Vec<u8> {
    (from..from + count).flat_map(|number| number.wrapping_mul(number).to_le_bytes()).collect()
}

/// A session of so many seconds, as pieces that a crash could come between.
pub(crate) fn pieces(seconds: u32, settings: Settings) -> Vec<Vec<u8>> {
    let mut writer = Writer::new(header(), settings).unwrap();
    let mut pieces = vec![writer.take()];
    for second in 0..seconds {
        // Frames come a few at a time.
        for part in 0..9 {
            writer.rows(1, &frames(second * RATE + part * 10, 10)).unwrap();
            pieces.push(writer.take());
        }
        writer.rows(2, &notes(second * 2, 2)).unwrap();
        writer.original(3, &original(second * 300, 300), second.into()).unwrap();
        pieces.push(writer.take());
    }
    pieces.push(writer.finish());
    pieces
}

pub(crate) fn reel(seconds: u32) -> Vec<u8> {
    pieces(seconds, Settings::default()).concat()
}

/// Everything that can be asked of a reel. Returns how many bytes came out.
pub(crate) fn look(bytes: &[u8]) -> usize {
    let mut read = 0;
    for reel in [Reel::open(bytes), Reel::scan(bytes)].into_iter().flatten() {
        reel.verify();
        if let Ok(Some((original, _))) = reel.original(&[]) {
            reel.is_original(&original);
            read += original.len();
        }
        for table in ["frames", "notes"] {
            let Some((_, schema)) = reel.header().table(table) else { continue };
            let names: Vec<&str> = schema.columns.iter().map(|column| &column.name[..]).collect();
            for span in [0.5..2.0, f64::NEG_INFINITY..f64::INFINITY] {
                let Ok(rows) = reel.rows(table, &names, span) else { continue };
                read += rows.columns.iter().map(|column| column.bytes().len()).sum::<usize>();
            }
        }
    }
    for reel in [Reel::open(bytes)].into_iter().flatten() {
        let parts = [0.5..2.0, 2.0..f64::INFINITY].map(|span| {
            let mut part = Vec::new();
            let append = |bytes: &[u8]| -> Result<(), CutError> {
                part.extend_from_slice(bytes);
                Ok(())
            };
            cut(&reel, span, append).ok().map(|_| part)
        });
        read += parts.iter().flatten().map(Vec::len).sum::<usize>();
        let parts: Vec<Reel<'_>> =
            parts.iter().flatten().filter_map(|part| Reel::open(part).ok()).collect();
        let named = parts.iter().map(|part| Part::new("part", part)).collect();
        let Ok(mut join) = Join::new(named) else { continue };
        for part in &parts {
            let _ = join.add::<JoinError>(part, |_| Ok(()));
        }
        read += join.finish().len();
    }
    let mut tail = Tail::new(&[]);
    let events = bytes.chunks(5000).map_while(|piece| tail.push(piece).ok());
    read + events.flatten().count()
}
