//! The phrases by which minors and romances are found, language by language, in the notation of
//! [`crate::safety::pattern`]. `#k` stands for a number below 18, `#e` for 18, `#a` for a larger one that can
//! be an age. `../examples/minors` holds what must be found and what must not.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::safety::data_file;
use crate::safety::pattern::Classes;
use crate::safety::words::WordList;

/// The files, and their number.
const FILES: [(&str, &str); COUNT] = [
    ("en", include_str!("lexicon/en.toml")),
    ("de", include_str!("lexicon/de.toml")),
    ("fr", include_str!("lexicon/fr.toml")),
    ("es", include_str!("lexicon/es.toml")),
];
/// The number of languages.
pub(super) const COUNT: usize = 4;

/// Everything that is looked for in one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lexicon {
    /// Alternatives with a name.
    pub(super) classes: Classes,
    pub(super) numbers: NumberWords,
    pub(super) ages: AgePhrases,
    pub(super) romance: RomancePhrases,
    pub(super) negation: NegationWords,
    pub(super) people: PeopleWords,
}

/// Number words.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NumberWords {
    /// From 0 to 19, each with its forms: "un|une", "dix_sept".
    pub(super) ones: [String; 20],
    /// Twenty, thirty and so on, which a smaller number may follow; also hundreds.
    pub(super) tens: WordList,
    /// May stand between tens and ones.
    pub(super) joins: WordList,
}

/// Phrases about ages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AgePhrases {
    /// An age below 18 of the clause's subject.
    pub(super) below_18: Vec<String>,
    /// Words that mean a minor.
    pub(super) minor: Vec<String>,
    /// An age of 18 and more. Beside it the words above do not mean a minor.
    pub(super) adult: Vec<String>,
    /// Not an age, or somebody else's, or a past one.
    pub(super) no_age: Vec<String>,
    /// First words of a clause about a time: "she was fifteen, when".
    pub(super) time_openers: WordList,
    /// Verbs in the past.
    pub(super) past_verbs: WordList,
    /// How speakers begin a sentence about their own age.
    pub(super) i_am: Vec<String>,
    /// How they begin one about the age of the person they speak to.
    pub(super) you_are: Vec<String>,
}

/// Romantic phrases, and those that only look so.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RomancePhrases {
    /// Always romantic.
    pub(super) always: Vec<String>,
    /// Romantic unless it is one of the harmless.
    pub(super) unless_harmless: Vec<String>,
    /// Kisses of parents and aunts, and other harmless phrases with the same words.
    pub(super) harmless: Vec<String>,
    /// Requests that a child with a bad dream may make, too.
    pub(super) bed: Vec<String>,
    /// With one of these words the bed is not romantic.
    pub(super) bad_dreams: WordList,
    /// Declarations of love that families make, too.
    pub(super) declarations: Vec<String>,
    /// With one of these words such a declaration is one within a family.
    pub(super) family: WordList,
}

/// Words that negate a phrase.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NegationWords {
    pub(super) negators: WordList,
    /// The same for verbs of ceasing: "stop". After a negator they mean that it continues: "cannot stop".
    pub(super) ceasing: WordList,
    /// Halves of a negator that count only with the other half: "ne … pas".
    pub(super) halves: WordList,
    /// Words that may stand between a negator and the phrase that it negates.
    pub(super) fillers: WordList,
    /// Negators that may stand behind the phrase.
    pub(super) behind: WordList,
    /// First words of a question that only seems negated: "why not".
    pub(super) why: WordList,
    /// First words of another clause.
    pub(super) clause_openers: WordList,
}

/// Pronouns and nouns for people.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeopleWords {
    pub(super) first_person: WordList,
    pub(super) second_person: WordList,
    pub(super) third_person: WordList,
    /// Nouns for adults.
    pub(super) adults: WordList,
    /// Nouns for children, which count only if the story has a minor.
    pub(super) children: WordList,
    /// Nouns that mean a minor in any story.
    pub(super) minors: WordList,
}

/// Words of all four languages together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SharedWords {
    /// Before a colon and a number, these say that it is an age.
    pub(super) age_labels: WordList,
    /// Nouns that describe a person by their relation to another.
    pub(super) relatives: WordList,
    /// Words between a relative and the other person: "daughter of Anna".
    pub(super) relation_links: WordList,
    /// Nouns for members of one family.
    pub(super) kin: WordList,
    /// A clause with one of these says nothing of families.
    pub(super) not_kin: WordList,
    /// Before a noun for a child, these mean that the child is somebody else's: "her daughter".
    pub(super) owners: WordList,
    /// After one of these a name is only beside the person whose age follows: "with Anna, 9".
    pub(super) companions: WordList,
    /// Words between an age and the name after it: "nine-year-old Anna".
    pub(super) about_ages: WordList,
    /// Capitalised words at the beginning of a sentence that are not names.
    pub(super) not_names: WordList,
    /// Words that follow a name at the beginning of a sentence.
    pub(super) after_names: WordList,
    /// Words before a name: "little Anna".
    pub(super) diminutives: WordList,
    /// With one of these a number is above every age.
    pub(super) hundreds: WordList,
}

/// The words of all languages together.
pub(super) static SHARED: LazyLock<SharedWords> =
    LazyLock::new(|| data_file::read("minors/lexicon/shared.toml", include_str!("lexicon/shared.toml")));

/// All languages.
pub(super) fn load() -> [Lexicon; COUNT] {
    FILES.map(|(code, text)| data_file::read(&format!("minors/lexicon/{code}.toml"), text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::pattern::unknown_classes;

    #[test]
    fn every_file_is_read_whole() {
        assert!(SHARED.not_names.iter().count() > 200);
        for (lexicon, (code, _)) in load().iter().zip(FILES) {
            let (ages, romance) = (&lexicon.ages, &lexicon.romance);
            for list in [
                &ages.below_18,
                &ages.minor,
                &ages.adult,
                &ages.no_age,
                &ages.i_am,
                &ages.you_are,
                &romance.always,
                &romance.unless_harmless,
                &romance.harmless,
                &romance.bed,
                &romance.declarations,
            ] {
                assert!(!list.is_empty(), "{code}");
                assert_eq!(
                    unknown_classes(list, &lexicon.classes),
                    Vec::<String>::new(),
                    "{code}"
                );
            }
            let people = &lexicon.people;
            for list in [
                &people.first_person,
                &people.second_person,
                &people.third_person,
                &people.adults,
                &people.children,
                &people.minors,
                &romance.family,
                &lexicon.negation.negators,
                &lexicon.negation.fillers,
            ] {
                assert!(list.iter().count() > 5, "{code}: {list:?}");
            }
        }
    }
}
