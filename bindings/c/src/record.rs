//! Recording a session.
#![allow(unsafe_code, reason = "`no_mangle` counts as unsafe: two exports of one name would clash")]

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{CString, c_char};
use std::mem::MaybeUninit;
use std::sync::{Mutex, PoisonError, TryLockError};
use std::time::Duration;

use ghostreel_mark::SecretKey;
use ghostreel_recorder::{
    self as recorder, ByteInput, Marking, Progress, RowInput, Server, State, Sync, Witness,
};
use ghostreel_reel::{Original, Player, Stream, Table, TableColumn};

use crate::failure::{Failure, Outcome, attempt, c_text, outcome};
use crate::memory::{bytes, text, text_or_empty};

/// A session to be recorded, before it begins.
#[derive(Debug)]
pub struct Session {
    session: recorder::Session,
    /// The player's key, if the session is to be signed.
    key: Option<SecretKey>,
    /// The server that witnesses it, and the map for its challenge.
    server: Option<(Server, Option<String>)>,
}

/// A session that is being recorded.
#[derive(Debug)]
pub struct Recorder {
    recorder: Mutex<recorder::Recorder>,
    progress: Progress,
    tables: Vec<(String, usize)>,
    /// By number from 1, as the header of the reel has them.
    rows: Vec<Option<Mutex<RowInput>>>,
    bytes: Option<Mutex<ByteInput>>,
    result: Mutex<BTreeMap<String, String>>,
}

/// How to read a table between its rows.
#[repr(C)]
#[allow(clippy::enum_variant_names, reason = "C has no other names for them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// Sampled states: in between they are interpolated.
    GhostreelStates = 0,
    /// States that hold until the next row.
    GhostreelSteps = 1,
    /// Instants.
    GhostreelEvents = 2,
}

/// Something that can be set by a number.
#[repr(C)]
#[allow(clippy::enum_variant_names, reason = "C has no other names for them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A chunk is written at least this often, in milliseconds. A crash loses the rows after the last one. 1000 if it is not set.
    GhostreelChunkMs = 0,
    /// Bytes of the ring of each table, 4096 to 16777216. 1048576 if it is not set.
    GhostreelRingBytes = 1,
    /// Bytes that may wait for a disk that does not take them. 67108864 if it is not set.
    GhostreelWaitingBytes = 2,
    /// How long a disk that fails is tried at the end, in milliseconds. 30000 if it is not set.
    GhostreelPatienceMs = 3,
    /// When written data is forced onto the disk: 0 never, 1 at the end, 2 after each chunk. 1 if it is not set.
    GhostreelSync = 4,
    /// Whether the game's own file is written beside the reel, where one can be made: 0 or 1. 1 if it is not set.
    GhostreelOwnFile = 5,
    /// When time 0 was, in milliseconds since 1970 UTC.
    GhostreelStartedMs = 6,
}

/// Where a recording is.
#[repr(C)]
#[allow(clippy::enum_variant_names, reason = "C has no other names for them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingState {
    /// Rows are taken.
    GhostreelRecording = 0,
    /// The session has ended, and its files are being written.
    GhostreelEnding = 1,
    /// All files are written.
    GhostreelFinished = 2,
    /// Recording has stopped before its end. The part written until then can be read.
    GhostreelFailed = 3,
}

/// The progress of a recording.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct RecordingStatus {
    /// Where it is.
    pub state: RecordingState,
    /// Rows of all tables that are in chunks, or will be in the next.
    pub rows: u64,
    /// Rows that were lost, of all tables.
    pub rows_lost: u64,
    /// Bytes of the game's own file that were lost.
    pub bytes_lost: u64,
    /// Bytes of the reel that are on the disk.
    pub bytes_written: u64,
    /// Bytes of the reel that wait for the disk.
    pub bytes_waiting: u64,
}

/// A text that a recorder can be asked for.
#[repr(C)]
#[allow(clippy::enum_variant_names, reason = "C has no other names for them")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordingText {
    /// The present obstacle: one sentence about the disk.
    GhostreelTrouble = 0,
    /// Where the finished reel is.
    GhostreelReelPath = 1,
    /// Where the game's own file is.
    GhostreelOwnFilePath = 2,
    /// Remarks at the end, e.g. why there is no own file: a sentence a line.
    GhostreelRemarks = 3,
}

/// A session of a game, to be recorded into a folder, which is made if it is not there. `name` is the name of the files, without an
/// extension; where there is one of that name, a number is added. NULL on failure. Give it to `ghostreel_recorder_begin` or
/// `ghostreel_session_free`.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_new(
    game: *const c_char,
    folder: *const c_char,
    name: *const c_char,
) -> Option<Box<Session>> {
    let make = || {
        let mut session = recorder::Session {
            folder: text(folder)?.into(),
            name: text(name)?.to_owned(),
            ..recorder::Session::default()
        };
        session.header.game = text(game)?.to_owned();
        Ok(Box::new(Session { session, key: None, server: None }))
    };
    attempt(make).ok()
}

/// Frees a session that was not begun.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_free(session: Option<Box<Session>>) {
    drop(session);
}

/// Adds the tables that Ghostreel knows for the session's game, as docs/spec/reel-beat-saber.md has them. GHOSTREEL_NOT_THERE for another game.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_add_known_tables(session: Option<&mut Session>) -> Outcome {
    change(session, |session| {
        let game = session.header.game.clone();
        let declared = recorder::Session::of_game(&game, "", "").ok_or_else(|| {
            Failure::new(Outcome::GhostreelNotThere, format!("no tables of {game} are known"))
        })?;
        session.header.streams.extend(declared.header.streams);
        Ok(())
    })
}

/// Adds a table without columns. `rows` is a `GhostreelRows`. `time` is the column that holds the time in seconds (of type `f64`, `f32`,
/// `i32` or `u32`), NULL for a table outside time. `meaning` describes a row; NULL for nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_add_table(
    session: Option<&mut Session>,
    name: *const c_char,
    rows: u32,
    time: *const c_char,
    meaning: *const c_char,
) -> Outcome {
    change(session, |session| {
        const STATES: u32 = Rows::GhostreelStates as u32;
        const STEPS: u32 = Rows::GhostreelSteps as u32;
        const EVENTS: u32 = Rows::GhostreelEvents as u32;
        let rows = match rows {
            STATES => "states",
            STEPS => "steps",
            EVENTS => "events",
            _ => return Err(Failure::argument("there is no such kind of rows")),
        };
        session.header.streams.push(Stream::Table(Table {
            name: text(name)?.to_owned(),
            rows: rows.to_owned(),
            time: Some(text_or_empty(time)?.to_owned()).filter(|time| !time.is_empty()),
            meaning: text_or_empty(meaning)?.to_owned(),
            columns: Vec::new(),
        }));
        Ok(())
    })
}

/// Adds a column to the table that was added last. `type` is one of `f32`, `f64`, `i8`, `i16`, `i32`, `i64`, `u8`, `u16`, `u32`, `u64`,
/// `bool` and `dict`, which is text. `unit` and `meaning` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_add_column(
    session: Option<&mut Session>,
    name: *const c_char,
    r#type: *const c_char,
    unit: *const c_char,
    meaning: *const c_char,
) -> Outcome {
    change(session, |session| {
        let Some(Stream::Table(table)) = session.header.streams.last_mut() else {
            return Err(Failure::NO_TABLE);
        };
        let column = TableColumn {
            name: text(name)?.to_owned(),
            kind: text(r#type)?.to_owned(),
            unit: text_or_empty(unit)?.to_owned(),
            meaning: text_or_empty(meaning)?.to_owned(),
            ..TableColumn::default()
        };
        if column.value_type().is_none() {
            return Err(Failure::argument("there is no such type of column"));
        }
        table.columns.push(column);
        Ok(())
    })
}

/// Also records the bytes of the game's own file. `format` is its name, e.g. `slp`; NULL if it has none.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_add_bytes(
    session: Option<&mut Session>,
    format: *const c_char,
) -> Outcome {
    change(session, |session| {
        let format = text_or_empty(format)?.to_owned();
        let original = Original { format, ..Original::default() };
        session.header.streams.push(Stream::Original(original));
        Ok(())
    })
}

/// Adds who plays. `account` is e.g. `steam:76561198000000000`, or NULL.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_add_player(
    session: Option<&mut Session>,
    name: *const c_char,
    account: *const c_char,
) -> Outcome {
    change(session, |session| {
        let (name, account) = (text(name)?.to_owned(), text_or_empty(account)?.to_owned());
        session.header.players.push(Player { name, account });
        Ok(())
    })
}

/// Says something else about the session. The name `software` is what records, with its version.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_set_property(
    session: Option<&mut Session>,
    name: *const c_char,
    value: *const c_char,
) -> Outcome {
    change(session, |session| {
        let (name, value) = (text(name)?, text(value)?.to_owned());
        if name == "software" {
            session.header.software = value;
        } else {
            session.header.properties.insert(name.to_owned(), value);
        }
        Ok(())
    })
}

/// Signs the session while it is recorded, and the game's own file at the end. `pem` is the player's key as `ghostreel key new` writes it
/// (PKCS#8 in PEM); `passphrase` is NULL for a key that is not encrypted. Without a server, only the player vouches for when it was made.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_set_key(
    session: Option<&mut Session>,
    pem: *const c_char,
    passphrase: *const c_char,
) -> Outcome {
    outcome(|| {
        let session = session.ok_or(Failure::NO_OBJECT)?;
        let passphrase = Some(text_or_empty(passphrase)?).filter(|given| !given.is_empty());
        let key = SecretKey::from_pem(text(pem)?, passphrase);
        let wrong = |error| Failure::new(Outcome::GhostreelBadArgument, error);
        session.key = Some(key.map_err(wrong)?);
        Ok(())
    })
}

/// Has a server witness the session, by its address, e.g. `https://replays.example.org`. `map` is the map to be played, by the server's name for it; NULL if it
/// is not known. Needs a key. The server gets the signed messages and no data, on a thread of its own; without a connection the recording goes on, and
/// the unwitnessed seconds show afterwards.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_set_server(
    session: Option<&mut Session>,
    url: *const c_char,
    map: *const c_char,
) -> Outcome {
    outcome(|| {
        let session = session.ok_or(Failure::NO_OBJECT)?;
        let map = Some(text_or_empty(map)?).filter(|given| !given.is_empty());
        session.server = Some((Server::new(text(url)?), map.map(str::to_owned)));
        Ok(())
    })
}

/// Sets a number. `setting` is a `GhostreelSetting`.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_session_set_number(
    session: Option<&mut Session>,
    setting: u32,
    value: i64,
) -> Outcome {
    change(session, |session| {
        let too_small = || Failure::argument("the value is out of its range");
        let size = || usize::try_from(value).map_err(|_| too_small());
        let time = || u64::try_from(value).map(Duration::from_millis).map_err(|_| too_small());
        let settings = &mut session.settings;
        match setting {
            SETTING_CHUNK => settings.chunk = time()?,
            SETTING_RING => settings.ring_bytes = size()?,
            SETTING_WAITING => settings.waiting_bytes = size()?,
            SETTING_PATIENCE => settings.patience = time()?,
            SETTING_SYNC => {
                settings.sync = match value {
                    0 => Sync::Never,
                    1 => Sync::AtEnd,
                    2 => Sync::EachChunk,
                    _ => return Err(too_small()),
                };
            }
            SETTING_OWN_FILE => settings.own_file = value != 0,
            SETTING_STARTED => session.header.started = Some(value),
            _ => return Err(Failure::argument("there is no such setting")),
        }
        Ok(())
    })
}

const SETTING_CHUNK: u32 = Setting::GhostreelChunkMs as u32;
const SETTING_RING: u32 = Setting::GhostreelRingBytes as u32;
const SETTING_WAITING: u32 = Setting::GhostreelWaitingBytes as u32;
const SETTING_PATIENCE: u32 = Setting::GhostreelPatienceMs as u32;
const SETTING_SYNC: u32 = Setting::GhostreelSync as u32;
const SETTING_OWN_FILE: u32 = Setting::GhostreelOwnFile as u32;
const SETTING_STARTED: u32 = Setting::GhostreelStartedMs as u32;

fn change(
    session: Option<&mut Session>,
    work: impl FnOnce(&mut recorder::Session) -> Result<(), Failure>,
) -> Outcome {
    outcome(|| work(&mut session.ok_or(Failure::NO_OBJECT)?.session))
}

/// Begins to record, and takes the session over, also on failure. NULL if the session cannot be recorded. Files are made by another
/// thread: a disk that is full or gone is no failure here, it is tried again. End it with `ghostreel_recorder_end`, and free it.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_begin(session: Option<Box<Session>>) -> Option<Box<Recorder>> {
    let begin = || {
        let Session { session, key, server } = *session.ok_or(Failure::NO_OBJECT)?;
        let begun = match (key, server) {
            (Some(key), Some((server, map))) => {
                let witness = Some(Box::new(server) as Box<dyn Witness>);
                let marking = Marking { witness, map, ..Marking::by(key) };
                recorder::Recorder::begin_marked(session, marking)
            }
            (Some(key), None) => recorder::Recorder::begin_marked(session, Marking::by(key)),
            (None, Some(_)) => {
                return Err(Failure::argument("a session that a server witnesses needs a key"));
            }
            (None, None) => recorder::Recorder::begin(session),
        };
        let mut recorder =
            begun.map_err(|error| Failure::new(Outcome::GhostreelBadArgument, error))?;
        let streams = recorder.header().streams.clone();
        let (mut tables, mut rows) = (Vec::new(), Vec::new());
        for stream in &streams {
            let Stream::Table(table) = stream else {
                tables.push((String::new(), 0));
                rows.push(None);
                continue;
            };
            let input = recorder.rows(&table.name);
            let width = input.as_ref().map_or(0, RowInput::row_length);
            tables.push((table.name.clone(), width));
            rows.push(input.map(Mutex::new));
        }
        let bytes = recorder.bytes().map(Mutex::new);
        let progress = recorder.progress();
        let (recorder, result) = (Mutex::new(recorder), Mutex::default());
        Ok(Box::new(Recorder { recorder, progress, tables, rows, bytes, result }))
    };
    attempt(begin).ok()
}

/// Frees a recorder. One that was not ended ends now, without a result, without waiting for its files: wait first.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_free(recorder: Option<Box<Recorder>>) {
    attempt(|| {
        drop(recorder);
        Ok(())
    })
    .ok();
}

/// The number of a table, for `ghostreel_recorder_push`: 1 for the first that was added. Any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_table(
    recorder: Option<&Recorder>,
    name: *const c_char,
    table: Option<&mut MaybeUninit<u16>>,
) -> Outcome {
    outcome(|| {
        let recorder = recorder.ok_or(Failure::NO_OBJECT)?;
        let (name, table) = (text(name)?, table.ok_or(Failure::NO_PLACE)?);
        let mut pushable = recorder.tables.iter().zip(&recorder.rows);
        let place = pushable.position(|((there, _), rows)| rows.is_some() && there == name);
        let number = place.and_then(|place| u16::try_from(place + 1).ok());
        table.write(number.ok_or(Failure::NO_TABLE)?);
        Ok(())
    })
}

/// Bytes of a row of a table, without its texts. 0 if there is no such table. Any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_row_length(recorder: Option<&Recorder>, table: u16) -> usize {
    let place = usize::from(table).wrapping_sub(1);
    recorder.and_then(|recorder| recorder.tables.get(place)).map_or(0, |(_, width)| *width)
}

/// Pushes rows into a table, all or none of them. It copies them and returns: it takes no lock that waits, asks for no memory and calls no
/// system.
///
/// `rows` has the columns of each row one after the other, little endian and without anything between (a packed struct), in the place of a text
/// its length in bytes as uint32_t. `texts` has the texts of all rows in the same order, and may be NULL if there are none. `present` has for
/// each row a bit for each column, from the lowest bit of the first byte up, filled up to whole bytes, 1 where the value is there; NULL if all
/// are there.
///
/// Any thread. Two threads that push into one table at the same time disturb each other: one of them gets GHOSTREEL_BUSY. Different tables may
/// be pushed into at the same time.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_push(
    recorder: Option<&Recorder>,
    table: u16,
    rows: *const u8,
    rows_length: usize,
    present: *const u8,
    present_length: usize,
    texts: *const u8,
    texts_length: usize,
) -> Outcome {
    outcome(|| {
        let recorder = recorder.ok_or(Failure::NO_OBJECT)?;
        let place = usize::from(table).wrapping_sub(1);
        let input = recorder.rows.get(place).and_then(Option::as_ref).ok_or(Failure::NO_TABLE)?;
        let rows = bytes(rows, rows_length)?;
        let present = if present.is_null() { None } else { Some(bytes(present, present_length)?) };
        Ok(mine(input)?.push_bytes(rows, present, bytes(texts, texts_length)?)?)
    })
}

/// Pushes the next bytes of the game's own file. `time` is when they were written, in seconds; NAN if that is not known. As
/// `ghostreel_recorder_push`.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_push_bytes(
    recorder: Option<&Recorder>,
    data: *const u8,
    length: usize,
    time: f64,
) -> Outcome {
    outcome(|| {
        let recorder = recorder.ok_or(Failure::NO_OBJECT)?;
        let input = recorder.bytes.as_ref().ok_or(Failure::NO_TABLE)?;
        Ok(mine(input)?.push(bytes(data, length)?, time)?)
    })
}

/// An input, unless another thread has it now. It does not wait.
fn mine<T>(input: &Mutex<T>) -> Result<std::sync::MutexGuard<'_, T>, Failure> {
    match input.try_lock() {
        Ok(input) => Ok(input),
        Err(TryLockError::Poisoned(input)) => Ok(input.into_inner()),
        Err(TryLockError::WouldBlock) => Err(Failure::BUSY),
    }
}

/// Says how the session ends: what `ghostreel_recorder_end` writes into the table `result`. A name that is said again has the new value. Any
/// thread at any time before the end.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_set_result(
    recorder: Option<&Recorder>,
    name: *const c_char,
    value: *const c_char,
) -> Outcome {
    outcome(|| {
        let (name, value) = (text(name)?.to_owned(), text(value)?.to_owned());
        let mut result = held(&recorder.ok_or(Failure::NO_OBJECT)?.result);
        result.insert(name, value);
        Ok(())
    })
}

/// Ends the session and returns at once: `ghostreel_recorder_wait` says when the files are written. Later pushes are refused. Any
/// thread; the second time, it does nothing.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_end(recorder: Option<&Recorder>) -> Outcome {
    outcome(|| {
        let recorder = recorder.ok_or(Failure::NO_OBJECT)?;
        let result = held(&recorder.result).clone();
        held(&recorder.recorder).end(result);
        Ok(())
    })
}

/// Its progress. It is not for every frame. Any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_status(
    recorder: Option<&Recorder>,
    status: Option<&mut MaybeUninit<RecordingStatus>>,
) -> Outcome {
    ghostreel_recorder_wait(recorder, 0, status)
}

/// Waits until all files are written or recording has failed, for at most so many milliseconds, and says how it goes. Any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_wait(
    recorder: Option<&Recorder>,
    milliseconds: u64,
    status: Option<&mut MaybeUninit<RecordingStatus>>,
) -> Outcome {
    outcome(|| {
        let recorder = recorder.ok_or(Failure::NO_OBJECT)?;
        let place = status.ok_or(Failure::NO_PLACE)?;
        let status = recorder.progress.wait(Duration::from_millis(milliseconds));
        place.write(RecordingStatus {
            state: match status.state {
                State::Recording => RecordingState::GhostreelRecording,
                State::Ending => RecordingState::GhostreelEnding,
                State::Finished => RecordingState::GhostreelFinished,
                State::Failed => RecordingState::GhostreelFailed,
            },
            rows: status.rows,
            rows_lost: status.rows_lost,
            bytes_lost: status.bytes_lost,
            bytes_written: status.bytes_written,
            bytes_waiting: status.bytes_waiting,
        });
        Ok(())
    })
}

thread_local! {
    static TEXT: RefCell<CString> = RefCell::default();
}

/// A text about a recording: `which` is a `GhostreelRecordingText`. Empty if there is nothing to say, NULL on failure. Valid until this
/// function is called again on this thread, or the thread ends. Any thread at any time.
#[unsafe(no_mangle)]
pub extern "C" fn ghostreel_recorder_text(
    recorder: Option<&Recorder>,
    which: u32,
) -> *const c_char {
    const TROUBLE: u32 = RecordingText::GhostreelTrouble as u32;
    const REEL: u32 = RecordingText::GhostreelReelPath as u32;
    const OWN_FILE: u32 = RecordingText::GhostreelOwnFilePath as u32;
    const REMARKS: u32 = RecordingText::GhostreelRemarks as u32;
    let find = || {
        let status = recorder.ok_or(Failure::NO_OBJECT)?.progress.status();
        let path = |path: Option<std::path::PathBuf>| {
            path.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let requested = match which {
            TROUBLE => status.trouble.unwrap_or_default(),
            REEL => path(status.reel),
            OWN_FILE => path(status.own_file),
            REMARKS => status.remarks.join("\n"),
            _ => return Err(Failure::argument("there is no such text")),
        };
        Ok(TEXT.with_borrow_mut(|text| {
            *text = c_text(&requested);
            text.as_ptr()
        }))
    };
    attempt(find).unwrap_or(std::ptr::null())
}

fn held<T>(lock: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
