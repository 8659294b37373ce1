//! The guarded HTTP client.

use std::error::Error as StdError;
use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use http::StatusCode;
use url::Url;

use super::error::{EgressError, Refusal};
use super::guard::Guard;
use super::hosts::AllowedHosts;
use super::resolver::{GuardedResolver, NameResolver, NotPublic};

/// Redirects followed before giving up.
pub(super) const REDIRECTS: usize = 2;

/// One fetch.
#[derive(Debug, Clone, Copy)]
pub struct Fetch<'a> {
    /// What to fetch.
    pub url: &'a Url,
    /// Which hosts may be contacted, also after a redirect.
    pub hosts: &'a AllowedHosts,
    /// The `Accept` header.
    pub accept: &'static str,
    /// The largest body accepted, in bytes.
    pub max_bytes: usize,
}

/// A guarded HTTP client. Cheap to clone.
#[derive(Clone)]
pub struct Egress {
    client: reqwest::Client,
    guard: Arc<Guard>,
}

impl std::fmt::Debug for Egress {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Egress")
            .field("guard", &self.guard)
            .finish_non_exhaustive()
    }
}

impl Egress {
    /// A client under `guard` that resolves names with `names`.
    ///
    /// # Errors
    /// When the TLS stack cannot start, for example without root certificates.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the guarded client that everybody else is sent to"
    )]
    pub fn new(guard: Guard, names: impl NameResolver) -> Result<Self, reqwest::Error> {
        let guard = Arc::new(guard);
        let resolver = GuardedResolver::new(names, Arc::clone(&guard));
        let client = reqwest::Client::builder()
            .dns_resolver(Arc::new(resolver))
            .redirect(reqwest::redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .pool_max_idle_per_host(0)
            .http1_only()
            .user_agent("Dramatis")
            .timeout(guard.time)
            .build()?;
        Ok(Self { client, guard })
    }

    /// What this client may contact.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Fetches a URL with GET, following redirects within the allowed hosts.
    ///
    /// # Errors
    /// [`EgressError`].
    pub async fn get(&self, fetch: &Fetch<'_>) -> Result<Bytes, EgressError> {
        match tokio::time::timeout(self.guard.time, self.follow(fetch)).await {
            Ok(result) => result,
            Err(_) => Err(EgressError::Late),
        }
    }

    async fn follow(&self, fetch: &Fetch<'_>) -> Result<Bytes, EgressError> {
        let mut url = fetch.url.clone();
        for _ in 0..=REDIRECTS {
            self.guard.check(&url, fetch.hosts)?;
            let response = self
                .client
                .get(url.clone())
                .header(http::header::ACCEPT, fetch.accept)
                .send()
                .await
                .map_err(|error| failure(&error))?;
            match response.status() {
                StatusCode::OK => return body(response, fetch.max_bytes).await,
                StatusCode::NOT_FOUND | StatusCode::GONE => return Err(EgressError::Missing),
                status if status.is_redirection() => {
                    url = redirect_target(&url, &response).ok_or(Refusal::Redirect)?;
                    self.guard
                        .check(&url, fetch.hosts)
                        .map_err(|_| Refusal::Redirect)?;
                }
                _ => return Err(EgressError::Failed),
            }
        }
        Err(Refusal::Redirect.into())
    }
}

fn redirect_target(from: &Url, response: &reqwest::Response) -> Option<Url> {
    let location = response.headers().get(http::header::LOCATION)?.to_str().ok()?;
    from.join(location).ok()
}

async fn body(response: reqwest::Response, max_bytes: usize) -> Result<Bytes, EgressError> {
    let promised = response.content_length().unwrap_or(0);
    if promised > u64::try_from(max_bytes).unwrap_or(u64::MAX) {
        return Err(EgressError::TooLarge);
    }
    let mut bytes = BytesMut::new();
    let mut stream = response.bytes_stream();
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|error| failure(&error))?;
        if bytes.len() + piece.len() > max_bytes {
            return Err(EgressError::TooLarge);
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}

fn failure(error: &reqwest::Error) -> EgressError {
    let mut cause: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return Refusal::Network.into();
        }
        cause = inner.source();
    }
    if error.is_timeout() {
        EgressError::Late
    } else {
        EgressError::Failed
    }
}
