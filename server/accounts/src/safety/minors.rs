//! Minors in play: whether somebody in a story is described or plainly meant as under 18, and whether a text
//! is romantic with them in it (docs/adr/0020). Pure: a list of phrases and no model, so that it answers at
//! once, everywhere alike, and can be read. Where it cannot tell with whom a romance is and the only other
//! person is a minor, it is with them.

use std::cell::{LazyCell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::minor_phrases::{ENGLISH, FRENCH, GERMAN, SPANISH, Tongue};
use super::pattern::{Patterns, Word, clauses, is_any};

/// The age from which somebody is grown.
const GROWN: u32 = 18;
/// Numbers below are rather counts than ages where they stand alone.
const SMALL: u32 = 6;
/// Numbers above are no ages of people.
const OLDEST: u32 = 120;
/// Longest clause that is looked at as one, in words, and how far two parts of a longer one overlap.
const MAX_CLAUSE_WORDS: usize = 60;
const OVERLAP_WORDS: usize = 12;
/// Before a colon and a number, these say that it is an age.
const AGE_LABELS: &[&str] = &[
    "age", "aged", "years", "old", "alter", "jahre", "alt", "ans", "edad", "anos",
];
/// By these somebody is described through somebody else.
const RELATIVES: &[&str] = &[
    "daughter",
    "son",
    "child",
    "kid",
    "brother",
    "sister",
    "friend",
    "niece",
    "nephew",
    "cousin",
    "pupil",
    "student",
    "apprentice",
    "grandson",
    "granddaughter",
    "classmate",
    "tochter",
    "sohn",
    "kind",
    "bruder",
    "schwester",
    "freund",
    "freundin",
    "nichte",
    "neffe",
    "schuler",
    "schulerin",
    "lehrling",
    "enkel",
    "enkelin",
    "fille",
    "fils",
    "enfant",
    "frere",
    "soeur",
    "ami",
    "amie",
    "eleve",
    "apprenti",
    "apprentie",
    "hija",
    "hijo",
    "hermana",
    "hermano",
    "amiga",
    "amigo",
    "sobrina",
    "sobrino",
    "alumna",
    "alumno",
    "nieta",
    "nieto",
];
/// Who is of one family.
const KIN: &[&str] = &[
    "mother",
    "father",
    "mum",
    "mom",
    "dad",
    "daughter",
    "son",
    "brother",
    "sister",
    "aunt",
    "uncle",
    "grandmother",
    "grandfather",
    "granddaughter",
    "grandson",
    "niece",
    "nephew",
    "parent",
    "mutter",
    "vater",
    "tochter",
    "sohn",
    "bruder",
    "schwester",
    "tante",
    "onkel",
    "oma",
    "opa",
    "nichte",
    "neffe",
    "mere",
    "pere",
    "fille",
    "fils",
    "frere",
    "soeur",
    "oncle",
    "madre",
    "padre",
    "hija",
    "hijo",
    "hermano",
    "hermana",
    "tia",
    "tio",
    "abuela",
    "abuelo",
    "sobrina",
    "sobrino",
];
/// A clause with one of these says nothing of families.
const NO_KIN: &[&str] = &[
    "friend",
    "friends",
    "lover",
    "neighbour",
    "neighbor",
    "teacher",
    "freund",
    "freundin",
    "nachbar",
    "lehrer",
    "ami",
    "amie",
    "voisin",
    "amigo",
    "amiga",
    "vecino",
    "not",
    "nicht",
    "pas",
    "no",
];
/// Most minors who are told of without playing.
const MAX_MET: usize = 32;
/// Longest name of such a one, and longest title of an entry, in words.
const MAX_NAME_WORDS: usize = 3;
/// Words with a capital that are no names at the beginning of a sentence.
const NO_NAMES: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "januar",
    "februar",
    "marz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "dezember",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "samedi",
    "dimanche",
    "janvier",
    "fevrier",
    "mars",
    "avril",
    "juin",
    "juillet",
    "aout",
    "septembre",
    "octobre",
    "novembre",
    "decembre",
    "lunes",
    "martes",
    "miercoles",
    "jueves",
    "viernes",
    "sabado",
    "domingo",
    "enero",
    "febrero",
    "marzo",
    "abril",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
    "the",
    "this",
    "that",
    "these",
    "those",
    "there",
    "here",
    "little",
    "young",
    "poor",
    "old",
    "everyone",
    "everybody",
    "nobody",
    "somebody",
    "someone",
    "whoever",
    "who",
    "what",
    "which",
    "when",
    "where",
    "today",
    "now",
    "yesterday",
    "tomorrow",
    "only",
    "just",
    "still",
    "not",
    "no",
    "yes",
    "and",
    "but",
    "or",
    "if",
    "because",
    "all",
    "most",
    "some",
    "one",
    "each",
    "any",
    "every",
    "age",
    "aged",
    "years",
    "my",
    "your",
    "our",
    "their",
    "its",
    "it",
    "der",
    "die",
    "das",
    "ein",
    "eine",
    "einer",
    "eines",
    "dieser",
    "diese",
    "dieses",
    "mein",
    "meine",
    "dein",
    "deine",
    "sein",
    "seine",
    "ihre",
    "unser",
    "unsere",
    "man",
    "wer",
    "wir",
    "alle",
    "heute",
    "jetzt",
    "nun",
    "alter",
    "es",
    "und",
    "aber",
    "le",
    "les",
    "un",
    "une",
    "cet",
    "cette",
    "ce",
    "mon",
    "ma",
    "ton",
    "ta",
    "son",
    "sa",
    "notre",
    "leur",
    "votre",
    "qui",
    "tous",
    "toutes",
    "aujourdhui",
    "maintenant",
    "agee",
    "cest",
    "una",
    "uno",
    "los",
    "las",
    "este",
    "esta",
    "ese",
    "esa",
    "mi",
    "su",
    "sus",
    "todos",
    "todas",
    "hoy",
    "ahora",
    "edad",
    "quien",
    "for",
    "with",
    "from",
    "at",
    "in",
    "on",
    "of",
    "mit",
    "von",
    "avec",
    "con",
    "de",
];
/// What follows a name at the beginning of a sentence in which it is one.
const AFTER_NAMES: &[&str] = &[
    "is", "was", "turns", "turned", "has", "s", "looks", "goes", "attends", "ist", "war", "wird", "wurde",
    "hat", "geht", "besucht", "est", "a", "avait", "aura", "va", "vient", "es", "tiene", "tenia", "cumple",
    "cumplio", "fete", "becomes", "became", "and", "und", "et", "y",
];
/// Most words between a negator and what it turns round, and how far behind a phrase one is looked for.
const MAX_FILLERS: usize = 5;
const BEHIND_WORDS: usize = 3;
/// Shortest part of a name by which somebody is recognised, in characters.
const MIN_NAME_CHARS: usize = 3;

/// Somebody in a story: their name, and what is said of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role<'a> {
    /// Their name.
    pub name: &'a str,
    /// Everything that describes them.
    pub text: &'a str,
}

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The player, as themselves.
    Player,
    /// One of the cast, by their place in it.
    Cast(usize),
    /// Nobody in the story.
    Narrator,
}

/// Something that was said, or a text that somebody wrote about the story.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Said<'a> {
    /// Who said it.
    pub by: By,
    /// What.
    pub text: &'a str,
}

/// Everything by which it can be told who is a minor.
#[derive(Debug, Clone, Default)]
pub struct InPlay<'a> {
    /// The player.
    pub player: Option<Role<'a>>,
    /// Everybody else.
    pub cast: Vec<Role<'a>>,
    /// What is said of the world: setting, lore, memory, instructions.
    pub world: Vec<&'a str>,
    /// What was said so far, the earliest first.
    pub said: Vec<Said<'a>>,
}

struct Language {
    tongue: &'static Tongue,
    /// The numbers that begin with a word: what they are and their words, the largest first.
    numbers: HashMap<&'static str, Vec<(u32, Vec<&'static str>)>>,
    /// All words that are a number by themselves.
    digits: HashSet<&'static str>,
    ages: Patterns,
    words: Patterns,
    grown: Patterns,
    not_ages: Patterns,
    i_am: Patterns,
    you_are: Patterns,
    hard: Patterns,
    soft: Patterns,
    bed: Patterns,
    tender: Patterns,
    harmless: Patterns,
}

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    [&ENGLISH, &GERMAN, &FRENCH, &SPANISH]
        .into_iter()
        .map(Language::of)
        .collect()
});

impl Language {
    fn of(tongue: &'static Tongue) -> Self {
        let read = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|text| with_infants(text)).collect();
            Patterns::read(
                &texts.iter().map(String::as_str).collect::<Vec<_>>(),
                tongue.classes,
            )
        };
        Self {
            tongue,
            numbers: numbers_of(tongue),
            digits: tongue.numbers.iter().flat_map(|forms| forms.split('|')).collect(),
            ages: read(tongue.ages),
            words: read(tongue.words),
            grown: read(tongue.grown),
            not_ages: read(tongue.not_ages),
            i_am: read(tongue.i_am),
            you_are: read(tongue.you_are),
            hard: read(tongue.hard),
            soft: read(tongue.soft),
            bed: read(tongue.bed),
            tender: read(tongue.tender),
            harmless: read(tongue.harmless),
        }
    }

    /// The number that stands here in digits or words, and how many words it takes.
    fn number(&self, clause: &[Word], at: usize) -> Option<(u32, usize)> {
        let text = clause[at].text();
        if let Ok(number) = text.parse::<u32>() {
            // "3,012" and "18:02" are no ages.
            return Some((
                if text.len() > 1 && text.starts_with('0') {
                    OLDEST + 1
                } else {
                    number
                },
                1,
            ));
        }
        // Of two languages; eleven only with its years.
        if text == "once" && clause.get(at + 1).is_none_or(|next| next.text() != "anos") {
            return None;
        }
        let is_ten = |word: Option<&Word>| word.is_some_and(|word| is_any(word, self.tongue.tens));
        // The longer form first: "dix-sept" is not "dix".
        let found = self.numbers.get(text).into_iter().flatten().find(|(_, words)| {
            let there = clause.get(at..at + words.len()).unwrap_or_default();
            there.iter().map(Word::text).eq(words.iter().copied())
        });
        if let Some((number, length)) = found.map(|(number, words)| (*number, words.len())) {
            let counts = if is_ten(clause.get(at + length)) {
                OLDEST + 1
            } else {
                number
            };
            return Some((counts, length));
        }
        // Tens with what belongs to them.
        if !is_ten(clause.get(at)) {
            return grown_compound(text).map(|number| (number, 1));
        }
        let mut length = 1;
        while let Some(word) = clause.get(at + length) {
            let is_part = is_any(word, self.tongue.tens) || self.digits.contains(word.text());
            let is_join = is_any(word, self.tongue.joins)
                && clause
                    .get(at + length + 1)
                    .is_some_and(|next| self.digits.contains(next.text()));
            if !(is_part || is_join) {
                break;
            }
            length += 1;
        }
        let is_large = clause[at..at + length].iter().any(|word| {
            is_any(
                word,
                &[
                    "hundred", "thousand", "hundert", "tausend", "cent", "mille", "cien", "ciento", "mil",
                ],
            )
        });
        Some((if is_large { OLDEST + 1 } else { GROWN + 2 }, length))
    }

    /// The clauses of a text with its numbers as what they mean for an age: `#i` below six, `#k` below 18,
    /// `#e` 18, `#a` above.
    fn clauses(&self, text: &str) -> Vec<Vec<Word>> {
        self.read(&clauses(&apart(text)))
    }

    /// The same of clauses that were cut already: that is one work for all languages.
    fn read(&self, plain: &[Vec<Word>]) -> Vec<Vec<Word>> {
        let numbered = |clause: &Vec<Word>| {
            let mut words = Vec::with_capacity(clause.len());
            let mut at = 0;
            while at < clause.len() {
                match self.number(clause, at) {
                    Some((number, length)) => {
                        words.push(Word::standing_for(match number {
                            // "One" is rather a pronoun than an age.
                            1 if clause[at].text().parse::<u32>().is_err() => clause[at].text(),
                            0..SMALL => "#i",
                            SMALL..GROWN => "#k",
                            GROWN => "#e",
                            _ if number <= OLDEST => "#a",
                            _ => "#n",
                        }));
                        at += length;
                    }
                    None => {
                        words.push(clause[at].clone());
                        at += 1;
                    }
                }
            }
            words
        };
        let mut parts = Vec::new();
        for clause in plain.iter().map(numbered) {
            if clause.len() <= MAX_CLAUSE_WORDS {
                parts.push(clause);
                continue;
            }
            let mut from = 0;
            while from + OVERLAP_WORDS < clause.len() {
                parts.push(clause[from..clause.len().min(from + MAX_CLAUSE_WORDS)].to_vec());
                from += MAX_CLAUSE_WORDS - OVERLAP_WORDS;
            }
        }
        parts
    }

    /// Where something of these stands in a clause and is nothing else.
    fn free(&self, patterns: &Patterns, clause: &[Word], unless: &Patterns) -> Vec<(usize, usize)> {
        let found = patterns.find(clause, &|_| false);
        if found.is_empty() {
            return found;
        }
        let others = unless.find(clause, &|_| false);
        found
            .into_iter()
            .filter(|(start, end)| !others.iter().any(|(from, to)| from < end && start < to))
            .collect()
    }

    /// What a clause says of somebody's age: where, and whether in so many years. `next`: the clause after
    /// it.
    fn age(&self, clause: &[Word], next: Option<&Vec<Word>>) -> Option<(usize, bool)> {
        let is_memory = next
            .and_then(|next| next.first())
            .is_some_and(|word| is_any(word, self.tongue.whens));
        if is_memory && clause.iter().any(|word| is_any(word, self.tongue.pasts)) {
            return None;
        }
        let ages = self.free(&self.ages, clause, &self.not_ages);
        if let Some((start, _)) = ages.first() {
            return Some((*start, true));
        }
        self.free(&self.words, clause, &self.not_ages)
            .first()
            .map(|(start, _)| (*start, false))
    }

    fn is_grown(&self, clause: &[Word]) -> bool {
        !self.grown.find(clause, &|_| false).is_empty()
    }

    /// Whether a clause ends with somebody else than whoever is described: "her daughter Lily, 9".
    fn is_of_others(&self, clause: &[Word]) -> bool {
        let poss = [
            "her", "his", "my", "their", "our", "ihre", "seine", "meine", "sa", "son", "ma", "mon", "su",
            "mi", "a", "has", "of", "von", "de", "eine", "une", "una", "two", "zwei", "deux", "dos",
        ];
        clause.iter().enumerate().any(|(at, word)| {
            is_any(word, self.tongue.children)
                && at > 0
                && clause[..at].iter().any(|word| is_any(word, &poss))
        })
    }
}

/// The numbers of a language by their first word.
fn numbers_of(tongue: &'static Tongue) -> HashMap<&'static str, Vec<(u32, Vec<&'static str>)>> {
    let mut numbers: HashMap<&str, Vec<(u32, Vec<&str>)>> = HashMap::new();
    for (number, forms) in (0_u32..20).zip(tongue.numbers).rev() {
        for form in forms.split('|') {
            let words: Vec<&str> = form.split('_').collect();
            numbers.entry(words[0]).or_default().push((number, words));
        }
    }
    numbers
}

/// The same phrase for the ages below six. Where a number stands alone, those are rather a count.
fn with_infants(phrase: &str) -> String {
    if !phrase.contains("#k") || phrase.ends_with("#k $") && phrase.starts_with('^') {
        return phrase.to_owned();
    }
    let part = |part: &str| {
        let both = |one: &str| {
            if one.contains("#k") {
                format!("{one}|{}", one.replace("#k", "#i"))
            } else {
                one.to_owned()
            }
        };
        part.split('|').map(both).collect::<Vec<_>>().join("|")
    };
    phrase.split(' ').map(part).collect::<Vec<_>>().join(" ")
}

/// "siebenundzwanzig" and the like: one word, and grown.
fn grown_compound(word: &str) -> Option<u32> {
    let tens = [
        "zwanzig", "dreissig", "vierzig", "funfzig", "fuenfzig", "sechzig", "siebzig", "achtzig", "neunzig",
    ];
    let is_grown = tens.iter().any(|ten| word.ends_with(ten))
        || word.starts_with("veinti")
        || word.starts_with("veintiun");
    is_grown.then_some(GROWN + 2)
}

/// "7:15", "12.10.1987" and "1.7" as one number that is no age.
fn plain_numbers(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let joins =
        |at: usize| matches!(chars[at], ':' | '.') && is_digit(at.checked_sub(1)) && is_digit(Some(at + 1));
    let mut plain = String::with_capacity(text.len() + 8);
    for (at, c) in chars.iter().enumerate() {
        if joins(at) {
            continue;
        }
        if c.is_ascii_digit() && !is_digit(at.checked_sub(1)) && !(at > 0 && joins(at - 1)) {
            let digits = chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            if at + digits < chars.len() && joins(at + digits) {
                plain.push('0');
            }
        }
        plain.push(*c);
    }
    plain
}

/// Letters after digits as a word of their own: "15yo", "9th".
fn apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len() + 8);
    let text = &plain_numbers(text);
    let mut digits_only = true;
    let mut before = ' ';
    for c in text.chars() {
        if before.is_ascii_digit() && c.is_alphabetic() && digits_only {
            apart.push(' ');
        }
        digits_only = if c.is_alphanumeric() {
            (digits_only || !before.is_alphanumeric()) && c.is_ascii_digit()
        } else {
            true
        };
        apart.push(c);
        before = c;
    }
    apart
}

/// The sentences of a text with their places; what closes a sentence belongs to it.
#[must_use]
pub fn sentences(text: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let (mut start, mut ended) = (0, false);
    for (at, c) in text.char_indices() {
        let is_end = matches!(c, '.' | '!' | '?' | '…' | '\n' | '。' | '！' | '？');
        let closes = matches!(
            c,
            '"' | '\'' | '”' | '“' | '’' | '»' | '«' | ')' | ']' | '*' | '_'
        );
        let belongs = is_end || c.is_whitespace() || (closes && !text[..at].ends_with(char::is_whitespace));
        if ended && !belongs {
            found.push((start, &text[start..at]));
            start = at;
            ended = false;
        }
        ended |= is_end;
    }
    if start < text.len() {
        found.push((start, &text[start..]));
    }
    found
}

/// Whether a text says of whom it describes that they are under 18.
#[must_use]
pub fn describes_minor(text: &str) -> bool {
    LANGUAGES
        .iter()
        .any(|language| describes(language, text, &|_| false, &|_| false))
}

/// `is_other`: whether a word is somebody else's name; `is_name`: whether it is anybody's.
fn describes(
    language: &Language,
    text: &str,
    is_other: &dyn Fn(&Word) -> bool,
    is_name: &dyn Fn(&Word) -> bool,
) -> bool {
    let text = &without_values(language, text, false, is_name);
    let clauses = language.clauses(text);
    let mut by_word = false;
    for (place, clause) in clauses.iter().enumerate() {
        let Some((start, in_years)) = language.age(clause, clauses.get(place + 1)) else {
            continue;
        };
        let before = place.checked_sub(1).map(|before| &clauses[before]);
        let is_short = clause.len() <= 3;
        let is_of_others = |clause: &[Word]| {
            !is_relative_of(clause, is_other)
                && (language.is_of_others(clause) || clause.last().is_some_and(is_other))
        };
        if (is_short && before.is_some_and(|before| is_of_others(before)))
            || is_others_age(clause, start, is_other)
        {
            continue;
        }
        if in_years {
            return true;
        }
        by_word = true;
    }
    // "A student at the high school, 19": nobody who is said to be grown is meant as a minor by a word.
    by_word && !clauses.iter().any(|clause| language.is_grown(clause))
}

/// "Daughter of Anna", "Anna's daughter": somebody else is named, and whoever is described is meant.
fn is_relative_of(clause: &[Word], is_other: &dyn Fn(&Word) -> bool) -> bool {
    let is_relative = |word: &Word| is_any(word, RELATIVES);
    clause.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).map(|at| &clause[at]);
        let is_of = before.is_some_and(|before| is_any(before, &["of", "von", "de", "to", "vom", "da"]))
            && at >= 2
            && is_relative(&clause[at - 2]);
        let is_whose = clause.get(at + 1).is_some_and(is_relative);
        let is_melted = word.text().starts_with('d') && before.is_some_and(is_relative);
        is_other(word) && (is_of || is_whose || is_melted)
    })
}

/// Whether the age that stands here is of somebody else who is named: directly before it, directly after, or
/// as the one of whom the clause is.
fn is_others_age(clause: &[Word], start: usize, is_other: &dyn Fn(&Word) -> bool) -> bool {
    if is_relative_of(clause, is_other) {
        return false;
    }
    let joins = [
        "and", "und", "et", "y", "with", "mit", "avec", "con", "like", "wie", "than", "als", "beside",
    ];
    let directly = start.checked_sub(1).is_some_and(|at| {
        let is_joined = at.checked_sub(1).is_some_and(|at| is_any(&clause[at], &joins));
        is_other(&clause[at]) && !(is_joined && at > 1)
    });
    let about = [
        "year", "years", "old", "jahre", "jahren", "alte", "alter", "alten", "ans", "anos", "de", "is",
        "ist", "boy", "girl", "named", "called",
    ];
    let after = clause[start + 1..].iter().find(|word| {
        !(word.text().starts_with('#') || word.text().starts_with("jahrig") || is_any(word, &about))
    });
    // "Nine-year-old Anna", but not "is nine, Anna".
    let is_noun_after = clause[start].text().starts_with('#') && after.is_some_and(is_other);
    directly || is_noun_after || (start > 0 && is_other(&clause[0]))
}

/// A text without the numbers that are no ages: values of something ("Strength: 14"), numbers of a list,
/// times, dates and versions. `has_title`: the text begins with the name of whom it is of.
fn without_values(
    language: &Language,
    text: &str,
    has_title: bool,
    is_name: &dyn Fn(&Word) -> bool,
) -> String {
    let mut kept = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            kept.push('\n');
        }
        let digits = line.trim_start().chars().take_while(char::is_ascii_digit).count();
        let is_list = digits > 0
            && (number > 0 || text.contains('\n'))
            && line.trim_start()[digits..].starts_with(['.', ')'])
            && digits < 3;
        let line = if is_list {
            line.trim_start()[digits + 1..].to_owned()
        } else {
            line.to_owned()
        };
        let mut rest = line.as_str();
        let mut is_first = number == 0 && has_title;
        while let Some((label, value)) = rest.split_once(':') {
            kept.push_str(label);
            kept.push(':');
            let spaces = value.len() - value.trim_start().len();
            let digits = value[spaces..].chars().take_while(char::is_ascii_digit).count();
            let of = clauses(label).pop();
            let is_age = of.as_ref().and_then(|of| of.last()).is_some_and(|word| {
                is_any(word, AGE_LABELS) || is_name(word) || is_any(word, language.tongue.children)
            });
            rest = value;
            if digits > 0 && !is_age && !is_first {
                // A leading nought makes it no age.
                kept.push_str(&value[..spaces]);
                kept.push('0');
                rest = &value[spaces..];
            }
            is_first = false;
        }
        kept.push_str(rest);
    }
    kept
}

/// Whether a card may be published: none that is marked for adults may describe a minor. `described`: the
/// texts of the card and of everybody in it, each by itself.
#[must_use]
pub fn may_publish(is_for_adults: bool, described: &[&str]) -> bool {
    !is_for_adults || !described.iter().any(|text| describes_minor(text))
}

/// Somebody as they are named in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Person {
    names: Vec<String>,
    is_minor: bool,
}

/// Who in a story is a minor.
#[derive(Debug, Clone)]
pub struct Minors {
    /// The player, then the cast.
    people: Vec<Person>,
    /// How many of them play; the rest are minors who are only told of.
    playing: usize,
    /// Somebody else is.
    others: bool,
    /// Who spoke last.
    last: Option<usize>,
    /// Who is of one family, by their cards.
    kin: Vec<(usize, usize)>,
}

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// In doubt somebody is a minor.
    InDoubt,
    /// Only who plays or was named, and "a child" and the like.
    Surely,
}

/// With whom a romance is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Person(usize),
    Grown,
    Child,
}

/// Who is spoken of around a clause, in the same sentence.
#[derive(Debug, Clone, Copy, Default)]
struct Nearby {
    before: Option<Part>,
    after: Option<Part>,
}

/// Of what else a whole text speaks in a language; looked for once, where it matters.
struct Tone {
    dreams: OnceCell<bool>,
    is_familial: OnceCell<bool>,
}

impl Tone {
    const fn new() -> Self {
        Self {
            dreams: OnceCell::new(),
            is_familial: OnceCell::new(),
        }
    }
}

impl Minors {
    /// Finds them.
    #[must_use]
    pub fn of(play: &InPlay<'_>) -> Self {
        let person = |role: Role<'_>| Person {
            names: names_of(role.name),
            is_minor: false,
        };
        let player = play.player.unwrap_or(Role { name: "", text: "" });
        let roles: Vec<Role<'_>> = std::iter::once(player).chain(play.cast.iter().copied()).collect();
        let mut minors = Self {
            people: roles.iter().map(|role| person(*role)).collect(),
            playing: roles.len(),
            others: false,
            last: None,
            kin: Vec::new(),
        };
        for (place, role) in roles.iter().enumerate() {
            let is_other = |word: &Word| minors.named(word).is_some_and(|named| named != place);
            let is_minor = LANGUAGES.iter().any(|language| {
                describes(language, role.text, &is_other, &|word| {
                    minors.named(word).is_some()
                })
            });
            minors.people[place].is_minor |= is_minor;
        }
        for (place, role) in roles.iter().enumerate() {
            minors.relate(place, role.text);
        }
        for text in &play.world {
            minors.learn(By::Narrator, text);
        }
        for said in &play.said {
            minors.learn(said.by, said.text);
            minors.heard(said.by);
        }
        minors
    }

    /// Whether there is one at all.
    #[must_use]
    pub fn any(&self) -> bool {
        self.others || self.people.iter().any(|one| one.is_minor)
    }

    /// Notes who spoke.
    pub fn heard(&mut self, by: By) {
        self.last = Self::place(by).or(self.last);
    }

    /// Forgets who spoke last: a story is read from its beginning.
    pub fn begin_again(&mut self) {
        self.last = None;
    }

    fn place(by: By) -> Option<usize> {
        match by {
            By::Player => Some(0),
            By::Cast(place) => Some(place + 1),
            By::Narrator => None,
        }
    }

    /// Who is meant by a word: their name, with the s of what is theirs, or with what melts into it
    /// ("d'Anna").
    fn named(&self, word: &Word) -> Option<usize> {
        let place = |is: &dyn Fn(&str) -> bool| {
            self.people
                .iter()
                .position(|one| one.names.iter().any(|name| is(name)))
        };
        let word = word.text();
        let stem = word.strip_suffix('s').filter(|stem| stem.chars().count() > 1);
        let joined = ["d", "qu", "l"]
            .into_iter()
            .find_map(|joined| word.strip_prefix(joined))
            .filter(|rest| rest.starts_with(['a', 'e', 'i', 'o', 'u', 'h', 'y']));
        let exactly = place(&|name| word == name);
        exactly
            .or_else(|| stem.and_then(|stem| place(&|name| stem == name)))
            .or_else(|| joined.and_then(|rest| place(&|name| rest == name && name.len() > 2)))
    }

    /// Whom somebody speaks to, if nothing says so: who spoke last, else the only other one.
    fn addressee(&self, by: By) -> Option<usize> {
        let own = Self::place(by);
        let other = self.last.filter(|last| Some(*last) != own);
        other.or(match (by, self.playing) {
            (By::Player, 2) => Some(1),
            (By::Cast(_), _) => Some(0),
            _ => None,
        })
    }

    /// Takes in what a text says of ages; true where somebody is a minor who was not known for one.
    pub fn learn(&mut self, by: By, text: &str) -> bool {
        let before = self.clone();
        let capitals = capitals(text);
        let title = if by == By::Narrator { title_of(text) } else { None };
        for language in LANGUAGES.iter() {
            let text = without_values(language, text, title.is_some(), &|word| {
                before.named(word).is_some()
            });
            for (_, sentence) in sentences(&text) {
                self.learn_sentence(language, by, sentence, &capitals, title.as_deref());
            }
        }
        before.people != self.people || before.others != self.others
    }

    fn learn_sentence(
        &mut self,
        language: &Language,
        by: By,
        sentence: &str,
        capitals: &HashSet<String>,
        title: Option<&[Word]>,
    ) {
        let clauses = language.clauses(sentence);
        let is_grown = LazyCell::new(|| clauses.iter().any(|clause| language.is_grown(clause)));
        for (place, clause) in clauses.iter().enumerate() {
            let Some((start, in_years)) = language.age(clause, clauses.get(place + 1)) else {
                continue;
            };
            if !in_years && *is_grown {
                continue;
            }
            let own = |patterns: &Patterns| {
                patterns
                    .find(clause, &|_| false)
                    .into_iter()
                    .any(|(from, _)| from <= start + 1)
            };
            let before = place.checked_sub(1).map(|before| &clauses[before]);
            let named = clause[..clause.len().min(start + 2)]
                .iter()
                .rev()
                .find_map(|word| self.named(word));
            let named = named.or_else(|| {
                before
                    .filter(|_| clause.len() <= 3)
                    .and_then(|before| before.iter().rev().find_map(|word| self.named(word)))
            });
            let is_bare = clause.len() <= 2 && named.is_none();
            let subject = || {
                let is_short = clause.len() <= 3;
                let here = subject_of(language, clause, start, capitals);
                here.or_else(|| {
                    before
                        .filter(|_| is_short)
                        .and_then(|before| subject_of(language, before, before.len(), capitals))
                })
            };
            // "Mira: She is fifteen": of whom an entry is.
            let titled = || {
                title.filter(|_| {
                    is_bare
                        || start <= 1
                            && clause
                                .first()
                                .is_none_or(|word| start == 0 || is_any(word, language.tongue.third))
                })
            };
            if let Some(person) = named {
                self.people[person].is_minor = true;
            } else if own(&language.i_am) {
                match Self::place(by) {
                    Some(person) => self.people[person].is_minor = true,
                    None => self.others = true,
                }
            } else if own(&language.you_are) {
                // Said of the player where the world is described.
                let person = if by == By::Narrator {
                    Some(0)
                } else {
                    self.addressee(by)
                };
                match person {
                    Some(person) => self.people[person].is_minor = true,
                    None => self.others = true,
                }
            } else if let Some(names) = subject() {
                self.meet(names);
            } else if let Some(title) = titled() {
                match title.iter().find_map(|word| self.named(word)) {
                    Some(person) => self.people[person].is_minor = true,
                    None => self.meet(
                        title
                            .iter()
                            .map(|word| word.text().to_owned())
                            .filter(|name| name.chars().count() >= MIN_NAME_CHARS)
                            .collect(),
                    ),
                }
            } else if !is_bare {
                self.others = true;
            }
        }
    }

    /// Notes of whose family somebody is by their card: "Anna's daughter", "mother of Lily".
    fn relate(&mut self, place: usize, text: &str) {
        for clause in clauses(text) {
            for (at, word) in clause.iter().enumerate() {
                let Some(other) = self.named(word).filter(|other| *other != place) else {
                    continue;
                };
                let near = &clause[at.saturating_sub(2)..clause.len().min(at + 2)];
                if near.iter().any(|word| is_any(word, KIN))
                    && !clause.iter().any(|word| is_any(word, NO_KIN))
                {
                    self.kin.push((place, other));
                }
            }
        }
    }

    /// Whether somebody speaks to nobody but their own family.
    fn is_of_family(&self, by: By, parts: &[Part]) -> bool {
        let Some(own) = Self::place(by) else { return false };
        parts
            .iter()
            .all(|part| matches!(part, Part::Person(person) if *person == own || self.are_kin(own, *person)))
    }

    fn are_kin(&self, one: usize, other: usize) -> bool {
        self.kin
            .iter()
            .any(|pair| *pair == (one, other) || *pair == (other, one))
    }

    /// Somebody is a minor who does not play.
    fn meet(&mut self, names: Vec<String>) {
        if self.people.len() < self.playing + MAX_MET && !names.is_empty() {
            self.people.push(Person {
                names,
                is_minor: true,
            });
        } else {
            self.others = true;
        }
    }

    /// Where a text is romantic with a minor in it: the beginning of the sentence. What it says of ages is
    /// taken in first.
    pub fn judge(&mut self, by: By, text: &str) -> Option<usize> {
        self.learn(by, text);
        if !self.any() && !names_minor(text) {
            return None;
        }
        self.find_over(by, text, None, Reading::InDoubt)
    }

    /// Whether a text that was judged when it came is romantic with a minor by what is known now: where that
    /// is sure.
    #[must_use]
    pub fn judge_again(&self, by: By, text: &str) -> bool {
        self.any() && self.find_over(by, text, None, Reading::Surely).is_some()
    }

    /// Whether a text that describes somebody, or the world, tells of a romance with a minor, where that is
    /// sure. Who speaks to whom plays no part in it.
    #[must_use]
    pub fn is_told(&self, of: By, text: &str) -> bool {
        self.any()
            && self
                .find_over(
                    By::Narrator,
                    text,
                    Self::place(of).map(Part::Person),
                    Reading::Surely,
                )
                .is_some()
    }

    /// `of`: of whom the text is.
    fn find_over(&self, by: By, text: &str, of: Option<Part>, reading: Reading) -> Option<usize> {
        let mut mentions = [of; 4];
        let tones = [const { Tone::new() }; 4];
        sentences(text)
            .into_iter()
            .find(|(_, sentence)| self.is_over(by, sentence, text, &mut mentions, &tones, reading))
            .map(|(at, _)| at)
    }

    /// Whether a sentence is. `text`: all of which it is a part; `mentions`: who was spoken of last, by
    /// language, because what is a child in one is kind in another.
    fn is_over(
        &self,
        by: By,
        sentence: &str,
        text: &str,
        mentions: &mut [Option<Part>; 4],
        tones: &[Tone; 4],
        reading: Reading,
    ) -> bool {
        let mut is_over = false;
        let is_question = sentence.contains('?');
        let plain = clauses(&apart(sentence));
        for ((language, mention), tone) in LANGUAGES.iter().zip(mentions).zip(tones) {
            let clauses = language.read(&plain);
            let nearby = LazyCell::new(|| self.nearby(language, &clauses));
            is_over |= clauses.iter().enumerate().any(|(place, clause)| {
                let has_dream = || {
                    *tone
                        .dreams
                        .get_or_init(|| says_any(language, text, language.tongue.dreams))
                };
                let is_familial = || {
                    *tone
                        .is_familial
                        .get_or_init(|| says_any(language, text, language.tongue.family))
                };
                language
                    .romances(clause, is_question, has_dream, is_familial)
                    .into_iter()
                    .any(|(start, end, is_tender)| {
                        let around = || nearby.get(place).copied().unwrap_or_default();
                        let parts = self.parts(language, by, clause, around, (start, end), *mention, reading);
                        let is_own_family = is_tender && self.is_of_family(by, &parts);
                        !is_own_family && parts.into_iter().any(|part| self.is_minor(part))
                    })
            });
            let spoken_of = clauses
                .iter()
                .rev()
                .flat_map(|clause| clause.iter().rev())
                .find_map(|word| self.part(language, word));
            *mention = spoken_of.or(*mention);
            // A girl of fifteen: whoever "she" is next.
            let has_age = || {
                clauses
                    .iter()
                    .enumerate()
                    .any(|(place, clause)| language.age(clause, clauses.get(place + 1)).is_some())
            };
            if self.others && spoken_of.is_none_or(|part| part == Part::Child) && has_age() {
                *mention = Some(Part::Child);
            }
        }
        is_over
    }

    fn part(&self, language: &Language, word: &Word) -> Option<Part> {
        if let Some(person) = self.named(word) {
            return Some(Part::Person(person));
        }
        if is_any(word, language.tongue.minors) || (self.any() && is_any(word, language.tongue.children)) {
            return Some(Part::Child);
        }
        is_any(word, language.tongue.adults).then_some(Part::Grown)
    }

    fn is_minor(&self, part: Part) -> bool {
        match part {
            Part::Person(person) => self.people.get(person).is_some_and(|one| one.is_minor),
            Part::Child => true,
            Part::Grown => false,
        }
    }

    /// For each clause of a sentence, who is spoken of last before it, and first after it. Found once for all
    /// of them.
    fn nearby(&self, language: &Language, clauses: &[Vec<Word>]) -> Vec<Nearby> {
        let mut nearby = vec![Nearby::default(); clauses.len()];
        let mut last = None;
        for (place, clause) in clauses.iter().enumerate() {
            nearby[place].before = last;
            last = clause
                .iter()
                .rev()
                .find_map(|word| self.part(language, word))
                .or(last);
        }
        let mut next = None;
        for (place, clause) in clauses.iter().enumerate().rev() {
            nearby[place].after = next;
            next = clause.iter().find_map(|word| self.part(language, word)).or(next);
        }
        nearby
    }

    /// Who takes part in the romance that stands here.
    #[expect(
        clippy::too_many_arguments,
        reason = "one step of reading a sentence, cut off for its length"
    )]
    fn parts(
        &self,
        language: &Language,
        by: By,
        clause: &[Word],
        around: impl Fn() -> Nearby,
        (start, end): (usize, usize),
        mention: Option<Part>,
        reading: Reading,
    ) -> Vec<Part> {
        let tongue = language.tongue;
        let from = clause[..start]
            .iter()
            .rposition(|word| is_any(word, tongue.breaks))
            .map_or(0, |at| at + 1);
        let to = clause[end..]
            .iter()
            .position(|word| is_any(word, tongue.breaks))
            .map_or(clause.len(), |at| end + at);
        let segment = &clause[from..to];
        let own = Self::place(by).map(Part::Person);
        let has = |words: &[&str]| segment.iter().any(|word| is_any(word, words));
        let mut parts: Vec<Part> = segment
            .iter()
            .filter_map(|word| self.part(language, word))
            .collect();
        if has(tongue.minors) && parts.contains(&Part::Child) {
            return parts;
        }
        let named = parts.len();
        let (first, second, third) = (has(tongue.first), has(tongue.second), has(tongue.third));
        if first {
            parts.extend(own);
        }
        // Said in the same sentence to somebody by name, or of somebody.
        let nearby = || {
            let Nearby { before, after } = around();
            let before = || {
                clause[..from]
                    .iter()
                    .rev()
                    .find_map(|word| self.part(language, word))
                    .or(before)
            };
            after.or_else(before).filter(|part| Some(*part) != own)
        };
        let addressee = || self.addressee(by).map(Part::Person);
        if second && named < 2 {
            if by == By::Narrator {
                parts.push(Part::Person(0));
            } else {
                parts.extend(
                    nearby()
                        .filter(|part| matches!(part, Part::Person(_)))
                        .or_else(addressee),
                );
            }
        }
        if third && named == 0 {
            let spoken_of = nearby().or(mention).filter(|part| Some(*part) != own);
            parts.extend(spoken_of.or_else(addressee));
        }
        // Who acts without being named: whoever speaks.
        if named < 2 && !first {
            parts.extend(own);
        }
        let mut others = parts.clone();
        others.retain(|part| Some(*part) != own);
        if others.is_empty() {
            parts.extend(nearby().or_else(addressee).or(mention));
        }
        if reading == Reading::Surely {
            parts.retain(|part| matches!(part, Part::Person(_)));
            return parts;
        }
        // In doubt, where there is nobody else who is grown.
        if parts.iter().all(|part| Some(*part) == own)
            && self.people.len() > 1
            && self
                .people
                .iter()
                .enumerate()
                .all(|(at, one)| one.is_minor || Some(Part::Person(at)) == own || at == 0)
        {
            parts.push(Part::Child);
        }
        parts
    }
}

impl Language {
    /// What is romantic in a clause.
    /// `is_question`: in one a negator turns nothing round, as in "won't you kiss me?".
    fn romances(
        &self,
        clause: &[Word],
        is_question: bool,
        has_dream: impl Fn() -> bool,
        is_familial: impl Fn() -> bool,
    ) -> Vec<(usize, usize, bool)> {
        let mut found = self.hard.find(clause, &|_| false);
        found.extend(self.free(&self.soft, clause, &self.harmless));
        let mut found: Vec<(usize, usize, bool)> = found
            .into_iter()
            .map(|(start, end)| (start, end, false))
            .collect();
        let bed = self.bed.find(clause, &|_| false);
        if !bed.is_empty() && !has_dream() {
            found.extend(bed.into_iter().map(|(start, end)| (start, end, false)));
        }
        let tender = self.free(&self.tender, clause, &self.harmless);
        if !tender.is_empty() && !is_familial() {
            found.extend(tender.into_iter().map(|(start, end)| (start, end, true)));
        }
        found.retain(|(start, end, _)| is_question || !self.is_negated(clause, *start, *end));
        found
    }

    /// Whether a negator turns round what stands here: directly before it, or, where the language puts it
    /// there, at the end of the clause.
    fn is_negated(&self, clause: &[Word], start: usize, end: usize) -> bool {
        let tongue = self.tongue;
        if clause.iter().any(|word| is_any(word, tongue.whys)) {
            return false;
        }
        self.is_turned(clause, start) || self.is_turned_behind(clause, end)
    }

    /// Two negators are none: "cannot stop". What is said of a negator by a filler belongs to it.
    fn is_turned(&self, clause: &[Word], start: usize) -> bool {
        let tongue = self.tongue;
        let (mut is_turned, mut has_half, mut fillers) = (false, false, 0);
        for word in clause[..start].iter().rev() {
            if is_any(word, tongue.halves) {
                is_turned ^= !has_half;
                has_half = false;
            } else if is_any(word, tongue.negators) {
                is_turned = !is_turned;
                has_half = true;
            } else if is_any(word, tongue.stops) {
                is_turned = !is_turned;
            } else if is_any(word, tongue.fillers) && fillers < MAX_FILLERS {
                fillers += 1;
            } else {
                break;
            }
        }
        is_turned
    }

    fn is_turned_behind(&self, clause: &[Word], end: usize) -> bool {
        let near = &clause[end..];
        let near = &near[..near
            .iter()
            .position(|word| is_any(word, self.tongue.breaks))
            .unwrap_or(near.len())];
        let at = near
            .iter()
            .take(BEHIND_WORDS)
            .position(|word| is_any(word, self.tongue.behind));
        // "Ich küsse dich nicht zum ersten Mal": only what ends there, or goes on with what was not done.
        at.is_some_and(|at| {
            near[at + 1..]
                .iter()
                .all(|word| is_any(word, self.tongue.fillers))
        })
    }
}

/// The words that are written with a capital somewhere in a text, as they are compared.
fn capitals(text: &str) -> HashSet<String> {
    let words = text
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '’')))
        .filter(|word| word.starts_with(char::is_uppercase));
    words
        .flat_map(|word| clauses(word).concat())
        .map(|word| word.text().to_owned())
        .collect()
}

/// The title of an entry: what stands before the first colon, if it can be a name.
fn title_of(text: &str) -> Option<Vec<Word>> {
    let (title, _) = text.split_once(':')?;
    let starts = |word: &str| word.starts_with(char::is_uppercase);
    let is_name = title.split_whitespace().all(starts)
        && (1..=MAX_NAME_WORDS).contains(&title.split_whitespace().count());
    let words = is_name.then(|| clauses(title).concat())?;
    let is_other = |word: &Word| is_any(word, NO_NAMES) || word.text().parse::<u32>().is_ok();
    (!words.is_empty() && !words.iter().any(is_other)).then_some(words)
}

/// The name with which a clause begins that says of somebody's age before this place.
fn subject_of(
    language: &Language,
    clause: &[Word],
    end: usize,
    capitals: &HashSet<String>,
) -> Option<Vec<String>> {
    let tongue = language.tongue;
    let is_noun = |word: &Word| {
        [
            tongue.children,
            tongue.minors,
            tongue.adults,
            tongue.third,
            tongue.first,
            tongue.second,
            tongue.family,
        ]
        .iter()
        .any(|list| is_any(word, list))
    };
    let skipped = clause[..end]
        .iter()
        .take_while(|word| {
            is_any(
                word,
                &[
                    "little", "young", "poor", "kleine", "kleiner", "petite", "petit", "pequena", "pequeno",
                ],
            )
        })
        .count();
    let is_name = |word: &&Word| {
        capitals.contains(word.text())
            && !is_any(word, NO_NAMES)
            && !is_any(word, AFTER_NAMES)
            && !is_noun(word)
            && word.text().chars().count() >= MIN_NAME_CHARS
    };
    let names: Vec<String> = clause[skipped..end]
        .iter()
        .take_while(is_name)
        .map(|word| word.text().to_owned())
        .collect();
    let after = clause.get(skipped + names.len());
    let is_followed = after.is_none_or(|after| is_any(after, AFTER_NAMES) || after.text().starts_with('#'));
    (is_followed && (1..=MAX_NAME_WORDS).contains(&names.len())).then_some(names)
}

/// The words by which somebody with this name is known. A short one counts where it is the whole name and
/// nothing else than one.
fn names_of(name: &str) -> Vec<String> {
    let words = clauses(name).concat();
    let is_pronoun = |word: &Word| {
        matches!(word.text(), "a" | "e" | "o" | "y" | "an")
            || LANGUAGES.iter().any(|one| {
                [one.tongue.first, one.tongue.second, one.tongue.third]
                    .iter()
                    .any(|list| is_any(word, list))
            })
    };
    let counts = |word: &&Word| {
        let is_long =
            word.text().chars().count() >= MIN_NAME_CHARS || (words.len() == 1 && !is_pronoun(word));
        is_long && !matches!(word.text(), "you" | "the" | "player" | "narrator")
    };
    words
        .iter()
        .filter(counts)
        .map(|word| word.text().to_owned())
        .collect()
}

/// Whether a text has one of these words: whether it speaks as families do.
fn says_any(language: &Language, text: &str, words: &[&str]) -> bool {
    language
        .clauses(text)
        .iter()
        .flatten()
        .any(|word| is_any(word, words))
}

/// Whether a text names somebody who is a minor in any story.
#[must_use]
pub fn names_minor(text: &str) -> bool {
    let plain = clauses(&apart(text));
    LANGUAGES.iter().any(|language| {
        language
            .read(&plain)
            .iter()
            .flatten()
            .any(|word| is_any(word, language.tongue.minors))
    })
}

#[cfg(test)]
mod tests {
    use super::super::pattern::looks;
    use super::*;

    #[test]
    fn twice_the_text_is_twice_the_work() {
        let cast = vec![
            Role {
                name: "Ada",
                text: "Fifteen years old.",
            },
            Role {
                name: "Ben",
                text: "A smith.",
            },
        ];
        let minors = Minors::of(&InPlay {
            player: Some(Role {
                name: "Robin",
                text: "A neighbour, 33.",
            }),
            cast,
            ..InPlay::default()
        });
        for text in [
            "kiss me, my bed, ",
            "come to bed, she is tired, ",
            "I am a teenager, thirty years old, ",
            "twenty and ",
            "come to bed. ",
            "a:1 ",
        ] {
            let work = |times| {
                let text = text.repeat(times);
                looks::during(|| {
                    minors.clone().learn(By::Player, &text);
                    assert!(!minors.judge_again(By::Player, &text), "it would end early");
                    assert!(!minors.is_told(By::Narrator, &text), "it would end early");
                })
            };
            let (once, twice) = (work(60), work(120));
            assert!(once > 0 && twice < once * 5 / 2, "{text}: {once}, then {twice}");
        }
    }

    const FILES: [(&str, &str, &str); 4] = [
        (
            "en",
            include_str!("examples/minors/en.txt"),
            include_str!("examples/minors/held-en.txt"),
        ),
        (
            "de",
            include_str!("examples/minors/de.txt"),
            include_str!("examples/minors/held-de.txt"),
        ),
        (
            "fr",
            include_str!("examples/minors/fr.txt"),
            include_str!("examples/minors/held-fr.txt"),
        ),
        (
            "es",
            include_str!("examples/minors/es.txt"),
            include_str!("examples/minors/held-es.txt"),
        ),
    ];

    fn stage(name: &str) -> InPlay<'static> {
        let role = |name, text| Role { name, text };
        let (player, cast) = match name {
            "pair" => (
                role("Robin", ""),
                vec![role(
                    "Mira",
                    "A pupil from the harbour. Mira is fifteen years old.",
                )],
            ),
            "pupil" => (
                role("Robin", "Robin is fifteen."),
                vec![role("Ben", "A gardener, 34.")],
            ),
            "family" => (
                role("Robin", "A neighbour, 33."),
                vec![
                    role("Anna", "Mother of Lily, 38, a nurse."),
                    role("Ben", "Father of a girl, 40."),
                    role("Lily", "Anna's daughter, 9 years old."),
                ],
            ),
            "shy" => (role("Robin", ""), vec![role("Noah", "A shy adult of 19.")]),
            _ => (
                role("Robin", ""),
                vec![role("Ada", "A smith, 30."), role("Bob", "A baker, 34.")],
            ),
        };
        InPlay {
            player: Some(player),
            cast,
            ..InPlay::default()
        }
    }

    /// What is judged of an example, and what is right.
    fn judged(line: &str) -> Option<(bool, bool)> {
        let (kind, rest) = line.split_once(' ')?;
        let (sign, rest) = rest.split_once(' ')?;
        let right = sign == "+";
        if kind == "age" {
            return Some((describes_minor(rest), right));
        }
        let (scene, text) = rest.split_once(" | ")?;
        let (scene, last) = scene
            .split_once('>')
            .map_or((scene, None), |(scene, last)| (scene, Some(last)));
        let play = stage(scene);
        let place = |name: &str| play.cast.iter().position(|one| one.name == name).map(By::Cast);
        let mut minors = Minors::of(&play);
        if let Some(by) = last.and_then(place) {
            minors.heard(by);
        }
        let (by, text) = text
            .split_once(": ")
            .and_then(|(name, text)| Some((place(name)?, text)))
            .unwrap_or((By::Player, text));
        Some((minors.judge(by, text).is_some(), right))
    }

    #[derive(Debug, Default, Clone, Copy)]
    struct Count {
        met: u32,
        missed: u32,
        wrong: u32,
        left: u32,
    }

    impl Count {
        fn add(&mut self, (found, right): (bool, bool)) {
            *match (found, right) {
                (true, true) => &mut self.met,
                (false, true) => &mut self.missed,
                (true, false) => &mut self.wrong,
                (false, false) => &mut self.left,
            } += 1;
        }

        fn precision(self) -> f64 {
            f64::from(self.met) / f64::from((self.met + self.wrong).max(1))
        }

        fn recall(self) -> f64 {
            f64::from(self.met) / f64::from((self.met + self.missed).max(1))
        }
    }

    fn measure(files: &[(&str, &str)], kind: &str) -> (Count, Vec<String>) {
        let (mut count, mut wrong) = (Count::default(), Vec::new());
        for (language, text) in files {
            for line in text.lines().filter(|line| line.starts_with(kind)) {
                let result = judged(line).unwrap_or_else(|| panic!("{line}"));
                count.add(result);
                if result.0 != result.1 {
                    wrong.push(format!("{language}: {line}"));
                }
            }
        }
        (count, wrong)
    }

    #[test]
    fn the_examples_are_told_apart() {
        let dev: Vec<(&str, &str)> = FILES.iter().map(|(language, dev, _)| (*language, *dev)).collect();
        let held: Vec<(&str, &str)> = FILES
            .iter()
            .map(|(language, _, held)| (*language, *held))
            .collect();
        let mut failed = Vec::new();
        for (name, files, floor) in [("examples", &dev, 0.97), ("held out", &held, 0.8)] {
            for kind in ["age", "line"] {
                let (count, wrong) = measure(files, kind);
                println!(
                    "{name}, {kind}: precision {:.3}, recall {:.3}, {count:?}",
                    count.precision(),
                    count.recall()
                );
                assert!(
                    kind == "age" || count.met + count.missed >= 40 && count.wrong + count.left >= 40,
                    "{count:?}"
                );
                if count.precision() < floor || count.recall() < floor {
                    failed.push(format!("{name}, {kind}: {count:?}\n{}", wrong.join("\n")));
                }
            }
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }

    fn is_over(scene: &str, text: &str) -> bool {
        Minors::of(&stage(scene)).judge(By::Player, text).is_some()
    }

    #[test]
    fn a_negator_counts_only_where_it_turns_the_phrase_round() {
        for text in [
            "She kisses you without warning.",
            "I can't stop kissing Mira.",
            "I cannot help kissing her.",
            "I love you no matter what.",
            "I kiss you and never let go.",
            "I kiss you, no questions asked.",
            "I love you so much, Mira.",
            "I love you too.",
            "I love you always.",
            "I can't wait to kiss you.",
            "Won't you kiss me?",
            "Why don't I kiss you.",
            "Ich küsse dich ohne Vorwarnung.",
            "Ich kann nicht aufhören, Mira zu küssen.",
            "Ich küsse dich und lasse dich nie mehr los.",
            "Ich küsse dich nicht zum ersten Mal.",
            "Warum küsst du mich nicht?",
            "Je t'embrasse sans prévenir.",
            "Je ne peux pas m'empêcher de t'embrasser.",
            "Je n'arrête pas de t'embrasser.",
            "Je ne cesse de t'embrasser.",
            "Je t'aime tellement, Mira.",
            "Te beso sin avisar.",
            "No puedo dejar de besarte.",
            "Te beso y nunca te suelto.",
            "Te quiero mucho, Mira, y te beso.",
        ] {
            assert!(is_over("pair", text), "{text}");
        }
        for text in [
            "I will not kiss you.",
            "I don't want to kiss Mira.",
            "I would never kiss you.",
            "Stop kissing me.",
            "Ich küsse dich nicht.",
            "Ich werde dich nicht auf den Mund küssen.",
            "Ich liebe dich nicht.",
            "Je ne t'embrasse pas.",
            "Je ne veux pas t'embrasser.",
            "Arrête de m'embrasser.",
            "No te beso.",
            "No quiero besarte.",
            "Nunca te besaré, Mira.",
        ] {
            assert!(!is_over("pair", text), "{text}");
        }
    }

    #[test]
    fn names_are_known_with_what_is_theirs_and_however_short() {
        for text in [
            "I kiss Lily's lips.",
            "Ich küsse Lilys Lippen.",
            "J'embrasse les lèvres de Lily.",
            "Beso los labios de Lily.",
            "Lily’s lips meet mine.",
        ] {
            assert!(is_over("family", text), "{text}");
        }
        for text in [
            "I kiss Anna's lips.",
            "Ich küsse Annas Lippen.",
            "J'embrasse la bouche d'Anna.",
            "Beso los labios de Anna.",
        ] {
            assert!(!is_over("family", text), "{text}");
        }
        let role = |name, text| Role { name, text };
        let play = InPlay {
            player: None,
            cast: vec![role("Bo", "Nine years old."), role("Ada", "A smith, 30.")],
            ..InPlay::default()
        };
        for text in ["I kiss Bo.", "Ich küsse Bo.", "J'embrasse Bo.", "Beso a Bo."] {
            assert!(Minors::of(&play).judge(By::Player, text).is_some(), "{text}");
        }
        assert!(Minors::of(&play).judge(By::Player, "I kiss Ada.").is_none());
    }

    #[test]
    fn a_minor_who_is_only_told_of_is_one() {
        for (world, text) in [
            ("Tom is the baker's son, 15.", "I kiss Tom."),
            ("Tom: She is fifteen.", "I kiss Tom on the mouth."),
            (
                "Mira: She is fifteen years old and sells flowers.",
                "I kiss Mira.",
            ),
            ("Mira: 16, the baker's apprentice.", "I kiss Mira."),
            ("Tom (15) sells flowers at the harbour.", "I kiss Tom."),
            ("Tom Miller is fifteen.", "I kiss Tom."),
            ("Tom ist der Sohn des Bäckers, 15.", "Ich küsse Tom."),
            ("Mira ist fünfzehn Jahre alt.", "Ich küsse Mira."),
            ("Tom est le fils du boulanger, 15 ans.", "J'embrasse Tom."),
            ("Mira a quinze ans.", "J'embrasse Mira."),
            ("Tom es el hijo del panadero, 15 años.", "Beso a Tom."),
            ("Mira tiene quince años.", "Beso a Mira."),
        ] {
            let adults = InPlay {
                world: vec![world],
                ..stage("adults")
            };
            assert!(
                Minors::of(&adults).judge(By::Player, text).is_some(),
                "{world} {text}"
            );
            assert!(
                Minors::of(&adults).judge(By::Player, "I kiss Ada.").is_none(),
                "{world}"
            );
            let empty = InPlay {
                world: vec![world],
                ..InPlay::default()
            };
            assert!(
                Minors::of(&empty).judge(By::Player, text).is_some(),
                "{world} {text}"
            );
            let said = InPlay {
                said: vec![Said {
                    by: By::Narrator,
                    text: world,
                }],
                ..stage("adults")
            };
            assert!(
                Minors::of(&said).judge(By::Player, text).is_some(),
                "{world} {text}"
            );
        }
    }

    #[test]
    fn an_age_on_a_card_is_of_whom_the_card_is() {
        let with = |text: &'static str| {
            let role = |name, text| Role { name, text };
            let play = InPlay {
                player: None,
                cast: vec![
                    role("Lily", text),
                    role("Anna", "A nurse, 38."),
                    role("Ben", "A cook, 40."),
                ],
                ..InPlay::default()
            };
            Minors::of(&play).judge(By::Player, "I kiss Lily.").is_some()
        };
        for text in [
            "Lily is nine and lives with Anna.",
            "She is nine and lives with Anna.",
            "Lives with Anna and is nine.",
            "Daughter of Anna, 9.",
            "Anna's daughter, 9.",
            "A friend of Ben, 9 years old.",
            "Lily ist neun und wohnt bei Anna.",
            "Tochter von Anna, 9.",
            "Annas Tochter, 9 Jahre alt.",
            "Lily a neuf ans et vit avec Anna.",
            "Fille d'Anna, 9 ans.",
            "Lily tiene nueve años y vive con Anna.",
            "Hija de Anna, 9 años.",
        ] {
            assert!(with(text), "{text}");
        }
        for text in [
            "A nurse. Anna is fifteen.",
            "Mother of Anna, 9.",
            "She teaches nine-year-old Anna.",
            "Mutter von Anna, 9.",
            "Mère d'Anna, 9 ans.",
            "Madre de Anna, 9 años.",
        ] {
            assert!(!with(text), "{text}");
        }
    }

    #[test]
    fn what_families_say_is_played() {
        for (scene, text) in [
            ("pair", "She softly kisses your forehead."),
            ("pair", "I softly kiss Mira goodnight."),
            ("pupil", "Can I sleep with you tonight, mummy? I had a nightmare."),
            (
                "pupil",
                "Kann ich das Bett mit dir teilen, Mama? Ich hatte einen Albtraum.",
            ),
            (
                "pupil",
                "Je peux dormir avec toi, maman ? J'ai fait un cauchemar.",
            ),
            ("pupil", "¿Puedo dormir contigo, mamá? Tuve una pesadilla."),
            ("pair", "It's a romantic novel."),
            ("pair", "I'm in love with this city."),
            ("pair", "I have a date tonight, kiddo."),
            ("pair", "Ich küsse sie sanft auf die Stirn."),
            ("pair", "Das ist ein romantischer Roman."),
            ("pair", "Ich bin in diese Stadt verliebt."),
            ("pair", "Je l'embrasse doucement sur le front."),
            ("pair", "C'est un roman romantique."),
            ("pair", "Je suis amoureux de cette ville."),
            ("pair", "La beso suavemente en la frente."),
            ("pair", "Es una novela romántica."),
            ("pair", "Estoy enamorado de esta ciudad."),
        ] {
            assert!(!is_over(scene, text), "{text}");
        }
        let mut family = Minors::of(&stage("family"));
        for text in [
            "I love you, Lily.",
            "Ich liebe dich, Lily.",
            "Je t'aime, Lily.",
            "Te amo, Lily.",
        ] {
            assert!(family.judge(By::Cast(0), text).is_none(), "{text}");
            assert!(family.judge(By::Player, text).is_some(), "{text}");
        }
        assert!(
            family
                .judge(By::Cast(0), "I kiss you on the mouth, Lily.")
                .is_some()
        );
        for text in [
            "I'm in love with this girl.",
            "I'm in love with you, Mira.",
            "Let's have a date tonight.",
            "She softly kisses your lips.",
            "You are the one. I love you.",
            "I want to sleep with you.",
        ] {
            assert!(is_over("pair", text), "{text}");
        }
    }

    #[test]
    fn not_every_number_is_an_age() {
        for text in [
            "Strength: 14",
            "1. Likes tea.\n6. Hates rain.",
            "She leaves home at 7:15.",
            "Geboren am 12.10.1987",
            "Version 1.7",
            "Stärke: 14",
            "Force : 14",
            "Fuerza: 14",
            "Sie geht um 7.15 los.",
            "Née le 12.10.1987.",
            "Nacida el 12.10.1987.",
        ] {
            assert!(!describes_minor(text), "{text}");
        }
        let world = InPlay {
            world: vec!["A town by the sea.\nStrength: 14\nLuck: 12"],
            ..stage("adults")
        };
        assert!(!Minors::of(&world).any(), "values are nobody's age");
        let named = InPlay {
            world: vec!["A town by the sea.\nAda: 16"],
            ..stage("adults")
        };
        assert!(Minors::of(&named).any(), "after a name they are");
        for text in [
            "Age: 14",
            "Alter: 14",
            "Âge : 14",
            "Edad: 14",
            "Mira, 14.",
            "14.",
            "Mira is 14.",
            "Name: Mira\nAge: 14\nStrength: 20",
        ] {
            assert!(describes_minor(text), "{text}");
        }
    }

    #[test]
    fn a_text_is_cut_before_the_sentence() {
        let mut minors = Minors::of(&stage("pair"));
        let text = "The rain stops. \"Come,\" she says. She kisses you on the mouth. Then she laughs.";
        let at = minors.judge(By::Cast(0), text).expect("over the line");
        assert_eq!(&text[..at], "The rain stops. \"Come,\" she says. ");
        // What is said of an age afterwards counts for what came before.
        let mut adults = Minors::of(&stage("adults"));
        let text = "I kiss you, Robin. \"By the way, I'm fifteen.\"";
        assert_eq!(adults.judge(By::Cast(0), text), Some(0));
    }

    #[test]
    fn what_is_said_of_the_world_and_in_play_counts() {
        let with = |world: &'static str| {
            let play = InPlay {
                world: vec![world],
                ..stage("adults")
            };
            Minors::of(&play).judge(By::Player, "I kiss you, Ada.").is_some()
        };
        assert!(with("Ada (16) lives by the sea.") && with("Ada is sixteen."));
        assert!(with("You are fifteen years old and new in town."));
        assert!(!with("The castle is sixteen years old. Ada is thirty."));
        let mut play = stage("adults");
        play.said = vec![
            Said {
                by: By::Cast(0),
                text: "I'm only fifteen, you know.",
            },
            Said {
                by: By::Player,
                text: "I see.",
            },
        ];
        assert!(Minors::of(&play).judge(By::Player, "I kiss you, Ada.").is_some());
        assert!(Minors::of(&play).judge(By::Player, "I kiss Bob.").is_none());
    }

    #[test]
    fn a_description_counts_where_it_is_sure_of_whom_it_tells() {
        let is_told = |scene, of, text| Minors::of(&stage(scene)).is_told(of, text);
        for (of, text) in [
            (By::Cast(2), "She is in love with you."),
            (By::Cast(2), "Dreams of kissing her neighbour."),
            (By::Cast(0), "Anna is in love with Lily."),
            (By::Narrator, "Robin is in love with Lily."),
            (
                By::Narrator,
                "At this inn everybody kisses the child on the mouth.",
            ),
            (By::Narrator, "Ben küsst Lily auf den Mund."),
            (By::Narrator, "Ben embrasse Lily sur la bouche."),
            (By::Narrator, "Ben besa a Lily en la boca."),
        ] {
            assert!(is_told("family", of, text), "{text}");
        }
        for (of, text) in [
            (
                By::Cast(0),
                "Anna is in love with Ben, and has been since they danced.",
            ),
            (By::Cast(0), "She flirts with every guest, and kisses the baker."),
            (
                By::Cast(1),
                "He fell in love with the girl next door, and married her.",
            ),
            (
                By::Narrator,
                "A town for lovers, with a bridge on which one kisses.",
            ),
            (
                By::Narrator,
                "The smith is in love with the baker's widow, and her child runs errands for both.",
            ),
            (By::Player, "In love with Anna."),
        ] {
            assert!(!is_told("family", of, text), "{text}");
        }
        assert!(!is_told("adults", By::Cast(0), "She is in love with you."));
    }

    #[test]
    fn what_was_judged_when_it_came_counts_only_where_it_is_sure() {
        let mut family = Minors::of(&stage("family"));
        for text in ["I kiss Lily on the mouth.", "I love you, Lily."] {
            assert!(family.judge_again(By::Player, text), "{text}");
        }
        for text in [
            "I kiss the girl on the mouth.",
            "I kiss Anna.",
            "Robin kisses her.",
        ] {
            assert!(!family.judge_again(By::Player, text), "{text}");
        }
        family.heard(By::Cast(2));
        assert!(family.judge_again(By::Player, "I kiss you."));
        family.begin_again();
        family.heard(By::Cast(0));
        assert!(!family.judge_again(By::Player, "I kiss you."));
    }

    #[test]
    fn no_card_for_adults_describes_a_minor() {
        assert!(!may_publish(
            true,
            &["A love story.", "Mira, 16, the baker's apprentice."]
        ));
        assert!(may_publish(false, &["Mira, 16, the baker's apprentice."]));
        assert!(may_publish(
            true,
            &["Noah, 19, shy.", "He taught fifteen-year-olds for years."]
        ));
    }

    #[test]
    fn hostile_texts_take_no_time() {
        for text in [
            "kiss ".repeat(4_000),
            "16 ".repeat(4_000),
            "...".repeat(4_000),
            "Mira 16 kisses. ".repeat(400),
            "é\u{301}".repeat(4_000),
        ] {
            let _ = Minors::of(&stage("pair")).judge(By::Player, &text);
        }
    }
}
