//! The edge: everything that happens to every request, whatever it asks for.
//!
//! In order, outermost first:
//!
//! 1. `limits`: an address or headers longer than ours ever are, and bodies without a length, end here;
//! 2. `hosts`: a host that is not ours ends here, so that nothing below can be led astray by one (S-8);
//! 3. a kept, fresh page is answered here: the path of most requests does no more than this;
//! 4. trace: one span a request, with its id, so that every line logged below can be told apart;
//! 5. catch-panic: a bug in one handler is one 500, not a closed connection;
//! 6. time-out: no request holds its connection for longer than `DRAMATIS_REQUEST_SECS`;
//! 7. body limit: 1 MiB, refused by its announced length where there is one;
//! 8. the routes;
//! 9. on the way back, `errors` rewrites what is not in our error format, and `security` adds the headers every answer
//!    carries.

pub mod errors;
pub mod health;
pub mod hosts;
pub mod limits;
pub mod security;
pub mod server;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use features::web::Problem;
use http::header::{CONNECTION, HeaderMap, HeaderName, HeaderValue};
use http::{Request, StatusCode};
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;

use crate::pages::Pages;
use crate::timing::Stopwatch;
use hosts::Hosts;

/// Longest body of a request, in bytes; upload routes will have their own.
pub const MAX_BODY_BYTES: usize = 1 << 20;

/// Names the request in the log and in problem documents.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The whole site behind its edge. Clones share everything.
#[derive(Clone)]
pub struct Edge(Arc<Inner>);

struct Inner {
    pages: Pages,
    routes: Router,
    hosts: Hosts,
    security: HeaderMap,
    /// The manifest's style sheets, for error pages that no renderer makes.
    styles: Vec<String>,
    /// Different for each start of the process, so that ids do not repeat.
    start: u32,
    count: AtomicU64,
}

/// What the edge is made of.
pub struct Parts {
    /// The pages, for the quick answer.
    pub pages: Pages,
    /// All routes, pages included.
    pub routes: Router,
    /// Which hosts are ours.
    pub hosts: Hosts,
    /// Headers of every answer.
    pub security: HeaderMap,
    /// The client's style sheets.
    pub styles: Vec<String>,
    /// How long a request may take.
    pub request_time: Duration,
}

impl Edge {
    /// Puts the edge around the routes.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let stack = ServiceBuilder::new()
            .layer(CatchPanicLayer::custom(panicked))
            .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, parts.request_time))
            .layer(RequestBodyLimitLayer::new(MAX_BODY_BYTES));
        Self(Arc::new(Inner {
            pages: parts.pages,
            routes: parts.routes.layer(stack),
            hosts: parts.hosts,
            security: parts.security,
            styles: parts.styles,
            start: rand::random(),
            count: AtomicU64::new(0),
        }))
    }

    /// Answers one request.
    pub async fn handle(&self, request: Request<Body>) -> Response {
        let id = self.next_id();
        let refusal = limits::check(&request).or_else(|| self.0.hosts.check(&request));
        let mut response = match refusal {
            Some(problem) => {
                let mut response = self.told(&request_view(&request), problem.into_response(), &id).await;
                // What is left of such a request is not worth reading.
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                response
            }
            None => match self.0.pages.hit(request.method(), request.uri(), request.headers()) {
                // Kept pages carry the security headers already.
                Some(mut response) => {
                    response.headers_mut().insert(X_REQUEST_ID, id);
                    return response;
                }
                None => self.route(request, &id).await,
            },
        };
        security::apply(response.headers_mut(), &self.0.security);
        response.headers_mut().insert(X_REQUEST_ID, id);
        response
    }

    async fn route(&self, request: Request<Body>, id: &HeaderValue) -> Response {
        let view = request_view(&request);
        let watch = Stopwatch::start();
        // The path without its query: what people search for is theirs.
        let path = request.uri().path().get(..256).unwrap_or(request.uri().path());
        let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default(), method = %request.method(), path);
        let response = self.0.routes.clone().oneshot(request).instrument(span.clone()).await;
        let response = match response {
            Ok(response) => response,
            Err(never) => match never {},
        };
        span.in_scope(|| tracing::debug!(status = response.status().as_u16(), ms = watch.elapsed().as_millis(), "answered"));
        self.told(&view, response, id).instrument(span).await
    }

    /// The response with its fault told in the form that its reader understands.
    async fn told(&self, view: &errors::View, response: Response, id: &HeaderValue) -> Response {
        errors::tell(&self.0.pages, &self.0.styles, view, response, id.to_str().unwrap_or_default()).await
    }

    fn next_id(&self) -> HeaderValue {
        let count = self.0.count.fetch_add(1, Ordering::Relaxed);
        HeaderValue::try_from(format!("{:08x}-{count:x}", self.0.start)).unwrap_or_else(|_| HeaderValue::from_static("-"))
    }
}

fn request_view(request: &Request<Body>) -> errors::View {
    errors::View { method: request.method().clone(), path: request.uri().path().to_owned(), headers: request.headers().clone() }
}

fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let words = cause.downcast_ref::<&str>().map(|text| (*text).to_owned()).or_else(|| cause.downcast_ref::<String>().cloned());
    Problem::internal(format!("panic: {}", words.unwrap_or_default())).into_response()
}
