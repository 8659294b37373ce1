//! Scenes written by hand, and the cues by which they are found (catalogue/README.md, "Scenes").

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};

use platform::vectors::{Packed, Vectors};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::text::{is_question, key, keys, stems};

/// How a kept file of vectors begins.
const MARK: &[u8; 8] = b"dramcue1";
/// What may be said in any scene.
const GENERAL: &str = include_str!("general.toml");
/// The name of the file with the vectors of those.
const GENERAL_NAME: &str = "general";
/// Who tells what nobody says.
pub(super) const NARRATOR: &str = "narrator";

/// Of what kind a beat is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Question,
    Place,
    Accusation,
    Kindness,
    Rudeness,
    Greeting,
    Farewell,
    Silence,
    Deed,
}

/// Something that is said once, and when: a beat, a step or an ending.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Moment {
    pub(super) id: String,
    /// Beats only.
    pub(super) kind: Option<Kind>,
    pub(super) by: String,
    /// What a player would say or do for it to come.
    #[serde(default)]
    pub(super) cues: Vec<String>,
    #[serde(default)]
    pub(super) needs: Vec<String>,
    #[serde(default)]
    pub(super) unless: Vec<String>,
    #[serde(default)]
    pub(super) sets: Vec<String>,
    pub(super) text: String,
    /// If it is asked for again.
    pub(super) again: Option<String>,
    /// Another version of the text.
    pub(super) other: Option<String>,
}

impl Moment {
    /// All its texts.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        [Some(&self.text), self.other.as_ref(), self.again.as_ref()]
            .into_iter()
            .flatten()
            .map(String::as_str)
    }
}

/// What somebody says where no beat answers.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Lines {
    /// Facts that must hold before they say any of it.
    pub(super) needs: Vec<String>,
    pub(super) unknown: Vec<String>,
    pub(super) small: Vec<String>,
    pub(super) told: Vec<String>,
    pub(super) silence: Vec<String>,
    pub(super) rude: Vec<String>,
    pub(super) thanks: Vec<String>,
    pub(super) sorry: Vec<String>,
    pub(super) more: Vec<String>,
}

/// Which of these lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Unknown,
    Small,
    Told,
    Silence,
    Rude,
    Thanks,
    Sorry,
    More,
}

impl Sort {
    pub(super) const ALL: [Self; 8] = [
        Self::Unknown,
        Self::Small,
        Self::Told,
        Self::Silence,
        Self::Rude,
        Self::Thanks,
        Self::Sorry,
        Self::More,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Small => "small",
            Self::Told => "told",
            Self::Silence => "silence",
            Self::Rude => "rude",
            Self::Thanks => "thanks",
            Self::Sorry => "sorry",
            Self::More => "more",
        }
    }
}

impl Lines {
    pub(super) fn of(&self, sort: Sort) -> &[String] {
        match sort {
            Sort::Unknown => &self.unknown,
            Sort::Small => &self.small,
            Sort::Told => &self.told,
            Sort::Silence => &self.silence,
            Sort::Rude => &self.rude,
            Sort::Thanks => &self.thanks,
            Sort::Sorry => &self.sorry,
            Sort::More => &self.more,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SceneFile {
    scenario: String,
    opening: String,
    beats: Vec<Moment>,
    steps: Vec<Moment>,
    endings: Vec<Moment>,
    lines: BTreeMap<String, Lines>,
}

/// What a scene needs of its scenario.
#[derive(Deserialize)]
struct ScenarioFile {
    name: String,
    actors: Vec<Actor>,
    openings: Vec<Opening>,
}

#[derive(Deserialize)]
struct Actor {
    name: String,
}

#[derive(Deserialize)]
struct Opening {
    title: String,
    text: String,
    speaker: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct General {
    silence: Vec<String>,
    rude: Vec<String>,
    thanks: Vec<String>,
    sorry: Vec<String>,
    greeting: Vec<String>,
}

/// Whatever a line of the player may bring about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Target {
    Beat(usize),
    Step(usize),
    Silent,
    Rude,
    Thanks,
    Sorry,
    Greeting,
}

/// One way to say it.
#[derive(Debug, Clone)]
pub(super) struct CueLine {
    pub(super) target: Target,
    pub(super) text: String,
    /// As it is compared: without whom it is said to.
    plain: String,
    /// Whom it speaks to by name.
    pub(super) to: Option<String>,
    pub(super) stems: Vec<String>,
    pub(super) asks: bool,
}

/// Ways to say things, with what they mean.
#[derive(Debug, Clone, Default)]
pub(super) struct Cues {
    pub(super) lines: Vec<CueLine>,
    /// One for each, or none at all.
    pub(super) vectors: Vec<Packed>,
}

/// A scene, and what it takes from its scenario.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) slug: String,
    /// What the scenario is called.
    pub(super) title: String,
    pub(super) opening: String,
    pub(super) opening_speaker: Option<String>,
    pub(super) actors: Vec<String>,
    /// Everything else that the scenario's file says, for the checks.
    pub(super) scenario_text: String,
    /// Sentences that stand in two texts, or in the scenario itself: by none of them is a text known again.
    pub(super) ambiguous: HashSet<String>,
    pub(super) beats: Vec<Moment>,
    pub(super) steps: Vec<Moment>,
    pub(super) endings: Vec<Moment>,
    pub(super) lines: BTreeMap<String, Lines>,
    pub(super) cues: Cues,
}

/// All scenes of a catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct Book {
    pub(super) scenes: Vec<Scene>,
    pub(super) general: Cues,
}

/// What is wrong with a scene's file.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {why}", path = .path.display())]
pub struct SceneError {
    pub(super) path: PathBuf,
    pub(super) why: String,
}

fn wrong(path: &Path, why: impl ToString) -> SceneError {
    SceneError {
        path: path.to_owned(),
        why: why.to_string(),
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<(String, T), SceneError> {
    let text = std::fs::read_to_string(path).map_err(|error| wrong(path, error))?;
    let parsed = toml::from_str(&text).map_err(|error| wrong(path, error))?;
    Ok((text, parsed))
}

impl Scene {
    /// Reads the scene of this name in a catalogue.
    pub(super) fn read(catalogue: &Path, slug: &str) -> Result<Self, SceneError> {
        let path = catalogue.join("scenes").join(format!("{slug}.toml"));
        let (_, file): (_, SceneFile) = read(&path)?;
        if file.scenario != slug {
            return Err(wrong(&path, format!("it is a scene of {}", file.scenario)));
        }
        let (scenario_text, scenario): (_, ScenarioFile) =
            read(&catalogue.join("scenarios").join(format!("{slug}.toml")))?;
        let opening = scenario
            .openings
            .into_iter()
            .find(|opening| opening.title == file.opening);
        let opening = opening
            .ok_or_else(|| wrong(&path, format!("the scenario has no opening \"{}\"", file.opening)))?;
        let actors: Vec<String> = scenario.actors.into_iter().map(|actor| actor.name).collect();
        let mut lines = Vec::new();
        for (number, beat) in file.beats.iter().enumerate() {
            lines.extend(
                beat.cues
                    .iter()
                    .map(|cue| CueLine::new(Target::Beat(number), cue, &actors)),
            );
        }
        for (number, step) in file.steps.iter().enumerate() {
            lines.extend(
                step.cues
                    .iter()
                    .map(|cue| CueLine::new(Target::Step(number), cue, &actors)),
            );
        }
        let mut scene = Self {
            slug: slug.to_owned(),
            title: scenario.name,
            opening: opening.text,
            opening_speaker: opening.speaker,
            actors,
            scenario_text,
            beats: trimmed(file.beats),
            steps: trimmed(file.steps),
            endings: trimmed(file.endings),
            lines: file.lines,
            cues: Cues {
                lines,
                vectors: Vec::new(),
            },
            ambiguous: HashSet::new(),
        };
        scene.ambiguous = scene.find_ambiguous();
        Ok(scene)
    }

    /// Every text that may be said.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        let moments = self
            .beats
            .iter()
            .chain(&self.steps)
            .chain(&self.endings)
            .flat_map(Moment::texts);
        let lines = self
            .lines
            .values()
            .flat_map(|lines| Sort::ALL.iter().flat_map(|sort| lines.of(*sort)))
            .map(String::as_str);
        moments.chain(lines)
    }

    pub(super) fn find_ambiguous(&self) -> HashSet<String> {
        let mut found: HashSet<String> = keys(&self.scenario_text).into_iter().collect();
        let mut owners: HashMap<String, usize> = HashMap::new();
        for (number, text) in self.texts().enumerate() {
            for key in keys(text) {
                let owner = *owners.entry(key.clone()).or_insert(number);
                if owner != number {
                    found.insert(key);
                }
            }
        }
        found
    }

    /// The names of all scenes of a catalogue, in order.
    pub(super) fn slugs(catalogue: &Path) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(catalogue.join("scenes")) else {
            return Vec::new();
        };
        let name = |path: PathBuf| {
            path.file_name()?
                .to_str()?
                .strip_suffix(".toml")
                .map(str::to_owned)
        };
        let mut slugs: Vec<String> = entries.flatten().filter_map(|entry| name(entry.path())).collect();
        slugs.sort();
        slugs
    }
}

fn trimmed(mut moments: Vec<Moment>) -> Vec<Moment> {
    for moment in &mut moments {
        moment.text = moment.text.trim().to_owned();
        for text in [&mut moment.again, &mut moment.other].into_iter().flatten() {
            *text = text.trim().to_owned();
        }
    }
    moments
}

impl CueLine {
    pub(super) fn new(target: Target, text: &str, actors: &[String]) -> Self {
        let plain = without_address(&said(text), actors);
        let to = actors.iter().find(|name| is_spoken_to(text, name)).cloned();
        Self {
            target,
            text: text.to_owned(),
            stems: stems(&plain),
            asks: is_question(&plain),
            to,
            plain,
        }
    }
}

impl Cues {
    /// What may be said in any scene.
    pub(super) fn general() -> Self {
        let mut lines = Vec::new();
        // A test reads it.
        if let Ok(general) = toml::from_str::<General>(GENERAL) {
            let sorts = [
                (Target::Silent, general.silence),
                (Target::Rude, general.rude),
                (Target::Thanks, general.thanks),
                (Target::Sorry, general.sorry),
                (Target::Greeting, general.greeting),
            ];
            lines.extend(
                sorts
                    .iter()
                    .flat_map(|(target, texts)| texts.iter().map(|text| CueLine::new(*target, text, &[]))),
            );
        }
        Self {
            lines,
            vectors: Vec::new(),
        }
    }

    /// By what a kept file is told to be of just these cues.
    fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        for line in &self.lines {
            hash.update(line.plain.as_bytes());
            hash.update([0]);
        }
        hash.finalize().into()
    }

    /// Takes what a kept file says; false where it is of other cues.
    pub(super) fn take(&mut self, bytes: &[u8]) -> bool {
        let Some(rest) = bytes
            .strip_prefix(MARK)
            .and_then(|rest| rest.strip_prefix(&self.fingerprint()))
        else {
            return false;
        };
        let Some(vectors) = Packed::read_all(rest).filter(|vectors| vectors.len() == self.lines.len()) else {
            return false;
        };
        self.vectors = vectors;
        true
    }

    /// Finds out what all of them mean: 10 ms each. False where there is no model.
    pub(super) fn understand(&mut self, vectors: &Vectors) -> bool {
        let found: Option<Vec<Packed>> = self
            .lines
            .iter()
            .map(|line| vectors.meaning(&line.plain).map(|vector| vector.pack()))
            .collect();
        self.vectors = found.unwrap_or_default();
        self.vectors.len() == self.lines.len()
    }

    /// What is to be kept.
    pub(super) fn kept(&self) -> Vec<u8> {
        let mut bytes = [MARK.as_slice(), &self.fingerprint()].concat();
        self.vectors.iter().for_each(|vector| vector.write(&mut bytes));
        bytes
    }
}

/// A line as the model is shown it.
pub(super) fn said(line: &str) -> String {
    line.replace(['*', '"', '“', '”'], " ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// A line without the names of those it is said to: "Well noticed, Kitty!" is "Well noticed!". Names weigh so
/// much that they would be found instead of what is said.
pub(super) fn without_address(line: &str, actors: &[String]) -> String {
    let line = &without_bare_address(line, actors);
    let names: Vec<String> = actors
        .iter()
        .flat_map(|name| key(name).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let is_address = |part: &str| {
        let key = key(part);
        let mut words = key
            .split(' ')
            .filter(|word| !is_courtesy(word) && !is_interjection(word))
            .peekable();
        words.peek().is_some_and(|word| !word.is_empty())
            && words.all(|word| names.iter().any(|name| name == word))
    };
    let parts: Vec<&str> = line.split(',').collect();
    let kept: Vec<&str> = parts.iter().copied().filter(|part| !is_address(part)).collect();
    if kept.is_empty() || kept.len() == parts.len() {
        return line.to_owned();
    }
    let end: String = parts
        .last()
        .map(|last| {
            last.trim_end()
                .chars()
                .rev()
                .take_while(|c| matches!(c, '.' | '!' | '?'))
                .collect()
        })
        .unwrap_or_default();
    let kept = kept.join(",").trim().to_owned();
    if kept.ends_with(['.', '!', '?']) {
        kept
    } else {
        format!("{kept}{end}")
    }
}

/// A line without how it is said, where it says something: "*grins* You like him" is "You like him". To whom
/// somebody turns the line is said: "*turns to Kitty* What now?" is "Kitty, What now?".
pub(super) fn without_manner(line: &str, actors: &[String]) -> String {
    /// Words of the longest manner: "looks up at you for a moment".
    const MAX_WORDS: usize = 6;
    /// Stems with which it begins.
    const MANNERS: [&str; 16] = [
        "smil", "grin", "laugh", "nod", "sigh", "shrug", "frown", "look", "turn", "glanc", "wink", "blush",
        "paus", "yawn", "chuckl", "lean",
    ];
    let names: Vec<String> = actors
        .iter()
        .flat_map(|name| key(name).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let parts: Vec<&str> = line.split('*').collect();
    // Every second part is done and not said; one that is not closed is neither.
    let is_manner = |number: usize| {
        let stems = stems(parts[number]);
        let first = stems.iter().find(|stem| *stem != "i");
        number % 2 == 1
            && number + 1 < parts.len()
            && stems.len() <= MAX_WORDS
            && first.is_some_and(|first| MANNERS.contains(&first.as_str()))
    };
    let is_said = |number: usize| !super::text::is_silent(parts[number]) && !is_manner(number);
    if !(0..parts.len()).any(is_said) {
        return line.to_owned();
    }
    let mut kept = String::new();
    for (number, part) in parts.iter().enumerate() {
        if is_manner(number) {
            let words: Vec<&str> = part.split_whitespace().collect();
            let name = words
                .iter()
                .rev()
                .take_while(|word| names.contains(&key(word)) || is_courtesy(&key(word)))
                .count();
            let is_to = words.len() > name && matches!(words[words.len() - name - 1], "to" | "at");
            if name > 0 && is_to {
                kept.push_str(&format!(" {},", words[words.len() - name..].join(" ")));
            }
        } else if number % 2 == 1 {
            kept.push_str(&format!(
                "*{part}{}",
                if number + 1 < parts.len() { "*" } else { "" }
            ));
        } else {
            kept.push_str(part);
        }
    }
    kept.trim().to_owned()
}

/// Whether a line speaks to somebody by name, and not only of them.
pub(super) fn is_spoken_to(line: &str, name: &str) -> bool {
    let actors = [name.to_owned()];
    let line = &without_manner(line, &actors);
    super::text::sentences(line)
        .iter()
        .any(|sentence| without_address(sentence, &actors) != *sentence)
}

/// The same where there is no comma: "Are you cold Kitty?", "Kitty where did you find it".
fn without_bare_address(line: &str, actors: &[String]) -> String {
    /// After these a name at the end is whom the line is said to, and not whom it is about.
    const BEFORE: [&str; 22] = [
        "you", "me", "it", "this", "sorry", "thanks", "hello", "hi", "hey", "please", "again", "here",
        "there", "now", "ok", "okay", "yes", "no", "evening", "morning", "day", "night",
    ];
    /// Before these a name at the beginning is.
    const AFTER: [&str; 17] = [
        "how", "what", "whats", "why", "where", "wheres", "who", "whos", "when", "are", "do", "were", "you",
        "i", "please", "tell", "have",
    ];
    let names: Vec<String> = actors
        .iter()
        .flat_map(|name| key(name).split(' ').map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let is_name = |word: &str| names.iter().any(|name| *name == key(word)) && !is_courtesy(&key(word));
    let is_called = |word: &str| is_name(word) || is_courtesy(&key(word));
    let words: Vec<&str> = line.split(' ').collect();
    let has_end = |word: &str| word.ends_with([',', '.', '!', '?', ':', ';']);
    let last = words.iter().rev().take_while(|word| is_called(word)).count();
    if words.last().is_some_and(|word| is_name(word)) && words.len() > last {
        let before = words[words.len() - last - 1];
        if !has_end(before) && BEFORE.contains(&key(before).as_str()) {
            let end: String = line
                .chars()
                .rev()
                .take_while(|c| matches!(c, '.' | '!' | '?'))
                .collect();
            return format!("{}{end}", words[..words.len() - last].join(" "));
        }
    }
    let first = words
        .iter()
        .take_while(|word| is_called(word) && !has_end(word))
        .count();
    if first > 0
        && words[..first].iter().any(|word| is_name(word))
        && words
            .get(first)
            .is_some_and(|word| AFTER.contains(&key(word).as_str()))
    {
        return words[first..].join(" ");
    }
    line.to_owned()
}

/// Words before a name with which one speaks to somebody: "Hey Kitty, what is that?"
fn is_interjection(word: &str) -> bool {
    matches!(
        word,
        "hey" | "hi" | "hello" | "oh" | "so" | "and" | "but" | "well" | "ok" | "okay"
    )
}

/// Words with which one is spoken to and that are no names.
pub(super) fn is_courtesy(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "old"
            | "mr"
            | "mrs"
            | "ms"
            | "miss"
            | "master"
            | "mister"
            | "dear"
            | "captain"
            | "doctor"
            | "aunt"
            | "uncle"
            | "brother"
            | "sister"
            | "lady"
            | "lord"
            | "sir"
            | "madam"
    )
}

/// Where the vectors of a scene are kept.
pub(super) fn vectors_path(catalogue: &Path, name: &str) -> PathBuf {
    catalogue.join("scenes").join(format!("{name}.vectors"))
}

impl Book {
    /// Reads all scenes. One that cannot be read is told of and left out; the checks see to it that there is
    /// none.
    pub(super) fn read(catalogue: &Path) -> Self {
        let slugs = Scene::slugs(catalogue);
        let tell = |error: &SceneError| tracing::warn!(%error, "a scene of the demo cannot be read");
        let scenes = slugs
            .iter()
            .filter_map(|slug| Scene::read(catalogue, slug).inspect_err(tell).ok());
        let with_vectors = |name: &str, mut cues: Cues| {
            // Where they are missing or old, they are made when the scene is first played.
            let kept = std::fs::read(vectors_path(catalogue, name)).is_ok_and(|bytes| cues.take(&bytes));
            if !kept {
                tracing::debug!(name, "the vectors of a scene's cues are made anew");
            }
            cues
        };
        let scenes = scenes
            .map(|scene| Scene {
                cues: with_vectors(&scene.slug, scene.cues.clone()),
                ..scene
            })
            .collect();
        Self {
            scenes,
            general: with_vectors(GENERAL_NAME, Cues::general()),
        }
    }

    /// The scene of a story that is called so and began so.
    pub(super) fn find(&self, title: &str, opening: &str) -> Option<&Scene> {
        let began = super::text::keys(opening);
        let is_its = |scene: &&Scene| {
            // The scenario's text may have been mended since, and names stand where the author wrote none.
            let known = super::text::keys(&scene.opening);
            began
                .iter()
                .filter(|key| super::text::count_words(key) >= 4)
                .any(|key| known.contains(key))
        };
        let title = key(title);
        self.scenes
            .iter()
            .filter(|scene| key(&scene.title) == title)
            .find(is_its)
    }
}

/// Where the vectors of what may be said in any scene are kept, for the tool that makes them.
pub(super) const fn general_name() -> &'static str {
    GENERAL_NAME
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_a_line_is_said_is_left_out_and_whom_one_turns_to_is_spoken_to() {
        let actors = ["Kitty Sparrow".to_owned(), "Mr Thwaite".to_owned()];
        for (line, without) in [
            ("*grins* You like him", "You like him"),
            ("*turns to Kitty* What now?", "Kitty, What now?"),
            ("*I look at Mr Thwaite* Is it yours?", "Mr Thwaite, Is it yours?"),
            (
                "*looks at you* You play, don't you? *smiles*",
                "You play, don't you?",
            ),
            ("*opens the door* Who is there?", "*opens the door* Who is there?"),
            ("*looks around*", "*looks around*"),
            ("*smiles at Kitty*", "*smiles at Kitty*"),
            (
                "*looks under the bed for whatever Kitty may have lost* Hm.",
                "*looks under the bed for whatever Kitty may have lost* Hm.",
            ),
            ("five * six", "five * six"),
        ] {
            assert_eq!(without_manner(line, &actors), without, "{line}");
        }
        assert!(
            is_spoken_to("*turns to Kitty* What now?", "Kitty Sparrow")
                && !is_spoken_to("*turns to Kitty* What now?", "Mr Thwaite")
        );
    }

    #[test]
    fn whom_a_line_is_said_to_is_left_out_and_whom_it_is_about_is_not() {
        let actors = [
            "Kitty Sparrow".to_owned(),
            "Mr Thwaite".to_owned(),
            "Maud".to_owned(),
        ];
        for (line, without) in [
            ("Well noticed, Kitty!", "Well noticed!"),
            ("Hey Kitty, what is that?", "what is that?"),
            ("Are you lying to me Maud?", "Are you lying to me?"),
            ("Sorry Maud.", "Sorry."),
            ("Mr Thwaite what is that hat", "what is that hat"),
            ("Good day Mr Thwaite", "Good day"),
            ("Hi Kitty", "Hi"),
            ("Who is Kitty?", "Who is Kitty?"),
            ("I gave it to Maud.", "I gave it to Maud."),
            ("Maud is tired", "Maud is tired"),
            ("Kitty", "Kitty"),
        ] {
            assert_eq!(without_address(line, &actors), without, "{line}");
        }
    }
}
