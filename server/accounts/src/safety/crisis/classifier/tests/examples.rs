//! The examples that the weights are made from, and those that measure them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::super::class::Class;

/// The languages that have examples.
pub(super) const LANGUAGES: [&str; 4] = ["en", "de", "fr", "es"];

/// The root of the repository.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn class_of(kind: &str) -> Class {
    match kind {
        "none" => Class::Harmless,
        "harm" => Class::Harm,
        "done" => Class::Done,
        "other" => Class::Somebody,
        "wish" | "means" | "plan" | "goodbye" | "burden" | "hopeless" => Class::Dying,
        strange => panic!("there is no kind {strange}"),
    }
}

/// The examples of a set: their class and their text.
pub(super) fn set(name: &str) -> Vec<(Class, String)> {
    let text = read(
        &root()
            .join("server/accounts/src/safety/examples/crisis")
            .join(name),
    );
    let lines = text
        .lines()
        .map(|line| line.split_once(" | ").unwrap_or_else(|| panic!("{name}: {line}")));
    lines
        .map(|(kind, text)| (class_of(kind), text.to_owned()))
        .collect()
}

/// Every second scene of the demo is for training; the others measure. Nobody in them is in crisis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    Teaches,
    Measures,
}

/// The files of the scenes with this ending, in their order.
fn scenes(half: Half, ending: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join("catalogue/scenes"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let mut paths: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    paths
        .iter()
        .skip(usize::from(half == Half::Measures))
        .step_by(2)
        .map(|path| read(path))
        .collect()
}

/// The players' lines in the plays of the scenes.
pub(super) fn played(half: Half) -> Vec<String> {
    let texts = scenes(half, "txt");
    let typed = texts
        .iter()
        .flat_map(|text| text.lines().filter_map(|line| line.strip_prefix("> ")));
    let lines: BTreeSet<String> = typed
        .map(|line| line.split(" => ").next().unwrap_or_default().trim().to_owned())
        .collect();
    lines.into_iter().filter(|line| line.len() > 3).collect()
}

/// Every text of the scenes: cues and lines.
pub(super) fn texts(half: Half) -> Vec<String> {
    fn collect(value: &toml::Value, key: &str, into: &mut BTreeSet<String>) {
        match value {
            toml::Value::String(text) if matches!(key, "text" | "cues") => {
                into.insert(text.clone());
            }
            toml::Value::Array(all) => all.iter().for_each(|one| collect(one, key, into)),
            toml::Value::Table(table) => table.iter().for_each(|(key, one)| collect(one, key, into)),
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    for text in scenes(half, "toml") {
        let table: toml::Table = text.parse().expect("a scene");
        table
            .iter()
            .for_each(|(key, value)| collect(value, key, &mut found));
    }
    found.into_iter().collect()
}

/// All examples that the weights are made from. The scenes' own texts are needed only when weights are made:
/// a scene may change without that.
pub(super) fn examples() -> Vec<(Class, String)> {
    let sets = ["dev", "train"].into_iter().flat_map(|sort| {
        LANGUAGES
            .into_iter()
            .flat_map(move |language| set(&format!("{sort}-{language}.txt")))
    });
    sets.collect()
}
