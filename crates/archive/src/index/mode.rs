//! Modes as people type them: `one saber` for `OneSaber`, `360` for `360Degree`, `doubles` for `ranked-doubles`.

/// Whether every word of `typed` begins a word of `mode`, whatever the case. Words typed without spaces may run on: `onesaber`.
pub(crate) fn matches(mode: &str, typed: &str) -> bool {
    let words = words(mode);
    let runs: Vec<String> = (0..words.len()).map(|first| words[first..].concat()).collect();
    let begins = |word: &str| runs.iter().any(|run| run.starts_with(word));
    let mut typed = typed
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .peekable();
    typed.peek().is_some() && typed.all(|word| begins(&word))
}

/// The words of a mode, in lower case: the parts between signs, in front of a capital letter, or beside a number.
fn words(mode: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = None;
    for c in mode.chars() {
        if c.is_alphanumeric() {
            let is_new = before.is_none_or(|before: char| {
                !before.is_alphanumeric()
                    || (c.is_uppercase() && !before.is_uppercase())
                    || c.is_numeric() != before.is_numeric()
            });
            if is_new {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = Some(c);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_found_as_people_type_them() {
        let found = [
            ("OneSaber", "OneSaber"),
            ("OneSaber", "one saber"),
            ("OneSaber", "onesaber"),
            ("OneSaber", "ONE-SABER"),
            ("OneSaber", "saber"),
            ("OneSaber", "one"),
            ("360Degree", "360"),
            ("360Degree", "360 deg"),
            ("360Degree", "degree"),
            ("ranked-doubles", "doubles"),
            ("ranked-doubles", "Ranked Doubles"),
            ("ranked", "rank"),
            ("NoArrows", "no arrows"),
            ("Été", "été"),
        ];
        for (mode, typed) in found {
            assert!(matches(mode, typed), "{typed} is {mode}");
        }
        let others = [
            ("unranked-doubles", "ranked"),
            ("OneSaber", "aber"),
            ("360Degree", "60"),
            ("Standard", "one"),
            ("Standard", "standards"),
            ("Standard", "-"),
            ("Standard", ""),
            ("", "a"),
        ];
        for (mode, typed) in others {
            assert!(!matches(mode, typed), "{typed} is not {mode}");
        }
    }
}
