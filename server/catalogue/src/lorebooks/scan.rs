//! Which entries come up, and why (reference 3.6).
//!
//! A pure function of the books and the messages: what stays, rests, or was drawn by lot is worked out from
//! the path each time, so another branch has its own. Chance depends on the story and its latest message, not
//! on the turn: a reply made again reads the same lore.
//!
//! Anybody may write a book, so what this costs is bounded by a [`ScanBudget`]. An entry whose keys could not
//! all be looked for, and which would have needed one of them, does not come up and says so
//! ([`Fired::skipped`]).

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::budget::ScanBudget;
use super::decorators::{self, Decorators};
use super::keys::{Hit, How, Key, Search};
use super::model::{AttachedBook, Entry, Fired, KeyLogic, Position};
use super::rules::{DEFAULT_SCAN_DEPTH, MAX_PASSES, MAX_REPLAY, MAX_SCAN_DEPTH};

/// What is scanned.
pub struct ScanInput<'a> {
    /// The books, in the order in which they go.
    pub books: &'a [AttachedBook],
    /// The messages the speaker witnessed, oldest first.
    pub lines: &'a [ScanLine<'a>],
    /// Who speaks.
    pub speaker: &'a str,
    /// The story.
    pub story_id: &'a str,
    /// Which opening it began with, counted from 0.
    pub opening: Option<u32>,
    /// Expands the macros of a text for searching: nothing is stored, hidden keys show. None where too many
    /// were expanded before.
    pub expand: &'a dyn Fn(&str) -> Option<String>,
    /// What it may cost.
    pub budget: &'a ScanBudget,
}

/// A message to be scanned.
#[derive(Debug, Clone, Copy)]
pub struct ScanLine<'a> {
    /// The message.
    pub id: &'a str,
    /// Who said it.
    pub name: &'a str,
    /// What it says.
    pub text: &'a str,
    /// Whether it is the player's.
    pub is_user: bool,
}

/// Judges every entry of every book.
#[must_use]
pub fn scan(input: &ScanInput<'_>) -> Vec<Fired> {
    let mut scan = Scan::prepare(input);
    let mut states: Vec<State> = scan
        .entries
        .iter()
        .map(|_| State::Waiting("none of its keys was found".to_owned()))
        .collect();
    for pass in 0..=MAX_PASSES {
        let mut candidates = Vec::new();
        for (number, entry) in scan.entries.iter().enumerate() {
            if !matches!(states[number], State::Waiting(_)) {
                continue;
            }
            match scan.judge(entry, number, pass) {
                Verdict::Yes(found) => candidates.push((number, found)),
                Verdict::Never(why) => states[number] = State::Out(why),
                Verdict::NotNow(why) => states[number] = State::Waiting(why),
            }
        }
        let winners = scan.choose(candidates, &mut states);
        let texts: Vec<String> = winners
            .iter()
            .filter_map(|number| scan.recursive_text(*number))
            .collect();
        if texts.is_empty() && !scan.waits_for_pass(&states, pass + 1) {
            break;
        }
        texts.into_iter().for_each(|text| scan.search.read_text(text));
    }
    scan.entries
        .iter()
        .zip(states)
        .map(|(entry, state)| entry.outcome(state))
        .collect()
}

/// What is known of an entry so far.
enum State {
    /// It may still come up, but has not, for this reason.
    Waiting(String),
    /// It will not.
    Out(String),
    /// It did.
    In(Found),
}

enum Verdict {
    Yes(Found),
    Never(String),
    NotNow(String),
}

/// How an entry came up.
#[derive(Debug, Clone, Default)]
struct Found {
    why: String,
    key: Option<String>,
    message: Option<String>,
    /// How many of its keys were found, for scoring.
    score: usize,
    /// It is still there from before: it needs no luck and no room in its group.
    stays: bool,
}

impl Found {
    fn because(why: impl Into<String>) -> Self {
        Self {
            why: why.into(),
            ..Self::default()
        }
    }
}

/// Steps that looking up an entry costs beside its keys.
const ENTRY_STEPS: u64 = 20;
/// Why an entry is out whose keys could not all be looked for.
const UNREAD: &str = "not all of its keys were looked for: this story’s lorebooks are too much to search";

struct Prepared<'a> {
    book: usize,
    number: usize,
    entry: &'a Entry,
    decorators: Decorators,
    content: &'a str,
    keys: Vec<Key>,
    secondary: Vec<Key>,
    excluded: Vec<Key>,
    depth: usize,
    recursive: bool,
    /// What keeps it out whatever the messages say.
    barrier: Option<String>,
    timed: OnceCell<Timed>,
    /// Why it would have needed a key that was not looked for.
    unread: OnceCell<String>,
}

struct Scan<'a> {
    input: &'a ScanInput<'a>,
    entries: Vec<Prepared<'a>>,
    search: Search<'a>,
}

impl<'a> Scan<'a> {
    fn prepare(input: &'a ScanInput<'a>) -> Self {
        let mut entries = Vec::new();
        let mut search = Search::new(input.lines, input.budget);
        let replies = input.lines.iter().filter(|line| !line.is_user).count();
        let mut reach = 0;
        for (book_number, attached) in input.books.iter().enumerate() {
            let book = &attached.book;
            for (number, entry) in book.entries.iter().enumerate() {
                let (decorators, content) = decorators::read(&entry.content);
                let barrier = barrier(input, entry, &decorators, replies);
                // What is out anyway, and what is in anyway, is only reported; its keys are not worth
                // reading.
                let has_keys = barrier.is_none() && (!entry.constant || entry.use_regex);
                let mut read = |keys: &[String]| -> Vec<Key> {
                    let keys = keys.iter().filter(|_| has_keys);
                    keys.map(|raw| search.key(raw, (input.expand)(raw).as_deref(), entry))
                        .collect()
                };
                let mut keys = read(&entry.keys);
                keys.extend(read(&decorators.additional_keys));
                let (secondary, excluded) = (read(&entry.secondary_keys), read(&decorators.exclude_keys));
                let depth = decorators
                    .scan_depth
                    .or(entry.scan_depth)
                    .or(book.scan_depth)
                    .unwrap_or(DEFAULT_SCAN_DEPTH)
                    .min(MAX_SCAN_DEPTH) as usize;
                if !keys.is_empty() {
                    reach = reach.max(if is_timed(entry, &decorators) {
                        depth + MAX_REPLAY
                    } else {
                        depth
                    });
                }
                entries.push(Prepared {
                    book: book_number,
                    number,
                    entry,
                    decorators,
                    content,
                    keys,
                    secondary,
                    excluded,
                    depth,
                    recursive: book.recursive,
                    barrier,
                    timed: OnceCell::new(),
                    unread: OnceCell::new(),
                });
            }
        }
        search.read_lines(input.lines.len().saturating_sub(reach));
        Self {
            input,
            entries,
            search,
        }
    }

    fn judge(&self, entry: &Prepared<'_>, number: usize, pass: u32) -> Verdict {
        if let Some(why) = &entry.barrier {
            return Verdict::Never(why.clone());
        }
        let timed = *entry.timed.get_or_init(|| self.timed(entry, number));
        if let Some(messages) = timed.rests_for {
            return Verdict::Never(format!(
                "it came up recently and rests for {messages} more messages"
            ));
        }
        if entry.decorators.not_after_match && timed.ever {
            return Verdict::Never("it comes up only once, and it already has".to_owned());
        }
        let rules = entry.entry;
        if rules.delay_until_recursion > pass {
            return Verdict::NotNow("it waits for the text of another entry".to_owned());
        }
        if pass > 0 && rules.exclude_recursion {
            return Verdict::NotNow("none of its keys was found in the messages".to_owned());
        }
        if entry.decorators.activate {
            return Verdict::Yes(Found::because("its decorator says: always"));
        }
        if entry.decorators.dont_activate {
            return Verdict::Never("its decorator says: never".to_owned());
        }
        if rules.constant && !rules.use_regex {
            return Verdict::Yes(Found::because("it is always there"));
        }
        if let Some(messages) = timed.stays_for {
            return Verdict::Yes(Found {
                stays: true,
                ..Found::because(format!(
                    "it came up before and stays for {messages} more messages"
                ))
            });
        }
        if entry.decorators.keep_after_match && timed.ever {
            return Verdict::Yes(Found {
                stays: true,
                ..Found::because("it came up before and stays for good")
            });
        }
        self.match_keys(entry, self.input.lines.len(), true)
    }

    /// Whether the keys are found in the messages before `end`, and if `with_texts` in the texts of other
    /// entries.
    fn match_keys(&self, entry: &Prepared<'_>, end: usize, with_texts: bool) -> Verdict {
        if entry.keys.is_empty() {
            return Verdict::Never("it has no keys".to_owned());
        }
        let window = end.saturating_sub(entry.depth)..end;
        let find = |key: &Key| self.search.find(key, window.clone(), with_texts);
        let unread = || {
            let large = || entry.all_keys().find(|key| self.search.how(key) == How::TooLarge);
            let why = entry.unread.get_or_init(|| {
                large().map_or_else(
                    || UNREAD.to_owned(),
                    |key| format!("this pattern is too large to search for: {}", key.raw),
                )
            });
            Verdict::NotNow(why.clone())
        };
        if !self.input.budget.take(ENTRY_STEPS) {
            return unread();
        }
        let (hits, is_unread) = found_of(&entry.keys, find);
        let Some((key, place)) = hits.first() else {
            let broken = entry.keys.iter().find(|key| self.search.how(key) == How::Invalid);
            return match broken {
                _ if is_unread => unread(),
                Some(key) => Verdict::NotNow(format!("invalid pattern: {}", key.raw)),
                None => Verdict::NotNow(format!(
                    "none of its keys was found in the last {} messages",
                    entry.depth
                )),
            };
        };
        let (excluded, is_excluded_unread) = found_of(&entry.excluded, find);
        if let Some((other, _)) = excluded.first() {
            return Verdict::NotNow(format!(
                "“{}” was found, but so was “{}”, which keeps it out",
                key.raw, other.raw
            ));
        }
        let (second, is_second_unread) = found_of(&entry.secondary, find);
        let wanted = entry.secondary.len();
        if is_excluded_unread || (is_second_unread && entry.entry.selective) {
            return unread();
        }
        if entry.entry.selective && wanted > 0 {
            let first = &key.raw;
            let refusal = match entry.entry.logic {
                KeyLogic::AndAny if second.is_empty() => {
                    Some(format!("“{first}” was found, but none of its secondary keys"))
                }
                KeyLogic::AndAll if second.len() < wanted => {
                    Some(format!("“{first}” was found, but not all of its secondary keys"))
                }
                KeyLogic::NotAny if !second.is_empty() => Some(format!(
                    "“{first}” was found, but so was “{}”, which it does not want",
                    second[0].0.raw
                )),
                KeyLogic::NotAll if second.len() == wanted => Some(format!(
                    "“{first}” was found, but so were all the keys it does not want together"
                )),
                _ => None,
            };
            if let Some(why) = refusal {
                return Verdict::NotNow(why);
            }
        }
        let place = if let Hit::Line(at) = place {
            Some(*at)
        } else {
            None
        };
        let message = place.map(|at| self.input.lines[at].id.to_owned());
        let where_found = if place.is_some() {
            "in a message"
        } else {
            "in the text of another entry"
        };
        let score = hits.len() + second.len();
        Verdict::Yes(Found {
            why: format!("“{}” was found {where_found}", key.raw),
            key: Some(key.raw.clone()),
            message,
            score,
            stays: false,
        })
    }

    /// What the messages before this one have done with an entry: whether it stays, rests, or came up at all.
    fn timed(&self, entry: &Prepared<'_>, number: usize) -> Timed {
        let rules = entry.entry;
        let (stays, rests) = (rules.sticky as usize, rules.cooldown as usize);
        if !is_timed(rules, &entry.decorators) {
            return Timed::default();
        }
        let now = self.input.lines.len();
        let reach = now.saturating_sub(MAX_REPLAY + entry.depth)..now;
        let is_nowhere = |key: &Key| {
            matches!(key.how, How::Text { .. }) && self.search.find(key, reach.clone(), false) == Hit::No
        };
        if !rules.constant && entry.keys.iter().all(is_nowhere) {
            return Timed::default();
        }
        let (mut stays_until, mut rests_until, mut ever) = (0, 0, false);
        // Whenever somebody answered, the messages before the answer were looked at.
        for at in now.saturating_sub(MAX_REPLAY)..now {
            if self.input.lines[at].is_user || at == 0 || at <= stays_until || at <= rests_until {
                continue;
            }
            let comes_up = rules.constant || matches!(self.match_keys(entry, at, false), Verdict::Yes(_));
            if comes_up && self.is_lucky(number, at) {
                ever = true;
                stays_until = if stays > 0 { at + stays } else { 0 };
                rests_until = if rests > 0 { at + stays + rests } else { 0 };
            }
        }
        let stays_for = (stays > 0 && now <= stays_until).then(|| stays_until - now + 1);
        let rests_for =
            (stays_for.is_none() && rests > 0 && now <= rests_until).then(|| rests_until - now + 1);
        Timed {
            stays_for,
            rests_for,
            ever,
        }
    }

    /// Whether chance lets an entry through that comes up after so many messages.
    fn is_lucky(&self, number: usize, at: usize) -> bool {
        let entry = &self.entries[number];
        let chance = entry.entry.probability.min(100);
        chance >= 100
            || self.lot(
                &[
                    &self.book_of(entry).id,
                    &entry.entry.id,
                    &entry.number.to_string(),
                ],
                at,
            ) % 100
                < u64::from(chance)
    }

    /// A number that these names draw after so many messages of this story.
    fn lot(&self, names: &[&str], at: usize) -> u64 {
        let last = at.checked_sub(1).map_or("", |at| self.input.lines[at].id);
        let all = [self.input.story_id, last]
            .into_iter()
            .chain(names.iter().copied());
        let sum = all
            .flat_map(|name| name.bytes().chain([0]))
            .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
                (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
        // FNV's low bits follow the last bytes too closely.
        (sum ^ (sum >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 16
    }

    fn book_of(&self, entry: &Prepared<'_>) -> &AttachedBook {
        &self.input.books[entry.book]
    }

    /// Lets one of each group through, then asks chance; those that are in.
    fn choose(&self, candidates: Vec<(usize, Found)>, states: &mut [State]) -> Vec<usize> {
        let mut losers: BTreeMap<usize, String> = BTreeMap::new();
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, (number, _)) in candidates.iter().enumerate() {
            for group in groups_of(self.entries[*number].entry) {
                groups.entry(group).or_default().push(place);
            }
        }
        let mut taken: BTreeMap<&str, usize> = BTreeMap::new();
        for (number, _) in states
            .iter()
            .enumerate()
            .filter(|(_, state)| matches!(state, State::In(_)))
        {
            for group in groups_of(self.entries[number].entry) {
                taken.entry(group).or_insert(number);
            }
        }
        for (group, members) in groups {
            if let Some(number) = taken.get(group) {
                let title = self.entries[*number].entry.title();
                losers.extend(members.iter().map(|place| {
                    (
                        *place,
                        format!("“{title}” of its group “{group}” is there already"),
                    )
                }));
                continue;
            }
            let members: Vec<usize> = members
                .into_iter()
                .filter(|place| !losers.contains_key(place))
                .collect();
            if let Some(winner) = self.winner(group, &members, &candidates) {
                let title = self.entries[candidates[winner].0].entry.title();
                losers.extend(
                    members
                        .into_iter()
                        .filter(|place| *place != winner)
                        .map(|place| (place, format!("“{title}” of its group “{group}” went before"))),
                );
            }
        }
        let mut winners = Vec::new();
        for (place, (number, found)) in candidates.into_iter().enumerate() {
            states[number] = match losers.remove(&place) {
                Some(why) => State::Out(why),
                None if !found.stays && !self.is_lucky(number, self.input.lines.len()) => {
                    State::Out(format!(
                        "it came up, but chance was against it ({} %)",
                        self.entries[number].entry.probability
                    ))
                }
                None => {
                    winners.push(number);
                    State::In(found)
                }
            };
        }
        winners
    }

    fn winner(&self, group: &str, members: &[usize], candidates: &[(usize, Found)]) -> Option<usize> {
        let entry = |place: &usize| self.entries[candidates[*place].0].entry;
        if let Some(staying) = members.iter().find(|place| candidates[**place].1.stays) {
            return Some(*staying);
        }
        let first = members
            .iter()
            .filter(|place| entry(place).group_override)
            .max_by_key(|place| (entry(place).order, std::cmp::Reverse(**place)));
        if let Some(first) = first {
            return Some(*first);
        }
        let mut left: Vec<usize> = members.to_vec();
        if left.iter().any(|place| entry(place).group_scoring) {
            let best = left
                .iter()
                .map(|place| candidates[*place].1.score)
                .max()
                .unwrap_or(0);
            left.retain(|place| candidates[*place].1.score == best);
        }
        let total: u64 = left
            .iter()
            .map(|place| u64::from(entry(place).group_weight))
            .sum();
        let mut lot = self
            .lot(&["group", group], self.input.lines.len())
            .checked_rem(total)
            .unwrap_or(0);
        for place in &left {
            let weight = u64::from(entry(place).group_weight);
            if lot < weight {
                return Some(*place);
            }
            lot -= weight;
        }
        left.first().copied()
    }

    /// The text in which further entries are looked for.
    fn recursive_text(&self, number: usize) -> Option<String> {
        let entry = &self.entries[number];
        let speaks = entry.recursive && !entry.entry.prevent_recursion && !entry.content.is_empty();
        // What cannot be expanded any more is searched as it is written.
        speaks.then(|| (self.input.expand)(entry.content).unwrap_or_else(|| entry.content.to_owned()))
    }

    fn waits_for_pass(&self, states: &[State], pass: u32) -> bool {
        pass <= MAX_PASSES
            && self.entries.iter().zip(states).any(|(entry, state)| {
                matches!(state, State::Waiting(_)) && entry.entry.delay_until_recursion >= pass
            })
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Timed {
    stays_for: Option<usize>,
    rests_for: Option<usize>,
    ever: bool,
}

/// What keeps an entry out whatever the messages say.
fn barrier(input: &ScanInput<'_>, rules: &Entry, decorators: &Decorators, replies: usize) -> Option<String> {
    let is_speaker = |name: &String| name.trim().eq_ignore_ascii_case(input.speaker);
    let written = input.lines.len();
    let every = decorators.only_every.filter(|every| *every > 0);
    match () {
        () if !rules.enabled => Some("it is switched off".to_owned()),
        () if !rules.only_for.is_empty() && !rules.only_for.iter().any(is_speaker) => {
            Some(format!("it is not for {}", input.speaker))
        }
        () if rules.not_for.iter().any(is_speaker) => Some(format!("it is not for {}", input.speaker)),
        () if decorators
            .greeting
            .is_some_and(|greeting| input.opening != Some(greeting)) =>
        {
            Some("it belongs to another opening".to_owned())
        }
        () if written < rules.delay as usize => {
            Some(format!("it does not come up before message {}", rules.delay))
        }
        () if decorators
            .only_after
            .is_some_and(|after| replies < after as usize) =>
        {
            Some(format!(
                "it does not come up before {} replies",
                decorators.only_after.unwrap_or_default()
            ))
        }
        () if every.is_some_and(|every| !replies.is_multiple_of(every as usize)) => Some(format!(
            "it comes up only with every {} replies",
            every.unwrap_or_default()
        )),
        () => None,
    }
}

/// Those of these keys that were found, and whether some could not be looked for.
fn found_of(keys: &[Key], find: impl Fn(&Key) -> Hit) -> (Vec<(&Key, Hit)>, bool) {
    let mut is_unread = false;
    let mut hits = Vec::new();
    for key in keys {
        match find(key) {
            Hit::No => {}
            Hit::Unknown => is_unread = true,
            hit => hits.push((key, hit)),
        }
    }
    (hits, is_unread)
}

/// Whether it matters for an entry what it did before.
fn is_timed(rules: &Entry, decorators: &Decorators) -> bool {
    rules.sticky > 0 || rules.cooldown > 0 || decorators.keep_after_match || decorators.not_after_match
}

fn groups_of(entry: &Entry) -> impl Iterator<Item = &str> {
    entry
        .group
        .split(',')
        .map(str::trim)
        .filter(|group| !group.is_empty())
}

impl Prepared<'_> {
    fn all_keys(&self) -> impl Iterator<Item = &Key> {
        self.keys.iter().chain(&self.secondary).chain(&self.excluded)
    }

    fn outcome(&self, state: State) -> Fired {
        let unread = self.unread.get().filter(|_| matches!(state, State::Waiting(_)));
        let (fired, found) = match state {
            State::In(found) => (true, found),
            State::Out(why) | State::Waiting(why) => (false, Found::because(why)),
        };
        let rules = &self.decorators;
        let position = match (rules.position, rules.depth, rules.reverse_depth) {
            (Some(position), ..) => position,
            (None, Some(_), _) => Position::AtDepth,
            (None, None, Some(_)) => Position::AtReverseDepth,
            (None, None, None) => self.entry.position,
        };
        Fired {
            book: self.book,
            entry: self.number,
            fired,
            skipped: unread.is_some(),
            why: unread.cloned().unwrap_or(found.why),
            matched_key: found.key,
            message_id: found.message,
            content: self.content.to_owned(),
            position,
            depth: rules.depth.or(rules.reverse_depth).unwrap_or(self.entry.depth),
            role: rules.role.unwrap_or(self.entry.role),
            constant: (self.entry.constant && !self.entry.use_regex) || rules.activate,
            ignorable: rules.ignorable,
            disables_system_prompt: fired && rules.no_system_prompt,
            disables_post_history: fired && rules.no_post_history,
        }
    }
}
