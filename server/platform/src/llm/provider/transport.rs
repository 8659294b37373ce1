//! The way to a provider.

use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt, TryStreamExt};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue};
use url::Url;

use super::super::{ModelError, Refusal, Stage};

/// An answer whose body is still to come. Dropping the body ends the request.
pub(super) struct Answered {
    pub(super) status: u16,
    /// What `Retry-After` asks for.
    pub(super) retry_after: Option<Duration>,
    pub(super) body: BoxStream<'static, Result<Bytes, ModelError>>,
}

/// Sends requests to providers. HTTP in the product; tests script it.
pub(super) trait Transport: Send + Sync {
    /// Posts a JSON body.
    fn post(
        &self,
        url: Url,
        key: Option<&str>,
        body: Vec<u8>,
    ) -> BoxFuture<'static, Result<Answered, ModelError>>;

    /// Asks for something without a body.
    fn get(&self, url: Url, key: Option<&str>) -> BoxFuture<'static, Result<Answered, ModelError>>;
}

/// By HTTP. Follows no redirect, which would carry the key elsewhere.
pub(super) struct Http(reqwest::Client);

impl Http {
    /// A client that gives up connecting after `connect`.
    ///
    /// # Errors
    /// Where the TLS stack cannot start.
    #[expect(
        clippy::disallowed_methods,
        reason = "the operator chose the address, and it may well be in our own network: a model on this machine"
    )]
    pub(super) fn new(connect: Duration) -> Result<Self, reqwest::Error> {
        let builder = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .referer(false);
        Ok(Self(
            builder
                .connect_timeout(connect)
                .tcp_nodelay(true)
                .user_agent("Dramatis")
                .build()?,
        ))
    }
}

impl Transport for Http {
    fn post(
        &self,
        url: Url,
        key: Option<&str>,
        body: Vec<u8>,
    ) -> BoxFuture<'static, Result<Answered, ModelError>> {
        send(
            self.0
                .post(url)
                .header(CONTENT_TYPE, "application/json")
                .header(ACCEPT, "text/event-stream, application/json")
                .body(body),
            key,
        )
    }

    fn get(&self, url: Url, key: Option<&str>) -> BoxFuture<'static, Result<Answered, ModelError>> {
        send(self.0.get(url).header(ACCEPT, "application/json"), key)
    }
}

fn send(
    mut request: reqwest::RequestBuilder,
    key: Option<&str>,
) -> BoxFuture<'static, Result<Answered, ModelError>> {
    let authorization = key.map(|key| HeaderValue::try_from(format!("Bearer {key}")));
    match authorization {
        None => {}
        Some(Ok(mut value)) => {
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        Some(Err(_)) => {
            let message = "the key cannot be sent in a header".to_owned();
            return std::future::ready(Err(ModelError::Refused {
                status: 401,
                why: Refusal::Key,
                message,
            }))
            .boxed();
        }
    }
    async move {
        let response = request.send().await.map_err(|error| failure(&error))?;
        let (status, retry_after) = (response.status().as_u16(), retry_after(response.headers()));
        Ok(Answered {
            status,
            retry_after,
            body: response.bytes_stream().map_err(|_| ModelError::Cut).boxed(),
        })
    }
    .boxed()
}

fn failure(error: &reqwest::Error) -> ModelError {
    match (error.is_connect(), error.is_timeout()) {
        (true, true) => ModelError::Timeout(Stage::Connect),
        (true, false) => ModelError::Unreachable,
        // Accepted and then hung up, or answered with what is no HTTP.
        _ => ModelError::Cut,
    }
}

/// `Retry-After` in seconds. The other form, a date, is not sent by servers of models.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    let secs: f64 = text.trim().parse().ok()?;
    (0.0..=86_400.0)
        .contains(&secs)
        .then(|| Duration::from_secs_f64(secs))
}
