//! For how long requests hold the thread that answers them.
//!
//! All tasks of the site run on one thread here, among them one that only looks how much processor time went
//! by since its last look. Processor time and not the clock: a busy machine does not make it longer.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::Value;

use super::Site;

/// Longest that a thread may be held.
const LONGEST: Duration = Duration::from_millis(50);
/// How much longer unoptimised code takes, at least: byte-by-byte comparisons take ten times as long and
/// more, calls of the optimised dependencies or copies little longer.
const UNOPTIMISED: u32 = 6;

fn longest() -> Duration {
    if cfg!(debug_assertions) {
        LONGEST * UNOPTIMISED
    } else {
        LONGEST
    }
}

/// Processor time that this thread has used.
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        u64::try_from(time.tv_sec).expect("no negative time"),
        u32::try_from(time.tv_nsec).expect("less than a second"),
    )
}

/// What is known of the time between two looks.
#[derive(Debug, Default)]
struct Looks {
    /// When it was looked last; none: nobody wants to know.
    last: Option<Duration>,
    longest: Duration,
}

#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Looks>>);

impl Watch {
    /// Looks whenever all other tasks had their turn.
    fn start() -> Self {
        let watch = Self::default();
        let looking = watch.clone();
        tokio::spawn(async move {
            loop {
                looking.look();
                tokio::task::yield_now().await;
            }
        });
        watch
    }

    fn look(&self) {
        let mut looks = self.0.lock().expect("no panic");
        if let Some(last) = looks.last {
            let now = used();
            looks.longest = looks.longest.max(now.saturating_sub(last));
            looks.last = Some(now);
        }
    }

    /// Runs this; returns for how long no other task had a turn meanwhile.
    async fn during<T>(&self, work: impl Future<Output = T>) -> (T, Duration) {
        *self.0.lock().expect("no panic") = Looks {
            last: Some(used()),
            longest: Duration::ZERO,
        };
        let done = work.await;
        self.look();
        let looks = std::mem::take(&mut *self.0.lock().expect("no panic"));
        (done, looks.longest)
    }
}

/// Somebody whose every request is watched.
pub struct Watched<'a> {
    site: &'a Site,
    token: String,
    watch: Watch,
    late: Vec<String>,
}

impl<'a> Watched<'a> {
    /// Somebody with this access token.
    #[must_use]
    pub fn new(site: &'a Site, token: &str) -> Self {
        Self {
            site,
            token: token.to_owned(),
            watch: Watch::start(),
            late: Vec::new(),
        }
    }

    /// The answer to a request, down to the last byte of its body.
    async fn answer(&mut self, what: &str, request: Request<Body>) -> (StatusCode, Value) {
        let work = async {
            let response = self.site.open(request).await;
            let (parts, body) = response.into_parts();
            (
                parts.status,
                axum::body::to_bytes(body, 256 << 20).await.expect("a body"),
            )
        };
        let ((status, body), held) = self.watch.during(work).await;
        eprintln!("{what}: {status}, {held:?}");
        assert!(
            !status.is_server_error() && status != StatusCode::NOT_FOUND,
            "{what}: {status}"
        );
        if held > longest() {
            self.late.push(format!("{what}: {held:?}"));
        }
        (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
    }

    /// The JSON that this call answers.
    ///
    /// # Panics
    /// If it fails, or is not of this site.
    pub async fn send(&mut self, what: &str, method: &str, path: &str, body: Option<&Value>) -> Value {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string())),
            None => request.body(Body::empty()),
        };
        self.answer(what, request.expect("a request")).await.1
    }

    /// What this call answers to a file.
    ///
    /// # Panics
    /// If it fails, or is not of this site.
    pub async fn upload(&mut self, what: &str, path: &str, file: &[u8]) -> (StatusCode, Value) {
        let mut body = b"--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a\"\r\ncontent-type: application/octet-stream\r\n\r\n".to_vec();
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n--edge--\r\n");
        let request = Request::post(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "multipart/form-data; boundary=edge");
        let request = request
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .body(Body::from(body))
            .expect("a request");
        self.answer(what, request).await
    }

    /// Ends the watch.
    ///
    /// # Panics
    /// When a thread was held for too long.
    pub fn check(self) {
        assert!(
            self.late.is_empty(),
            "held longer than {:?}: {:#?}",
            longest(),
            self.late
        );
    }
}

/// Runs an async test on one thread, as watching needs.
///
/// # Panics
/// When no runtime can be made.
pub fn run_on_one_thread<F: Future>(test: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(test)
}
