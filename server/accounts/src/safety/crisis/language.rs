//! Whether a phrase of one language is in a clause and is meant literally: not an idiom, not negated.

use std::sync::LazyLock;

use super::lexicon::{self, Lexicon, Phrases, Sign};
use crate::safety::model::{Crisis, CrisisKind, Whom};
use crate::safety::pattern::Patterns;
use crate::safety::words::{Word, WordList, is_any};

/// Most words that may stand between a negator and the phrase that it negates.
const MAX_FILLERS: usize = 5;
/// The first word after a "no" that is an answer, in four languages; Spanish has its verbs after it.
const ANSWERERS: [&str; 14] = [
    "i", "im", "ive", "id", "ill", "my", "really", "ich", "mir", "je", "jai", "jveux", "yo", "mi",
];

/// The compiled phrases of one language.
pub(super) struct Language {
    code: &'static str,
    negators: WordList,
    others: WordList,
    fillers: WordList,
    dependent: WordList,
    done: Vec<Patterns>,
    suicide: Vec<Patterns>,
    self_harm: Vec<Patterns>,
    somebody: Vec<Patterns>,
    signs: Vec<(Sign, Vec<Patterns>)>,
    idioms: Vec<Patterns>,
}

/// All languages; if two find the same, the first counts.
pub(super) static LANGUAGES: LazyLock<Vec<Language>> =
    LazyLock::new(|| lexicon::load().map(Language::of).collect());

impl Language {
    fn of(Lexicon { code, phrases, cues }: Lexicon) -> Self {
        let said = |texts: &[String]| Patterns::read(texts, &phrases.classes);
        let cued = |texts: &[String]| Patterns::read(texts, &cues.classes);
        let sign = |(sign, texts): (&Sign, &Vec<String>)| (*sign, vec![cued(texts)]);
        let (done, signs) = (vec![cued(&cues.done)], cues.signs.iter().map(sign).collect());
        let suicide = vec![said(&phrases.suicide), cued(&cues.suicide)];
        let self_harm = vec![said(&phrases.self_harm), cued(&cues.self_harm)];
        let somebody = vec![said(&phrases.somebody), cued(&cues.somebody)];
        let idioms = vec![said(&phrases.idioms), cued(&cues.idioms)];
        let Phrases {
            negators,
            others,
            fillers,
            dependent,
            ..
        } = phrases;
        Self {
            code,
            negators,
            others,
            fillers,
            dependent,
            done,
            suicide,
            self_harm,
            somebody,
            signs,
            idioms,
        }
    }

    /// The crisis that one clause expresses by itself.
    pub(super) fn judge(&self, clauses: &[Vec<Word>], at: usize) -> Option<Crisis> {
        let sorts = [
            (&self.done, CrisisKind::Suicide, Whom::Writer, true),
            (&self.suicide, CrisisKind::Suicide, Whom::Writer, false),
            (&self.self_harm, CrisisKind::SelfHarm, Whom::Writer, false),
            (&self.somebody, CrisisKind::Suicide, Whom::Somebody, false),
        ];
        let met = sorts
            .into_iter()
            .find(|(patterns, ..)| self.is_met(patterns, clauses, at));
        met.map(|(_, kind, whom, is_done)| self.crisis(kind, whom, is_done))
    }

    /// The crisis that the signs in a message express together, if they are of at least `enough` families.
    pub(super) fn judge_signs(&self, clauses: &[Vec<Word>], enough: usize) -> Option<Crisis> {
        let has = |patterns: &[Patterns]| (0..clauses.len()).any(|at| self.is_met(patterns, clauses, at));
        let met: Vec<Sign> = self
            .signs
            .iter()
            .filter(|(_, patterns)| has(patterns))
            .map(|(sign, _)| *sign)
            .collect();
        let (theirs, own): (Vec<Sign>, Vec<Sign>) = met.into_iter().partition(|sign| sign.is_of_somebody());
        if own.len() >= enough {
            let kind = if own.contains(&Sign::Harm) {
                CrisisKind::SelfHarm
            } else {
                CrisisKind::Suicide
            };
            Some(self.crisis(kind, Whom::Writer, own.contains(&Sign::Done)))
        } else if theirs.len() >= enough {
            Some(self.crisis(CrisisKind::Suicide, Whom::Somebody, false))
        } else {
            None
        }
    }

    const fn crisis(&self, kind: CrisisKind, whom: Whom, is_done: bool) -> Crisis {
        Crisis {
            kind,
            whom,
            language: self.code,
            is_done,
        }
    }

    /// Whether a phrase is in a clause and is meant literally.
    fn is_met(&self, patterns: &[Patterns], clauses: &[Vec<Word>], at: usize) -> bool {
        let clause = &clauses[at];
        let is_blocked = |word: &Word| self.negators.has(word) || self.others.has(word);
        let found: Vec<(usize, usize)> = patterns
            .iter()
            .flat_map(|patterns| patterns.find(clause, &is_blocked))
            .collect();
        if found.is_empty() {
            return false;
        }
        let before = at
            .checked_sub(1)
            .map(|before| &clauses[before])
            .filter(|_| self.dependent.has(&clause[0]));
        let is_turned = before.is_some_and(|before| before.iter().any(|word| self.negators.has(word)));
        let idioms: Vec<(usize, usize)> = self
            .idioms
            .iter()
            .flat_map(|idioms| idioms.find(clause, &|_| false))
            .collect();
        found.into_iter().any(|(start, end)| {
            let is_idiom = idioms.iter().any(|(from, to)| *from < end && start < *to);
            !(is_idiom || self.is_negated(clause, start) || (is_turned && start == 0))
        })
    }

    /// Whether a negator stands before this word, with only fillers between.
    fn is_negated(&self, clause: &[Word], start: usize) -> bool {
        for word in clause[..start].iter().rev().take(MAX_FILLERS + 1) {
            if self.negators.has(word) {
                return !is_answer(clause, word);
            }
            if !self.fillers.has(word) {
                return false;
            }
        }
        false
    }
}

/// Whether a negator is an answer and negates nothing: "No I want to".
fn is_answer(clause: &[Word], negator: &Word) -> bool {
    let is_first = clause.first().is_some_and(|first| std::ptr::eq(first, negator));
    is_first
        && is_any(negator, &["no", "non", "nein"])
        && clause.get(1).is_some_and(|next| is_any(next, &ANSWERERS))
}
