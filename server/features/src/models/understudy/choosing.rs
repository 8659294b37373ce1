//! Choosing lines and filling them, so that none is said twice.

use std::collections::{HashMap, HashSet};

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::super::count_tokens;
use super::grammar::Noun;
use super::hearing::{key, plain, sentences};
use super::nouns::{Case, with_article};
use super::scene::Scene;
use super::text::{large_first, small_first};

/// Shortest part of a frame by which it is recognised, in bytes.
const MIN_FRAME: usize = 10;
/// First words of lines that are answers by themselves.
const UNOPENED: [&str; 15] = ["because", "yes", "no", "not", "so", "weil", "ja", "nein", "noch", "parce", "oui", "non", "pas", "porque", "sí"];
/// Pairs of halves that are tried until one is new.
const MAX_PAIRS: usize = 60;

impl Scene<'_> {
    /// A first half with a second half that were not together before.
    pub(super) fn joined(&mut self, first: &[String], second: &[String], end: &str) -> Option<String> {
        for _ in 0..MAX_PAIRS {
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
    pub(super) fn opened(&mut self, line: String, chance: f64) -> String {
        let first = sentences(&line).into_iter().next().unwrap_or_default();
        let word = first.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        let suits = !UNOPENED.contains(&word.as_str()) && first.ends_with('.') && first.split_whitespace().count() > 4 && !first.contains(['\'', ':']);
        if !suits || !self.rng.random_bool(chance) {
            return line;
        }
        let fresh: Vec<&String> = self.voice.openers.iter().filter(|opener| !self.latest.contains(&key(opener))).collect();
        let Some(opener) = fresh.choose(&mut self.rng) else { return line };
        // German writes a whole sentence after a colon with its capital, and nouns everywhere.
        let rest = if self.words.noun == Noun::Capital { line.clone() } else { small_first(&line, &self.names()) };
        let opened = format!("{opener}{rest}");
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
    pub(super) fn pick(&mut self, pool: &[String]) -> Option<String> {
        self.pick_fresh(pool).or_else(|| self.pick_by(pool, false))
    }

    /// A line of the pool whose frame is new.
    pub(super) fn pick_fresh(&mut self, pool: &[String]) -> Option<String> {
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

    pub(super) fn was_framed(&self, template: &str) -> bool {
        let frames = template.split(['{', '}']).step_by(2).map(key);
        frames.max_by_key(String::len).is_some_and(|frame| frame.len() >= MIN_FRAME && self.latest.contains(&frame))
    }

    pub(super) fn filled(&mut self, template: &str) -> Option<String> {
        let mut out = String::new();
        let mut rest = template;
        // A slot that comes twice is the same person or thing.
        let mut chosen = HashMap::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (slot, after) = after.split_once('}')?;
            out.push_str(before);
            let value = self.slot(slot, &mut chosen)?;
            let begins = out.trim_end().is_empty() || out.trim_end().ends_with(['.', '!', '?', '…', '¡', '¿']);
            // What follows a colon is written small in French and Spanish, unless it is a name.
            let first = value.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
            let is_small = self.words.noun == Noun::First && out.trim_end().ends_with(':') && self.words.common.contains(&first);
            match (begins, is_small) {
                (true, _) => out.push_str(&large_first(&value)),
                (_, true) => out.push_str(&small_first(&value, &[])),
                _ => out.push_str(&value),
            }
            rest = after;
        }
        out.push_str(rest);
        // Names end with a point now and then, and halves begin with a comma; a quoted sentence may end twice.
        let out = out.replace("..", ".").replace(" ,", ",").replace("?.", "?").replace("!.", "!");
        // A slot at the beginning may be a small word.
        (!out.is_empty()).then(|| large_first(&out))
    }

    fn slot<'t>(&mut self, slot: &'t str, chosen: &mut HashMap<&'t str, String>) -> Option<String> {
        // "{acc_object}": the object with its article, in a case.
        let (case, noun) = match slot.split_once('_') {
            Some(("the", noun)) => (Some(Case::Subject), noun),
            Some(("acc", noun)) => (Some(Case::Object), noun),
            Some(("dat", noun)) => (Some(Case::Receiver), noun),
            Some(("gen", noun)) => (Some(Case::Owner), noun),
            _ => (None, slot),
        };
        let value = match chosen.get(noun) {
            Some(value) => value.clone(),
            None => self.drawn(noun)?,
        };
        chosen.insert(noun, value.clone());
        case.map_or(Some(value.clone()), |case| with_article(self.words, &value, case))
    }

    fn drawn(&mut self, slot: &str) -> Option<String> {
        let one = |text: &String| (!text.is_empty()).then(|| text.clone());
        // "Tanuki (raccoon dog), landlord": nobody says what is in parentheses.
        let bare = |role: &str| role.split_once(" (").and_then(|(before, rest)| Some(format!("{before}{}", rest.split_once(')')?.1)));
        let role = |role: &str| {
            (self.is_own_language && !role.is_empty()).then(|| plain(&bare(role).unwrap_or_else(|| role.to_owned()), "", "").trim_end_matches('.').to_owned())
        };
        // What was quoted or told once is not told again in another frame.
        let is_fresh = |passage: &&String| !self.latest.contains(&key(passage));
        match slot {
            "speaker" => one(&self.speaker),
            "player" => one(&self.player),
            "role" => role(&self.cue.speaker.role),
            "other" => self.others.choose(&mut self.rng).filter(|other| **other != self.speaker).cloned(),
            "about" => self.about.as_ref().map(|(name, _)| name.clone()),
            "about_role" => self.about.as_ref().and_then(|(_, about)| role(about)),
            "last" => one(&self.last),
            "thing" => self.things.choose(&mut self.rng).cloned(),
            "object" => self.heard.objects.choose(&mut self.rng).cloned(),
            "kept" => self.kept.choose(&mut self.rng).cloned(),
            "trait" => self.traits.choose(&mut self.rng).cloned(),
            "echo" => self.heard.echoes.choose(&mut self.rng).cloned(),
            "earlier" => self.earlier.iter().filter(is_fresh).collect::<Vec<_>>().choose(&mut self.rng).map(|passage| (*passage).clone()),
            "name" => self.heard.names.choose(&mut self.rng).cloned(),
            "deed" => self.heard.deeds.choose(&mut self.rng).cloned(),
            "lore" => self.lore.iter().filter(is_fresh).collect::<Vec<_>>().choose(&mut self.rng).map(|passage| (*passage).clone()),
            _ => None,
        }
    }

    pub(super) fn is_new(&self, line: &str) -> bool {
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

    pub(super) fn remember(&mut self, line: &str) {
        self.said.extend(sentences(line).iter().map(|sentence| key(sentence)));
        self.latest.push(' ');
        self.latest.push_str(&key(line));
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.others.iter().chain([&self.speaker, &self.player]).chain(&self.heard.names).filter(|name| !name.is_empty()).cloned().collect()
    }

    /// As many of the sentences as fit, or of the words where not even one does.
    pub(super) fn within_budget(&self, text: String) -> String {
        if count_tokens(&text) <= self.budget {
            return text;
        }
        let (mut kept, mut whole) = (String::new(), 0);
        for word in text.split_inclusive(char::is_whitespace) {
            if count_tokens(&format!("{kept}{word}…\"")) > self.budget && !kept.is_empty() {
                break;
            }
            kept.push_str(word);
            if word.trim_end().trim_end_matches(['"', '*']).ends_with(['.', '!', '?', '…']) {
                whole = kept.trim_end().len();
            }
        }
        let mut kept = match whole {
            0 => format!("{}…", kept.trim_end().trim_end_matches(|c: char| !c.is_alphanumeric())),
            _ => kept[..whole].to_owned(),
        };
        for mark in ['*', '"'] {
            if kept.matches(mark).count() % 2 == 1 {
                kept.push(mark);
            }
        }
        kept
    }
}
