//! The phrases by which a cry for help is recognised, language by language, in the notation of
//! [`crate::safety::pattern`]. They stand without accents and apostrophes, because texts are compared without
//! them.
//!
//! `phrases/` holds what people say explicitly. They find too many texts rather than too few, except where an
//! everyday phrase has the same words ("killing me softly"); those are listed as idioms. `../examples/` holds
//! what must be found and what must not.
//!
//! `cues/` holds what people write who mean it and do not say it: families of phrases with slots. They were
//! written from what is known of how people speak of dying (a wish, means, a plan, a goodbye, being a burden,
//! no way out, harm, something done already, somebody else), on the sentences of
//! `../examples/crisis/dev-*.txt`; `held-*.txt` measures them. A phrase that is enough by itself is listed
//! under its kind. One that also occurs in many scenes is listed under `signs`: signs of two families in one
//! message are a cry for help, one is not.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::safety::data_file;
use crate::safety::pattern::Classes;
use crate::safety::words::WordList;

/// The files of one language.
struct Files {
    code: &'static str,
    phrases: &'static str,
    cues: &'static str,
}

/// In the order in which languages are asked: if two find the same, the first counts.
const FILES: [Files; 4] = [
    Files {
        code: "en",
        phrases: include_str!("phrases/en.toml"),
        cues: include_str!("cues/en.toml"),
    },
    Files {
        code: "de",
        phrases: include_str!("phrases/de.toml"),
        cues: include_str!("cues/de.toml"),
    },
    Files {
        code: "es",
        phrases: include_str!("phrases/es.toml"),
        cues: include_str!("cues/es.toml"),
    },
    Files {
        code: "fr",
        phrases: include_str!("phrases/fr.toml"),
        cues: include_str!("cues/fr.toml"),
    },
];

/// Everything that is looked for in one language.
pub(super) struct Lexicon {
    /// ISO 639-1.
    pub(super) code: &'static str,
    pub(super) phrases: Phrases,
    pub(super) cues: Cues,
}

/// What people say explicitly.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phrases {
    /// Words that negate a phrase, before it or inside it.
    pub(super) negators: WordList,
    /// Words that a phrase must not span, because somebody else acts then.
    pub(super) others: WordList,
    /// Words that may stand between a negator and the phrase that it negates.
    pub(super) fillers: WordList,
    /// First words of a clause that is negated by the clause before it: "ich habe nicht vor, mich …".
    pub(super) dependent: WordList,
    /// Alternatives with a name.
    pub(super) classes: Classes,
    /// A wish or a plan to die.
    pub(super) suicide: Vec<String>,
    /// A wish to hurt oneself, or doing it.
    pub(super) self_harm: Vec<String>,
    /// The same, about somebody else.
    pub(super) somebody: Vec<String>,
    /// Phrases with another meaning although they contain one of these.
    pub(super) idioms: Vec<String>,
}

/// What people write who mean it and do not say it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Cues {
    /// Alternatives with a name; those of [`Phrases`] are not known here.
    pub(super) classes: Classes,
    /// A wish or a plan to die.
    pub(super) suicide: Vec<String>,
    /// A wish to hurt oneself, or doing it.
    pub(super) self_harm: Vec<String>,
    /// The same, about somebody else.
    pub(super) somebody: Vec<String>,
    /// Something was taken or done that needs a doctor now.
    pub(super) done: Vec<String>,
    /// Phrases that count only together with a sign of another family.
    pub(super) signs: BTreeMap<Sign, Vec<String>>,
    /// Phrases with another meaning although they contain one of these.
    pub(super) idioms: Vec<String>,
}

/// A family of signs: two of different families express together what neither expresses alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Sign {
    /// Pills, a rope, a bridge.
    Means,
    /// A decision, and its time.
    Plan,
    /// Calm, no more fear, everybody asleep: nothing prevents it.
    Resolve,
    /// Farewell letters, last words, giving things away.
    Goodbye,
    /// No way out, no strength.
    Despair,
    /// Being a burden to others.
    Burden,
    /// No longer being here.
    Gone,
    /// Blades, blood, days without food.
    Harm,
    /// It is over or has begun already.
    Done,
    /// This is not the story.
    Real,
    /// What somebody else says.
    TheySay,
    /// What somebody else has, or has done.
    TheyHave,
    /// Fear for somebody else.
    Worry,
}

impl Sign {
    /// Whether it is about somebody else.
    pub(super) const fn is_of_somebody(self) -> bool {
        matches!(self, Self::TheySay | Self::TheyHave | Self::Worry)
    }
}

/// All languages.
pub(super) fn load() -> impl Iterator<Item = Lexicon> {
    FILES.iter().map(|files| Lexicon {
        code: files.code,
        phrases: data_file::read(&format!("crisis/phrases/{}.toml", files.code), files.phrases),
        cues: data_file::read(&format!("crisis/cues/{}.toml", files.code), files.cues),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::pattern::unknown_classes;

    #[test]
    fn every_file_is_read_whole() {
        for Lexicon { code, phrases, cues } in load() {
            assert!(phrases.negators.iter().count() >= 5, "{code}");
            assert_eq!(cues.signs.len(), 13, "{code}: a family of signs is missing");
            for (classes, lists) in [
                (
                    &phrases.classes,
                    [
                        &phrases.suicide,
                        &phrases.self_harm,
                        &phrases.somebody,
                        &phrases.idioms,
                    ]
                    .as_slice(),
                ),
                (
                    &cues.classes,
                    [
                        &cues.suicide,
                        &cues.self_harm,
                        &cues.somebody,
                        &cues.done,
                        &cues.idioms,
                    ]
                    .as_slice(),
                ),
            ] {
                for list in lists {
                    assert!(list.len() >= 3, "{code}: {list:?}");
                    assert_eq!(unknown_classes(list, classes), Vec::<String>::new(), "{code}");
                }
            }
            for (sign, list) in &cues.signs {
                assert!(list.len() >= 3, "{code}: {sign:?}");
                assert_eq!(
                    unknown_classes(list, &cues.classes),
                    Vec::<String>::new(),
                    "{code}"
                );
            }
        }
    }
}
