//! Improvising: from the scene to a text that was never said before.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::super::{Cue, CueKind, count_tokens};
use super::grammar::{Thread, Voice, Words, words_for};
use super::hearing::{Heard, echo, hear, key, nouns, plain, sentences};

/// Length of a reply of which nobody said how long it shall be, in tokens.
const DEFAULT_TOKENS: u32 = 220;
/// Turns of one small plot: from its arrival to what it leaves behind.
const ARC_TURNS: usize = 8;
/// Most words taken from the scenario.
const MAX_THINGS: usize = 24;
/// How much of the latest text is looked through for the frames of sentences, in bytes.
const FRAME_BYTES: usize = 60_000;
/// Shortest part of a frame by which it is recognised, in bytes.
const MIN_FRAME: usize = 10;
/// Lines of a summary.
const MAX_SUMMARY_LINES: usize = 12;
/// Longest sentence of the scenario that somebody says, in characters.
const MAX_LORE_CHARS: usize = 150;

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

/// A part of a reply.
enum Part {
    /// What is seen.
    Beat(String),
    /// What is said.
    Line(String),
}

struct Scene<'a> {
    cue: &'a Cue,
    words: &'static Words,
    is_own_language: bool,
    is_narrator: bool,
    rng: ChaCha20Rng,
    voice: &'static Voice,
    /// Every sentence that was said, as [`key`] has it.
    said: HashSet<String>,
    /// The latest of what was said, for recognising frames.
    latest: String,
    heard: Heard,
    speaker: String,
    player: String,
    others: Vec<String>,
    things: Vec<String>,
    earlier: Vec<String>,
    lore: Vec<String>,
    habits: Vec<String>,
    budget: u32,
}

impl<'a> Scene<'a> {
    fn new(cue: &'a Cue) -> Self {
        let personas: Vec<&str> = cue.cast.iter().map(|member| member.persona.as_str()).collect();
        // The opening, and not what the understudy itself has said since.
        let openings: Vec<&str> = cue.said_before.first().map(String::as_str).into_iter().collect();
        let texts = format!("{} {} {}", cue.setting, personas.join(" "), openings.join(" "));
        let (words, is_own_language) = words_for(cue.language.as_deref(), &texts);
        let is_narrator = cue.speaker.name.is_empty() || !cue.cast.iter().any(|member| member.name == cue.speaker.name);
        let player = if is_a_name(&cue.player) { plain(&cue.player, "", "") } else { String::new() };
        let short = |name: &str| short_name(words, &plain(name, "", ""));
        let clean = |text: &str| plain(text, &player, &cue.speaker.name);
        let speaker = short(&cue.speaker.name);
        let mut others: Vec<String> = cue.cast.iter().filter(|member| member.name != cue.speaker.name).map(|member| short(&member.name)).collect();
        others.retain(|name| !name.is_empty());
        let last = cue.recent.last();
        let cast: Vec<&str> = cue.cast.iter().map(|member| member.name.as_str()).collect();
        // Nobody answers their own last line.
        let answered = last.filter(|(name, _)| name != &cue.speaker.name || cue.kind == CueKind::Impersonate);
        let mut heard = answered.map(|(_, text)| hear(words, text, &player, &cast)).unwrap_or_default();
        if answered.is_some_and(|(name, _)| name != &cue.player) {
            heard.deeds.clear();
        }
        let spoken = cue.recent.iter().rev().skip(1).filter(|(name, _)| name == &cue.player);
        let earlier = spoken.flat_map(|(_, text)| hear(words, text, &player, &cast).echoes).take(6).collect();
        let texts = [cue.setting.as_str()].into_iter().chain(cue.lore.iter().map(String::as_str)).chain(openings);
        let things = nouns(words, &texts.map(clean).collect::<Vec<_>>().join(" . "), MAX_THINGS);
        let lore = cue.lore.iter().chain([&cue.setting]).flat_map(|text| sentences(&clean(text)));
        let lore = lore.filter(|sentence| is_sayable(sentence)).collect();
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
            said: cue.said_before.iter().flat_map(|text| sentences(text)).map(|sentence| key(&sentence)).collect(),
            latest,
            heard,
            speaker,
            player,
            others,
            things,
            earlier,
            lore,
            habits,
            budget: if cue.reply_tokens == 0 { DEFAULT_TOKENS } else { cue.reply_tokens },
        };
        scene.said.extend(cue.recent.iter().flat_map(|(_, text)| sentences(text)).map(|sentence| key(&sentence)));
        scene
    }

    // What each kind of cue gets.

    fn reply(&mut self) -> String {
        let mut parts = Vec::new();
        if !self.is_own_language && !self.said.contains(&key(self.words.note.trim_end_matches('.'))) && self.budget >= 80 {
            self.remember(&self.words.note);
            parts.push(Part::Beat(format!("({})", self.words.note.trim_end_matches('.'))));
        }
        parts.extend(self.beat().map(Part::Beat));
        parts.push(Part::Line(self.reaction()));
        let (stage, asks) = self.stage();
        let mut middle: Vec<Vec<Part>> = Vec::new();
        if let (Some(line), false) = (&stage, asks) {
            middle.push(vec![Part::Line(line.clone())]);
        }
        for place in 0..self.budget / 130 {
            let mut unit: Vec<Part> = Vec::new();
            if place % 2 == 0 || self.rng.random_bool(0.4) {
                unit.extend(self.beat().map(Part::Beat));
            }
            unit.extend(self.detail().map(Part::Line));
            middle.push(unit);
        }
        // A choice is a question already.
        let last = match stage {
            Some(line) if asks => line,
            _ => self.hook(),
        };
        let mut text = None;
        for units in (0..=middle.len()).rev() {
            let chosen = parts.iter().chain(middle.iter().take(units).flatten());
            let whole = written(chosen.chain([&Part::Line(last.clone())]));
            let fits = count_tokens(&whole) <= self.budget;
            if fits || units == 0 {
                text = Some(whole);
            }
            if fits {
                break;
            }
        }
        self.within_budget(text.unwrap_or_default())
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
            text = format!("{before}{opening}{}", small_first(rest, &self.names()));
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

    // The parts of a reply.

    /// An answer to what the player said or did, or to whoever spoke last.
    fn reaction(&mut self) -> String {
        let words = self.words;
        let intents: Vec<&Vec<String>> = self.heard.intents.iter().take(2).filter_map(|name| words.intents.get(name)).map(|intent| &intent.lines).collect();
        let lines = &words.lines;
        let mut pools: Vec<&Vec<String>> = Vec::new();
        if !self.heard.deeds.is_empty() && self.rng.random_bool(0.45) {
            pools.push(&lines.deed);
        }
        if !self.heard.names.is_empty() {
            pools.push(&lines.name);
        }
        pools.extend(intents);
        // Not always the obvious answer.
        if !pools.is_empty() && self.rng.random_bool(0.2) {
            pools.push(pools[0]);
            pools.remove(0);
        }
        if self.rng.random_bool(0.3) && !self.heard.objects.is_empty() {
            pools.insert(0, &lines.object);
        }
        pools.extend([&lines.object, &lines.echo, &lines.deed, &lines.earlier, &lines.musing]);
        let found = pools.iter().find_map(|pool| self.pick_fresh(pool)).or_else(|| self.spare_line());
        let line = found.or_else(|| pools.iter().find_map(|pool| self.pick(pool))).unwrap_or_else(|| self.hook());
        self.opened(line, 0.25)
    }

    /// Something besides: the scenario's own words, its things, the others, what was said earlier.
    fn detail(&mut self) -> Option<String> {
        let lines = &self.words.lines;
        // How often each is drawn, and how often it gets an opener: only lines that are statements suit one.
        let mut pools = vec![
            (&lines.lore, 3_u32, 0.0),
            (&lines.thing, 3, 0.4),
            (&lines.other, 3, 0.0),
            (&lines.earlier, 1, 0.0),
            (&lines.echo, 1, 0.0),
            (&lines.musing, 3, 0.5),
        ];
        while !pools.is_empty() {
            let all: u32 = pools.iter().map(|(_, weight, _)| weight).sum();
            let mut drawn = self.rng.random_range(0..all);
            let place = pools.iter().position(|(_, weight, _)| {
                let here = drawn < *weight;
                drawn = drawn.saturating_sub(*weight);
                here
            });
            let (pool, _, opener) = pools.remove(place.unwrap_or(0));
            if let Some(line) = self.pick_fresh(pool) {
                return Some(self.opened(line, opener));
            }
        }
        self.spare_line()
    }

    /// The next line of the plot that is under way, and whether it asks for a decision.
    fn stage(&mut self) -> (Option<String>, bool) {
        let turn = self.cue.said_before.len();
        let mut threads: Vec<&'static Thread> = self.words.threads.values().collect();
        // The same order throughout the story, whatever the seeds of its turns.
        let mut names: Vec<&str> = self.cue.cast.iter().map(|member| member.name.as_str()).collect();
        names.sort_unstable();
        threads.shuffle(&mut ChaCha20Rng::seed_from_u64(hash_of((names, &self.cue.setting, self.cue.said_before.first()))));
        let Some(thread) = threads.get(turn / ARC_TURNS % threads.len().max(1)).copied() else { return (None, false) };
        let (pool, asks) = match turn % ARC_TURNS {
            1 => (&thread.arrival, false),
            2 | 3 => (&thread.complication, false),
            4 | 5 => (&thread.reveal, false),
            6 => (&thread.choice, true),
            7 => (&thread.after, false),
            _ => return (None, false),
        };
        (self.pick(pool), asks)
    }

    fn hook(&mut self) -> String {
        let pool = if self.rng.random_bool(0.45) { [&self.voice.hooks, &self.words.lines.hooks] } else { [&self.words.lines.hooks, &self.voice.hooks] };
        let found = pool.into_iter().find_map(|pool| self.pick(pool));
        let spare = &self.words.spare;
        let mark = if self.words.tag == "fr" { " ?" } else { "?" };
        found.or_else(|| self.joined(&spare.ask_first, &spare.ask_second, mark)).or_else(|| self.spare_line()).unwrap_or_else(|| format!("{}?", self.speaker))
    }

    fn beat(&mut self) -> Option<String> {
        if !self.habits.is_empty() && self.rng.random_bool(0.3) {
            let habits = self.habits.clone();
            if let Some(habit) = self.pick(&habits) {
                return Some(habit);
            }
        }
        let beats = &self.words.beats;
        let pools = if self.rng.random_bool(0.4) { [&self.voice.beats, &beats.general] } else { [&beats.general, &self.voice.beats] };
        let ready = if self.rng.random_bool(0.7) { pools.into_iter().find_map(|pool| self.pick(pool)) } else { None };
        ready.or_else(|| self.joined(&beats.acts.iter().map(|act| format!("{{speaker}} {act}")).collect::<Vec<_>>(), &beats.manners, "."))
    }

    /// The same of somebody else, for the narrator.
    fn beat_of_another(&mut self) -> Option<String> {
        let name = self.others.choose(&mut self.rng).cloned()?;
        let speaker = std::mem::replace(&mut self.speaker, name);
        let beats = &self.words.beats;
        let general = if self.rng.random_bool(0.5) { self.pick(&beats.general) } else { None };
        let beat = general.or_else(|| self.joined(&beats.acts.iter().map(|act| format!("{{speaker}} {act}")).collect::<Vec<_>>(), &beats.manners, "."));
        self.speaker = speaker;
        beat
    }

    fn spare_line(&mut self) -> Option<String> {
        let spare = &self.words.spare;
        self.joined(&spare.first, &spare.second, ".")
    }

    /// A first half with a second half that were not together before.
    fn joined(&mut self, first: &[String], second: &[String], end: &str) -> Option<String> {
        for _ in 0..60 {
            let (first, second) = (first.choose(&mut self.rng)?, second.choose(&mut self.rng)?);
            let Some(line) = self.filled(&format!("{first} {second}{end}")) else { continue };
            if self.is_new(&line) {
                self.remember(&line);
                return Some(line);
            }
        }
        None
    }

    /// The line with a word before it that belongs to the voice; where that suits the line, and by chance.
    fn opened(&mut self, line: String, chance: f64) -> String {
        let first = sentences(&line).into_iter().next().unwrap_or_default();
        let suits = first.ends_with('.') && first.split_whitespace().count() > 4 && !first.contains(['\'', ':']);
        if !suits || !self.rng.random_bool(chance) {
            return line;
        }
        let Some(opener) = self.voice.openers.choose(&mut self.rng) else { return line };
        let opened = format!("{opener}{}", small_first(&line, &self.names()));
        // The sentence that is remembered is no longer the one that is said; both are used up.
        let opened = self.filled(&opened).filter(|opened| self.is_new_besides(opened, &line));
        match opened {
            Some(opened) => {
                self.remember(&opened);
                opened
            }
            None => line,
        }
    }

    // Choosing and filling.

    /// A line of the pool that can be filled and was never said; first one whose frame is new, too.
    fn pick(&mut self, pool: &[String]) -> Option<String> {
        self.pick_fresh(pool).or_else(|| self.pick_by(pool, false))
    }

    /// A line of the pool whose frame is new.
    fn pick_fresh(&mut self, pool: &[String]) -> Option<String> {
        self.pick_by(pool, true)
    }

    fn pick_by(&mut self, pool: &[String], frames_too: bool) -> Option<String> {
        let mut order: Vec<&String> = pool.iter().collect();
        order.shuffle(&mut self.rng);
        for template in order {
            if frames_too && self.was_framed(template) {
                continue;
            }
            let Some(line) = self.filled(template) else { continue };
            if self.is_new(&line) {
                self.remember(&line);
                return Some(line);
            }
        }
        None
    }

    fn was_framed(&self, template: &str) -> bool {
        let frames = template.split(['{', '}']).step_by(2).map(key);
        frames.max_by_key(String::len).is_some_and(|frame| frame.len() >= MIN_FRAME && self.latest.contains(&frame))
    }

    fn filled(&mut self, template: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}')?;
            out.push_str(before);
            out.push_str(&self.slot(slot)?);
            rest = after;
        }
        out.push_str(rest);
        // Names end with a point now and then, and halves begin with a comma.
        let out = out.replace("..", ".").replace(" ,", ",");
        let mut chars = out.chars();
        // A slot at the beginning may be a small word.
        let first = chars.next()?;
        Some(first.to_uppercase().chain(chars).collect())
    }

    fn slot(&mut self, slot: &str) -> Option<String> {
        let one = |text: &String| (!text.is_empty()).then(|| text.clone());
        match slot {
            "speaker" => one(&self.speaker),
            "player" => one(&self.player),
            "other" => self.others.choose(&mut self.rng).filter(|other| **other != self.speaker).cloned(),
            "thing" => self.things.choose(&mut self.rng).cloned(),
            "object" => self.heard.objects.choose(&mut self.rng).cloned(),
            "echo" => self.heard.echoes.choose(&mut self.rng).cloned(),
            "earlier" => self.earlier.choose(&mut self.rng).cloned(),
            "name" => self.heard.names.choose(&mut self.rng).cloned(),
            "deed" => self.heard.deeds.choose(&mut self.rng).cloned(),
            "lore" => self.lore.choose(&mut self.rng).cloned(),
            _ => None,
        }
    }

    fn is_new(&self, line: &str) -> bool {
        self.is_new_besides(line, "")
    }

    /// Whether no sentence of the line was said before, nor twice in it, those of `own` left aside.
    fn is_new_besides(&self, line: &str, own: &str) -> bool {
        let own: Vec<String> = sentences(own).iter().map(|sentence| key(sentence)).collect();
        let mut seen = HashSet::new();
        sentences(line)
            .iter()
            .map(|sentence| key(sentence))
            .all(|sentence| (own.contains(&sentence) || !self.said.contains(&sentence)) && seen.insert(sentence))
    }

    fn remember(&mut self, line: &str) {
        self.said.extend(sentences(line).iter().map(|sentence| key(sentence)));
        self.latest.push(' ');
        self.latest.push_str(&key(line));
    }

    fn names(&self) -> Vec<String> {
        self.others.iter().chain([&self.speaker, &self.player]).chain(&self.heard.names).filter(|name| !name.is_empty()).cloned().collect()
    }

    /// As many of the words as fit; all of them but for very short replies.
    fn within_budget(&self, text: String) -> String {
        if count_tokens(&text) <= self.budget {
            return text;
        }
        let mut kept = String::new();
        for word in text.split_inclusive(char::is_whitespace) {
            if count_tokens(&format!("{kept}{word}")) >= self.budget && !kept.is_empty() {
                break;
            }
            kept.push_str(word);
        }
        let mut kept = kept.trim_end().to_owned();
        for mark in ['*', '"'] {
            if kept.matches(mark).count() % 2 == 1 {
                kept.push(mark);
            }
        }
        kept
    }
}

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Not a name but a pronoun, where nobody gave the player one.
fn is_a_name(name: &str) -> bool {
    !matches!(
        name.trim().to_lowercase().as_str(),
        "" | "you" | "player" | "user" | "guest" | "du" | "sie" | "vous" | "tu" | "toi" | "tú" | "usted" | "vos" | "me" | "i"
    )
}

/// What somebody is called to their face: the first name, or title and name.
fn short_name(words: &Words, name: &str) -> String {
    // "Teófilo Guzmán, Viscount": what follows the comma is not the name.
    let name = name.split(", ").next().unwrap_or(name);
    let first = name.split_whitespace().next().unwrap_or_default();
    let titled = words.titles.contains(&first.trim_end_matches('.').to_lowercase());
    let is_initial = first.chars().count() < 3;
    let is_group = name.contains(" and ") || name.contains(" y ") || name.contains(" und ") || name.contains(" et ");
    if titled || is_initial || is_group { name.to_owned() } else { first.to_owned() }
}

fn voice_of(words: &'static Words, cue: &Cue) -> &'static Voice {
    let text = |text: &str| format!(" {}", text.to_lowercase());
    let (persona, about) = (text(&cue.speaker.persona), text(&format!("{} {}", cue.speaker.role, cue.speaker.description)));
    let score = |voice: &Voice| {
        let counted = |text: &str, sign: &String| text.matches(&format!(" {sign}")).count();
        voice.signs.iter().map(|sign| 2 * counted(&persona, sign) + counted(&about, sign)).sum::<usize>()
    };
    let mut best: (usize, u64, &Voice) = (0, 0, &words.voices["plain"]);
    for (name, voice) in &words.voices {
        let rank = (score(voice), hash_of((name, &cue.speaker.name)), voice);
        if (rank.0, rank.1) > (best.0, best.1) && rank.0 > 0 {
            best = rank;
        }
    }
    best.2
}

/// A sentence of a persona that can be seen on stage, with the speaker before it.
fn habit(words: &Words, sentence: &str) -> Option<String> {
    let (first, rest) = sentence.split_once(' ')?;
    let verb = first.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let suits = words.habits.contains(&verb) && sentence.chars().count() <= 90 && !sentence.contains(['\'', ':', ';', '(', '?']);
    let end = if rest.ends_with(['.', '!', '…']) { "" } else { "." };
    suits.then(|| format!("{{speaker}} {} {rest}{end}", first.to_lowercase()))
}

/// Whether a sentence of the scenario can be said by somebody in it.
fn is_sayable(sentence: &str) -> bool {
    let small = format!(" {} ", sentence.to_lowercase());
    let talks_to_the_reader =
        [" you ", " your ", " you'", " du ", " dein", " dir ", " dich ", " sie spielen", " vous ", " votre ", " vos ", " tú ", " tu ", " te ", " usted"];
    let length = sentence.chars().count();
    (25..=MAX_LORE_CHARS).contains(&length) && sentence.ends_with(['.', '!', '…']) && !talks_to_the_reader.iter().any(|word| small.contains(word))
}

/// The line without its capital, unless that belongs to its first word.
fn small_first(line: &str, names: &[String]) -> String {
    let first = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let keeps = first == "I" || names.iter().any(|name| name.split(' ').any(|part| part == first));
    let mut chars = line.chars();
    match chars.next() {
        Some(initial) if !keeps => initial.to_lowercase().chain(chars).collect(),
        _ => line.to_owned(),
    }
}

fn quoted(line: &str) -> String {
    format!("\"{}\"", line.replace('"', "'"))
}

/// Beats between asterisks, lines between quotation marks; a beat begins a paragraph.
fn written<'p>(parts: impl Iterator<Item = &'p Part>) -> String {
    let mut paragraphs: Vec<String> = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let flush = |lines: &mut Vec<&str>, paragraphs: &mut Vec<String>| {
        if lines.is_empty() {
            return;
        }
        let said = quoted(&lines.join(" "));
        match paragraphs.last_mut().filter(|paragraph| paragraph.ends_with('*')) {
            Some(paragraph) => {
                paragraph.push(' ');
                paragraph.push_str(&said);
            }
            None => paragraphs.push(said),
        }
        lines.clear();
    };
    for part in parts {
        match part {
            Part::Line(line) => lines.push(line),
            Part::Beat(beat) => {
                flush(&mut lines, &mut paragraphs);
                paragraphs.push(format!("*{beat}*"));
            }
        }
    }
    flush(&mut lines, &mut paragraphs);
    paragraphs.join("\n\n")
}

/// The text with every word of the pairs replaced; capitals stay.
fn swapped(text: &str, pairs: &[[String; 2]]) -> String {
    let mut out = text.to_owned();
    for [from, to] in pairs {
        let mut done = String::with_capacity(out.len());
        let mut rest = out.as_str();
        while let Some(place) = find_word(rest, from) {
            let end = place + from.len();
            done.push_str(&rest[..place]);
            let capital = rest[place..].chars().next().is_some_and(char::is_uppercase);
            let mut chars = to.chars();
            match (capital, chars.next()) {
                (true, Some(first)) => done.extend(first.to_uppercase().chain(chars)),
                _ => done.push_str(to),
            }
            rest = &rest[end..];
        }
        done.push_str(rest);
        out = done;
    }
    out
}

/// Where a word stands in a text as a whole word, whether large or small.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.char_indices().map(|(place, _)| place).find(|&place| {
        let here = text.get(place..place + word.len()).is_some_and(|here| here.to_lowercase() == *word);
        here && is_edge(text[..place].chars().next_back()) && is_edge(text[place + word.len()..].chars().next())
    })
}

/// The first half of the sentences, or of the only one.
fn shortened(text: &str) -> Option<String> {
    let all = sentences(text);
    if all.len() > 1 {
        return Some(all[..all.len().div_ceil(2)].join(" "));
    }
    let (before, _) = text.rsplit_once(", ")?;
    Some(format!("{before}."))
}
