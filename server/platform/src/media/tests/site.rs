//! A site of images only, and its answers.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use bytes::Bytes;
use futures::future::BoxFuture;
use image::DynamicImage;
use kernel::{TestClock, Timestamp};
use tower::ServiceExt;
use url::Url;

use crate::blobs::{BlobKey, Blobs};
use crate::egress::{Egress, Guard, SystemResolver};
use crate::media::{Media, MediaSettings, NoGate, OgCard, OgCards, router};
use crate::web::Problem;

/// A site of images only, in its own directory.
pub(super) struct Site {
    pub(super) media: Media,
    pub(super) router: Router,
    pub(super) clock: TestClock,
    pub(super) directory: tempfile::TempDir,
}

pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Answer {
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("ASCII"))
    }

    pub(super) fn decoded(&self) -> DynamicImage {
        assert_eq!(
            self.status,
            StatusCode::OK,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        image::load_from_memory(&self.body).expect("an image")
    }

    pub(super) fn size(&self) -> (u32, u32) {
        let image = self.decoded();
        (image.width(), image.height())
    }

    pub(super) fn refused(&self, status: u16) {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status.as_u16(), status, "{text}");
        assert_eq!(
            self.header("content-type"),
            "application/problem+json; charset=utf-8"
        );
        let problem: serde_json::Value = serde_json::from_slice(&self.body).expect("JSON");
        assert_eq!(problem["status"], status);
    }
}

#[derive(Default)]
pub(super) struct Cards(pub(super) HashMap<&'static str, OgCard>);

impl OgCards for Cards {
    fn card<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<Option<OgCard>, Problem>> {
        Box::pin(std::future::ready(Ok(self.0.get(id).cloned())))
    }
}

impl Site {
    pub(super) fn new() -> Self {
        Self::with(|settings| settings, Guard::default(), Cards::default())
    }

    pub(super) fn with(
        change: impl FnOnce(MediaSettings) -> MediaSettings,
        guard: Guard,
        cards: Cards,
    ) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let public_url = Url::parse("https://play.example").expect("a URL");
        let mut settings = MediaSettings::new(public_url, directory.path().join("cache"));
        // An unoptimised build on a busy machine is slow; the limit has a test of its own.
        settings.work_time = Duration::from_secs(60);
        let egress = Egress::new(guard, SystemResolver).expect("a client");
        let clock = TestClock::at(Timestamp(1_700_000_000_000));
        let media = Media::open(
            change(settings),
            Blobs::memory(),
            egress,
            Arc::new(clock.clone()),
            Arc::new(cards),
            Arc::new(NoGate),
        )
        .expect("a media slice");
        Self {
            router: router(media.clone()),
            media,
            clock,
            directory,
        }
    }

    pub(super) async fn store(&self, key: &str, bytes: impl Into<Bytes>) {
        let key = BlobKey::parse(key).expect("a key");
        self.media.blobs().put(&key, bytes.into()).await.expect("stored");
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[]).await
    }

    pub(super) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.call(Method::GET, path, headers).await
    }

    pub(super) async fn call(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        Answer {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }
}
