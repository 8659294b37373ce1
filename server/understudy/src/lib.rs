//! The understudy: plays without any model, and says so. Where a scene was written by hand it finds the beat
//! that answers what the player did; elsewhere it shows three pieces of the scenario's own text. Either ends,
//! and says so to the house ([`Finish::Ending`]).

mod book;
mod check;
mod finding;
mod modest;
mod playing;
mod rehearsal;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod words;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream;
use kernel::Shekels;
use tokio::time::Instant;

pub use self::book::SceneError;
pub use self::rehearsal::{Play, Rehearsal, Theatre, Turn};

use accounts::safety;
use platform::llm::{
    Capabilities, CostPerMillion, Cue, CueKind, Finish, LocalModel, ModelInfo, Models, Piece, Reply, Request,
    Usage, count_tokens,
};
use platform::slice::Facts;
use platform::vectors::Vectors;

use self::book::{Book, Cues, Scene};
use self::finding::Heard;
use self::modest::Modest;
use self::playing::Player;

/// What this slice says of itself.
pub const FACTS: Facts = Facts {
    name: "understudy",
    uses: &["llm", "vectors", "safety"],
    tables: &[],
    statements: &[],
    own_statements: &[],
    erase: &[],
    errors: &[],
};

/// Lines of a summary.
const MAX_SUMMARY_LINES: usize = 8;
/// The narrator, as a director names them.
const NARRATORS_NAME: &str = "Narrator";

/// How quickly the understudy speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// Before the first word.
    pub think: Duration,
    /// Before every further word.
    pub word: Duration,
}

impl Pace {
    /// Like somebody reading aloud.
    #[must_use]
    pub const fn human() -> Self {
        Self {
            think: Duration::from_millis(250),
            word: Duration::from_millis(30),
        }
    }

    /// All at once.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            think: Duration::ZERO,
            word: Duration::ZERO,
        }
    }
}

/// What the understudy plays from.
#[derive(Debug, Clone)]
pub struct Stagecraft {
    /// The catalogue with the scenes; none: it plays none.
    pub catalogue: Option<PathBuf>,
    /// By what lines are understood.
    pub vectors: Vectors,
}

impl Stagecraft {
    /// No scenes.
    #[must_use]
    pub fn bare() -> Self {
        Self {
            catalogue: None,
            vectors: Vectors::none(),
        }
    }
}

/// What a reply costs in tests.
const TEST_PRICE: Shekels = Shekels(1);

/// No model but the understudy, at a human pace and for nothing, with these scenes.
#[must_use]
pub fn demo(stage: Stagecraft) -> Models {
    models(Shekels::ZERO, Pace::human(), stage)
}

/// The same without any pause or scene: for tests.
#[must_use]
pub fn bare() -> Models {
    models(TEST_PRICE, Pace::none(), Stagecraft::bare())
}

/// No model but the understudy, at this pace and with these scenes.
#[must_use]
pub fn models(price: Shekels, pace: Pace, stage: Stagecraft) -> Models {
    Models::local(Understudy::info(price), Arc::new(Understudy::new(pace, stage)))
}

impl LocalModel for Understudy {
    /// Reads the scenes when it is first asked.
    fn has_scene(&self, title: &str, opening: &str) -> bool {
        self.inner.book().find(title, opening).is_some()
    }

    fn after_ending(&self, language: &str) -> &'static [String; 3] {
        words::how_to_connect(language)
    }

    fn perform<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Reply> {
        Box::pin(self.answer(request))
    }
}

/// The understudy.
#[derive(Debug, Clone)]
struct Understudy {
    pace: Pace,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    stage: Stagecraft,
    book: OnceLock<Book>,
    /// The scenes whose vectors had to be made here, and the lines that may be said anywhere.
    made: std::sync::Mutex<Vec<(String, Arc<Cues>)>>,
}

impl Understudy {
    fn new(pace: Pace, stage: Stagecraft) -> Self {
        Self {
            pace,
            inner: Arc::new(Inner {
                stage,
                book: OnceLock::new(),
                made: std::sync::Mutex::default(),
            }),
        }
    }

    fn info(price: Shekels) -> ModelInfo {
        ModelInfo {
            name: "understudy".to_owned(),
            label: "Understudy (demo, no AI model)".to_owned(),
            context_tokens: 16_384,
            max_reply_tokens: 1_024,
            price,
            is_demo: true,
            capabilities: Capabilities {
                system_role: true,
                reasoning: false,
                prefill: true,
            },
            cost_per_million: CostPerMillion::default(),
        }
    }

    async fn answer(&self, request: &Request) -> Reply {
        let asked = Instant::now();
        let Spoken { text, ends } = self.speak(&request.cue).await;
        let prompt_tokens = request
            .messages
            .iter()
            .map(|message| count_tokens(&message.content))
            .sum();
        let usage = Usage {
            prompt_tokens,
            reply_tokens: count_tokens(&text),
        };
        let words: Vec<String> = text
            .split_inclusive(char::is_whitespace)
            .map(str::to_owned)
            .collect();
        // Finding the words is thinking, too.
        let mut wait = self.pace.think.saturating_sub(asked.elapsed());
        let mut timed: Vec<(Duration, Piece)> = Vec::with_capacity(words.len() + 1);
        for word in words {
            // A breath after each sentence.
            let next = if word.trim_end().ends_with(['.', '!', '?', '…', '*', '"']) {
                self.pace.word * 4
            } else {
                self.pace.word
            };
            timed.push((std::mem::replace(&mut wait, next), Piece::Text(word)));
        }
        timed.push((
            Duration::ZERO,
            Piece::Finished {
                reason: if ends { Finish::Ending } else { Finish::Stop },
                usage: Some(usage),
            },
        ));
        Reply::new(stream::iter(timed).then(|(wait, piece)| async move {
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            Ok(piece)
        }))
    }

    async fn speak(&self, cue: &Cue) -> Spoken {
        let understudy = self.clone();
        // The scenes are read from files, once.
        let is_read = tokio::task::spawn_blocking(move || understudy.inner.book().scenes.len());
        if let Err(error) = is_read.await {
            tracing::warn!(%error, "the scenes of the demo cannot be read");
        }
        let book = self.inner.book();
        let began = cue
            .path
            .first()
            .map(|line| line.text.as_str())
            .unwrap_or_default();
        let scene = book.find(&cue.title, began);
        let heard = match (&cue.kind, scene) {
            (CueKind::Reply | CueKind::Director { .. }, _) | (CueKind::Continue(_), None) => {
                self.inner.hear(cue, scene).await
            }
            _ => Heard::default(),
        };
        match scene {
            Some(scene) => {
                self.inner
                    .understood(scene, |scene| answer(book, scene, cue, &heard))
                    .await
            }
            None => without_scene(cue, &heard),
        }
    }
}

impl Inner {
    fn book(&self) -> &Book {
        self.book.get_or_init(|| {
            self.stage
                .catalogue
                .as_ref()
                .map(|catalogue| Book::read(catalogue))
                .unwrap_or_default()
        })
    }

    async fn hear(&self, cue: &Cue, scene: Option<&Scene>) -> Heard {
        let Some(line) = cue.path.last().filter(|line| line.by_player) else {
            return Heard::default();
        };
        let texts = finding::texts(
            &line.text,
            scene.map(|scene| scene.actors.as_slice()).unwrap_or_default(),
        );
        let vectors = if scene.is_some() && !texts.is_empty() {
            self.stage.vectors.meanings(texts.clone()).await
        } else {
            None
        };
        Heard::of(texts, vectors)
    }

    /// Does something with a scene of which all cues are understood, as far as there is a model for that.
    async fn understood(&self, scene: &Scene, with: impl FnOnce(&Scene) -> Spoken) -> Spoken {
        if !scene.cues.vectors.is_empty() {
            return with(scene);
        }
        let made = |slug: &str| {
            let made = self
                .made
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            made.iter()
                .find(|(name, _)| name == slug)
                .map(|(_, cues)| cues.clone())
        };
        let cues = match made(&scene.slug) {
            Some(cues) => cues,
            None => {
                let (mut cues, vectors) = (scene.cues.clone(), self.stage.vectors.clone());
                let asked = tokio::task::spawn_blocking(move || {
                    if cues.understand(&vectors) {
                        tracing::info!(
                            cues = cues.lines.len(),
                            "the vectors of a scene were made anew; `make generate` keeps them"
                        );
                    }
                    cues
                });
                let cues = Arc::new(asked.await.unwrap_or_default());
                self.made
                    .lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
                    .push((scene.slug.clone(), cues.clone()));
                cues
            }
        };
        with(&Scene {
            cues: Cues::clone(&cues),
            ..scene.clone()
        })
    }
}

/// What is said to a cue.
struct Spoken {
    text: String,
    /// Whether the story ends with it.
    ends: bool,
}

impl From<String> for Spoken {
    fn from(text: String) -> Self {
        Self { text, ends: false }
    }
}

/// What a scene has for a cue.
fn answer(book: &Book, scene: &Scene, cue: &Cue, heard: &Heard) -> Spoken {
    let words = words::of(cue);
    let voice = playing::voice_of(scene, &cue.speaker.name);
    let text = match &cue.kind {
        CueKind::Reply if cue.gentle => gently(cue),
        CueKind::Reply => {
            let freely = Player::new(book, scene, cue).reply(heard, None);
            let played = if freely.by == voice {
                freely
            } else {
                Player::new(book, scene, cue).reply(heard, Some(&voice))
            };
            return Spoken {
                ends: played.ends(scene),
                text: played.text,
            };
        }
        CueKind::Continue(so_far) if cue.gentle => joined(so_far, &gently(cue)),
        CueKind::Continue(so_far) => {
            let played = Player::new(book, scene, cue).more(&voice);
            return Spoken {
                ends: played.ends(scene),
                text: joined(so_far, &played.text),
            };
        }
        // Nothing of the scene, and no words put into the mouth of whoever is not well.
        CueKind::Impersonate if cue.gentle => words.no_other.clone(),
        CueKind::Impersonate => Player::new(book, scene, cue)
            .suggestion()
            .or_else(|| suggestion(cue))
            .unwrap_or_else(|| words.no_other.clone()),
        CueKind::Director { names } => {
            let by = Player::new(book, scene, cue).reply(heard, None).by;
            let by = if by == book::NARRATOR {
                NARRATORS_NAME.to_owned()
            } else {
                by
            };
            let is_able = |name: &String| names.contains(name);
            let able = Some(by)
                .filter(|by| is_able(by) || by == NARRATORS_NAME)
                .or_else(|| best_of(book, scene, cue, heard, names));
            serde_json::json!({ "name": able.or_else(|| names.first().cloned()) }).to_string()
        }
        CueKind::Rewrite { .. } if cue.gentle => words.no_rewrite.clone(),
        CueKind::Rewrite { selection, .. } => {
            let moments = scene.beats.iter().chain(&scene.steps).chain(&scene.endings);
            let covers =
                |text: &str| text.contains(selection.trim()) && selection.trim().len() * 10 > text.len() * 8;
            let other = moments
                .filter(|moment| covers(&moment.text))
                .find_map(|moment| moment.other.clone());
            other.unwrap_or_else(|| words.no_rewrite.clone())
        }
        CueKind::Summarise => summary(cue),
    };
    text.into()
}

/// Who of these has most to say to the player's line.
fn best_of(book: &Book, scene: &Scene, cue: &Cue, heard: &Heard, names: &[String]) -> Option<String> {
    let score = |name: &&String| Player::new(book, scene, cue).reply(heard, Some(name)).score;
    // The first of those that are equal.
    names.iter().rev().max_by_key(score).cloned()
}

/// What there is for a cue where no scene was written.
fn without_scene(cue: &Cue, heard: &Heard) -> Spoken {
    let words = words::of(cue);
    let text = match &cue.kind {
        CueKind::Reply if cue.gentle => gently(cue),
        CueKind::Reply => return Modest::new(cue).reply(heard),
        CueKind::Continue(so_far) if cue.gentle => joined(so_far, &gently(cue)),
        CueKind::Continue(so_far) => joined(so_far, &Modest::new(cue).more(heard)),
        CueKind::Impersonate if cue.gentle => words.no_other.clone(),
        CueKind::Impersonate => suggestion(cue).unwrap_or_else(|| words.no_other.clone()),
        CueKind::Director { names } => {
            let last = cue.recent.last();
            let line = last
                .map(|(_, text)| format!(" {} ", text::key(text)))
                .unwrap_or_default();
            let is_named = |name: &&String| {
                text::key(name)
                    .split(' ')
                    .any(|part| part.len() > 2 && line.contains(&format!(" {part} ")))
            };
            let is_silent = |name: &&String| last.is_none_or(|(speaker, _)| speaker != *name);
            let chosen = names
                .iter()
                .filter(is_silent)
                .find(is_named)
                .or_else(|| names.iter().find(is_silent))
                .or(names.first());
            serde_json::json!({ "name": chosen }).to_string()
        }
        CueKind::Rewrite { .. } => words.no_rewrite.clone(),
        CueKind::Summarise => summary(cue),
    };
    text.into()
}

/// What is said while the story goes on gently (`care`): nothing of the scene, which may hold anything.
fn gently(cue: &Cue) -> String {
    let is_said = |text: &str| {
        cue.path.iter().any(|line| line.text == text) || cue.versions.iter().any(|version| version == text)
    };
    safety::gentle_line(cue.language.as_deref().unwrap_or("en"), is_said).to_owned()
}

/// Something that a player might say anywhere.
fn suggestion(cue: &Cue) -> Option<String> {
    let words = words::of(cue);
    let said: Vec<String> = cue
        .path
        .iter()
        .filter(|line| line.by_player)
        .map(|line| text::key(&line.text))
        .collect();
    let fresh: Vec<&String> = words
        .suggestions
        .iter()
        .filter(|text| !said.contains(&text::key(text)))
        .collect();
    let place =
        usize::try_from(cue.seed % u64::try_from(fresh.len().max(1)).unwrap_or(1)).unwrap_or_default();
    fresh.get(place).map(|text| (*text).clone())
}

/// What was said lately, a sentence of each.
fn summary(cue: &Cue) -> String {
    let words = words::of(cue);
    let mut lines: Vec<String> = Vec::new();
    for (name, text) in cue.recent.iter().rev().take(MAX_SUMMARY_LINES) {
        let Some(first) = text::sentences(text).into_iter().next() else {
            continue;
        };
        let line = format!("{name}: {}", first.replace(['*', '"'], "").trim());
        let size = count_tokens(&line)
            + lines.iter().map(|line| count_tokens(line)).sum::<u32>()
            + count_tokens(&words.so_far);
        if size > cue.reply_tokens {
            break;
        }
        lines.push(line);
    }
    lines.reverse();
    format!("{} {}", words.so_far, lines.join(" "))
}

/// What follows a text that may have been cut off.
fn joined(so_far: &str, more: &str) -> String {
    let so_far = so_far.trim_end();
    let is_open = |mark: char| so_far.matches(mark).count() % 2 == 1;
    let ends = so_far.ends_with(['.', '!', '?', '…', '"', '*', ')']);
    let join = match (so_far.is_empty(), ends) {
        (true, _) => "",
        (_, true) if is_open('"') && !so_far.ends_with('"') => "\"\n\n",
        (_, true) => "\n\n",
        (_, false) if is_open('"') => "…\"\n\n",
        (_, false) if is_open('*') => "…*\n\n",
        (_, false) => "…\n\n",
    };
    format!("{join}{more}")
}
