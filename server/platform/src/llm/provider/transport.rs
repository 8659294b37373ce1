//! The HTTP connection to a provider.

use std::time::Duration;

use bytes::Bytes;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use futures::{FutureExt, StreamExt, TryStreamExt};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue};
use url::Url;

use super::super::{ModelError, Refusal, TimeoutPhase};

/// A response whose body is still to come. Dropping the body ends the request.
pub(super) struct Response {
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
    ) -> BoxFuture<'static, Result<Response, ModelError>>;

    /// Gets something.
    fn get(&self, url: Url, key: Option<&str>) -> BoxFuture<'static, Result<Response, ModelError>>;
}

/// Over HTTP. Follows no redirect, because that would send the key to another host.
pub(super) struct Http(reqwest::Client);

impl Http {
    /// A client that gives up connecting after `connect`.
    ///
    /// # Errors
    /// When the TLS stack cannot start.
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
    ) -> BoxFuture<'static, Result<Response, ModelError>> {
        send(
            self.0
                .post(url)
                .header(CONTENT_TYPE, "application/json")
                .header(ACCEPT, "text/event-stream, application/json")
                .body(body),
            key,
        )
    }

    fn get(&self, url: Url, key: Option<&str>) -> BoxFuture<'static, Result<Response, ModelError>> {
        send(self.0.get(url).header(ACCEPT, "application/json"), key)
    }
}

fn send(
    mut request: reqwest::RequestBuilder,
    key: Option<&str>,
) -> BoxFuture<'static, Result<Response, ModelError>> {
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
        Ok(Response {
            status,
            retry_after,
            body: response
                .bytes_stream()
                .map_err(|_| ModelError::Disconnected)
                .boxed(),
        })
    }
    .boxed()
}

fn failure(error: &reqwest::Error) -> ModelError {
    match (error.is_connect(), error.is_timeout()) {
        (true, true) => ModelError::Timeout(TimeoutPhase::Connect),
        (true, false) => ModelError::Unreachable,
        // The connection was accepted and then closed, or the answer is not HTTP.
        _ => ModelError::Disconnected,
    }
}

/// `Retry-After` in seconds. Servers of models do not send the other form, a date.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?;
    let secs: f64 = text.trim().parse().ok()?;
    (0.0..=86_400.0)
        .contains(&secs)
        .then(|| Duration::from_secs_f64(secs))
}

/// The beginning of a body, up to `most` bytes.
pub(super) async fn beginning(
    mut body: BoxStream<'static, Result<Bytes, ModelError>>,
    most: usize,
) -> Vec<u8> {
    let mut bytes = Vec::new();
    while let Some(Ok(more)) = body.next().await {
        let left = most - bytes.len();
        bytes.extend_from_slice(&more[..more.len().min(left)]);
        if bytes.len() == most {
            break;
        }
    }
    bytes
}
