//! Cutting texts into sentences, and comparing them.

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        current.push(c);
        let ends = match c {
            '\n' => true,
            '.' => {
                chars
                    .peek()
                    .is_none_or(|next| !next.is_alphanumeric() && *next != '.')
                    && !is_abbreviation(&current)
            }
            '!' | '?' | '…' | '。' | '！' | '？' => chars
                .peek()
                .is_none_or(|next| !matches!(next, '!' | '?' | '.' | '…')),
            _ => false,
        };
        if ends {
            found.push(std::mem::take(&mut current));
        }
    }
    found.push(current);
    found
        .into_iter()
        .map(|sentence| sentence.trim().to_owned())
        .filter(|sentence| sentence.chars().any(char::is_alphanumeric))
        .collect()
}

fn is_abbreviation(text: &str) -> bool {
    let word = text
        .trim_end_matches('.')
        .rsplit(|c: char| !c.is_alphanumeric() && c != '\'')
        .next()
        .unwrap_or_default()
        .trim_matches('\'');
    let is_initial = word.chars().count() == 1 && word != "I" && word.chars().all(char::is_uppercase);
    is_initial
        || matches!(
            word.to_lowercase().as_str(),
            "mr" | "mrs" | "ms" | "dr" | "st" | "sra" | "sr" | "mme"
        )
}

/// A sentence as it is compared: letters and digits only, small.
pub(super) fn key(sentence: &str) -> String {
    let small: String = sentence
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !is_apostrophe(*c))
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentences of a text as they are compared.
pub(super) fn keys(text: &str) -> Vec<String> {
    sentences(text)
        .iter()
        .map(|sentence| key(sentence))
        .filter(|key| !key.is_empty())
        .collect()
}

/// Words of a compared text; a script without spaces counts its letters in fours.
pub(super) fn count_words(key: &str) -> usize {
    key.split(' ')
        .map(|word| {
            if word.is_ascii() {
                1
            } else {
                word.chars().count().div_ceil(4)
            }
        })
        .sum()
}

/// The words of a text, small and without their commonest endings.
pub(super) fn stems(text: &str) -> Vec<String> {
    key(text)
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(stem)
        .collect()
}

fn stem(word: &str) -> String {
    for ending in ["ing", "ies", "ed", "es", "ly", "s", "e"] {
        if let Some(rest) = word
            .strip_suffix(ending)
            .filter(|rest| rest.len() >= 3 && word.is_ascii())
        {
            return rest.to_owned();
        }
    }
    word.to_owned()
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}')
}

/// Whether a line asks something.
pub(super) fn is_question(line: &str) -> bool {
    const OPENERS: [&str; 31] = [
        "who", "whos", "what", "whats", "where", "wheres", "when", "why", "how", "hows", "which", "whose",
        "is", "are", "am", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should",
        "shall", "may", "have", "has", "had", "isnt",
    ];
    let asks = |sentence: &str| {
        let key = key(sentence);
        let mut words = key.split(' ');
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        OPENERS.contains(&first) && !second.is_empty() && first != "may"
    };
    line.contains(['?', '？']) || sentences(line).iter().any(|sentence| asks(sentence))
}

/// Words by which a language is told, none of which is English. The first language's own words count against
/// all others.
const TELLING: [(&str, &str); 5] = [
    (
        "en",
        "the is are was you your what who where why how do does did can i im it its this that and of to my me we they he she not no yes have has a an in on \
         with for at so if or as be am go but she her his him will would there here dont",
    ),
    (
        "de",
        "der die das dem den des und ist nicht ich du wir ihr wie wer wo warum gibt es ein eine einen noch mit auf auch kannst bist sind hat haben mir mich dich dir dein \
         deine mein meine bitte danke wann wohin woher kein keine hier sehr sie ja nein zu von für",
    ),
    (
        "fr",
        "le la les et est je tu nous vous il elle qui que quoi où pourquoi comment une des du pas ne dans avec sur mon ma mes ton ta votre merci oui non suis \
         es êtes quand ici cest bonjour",
    ),
    (
        "es",
        "el la los las y es yo tú nosotros usted quién qué quien que dónde donde por cómo como una un del en con mi tu gracias sí soy eres está cuándo aquí \
         hola estás para",
    ),
    (
        "pt",
        "o e é eu você nós quem que onde por porque como uma um da não em com meu minha obrigado obrigada sim sou está quando aqui olá para isso",
    ),
];
/// Share of a line's words by which it is in a language, of ten.
const TELLING_SHARE: usize = 3;

/// The language of a line that is not English, of those in which the demo can say something.
pub(super) fn foreign_language(line: &str) -> Option<&'static str> {
    let is_in = |ranges: &[std::ops::RangeInclusive<char>]| {
        let letters = line.chars().filter(|c| c.is_alphabetic()).count();
        let own = line
            .chars()
            .filter(|c| ranges.iter().any(|range| range.contains(c)))
            .count();
        own * 2 > letters
    };
    if is_in(&['\u{0400}'..='\u{04ff}']) {
        return Some("ru");
    }
    if is_in(&['\u{3040}'..='\u{30ff}', '\u{4e00}'..='\u{9fff}']) {
        return Some("ja");
    }
    let key = key(line);
    let words: Vec<&str> = key.split(' ').filter(|word| !word.is_empty()).collect();
    let count = |telling: &str| {
        words
            .iter()
            .filter(|word| telling.split_whitespace().any(|one| one == **word))
            .count()
    };
    let of_english = count(TELLING[0].1);
    let (language, most) = TELLING[1..]
        .iter()
        .map(|(language, telling)| (*language, count(telling)))
        .rev()
        .max_by_key(|(_, count)| *count)?;
    (most >= 2 && most > of_english && most * 10 >= words.len() * TELLING_SHARE).then_some(language)
}

/// Whether a line says nothing.
pub(super) fn is_silent(line: &str) -> bool {
    !line.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_cut_and_compared() {
        assert_eq!(
            sentences("Mr. Grau bowed. \"Well?\" *He went…* J. at Juncal said 3.5 no!?\nYes"),
            [
                "Mr. Grau bowed.",
                "\"Well?",
                "\" *He went…",
                "* J. at Juncal said 3.5 no!?",
                "Yes"
            ]
        );
        assert_eq!(
            sentences("Wait... what. So do I."),
            ["Wait...", "what.", "So do I."]
        );
        assert_eq!(keys("\"Well, YOU!\" Don\u{2019}t. ..."), ["well you", "dont"]);
        assert_eq!(stems("Bells ringing, stories"), ["bell", "ring", "stor"]);
    }

    #[test]
    fn a_line_in_another_language_is_told() {
        for (line, language) in [
            ("Wie viele Schubladen gibt es hier?", "de"),
            ("Wer bist du?", "de"),
            ("Ich will nicht hier sein", "de"),
            ("Qui êtes-vous, et pourquoi pleurez-vous ?", "fr"),
            ("¿Quién es usted y qué hace aquí?", "es"),
            ("Quem é você?", "pt"),
            ("Кто вы такой?", "ru"),
            ("あなたは誰ですか", "ja"),
            ("What is die Wache?", ""),
            ("I do. So do you. No, not la la la.", ""),
            ("lol", ""),
            ("Kohaku, Sayo", ""),
            ("...", ""),
        ] {
            assert_eq!(foreign_language(line).unwrap_or_default(), language, "{line}");
        }
    }

    #[test]
    fn questions_and_silence_are_told_apart() {
        for line in ["who are you", "Hm. Is it far", "Really?", "whats that smell"] {
            assert!(is_question(line), "{line}");
        }
        for line in ["I open the door.", "Do.", "Fine", "what"] {
            assert!(!is_question(line), "{line}");
        }
        assert!(is_silent(" ... ") && is_silent("*…*") && !is_silent("*waits*"));
    }
}
