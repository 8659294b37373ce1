//! What the understudy understands of a text: enough to answer to the point, and no more.

use super::grammar::{Noun, Words};

/// Longest passage that is quoted back, in words and characters.
const MAX_ECHO_WORDS: usize = 9;
const MAX_ECHO_CHARS: usize = 70;

/// Verbs, and words in the place of one, with which nothing is done.
const NO_DEEDS: [&str; 36] = [
    "am", "was", "have", "had", "do", "did", "will", "won't", "can", "can't", "don't", "didn't", "would", "could", "should", "must", "shall", "think", "know",
    "want", "like", "love", "hate", "feel", "believe", "hope", "guess", "mean", "see", "wish", "need", "just", "still", "never", "really", "also",
];

/// What the player said and did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    /// What they may mean, likeliest first.
    pub(super) intents: Vec<String>,
    /// Passages that can be quoted.
    pub(super) echoes: Vec<String>,
    /// Things that they named.
    pub(super) objects: Vec<String>,
    /// What they did, to follow "you".
    pub(super) deeds: Vec<String>,
    /// Names of nobody on stage.
    pub(super) names: Vec<String>,
}

/// Text of others as the understudy may use it: no markup, no macros, nothing that could be taken for a slot.
pub(super) fn plain(text: &str, player: &str, speaker: &str) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some(start) = rest.find("{{") {
        out.push_str(&rest[..start]);
        let Some(end) = rest[start..].find("}}") else {
            rest = &rest[start..];
            break;
        };
        match rest[start + 2..start + end].trim().to_ascii_lowercase().as_str() {
            "user" => out.push_str(player),
            "char" => out.push_str(speaker),
            _ => {}
        }
        rest = &rest[start + end + 2..];
    }
    out.push_str(rest);
    let cleaned: String = out
        .chars()
        .map(|c| match c {
            '\u{2019}' => '\'',
            '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' | '«' | '»' => '\'',
            '\n' | '\r' | '\t' => ' ',
            c => c,
        })
        .filter(|c| !matches!(c, '{' | '}' | '*' | '_' | '`' | '<' | '>' | '[' | ']' | '#' | '|' | '~' | '\\'))
        .collect();
    cleaned.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentences of a text.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        current.push(c);
        let ends = match c {
            '\n' => true,
            '.' => chars.peek().is_none_or(|next| !next.is_alphanumeric()) && !is_abbreviation(&current),
            '!' | '?' | '…' | '。' | '！' | '？' => chars.peek().is_none_or(|next| !matches!(next, '!' | '?' | '.' | '…')),
            _ => false,
        };
        if ends {
            found.push(std::mem::take(&mut current));
        }
    }
    found.push(current);
    found.into_iter().map(|sentence| sentence.trim().to_owned()).filter(|sentence| sentence.chars().any(char::is_alphanumeric)).collect()
}

fn is_abbreviation(text: &str) -> bool {
    let word = text.trim_end_matches('.').rsplit(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or_default().trim_matches('\'');
    let is_initial = word.chars().count() == 1 && word != "I" && word.chars().all(char::is_uppercase);
    is_initial || matches!(word.to_lowercase().as_str(), "mr" | "mrs" | "ms" | "dr" | "st" | "sra" | "sr" | "mme")
}

/// A sentence as it is compared: letters and digits only, small.
pub(super) fn key(sentence: &str) -> String {
    let small: String = sentence.chars().flat_map(char::to_lowercase).map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    small.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Small letters, words apart by one space, a space at both ends.
fn spaced(text: &str) -> String {
    let small: String = text.to_lowercase().chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
    format!(" {} ", small.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What is said and what is done, by the asterisks.
fn parted(text: &str) -> (String, Vec<String>) {
    let (mut said, mut done) = (String::new(), Vec::new());
    for (place, part) in text.split('*').enumerate() {
        match place % 2 {
            0 => {
                said.push_str(part);
                said.push(' ');
            }
            _ if part.trim().is_empty() => {}
            _ => done.push(part.trim().to_owned()),
        }
    }
    (said, done)
}

/// Understands a line of the player's. `cast` are the names on stage.
pub(super) fn hear(words: &Words, line: &str, player: &str, cast: &[&str]) -> Heard {
    let (said, done) = parted(line);
    let (said, done): (String, Vec<String>) = (plain(&said, player, ""), done.iter().map(|deed| plain(deed, player, "")).collect());
    let mut heard = Heard { intents: intents(words, &said, &done), ..Heard::default() };
    heard.echoes = sentences(&said).iter().filter_map(|sentence| echo(sentence)).collect();
    heard.objects = nouns(words, &format!("{said} . {}", done.join(" . ")), 3);
    let doings = done.iter().cloned().chain(sentences(&said).into_iter().filter(|sentence| sentence.to_lowercase().starts_with("i ")));
    heard.deeds = doings.filter_map(|doing| deed(words, &doing, player)).collect();
    heard.names = names(words, &said, player, cast);
    heard
}

fn intents(words: &Words, said: &str, done: &[String]) -> Vec<String> {
    let (spoken, acted) = (spaced(said), spaced(&done.join(" ")));
    let asks = said.contains('?');
    let mut scored: Vec<(usize, &String)> = Vec::new();
    for (name, intent) in &words.intents {
        let at_start = matches!(name.as_str(), "agree" | "refuse");
        let is_question = matches!(name.as_str(), "who" | "what" | "where" | "when" | "why" | "how" | "feeling");
        let score: usize = intent
            .signs
            .iter()
            .map(|sign| {
                let sign = format!(" {sign} ");
                let weight = 1 + sign.split_whitespace().count();
                match at_start {
                    true => {
                        if spoken.starts_with(&sign) {
                            weight
                        } else {
                            0
                        }
                    }
                    // What is done counts for more than what is said.
                    false => (if spoken.contains(&sign) { weight } else { 0 }) + (if acted.contains(&sign) { 2 * weight } else { 0 }),
                }
            })
            .sum();
        let bonus = if is_question && asks && score > 0 { 2 } else { 0 };
        if score > 0 && (!is_question || asks) {
            scored.push((score + bonus, name));
        }
    }
    scored.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().map(|(_, name)| name.clone()).collect()
}

/// A sentence as it may be quoted, if it is short and simple enough.
pub(super) fn echo(sentence: &str) -> Option<String> {
    let text = sentence.trim_matches(|c: char| !c.is_alphanumeric());
    let count = text.split_whitespace().count();
    let simple = text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | ',' | '-' | '’'));
    ((2..=MAX_ECHO_WORDS).contains(&count) && text.chars().count() <= MAX_ECHO_CHARS && simple).then(|| text.replace('’', "'"))
}

/// What somebody does in the first or third person, as it follows "you".
fn deed(words: &Words, doing: &str, player: &str) -> Option<String> {
    if words.own.is_empty() {
        return None;
    }
    let first = sentences(doing).into_iter().next()?;
    let text = first.trim_matches(|c: char| !c.is_alphanumeric());
    let small = text.to_lowercase();
    let own_name = format!("{} ", player.to_lowercase());
    let after = words.own.iter().find_map(|own| small.starts_with(own.as_str()).then_some(own.len()));
    let after = after.or_else(|| (!player.is_empty() && small.starts_with(&own_name)).then_some(own_name.len()));
    // "I'm" and the like are no deeds.
    if after.is_some_and(|length| length > 2 && small.starts_with("i'")) {
        return None;
    }
    let is_first_person = after == Some(2);
    let rest = text.get(after.unwrap_or(0)..)?;
    // A second verb in the third person would not fit.
    let rest = if is_first_person { rest } else { rest.split([',']).next().unwrap_or(rest).split(" and ").next().unwrap_or(rest) };
    let mut parts: Vec<String> = rest.split_whitespace().map(str::to_owned).collect();
    if parts.is_empty() || parts.len() > 9 || !rest.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | ',' | '-')) {
        return None;
    }
    let verb = parts[0].to_lowercase();
    parts[0] = if is_first_person { verb } else { without_third_person(&verb)? };
    if NO_DEEDS.contains(&parts[0].as_str()) {
        return None;
    }
    for part in parts.iter_mut().skip(1) {
        if let Some([_, second]) = words.turned.iter().find(|[first, _]| first == &part.to_lowercase()) {
            part.clone_from(second);
        }
    }
    Some(parts.join(" "))
}

/// "opens" as "open"; none where it is no such verb.
fn without_third_person(verb: &str) -> Option<String> {
    let stem = verb.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s'))?;
    Some(match (stem.strip_suffix("ie"), stem.strip_suffix('e')) {
        (Some(stem), _) => format!("{stem}y"),
        (_, Some(short)) if ["ch", "sh", "ss", "x", "zz"].iter().any(|end| short.ends_with(end)) => short.to_owned(),
        (_, Some("go")) => "go".to_owned(),
        _ => stem.to_owned(),
    })
}

/// Capitalised words within sentences that are nobody's on stage.
fn names(words: &Words, said: &str, player: &str, cast: &[&str]) -> Vec<String> {
    let known = |word: &str| cast.iter().chain([&player]).any(|name| name.split(' ').any(|part| part.eq_ignore_ascii_case(word)));
    let mut found = Vec::new();
    for sentence in sentences(said).iter().filter(|_| words.noun != Noun::Capital) {
        for word in sentence.split_whitespace().skip(1) {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            let is_name = word.chars().next().is_some_and(char::is_uppercase) && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-');
            if is_name && word.chars().count() > 2 && !known(word) && !words.titles.contains(&word.to_lowercase()) && !found.contains(&word.to_owned()) {
                found.push(word.to_owned());
            }
        }
    }
    found
}

/// Things that a text names, in the order in which they come, each once.
pub(super) fn nouns(words: &Words, text: &str, most: usize) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let has = |list: &[String], word: &str| list.iter().any(|entry| entry == word);
    for sentence in sentences(text) {
        // Words with the mark that ends them, if any.
        let separate = |c: char| c.is_whitespace() || (words.noun == Noun::First && c == '\'');
        let tokens: Vec<&str> = sentence.split(separate).filter(|token| !token.is_empty()).collect();
        let bare = |token: &str| token.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let ends = |token: &str| token.chars().last().is_some_and(|c| !c.is_alphanumeric());
        for (place, token) in tokens.iter().enumerate() {
            let noun = match words.noun {
                Noun::Capital => {
                    let word = bare(token);
                    let capital = place > 0 && !ends(tokens[place - 1]) && word.chars().next().is_some_and(char::is_uppercase);
                    let after = tokens.get(place.wrapping_sub(1)).map(|before| bare(before).to_lowercase()).unwrap_or_default();
                    (capital && has(&words.determiners, &after)).then_some(word)
                }
                _ if !has(&words.determiners, &bare(token).to_lowercase()) || ends(token) => None,
                Noun::First => tokens.get(place + 1).map(|next| bare(next)),
                Noun::Last => phrase_end(words, &tokens[place + 1..]),
            };
            let Some(noun) = noun.filter(|noun| (3..=18).contains(&noun.chars().count()) && noun.chars().all(|c| c.is_alphabetic() || c == '-')) else {
                continue;
            };
            let small = noun.to_lowercase();
            let lowered = words.noun == Noun::Capital || noun.chars().next().is_some_and(char::is_lowercase);
            if lowered && !has(&words.shy, &small) && !has(&words.stops, &small) && !has(&words.determiners, &small) && !found.contains(&noun) {
                found.push(noun);
                if found.len() == most {
                    return found;
                }
            }
        }
    }
    found
}

/// The last word of the phrase at the beginning of these words, where it can only be a noun.
fn phrase_end(words: &Words, tokens: &[&str]) -> Option<String> {
    let mut phrase: Vec<String> = Vec::new();
    for token in tokens.iter().take(4) {
        let word = token.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        if words.stops.contains(&word) {
            break;
        }
        // A word of a name is no thing.
        if token.chars().next().is_some_and(char::is_uppercase) || word.contains('\'') {
            return None;
        }
        phrase.push(word);
        if token.chars().last().is_some_and(|c| !c.is_alphanumeric()) {
            break;
        }
    }
    let last = phrase.pop()?;
    let doubtful = ["ing", "ly", "ed", "'s"].iter().any(|end| last.ends_with(end)) || (last.ends_with('s') && !last.ends_with("ss"));
    (phrase.len() < 3 && !doubtful).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::super::grammar::words_for;
    use super::*;

    fn english(line: &str) -> Heard {
        hear(words_for(Some("en"), "").0, line, "Robin", &["Lothar Graumann", "Mrs Ruddock"])
    }

    #[test]
    fn lines_are_understood_well_enough() {
        let heard = english("*I pick up the old lantern* Who are you, and where is Bertram?");
        assert!(heard.intents.iter().any(|intent| intent == "who"), "{heard:?}");
        assert_eq!((heard.objects, heard.names), (vec!["lantern".to_owned()], vec!["Bertram".to_owned()]));
        assert_eq!(heard.deeds, ["pick up the old lantern"]);
        assert_eq!(english("*opens my own door and leaves*").deeds, ["open your own door"]);
        assert_eq!(english("*Robin tries the handle*").deeds, ["try the handle"]);
        assert_eq!(english("I won't tell you.").deeds, Vec::<String>::new());
        assert_eq!(english("I'm sad").deeds, Vec::<String>::new());
        for (line, intent) in [
            ("Hello there!", "greeting"),
            ("I draw my sword and attack", "threat"),
            ("Run! We have to hide!", "flight"),
            ("I love you, Lothar", "affection"),
            ("How much? I'll offer you a deal.", "bargain"),
            ("Tell me a joke, haha", "joke"),
            ("Why?", "why"),
            ("Yes, of course.", "agree"),
            ("No.", "refuse"),
            ("Thank you so much", "thanks"),
        ] {
            assert_eq!(english(line).intents.first().map(String::as_str), Some(intent), "{line}");
        }
        assert_eq!(english("").intents, Vec::<String>::new());
    }

    #[test]
    fn sentences_are_cut_and_compared() {
        assert_eq!(
            sentences("Mr. Grau bowed. \"Well?\" *He went…* J. at Juncal said 3.5 no!?\nYes"),
            ["Mr. Grau bowed.", "\"Well?", "\" *He went…", "* J. at Juncal said 3.5 no!?", "Yes"]
        );
        assert_eq!(sentences("He doesn't. So do I. Ask Meister R. about it."), ["He doesn't.", "So do I.", "Ask Meister R. about it."]);
        assert_eq!(key("\"Well, YOU!\""), "well you");
    }

    #[test]
    fn foreign_text_cannot_bring_slots_or_markup() {
        assert_eq!(plain("{{user}} meets {{ Char }} {{random::a,b}} {thing} *there*\n<b>", "Robin", "Ann"), "Robin meets Ann thing there b");
        assert_eq!(plain("an open {{user", "Robin", "Ann"), "an open user");
    }

    #[test]
    fn things_are_found_in_texts_and_doubtful_ones_are_not() {
        let text = "You keep the button shop. The bell over your door gives half a ring, and a huge clockmender sits by the stove.";
        assert_eq!(nouns(words_for(Some("en"), "").0, text, 9), ["shop", "bell", "stove"]);
        let text = "Die Frau am Wegweiser trägt einen Rucksack und sieht die Wand hinter dem Dorf.";
        assert_eq!(nouns(words_for(Some("de"), "").0, text, 9), ["Wegweiser", "Rucksack", "Wand", "Dorf"]);
        let text = "Sous le plateau, il y a la chaise vide, l'échelle et le livre ouvert.";
        assert_eq!(nouns(words_for(Some("fr"), "").0, text, 9), ["plateau", "chaise", "échelle", "livre"]);
    }
}
