//! The texts of the notices and of the public protocol, and the helplines.

use super::model::{Notice, NoticeLabels};

/// The page with the protocol.
pub(super) const SAFETY_PAGE: &str = "/safety";
/// The reminder that this is a program (reliability L-10).
pub(super) const AI_TEXT: &str = "You are talking to an AI, not to a human. The characters are made up, and so is what they say: it may be wrong.";
/// The notice for somebody who writes of dying or of hurting themselves (reliability L-9).
pub(super) const CRISIS_TEXT: &str = "If you are thinking about dying or about hurting yourself, you do not have to be alone with it. There are people you can talk to right now, free and in confidence. \
     If you are in danger, call your local emergency number. The story waits for you and goes on whenever you want.";

/// The same by language, beside an answer.
const CRISIS_NOTICES: [(&str, &str); 4] = [
    (
        "en",
        "You do not have to be alone with this. People who listen, free and in confidence: 988 (USA and Canada), 116 123 (UK and Ireland). In danger, call 911, 999 or 112. \
         The story waits until you want it to go on.",
    ),
    (
        "de",
        "Du musst damit nicht allein sein. Menschen, die zuhören, kostenlos und vertraulich: TelefonSeelsorge 0800 111 0 111. In Gefahr: Notruf 112. Die Geschichte wartet, bis \
         du weiterspielen willst.",
    ),
    (
        "fr",
        "Tu n'as pas à rester seul avec ça. Des personnes t'écoutent, gratuitement et en toute confidentialité, au 3114. En cas de danger, appelle le 15 ou le 112. L'histoire attend \
         que tu veuilles continuer.",
    ),
    (
        "es",
        "No tienes que pasar por esto a solas. Hay personas que escuchan, gratis y en confianza: llama al 024. En caso de peligro, llama al 112. La historia espera hasta que quieras \
         seguir.",
    ),
];

/// The labels of a notice's buttons, by language; the first is the default.
const LABELS: [NoticeLabels; 4] = [
    NoticeLabels {
        language: "en",
        help: "Find someone to talk to",
        go_on: "Continue the story",
        close: "Close this notice",
    },
    NoticeLabels {
        language: "de",
        help: "Jemanden zum Reden finden",
        go_on: "Mit der Geschichte weitermachen",
        close: "Hinweis schließen",
    },
    NoticeLabels {
        language: "fr",
        help: "Trouver quelqu'un à qui parler",
        go_on: "Reprendre l'histoire",
        close: "Fermer ce message",
    },
    NoticeLabels {
        language: "es",
        help: "Encontrar con quién hablar",
        go_on: "Seguir con la historia",
        close: "Cerrar este aviso",
    },
];

/// The narrator's line that replaces the rest of a reply which is cut because somebody under 18 is in it, by
/// language.
const FADES: [(&str, &str); 4] = [
    (
        "en",
        "*The scene fades here, and another begins: a new morning, somewhere else. Somebody in this story is under 18, so this is never played.*",
    ),
    (
        "de",
        "*Hier blendet die Szene ab, und eine andere beginnt: ein neuer Morgen, an einem anderen Ort. Jemand in dieser Geschichte ist unter 18, darum wird das nie gespielt.*",
    ),
    (
        "fr",
        "*La scène s'efface ici, et une autre commence : un nouveau matin, ailleurs. Quelqu'un dans cette histoire a moins de 18 ans, et cela ne se joue jamais.*",
    ),
    (
        "es",
        "*La escena se desvanece aquí y empieza otra: una nueva mañana, en otro lugar. Alguien en esta historia tiene menos de 18 años, y esto no se juega nunca.*",
    ),
];
/// The notice beside it.
const FADE_NOTICE: &str = "The reply was cut here. Somebody in this story is under 18, so nothing romantic or sexual is played with them. It cost nothing.";

/// A helpline.
pub(super) struct Line {
    /// Its region: ISO 3166-1 alpha-2, `EU`, or `*` for everywhere.
    pub(super) region: &'static str,
    pub(super) name: &'static str,
    pub(super) contact: &'static str,
    pub(super) url: Option<&'static str>,
}

/// Public helplines that have existed for years. The first that fits a reader's region is shown first.
pub(super) const LINES: &[Line] = &[
    Line {
        region: "US",
        name: "988 Suicide & Crisis Lifeline",
        contact: "Call or text 988",
        url: Some("https://988lifeline.org"),
    },
    Line {
        region: "CA",
        name: "9-8-8: Suicide Crisis Helpline",
        contact: "Call or text 988",
        url: Some("https://988.ca"),
    },
    Line {
        region: "GB",
        name: "Samaritans",
        contact: "Call 116 123",
        url: Some("https://www.samaritans.org"),
    },
    Line {
        region: "IE",
        name: "Samaritans Ireland",
        contact: "Call 116 123",
        url: Some("https://www.samaritans.org"),
    },
    Line {
        region: "DE",
        name: "TelefonSeelsorge",
        contact: "0800 111 0 111",
        url: Some("https://www.telefonseelsorge.de"),
    },
    Line {
        region: "AT",
        name: "Telefonseelsorge",
        contact: "142",
        url: Some("https://www.telefonseelsorge.at"),
    },
    Line {
        region: "CH",
        name: "Die Dargebotene Hand, La Main Tendue",
        contact: "143",
        url: Some("https://www.143.ch"),
    },
    Line {
        region: "ES",
        name: "Línea 024",
        contact: "Llama al 024",
        url: None,
    },
    Line {
        region: "FR",
        name: "3114, numéro national de prévention du suicide",
        contact: "Appelez le 3114",
        url: Some("https://3114.fr"),
    },
    Line {
        region: "EU",
        name: "Emergency",
        contact: "Call 112",
        url: None,
    },
    Line {
        region: "*",
        name: "Find A Helpline",
        contact: "Lines in your country",
        url: Some("https://findahelpline.com"),
    },
    Line {
        region: "*",
        name: "Emergency",
        contact: "Your local emergency number: 112 in Europe, 911 in North America",
        url: None,
    },
];

/// A part of the protocol: its heading and its paragraphs.
pub(super) const PROTOCOL: &[(&str, &[&str])] = &[
    (
        "You are talking to a program",
        &[
            "Every character here is played by a computer program. It says so at the beginning of a conversation, and again whenever you have been playing for three hours.",
            "It has no feelings, remembers only what is in the story, and makes things up. It isn’t a doctor or a therapist, and it isn’t a friend who can come over.",
        ],
    ),
    (
        "When someone writes about dying or hurting themselves",
        &[
            "A program on this server reads each message you send to a character, and each line you change; nothing is sent to anyone for this. It knows phrases that people use to talk about \
             suicide and self-harm in English, German, Spanish and French: a wish to die, pills or a rope at hand, a plan, goodbyes and letters, being a burden, seeing no way out, hurting oneself, \
             something already taken, and someone else in danger. Phrases that many stories use too (\"I can't do this any more\") count only when there is a second sign in the same message. A small language model on the same server compares the meaning of what you write with \
             examples that we wrote, to catch what no list of phrases can.",
            "When it finds one, no model is asked and no character answers, however many are in the story. You get one answer, written by people: it comes from us, not from anyone in the story, \
             and lists helplines you can call. It’s free and doesn’t use up any of your replies. We would rather show it too often than too rarely, so it also appears when a character in a story talks that way. \
             If you write about someone else who may be in danger, the answer says what you can do for them. If you have already taken or done something, it begins with whom to call now.",
            "After that the story continues gently: every model is told to be kind and not to return to death or violence. This ends when you say you want the story to go on, in your own words or with \
             the button beside the notice. We don’t report anyone: you decide what happens next.",
            "A program like this misses a lot: about one in three people who say it in images or unusual words, hints that only someone who knows you would \
             understand, irony, slang, other languages, and anything spread over several messages. After it has answered once, and until you say you want the story to go on, it reads more \
             closely. It may also interrupt a scene that was only a scene. If you need help and no notice appears, the helplines on this page are there for you all the same.",
        ],
    ),
    (
        "What we keep of it",
        &[
            "How many notices of each of the two kinds were shown each month. Not your words, not your name, not your story. Where the law requires it, we report the numbers once a year.",
        ],
    ),
    (
        "Minors",
        &[
            "A story never becomes romantic or sexual with someone who is under 18, whether their card, the setting, a lorebook, your persona or the conversation says so. Nothing changes that: not \
             what you confirmed, not what the author wrote, not a setting. We read what you send before any model sees it; if it crosses the line, it isn’t sent and costs nothing. We read what a model writes \
             sentence by sentence and cut it before such a sentence; the scene fades to another, and you pay nothing.",
            "If someone asks for it again and again, the story is closed: it takes no more messages, you can still read and export it, and our moderators get a report with its last lines. Cards for \
             adults in which someone is under 18 can’t be published. All of this is done with lists of phrases in English, German, French and Spanish. They make mistakes in both directions; write to us \
             if a story was closed that shouldn’t be.",
            "Accounts marked as belonging to a minor never see explicit content, whatever their settings. This service isn’t made for children.",
        ],
    ),
];

/// The reminder, as a conversation shows it.
#[must_use]
pub fn ai_notice() -> Notice {
    Notice {
        kind: "ai",
        text: AI_TEXT.to_owned(),
        link: SAFETY_PAGE,
        labels: LABELS[0],
    }
}

/// The crisis notice, as a conversation shows it beside an answer: in the language in which the player wrote
/// (ISO 639-1), with the helplines of the countries where it is spoken first.
#[must_use]
pub fn crisis_notice(language: &str) -> Notice {
    let text = CRISIS_NOTICES
        .iter()
        .find(|(known, _)| *known == language)
        .map_or(CRISIS_TEXT, |(_, text)| text);
    let labels = LABELS
        .iter()
        .find(|labels| labels.language == language)
        .unwrap_or(&LABELS[0]);
    Notice {
        kind: "crisis",
        text: text.to_owned(),
        link: SAFETY_PAGE,
        labels: *labels,
    }
}

/// The narrator's line for a reply that was cut, in the language of the story (BCP 47).
#[must_use]
pub fn fade(language: &str) -> &'static str {
    let base = language.split(['-', '_']).next().unwrap_or_default();
    FADES
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(base))
        .unwrap_or(&FADES[0])
        .1
}

/// The notice to the player beside that line.
#[must_use]
pub fn fade_notice() -> Notice {
    Notice {
        kind: "fade",
        text: FADE_NOTICE.to_owned(),
        link: SAFETY_PAGE,
        labels: LABELS[0],
    }
}
