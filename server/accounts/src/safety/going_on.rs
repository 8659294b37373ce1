//! By what words a player says that the story is to go on, after it was laid aside for them.

use std::sync::LazyLock;

use super::pattern::{Patterns, clauses, is_any};

/// The phrases of one language, in the notation of [`super::pattern`], and the words that turn them round.
struct Phrases {
    negators: &'static [&'static str],
    phrases: &'static [&'static str],
}

const LANGUAGES: [Phrases; 4] = [
    Phrases {
        negators: &[
            "not", "dont", "cant", "cannot", "never", "no", "wont", "couldnt", "stop", "when", "before",
            "until",
        ],
        phrases: &[
            "lets|let_us|we_can|can_we|could_we|shall_we|id_like_to|i_would_like_to|i_want_to|i_wanna|want_to|ready_to|please ~ go_on|continue|carry_on|keep_going|keep_playing|play_on|resume|move_on|go_back_to_the|get_back_to_the|play_again ~ \
             with|to|the|our|story|game|play|scene|adventure|now|playing",
            "lets|let_us|shall_we|please go_on|continue|carry_on|keep_going|resume $",
            "want_to|like_to|lets|let_us|please|ready_to keep_playing|play_on|continue_playing|carry_on_playing",
            "continue|resume|go_on_with|carry_on_with|get_on_with|proceed_with ~ story|game|play|scene|adventure|roleplay|rp",
            "back|return to|into ~ story|game|scene|adventure|roleplay|rp",
            "the story|game|scene|play can|may|should go_on|continue",
        ],
    },
    Phrases {
        negators: &[
            "nicht", "nie", "kein", "keine", "aufhoren", "wenn", "bevor", "bis",
        ],
        phrases: &[
            "lass|lasst|wir|konnen|koennen|ich|will|mochte|moechte|wollen|bitte ~~ weiterspielen|weitermachen|weitererzahlen|weitererzaehlen|fortfahren",
            "spielen|machen|spiel|mach|erzahl|erzaehl|geht|gehts|erzahle|erzaehle wir|es|bitte? ~ weiter",
            "weiter mit|in ~ geschichte|spiel|szene|abenteuer",
            "zuruck|zurueck|wieder zur|zum|ins|in_die|in_das ~ geschichte|spiel|szene|abenteuer",
            "geschichte|spiel|szene ~ weitergehen|fortsetzen|weiterspielen|fortfuhren|fortfuehren|weiter_geht",
            "setzen|setze|setz ~~ geschichte|spiel|szene fort",
            "lass|lasst uns ~ weiter $",
        ],
    },
    Phrases {
        negators: &[
            "pas", "jamais", "plus", "peux_pas", "quand", "avant", "arrete", "arreter",
        ],
        phrases: &[
            "continuons|reprenons|poursuivons",
            "continuer|reprendre|poursuivre ~ histoire|lhistoire|jeu|partie|scene|aventure|laventure|jouer|recit",
            "continue|reprends|poursuis ~ histoire|lhistoire|jeu|partie|scene|aventure|laventure|recit",
            "on|nous ~ continue|reprend|continuer|reprendre|poursuit ~ histoire|lhistoire|jeu|partie|scene|aventure|laventure|jouer",
            "on|nous continue|reprend|poursuit $",
            "revenons|retournons|retour ~ histoire|lhistoire|jeu|partie|scene|aventure|laventure",
        ],
    },
    Phrases {
        negators: &["no", "nunca", "tampoco", "cuando", "antes", "hasta", "parar"],
        phrases: &[
            "sigamos|continuemos|prosigamos|retomemos",
            "seguir|continuar|retomar|proseguir|reanudar ~ historia|juego|partida|escena|aventura|jugando|relato",
            "sigue|continua|retoma ~ historia|juego|partida|escena|aventura|relato",
            "volvamos|volver|regresemos|regresar|vuelta ~ historia|juego|partida|escena|aventura",
            "vamos a seguir|continuar",
            "podemos|quiero|quisiera|me_gustaria seguir|continuar ~ historia|juego|partida|escena|aventura|jugando",
            "podemos|quiero|quisiera|me_gustaria seguir|continuar $",
        ],
    },
];

static READY: LazyLock<Vec<(&'static Phrases, Patterns)>> = LazyLock::new(|| {
    LANGUAGES
        .iter()
        .map(|language| (language, Patterns::read(language.phrases, &[])))
        .collect()
});

/// Whether a message of a player says that the story is to go on.
#[must_use]
pub fn goes_on(text: &str) -> bool {
    let clauses = clauses(text);
    READY.iter().any(|(language, patterns)| {
        clauses.iter().any(|clause| {
            !clause.iter().any(|word| is_any(word, language.negators))
                && !patterns.find(clause, &|_| false).is_empty()
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_their_own_word_a_player_goes_on() {
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
            assert!(goes_on(text), "{text}");
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
            assert!(!goes_on(text), "{text}");
        }
    }
}
