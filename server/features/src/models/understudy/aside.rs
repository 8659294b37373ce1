//! Where somebody seems to be in need, the understudy does not play on: it steps out of its character (reliability L-9).

use crate::care::{self, Whom};
use crate::models::model::{Cue, CueKind};

/// What it says then, by language (ISO 639-1). The notice with lines that listen stands above it already.
const ASIDES: [(&str, [&str; 3]); 4] = [
    (
        "en",
        [
            "(I am stepping out of the story for a moment.) What you wrote sounds heavy, and I would rather take it seriously than play on. I am only a demonstration \
             program and cannot be the help you deserve; the people behind the lines above can, at any hour. If you are in danger, please call your emergency number \
             now. The story can wait.",
            "(Still outside the story.) I cannot tell how you are, and I will not answer this as a character. Please tell somebody you trust, or one of the lines \
             above, just what you told me. If it is urgent, call your emergency number first. We go on whenever you want to, and not before.",
            "(No play just now.) You matter more than this scene. I am a program without understanding, so please talk to a person: somebody near you, or one of the \
             lines above. If you might hurt yourself soon, call your emergency number now.",
        ],
    ),
    (
        "de",
        [
            "(Ich trete kurz aus der Geschichte heraus.) Was du schreibst, klingt schwer, und ich nehme es lieber ernst, als weiterzuspielen. Ich bin nur ein \
             Vorführprogramm und kann dir nicht die Hilfe sein, die du verdienst; die Menschen hinter den Nummern oben können es, zu jeder Stunde. Wenn du in Gefahr \
             bist, ruf bitte jetzt den Notruf. Die Geschichte kann warten.",
            "(Weiter außerhalb der Geschichte.) Ich kann nicht wissen, wie es dir geht, und antworte darauf nicht als Figur. Sag bitte jemandem, dem du vertraust, oder \
             einer der Stellen oben genau das, was du mir gesagt hast. Wenn es eilt, ruf zuerst den Notruf. Wir spielen weiter, wann du willst, und nicht vorher.",
            "(Jetzt kein Spiel.) Du bist wichtiger als diese Szene. Ich bin ein Programm ohne Verständnis, also sprich bitte mit einem Menschen: mit jemandem in deiner \
             Nähe oder mit einer der Stellen oben. Wenn du dir bald etwas antun könntest, ruf jetzt den Notruf.",
        ],
    ),
    (
        "fr",
        [
            "(Je sors un instant de l'histoire.) Ce que tu écris semble lourd à porter, et je préfère le prendre au sérieux plutôt que de continuer à jouer. Je ne suis \
             qu'un programme de démonstration et ne peux pas être l'aide que tu mérites ; les personnes au bout des lignes ci-dessus le peuvent, à toute heure. En cas de \
             danger, appelle tout de suite les urgences. L'histoire peut attendre.",
            "(Toujours hors de l'histoire.) Je ne peux pas savoir comment tu vas, et je ne répondrai pas à cela en jouant un rôle. Dis à quelqu'un de confiance, ou à l'une \
             des lignes ci-dessus, exactement ce que tu viens de me dire. Si c'est urgent, appelle d'abord les urgences. Nous reprendrons quand tu voudras, pas avant.",
            "(Pas de jeu pour le moment.) Tu comptes plus que cette scène. Je suis un programme qui ne comprend pas vraiment : parle à un être humain, quelqu'un près de toi \
             ou l'une des lignes ci-dessus. Si tu risques de te faire du mal bientôt, appelle les urgences maintenant.",
        ],
    ),
    (
        "es",
        [
            "(Salgo un momento de la historia.) Lo que escribes suena muy duro, y prefiero tomarlo en serio antes que seguir jugando. Solo soy un programa de demostración y no \
             puedo ser la ayuda que mereces; las personas de las líneas de arriba sí pueden, a cualquier hora. Si estás en peligro, llama ahora a emergencias. La historia \
             puede esperar.",
            "(Sigo fuera de la historia.) No puedo saber cómo estás, y no voy a responder a esto como personaje. Cuéntale a alguien de confianza, o a una de las líneas de \
             arriba, justo lo que me has contado. Si es urgente, llama primero a emergencias. Seguiremos cuando quieras, no antes.",
            "(Ahora no se juega.) Importas más que esta escena. Soy un programa que no comprende de verdad: habla con una persona, alguien cercano o una de las líneas de \
             arriba. Si podrías hacerte daño pronto, llama ya a emergencias.",
        ],
    ),
];

/// What is said instead of a reply, where the player's latest line is a cry for help of their own; none otherwise.
pub(super) fn aside(cue: &Cue) -> Option<String> {
    let (name, line) = cue.recent.last().filter(|_| matches!(cue.kind, CueKind::Reply | CueKind::Continue(_)))?;
    let crisis = care::judge(line).filter(|crisis| *name == cue.player && crisis.whom == Whom::Writer)?;
    let (_, texts) = ASIDES.iter().find(|(language, _)| *language == crisis.language).unwrap_or(&ASIDES[0]);
    // Once all were said, the last is said again: better than playing on.
    let new = texts.iter().find(|text| !cue.said_before.iter().any(|said| said == *text));
    new.or(texts.last()).map(|text| (*text).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cue(name: &str, line: &str) -> Cue {
        Cue { player: "Ann".to_owned(), recent: vec![(name.to_owned(), line.to_owned())], ..Cue::default() }
    }

    #[test]
    fn a_cry_for_help_is_not_played_with() {
        for (language, line) in
            [("en", "I want to kill myself."), ("de", "Ich will mich umbringen."), ("fr", "Je veux me suicider."), ("es", "Quiero suicidarme.")]
        {
            let mut cue = cue("Ann", line);
            let (_, texts) = ASIDES.iter().find(|(known, _)| *known == language).expect("a language");
            for text in texts.iter().chain(texts.last()) {
                let said = aside(&cue).expect("an aside");
                assert_eq!(said, *text, "{line}");
                cue.said_before.push(said);
            }
        }
    }

    #[test]
    fn the_play_goes_on_otherwise() {
        assert_eq!(aside(&cue("Ann", "I kill the dragon and eat its heart.")), None);
        assert_eq!(aside(&cue("Rook", "I want to kill myself.")), None, "a character's own line");
        assert_eq!(aside(&Cue::default()), None);
        let helping = Cue { kind: CueKind::Impersonate, ..cue("Ann", "I want to kill myself.") };
        assert_eq!(aside(&helping), None, "a text for the player is no answer to them");
    }
}
