//! Splits texts into sentences and compares them.

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

/// The key of a sentence, for comparing: letters and digits only, in lower case.
pub(super) fn key(sentence: &str) -> String {
    let small: String = sentence
        .chars()
        .flat_map(char::to_lowercase)
        .filter(|c| !is_apostrophe(*c))
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The keys of all sentences of a text.
pub(super) fn keys(text: &str) -> Vec<String> {
    sentences(text)
        .iter()
        .map(|sentence| key(sentence))
        .filter(|key| !key.is_empty())
        .collect()
}

/// The number of words in a key. In a script without spaces, four characters count as one word.
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

/// The words of a text, in lower case and without the most common endings.
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

/// Whether a line is a question.
pub(super) fn is_question(line: &str) -> bool {
    const OPENERS: [&str; 30] = [
        "who", "whos", "what", "whats", "where", "wheres", "when", "why", "how", "hows", "which", "whose",
        "is", "are", "am", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should",
        "shall", "have", "has", "had", "isnt",
    ];
    let asks = |sentence: &str| {
        let key = key(sentence);
        let mut words = key.split(' ');
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        OPENERS.contains(&first) && !second.is_empty()
    };
    line.contains(['?', '？']) || sentences(line).iter().any(|sentence| asks(sentence))
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
