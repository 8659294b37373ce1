//! The parts of `make bench` that must be built like the product: a control server to measure against, and
//! the loops that give lower bounds.
//!
//! - `control ADDRESS FOLDER`: a bare axum handler that answers every path with the fixed `body.bin` and
//!   `headers.json` of the folder. No host can serve a kept page with less work.
//! - `given ADDRESS BUNDLES ANSWERS`: the site's own edge, pages and engine, one renderer, with the API's
//!   answers taken from a file instead of a database. So the peers, which have theirs in memory, do the same
//!   work.
//! - `member ADDRESS BUNDLES ANSWERS`: the same for somebody who is signed in.
//! - `pages BUNDLES ANSWERS PATH WARM_UP PAGES`: the same site, asked in process, from the request to the
//!   bytes of the document: all that `given` does but for sockets and HTTP.
//! - `loop BUNDLES INPUT WARM_UP RENDERS`: renders of one input in one isolate, without a server.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use dramatis_app::bundle::{Bundle, server_script};
use dramatis_app::edge::client_ip::Peer;
use dramatis_app::edge::health::Draining;
use dramatis_app::edge::hosts::Hosts;
use dramatis_app::edge::low_priority::LowPriorityRuntime;
use dramatis_app::edge::server::{Running, serve};
use dramatis_app::edge::{Edge, Guards, Parts, security};
use dramatis_app::load_shedding::LoadShedder;
use dramatis_app::pages::Pages;
use dramatis_app::pages::answer_cache::AnswerCache;
use dramatis_app::pages::reads::Reads;
use dramatis_app::pages::render::{PageRenderer, X_RENDER};
use dramatis_app::pages::viewer::{Member, SessionResolver};
use http::StatusCode;
use http::header::{CONTENT_TYPE, HOST, HeaderMap, HeaderName, HeaderValue};
use kernel::SystemClock;
use operations::testing::{Engine, TestApp};
use serde_json::value::RawValue;
use ssr::{Config, EmbeddedV8};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use url::Url;

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

const CACHE_BYTES: u64 = 64 << 20;
const MAX_CONNECTIONS: u32 = 1_024;
/// How many requests the load has open at once (`bench/src/pages.mjs`).
const CONNECTIONS: usize = 8;
const REQUEST_TIME: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["control", address, folder] => control(address.parse()?, Path::new(folder)).await,
        ["given", address, bundles, answers] => given(address.parse()?, Path::new(bundles), Path::new(answers), SessionResolver::closed()).await,
        ["member", address, bundles, answers] => given(address.parse()?, Path::new(bundles), Path::new(answers), SessionResolver::always(somebody().await?)).await,
        ["pages", bundles, answers, path, warm_up, pages] => page_loop(Path::new(bundles), Path::new(answers), path, warm_up.parse()?, pages.parse()?).await,
        ["loop", bundles, input, warm_up, renders] => render_loop(Path::new(bundles), Path::new(input), warm_up.parse()?, renders.parse()?),
        _ => {
            Err("usage: control ADDRESS FOLDER | given ADDRESS BUNDLES ANSWERS | member ADDRESS BUNDLES ANSWERS | pages BUNDLES ANSWERS PATH WARM_UP PAGES | loop BUNDLES INPUT WARM_UP RENDERS"
                .into())
        }
    }
}

async fn control(address: SocketAddr, folder: &Path) -> Outcome {
    let body = Bytes::from(fs::read(folder.join("body.bin"))?);
    let named: Vec<(String, String)> = serde_json::from_slice(&fs::read(folder.join("headers.json"))?)?;
    let mut headers = HeaderMap::new();
    for (name, value) in named {
        headers.append(HeaderName::try_from(name)?, HeaderValue::try_from(value)?);
    }
    let handler = move || {
        let (headers, body) = (headers.clone(), body.clone());
        async move {
            let mut response = Response::new(Body::from(body));
            *response.headers_mut() = headers;
            response
        }
    };
    let listener = TcpListener::bind(address).await?;
    Ok(axum::serve(listener, Router::new().fallback(handler)).await?)
}

/// A person with a session. Only the session belongs to them: what their pages show of them stands in the
/// answers.
async fn somebody() -> Result<Member, Box<dyn Error + Send + Sync>> {
    let app = TestApp::create(Engine::Sqlite).await.ok_or("no database")?;
    let cookie = app.person("somebody").await.cookie;
    let member = Member::of_cookie(&app.state, &cookie).await?;
    member.ok_or_else(|| "nobody has the session".into())
}

async fn given(address: SocketAddr, bundles: &Path, answers: &Path, sessions: SessionResolver) -> Outcome {
    let edge = site(address, bundles, answers, sessions)?;
    let running = Running {
        max_connections: MAX_CONNECTIONS,
        drain_time: Duration::ZERO,
    };
    serve(
        TcpListener::bind(address).await?,
        edge,
        Draining::default(),
        running,
        std::future::pending(),
        std::future::ready(()),
    )
    .await;
    Ok(())
}

/// The site behind its edge, with answers of the API from a file.
fn site(
    address: SocketAddr,
    bundles: &Path,
    answers: &Path,
    sessions: SessionResolver,
) -> Result<Edge, Box<dyn Error + Send + Sync>> {
    let answers: HashMap<String, Box<RawValue>> = serde_json::from_slice(&fs::read(answers)?)?;
    let answers: Arc<HashMap<String, Bytes>> = Arc::new(
        answers
            .into_iter()
            .map(|(uri, body)| (uri, Bytes::from(String::from(Box::<str>::from(body)))))
            .collect(),
    );
    let api = Router::new().fallback(move |request: Request| {
        let answers = answers.clone();
        async move { answer(&answers, &request) }
    });
    let bundle = Arc::new(Bundle::load(bundles)?);
    let config = Config {
        workers: 1,
        ..Config::new(server_script(bundles))
    };
    let snapshot = bundles.join("server").join("snapshot.bin");
    let renderer = Arc::new(EmbeddedV8::start(
        config,
        snapshot.exists().then_some(snapshot.as_path()),
    )?);
    let public_url: Url = format!("http://{address}").parse()?;
    let headers = security::headers(&public_url);
    let workshop = PageRenderer {
        bundle: bundle.clone(),
        origin: format!("http://{address}"),
        reads: Reads::new(api, AnswerCache::new(0, Arc::new(SystemClock))),
        renderer,
        confirm_adult: false,
        contact: None,
        headers: headers.clone(),
        load: LoadShedder::new(usize::MAX / 100),
    };
    let pages = Pages::new(workshop, sessions, CACHE_BYTES, Arc::new(SystemClock));
    let routes = Router::new().fallback({
        let pages = pages.clone();
        move |request: Request| {
            let pages = pages.clone();
            async move {
                pages
                    .respond(request.method(), request.uri(), request.headers())
                    .await
            }
        }
    });
    Ok(Edge::new(Parts {
        pages,
        routes,
        hosts: Hosts::new(&public_url, address.ip()),
        guards: Guards::none(&public_url),
        security: headers,
        low_priority: LowPriorityRuntime::start()?,
        styles: bundle.manifest.styles.clone(),
        request_time: REQUEST_TIME,
    }))
}

/// Asks the site for a page `count` times, from as many tasks as the load has connections.
async fn page_loop(bundles: &Path, answers: &Path, path: &str, warm_up: u32, pages: u32) -> Outcome {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let edge = site(address, bundles, answers, SessionResolver::closed())?;
    ask(&edge, path, warm_up).await?;
    let (wall, cpu) = (Instant::now(), processor_time());
    ask(&edge, path, pages).await?;
    print(pages, wall.elapsed(), processor_time().saturating_sub(cpu));
    Ok(())
}

async fn ask(edge: &Edge, path: &str, pages: u32) -> Outcome {
    let left = Arc::new(AtomicU32::new(pages));
    let mut tasks = JoinSet::new();
    for _ in 0..CONNECTIONS {
        let (edge, path, left) = (edge.clone(), path.to_owned(), left.clone());
        tasks.spawn(async move {
            while left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                .is_ok()
            {
                let mut request = Request::get(path.as_str())
                    .header(HOST, "127.0.0.1:0")
                    .body(Body::empty())?;
                request.extensions_mut().insert(Peer(Ipv4Addr::LOCALHOST.into()));
                let response = edge.handle(request).await;
                if response.status() != StatusCode::OK || response.headers().contains_key(X_RENDER) {
                    return Err(format!("{path} was not rendered ({})", response.status()).into());
                }
                std::hint::black_box(to_bytes(response.into_body(), usize::MAX).await?);
            }
            Outcome::Ok(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(())
}

/// Processor time of this process so far.
fn processor_time() -> Duration {
    Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime)).unwrap_or_default()
}

fn print(renders: u32, wall: Duration, cpu: Duration) {
    println!(
        "{}",
        serde_json::json!({ "renders": renders, "wallMs": wall.as_secs_f64() * 1e3, "cpuMs": cpu.as_secs_f64() * 1e3 })
    );
}

fn answer(answers: &HashMap<String, Bytes>, request: &Request) -> Response {
    let uri = request.uri().path_and_query().map_or("", |uri| uri.as_str());
    let found = answers.get(uri.strip_prefix(platform::web::API_BASE).unwrap_or(uri));
    let mut response = Response::new(found.cloned().map_or_else(Body::empty, Body::from));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if found.is_none() {
        *response.status_mut() = StatusCode::NOT_FOUND;
    }
    response
}

fn render_loop(bundles: &Path, input: &Path, warm_up: u32, renders: u32) -> Outcome {
    let input = fs::read_to_string(input)?;
    let config = Config {
        workers: 1,
        warm_up: vec![Bytes::from(input.clone())],
        warm_up_rounds: warm_up,
        ..Config::new(server_script(bundles))
    };
    let snapshot = bundles.join("server").join("snapshot.bin");
    let took = EmbeddedV8::bench_loop(
        &config,
        snapshot.exists().then_some(snapshot.as_path()),
        &input,
        renders,
    )?;
    print(renders, took.wall, took.cpu);
    Ok(())
}
