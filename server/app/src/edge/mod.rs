//! The edge: everything that happens to every request.
//!
//! In order, outermost first:
//!
//! 1. `limits`: an address, headers or a body longer than this site's ever are, and bodies without a length,
//!    are refused here;
//! 2. `hosts`: a request for another host is refused here, so that no host name misleads the code below
//!    (S-8);
//! 3. probes are answered from here on, without the checks below;
//! 4. `client_ip` finds where the request comes from, and `blocked` whether that address is blocked (O-11);
//! 5. a fresh cached page is answered here: most requests go no further;
//! 6. `csrf`: requests that another site makes a browser send change nothing;
//! 7. `rate_limit`: a caller who asks for too much of one kind of work (`request_class`) has to wait;
//! 8. `load_shedding`: when too much is running, the most expensive work is refused at once (O-3);
//! 9. trace: one span a request, with its id, which every line logged below carries;
//! 10. catch-panic: a bug in one handler is one 500, not a closed connection;
//! 11. time-out: no request waits for its answer for longer than `DRAMATIS_REQUEST_SECS`; only a caller who
//!     wants a model's whole reply waits longer, and a stream, once begun, has no time limit;
//! 12. the routes, with a body that ends at its limit: those of pages and images on their own threads
//!     (`low_priority`);
//! 13. on the way back, `errors` rewrites what is not in the API's error format, and `security` adds the
//!     headers every answer carries.

pub mod blocked;
pub mod client_ip;
pub mod csp_reports;
pub mod csrf;
pub mod errors;
pub mod health;
pub mod hosts;
pub mod limits;
pub mod low_priority;
pub mod rate_limit;
pub mod security;
pub mod server;

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use http::header::{CONNECTION, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY};
use http::{Request, StatusCode};
use platform::web::{ClientAddress, Problem, RequestId};
use tower::{ServiceBuilder, ServiceExt};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use tracing::Instrument;
use url::Url;

use crate::load_shedding::{self, LoadShedder};
use crate::pages::Pages;
use crate::request_class::{self, Class};
use crate::timing::Stopwatch;
use blocked::{Blocked, Treatment};
use client_ip::Proxies;
use csrf::CsrfGuard;
use hosts::Hosts;
use low_priority::LowPriorityRuntime;
use rate_limit::Rates;

/// Mailed links and other providers lead here: the address holds secrets, which no other site may learn
///
const SECRET_ADDRESS: &str = "/__/auth/handler";

/// How long a turn of a story may take until it is answered: a caller who does not stream it waits for all of
/// it. The same for a card file to arrive and be imported.
const PATIENT_TIME: Duration = Duration::from_secs(180);

/// Identifies the request in the log and in problem documents.
pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The whole site behind its edge. Clones share everything.
#[derive(Clone)]
pub struct Edge(Arc<Inner>);

struct Inner {
    pages: Pages,
    routes: Router,
    /// The same routes for requests that take as long as a model writes or a card file arrives.
    patient_routes: Router,
    hosts: Hosts,
    guards: Guards,
    security: HeaderMap,
    low_priority: LowPriorityRuntime,
    /// The manifest's style sheets, for error pages that no renderer makes.
    styles: Vec<String>,
    /// Different for each start of the process, so that ids do not repeat.
    start: u32,
    count: AtomicU64,
}

/// What the edge is made of.
pub struct Parts {
    /// The pages, for the answers from the cache.
    pub pages: Pages,
    /// All routes, pages included.
    pub routes: Router,
    /// Which hosts this site serves.
    pub hosts: Hosts,
    /// The checks that may refuse a request.
    pub guards: Guards,
    /// Headers of every answer.
    pub security: HeaderMap,
    /// The runtime for less urgent requests.
    pub low_priority: LowPriorityRuntime,
    /// The client's style sheets.
    pub styles: Vec<String>,
    /// How long a request may take.
    pub request_time: Duration,
}

/// The checks that may refuse a request.
pub struct Guards {
    /// The trusted proxies.
    pub proxies: Proxies,
    /// The blocked addresses.
    pub blocked: Blocked,
    /// Which requests may change something.
    pub csrf: CsrfGuard,
    /// How often a caller may ask.
    pub rates: Rates,
    /// How much may run at once.
    pub load: LoadShedder,
}

impl Guards {
    /// Guards of a site without a database: they refuse no caller.
    #[must_use]
    pub fn none(public_url: &Url) -> Self {
        Self {
            proxies: Proxies::default(),
            blocked: Blocked::nobody(),
            csrf: CsrfGuard::new(public_url),
            rates: Rates::none(),
            load: LoadShedder::new(usize::MAX / 100),
        }
    }
}

impl Edge {
    /// Puts the edge around the routes.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        let within = |time: Duration| {
            let time_out = TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, time);
            parts.routes.clone().layer(
                ServiceBuilder::new()
                    .layer(CatchPanicLayer::custom(panicked))
                    .layer(time_out),
            )
        };
        Self(Arc::new(Inner {
            routes: within(parts.request_time),
            patient_routes: within(parts.request_time.max(PATIENT_TIME)),
            pages: parts.pages,
            hosts: parts.hosts,
            guards: parts.guards,
            security: parts.security,
            low_priority: parts.low_priority,
            styles: parts.styles,
            start: rand::random(),
            count: AtomicU64::new(0),
        }))
    }

    /// Answers one request.
    pub async fn handle(&self, request: Request<Body>) -> Response {
        let id = self.next_id();
        let address = self.0.guards.proxies.client(&request);
        let has_secret = request.uri().path().starts_with(SECRET_ADDRESS);
        let refusal = limits::check(&request).or_else(|| self.0.hosts.check(&request));
        let mut response = match refusal {
            Some(problem) => {
                let mut response = self.refuse(request_view(&request), problem, &id).await;
                // The rest of such a request is not worth reading.
                response
                    .headers_mut()
                    .insert(CONNECTION, HeaderValue::from_static("close"));
                response
            }
            None if request_class::is_probe(request.uri().path()) => self.route(request, address, &id).await,
            None if self.0.guards.blocked.contains(address.0).await => {
                self.rejected(request, address, &id).await
            }
            None => match self
                .0
                .pages
                .hit(request.method(), request.uri(), request.headers())
            {
                // Cached pages already carry the security headers.
                Some(mut response) => {
                    response.headers_mut().insert(X_REQUEST_ID, id);
                    return response;
                }
                None => self.admit(request, address, &id).await,
            },
        };
        security::apply(response.headers_mut(), &self.0.security);
        if has_secret {
            response
                .headers_mut()
                .insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
        }
        response.headers_mut().insert(X_REQUEST_ID, id);
        response
    }

    /// Answers a request of a connection beyond the maximum, or one that came when the process was shutting
    /// down: probes get their state, all others are asked to come again.
    pub async fn refuse_or_probe(&self, request: Request<Body>) -> Response {
        if request_class::is_probe(request.uri().path()) {
            return self.handle(request).await;
        }
        let id = self.next_id();
        let mut response = self
            .refuse(request_view(&request), load_shedding::busy(), &id)
            .await;
        security::apply(response.headers_mut(), &self.0.security);
        response.headers_mut().insert(X_REQUEST_ID, id);
        response
    }

    /// Routes the request if it may change what it wants to change, and limits and load allow it.
    async fn admit(&self, request: Request<Body>, address: ClientAddress, id: &HeaderValue) -> Response {
        let Guards {
            csrf, rates, load, ..
        } = &self.0.guards;
        let class = Class::of(request.method(), request.uri().path());
        let refusal = csrf
            .check(&request)
            .or_else(|| rates.check(class, address, request.headers()));
        if let Some(problem) = refusal {
            return self.refuse(request_view(&request), problem, id).await;
        }
        match load.enter(class) {
            Ok(running) => {
                let response = self.route(request, address, id).await;
                drop(running);
                response
            }
            Err(problem) => self.refuse(request_view(&request), problem, id).await,
        }
    }

    /// The answer to a blocked address.
    async fn rejected(&self, request: Request<Body>, address: ClientAddress, id: &HeaderValue) -> Response {
        if let Some(problem) = self.0.guards.rates.check(
            Class::of(request.method(), request.uri().path()),
            address,
            &HeaderMap::new(),
        ) {
            return self.refuse(request_view(&request), problem, id).await;
        }
        match blocked::treatment(request.uri().path()) {
            Treatment::Served => self.route(request, address, id).await,
            Treatment::Text if request_class::is_safe(request.method()) => {
                let page = self
                    .0
                    .pages
                    .inert_page(request.uri().path(), request.method(), request.headers())
                    .await;
                page.unwrap_or_else(|| blocked::refusal().into_response())
            }
            Treatment::Text | Treatment::Refused => {
                self.refuse(request_view(&request), blocked::refusal(), id).await
            }
        }
    }

    /// The refusal, in the form that its reader understands.
    async fn refuse(&self, view: errors::View, problem: Problem, id: &HeaderValue) -> Response {
        self.present_fault(&view, problem.into_response(), id).await
    }

    async fn route(&self, request: Request<Body>, address: ClientAddress, id: &HeaderValue) -> Response {
        let view = request_view(&request);
        let mut request = limits::bounded(request);
        request.extensions_mut().insert(address);
        request
            .extensions_mut()
            .insert(RequestId(id.to_str().unwrap_or_default().into()));
        let watch = Stopwatch::start();
        // The path without its query: searches are private.
        let path = request.uri().path().get(..256).unwrap_or(request.uri().path());
        let span = tracing::info_span!("request", id = id.to_str().unwrap_or_default(), method = %request.method(), path);
        let class = Class::of(request.method(), request.uri().path());
        let is_patient =
            class == Class::Turns || limits::takes_minutes(request.method(), request.uri().path());
        let routes = if is_patient {
            &self.0.patient_routes
        } else {
            &self.0.routes
        };
        let answer =
            routes
                .clone()
                .oneshot(request)
                .instrument(span.clone())
                .map(|response| match response {
                    Ok(response) => response,
                    Err(never) => match never {},
                });
        let response = if class.can_wait() {
            self.0.low_priority.answer(answer).await
        } else {
            answer.await
        };
        span.in_scope(|| {
            tracing::debug!(
                status = response.status().as_u16(),
                ms = watch.elapsed().as_millis(),
                "answered"
            )
        });
        self.present_fault(&view, response, id).instrument(span).await
    }

    /// The response; an error gets the form that its reader understands.
    async fn present_fault(&self, view: &errors::View, response: Response, id: &HeaderValue) -> Response {
        errors::present(
            &self.0.pages,
            &self.0.styles,
            view,
            response,
            id.to_str().unwrap_or_default(),
        )
        .await
    }

    fn next_id(&self) -> HeaderValue {
        let count = self.0.count.fetch_add(1, Ordering::Relaxed);
        HeaderValue::try_from(format!("{:08x}-{count:x}", self.0.start))
            .unwrap_or_else(|_| HeaderValue::from_static("-"))
    }
}

fn request_view(request: &Request<Body>) -> errors::View {
    errors::View {
        method: request.method().clone(),
        path: request.uri().path().to_owned(),
        headers: request.headers().clone(),
    }
}

fn panicked(cause: Box<dyn Any + Send>) -> Response {
    let words = cause
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| cause.downcast_ref::<String>().cloned());
    Problem::internal(format!("panic: {}", words.unwrap_or_default())).into_response()
}
