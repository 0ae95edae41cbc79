//! The messages between a server and a worker: a length of four bytes, then JSON, and after a job its files.

use std::io::{self, Read, Write};

use ghostreel_analysis::beat_saber::documents::{Judged, MapMatch, Motion};
use ghostreel_analysis::copies::{Comparison, Fingerprint, Lookup};
use ghostreel_analysis::{Occasion, Side};
use ghostreel_formats::core::{Diagnostic, Digest, Error as FormatError, Fault, Severity};
use ghostreel_formats::timeline::{Map, Meta, Player};
use ghostreel_formats::{FormatOption, format_option};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::decode::bug::bug;
use crate::decode::describe::{CopySearch, Described, extension};
use crate::decode::examine::{Examined, ReportMessage};

use crate::decode::task::{Answer, Task};
use crate::records::map::{DescribedMap, MapAbout};
use crate::records::summary::Summary;

/// The first thing a worker says. Text that the program around it printed before is skipped.
pub(super) const GREETING: &[u8] = b"ghostreel decode worker 1\n";
/// The most bytes before the greeting.
pub(super) const MAX_NOISE: usize = 4 << 10;
/// The most bytes of a message. A summary of the longest texts and lists has less than half of it.
pub(super) const MAX_MESSAGE: usize = 4 << 20;

/// The settings for all files: sent to a worker once.
#[derive(Debug, Serialize, Deserialize)]
struct Setup {
    /// The options of formats: for each its name and the size of its file. The files follow, one after the other.
    format_options: Vec<(String, u64)>,
    /// The archive's secret, if copies are looked for.
    secret: Option<[u8; 16]>,
}

/// [`Setup`], with the files.
pub(super) struct Settings {
    pub(super) format_options: Vec<FormatOption>,
    pub(super) secret: Option<[u8; 16]>,
}

/// Files to look into; their bytes follow, one after the other.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Job {
    pub(super) task: Task,
    pub(super) sizes: Vec<u64>,
}

/// The answer to a job.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Reply {
    pub(super) answer: Result<AnswerMessage, ErrorMessage>,
    /// How many bytes of a file follow, if one belongs to the answer.
    pub(super) behind: Option<u64>,
    /// How much memory the worker holds now, in bytes, where the system says.
    pub(super) held: Option<u64>,
}

/// An [`Answer`] on its way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum AnswerMessage {
    /// The description of a file; the fingerprint as an archive stores it.
    Described(Box<SummaryMessage>, Option<(Vec<u8>, Lookup)>),
    Compared(Comparison),
    Examined(ReportMessage),
    /// Those that are there follow it.
    Statistics,
    /// It follows.
    Asked,
    /// The digest of a map's files, the hash of its levels, and its facts.
    DescribedMap([u8; 32], String, Box<MapAbout>),
    MatchedMap(Box<Judged<MapMatch>>),
}

/// A [`Summary`] on its way, cut to what the index keeps.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SummaryMessage {
    format: String,
    version: String,
    players: Vec<(Option<String>, String)>,
    map: Option<MapMessage>,
    mode: Option<String>,
    started_at: Option<i64>,
    duration_s: f64,
    score: Option<i64>,
    /// Offset, section, severity as its place in [`Severity::ALL`], and message.
    diagnostics: Vec<(u64, String, u8, String)>,
    diagnostic_count: u64,
    motion: Option<Judged<Motion>>,
    accuracy: Option<f64>,
    sides: Vec<Side>,
    occasion: Occasion,
}

#[derive(Debug, Serialize, Deserialize)]
struct MapMessage {
    name: String,
    id: Option<String>,
    author: Option<String>,
    difficulty: Option<String>,
}

/// A [`FormatError`] on its way.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ErrorMessage {
    /// Its place in [`Fault::ALL`].
    fault: u8,
    offset: u64,
    section: String,
    expected: String,
    found: String,
}

fn code<T: PartialEq>(all: &[T], one: &T, otherwise: usize) -> u8 {
    let place = all.iter().position(|other| other == one).unwrap_or(otherwise);
    u8::try_from(place).unwrap_or(0)
}

impl From<Answer> for AnswerMessage {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Described(described) => {
                let Described { summary, copy_search } = *described;
                let search = |search: CopySearch| (search.fingerprint.to_bytes(), search.lookup);
                Self::Described(Box::new(summary.into()), copy_search.map(search))
            }
            Answer::Compared(comparison) => Self::Compared(comparison),
            Answer::Examined(examined) => Self::Examined(examined.report.into()),
            Answer::Statistics(_) => Self::Statistics,
            Answer::Asked(_) => Self::Asked,
            Answer::DescribedMap(described) => {
                let DescribedMap { files, hash, about } = *described;
                Self::DescribedMap(*files.as_bytes(), hash, Box::new(about))
            }
            Answer::MatchedMap(found) => Self::MatchedMap(found),
        }
    }
}

impl TryFrom<AnswerMessage> for Answer {
    type Error = FormatError;

    fn try_from(message: AnswerMessage) -> Result<Self, FormatError> {
        Ok(match message {
            AnswerMessage::Described(summary, search_sent) => {
                let search = |(fingerprint, lookup): (Vec<u8>, Lookup)| {
                    let fingerprint = Fingerprint::from_bytes(&fingerprint);
                    let fingerprint = fingerprint.map_err(|error| bug(error.to_string()))?;
                    Ok::<_, FormatError>(CopySearch { fingerprint, lookup })
                };
                let copy_search = search_sent.map(search).transpose()?;
                let summary = (*summary).try_into()?;
                Self::Described(Box::new(Described { summary, copy_search }))
            }
            AnswerMessage::Compared(comparison) => Self::Compared(comparison),
            AnswerMessage::Examined(report) => {
                Self::Examined(Box::new(Examined { report: report.try_into()?, game_file: None }))
            }
            AnswerMessage::Statistics => Self::Statistics(None),
            AnswerMessage::Asked => Self::Asked(None),
            AnswerMessage::DescribedMap(files, hash, about) => {
                let files = Digest::from_bytes(files);
                Self::DescribedMap(Box::new(DescribedMap { files, hash, about: *about }))
            }
            AnswerMessage::MatchedMap(found) => Self::MatchedMap(found),
        })
    }
}

impl From<Summary> for SummaryMessage {
    fn from(summary: Summary) -> Self {
        let Summary {
            meta, diagnostics, diagnostic_count, motion, accuracy, sides, occasion, ..
        } = summary.cut();
        let diagnostic = |Diagnostic { offset, section, severity, message }: Diagnostic| {
            (offset, section.into(), code(&Severity::ALL, &severity, 2), message)
        };
        Self {
            format: meta.format.to_owned(),
            version: meta.version,
            players: meta.players.into_iter().map(|Player { id, name }| (id, name)).collect(),
            map: meta.map.map(|Map { name, id, author, difficulty }| MapMessage {
                name,
                id,
                author,
                difficulty,
            }),
            mode: meta.mode,
            started_at: meta.started_at,
            duration_s: meta.duration_s,
            score: meta.score,
            diagnostics: diagnostics.into_iter().map(diagnostic).collect(),
            diagnostic_count,
            motion,
            accuracy,
            sides,
            occasion,
        }
    }
}

impl TryFrom<SummaryMessage> for Summary {
    type Error = FormatError;

    fn try_from(message: SummaryMessage) -> Result<Self, FormatError> {
        let Some(format) = ghostreel_formats::format(&message.format) else {
            return Err(bug(format!("a format {:?}", message.format)));
        };
        let meta = Meta {
            format: format.id,
            format_name: format.name,
            game: format.game,
            version: message.version,
            players: message.players.into_iter().map(|(id, name)| Player { id, name }).collect(),
            map: message.map.map(|MapMessage { name, id, author, difficulty }| Map {
                name,
                id,
                author,
                difficulty,
            }),
            mode: message.mode,
            started_at: message.started_at,
            duration_s: message.duration_s,
            score: message.score,
            ..Meta::default()
        };
        let severity =
            |code: u8| Severity::ALL.get(usize::from(code)).copied().unwrap_or(Severity::Error);
        let diagnostic = |(offset, section, code, message): (u64, String, u8, String)| {
            Diagnostic::new(severity(code), offset, section, message)
        };
        let diagnostics = message.diagnostics.into_iter().map(diagnostic).collect();
        let extension = extension(format);
        let SummaryMessage { diagnostic_count, motion, accuracy, sides, occasion, .. } = message;
        Ok(Self {
            meta,
            extension,
            diagnostics,
            diagnostic_count,
            motion,
            accuracy,
            sides,
            occasion,
        })
    }
}

impl From<FormatError> for ErrorMessage {
    fn from(error: FormatError) -> Self {
        Self {
            fault: code(&Fault::ALL, &error.fault, 4),
            offset: error.offset,
            section: error.section.into(),
            expected: error.expected.into(),
            found: error.found.into(),
        }
    }
}

impl From<ErrorMessage> for FormatError {
    fn from(message: ErrorMessage) -> Self {
        let ErrorMessage { fault, offset, section, expected, found } = message;
        let fault = Fault::ALL.get(usize::from(fault)).copied().unwrap_or(Fault::Bug);
        Self::new(fault, offset, section, expected, found)
    }
}

/// A message with its length before it.
pub(super) fn packed(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(message)?;
    let length = u32::try_from(json.len()).ok().filter(|length| *length as usize <= MAX_MESSAGE);
    let length = length.ok_or_else(|| io::Error::other("a message that is too long"))?;
    Ok([&length.to_le_bytes(), &*json].concat())
}

/// The settings for all files, followed by the files of options.
pub(super) fn packed_setup(
    format_options: &[FormatOption],
    secret: Option<[u8; 16]>,
) -> io::Result<Vec<u8>> {
    let head = |FormatOption { name, file }: &FormatOption| (name.clone(), file.len() as u64);
    let setup = Setup { format_options: format_options.iter().map(head).collect(), secret };
    let files = format_options.iter().flat_map(|option| &option.file);
    Ok(packed(&setup)?.into_iter().chain(files.copied()).collect())
}

/// Reads what [`packed_setup`] packed; `None` at the end of the input.
pub(super) fn read_setup(input: &mut impl Read) -> io::Result<Option<Settings>> {
    let Some(Setup { format_options, secret }) = read(input)? else { return Ok(None) };
    let option = |(name, size): (String, u64)| {
        // The sender has held it to the option's own limit; whatever follows could be anything.
        let limit = format_option(&name).map_or(0, |option| option.limit as u64);
        let size =
            Some(size).filter(|size| *size <= limit).and_then(|size| usize::try_from(size).ok());
        let mut file = vec![0; size.ok_or_else(|| io::Error::other("an option that is too long"))?];
        input.read_exact(&mut file)?;
        Ok(FormatOption { name, file })
    };
    let format_options = format_options.into_iter().map(option).collect::<io::Result<_>>()?;
    Ok(Some(Settings { format_options, secret }))
}

/// The length that stands before a message, if it may have it.
pub(super) fn length(bytes: [u8; 4]) -> io::Result<usize> {
    let length = usize::try_from(u32::from_le_bytes(bytes)).unwrap_or(usize::MAX);
    match length <= MAX_MESSAGE {
        true => Ok(length),
        false => Err(io::Error::other(format!("a message of {length} bytes"))),
    }
}

/// Reads a message; `None` at the end of the input.
pub(super) fn read<T: DeserializeOwned>(input: &mut impl Read) -> io::Result<Option<T>> {
    let mut bytes = [0; 4];
    match input.read_exact(&mut bytes) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let mut json = vec![0; length(bytes)?];
    input.read_exact(&mut json)?;
    Ok(Some(serde_json::from_slice(&json)?))
}

pub(super) fn write(output: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    output.write_all(&packed(message)?)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use ghostreel_beatmap::{self as beatmap, Beatmap, Difficulty, Info};

    use super::*;
    use ghostreel_analysis::SidePlayer;
    use ghostreel_analysis::beat_saber::documents::OffNote;

    use crate::records::replay::Record;

    #[test]
    fn the_longest_summary_fits() {
        let long = || "\u{1}".repeat(100_000);
        let off =
            OffNote { note: u64::MAX, frame: Some(u64::MAX), what: "x".repeat(20), by: Some(0.1) };
        let document = Motion { off: vec![off; Record::MAX_LISTED], ..Motion::default() };
        let cuts_finding = Some("because".into());
        let motion = Judged { document, cuts_finding, ..Judged::default() };
        let player = SidePlayer { name: long(), character: Some(long()), person: Some(long()) };
        let summary = Summary {
            meta: Meta {
                format: "bsor",
                version: long(),
                players: vec![Player { id: Some(long()), name: long() }; 300],
                map: Some(Map {
                    name: long(),
                    id: Some(long()),
                    author: Some(long()),
                    difficulty: Some(long()),
                }),
                mode: Some(long()),
                duration_s: f64::INFINITY,
                ..Meta::default()
            },
            extension: "bsor",
            diagnostics: vec![Diagnostic::new(Severity::Info, 1, long(), long()); 300],
            diagnostic_count: 3_000,
            motion: Some(motion.clone()),
            accuracy: Some(0.1),
            sides: vec![Side { players: vec![player; 20], ..Side::default() }; 10],
            occasion: Occasion { match_id: Some(long()), ..Occasion::default() },
        };
        let described = Described { summary, copy_search: None };
        let reply = Reply {
            answer: Ok(Answer::Described(Box::new(described)).into()),
            behind: None,
            held: Some(1),
        };
        let bytes = packed(&reply).unwrap();
        let back: Reply = read(&mut &*bytes).unwrap().unwrap();
        let Ok(Answer::Described(described)) = Answer::try_from(back.answer.unwrap()) else {
            panic!("another answer")
        };
        let back = described.summary;
        assert_eq!((back.motion, back.accuracy), (Some(motion), Some(0.1)));
        assert_eq!(back.meta.players.len(), Record::MAX_LISTED);
        assert_eq!(
            (back.meta.game, back.meta.duration_s, back.extension),
            ("beat-saber", 0.0, "bsor")
        );
        assert_eq!(back.diagnostics[0].severity, Severity::Info);
        assert_eq!((back.diagnostics.len(), back.diagnostic_count), (Record::MAX_LISTED, 3_000));
    }

    #[test]
    fn the_longest_map_fits() {
        let long = || "\u{1}\u{ff}\\".repeat(400);
        let difficulty = Difficulty {
            mode: long(),
            name: long(),
            label: long(),
            requirements: vec![long(); 20],
            beatmap: Some(Beatmap::default()),
            ..Difficulty::default()
        };
        let map = beatmap::Map {
            info: Info {
                version: long(),
                song_name: long(),
                song_sub_name: long(),
                song_author: long(),
                mappers: vec![long(); 300],
                lighters: vec![long(); 300],
                bpm: f32::NAN,
                ..Info::default()
            },
            hash: None,
            difficulties: vec![difficulty; 300],
            read_in_part: None,
            diagnostics: Vec::new(),
        };
        let (files, hash) = (Digest::of(b"files"), "A".repeat(40));
        let described = DescribedMap { files, hash, about: MapAbout::of(&map) };
        let answer = Answer::DescribedMap(Box::new(described.clone()));
        let bytes = packed(&Reply { answer: Ok(answer.into()), behind: None, held: None }).unwrap();
        let back: Reply = read(&mut &*bytes).unwrap().unwrap();
        let Ok(Answer::DescribedMap(back)) = Answer::try_from(back.answer.unwrap()) else {
            panic!("another answer")
        };
        assert_eq!(*back, described);
        assert_eq!((back.about.mappers.len(), back.about.difficulties.len()), (64, 100));
    }

    #[test]
    fn a_length_out_of_bounds_is_refused() {
        let bytes = u32::MAX.to_le_bytes();
        assert!(read::<Reply>(&mut &bytes[..]).is_err());
        assert!(read::<Reply>(&mut &b""[..]).unwrap().is_none());
    }
}
