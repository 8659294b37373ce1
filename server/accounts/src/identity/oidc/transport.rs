//! The HTTP client for providers, in the form that `openidconnect` asks for.

use std::pin::Pin;
use std::time::Duration;

use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};

/// How long a provider may take for one answer.
const PROVIDER_TIME: Duration = Duration::from_secs(10);
/// Largest answer of a provider, in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// It follows no redirect: the operator named the provider, and no other host is to be contacted.
pub(super) struct Transport(reqwest::Client);

#[derive(Debug, thiserror::Error)]
pub(super) enum TransportError {
    #[error(transparent)]
    Client(#[from] reqwest::Error),
    #[error("an answer of more than {MAX_ANSWER_BYTES} bytes")]
    TooLarge,
    #[error(transparent)]
    Form(#[from] http::Error),
}

impl Transport {
    #[expect(
        clippy::disallowed_methods,
        reason = "these hosts are the operator's choice, and may be inside their own network"
    )]
    pub(super) fn new() -> reqwest::Result<Self> {
        Ok(Self(
            reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .timeout(PROVIDER_TIME)
                .build()?,
        ))
    }
}

impl<'c> AsyncHttpClient<'c> for Transport {
    type Error = TransportError;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse, TransportError>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let mut answer = self.0.execute(request.try_into()?).await?;
            let mut response = http::Response::builder().status(answer.status());
            if let Some(headers) = response.headers_mut() {
                *headers = answer.headers().clone();
            }
            let mut body = Vec::new();
            while let Some(chunk) = answer.chunk().await? {
                if body.len() + chunk.len() > MAX_ANSWER_BYTES {
                    return Err(TransportError::TooLarge);
                }
                body.extend_from_slice(&chunk);
            }
            Ok(response.body(body)?)
        })
    }
}
