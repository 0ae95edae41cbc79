//! Where the files of a map come from.

use std::borrow::Cow;

use ghostreel_core::Result;

/// The files of a map: a folder, a zip file, or a list in memory. Names are looked up among those that are there and never lead anywhere else.
pub trait Files {
    /// The names of all files, in an order that stays. A `/` separates folders.
    fn names(&self) -> &[String];

    /// The content of the file whose name stands at `index`. One of more than `most` bytes is refused with
    /// [`Fault::Limit`](ghostreel_core::Fault::Limit).
    fn read(&self, index: usize, most: u64) -> Result<Content<'_>>;

    /// How many bytes all files have, as far as they are packed: what limits are measured by.
    fn length(&self) -> u64;
}

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content<'a> {
    /// The bytes, as many as there are.
    pub bytes: Cow<'a, [u8]>,
    /// Why they differ from the bytes once put in, as a sentence.
    pub damage: Option<String>,
}

impl<'a> Content<'a> {
    /// A file as it should be.
    pub const fn whole(bytes: Cow<'a, [u8]>) -> Self {
        Self { bytes, damage: None }
    }
}

/// The error for a file that is longer than it may be.
pub fn too_long(most: u64, length: u64) -> ghostreel_core::Error {
    ghostreel_core::Error::new(
        ghostreel_core::Fault::Limit,
        0,
        "file",
        format!("at most {most} bytes"),
        format!("{length}"),
    )
}

/// Files in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileList {
    names: Vec<String>,
    contents: Vec<Vec<u8>>,
}

impl FileList {
    /// Takes in one more file.
    pub fn push(&mut self, name: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.names.push(name.into());
        self.contents.push(content.into());
    }

    /// The content of a file, to be changed; `None` if there is none of that name.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Vec<u8>> {
        let index = self.names.iter().position(|there| there == name)?;
        self.contents.get_mut(index)
    }

    /// Names and contents.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.names.iter().map(String::as_str).zip(self.contents.iter().map(Vec::as_slice))
    }
}

impl<N: Into<String>, C: Into<Vec<u8>>> FromIterator<(N, C)> for FileList {
    fn from_iter<I: IntoIterator<Item = (N, C)>>(files: I) -> Self {
        let mut list = Self::default();
        files.into_iter().for_each(|(name, content)| list.push(name, content));
        list
    }
}

impl Files for FileList {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn read(&self, index: usize, most: u64) -> Result<Content<'_>> {
        let bytes = self.contents.get(index).map_or(&[][..], Vec::as_slice);
        if bytes.len() as u64 > most {
            return Err(too_long(most, bytes.len() as u64));
        }
        Ok(Content::whole(Cow::Borrowed(bytes)))
    }

    fn length(&self) -> u64 {
        self.contents.iter().map(|content| content.len() as u64).fold(0, u64::saturating_add)
    }
}

/// A folder among files: names that are asked for are looked up in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'f, F: ?Sized> {
    pub(crate) files: &'f F,
    /// The prefix of the names of its files: empty, or up to a `/`.
    folder: &'f str,
}

impl<'f, F: Files + ?Sized> Place<'f, F> {
    /// The outermost folder that has a file of one of these names, and the file.
    pub(crate) fn of(files: &'f F, wanted: &[&str]) -> Option<(Self, usize)> {
        let split = |name: &'f str| {
            name.rfind('/').map_or(("", name), |at| name.split_at(at.saturating_add(1)))
        };
        let candidates = files.names().iter().enumerate().filter_map(|(index, name)| {
            let (folder, file) = split(name);
            let rank = wanted.iter().position(|wanted| wanted.eq_ignore_ascii_case(file))?;
            Some((folder.matches('/').count(), rank, folder, index))
        });
        let (.., folder, index) = candidates.min()?;
        Some((Self { files, folder }, index))
    }

    /// The file of that name: written so, or else in other letter case. Of several, the last, which is what unpacking a zip file leaves.
    pub(crate) fn find(&self, wanted: &str) -> Option<usize> {
        let in_folder = |name: &'f String| name.strip_prefix(self.folder);
        let names = || self.files.names().iter().enumerate().rev();
        let same = |is_it: &dyn Fn(&str) -> bool| {
            names().find(|(_, name)| in_folder(name).is_some_and(is_it)).map(|(index, _)| index)
        };
        if wanted.is_empty() {
            return None;
        }
        same(&|name| name == wanted).or_else(|| same(&|name| name.eq_ignore_ascii_case(wanted)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(names: &[&str]) -> FileList {
        names.iter().map(|name| (*name, name.as_bytes())).collect()
    }

    #[test]
    fn the_outermost_folder_with_an_info_counts() {
        let files = list(&[
            "a/b/Info.dat",
            "song/readme.txt",
            "song/info.DAT",
            "song/Easy.dat",
            "Easy.dat",
        ]);
        let (place, index) = Place::of(&files, &["Info.dat"]).unwrap();
        assert_eq!(index, 2);
        assert_eq!(place.find("easy.dat"), Some(3));
        assert_eq!(place.find("readme.TXT"), Some(1));
        for not_there in ["", "../Easy.dat", "/Easy.dat", "song/Easy.dat", "Hard.dat"] {
            assert_eq!(place.find(not_there), None, "{not_there}");
        }
        assert!(Place::of(&list(&["Easy.dat", "Info.dat.bak"]), &["Info.dat"]).is_none());
    }

    #[test]
    fn the_exact_name_goes_before_the_last_of_several() {
        let files = list(&["Info.dat", "easy.dat", "EASY.dat", "Easy.dat", "Easy.dat", "EASY.DAT"]);
        let (place, _) = Place::of(&files, &["Info.dat"]).unwrap();
        assert_eq!([place.find("Easy.dat"), place.find("eAsY.dat")], [Some(4), Some(5)]);
    }

    #[test]
    fn long_files_are_refused() {
        let files = list(&["Info.dat"]);
        assert_eq!(files.read(0, 8).unwrap(), Content::whole(Cow::Borrowed(b"Info.dat")));
        let error = files.read(0, 7).unwrap_err();
        assert_eq!(error.to_string(), "file, offset 0: expected at most 7 bytes, found 8");
        assert_eq!(files.length(), 8);
    }
}
