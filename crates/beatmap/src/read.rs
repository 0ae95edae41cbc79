//! Reading a map: Info.dat, and then the files that it lists, one after the other.

use ghostreel_core::{Diagnostics, Error, Fault, Result};

use crate::beatmap::{self, Layout, Surroundings};
use crate::file_report::FileReport;
use crate::files::{Content, FileList, Files, Place};
use crate::hash::Hasher;
use crate::json::{Room, Text};
use crate::model::{Beatmap, Difficulty, Map};
use crate::tempo::Tempo;
use crate::zip::ZipFiles;
use crate::{audio_data, info, limits};

impl Map {
    /// Reads the map in a zip file.
    pub fn from_zip(zip: &[u8]) -> Result<Self> {
        Self::read(&ZipFiles::open(zip)?)
    }

    /// Reads the map whose files these are, as names and contents.
    pub fn from_files<N: Into<String>, C: Into<Vec<u8>>>(
        files: impl IntoIterator<Item = (N, C)>,
    ) -> Result<Self> {
        Self::read(&files.into_iter().collect::<FileList>())
    }

    /// Reads a map. It fails if there is none; faults of its parts are in [`Map::diagnostics`].
    pub fn read(files: &(impl Files + ?Sized)) -> Result<Self> {
        let Some((place, info)) = Place::of(files, &info::FILE_NAMES) else {
            let found = match files.names().len() {
                0 => "an empty folder".to_owned(),
                1 => "1 other file".to_owned(),
                count => format!("{count} other files"),
            };
            let other = Error::of_other_kind("a Beat Saber map, which has a file Info.dat", found);
            return Err(Error { fault: Fault::Malformed, ..other });
        };
        Reader::new(place).map(info)
    }
}

impl Map {
    /// The file with the song, as it is: its content is not looked at. `None` if the map has none, or one that is longer than [`limits::SONG`].
    pub fn song(&self, files: &(impl Files + ?Sized)) -> Option<Vec<u8>> {
        let (place, _) = Place::of(files, &info::FILE_NAMES)?;
        let index = place.find(&self.info.song_file)?;
        let content = files.read(index, limits::SONG).ok()?;
        content.damage.is_none().then(|| content.bytes.into_owned())
    }
}

/// A map on its way from files.
struct Reader<'f, F: ?Sized> {
    place: Place<'f, F>,
    /// Bytes of all files: what limits are measured by.
    input: u64,
    /// Bytes that may still be read.
    left: u64,
    /// Memory for the objects of all difficulties.
    kept: Room,
    hasher: Hasher,
    /// Why a listed file is damaged or missing.
    loss: Option<String>,
    diagnostics: Diagnostics,
}

impl<'f, F: Files + ?Sized> Reader<'f, F> {
    fn new(place: Place<'f, F>) -> Self {
        let input = place.files.length();
        Self {
            place,
            input,
            left: limits::all_files(input),
            kept: Room::new(limits::objects(input)),
            hasher: Hasher::default(),
            loss: None,
            diagnostics: Diagnostics::default(),
        }
    }

    fn map(mut self, info_index: usize) -> Result<Map> {
        let name = self.place.files.names().get(info_index).cloned().unwrap_or_default();
        let content = self.content(info_index)?;
        self.report_damage(&name, &content);
        self.hasher.add(&content.bytes);
        let room = limits::objects(self.input);
        let mut listed = info::read(&Text::of(&content.bytes), &name, room, &mut self.diagnostics);
        drop(content);
        let bpm = listed.info.bpm;
        let (audio, audio_loss) = match &*listed.info.audio_data_file {
            "" => (None, None),
            file => self.audio_data(file, bpm, true),
        };
        // A fault in the tempo concerns all difficulties.
        let of_tempo = listed.loss.clone().or(audio_loss).or_else(|| self.loss.clone());
        for difficulty in &mut listed.difficulties {
            difficulty.read_in_part.clone_from(&of_tempo);
            difficulty.beatmap = self.difficulty(difficulty, bpm, audio.as_ref());
        }
        if listed.difficulties.is_empty() {
            self.report(&name).odd_value("it lists no difficulties".to_owned());
        }
        let hash = listed.is_hashed.then(|| self.hasher.finish());
        Ok(Map {
            info: listed.info,
            hash,
            difficulties: listed.difficulties,
            read_in_part: listed.loss.or(self.loss),
            diagnostics: self.diagnostics.into_vec(),
        })
    }

    /// Reads the files of a difficulty; `None` if it is missing or unreadable.
    fn difficulty(
        &mut self,
        listed: &mut Difficulty,
        bpm: f32,
        audio: Option<&Tempo>,
    ) -> Option<Beatmap> {
        let content = self.listed_file(&listed.file)?;
        self.hasher.add(&content.bytes);
        let room = limits::objects(self.input);
        let text = Text::of(&content.bytes);
        let version = beatmap::version(&text, room);
        let layout = version.layout;
        // Info.dat of version 2 does not name the audio data that a difficulty of version 4 needs.
        listed.is_tempo_unhashed = layout == Layout::V4 && audio.is_none();
        let (own_audio, audio_loss) = match (layout, audio) {
            (Layout::V4, None) => self.audio_data(audio_data::FILE_NAME_V2, bpm, false),
            _ => (None, None),
        };
        if version.label.starts_with('1') {
            (listed.note_jump_speed, listed.spawn_offset_beats) = beatmap::speed_of_v1(&text);
        }
        let around = Surroundings { bpm, audio: audio.or(own_audio.as_ref()), room };
        let (mut beatmap, loss) =
            beatmap::read(&text, version, &listed.file, &around, &mut self.diagnostics);
        let damage = content.damage.clone();
        drop(text);
        drop(content);
        listed.read_in_part = listed.read_in_part.take().or(damage).or(audio_loss).or(loss);
        if !listed.lightshow_file.is_empty()
            && let Some(content) = self.listed_file(&listed.lightshow_file)
        {
            self.hasher.add(&content.bytes);
            // A difficulty of an older version has its lights with it.
            if layout == Layout::V4 {
                let (file, all) = (&listed.lightshow_file, &mut self.diagnostics);
                beatmap::read_lightshow(&Text::of(&content.bytes), file, room, &mut beatmap, all);
            }
        }
        if !self.kept.take(beatmap.size()) {
            let message = "the map has more objects than any that was ever played".to_owned();
            self.report(&listed.file).limit(message);
            return None;
        }
        Some(beatmap)
    }

    /// Reads the audio data of the song, if it is there; and says why stretches of it may be missing, if any may.
    fn audio_data(
        &mut self,
        name: &str,
        bpm: f32,
        is_listed: bool,
    ) -> (Option<Tempo>, Option<String>) {
        if !is_listed && self.place.find(name).is_none() {
            return (None, None);
        }
        let Some(content) = self.listed_file(name) else { return (None, self.loss.clone()) };
        if is_listed {
            self.hasher.add(&content.bytes);
        }
        audio_data::read(
            &Text::of(&content.bytes),
            name,
            bpm,
            limits::objects(self.input),
            &mut self.diagnostics,
        )
    }

    /// The content of a file that Info.dat names. A missing or unreadable file is reported.
    fn listed_file(&mut self, name: &str) -> Option<Content<'f>> {
        let Some(index) = self.place.find(name) else {
            self.lose(name, |report| {
                report.lost("Info.dat lists it, and it is not there".to_owned());
            });
            return None;
        };
        match self.content(index) {
            Ok(content) => {
                self.report_damage(name, &content);
                Some(content)
            }
            Err(error) => {
                self.lose(name, |report| report.unreadable(&error));
                None
            }
        }
    }

    fn content(&mut self, index: usize) -> Result<Content<'f>> {
        let files: &'f F = self.place.files;
        let content = files.read(index, limits::file(self.input).min(self.left))?;
        self.left = self.left.saturating_sub(content.bytes.len() as u64);
        Ok(content)
    }

    fn report_damage(&mut self, name: &str, content: &Content<'_>) {
        if let Some(damage) = &content.damage {
            self.lose(name, |report| report.lost(damage.clone()));
        }
    }

    /// Reports a damaged or missing file.
    fn lose(&mut self, name: &str, add: impl FnOnce(&mut FileReport<'_>)) {
        let mut report = self.report(name);
        add(&mut report);
        let loss = report.loss();
        self.loss = self.loss.take().or(loss);
    }

    fn report<'r>(&'r mut self, name: &'r str) -> FileReport<'r> {
        FileReport::new(name, &mut self.diagnostics)
    }
}
