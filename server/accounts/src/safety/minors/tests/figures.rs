//! The examples, and how many of them are judged rightly.

use super::story_texts;
use crate::safety::minors::{Minors, StorySpeaker, describes_minor};

const FILES: [(&str, &str, &str); 4] = [
    (
        "en",
        include_str!("../../examples/minors/en.txt"),
        include_str!("../../examples/minors/held-en.txt"),
    ),
    (
        "de",
        include_str!("../../examples/minors/de.txt"),
        include_str!("../../examples/minors/held-de.txt"),
    ),
    (
        "fr",
        include_str!("../../examples/minors/fr.txt"),
        include_str!("../../examples/minors/held-fr.txt"),
    ),
    (
        "es",
        include_str!("../../examples/minors/es.txt"),
        include_str!("../../examples/minors/held-es.txt"),
    ),
];

/// The judgement of an example, and the right one.
fn judged(line: &str) -> Option<(bool, bool)> {
    let (kind, rest) = line.split_once(' ')?;
    let (sign, rest) = rest.split_once(' ')?;
    let right = sign == "+";
    if kind == "age" {
        return Some((describes_minor(rest), right));
    }
    let (scene, text) = rest.split_once(" | ")?;
    let (scene, last) = scene
        .split_once('>')
        .map_or((scene, None), |(scene, last)| (scene, Some(last)));
    let play = story_texts(scene);
    let place = |name: &str| {
        play.cast
            .iter()
            .position(|one| one.name == name)
            .map(StorySpeaker::Cast)
    };
    let mut minors = Minors::of(&play);
    if let Some(by) = last.and_then(place) {
        minors.note_speaker(by);
    }
    let (by, text) = text
        .split_once(": ")
        .and_then(|(name, text)| Some((place(name)?, text)))
        .unwrap_or((StorySpeaker::Player, text));
    Some((minors.judge(by, text).is_some(), right))
}

#[derive(Debug, Default, Clone, Copy)]
struct Count {
    met: u32,
    missed: u32,
    wrong: u32,
    left: u32,
}

impl Count {
    fn add(&mut self, (found, right): (bool, bool)) {
        *match (found, right) {
            (true, true) => &mut self.met,
            (false, true) => &mut self.missed,
            (true, false) => &mut self.wrong,
            (false, false) => &mut self.left,
        } += 1;
    }

    fn precision(self) -> f64 {
        f64::from(self.met) / f64::from((self.met + self.wrong).max(1))
    }

    fn recall(self) -> f64 {
        f64::from(self.met) / f64::from((self.met + self.missed).max(1))
    }
}

fn measure(files: &[(&str, &str)], kind: &str) -> (Count, Vec<String>) {
    let (mut count, mut wrong) = (Count::default(), Vec::new());
    for (language, text) in files {
        for line in text.lines().filter(|line| line.starts_with(kind)) {
            let result = judged(line).unwrap_or_else(|| panic!("{line}"));
            count.add(result);
            if result.0 != result.1 {
                wrong.push(format!("{language}: {line}"));
            }
        }
    }
    (count, wrong)
}

#[test]
fn the_examples_are_told_apart() {
    let dev: Vec<(&str, &str)> = FILES.iter().map(|(language, dev, _)| (*language, *dev)).collect();
    let held: Vec<(&str, &str)> = FILES
        .iter()
        .map(|(language, _, held)| (*language, *held))
        .collect();
    let mut failed = Vec::new();
    for (name, files, floor) in [("examples", &dev, 0.97), ("held out", &held, 0.8)] {
        for kind in ["age", "line"] {
            let (count, wrong) = measure(files, kind);
            println!(
                "{name}, {kind}: precision {:.3}, recall {:.3}, {count:?}",
                count.precision(),
                count.recall()
            );
            assert!(
                kind == "age" || count.met + count.missed >= 40 && count.wrong + count.left >= 40,
                "{count:?}"
            );
            if count.precision() < floor || count.recall() < floor {
                failed.push(format!("{name}, {kind}: {count:?}\n{}", wrong.join("\n")));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
