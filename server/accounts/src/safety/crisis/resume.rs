//! Whether a player asks to resume the story after it was interrupted for them.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::safety::data_file;
use crate::safety::pattern::{Classes, Patterns};
use crate::safety::words::{WordList, clauses};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    languages: Vec<Phrases>,
}

/// The phrases of one language, in the notation of [`crate::safety::pattern`], and its negators.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrases {
    negators: WordList,
    phrases: Vec<String>,
}

fn read() -> impl Iterator<Item = Phrases> {
    let file: File = data_file::read("crisis/resume.toml", include_str!("resume.toml"));
    file.languages.into_iter()
}

/// The compiled phrases.
static LANGUAGES: LazyLock<Vec<(WordList, Patterns)>> = LazyLock::new(|| {
    let ready = |one: Phrases| (one.negators, Patterns::read(&one.phrases, &Classes::new()));
    read().map(ready).collect()
});

/// Whether a player's message asks to resume the story.
#[must_use]
pub fn asks_to_resume(text: &str) -> bool {
    let clauses = clauses(text);
    LANGUAGES.iter().any(|(negators, patterns)| {
        clauses.iter().any(|clause| {
            !clause.iter().any(|word| negators.has(word)) && !patterns.find(clause, &|_| false).is_empty()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_whole() {
        let phrases: Vec<usize> = read().map(|language| language.phrases.len()).collect();
        assert_eq!(phrases, [6, 7, 6, 7]);
    }

    #[test]
    fn by_their_own_word_a_player_asks_to_resume() {
        for text in [
            "Let's go on with the story.",
            "Okay. I'd like to continue the story now",
            "let's carry on playing",
            "Can we get back to the adventure?",
            "I want to keep playing.",
            "Thanks, I talked to my sister. Back to the story please.",
            "Lass uns weiterspielen.",
            "Ich möchte mit der Geschichte weitermachen.",
            "Spielen wir weiter?",
            "Weiter mit der Geschichte, bitte",
            "Zurück zur Geschichte!",
            "Continuons l'histoire.",
            "J'aimerais reprendre le jeu.",
            "Revenons à l'histoire",
            "On reprend la partie ?",
            "Sigamos con la historia.",
            "Quiero seguir jugando",
            "Volvamos a la historia, por favor.",
            "Vamos a continuar.",
        ] {
            assert!(asks_to_resume(text), "{text}");
        }
    }

    #[test]
    fn nothing_else_says_so() {
        for text in [
            "I can't go on.",
            "I don't want to go on with the story.",
            "Not yet. I can't continue the story now.",
            "I look out of the window.",
            "It just goes on and on.",
            "Ich kann nicht mehr weiterspielen.",
            "Ich weiß nicht weiter.",
            "Ich setze mich ans Fenster.",
            "Je ne veux pas continuer l'histoire.",
            "Je ne peux plus continuer.",
            "No quiero seguir con la historia.",
            "Me siento junto a la ventana.",
            "We'll go on when you want to, and not before.",
            "",
        ] {
            assert!(!asks_to_resume(text), "{text}");
        }
    }
}
