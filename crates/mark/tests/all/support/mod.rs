//! Sessions that are recorded with fixed keys and times.
#![allow(dead_code, reason = "each test uses a part")]

pub(crate) mod random;
pub(crate) mod verdict;

use std::ops::Range;

use ghostreel_mark::{
    Challenge, Evidence, NamedFile, Progress, SecretKey, Session, Trust, open, sign,
};
use ghostreel_reel::{Header, Kind, MarkKey, Settings, Stream, Table, TableColumn, Writer};
use ghostreel_timeline::Column;

/// When the first challenge was issued.
pub(crate) const BEGIN_MS: i64 = 1_790_000_000_000;

/// Rows in a second.
const RATE: u32 = 4;

pub(crate) fn player() -> SecretKey {
    SecretKey::from_random(&[1; 32])
}

pub(crate) fn server() -> SecretKey {
    SecretKey::from_random(&[2; 32])
}

/// The trust in the server.
pub(crate) fn trust() -> Trust {
    let mut trust = Trust::default();
    trust.add_server(server().public());
    trust
}

pub(crate) fn challenge(session: u8) -> Challenge {
    Challenge {
        session: [session; 16],
        nonce: [3; 32],
        key: player().public(),
        game: "test".into(),
        map: Some("none".into()),
        issued: BEGIN_MS,
        expires: BEGIN_MS + 60_000,
    }
}

/// The settings of recording a session.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    pub(crate) seconds: u32,
    pub(crate) has_server: bool,
    /// Heads that get no answer.
    pub(crate) unanswered: Range<u64>,
    /// The files that the close names.
    pub(crate) files: Vec<NamedFile>,
    /// Whether three heads of seven get no answer, all through the session.
    pub(crate) leaves_out: bool,
    /// Seconds of the session in a second of the server.
    pub(crate) speed: f64,
    /// The game played.
    pub(crate) game: &'static str,
    /// Whether the recorder sees rows of it.
    pub(crate) has_rows: bool,
}

impl Default for Recording {
    fn default() -> Self {
        Self {
            seconds: 20,
            has_server: false,
            unanswered: 0..0,
            files: Vec::new(),
            leaves_out: false,
            speed: 1.0,
            game: "test",
            has_rows: true,
        }
    }
}

/// The recording, and the messages between player and server.
pub(crate) struct Recorded {
    pub(crate) reel: Vec<u8>,
    pub(crate) challenge: Vec<u8>,
    pub(crate) sent: Vec<Vec<u8>>,
    pub(crate) receipts: Vec<Vec<u8>>,
}

/// A reel of an unsigned session.
pub(crate) fn unmarked() -> Vec<u8> {
    let mut writer = writer_with(None, "test");
    let times: Vec<f64> = (0..8).map(f64::from).collect();
    let heights: Vec<f32> = times.iter().map(|time| *time as f32).collect();
    writer.rows(1, &[Column::from(times), Column::from(heights)]).unwrap();
    writer.finish()
}

/// The messages of a session, for the mark of a file.
pub(crate) fn evidence(recorded: &Recorded) -> Evidence {
    let (close, heads) = recorded.sent.split_last().unwrap();
    Evidence {
        challenge: recorded.challenge.clone(),
        heads: heads.to_vec(),
        receipts: recorded.receipts.clone(),
        close: close.clone(),
    }
}

pub(crate) fn writer(session: &Session) -> Writer {
    writer_with(Some(session.header()), "test")
}

fn writer_with(mark: Option<MarkKey>, game: &str) -> Writer {
    let column = |name: &str, kind: &str| TableColumn {
        name: name.into(),
        kind: kind.into(),
        ..TableColumn::default()
    };
    let table = Table {
        name: "frames".into(),
        rows: "states".into(),
        time: Some("time".into()),
        columns: vec![column("time", "f64"), column("height", "f32")],
        ..Table::default()
    };
    let header = Header {
        game: game.into(),
        mark,
        streams: vec![Stream::Table(table)],
        ..Header::default()
    };
    Writer::new(header, Settings::default()).unwrap()
}

/// Records a session, with heads every two seconds.
pub(crate) fn record(how: &Recording) -> Recorded {
    let bytes = sign(&Challenge { game: how.game.into(), ..challenge(1) }, &server());
    let challenge = open::<Challenge>(&bytes).unwrap();
    let given = how.has_server.then_some(&bytes[..]);
    let mut session = Session::new(player(), given).unwrap();
    let mut writer = writer_with(Some(session.header()), how.game);
    let mut progress = None;
    let (mut sent, mut receipts) = (Vec::new(), Vec::new());
    let mut answer = |message: &[u8], time: f64, session: &mut Session, writer: &mut Writer| {
        sent.push(message.to_vec());
        if !how.has_server {
            return;
        }
        let now = Progress::next(&challenge, progress.as_ref(), message).unwrap();
        progress = Some(now);
        let is_left_out = how.leaves_out && now.number % 7 > 3;
        if !how.unanswered.contains(&now.number) && !is_left_out {
            let received = BEGIN_MS + 1_000 + (time / how.speed * 1000.0) as i64;
            let receipt = sign(&now.receipt(&challenge.message, received), &server());
            session.receipt(&receipt).unwrap();
            writer.mark(Kind::Receipt, &receipt).unwrap();
            receipts.push(receipt);
        }
    };
    for second in 0..=how.seconds {
        if second % 2 == 0 && second < how.seconds {
            writer.flush();
            let head = session.head(writer.chain());
            writer.mark(Kind::SignedHead, &head).unwrap();
            answer(&head, second.into(), &mut session, &mut writer);
        }
        if second < how.seconds {
            let rows = second * RATE..(second + 1) * RATE;
            let times: Vec<f64> = rows.map(|row| f64::from(row) / f64::from(RATE)).collect();
            let heights: Vec<f32> = times.iter().map(|time| (time * 0.3).sin() as f32).collect();
            writer.rows(1, &[Column::from(times), Column::from(heights)]).unwrap();
        }
    }
    writer.flush();
    let result = [("score".to_owned(), "115".to_owned())].into();
    let rows = if how.has_rows { writer.row_counts() } else { vec![0] };
    let close = session.close(writer.chain(), rows, how.files.clone(), result);
    writer.mark(Kind::Close, &close).unwrap();
    answer(&close, how.seconds.into(), &mut session, &mut writer);
    Recorded { reel: writer.finish(), challenge: bytes, sent, receipts }
}
