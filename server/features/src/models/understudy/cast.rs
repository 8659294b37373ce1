//! Who is on stage: what they are called, how they speak, and what kind of body they have.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::super::{CastMember, Cue};
use super::grammar::{Voice, Words};

/// Titles after which the family name follows, of which several first names can be left out.
const BEFORE_FAMILY_NAME: [&str; 22] = [
    "mr",
    "mrs",
    "ms",
    "miss",
    "dr",
    "captain",
    "colonel",
    "general",
    "judge",
    "inspector",
    "professor",
    "minister",
    "madame",
    "major",
    "sergeant",
    "commissaire",
    "senator",
    "premier",
    "constable",
    "councillor",
    "herr",
    "frau",
];
/// Manners of speaking that suit anybody, for those whose persona says nothing of it.
const CALM_VOICES: [&str; 6] = ["plain", "warm", "gruff", "playful", "formal", "nervous"];
/// Longest sentence of a persona that is acted, in characters.
const MAX_HABIT_CHARS: usize = 90;

/// What somebody can be seen to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Body {
    /// Whatever people do.
    Person,
    /// Whatever needs no hands.
    Beast,
    /// Nothing: a voice, a house, a ship's computer.
    None,
}

pub(super) fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Not a name but a pronoun, where nobody gave the player one.
pub(super) fn is_a_name(name: &str) -> bool {
    !matches!(
        name.trim().to_lowercase().as_str(),
        "" | "you" | "player" | "user" | "guest" | "du" | "sie" | "vous" | "tu" | "toi" | "tú" | "usted" | "vos" | "me" | "i"
    )
}

/// What somebody is called to their face: the first name, or title and name.
pub(super) fn short_name(words: &Words, name: &str) -> String {
    // "Teófilo Guzmán, Viscount": what follows the comma is not the name; nor is what stands in quotation marks, or where a prince is from.
    let name = name.split(", ").next().unwrap_or(name);
    let name =
        [" of ", " von ", " de "].iter().find_map(|of| name.split_once(of).filter(|(before, _)| before.contains(' '))).map_or(name, |(before, _)| before);
    let parts: Vec<&str> = name.split_whitespace().filter(|part| !part.starts_with('\'')).collect();
    let is_title = |part: &&str| words.titles.contains(&part.trim_end_matches('.').to_lowercase());
    let is_group = parts.iter().any(|part| matches!(*part, "and" | "y" | "und" | "et"));
    let Some(first) = parts.first() else { return name.to_owned() };
    if is_group || (first.chars().count() < 3 && !is_title(first)) {
        return parts.join(" ");
    }
    let titles = parts.iter().take_while(|part| is_title(part)).count();
    match (titles, parts.len()) {
        (0, _) => (*first).to_owned(),
        // "Captain Jonas Reed" as "Captain Reed", but "Prince Casimir Amadeus" as "Prince Casimir".
        (1, 3) if BEFORE_FAMILY_NAME.contains(&first.trim_end_matches('.').to_lowercase().as_str()) => format!("{first} {}", parts[2]),
        (1, 3) if !matches!(first.to_lowercase().as_str(), "the" | "le" | "la" | "el" | "der" | "die" | "das" | "old" | "big") => parts[..2].join(" "),
        _ => parts.join(" "),
    }
}

/// How the speaker speaks: by their persona, and unlike anybody else on stage as long as there are manners left.
pub(super) fn voice_of(words: &'static Words, cue: &Cue) -> &'static Voice {
    let mut members: Vec<&CastMember> = cue.cast.iter().collect();
    members.sort_by(|a, b| a.name.cmp(&b.name));
    let mut free: Vec<&'static String> = words.voices.keys().collect();
    for member in members {
        if free.is_empty() {
            free = words.voices.keys().collect();
        }
        let signed = free.iter().copied().map(|name| (score(&words.voices[name], member), hash_of((name, &member.name)), name)).max();
        let calm = || CALM_VOICES.iter().find_map(|calm| free.iter().copied().find(|name| name == calm));
        let chosen = signed.filter(|(score, ..)| *score > 0).map(|(_, _, name)| name).or_else(calm).unwrap_or(free[0]);
        if member.name == cue.speaker.name {
            return &words.voices[chosen];
        }
        free.retain(|name| *name != chosen);
    }
    &words.voices["plain"]
}

fn score(voice: &Voice, member: &CastMember) -> usize {
    let text = |text: &str| format!(" {}", text.to_lowercase());
    let (persona, about) = (text(&member.persona), text(&format!("{} {}", member.role, member.description)));
    let counted = |text: &str, sign: &String| text.matches(&format!(" {sign}")).count();
    voice.signs.iter().map(|sign| 2 * counted(&persona, sign) + counted(&about, sign)).sum::<usize>()
}

/// What kind of body somebody has, if their card gives it away.
pub(super) fn body_of(words: &Words, member: &CastMember) -> Body {
    let spaced = |text: &str| {
        let small: String = text.to_lowercase().chars().map(|c| if c.is_alphanumeric() || c == '\'' { c } else { ' ' }).collect();
        format!(" {} ", small.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (name, role, about) = (spaced(&member.name), spaced(&member.role), spaced(&format!("{} {}", member.role, member.description)));
    let has = |signs: &[String], text: &str| signs.iter().any(|sign| text.contains(&format!(" {sign} ")));
    let bodies = &words.bodies;
    match has(&bodies.lone, &about) || has(&bodies.lone_names, &name) {
        true => Body::None,
        false if has(&bodies.beasts, &role) => Body::Beast,
        false => Body::Person,
    }
}

/// Whether a beat suits a body.
pub(super) fn is_possible(words: &Words, body: Body, beat: &str) -> bool {
    let moves = |beat: &str| beat.contains("{speaker}");
    let small = beat.to_lowercase();
    let uses_limbs = || small.split(|c: char| !c.is_alphanumeric()).any(|word| words.bodies.limbs.iter().any(|limb| word.starts_with(limb.as_str())));
    match body {
        Body::Person => true,
        Body::Beast => !uses_limbs(),
        Body::None => !moves(beat),
    }
}

/// A sentence of a persona that can be seen on stage, with the speaker before it.
pub(super) fn habit(words: &Words, sentence: &str) -> Option<String> {
    let (first, rest) = sentence.split_once(' ')?;
    let verb = first.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    // "Laughs when", "Counts if": what is so at times is not so now.
    let small = format!(" {} ", rest.to_lowercase());
    let is_conditional = [
        " when ",
        " if ",
        " unless ",
        " whenever ",
        " until ",
        " before ",
        " wenn ",
        " falls ",
        " quand ",
        " si ",
        " cuando ",
        " only ",
        " never ",
        " always ",
        " often ",
        " rarely ",
        " usually ",
        " every ",
        " selten ",
        " gern ",
        " oft ",
        " immer ",
        " nie ",
        " toujours ",
        " souvent ",
        " jamais ",
        " siempre ",
        " nunca ",
        " gerne ",
    ];
    let suits = words.habits.contains(&verb)
        && sentence.chars().count() <= MAX_HABIT_CHARS
        && !sentence.contains(['\'', ':', ';', '(', '?'])
        && !is_conditional.iter().any(|word| small.contains(word));
    let end = if rest.ends_with(['.', '!', '…']) { "" } else { "." };
    suits.then(|| format!("{{speaker}} {} {rest}{end}", first.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::super::grammar::words_for;
    use super::*;

    fn member(name: &str, role: &str, persona: &str) -> CastMember {
        CastMember { name: name.to_owned(), role: role.to_owned(), persona: persona.to_owned(), ..CastMember::default() }
    }

    #[test]
    fn people_are_called_what_they_are_called_to_their_face() {
        let english = words_for(Some("en"), "").0;
        for (name, short) in [
            ("Lothar Graumann", "Lothar"),
            ("Old Mrs Ruddock", "Old Mrs Ruddock"),
            ("Premier Achille Montclair", "Premier Montclair"),
            ("Prince Casimir of Vaul", "Prince Casimir"),
            ("Wilhelmina 'Bil' Oduya", "Wilhelmina"),
            ("The Woman in the Good Coat", "The Woman in the Good Coat"),
            ("Loli and Fina Cueto", "Loli and Fina Cueto"),
            ("Dr Ravindra Sethi", "Dr Sethi"),
            ("J. Doe", "J. Doe"),
            ("Mathilde, aged six", "Mathilde"),
        ] {
            assert_eq!(short_name(english, name), short);
        }
    }

    #[test]
    fn nobody_on_stage_speaks_like_another() {
        let english = words_for(Some("en"), "").0;
        let cast: Vec<CastMember> = (0..6).map(|n| member(&format!("Somebody {n}"), "", "Gruff, gruff, and a joke.")).collect();
        let mut voices: Vec<*const Voice> =
            cast.iter().map(|speaker| std::ptr::from_ref(voice_of(english, &Cue { speaker: speaker.clone(), cast: cast.clone(), ..Cue::default() }))).collect();
        voices.sort_unstable();
        voices.dedup();
        assert_eq!(voices.len(), 6);
    }

    #[test]
    fn a_body_is_known_from_the_card() {
        let english = words_for(Some("en"), "").0;
        let of = |name: &str, role: &str| body_of(english, &member(name, role, ""));
        assert_eq!(of("Merrow", "Artificial intelligence, minds the weather"), Body::None);
        assert_eq!(of("Margaret Ann", "Ship's mind, on one battery"), Body::None);
        assert_eq!(of("Old Mrs Ruddock", "A jackdaw with a window"), Body::Beast);
        assert_eq!(of("Nirupama Debi", "Botanical artist, deceased 1911"), Body::Person);
        assert!(!is_possible(english, Body::Beast, "{speaker} lifts a hand."));
        assert!(!is_possible(english, Body::None, "{speaker} winks."));
        assert!(is_possible(english, Body::None, "Outside, something large goes by."));
    }
}
