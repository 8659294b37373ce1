//! Improvising: from the scene to a text that was never said before.

use std::collections::HashSet;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha20Rng;

use super::super::{Cue, CueKind, count_tokens};
use super::cast::{Body, body_of, habit, hash_of, is_a_name, short_name, voice_of};
use super::grammar::{Noun, Voice, Words, words_for, words_of_line};
use super::hearing::{Heard, echo, hear, key, plain, sentences};
use super::nouns::{gender, nouns};
use super::text::{Part, quoted, shortened, small_first, swapped, written};

/// Length of a reply of which nobody said how long it shall be, in tokens.
const DEFAULT_TOKENS: u32 = 220;
/// Most words taken from the scenario.
const MAX_THINGS: usize = 24;
/// How much of the latest text is looked through for the frames of sentences, in bytes.
const FRAME_BYTES: usize = 60_000;
/// Lines of a summary.
const MAX_SUMMARY_LINES: usize = 12;
/// Longest sentence of the scenario that somebody says, in characters.
const MAX_LORE_CHARS: usize = 150;
/// How many of the player's earlier passages and things are come back to.
const MAX_EARLIER: usize = 6;
/// Shortest passage that is come back to, in words.
const MIN_EARLIER_WORDS: usize = 4;

/// Intents of lines that nobody would come back to.
const PASSING: [&str; 8] = ["greeting", "farewell", "show", "tell", "lead", "stay", "agree", "refuse"];

/// Words with which a text speaks to its reader, in the languages that are played.
const SECOND_PERSON: [&str; 31] = [
    "you", "your", "yours", "yourself", "du", "dich", "dir", "dein", "deine", "deinen", "deinem", "deiner", "deines", "euch", "ihr", "vous", "votre", "vos",
    "toi", "ton", "tes", "tú", "tu", "tus", "te", "ti", "usted", "vosotros", "os", "tuyo", "tuya",
];

/// The text for a cue.
pub(super) fn improvise(cue: &Cue) -> String {
    let mut scene = Scene::new(cue);
    match &cue.kind {
        CueKind::Reply if scene.is_narrator => scene.narrate(),
        CueKind::Reply => scene.reply(),
        CueKind::Continue(begun) => scene.go_on(begun),
        CueKind::Impersonate => scene.impersonate(),
        CueKind::Rewrite { selection, note } => scene.rewrite(selection, note),
        CueKind::Director { names } => scene.direct(names),
        CueKind::Summarise => scene.summarise(),
    }
}

/// What the understudy knows when it is to say something.
pub(super) struct Scene<'a> {
    pub(super) cue: &'a Cue,
    pub(super) words: &'static Words,
    pub(super) is_own_language: bool,
    is_narrator: bool,
    pub(super) rng: ChaCha20Rng,
    pub(super) voice: &'static Voice,
    pub(super) body: Body,
    /// Every sentence that was said, as [`key`] has it.
    pub(super) said: HashSet<String>,
    /// The latest of what was said, for recognising frames.
    pub(super) latest: String,
    pub(super) heard: Heard,
    /// The line that is answered, as [`key`] has it.
    pub(super) line: String,
    pub(super) speaker: String,
    pub(super) player: String,
    /// Who spoke last, if it was another of the cast.
    pub(super) last: String,
    /// Somebody on stage whom the player named, with their role.
    pub(super) about: Option<(String, String)>,
    pub(super) others: Vec<String>,
    pub(super) things: Vec<String>,
    /// Things that the player named before.
    pub(super) kept: Vec<String>,
    /// Things that the player's persona names.
    pub(super) traits: Vec<String>,
    pub(super) earlier: Vec<String>,
    pub(super) lore: Vec<String>,
    pub(super) habits: Vec<String>,
    pub(super) budget: u32,
}

impl<'a> Scene<'a> {
    fn new(cue: &'a Cue) -> Self {
        let (words, is_own_language) = language_of(cue);
        let openings: Vec<&str> = cue.said_before.first().map(String::as_str).into_iter().collect();
        let is_narrator = cue.speaker.name.is_empty() || !cue.cast.iter().any(|member| member.name == cue.speaker.name);
        let player = if is_a_name(&cue.player) { plain(&cue.player, "", "") } else { String::new() };
        let short = |name: &str| short_name(words, &plain(name, "", ""));
        let clean = |text: &str| plain(text, &player, &cue.speaker.name);
        let speaker = short(&cue.speaker.name);
        let mut others: Vec<String> = cue.cast.iter().filter(|member| member.name != cue.speaker.name).map(|member| short(&member.name)).collect();
        others.retain(|name| !name.is_empty());
        let cast: Vec<&str> = cue.cast.iter().map(|member| member.name.as_str()).collect();
        // Nobody answers their own last line.
        let answered = cue.recent.last().filter(|(name, _)| name != &cue.speaker.name || cue.kind == CueKind::Impersonate);
        let mut heard = answered.map(|(_, text)| hear(words, text, &player, &speaker, &cast)).unwrap_or_default();
        let by_other = answered.filter(|(name, _)| name != &cue.player && cue.cast.iter().any(|member| member.name == *name));
        if by_other.is_some() {
            // What one of the cast does is not the player's deed, and what they quote is not theirs.
            heard.deeds.clear();
            heard.echoes.clear();
        }
        heard.objects.retain(|object| gender(words, object).is_some());
        let about = heard.about.iter().map(|&place| &cue.cast[place]).find(|member| member.name != cue.speaker.name);
        let about = about.map(|member| (short(&member.name), member.role.clone()));
        let spoken: Vec<Heard> =
            cue.recent.iter().rev().skip(1).filter(|(name, _)| name == &cue.player).map(|(_, text)| hear(words, text, &player, &speaker, &cast)).collect();
        let is_weighty = |passage: &&String| passage.split_whitespace().count() >= MIN_EARLIER_WORDS;
        let told = spoken.iter().filter(|heard| heard.questions.is_empty() && !heard.intents.iter().any(|intent| PASSING.contains(&intent.as_str())));
        let earlier = told.flat_map(|heard| heard.echoes.iter().filter(is_weighty)).take(MAX_EARLIER).cloned().collect();
        let is_listed = |noun: &&String| gender(words, noun).is_some();
        let kept = spoken.iter().flat_map(|heard| heard.objects.iter().filter(is_listed)).take(MAX_EARLIER).cloned().collect();
        let texts = [cue.setting.as_str()].into_iter().chain(cue.lore.iter().map(String::as_str)).chain(openings);
        let mut things = nouns(words, &texts.map(clean).collect::<Vec<_>>().join(" . "), MAX_THINGS);
        things.retain(|thing| is_own_language && gender(words, thing).is_some());
        let mut traits = nouns(words, &clean(&cue.persona), MAX_EARLIER);
        traits.retain(|thing| gender(words, thing).is_some());
        let lore = cue.lore.iter().chain([&cue.setting]).filter(|_| is_own_language).flat_map(|text| sentences(&clean(text)));
        let lore = lore.filter(|sentence| is_sayable(words, sentence)).collect();
        let habits = sentences(&clean(&cue.speaker.persona)).into_iter().filter_map(|sentence| habit(words, &sentence)).collect();
        let said_before: Vec<String> = cue.said_before.iter().map(|text| key(text)).collect();
        let mut latest = said_before.join(" ");
        if latest.len() > FRAME_BYTES {
            let cut = (latest.len() - FRAME_BYTES..latest.len()).find(|&place| latest.is_char_boundary(place)).unwrap_or(latest.len());
            latest.drain(..cut);
        }
        let mut scene = Self {
            cue,
            words,
            is_own_language,
            is_narrator,
            rng: ChaCha20Rng::seed_from_u64(hash_of((cue.seed, &cue.speaker.name, cue.said_before.len()))),
            voice: voice_of(words, cue),
            body: body_of(words, &cue.speaker),
            said: cue.said_before.iter().flat_map(|text| sentences(text)).map(|sentence| key(&sentence)).collect(),
            latest,
            heard,
            line: answered.map(|(_, text)| format!(" {} ", key(text))).unwrap_or_default(),
            speaker,
            player,
            last: by_other.map(|(name, _)| short(name)).unwrap_or_default(),
            about,
            others,
            things,
            kept,
            traits,
            earlier,
            lore,
            habits,
            budget: if cue.reply_tokens == 0 { DEFAULT_TOKENS } else { cue.reply_tokens },
        };
        scene.said.extend(cue.recent.iter().flat_map(|(_, text)| sentences(text)).map(|sentence| key(&sentence)));
        scene
    }

    fn narrate(&mut self) -> String {
        let mut paragraphs: Vec<String> = Vec::new();
        for place in 0..(2 + self.budget / 120) {
            let seen = if place % 2 == 0 { None } else { self.beat_of_another() };
            let ambient = &self.words.narration.ambient;
            paragraphs.extend(seen.or_else(|| self.pick(ambient)).or_else(|| self.beat_of_another()));
        }
        let hook = self.pick(&self.words.narration.hooks).unwrap_or_else(|| self.hook());
        while !paragraphs.is_empty() && count_tokens(&paragraphs.join(" ")) + count_tokens(&hook) > self.budget {
            paragraphs.pop();
        }
        let text = match paragraphs.is_empty() {
            true => hook,
            false => format!("{}\n\n{hook}", paragraphs.join(" ")),
        };
        self.within_budget(text)
    }

    fn go_on(&mut self, begun: &str) -> String {
        self.said.extend(sentences(begun).iter().map(|sentence| key(sentence)));
        let mut parts = Vec::new();
        parts.extend(self.beat().map(Part::Beat));
        let bridge = self.pick(&self.words.lines.continuing);
        parts.extend(bridge.map(Part::Line));
        parts.extend(self.detail().map(Part::Line));
        let hook = self.hook();
        parts.push(Part::Line(hook));
        let mut text = if self.is_narrator { self.narrate() } else { written(parts.iter()) };
        while count_tokens(&text) > self.budget && parts.len() > 1 {
            parts.remove(0);
            text = written(parts.iter());
        }
        let begun = begun.trim_end();
        let join = match (begun.is_empty(), begun.ends_with(['.', '!', '?', '…', '"', '*', ')'])) {
            (true, _) => "",
            (_, true) if begun.matches('"').count() % 2 == 1 && !begun.ends_with('"') => "\"\n\n",
            (_, true) => "\n\n",
            (_, false) if begun.matches('"').count() % 2 == 1 => "…\"\n\n",
            (_, false) if begun.matches('*').count() % 2 == 1 => "…*\n\n",
            (_, false) => "…\n\n",
        };
        format!("{join}{}", self.within_budget(text))
    }

    fn impersonate(&mut self) -> String {
        let lines = &self.words.impersonate.lines;
        let text = self.pick(lines).or_else(|| self.spare_line().map(|line| quoted(&line))).unwrap_or_else(|| quoted(&self.hook()));
        self.within_budget(text)
    }

    fn rewrite(&mut self, selection: &str, note: &str) -> String {
        let words = &self.words.rewrite;
        let note = note.to_lowercase();
        let asks = |signs: &[String]| signs.iter().any(|sign| note.contains(sign.as_str()));
        let trimmed = selection.trim();
        if trimmed.is_empty() {
            return self.pick(&words.endings).unwrap_or_else(|| self.hook());
        }
        let (shorter, longer) = (asks(&words.shorter), asks(&words.longer));
        let mut text = swapped(trimmed, &words.pairs);
        if shorter && let Some(short) = shortened(&text) {
            text = short;
        }
        if longer && let Some(ending) = self.pick(&words.endings) {
            text = format!("{text} {ending}");
        }
        if text == trimmed {
            let opening = words.openings.choose(&mut self.rng).cloned().unwrap_or_default();
            let marks = trimmed.chars().take_while(|c| !c.is_alphanumeric()).map(char::len_utf8).sum();
            let (before, rest) = trimmed.split_at(marks);
            text = format!("{before}{opening}{}", if self.words.noun == Noun::Capital { rest.to_owned() } else { small_first(rest, &self.names()) });
        }
        text
    }

    fn direct(&mut self, names: &[String]) -> String {
        let last = self.cue.recent.last();
        let silent: Vec<&String> = names.iter().filter(|name| last.is_none_or(|(speaker, _)| speaker != *name)).collect();
        let text = last.map(|(_, text)| format!(" {} ", key(text))).unwrap_or_default();
        let called = silent.iter().find(|name| key(name).split(' ').any(|part| part.len() > 2 && text.contains(&format!(" {part} "))));
        let chosen = called.copied().or_else(|| silent.choose(&mut self.rng).copied()).or(names.first());
        serde_json::json!({ "name": chosen }).to_string()
    }

    fn summarise(&mut self) -> String {
        let words = &self.words.summary;
        let mut lines = Vec::new();
        for (name, text) in self.cue.recent.iter().rev().take(MAX_SUMMARY_LINES) {
            let said: String = text.split('*').step_by(2).collect::<Vec<_>>().join(" ");
            let all = sentences(&plain(&said, &self.player, &self.speaker));
            let quote = all.iter().filter_map(|sentence| echo(sentence)).max_by_key(String::len);
            let frame = if quote.is_some() { words.said.choose(&mut self.rng) } else { words.did.choose(&mut self.rng) };
            let name = plain(name, "", "");
            let line = frame.map(|frame| frame.replace("{name}", &name).replace("{echo}", &quote.unwrap_or_default())).unwrap_or_default();
            let size = count_tokens(&line) + lines.iter().map(|line: &String| count_tokens(line)).sum::<u32>();
            if size + count_tokens(&words.begin) > self.budget {
                break;
            }
            if !name.is_empty() && !lines.contains(&line) {
                lines.push(line);
            }
        }
        if lines.is_empty() {
            return words.nothing.clone();
        }
        lines.reverse();
        format!("{} {}", words.begin, lines.join(" "))
    }
}

/// The language to play in, and whether it is the scenario's. Where that is none of ours, it is the one the player last spoke.
fn language_of(cue: &Cue) -> (&'static Words, bool) {
    let personas: Vec<&str> = cue.cast.iter().map(|member| member.persona.as_str()).collect();
    // The opening, and not what the understudy itself has said since.
    let opening = cue.said_before.first().map(String::as_str).unwrap_or_default();
    let (words, is_own) = words_for(cue.language.as_deref(), &format!("{} {} {opening}", cue.setting, personas.join(" ")));
    if is_own {
        return (words, true);
    }
    let spoken = cue.recent.iter().rev().filter(|(name, _)| name == &cue.player).find_map(|(_, text)| words_of_line(text, words));
    (spoken.unwrap_or(words), false)
}

/// Whether there is a finite verb that is not one of a relative clause.
fn has_main_verb(words: &Words, parts: &[&str]) -> bool {
    parts.iter().enumerate().any(|(place, part)| {
        let is_verb = words.verbs.iter().any(|verb| verb == part);
        let after = place.checked_sub(1).map(|before| parts[before]);
        let is_relative = after.is_some_and(|after| ["that", "who", "which", "where", "qui", "que"].contains(&after));
        // A German clause that depends on another has its verb at its end.
        is_verb && !is_relative && !(words.noun == Noun::Capital && place + 1 == parts.len())
    })
}

/// Whether a sentence of the scenario can be said by somebody in it.
fn is_sayable(words: &Words, sentence: &str) -> bool {
    let small = sentence.to_lowercase();
    let mut parts = small.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let talks_to_the_reader = parts.clone().any(|part| SECOND_PERSON.contains(&part));
    let is_loose = parts.next().is_some_and(|first| words.loose.iter().any(|loose| loose == first));
    // A fragment, or an order to whoever plays.
    let is_whole = has_main_verb(words, &parts.collect::<Vec<_>>());
    let length = sentence.chars().count();
    (25..=MAX_LORE_CHARS).contains(&length) && sentence.ends_with(['.', '!', '…']) && is_whole && !is_loose && !talks_to_the_reader
}
