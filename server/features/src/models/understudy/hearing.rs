//! What the understudy understands of a text: enough to answer to the point, and no more.

use super::deeds::deed;
use super::grammar::{Noun, Words, words_of_line};
use super::nouns::{gender, nouns};

/// Longest passage that is quoted back, in words and characters.
const MAX_ECHO_WORDS: usize = 9;
const MAX_ECHO_CHARS: usize = 70;
/// Most things that are taken from one line.
const MAX_OBJECTS: usize = 3;

/// Intents that only a question has.
const QUESTIONS: [&str; 12] = ["demo", "self", "place", "feeling", "either", "who", "what", "where", "when", "why", "how", "yesno"];
/// Intents that no question has: to ask whether somebody agrees is not to agree.
const STATEMENTS: [&str; 9] = ["agree", "refuse", "praise", "thanks", "apology", "affection", "insult", "sorrow", "introduce"];

/// Intents with which somebody is told to do a thing.
const COMMANDS: [&str; 4] = ["show", "tell", "lead", "stay"];

/// What the player said and did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    /// What kind of answer they want, likeliest first.
    pub(super) questions: Vec<String>,
    /// What they may mean besides, likeliest first.
    pub(super) intents: Vec<String>,
    /// What they ask about.
    pub(super) topics: Vec<String>,
    /// Passages that can be quoted.
    pub(super) echoes: Vec<String>,
    /// Things that they named.
    pub(super) objects: Vec<String>,
    /// What they did, to follow "you".
    pub(super) deeds: Vec<String>,
    /// Names of nobody on stage.
    pub(super) names: Vec<String>,
    /// Those on stage whom they named, by their place in the cast.
    pub(super) about: Vec<usize>,
    /// They said nothing at all.
    pub(super) is_silent: bool,
    /// They said it in another language.
    pub(super) is_foreign: bool,
    /// How many words it was.
    pub(super) length: usize,
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

/// Understands a line of the player's. `cast` are the names on stage, `addressed` is whom they call "you".
pub(super) fn hear(words: &'static Words, line: &str, player: &str, addressed: &str, cast: &[&str]) -> Heard {
    let (said, done) = parted(line);
    let (said, done): (String, Vec<String>) = (plain(&said, player, ""), done.iter().map(|deed| plain(deed, player, "")).collect());
    let whole = format!("{said} . {}", done.join(" . "));
    let foreign = words_of_line(&whole, words);
    let spoken = foreign.unwrap_or(words);
    let (asked, told): (Vec<String>, Vec<String>) = sentences(&said).into_iter().partition(|sentence| is_question(spoken, sentence));
    let known = spaced(&whole);
    let is_named = |name: &&str| name.split(|c: char| !c.is_alphanumeric()).any(|part| is_name_part(words, part) && known.contains(&spaced(part)));
    let is_foreign = foreign.is_some() || has_other_letters(&whole);
    let mut heard = Heard {
        questions: questions(spoken, &asked),
        intents: intents(spoken, &asked, &told, &done),
        topics: intents(spoken, &asked, &[], &[]),
        about: cast.iter().enumerate().filter(|(_, name)| is_named(name)).map(|(place, _)| place).collect(),
        is_silent: !line.chars().any(char::is_alphanumeric),
        is_foreign,
        length: whole.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count(),
        ..Heard::default()
    };
    // What was said in another language is understood, but not repeated.
    if is_foreign {
        return heard;
    }
    heard.echoes = sentences(&said).iter().filter_map(|sentence| echo(sentence)).collect();
    heard.objects = nouns(words, &whole, MAX_OBJECTS);
    let first_person = |sentence: &String| words.deeds.own.iter().any(|own| sentence.to_lowercase().starts_with(own.as_str()));
    let doings = done.iter().cloned().chain(told.into_iter().filter(first_person));
    heard.deeds = doings.filter_map(|doing| deed(words, &doing, player, addressed)).collect();
    heard.names = names(words, &said, player, cast);
    heard
}

fn is_name_part(words: &Words, part: &str) -> bool {
    part.chars().count() > 2 && part.chars().next().is_some_and(char::is_uppercase) && !words.titles.contains(&part.to_lowercase())
}

fn has_other_letters(text: &str) -> bool {
    let is_latin = |c: char| c.is_ascii() || ('\u{c0}'..='\u{24f}').contains(&c);
    text.chars().any(|c| c.is_alphabetic() && !is_latin(c))
}

fn is_question(words: &Words, sentence: &str) -> bool {
    let small = spaced(sentence);
    sentence.contains('?') || words.asking.iter().any(|sign| small.starts_with(&format!(" {sign} ")))
}

/// The signs that occur, each counted by its length.
fn weights<'a>(signs: &'a [String], text: &'a str, only_first: bool) -> impl Iterator<Item = usize> + 'a {
    let weight_of = move |sign: &String| {
        let (sign, is_beginning) = sign.strip_suffix('-').map_or((sign.as_str(), false), |sign| (sign, true));
        let looked_for = if is_beginning { format!(" {sign}") } else { format!(" {sign} ") };
        let found = if only_first { text.starts_with(&looked_for) } else { text.contains(&looked_for) };
        if found { 1 + sign.split_whitespace().count() } else { 0 }
    };
    signs.iter().map(weight_of)
}

fn weight(signs: &[String], text: &str, only_first: bool) -> usize {
    weights(signs, text, only_first).sum()
}

/// Kinds of the last question first.
fn questions(words: &Words, asked: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for sentence in asked.iter().rev() {
        let small = spaced(sentence);
        let scores = QUESTIONS.iter().enumerate().filter_map(|(rank, kind)| {
            // The longest sign counts: "how are you" is no "how".
            let score = weights(&words.intents[*kind].signs, &small, false).max().unwrap_or(0);
            (score > 0).then_some((score, rank, *kind))
        });
        let mut scores: Vec<_> = scores.collect();
        // The more special kind of two.
        scores.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let kinds = if scores.is_empty() { vec!["yesno"] } else { scores.into_iter().map(|(_, _, kind)| kind).collect() };
        for kind in kinds {
            if !found.iter().any(|one| one == kind) {
                found.push(kind.to_owned());
            }
        }
    }
    found
}

fn intents(words: &Words, asked: &[String], told: &[String], done: &[String]) -> Vec<String> {
    let (asked, told, done) = (spaced(&asked.join(" ")), spaced(&told.join(" ")), spaced(&done.join(" ")));
    let mut scored: Vec<(usize, &String)> = Vec::new();
    for (name, intent) in words.intents.iter().filter(|(name, _)| !QUESTIONS.contains(&name.as_str())) {
        let at_start = matches!(name.as_str(), "agree" | "refuse");
        // What is done counts for more than what is said.
        let mut score = weight(&intent.signs, &told, at_start) + if at_start { 0 } else { 2 * weight(&intent.signs, &done, false) };
        if !STATEMENTS.contains(&name.as_str()) {
            score += weight(&intent.signs, &asked, false);
        }
        if score > 0 {
            scored.push((score, name));
        }
    }
    // "Show me the key" is about showing before it is about keys.
    let rank = |name: &str| !COMMANDS.contains(&name);
    scored.sort_by(|a, b| b.0.cmp(&a.0).then(rank(a.1).cmp(&rank(b.1))).then(a.1.cmp(b.1)));
    scored.into_iter().map(|(_, name)| name.clone()).collect()
}

/// A sentence as it may be quoted, if it is short and simple enough.
pub(super) fn echo(sentence: &str) -> Option<String> {
    let text = sentence.trim_matches(|c: char| !c.is_alphanumeric());
    let count = text.split_whitespace().count();
    let simple = text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | ',' | '-' | '’'));
    ((2..=MAX_ECHO_WORDS).contains(&count) && text.chars().count() <= MAX_ECHO_CHARS && simple).then(|| text.replace('’', "'"))
}

/// Words that are evidently names of people who are not on stage: those after a word that only a name follows, and, in languages in which
/// capitals mean a name, those that stand within sentences more than once.
fn names(words: &Words, said: &str, player: &str, cast: &[&str]) -> Vec<String> {
    let known = |word: &str| cast.iter().chain([&player]).any(|name| name.split(' ').any(|part| part.eq_ignore_ascii_case(word)));
    let bare = |token: &str| token.trim_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("'s").to_owned();
    let is_large = |token: &&&str| token.starts_with(char::is_uppercase);
    let mut found: Vec<String> = Vec::new();
    let mut seen_once: Vec<String> = Vec::new();
    for sentence in sentences(said) {
        let tokens: Vec<&str> = sentence.split_whitespace().collect();
        // A title, or somebody who writes all words so.
        let is_titled = tokens.len() > 3 && tokens.iter().filter(is_large).count() * 2 > tokens.len();
        for place in 1..tokens.len() {
            let (before, word) = (tokens[place - 1], bare(tokens[place]));
            let looks = word.starts_with(char::is_uppercase) && word.chars().skip(1).all(|c| c.is_lowercase() || c == '-') && word.chars().count() > 2;
            let small = word.to_lowercase();
            let is_other = words.titles.contains(&small) || words.names.never.contains(&small) || gender(words, &small).is_some();
            let is_thing = words.determiners.contains(&before.to_lowercase());
            if !looks || is_other || is_thing || known(&word) || found.contains(&word) {
                continue;
            }
            let pair = format!("{} {}", place.checked_sub(2).map_or("", |place| tokens[place]), before).to_lowercase();
            let is_cued = words.names.cues.iter().any(|cue| *cue == before.to_lowercase() || *cue == pair);
            let is_repeated = words.noun != Noun::Capital && !is_titled && seen_once.contains(&word);
            if is_cued || is_repeated {
                found.push(word);
            } else {
                seen_once.push(word);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::grammar::words_for;
    use super::*;

    fn english(line: &str) -> Heard {
        hear(words_for(Some("en"), "").0, line, "Robin", "", &["Lothar Graumann", "Mrs Ruddock"])
    }

    #[test]
    fn lines_are_understood_well_enough() {
        let heard = english("*I pick up the old lantern* Who are you, and where is Bertram?");
        assert_eq!((heard.objects, heard.names), (vec!["lantern".to_owned()], vec!["Bertram".to_owned()]));
        assert_eq!(heard.deeds, ["pick up the old lantern"]);
        for (line, intent) in [
            ("Hello there!", "greeting"),
            ("I draw my sword and attack", "threat"),
            ("Run! We have to hide!", "flight"),
            ("I love you, Lothar", "affection"),
            ("*hugs him tightly*", "affection"),
            ("I'll offer you a deal.", "bargain"),
            ("Tell me a joke, haha", "joke"),
            ("Yes, of course.", "agree"),
            ("No.", "refuse"),
            ("Thank you so much", "thanks"),
            ("You are a stupid fool", "insult"),
            ("Goodbye, I must go", "farewell"),
            ("I'm so happy!", "joy"),
            ("I am scared of the dark", "fear"),
            ("Come with me to the roof", "lead"),
            ("Tell me about the old days", "tell"),
            ("My name is Ada", "introduce"),
        ] {
            assert_eq!(english(line).intents.first().map(String::as_str), Some(intent), "{line}");
        }
        assert_eq!(english("").intents, Vec::<String>::new());
        assert!(english("").is_silent && english("...").is_silent && !english("hm").is_silent);
    }

    #[test]
    fn questions_are_told_apart() {
        let kind = |tag: &str, line: &str| hear(words_for(Some(tag), "").0, line, "Robin", "", &[]).questions.first().cloned().unwrap_or_default();
        for (tag, line, wanted) in [
            ("en", "Who are you?", "self"),
            ("en", "who are you", "self"),
            ("en", "Who left this?", "who"),
            ("en", "What is this place?", "place"),
            ("en", "What happened to the lantern?", "what"),
            ("en", "Where is it?", "where"),
            ("en", "Why should I trust you?", "why"),
            ("en", "When does it start?", "when"),
            ("en", "How does that work?", "how"),
            ("en", "How are you?", "feeling"),
            ("en", "Do you have a key?", "yesno"),
            ("en", "Tea or coffee?", "either"),
            ("en", "Are you an AI?", "demo"),
            ("en", "I know why.", ""),
            ("de", "Wer bist du?", "self"),
            ("de", "Wo sind wir hier?", "place"),
            ("de", "Warum sollte ich dir glauben?", "why"),
            ("de", "Wohin gehst du?", "where"),
            ("de", "Hast du einen Schlüssel?", "yesno"),
            ("de", "Wie geht es dir?", "feeling"),
            ("fr", "Qui êtes-vous ?", "self"),
            ("fr", "Où est la clé ?", "where"),
            ("fr", "Pourquoi mentez-vous ?", "why"),
            ("fr", "Avez-vous une lampe ?", "yesno"),
            ("es", "¿Quién eres?", "self"),
            ("es", "¿Dónde está la llave?", "where"),
            ("es", "¿Por qué me mientes?", "why"),
            ("es", "¿Tienes una llave?", "yesno"),
        ] {
            assert_eq!(kind(tag, line), wanted, "{line}");
        }
    }

    #[test]
    fn only_what_is_evidently_a_name_is_taken_for_one() {
        let of = |tag: &str, line: &str| hear(words_for(Some(tag), "").0, line, "Robin", "", &["Lothar Graumann"]).names;
        for (line, name) in [
            ("Have you seen Bertram?", Some("Bertram")),
            ("I was told by Agnes to come. They say Agnes knows.", Some("Agnes")),
            ("My brother Tom sent me", Some("Tom")),
            ("Where is Everything? Tell me Everything.", None),
            ("I come from London.", None),
            ("What is the Plot? Look at the Plot.", None),
            ("So. Maybe. I think God knows. On Monday, and every Monday.", None),
            ("I LOVE this. Do You Love It? I Really Love It. You Love It.", None),
            ("Have you seen Lothar? Ask Robin.", None),
        ] {
            assert_eq!(of("en", line), name.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{line}");
        }
        assert_eq!(of("de", "Ich sehe den Berg. Der Berg bewegt sich, mein Herz, und kein Herz hält das aus."), Vec::<String>::new());
        assert_eq!(of("de", "Mein Bruder Konrad schickt mich."), ["Konrad"]);
    }

    #[test]
    fn what_is_said_in_another_language_is_understood_but_not_repeated() {
        let german = words_for(Some("de"), "").0;
        let heard = hear(german, "Why should I trust you? *I pick up the old lantern*", "Robin", "", &[]);
        assert!(heard.is_foreign && heard.questions.first().is_some_and(|kind| kind == "why"), "{heard:?}");
        assert!(heard.echoes.is_empty() && heard.objects.is_empty() && heard.deeds.is_empty());
        assert!(hear(german, "なぜ?", "Robin", "", &[]).is_foreign);
        assert!(!hear(german, "Okay, hi", "Robin", "", &[]).is_foreign);
        assert!(!english("Hi").is_foreign && !english("no").is_foreign && !english("").is_foreign);
    }

    #[test]
    fn those_on_stage_are_known_by_any_of_their_names() {
        assert_eq!(english("What does Graumann think, Mrs Ruddock?").about, [0, 1]);
        assert_eq!(english("mrs, what is old?").about, Vec::<usize>::new());
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
}
