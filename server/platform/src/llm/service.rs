//! The models of this installation, and asking them.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::{Context, Poll};

use futures::Stream;
use futures::future::BoxFuture;
use kernel::{Clock, Random};

use super::config::{ModelConfig, ModelSettingsError};
use super::finding::Latest;
use super::provider::Provider;
use super::{ModelError, ModelInfo, Piece, Request};

/// The models of this installation. Cheap to clone.
#[derive(Clone)]
pub struct Models(Arc<Inner>);

struct Inner {
    infos: Vec<ModelInfo>,
    models: Vec<Model>,
    probes: Latest,
}

/// One of them.
#[derive(Clone)]
pub struct Model {
    info: ModelInfo,
    pub(super) source: Source,
    pulse: Arc<Pulse>,
}

/// What became of the latest requests.
#[derive(Debug, Default)]
struct Pulse {
    was_asked: AtomicBool,
    failures: AtomicU32,
}

/// How a model is, by what became of the latest requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelHealth {
    /// What people call it.
    pub label: String,
    /// Whether it is the built-in demo model.
    pub is_demo: bool,
    /// Whether anybody has asked it since the process began.
    pub was_asked: bool,
    /// Requests in a row, up to the latest, to which no answer came.
    pub failures: u32,
}

#[derive(Clone)]
pub(super) enum Source {
    Local(Arc<dyn LocalModel>),
    Provider(Provider),
    #[cfg(any(test, feature = "testing"))]
    Scripted(Script),
}

/// A model that runs in this process.
pub trait LocalModel: Send + Sync {
    /// Whether it plays a story that is called so and began so from a scene, and so knows best who answers.
    fn has_scene(&self, title: &str, opening: &str) -> bool;

    /// What it says, in this language, to the operator once a story of its own has ended: three lines.
    fn closing_lines(&self, language: &str) -> &'static [String; 3];

    /// Answers a request.
    fn reply<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Reply>;
}

/// What a model of a test does with a request.
#[cfg(any(test, feature = "testing"))]
pub type Script = Arc<dyn Fn(Request) -> BoxFuture<'static, Result<Reply, ModelError>> + Send + Sync>;

impl Model {
    fn new(info: ModelInfo, source: Source) -> Self {
        Self {
            info,
            source,
            pulse: Arc::default(),
        }
    }

    /// What may be known of it.
    #[must_use]
    pub fn info(&self) -> &ModelInfo {
        &self.info
    }

    /// Whether it plays a story that is called so and began so from a scene, and so knows best who answers.
    #[must_use]
    pub fn has_scene(&self, title: &str, opening: &str) -> bool {
        match &self.source {
            Source::Local(model) => model.has_scene(title, opening),
            Source::Provider(_) => false,
            #[cfg(any(test, feature = "testing"))]
            Source::Scripted(_) => false,
        }
    }

    /// The closing lines of a model of this process, in this language, for the operator: shown once a story
    /// of its own has ended.
    #[must_use]
    pub fn closing_lines(&self, language: &str) -> Option<&'static [String; 3]> {
        match &self.source {
            Source::Local(model) => Some(model.closing_lines(language)),
            Source::Provider(_) => None,
            #[cfg(any(test, feature = "testing"))]
            Source::Scripted(_) => None,
        }
    }
}

impl Models {
    /// The models of these settings, the first of them as the default.
    ///
    /// # Errors
    /// If there are none, or the TLS stack cannot start.
    pub fn new(
        configs: Vec<ModelConfig>,
        clock: &Arc<dyn Clock>,
        random: &Random,
    ) -> Result<Self, ModelSettingsError> {
        if configs.is_empty() {
            return Err(ModelSettingsError("the list is empty".to_owned()));
        }
        let open = |config: ModelConfig| {
            let info = config.info.clone();
            Ok(Model::new(
                info,
                Source::Provider(Provider::open(config, clock.clone(), random.clone())?),
            ))
        };
        Ok(Self::of(configs.into_iter().map(open).collect::<Result<_, _>>()?))
    }

    /// No model but one of this process.
    #[must_use]
    pub fn local(info: ModelInfo, model: Arc<dyn LocalModel>) -> Self {
        Self::of(vec![Model::new(info, Source::Local(model))])
    }

    /// Models that a test scripts.
    #[cfg(any(test, feature = "testing"))]
    #[must_use]
    pub fn scripted(models: Vec<(ModelInfo, Script)>) -> Self {
        Self::of(
            models
                .into_iter()
                .map(|(info, script)| Model::new(info, Source::Scripted(script)))
                .collect(),
        )
    }

    fn of(models: Vec<Model>) -> Self {
        Self(Arc::new(Inner {
            infos: models.iter().map(|model| model.info.clone()).collect(),
            models,
            probes: Latest::default(),
        }))
    }

    pub(super) fn models(&self) -> &[Model] {
        &self.0.models
    }

    /// What was found when they were last asked whether they answer.
    pub(super) fn latest(&self) -> &Latest {
        &self.0.probes
    }

    /// All models; the first is the default.
    #[must_use]
    pub fn list(&self) -> &[ModelInfo] {
        &self.0.infos
    }

    /// The model of this name; the default if there is none of it, or no name.
    #[must_use]
    pub fn get(&self, name: Option<&str>) -> &Model {
        let named = self
            .0
            .models
            .iter()
            .find(|model| Some(model.info.name.as_str()) == name);
        named.unwrap_or(&self.0.models[0])
    }

    /// Whether a model of this name is set up.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.0.infos.iter().any(|info| info.name == name)
    }

    /// Asks for a reply, and returns once its first piece is there: until then the request may be sent a
    /// second time, afterwards never. Dropping the future or the reply ends the request at once.
    ///
    /// # Errors
    /// Any [`ModelError`]: no piece of a reply came.
    pub async fn stream(&self, model: &Model, request: Request) -> Result<Reply, ModelError> {
        let reply = match &model.source {
            Source::Local(model) => Ok(model.reply(&request).await),
            Source::Provider(provider) => provider.stream(&request).await,
            #[cfg(any(test, feature = "testing"))]
            Source::Scripted(script) => script(request).await,
        };
        model.pulse.note(reply.as_ref().err());
        reply
    }

    /// How the models are, the default first. Asks none of them.
    #[must_use]
    pub fn health(&self) -> Vec<ModelHealth> {
        let of = |model: &Model| ModelHealth {
            label: model.info.label.clone(),
            is_demo: model.info.is_demo,
            was_asked: model.pulse.was_asked.load(Ordering::Relaxed),
            failures: model.pulse.failures.load(Ordering::Relaxed),
        };
        self.0.models.iter().map(of).collect()
    }
}

impl Pulse {
    /// Records the outcome of a request. An error caused by the request, or one before it was sent, is not
    /// counted against the model.
    fn note(&self, error: Option<&ModelError>) {
        match error {
            None => self.failures.store(0, Ordering::Relaxed),
            Some(ModelError::Refused {
                status: 400 | 413 | 422,
                ..
            }) => return,
            Some(
                ModelError::TooLarge | ModelError::Busy | ModelError::Filtered | ModelError::CostCeiling,
            ) => return,
            Some(_) => {
                // Stops at the largest number instead of wrapping.
                let _ = self
                    .failures
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |failures| {
                        failures.checked_add(1)
                    });
            }
        }
        self.was_asked.store(true, Ordering::Relaxed);
    }
}

/// A reply on its way. Its last item is [`Piece::Finished`] or an error; nothing follows either.
pub struct Reply(Pin<Box<dyn Stream<Item = Result<Piece, ModelError>> + Send>>);

impl Reply {
    /// A reply of these pieces.
    #[must_use]
    pub fn new(pieces: impl Stream<Item = Result<Piece, ModelError>> + Send + 'static) -> Self {
        Self(Box::pin(pieces))
    }

    /// A reply of these pieces, for tests.
    #[cfg(any(test, feature = "testing"))]
    #[must_use]
    pub fn scripted(pieces: impl Stream<Item = Result<Piece, ModelError>> + Send + 'static) -> Self {
        Self::new(pieces)
    }
}

impl Stream for Reply {
    type Item = Result<Piece, ModelError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(context)
    }
}
