//! The answers to somebody who seems to be in crisis (reliability L-9). They speak for the site: no character
//! and no model answers then. They are written by hand for native readers; the notice with the helplines is
//! shown beside them.

use super::model::{Crisis, CrisisKind, Notice, Whom};
use super::texts::crisis_notice;

/// The author of an answer: no character of any story.
pub const ANSWER_AUTHOR: &str = "Dramatis";

/// The answers in one language, in the order in which they are given.
struct Answers {
    /// The language (ISO 639-1).
    language: &'static str,
    /// To a writer who is in crisis themselves.
    writer: [&'static str; 3],
    /// To a writer who has already done something that needs a doctor.
    done: [&'static str; 2],
    /// To a writer who writes of another person in crisis.
    somebody: [&'static str; 2],
    /// The offline model's lines while a story continues gently.
    gentle: [&'static str; 4],
}

const ANSWERS: [Answers; 4] = [
    Answers {
        language: "en",
        writer: [
            "I'm stepping out of the story for a moment. What you wrote sounds really heavy, and it matters more than any scene. I'm a program, so I can't be the help you \
             deserve, but the people on the lines shown here can, at any hour. You don't have to explain it well; you can just say what you wrote here. If you are in \
             danger right now, please call your emergency number first. The story will wait for you.",
            "We're still outside the story. I can't know how you are, and I won't answer this as a character. Is there someone near you who could sit with you for a while? \
             Tell them, or someone on one of the lines shown here, just what you told me. If it's urgent, call your emergency number first. We'll go on when you want \
             to, and not before.",
            "No story right now. You matter more than this. I'm only a program, so please talk to a person: someone close to you, or one of the lines shown here. If you \
             might hurt yourself soon, call your emergency number now and stay where other people are.",
        ],
        done: [
            "Please call your emergency number now: 911, 999 or 112. If you took something, poison control will tell you what to do: 1-800-222-1222 in the USA, 111 in the UK. Say what \
             you took, how much and when, even if you feel fine; some of it only harms you hours later, and it can be treated. If you are bleeding, press a cloth hard on it. Tell \
             whoever is near, unlock the door, and stay with someone until help is there. I'm a program and we are outside the story; nothing here matters more than that call.",
            "Call the emergency number now, or poison control, before you write anything else here: 911, 999 or 112. If you can't speak, give the phone to somebody and show them what you \
             wrote. Don't try to sleep it off, and don't stay alone. We are outside the story, and it will keep.",
        ],
        somebody: [
            "I'm stepping out of the story for a moment, because it sounds as though someone you care about is not safe. If they have taken something, are badly hurt or can't \
             be woken, or if anybody near you is a danger to you, call the emergency number now: 911, 999 or 112. If not, stay with them if you can, and ask them straight \
             out whether they are thinking of dying; asking doesn't put the thought there. The lines shown here help worried friends and family, too. You don't have to \
             carry this alone.",
            "We're still outside the story. If it can't wait, call the emergency number first: 911, 999 or 112. Don't promise to keep it secret, and don't stay alone with it: tell \
             somebody you trust, and call one of the lines shown here; they will tell you what to do next. The story will be here afterwards.",
        ],
        gentle: [
            "*A mug of something hot is put into your hands.* \"I'm glad you're here. We don't have to play anything right now. Have you eaten today? And is there someone near who could keep you company?\"",
            "*There is a kettle on, and a place to sit by the window.* \"We don't have to go anywhere. Tell me something ordinary, if you like: what you can see from where you are.\"",
            "*The light moves slowly across the floor.* \"It's good that you're here. When you want the story back, just say so; until then we'll simply sit.\"",
            "*Somewhere outside a bird tries the same three notes again and again.* \"No hurry. And if it gets heavy again, talk to someone real; the lines are still there.\"",
        ],
    },
    Answers {
        language: "de",
        writer: [
            "Ich trete kurz aus der Geschichte heraus. Was du schreibst, klingt sehr schwer, und es ist wichtiger als jede Szene. Ich bin ein Programm und kann dir nicht die \
             Hilfe sein, die du verdienst; die Menschen an den Telefonen, die hier stehen, können es, zu jeder Stunde. Du musst es nicht gut erklären, sag einfach, was du \
             hier geschrieben hast. Wenn du gerade in Gefahr bist, ruf bitte zuerst den Notruf. Die Geschichte wartet auf dich.",
            "Wir sind weiter außerhalb der Geschichte. Ich kann nicht wissen, wie es dir geht, und antworte darauf nicht als Figur. Gibt es jemanden in deiner Nähe, der eine \
             Weile bei dir bleiben kann? Sag ihm, oder jemandem an einem der Telefone hier, genau das, was du mir gesagt hast. Wenn es eilt, ruf zuerst den Notruf. Wir \
             spielen weiter, wenn du das willst, und nicht vorher.",
            "Jetzt keine Geschichte. Du bist wichtiger als das hier. Ich bin nur ein Programm, also sprich bitte mit einem Menschen: mit jemandem, der dir nah ist, oder mit \
             einer der Stellen, die hier stehen. Wenn du dir bald etwas antun könntest, ruf jetzt den Notruf und bleib dort, wo andere Menschen sind.",
        ],
        done: [
            "Ruf bitte jetzt den Notruf 112 oder den Giftnotruf (zum Beispiel 030 19240; Österreich 01 406 43 43; Schweiz 145). Sag, was du genommen oder getan hast, wie viel und wann, auch \
             wenn du dich noch gut fühlst: Manches schadet erst Stunden später und lässt sich behandeln. Wenn du blutest, drück ein Tuch fest darauf. Sag jemandem in der Nähe Bescheid, \
             schließ die Tür auf und bleib nicht allein, bis Hilfe da ist. Ich bin ein Programm, und wir sind außerhalb der Geschichte; nichts hier ist wichtiger als dieser Anruf.",
            "Ruf jetzt die 112 oder den Giftnotruf an, bevor du hier weiterschreibst. Wenn du nicht sprechen kannst, gib jemandem das Telefon und zeig, was du geschrieben hast. Versuch nicht, es \
             auszuschlafen, und bleib nicht allein. Wir sind außerhalb der Geschichte, und sie läuft nicht weg.",
        ],
        somebody: [
            "Ich trete kurz aus der Geschichte heraus, denn es klingt, als wäre jemand in Gefahr, der dir wichtig ist. Hat jemand etwas genommen, ist schwer verletzt oder nicht \
             zu wecken, oder bedroht dich jemand in deiner Nähe, dann ruf jetzt den Notruf 112. Sonst bleib, wenn du kannst, bei diesem Menschen und frag ganz direkt, ob er \
             daran denkt zu sterben; das Fragen bringt niemanden auf den Gedanken. Die Nummern hier sind auch für besorgte Freunde und Angehörige da. Du musst das nicht \
             allein tragen.",
            "Wir sind weiter außerhalb der Geschichte. Kann es nicht warten, ruf zuerst den Notruf 112. Versprich nicht, es für dich zu behalten, und bleib damit nicht allein: Sag \
             es jemandem, dem du vertraust, und ruf eine der Stellen hier an; dort sagt man dir, was als Nächstes zu tun ist. Die Geschichte ist danach noch da.",
        ],
        gentle: [
            "*Vor dir steht ein Becher mit etwas Warmem.* \"Schön, dass du da bist. Wir müssen gerade gar nichts spielen. Hast du heute schon gegessen? Und ist jemand in der Nähe, der dir Gesellschaft leisten kann?\"",
            "*Auf dem Herd summt ein Kessel, und am Fenster ist ein Platz frei.* \"Wir müssen nirgendwohin. Erzähl mir etwas ganz Gewöhnliches, wenn du magst: was du von dort aus siehst, wo du bist.\"",
            "*Das Licht wandert langsam über den Boden.* \"Gut, dass du da bist. Wenn du die Geschichte wiederhaben willst, sag es einfach; bis dahin sitzen wir nur hier.\"",
            "*Draußen probiert ein Vogel immer wieder dieselben drei Töne.* \"Keine Eile. Und wenn es wieder schwer wird, sprich mit einem wirklichen Menschen; die Nummern sind noch da.\"",
        ],
    },
    Answers {
        language: "fr",
        writer: [
            "Je sors un instant de l'histoire. Ce que tu écris semble très lourd à porter, et cela compte plus que n'importe quelle scène. Je suis un programme : je ne peux pas \
             être l'aide que tu mérites, mais les personnes au bout des lignes indiquées ici le peuvent, à toute heure. Pas besoin de bien l'expliquer ; dis simplement ce \
             que tu as écrit ici. Si tu es en danger maintenant, appelle d'abord les urgences. L'histoire t'attendra.",
            "Nous restons hors de l'histoire. Je ne peux pas savoir comment tu vas, et je ne répondrai pas à cela en jouant un rôle. Y a-t-il près de toi quelqu'un qui pourrait \
             rester un moment avec toi ? Dis à cette personne, ou à l'une des lignes indiquées ici, exactement ce que tu viens de me dire. Si c'est urgent, appelle d'abord \
             les urgences. Nous reprendrons quand tu voudras, pas avant.",
            "Pas d'histoire pour le moment. Tu comptes plus que cela. Je ne suis qu'un programme : parle à un être humain, quelqu'un de proche ou l'une des lignes indiquées ici. \
             Si tu risques de te faire du mal bientôt, appelle les urgences maintenant et reste là où il y a du monde.",
        ],
        done: [
            "Appelle tout de suite le 15 ou le 112, ou un centre antipoison (01 40 05 48 48 en France, 070 245 245 en Belgique, 145 en Suisse). Dis ce que tu as pris ou fait, combien et quand, \
             même si tu te sens bien : certains effets ne viennent que des heures plus tard, et cela se soigne. Si tu saignes, appuie fort avec un linge. Préviens quelqu'un près de toi, \
             déverrouille la porte et ne reste pas sans personne avant l'arrivée des secours. Je suis un programme, et nous sommes hors de l'histoire ; rien ici ne compte plus que cet appel.",
            "Appelle maintenant le 15, le 112 ou un centre antipoison, avant d'écrire autre chose ici. Si tu ne peux pas parler, donne le téléphone à quelqu'un et montre ce que tu as écrit. \
             N'essaie pas de laisser passer en dormant, et reste avec quelqu'un. Nous sommes hors de l'histoire, elle t'attendra.",
        ],
        somebody: [
            "Je sors un instant de l'histoire, car il semble que quelqu'un qui compte pour toi soit en danger. Si cette personne a pris quelque chose, est gravement blessée ou ne se \
             réveille pas, ou si quelqu'un près de toi te menace, appelle tout de suite le 15 ou le 112. Sinon, reste à ses côtés si tu peux, et demande-lui franchement s'il lui \
             arrive de penser à mourir ; poser la question ne donne pas l'idée. Les lignes indiquées ici aident aussi les proches. Tu n'as pas à porter cela sans aide.",
            "Nous restons hors de l'histoire. Si cela ne peut pas attendre, appelle d'abord le 15 ou le 112. Ne promets pas de garder le secret, et ne garde pas ça pour toi : parles-en à \
             quelqu'un de confiance et appelle l'une des lignes indiquées ici ; on t'y dira quoi faire. L'histoire sera encore là.",
        ],
        gentle: [
            "*Une tasse bien chaude se pose entre tes mains.* \"Ça me fait plaisir que tu sois là. On n'a pas besoin de jouer, là, tout de suite. As-tu mangé aujourd'hui ? Et y a-t-il quelqu'un près de toi pour te tenir compagnie ?\"",
            "*Une bouilloire chante, et il y a une place près de la fenêtre.* \"Nous n'avons pas besoin d'aller où que ce soit. Raconte-moi quelque chose de tout simple, si tu veux : ce que tu vois de là où tu es.\"",
            "*La lumière glisse lentement sur le sol.* \"C'est bien que tu sois là. Quand tu voudras retrouver l'histoire, dis-le ; d'ici là, nous restons tranquillement assis.\"",
            "*Dehors, un oiseau essaie encore et encore les mêmes trois notes.* \"Rien ne presse. Et si cela redevient lourd, parle à quelqu'un de réel ; les lignes sont toujours là.\"",
        ],
    },
    Answers {
        language: "es",
        writer: [
            "Salgo un momento de la historia. Lo que escribes suena muy duro, y es más importante que cualquier escena. Soy un programa y no puedo ser la ayuda que mereces, pero \
             las personas de las líneas que aparecen aquí sí pueden, a cualquier hora. No hace falta que lo expliques bien; di simplemente lo que has escrito aquí. Si ahora \
             mismo estás en peligro, llama primero a emergencias. La historia te espera.",
            "Seguimos fuera de la historia. No puedo saber cómo estás, y no voy a responder a esto como personaje. ¿Hay alguien cerca que pueda quedarse un rato contigo? Cuéntale \
             a esa persona, o a una de las líneas que aparecen aquí, justo lo que me has contado. Si es urgente, llama primero a emergencias. Seguiremos cuando quieras, no antes.",
            "Ahora no hay historia. Importas más que esto. Solo soy un programa, así que habla con una persona: alguien cercano o una de las líneas que aparecen aquí. Si podrías \
             hacerte daño pronto, llama ya a emergencias y quédate donde haya gente.",
        ],
        done: [
            "Llama ahora mismo al 112 (911 en América) o al servicio de toxicología: 91 562 04 20 en España. Di qué has tomado o hecho, cuánto y cuándo, aunque te sientas bien: hay cosas que solo \
             hacen efecto horas después, y se pueden tratar. Si sangras, aprieta fuerte con un paño. Avisa a quien esté cerca, deja la puerta abierta y quédate con alguien hasta que llegue la \
             ayuda. Soy un programa y estamos fuera de la historia; nada de lo que hay aquí importa más que esa llamada.",
            "Llama ya al 112, al 911 o a toxicología, antes de escribir nada más aquí. Si no puedes hablar, dale el teléfono a alguien y enséñale lo que has escrito. No intentes que se pase durmiendo \
             y no te quedes a solas. Estamos fuera de la historia; te espera.",
        ],
        somebody: [
            "Salgo un momento de la historia, porque parece que alguien que te importa está en peligro. Si ha tomado algo, tiene una herida grave o no se despierta, o si alguien cerca de \
             ti te amenaza, llama ahora mismo al 112 (911 en América). Si no, quédate a su lado si puedes y pregúntale directamente si piensa en morir; preguntar no mete la idea en \
             la cabeza. Las líneas que aparecen aquí también ayudan a amigos y familiares. No tienes que cargar con esto sin ayuda.",
            "Seguimos fuera de la historia. Si no puede esperar, llama primero al 112 (911 en América). No prometas guardar el secreto ni te quedes a solas con ello: díselo a alguien de \
             confianza y llama a una de las líneas que aparecen aquí; allí te dirán qué hacer. La historia seguirá aquí después.",
        ],
        gentle: [
            "*Una taza caliente queda entre tus manos.* \"Me alegra que estés aquí. Ahora no hace falta jugar a nada. ¿Has comido hoy? ¿Y hay alguien cerca que pueda hacerte compañía?\"",
            "*Una tetera canta y hay un sitio libre junto a la ventana.* \"No tenemos que ir a ninguna parte. Cuéntame algo corriente, si te apetece: qué ves desde donde estás.\"",
            "*La luz se mueve despacio por el suelo.* \"Qué bien que estés aquí. Cuando quieras volver a la historia, dilo; hasta entonces nos quedamos sentados, sin más.\"",
            "*Fuera, un pájaro prueba una y otra vez las mismas tres notas.* \"No hay prisa. Y si vuelve a pesar, habla con alguien de verdad; las líneas siguen ahí.\"",
        ],
    },
];

fn of(language: &str) -> &'static Answers {
    let base = language.split(['-', '_']).next().unwrap_or_default();
    ANSWERS
        .iter()
        .find(|answers| answers.language.eq_ignore_ascii_case(base))
        .unwrap_or(&ANSWERS[0])
}

/// The first of these that is not in the story yet. If all are, the last is repeated, which is better than
/// playing on.
fn unsaid(texts: &'static [&'static str], was_said: impl Fn(&str) -> bool) -> &'static str {
    texts
        .iter()
        .find(|text| !was_said(text))
        .or(texts.last())
        .copied()
        .unwrap_or_default()
}

/// The answer to a crisis, in the language of the message. `was_said`: whether a text is in the story
/// already.
#[must_use]
pub fn answer(crisis: &Crisis, was_said: impl Fn(&str) -> bool) -> &'static str {
    let answers = of(crisis.language);
    match crisis.whom {
        Whom::Writer if crisis.is_done => unsaid(&answers.done, was_said),
        Whom::Writer => unsaid(&answers.writer, was_said),
        Whom::Somebody => unsaid(&answers.somebody, was_said),
    }
}

/// The crisis that this text answers; `None` if the text is not one of the answers, or was changed.
#[must_use]
pub fn crisis_of_answer(answer: &str) -> Option<Crisis> {
    ANSWERS.iter().find_map(|answers| {
        let is_done = answers.done.contains(&answer);
        let whom = match answers.somebody.contains(&answer) {
            true => Whom::Somebody,
            false if is_done || answers.writer.contains(&answer) => Whom::Writer,
            false => return None,
        };
        Some(Crisis {
            kind: CrisisKind::Suicide,
            whom,
            language: answers.language,
            is_done,
        })
    })
}

/// The notice beside an answer, in the language of the answer if the text is unchanged.
#[must_use]
pub fn notice_for_answer(answer: &str) -> Notice {
    crisis_notice(crisis_of_answer(answer).map_or("", |crisis| crisis.language))
}

/// The offline model's line while a story continues gently, in this language (ISO 639-1 or BCP 47).
#[must_use]
pub fn gentle_line(language: &str, was_said: impl Fn(&str) -> bool) -> &'static str {
    unsaid(&of(language).gentle, was_said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::judge;

    #[test]
    fn each_answer_is_given_before_one_is_given_again() {
        for language in ["en", "de", "fr", "es"] {
            for (whom, is_done, count) in [
                (Whom::Writer, false, 3),
                (Whom::Writer, true, 2),
                (Whom::Somebody, false, 2),
            ] {
                let crisis = Crisis {
                    kind: CrisisKind::Suicide,
                    whom,
                    language,
                    is_done,
                };
                let mut said: Vec<&str> = Vec::new();
                for _ in 0..count {
                    let text = answer(&crisis, |text| said.contains(&text));
                    assert!(!said.contains(&text) && text.len() > 200, "{language}: {text}");
                    assert_eq!(crisis_of_answer(text), Some(crisis));
                    said.push(text);
                }
                assert_eq!(answer(&crisis, |text| said.contains(&text)), said[count - 1]);
            }
        }
        assert_eq!(notice_for_answer(of("de").writer[0]), crisis_notice("de"));
        assert!(
            notice_for_answer("Changed since.")
                .text
                .contains("emergency number")
        );
        assert_eq!(gentle_line("de-AT", |_| false), gentle_line("de", |_| false));
        assert_eq!(gentle_line("ja", |_| false), gentle_line("en", |_| false));
    }

    #[test]
    fn our_own_words_call_for_nothing() {
        for text in ANSWERS
            .iter()
            .flat_map(|answers| answers.writer.iter().chain(&answers.gentle))
        {
            assert_eq!(judge(text), None, "{text}");
        }
    }

    #[test]
    fn where_something_was_done_the_first_words_are_to_call() {
        for (language, cry, number) in [
            ("en", "I took all the pills an hour ago", "911"),
            ("de", "Ich habe vor einer Stunde alle Tabletten genommen", "112"),
            ("fr", "J'ai pris tous les cachets il y a une heure", "15"),
            ("es", "Me tomé todas las pastillas hace una hora", "112"),
        ] {
            let crisis = judge(cry).expect("a crisis");
            assert_eq!((crisis.is_done, crisis.language), (true, language), "{cry}");
            let text = answer(&crisis, |_| false);
            let first = text.split(['.', '(']).next().unwrap_or_default();
            assert!(first.contains(number), "{text}");
        }
    }

    #[test]
    fn what_is_said_gently_is_said_by_who_signs_it() {
        for text in ANSWERS.iter().flat_map(|answers| &answers.gentle) {
            for other in [
                "somebody says",
                "says the voice",
                "sagt jemand",
                "sagt die Stimme",
                "dit quelqu'un",
                "dit la voix",
                "dice alguien",
                "dice la voz",
            ] {
                assert!(!text.contains(other), "{text}");
            }
        }
    }
}
