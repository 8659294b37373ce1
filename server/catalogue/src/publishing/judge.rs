//! The judge of what is to be published: every text that a model or a reader gets (docs/adr/0020).

use accounts::safety::{DescribedPerson, Minors, StorySpeaker, StoryTexts, describes_minor, sentences};
use kernel::Rating;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::shown::{as_published, without_empty_macros};
use crate::authoring::{DraftText, ScenarioDraft, texts};

/// Characters of a passage.
const MAX_PASSAGE_CHARS: usize = 200;
/// Bytes of a text that are judged at once; the judge reads at most 20,000 words of a text.
const PIECE_BYTES: usize = 16 << 10;
/// Phrases that an adult can be described with, and that often disguise a minor. In lower case,
/// spaces for dashes. What an age says is found by the judge of minors.
const DOUBTFUL: &[&str] = &[
    "childlike",
    "child like",
    "looks like a child",
    "body of a child",
    "barely legal",
    "just turned 18",
    "just turned eighteen",
    "lolita",
    "age play",
    "ageplay",
    "kindlicher körper",
    "wie ein kind aus",
    "gerade 18 geworden",
    "corps d’enfant",
    "corps d'enfant",
    "à peine majeure",
    "tout juste majeure",
    "cuerpo de niña",
    "aniñad",
    "apenas mayor de edad",
    "recién cumplidos los 18",
];
/// Findings that one judgement names.
const MAX_FINDINGS: usize = 50;

/// A passage that keeps a scenario from being published, or has to be looked at before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Finding {
    /// The field, as a JSON pointer.
    pub field: String,
    /// The passage.
    pub passage: String,
    /// Why, in words.
    pub message: String,
}

/// What the judge says of a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judgement {
    /// What keeps it from being seen by others.
    pub refused: Vec<Finding>,
    /// What an admin has to look at before others see it.
    pub doubted: Vec<Finding>,
    /// Whether somebody in it is under 18.
    pub has_minor: bool,
}

/// Judges a draft. A scenario for adults, or one that is not rated, must not describe anybody under 18; no
/// scenario may describe a romance with them. Work that takes its time.
#[must_use]
pub fn judge(draft: &ScenarioDraft) -> Judgement {
    let written = texts(draft);
    let all: Vec<Judged<'_>> = written.iter().map(|text| Judged::of(draft, text)).collect();
    let is_adult = draft.rating.is_none_or(Rating::is_adult);
    let mut judgement = Judgement::default();
    if is_adult {
        judgement.refused = all.iter().filter_map(minor_in).take(MAX_FINDINGS).collect();
    }
    let people = Cast::of(draft, &written);
    let mut minors = Minors::of(&people.story());
    for text in all.iter().filter(|text| !text.field.starts_with("/tags/")) {
        if judgement.refused.len() < MAX_FINDINGS
            && let Some(finding) = romance_in(&mut minors, people.speaker_of(text.field), text)
        {
            judgement.refused.push(finding);
        }
    }
    if is_adult && judgement.refused.is_empty() {
        judgement.doubted = all.iter().filter_map(doubtful_in).take(MAX_FINDINGS).collect();
        // What only all texts together tell is less certain than what one text says of its subject.
        if judgement.doubted.is_empty() && minors.any() {
            judgement.doubted.push(Finding {
                field: String::new(),
                passage: String::new(),
                message: "It is rated for adults, and somebody in it may be under 18.".to_owned(),
            });
        }
    }
    judgement.has_minor = minors.any() || !judgement.refused.is_empty();
    judgement
}

/// A text to judge.
struct Judged<'a> {
    field: &'a str,
    /// As it was written.
    written: &'a str,
    /// As readers and models get it; `None`: as it was written.
    shown: Option<String>,
}

impl<'a> Judged<'a> {
    fn of(draft: &ScenarioDraft, text: &'a DraftText<'_>) -> Self {
        let actor = voice_of(draft, &text.field).and_then(|place| draft.actors.get(place));
        let name = actor.map_or("", |actor| match actor.nickname.trim() {
            "" => actor.name.as_str(),
            nickname => nickname,
        });
        let shown = without_empty_macros(&as_published(actor, text.text), name);
        Self {
            field: &text.field,
            written: text.text,
            shown: (shown != text.text).then_some(shown),
        }
    }

    /// Both forms.
    fn forms(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.written).chain(self.shown.as_deref())
    }
}

fn minor_in(text: &Judged<'_>) -> Option<Finding> {
    let is_minor = |text: &&str| describes_minor(text) || pieces(text).into_iter().any(describes_minor);
    text.forms().find(is_minor).map(|form| Finding {
        field: text.field.to_owned(),
        passage: passage(form, describes_minor),
        message: "This describes somebody under 18. A scenario for adults can’t be published with it."
            .to_owned(),
    })
}

/// The pieces of a long text: the judge reads the beginning of a text only. They end with sentences, and where a
/// sentence is too long by itself, between words.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    if text.len() <= PIECE_BYTES {
        return found;
    }
    let mut begin = 0;
    for (at, sentence) in sentences(text) {
        let end = at + sentence.len();
        if end - begin > PIECE_BYTES && at > begin {
            found.push(&text[begin..at]);
            begin = at;
        }
        while end - begin > PIECE_BYTES {
            let cut = text.floor_char_boundary(begin + PIECE_BYTES);
            let cut = text[begin..cut]
                .rfind(char::is_whitespace)
                .map_or(cut, |space| begin + space);
            let cut = if cut > begin { cut } else { end };
            found.push(&text[begin..cut]);
            begin = cut;
        }
    }
    found.push(&text[begin..]);
    found
}

/// Whether a text has a phrase that stands for somebody under 18 as often as not.
fn is_doubtful(text: &str) -> bool {
    let text = text.to_lowercase().replace('-', " ");
    DOUBTFUL.iter().any(|phrase| text.contains(phrase))
}

fn doubtful_in(text: &Judged<'_>) -> Option<Finding> {
    let found = text.forms().find(|form| is_doubtful(form))?;
    Some(Finding {
        field: text.field.to_owned(),
        passage: passage(found, is_doubtful),
        message: "It is rated for adults, and this may speak of somebody under 18.".to_owned(),
    })
}

fn romance_in(minors: &mut Minors, by: StorySpeaker, text: &Judged<'_>) -> Option<Finding> {
    let mut find = |form: &str| {
        if let Some(at) = minors.judge(by, form) {
            return Some(cut(&form[at..]));
        }
        minors.describes_romance_with_minor(by, form).then(|| cut(form))
    };
    let passage = text.forms().find_map(|form| {
        let pieces = pieces(form);
        find(form).or_else(|| pieces.into_iter().find_map(&mut find))
    })?;
    Some(Finding {
        field: text.field.to_owned(),
        passage,
        message: "This is romantic with somebody under 18 in it. It can’t be published.".to_owned(),
    })
}

/// The first sentence that shows what the whole text shows; else the beginning of the text.
fn passage(text: &str, shows: impl Fn(&str) -> bool) -> String {
    let sentence = sentences(text)
        .into_iter()
        .map(|(_, sentence)| sentence)
        .find(|sentence| shows(sentence));
    cut(sentence.unwrap_or(text))
}

fn cut(text: &str) -> String {
    text.trim().chars().take(MAX_PASSAGE_CHARS).collect()
}

/// The people of a draft with everything that is said of them.
struct Cast<'a> {
    draft: &'a ScenarioDraft,
    /// By place: an actor's texts in one.
    described: Vec<String>,
    role: String,
    world: Vec<&'a str>,
}

impl<'a> Cast<'a> {
    fn of(draft: &'a ScenarioDraft, all: &[DraftText<'a>]) -> Self {
        let mut described = vec![String::new(); draft.actors.len()];
        let mut world = Vec::new();
        for text in all {
            match actor_of(&text.field) {
                Some(place) if !text.field.contains("/lorebooks/") => {
                    if let Some(own) = described.get_mut(place) {
                        own.push_str(text.text);
                        own.push('\n');
                    }
                }
                _ if text.field.starts_with("/playerRole") || text.field.starts_with("/openings/") => {}
                _ => world.push(text.text),
            }
        }
        let role = &draft.player_role;
        Self {
            draft,
            described,
            role: format!("{}\n{}", role.name, role.description),
            world,
        }
    }

    fn story(&self) -> StoryTexts<'_> {
        let actors = self.draft.actors.iter().zip(&self.described);
        StoryTexts {
            player: Some(DescribedPerson {
                name: &self.draft.player_role.name,
                text: &self.role,
            }),
            cast: actors
                .map(|(actor, text)| DescribedPerson {
                    name: &actor.name,
                    text,
                })
                .collect(),
            world: self.world.clone(),
            utterances: Vec::new(),
        }
    }

    /// Of whom a field speaks, or who speaks in it.
    fn speaker_of(&self, field: &str) -> StorySpeaker {
        if field.starts_with("/playerRole") {
            return StorySpeaker::Player;
        }
        voice_of(self.draft, field).map_or(StorySpeaker::Narrator, StorySpeaker::Cast)
    }
}

/// The place of the actor who speaks in a field or to whom it belongs.
fn voice_of(draft: &ScenarioDraft, field: &str) -> Option<usize> {
    let opening = field
        .strip_prefix("/openings/")
        .and_then(|rest| rest.split('/').next()?.parse::<usize>().ok())
        .and_then(|place| draft.openings.get(place)?.speaker.as_deref());
    let speaks = opening.and_then(|id| draft.actors.iter().position(|actor| actor.id == id));
    speaks.or_else(|| actor_of(field).filter(|place| *place < draft.actors.len()))
}

/// The place of the actor to whom a field belongs.
fn actor_of(field: &str) -> Option<usize> {
    field.strip_prefix("/actors/")?.split('/').next()?.parse().ok()
}
