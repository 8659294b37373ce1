//! Presents the demo as a model: its description, its typing speed, and where it reads its scenes.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream;
use kernel::Shekels;
use platform::llm::{
    Capabilities, CostPerMillion, DemoRequest, DemoTask, Finish, LocalModel, ModelInfo, Models, Piece, Reply,
    Request, Usage, count_tokens,
};
use platform::vectors::Vectors;
use tokio::time::Instant;

use super::demo_reply::DemoReply;
use super::parse_prompt::{ParsedLine, split_line};
use super::phrases::PhraseIndex;
use super::scene::Scene;
use super::scene_set::SceneSet;
use super::{demo_texts, with_scene, without_scene};

/// The price of a reply in tests.
const TEST_PRICE: Shekels = Shekels(1);

/// How fast the demo writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The pause before the first word.
    pub think: Duration,
    /// The pause before every further word.
    pub word: Duration,
}

impl Pace {
    /// The speed of a person reading aloud.
    #[must_use]
    pub const fn human() -> Self {
        Self {
            think: Duration::from_millis(250),
            word: Duration::from_millis(30),
        }
    }

    /// No pauses.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            think: Duration::ZERO,
            word: Duration::ZERO,
        }
    }

    /// How long to wait after a word; longer at the end of a sentence.
    fn after(self, word: &str) -> Duration {
        if word.trim_end().ends_with(['.', '!', '?', '…', '*', '"']) {
            self.word * 4
        } else {
            self.word
        }
    }
}

/// The data that the demo plays from.
#[derive(Debug, Clone)]
pub struct DemoAssets {
    /// The catalogue with the scenes; `None`: there are no scenes.
    pub catalogue: Option<PathBuf>,
    /// The sentence model.
    pub vectors: Vectors,
}

impl DemoAssets {
    /// No scenes.
    #[must_use]
    pub fn none() -> Self {
        Self {
            catalogue: None,
            vectors: Vectors::none(),
        }
    }
}

/// A set of models that holds only the demo: at human speed, free, with these scenes.
#[must_use]
pub fn demo(assets: DemoAssets) -> Models {
    models(Shekels::ZERO, Pace::human(), assets)
}

/// The same without pauses and scenes, for tests.
#[must_use]
pub fn bare() -> Models {
    models(TEST_PRICE, Pace::none(), DemoAssets::none())
}

/// A set of models that holds only the demo, at this price and speed and with these scenes.
#[must_use]
pub fn models(price: Shekels, pace: Pace, assets: DemoAssets) -> Models {
    Models::local(DemoModel::info(price), Arc::new(DemoModel::new(pace, assets)))
}

/// The demo model, which needs no provider.
#[derive(Debug, Clone)]
pub(super) struct DemoModel {
    pace: Pace,
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    assets: DemoAssets,
    scenes: OnceLock<SceneSet>,
    /// The phrase indexes that were computed here because no vectors were stored, by the scene's slug.
    computed: Mutex<Vec<(String, Arc<PhraseIndex>)>>,
}

impl LocalModel for DemoModel {
    /// Whether there is a scene for this title and opening. The first call reads all scenes.
    fn has_scene(&self, title: &str, opening: &str) -> bool {
        self.inner.scenes().find(title, opening).is_some()
    }

    fn closing_lines(&self, language: &str) -> &'static [String; 3] {
        demo_texts::how_to_connect(language)
    }

    fn reply<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Reply> {
        Box::pin(self.stream_reply(request))
    }
}

impl DemoModel {
    pub(super) fn new(pace: Pace, assets: DemoAssets) -> Self {
        Self {
            pace,
            inner: Arc::new(Inner {
                assets,
                scenes: OnceLock::new(),
                computed: Mutex::default(),
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

    async fn stream_reply(&self, request: &Request) -> Reply {
        let asked = Instant::now();
        let DemoReply { text, ends } = self.answer(&request.demo).await;
        let usage = usage(request, &text);
        // The time that the lookup took counts as thinking.
        let mut wait = self.pace.think.saturating_sub(asked.elapsed());
        let mut timed: Vec<(Duration, Piece)> = Vec::new();
        for word in text.split_inclusive(char::is_whitespace) {
            let next = self.pace.after(word);
            let piece = Piece::Text(word.to_owned());
            timed.push((std::mem::replace(&mut wait, next), piece));
        }
        let finished = Piece::Finished {
            reason: if ends { Finish::Ending } else { Finish::Stop },
            usage: Some(usage),
        };
        timed.push((Duration::ZERO, finished));
        Reply::new(stream::iter(timed).then(|(wait, piece)| async move {
            if !wait.is_zero() {
                tokio::time::sleep(wait).await;
            }
            Ok(piece)
        }))
    }

    pub(super) async fn answer(&self, request: &DemoRequest) -> DemoReply {
        let demo = self.clone();
        // The first call reads the scenes from files.
        let is_read = tokio::task::spawn_blocking(move || demo.inner.scenes().scenes.len());
        if let Err(error) = is_read.await {
            tracing::warn!(%error, "the scenes of the demo cannot be read");
        }
        let set = self.inner.scenes();
        let opening = request
            .path
            .first()
            .map(|line| line.text.as_str())
            .unwrap_or_default();
        let scene = set.find(&request.title, opening);
        let parsed = match (&request.kind, scene) {
            (DemoTask::Reply | DemoTask::Director { .. }, _) | (DemoTask::Continue(_), None) => {
                self.inner.parse(request, scene).await
            }
            _ => ParsedLine::default(),
        };
        match scene {
            Some(scene) => {
                let scene = self.inner.with_vectors(scene).await;
                with_scene::answer(set, &scene, request, &parsed)
            }
            None => without_scene::answer(request, &parsed),
        }
    }
}

fn usage(request: &Request, reply: &str) -> Usage {
    let messages = request.messages.iter();
    Usage {
        prompt_tokens: messages.map(|message| count_tokens(&message.content)).sum(),
        reply_tokens: count_tokens(reply),
    }
}

impl Inner {
    fn scenes(&self) -> &SceneSet {
        self.scenes.get_or_init(|| {
            self.assets
                .catalogue
                .as_ref()
                .map(|catalogue| SceneSet::read(catalogue))
                .unwrap_or_default()
        })
    }

    async fn parse(&self, request: &DemoRequest, scene: Option<&Scene>) -> ParsedLine {
        let Some(line) = request.path.last().filter(|line| line.by_player) else {
            return ParsedLine::default();
        };
        let actors = scene.map(|scene| scene.actors.as_slice()).unwrap_or_default();
        let texts = split_line(&line.text, actors);
        let vectors = if scene.is_some() && !texts.is_empty() {
            self.assets.vectors.meanings(texts.clone()).await
        } else {
            None
        };
        ParsedLine::of(texts, vectors)
    }

    /// The scene with the vectors of its phrases, if a sentence model can compute them.
    async fn with_vectors<'a>(&self, scene: &'a Scene) -> Cow<'a, Scene> {
        if !scene.cues.vectors.is_empty() {
            return Cow::Borrowed(scene);
        }
        let cues = match self.find_computed(&scene.slug) {
            Some(cues) => cues,
            None => self.compute(scene).await,
        };
        let mut scene = scene.clone();
        scene.cues = PhraseIndex::clone(&cues);
        Cow::Owned(scene)
    }

    fn find_computed(&self, slug: &str) -> Option<Arc<PhraseIndex>> {
        let computed = self.computed.lock().unwrap_or_else(PoisonError::into_inner);
        let found = computed.iter().find(|(name, _)| name == slug);
        found.map(|(_, cues)| cues.clone())
    }

    async fn compute(&self, scene: &Scene) -> Arc<PhraseIndex> {
        let (mut cues, model) = (scene.cues.clone(), self.assets.vectors.clone());
        let computed = tokio::task::spawn_blocking(move || {
            if cues.compute_vectors(&model) {
                tracing::info!(
                    cues = cues.phrases.len(),
                    "the vectors of a scene were made anew; `make generate` keeps them"
                );
            }
            cues
        });
        let cues = Arc::new(computed.await.unwrap_or_default());
        self.computed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((scene.slug.clone(), cues.clone()));
        cues
    }
}
