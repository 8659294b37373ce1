//! The judge of what is to be published: every text that a model or a reader gets (docs/adr/0020).

use accounts::safety::{DescribedPerson, Minors, StorySpeaker, StoryTexts, describes_minor, sentences};
use kernel::Rating;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::authoring::{DraftText, ScenarioDraft, texts};

/// Characters of a passage.
const MAX_PASSAGE_CHARS: usize = 200;
/// Bytes of a text that are judged at once; the judge reads at most 20,000 words of a text.
const PIECE_BYTES: usize = 16 << 10;
/// Phrases that an adult can be described with, and that often disguise somebody who is none. In lower case,
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
    let all = texts(draft);
    let is_adult = draft.rating.is_none_or(Rating::is_adult);
    let mut judgement = Judgement::default();
    if is_adult {
        judgement.refused = all.iter().filter_map(minor_in).take(MAX_FINDINGS).collect();
    }
    let people = Cast::of(draft, &all);
    let mut minors = Minors::of(&people.story());
    let romance = all.iter().filter(|text| !is_name(&text.field));
    for text in romance {
        if judgement.refused.len() < MAX_FINDINGS
            && let Some(finding) = romance_in(&mut minors, people.speaker_of(&text.field), text)
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

/// Whether a field holds words rather than sentences.
fn is_name(field: &str) -> bool {
    field.starts_with("/tags/") || field.ends_with("/alt")
}

fn minor_in(text: &DraftText<'_>) -> Option<Finding> {
    let is_minor = describes_minor(text.text) || pieces(text.text).any(describes_minor);
    is_minor.then(|| Finding {
        field: text.field.clone(),
        passage: passage(text.text, describes_minor),
        message: "This describes somebody under 18. A scenario for adults can’t be published with it."
            .to_owned(),
    })
}

/// The pieces of a long text: the judge reads the beginning of a text only.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let (mut rest, mut ends) = (text, Vec::new());
    if text.len() > PIECE_BYTES {
        let mut begin = 0;
        for (at, sentence) in sentences(text) {
            if at + sentence.len() - begin > PIECE_BYTES && at > begin {
                ends.push(at - begin);
                begin = at;
            }
        }
        ends.push(text.len() - begin);
    }
    ends.into_iter().map(move |bytes| {
        let (piece, after) = rest.split_at(bytes);
        rest = after;
        piece
    })
}

/// Whether a text has a phrase that stands for somebody under 18 as often as not.
fn is_doubtful(text: &str) -> bool {
    let text = text.to_lowercase().replace('-', " ");
    DOUBTFUL.iter().any(|phrase| text.contains(phrase))
}

fn doubtful_in(text: &DraftText<'_>) -> Option<Finding> {
    let found = is_doubtful(text.text);
    found.then(|| Finding {
        field: text.field.clone(),
        passage: passage(text.text, is_doubtful),
        message: "It is rated for adults, and this may speak of somebody under 18.".to_owned(),
    })
}

fn romance_in(minors: &mut Minors, by: StorySpeaker, text: &DraftText<'_>) -> Option<Finding> {
    let at = minors.judge(by, text.text);
    let is_romance = at.is_some() || minors.describes_romance_with_minor(by, text.text);
    is_romance.then(|| Finding {
        field: text.field.clone(),
        passage: cut(&text.text[at.unwrap_or_default()..]),
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
        let opening = field
            .strip_prefix("/openings/")
            .and_then(|rest| rest.split('/').next()?.parse::<usize>().ok())
            .and_then(|place| self.draft.openings.get(place)?.speaker.as_deref());
        let speaks = opening.and_then(|id| self.draft.actors.iter().position(|actor| actor.id == id));
        let of = actor_of(field).filter(|place| *place < self.described.len());
        speaks.or(of).map_or(StorySpeaker::Narrator, StorySpeaker::Cast)
    }
}

/// The place of the actor to whom a field belongs.
fn actor_of(field: &str) -> Option<usize> {
    field.strip_prefix("/actors/")?.split('/').next()?.parse().ok()
}
