//! The double as tests use it.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::{Clock, Random, Shekels, TestClock};
use tokio::net::TcpListener;
use tokio::task::AbortHandle;

use super::act::Act;
use super::server::{DoubleSettings, LINE, Shared, lock};
use super::wire::Call;
use crate::llm::{ModelConfig, Models, Times};
use crate::testing::TEST_NOW;

/// The server. It stops when this is dropped.
pub struct ModelDouble {
    shared: Arc<Shared>,
    address: SocketAddr,
    accepting: AbortHandle,
}

impl ModelDouble {
    /// A double on any free port that answers without delay.
    ///
    /// # Panics
    /// When no port can be had.
    pub async fn start() -> Self {
        Self::start_with(DoubleSettings::default()).await
    }

    /// A double with settings.
    ///
    /// # Panics
    /// When its port cannot be had.
    pub async fn start_with(settings: DoubleSettings) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", settings.port))
            .await
            .expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            settings: Mutex::new(settings),
            script: Mutex::default(),
            otherwise: Mutex::new(Act::Say(LINE.to_owned())),
            calls: Mutex::default(),
            open: AtomicUsize::new(0),
            left: AtomicUsize::new(0),
        });
        let accepted = Arc::clone(&shared);
        let accepting = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let shared = Arc::clone(&accepted);
                tokio::spawn(async move {
                    // An error is a client that has left.
                    let _ = shared.serve(socket).await;
                });
            }
        });
        Self {
            shared,
            address,
            accepting: accepting.abort_handle(),
        }
    }

    /// Where it is, as `DRAMATIS_MODEL_URL` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Sets what the next request gets for which nothing is set yet.
    pub fn then(&self, act: Act) {
        lock(&self.shared.script).push_back(act);
    }

    /// Sets what all other requests get.
    pub fn otherwise(&self, act: Act) {
        *lock(&self.shared.otherwise) = act;
    }

    /// Sets the wait before each token from now on.
    pub fn set_pace(&self, pace: Duration) {
        lock(&self.shared.settings).pace = pace;
    }

    /// The requests so far.
    #[must_use]
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.shared.calls).clone()
    }

    /// Answers in progress.
    #[must_use]
    pub fn open(&self) -> usize {
        self.shared.open.load(Ordering::SeqCst)
    }

    /// How often a client left before the end of an answer.
    #[must_use]
    pub fn hang_ups(&self) -> usize {
        self.shared.left.load(Ordering::SeqCst)
    }

    /// The configuration of the model "double", with time limits beyond what anything takes on a busy machine.
    ///
    /// # Panics
    /// Never: its address is good.
    #[must_use]
    pub fn config(&self) -> ModelConfig {
        let config = ModelConfig::single(&self.url(), Some("sk-double".to_owned()), "double", Shekels(1))
            .expect("good settings");
        let long = Duration::from_secs(60);
        ModelConfig {
            times: Times {
                queue: long,
                connect: long,
                first_token: long,
                gap: long,
                total: long,
            },
            ..config
        }
    }

    /// The models of an installation that has only this one.
    ///
    /// # Panics
    /// When no HTTP client can be made.
    #[must_use]
    pub fn models(&self) -> Models {
        let clock: Arc<dyn Clock> = Arc::new(TestClock::at(TEST_NOW));
        Models::new(vec![self.config()], &clock, &Random::seeded(1)).expect("good settings")
    }
}

impl Drop for ModelDouble {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}
