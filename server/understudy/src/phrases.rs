//! The index of the phrases that trigger replies (`cues` in a scene's file), with the vectors of their
//! meanings.

use std::path::{Path, PathBuf};

use platform::vectors::{Packed, Vectors};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::address::{is_spoken_to, plain, without_address};
use super::text::{is_question, stems};

/// The first bytes of a file of vectors.
const MARK: &[u8; 8] = b"dramcue1";
/// Phrases that fit any scene.
const GENERAL: &str = include_str!("general.toml");
/// The name of the file with the vectors of [`GENERAL`].
pub(super) const GENERAL_NAME: &str = "general";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct General {
    silence: Vec<String>,
    rude: Vec<String>,
    thanks: Vec<String>,
    sorry: Vec<String>,
    greeting: Vec<String>,
}

/// What a line of the player triggers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Target {
    Beat(usize),
    Step(usize),
    /// The player says nothing.
    Silent,
    Rude,
    Thanks,
    /// An apology.
    Sorry,
    Greeting,
}

/// One way to say or do something.
#[derive(Debug, Clone)]
pub(super) struct IndexedPhrase {
    pub(super) target: Target,
    pub(super) text: String,
    /// The text in the form in which it is compared: without the name of the person it addresses.
    plain: String,
    /// The person it addresses by name.
    pub(super) to: Option<String>,
    pub(super) stems: Vec<String>,
    pub(super) is_question: bool,
}

/// Phrases with the vectors of their meanings.
#[derive(Debug, Clone, Default)]
pub(super) struct PhraseIndex {
    pub(super) phrases: Vec<IndexedPhrase>,
    /// One for each phrase, or empty.
    pub(super) vectors: Vec<Packed>,
}

impl IndexedPhrase {
    pub(super) fn new(target: Target, text: &str, actors: &[String]) -> Self {
        let plain = without_address(&plain(text), actors);
        let to = actors.iter().find(|name| is_spoken_to(text, name)).cloned();
        Self {
            target,
            text: text.to_owned(),
            stems: stems(&plain),
            is_question: is_question(&plain),
            to,
            plain,
        }
    }
}

impl PhraseIndex {
    /// The phrases that fit any scene, without vectors.
    pub(super) fn general() -> Self {
        // A test parses the text.
        let Ok(general) = toml::from_str::<General>(GENERAL) else {
            return Self::default();
        };
        let all = [
            (Target::Silent, general.silence),
            (Target::Rude, general.rude),
            (Target::Thanks, general.thanks),
            (Target::Sorry, general.sorry),
            (Target::Greeting, general.greeting),
        ];
        let phrases = all
            .iter()
            .flat_map(|(target, texts)| texts.iter().map(|text| IndexedPhrase::new(*target, text, &[])));
        Self {
            phrases: phrases.collect(),
            vectors: Vec::new(),
        }
    }

    /// A hash of the phrases, which identifies them in a file of vectors.
    fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for phrase in &self.phrases {
            hash.update(phrase.plain.as_bytes());
            hash.update([0]);
        }
        hash.finalize().into()
    }

    /// Loads the vectors from a file; returns false if the file belongs to other phrases.
    pub(super) fn load_vectors(&mut self, file: &[u8]) -> bool {
        let packed = file
            .strip_prefix(MARK)
            .and_then(|rest| rest.strip_prefix(&self.fingerprint()))
            .and_then(Packed::read_all)
            .filter(|vectors| vectors.len() == self.phrases.len());
        match packed {
            Some(vectors) => {
                self.vectors = vectors;
                true
            }
            None => false,
        }
    }

    /// Computes the vectors of all phrases, 10 ms each. Returns false if there is no sentence model.
    pub(super) fn compute_vectors(&mut self, model: &Vectors) -> bool {
        let vector = |phrase: &IndexedPhrase| model.meaning(&phrase.plain).map(|vector| vector.pack());
        let found: Option<Vec<Packed>> = self.phrases.iter().map(vector).collect();
        self.vectors = found.unwrap_or_default();
        self.vectors.len() == self.phrases.len()
    }

    /// The content of a file that [`Self::load_vectors`] can read.
    pub(super) fn vectors_file(&self) -> Vec<u8> {
        let mut bytes = [MARK.as_slice(), &self.fingerprint()].concat();
        self.vectors.iter().for_each(|vector| vector.write(&mut bytes));
        bytes
    }
}

/// The file with the vectors of a scene's phrases.
pub(super) fn vectors_path(catalogue: &Path, name: &str) -> PathBuf {
    catalogue.join("scenes").join(format!("{name}.vectors"))
}
