//! The parts of `make bench` that must be built like the product: what it is measured against, and what bounds it.
//!
//! - `control ADDRESS FOLDER`: a bare axum handler that answers every path with the fixed `body.bin` and `headers.json`
//!   of the folder. No host can serve a kept page with less work.
//! - `given ADDRESS BUNDLES ANSWERS`: the site's own edge, pages and engine, one renderer, with the API's answers taken
//!   from a file instead of a database. So the peers, which have theirs in memory, do the same work.
//! - `loop BUNDLES INPUT WARM_UP RENDERS`: renders of one input in one isolate, without a server.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use bytes::Bytes;
use dramatis_app::bundle::{Bundle, server_script};
use dramatis_app::edge::health::Draining;
use dramatis_app::edge::hosts::Hosts;
use dramatis_app::edge::server::{Running, serve};
use dramatis_app::edge::{Edge, Guards, Parts, security};
use dramatis_app::pages::Pages;
use dramatis_app::pages::make::Workshop;
use dramatis_app::pages::reads::Reads;
use dramatis_app::pages::viewer::Door;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use kernel::SystemClock;
use serde_json::value::RawValue;
use ssr::{Config, EmbeddedV8};
use tokio::net::TcpListener;
use url::Url;

type Outcome = Result<(), Box<dyn Error + Send + Sync>>;

const CACHE_BYTES: u64 = 64 << 20;
const MAX_CONNECTIONS: u32 = 1_024;
const REQUEST_TIME: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() -> Outcome {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["control", address, folder] => control(address.parse()?, Path::new(folder)).await,
        ["given", address, bundles, answers] => given(address.parse()?, PathBuf::from(bundles), Path::new(answers)).await,
        ["loop", bundles, input, warm_up, renders] => render_loop(Path::new(bundles), Path::new(input), warm_up.parse()?, renders.parse()?),
        _ => Err("usage: control ADDRESS FOLDER | given ADDRESS BUNDLES ANSWERS | loop BUNDLES INPUT WARM_UP RENDERS".into()),
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

async fn given(address: SocketAddr, bundles: PathBuf, answers: &Path) -> Outcome {
    let answers: HashMap<String, Box<RawValue>> = serde_json::from_slice(&fs::read(answers)?)?;
    let answers: Arc<HashMap<String, Bytes>> =
        Arc::new(answers.into_iter().map(|(uri, body)| (uri, Bytes::from(String::from(Box::<str>::from(body))))).collect());
    let api = Router::new().fallback(move |request: Request| {
        let answers = answers.clone();
        async move { answer(&answers, &request) }
    });
    let bundle = Arc::new(Bundle::load(&bundles)?);
    let config = Config { workers: 1, ..Config::new(server_script(&bundles)) };
    let snapshot = bundles.join("server").join("snapshot.bin");
    let renderer = Arc::new(EmbeddedV8::start(config, snapshot.exists().then_some(snapshot.as_path()))?);
    let public_url: Url = format!("http://{address}").parse()?;
    let headers = security::headers(&public_url);
    let workshop = Workshop {
        bundle: bundle.clone(),
        origin: format!("http://{address}"),
        reads: Reads::new(api),
        renderer,
        confirm_adult: false,
        headers: headers.clone(),
    };
    let pages = Pages::new(workshop, Door::closed(), CACHE_BYTES, Arc::new(SystemClock));
    let routes = Router::new().fallback({
        let pages = pages.clone();
        move |request: Request| {
            let pages = pages.clone();
            async move { pages.respond(request.method(), request.uri(), request.headers()).await }
        }
    });
    let edge = Edge::new(Parts {
        pages,
        routes,
        hosts: Hosts::new(&public_url, address.ip()),
        guards: Guards::none(&public_url),
        security: headers,
        styles: bundle.manifest.styles.clone(),
        request_time: REQUEST_TIME,
    });
    let running = Running { max_connections: MAX_CONNECTIONS, drain_time: Duration::ZERO };
    serve(TcpListener::bind(address).await?, edge, Draining::default(), running, std::future::pending(), std::future::ready(())).await;
    Ok(())
}

fn answer(answers: &HashMap<String, Bytes>, request: &Request) -> Response {
    let uri = request.uri().path_and_query().map_or("", |uri| uri.as_str());
    let found = answers.get(uri.strip_prefix(features::API_BASE).unwrap_or(uri));
    let mut response = Response::new(found.cloned().map_or_else(Body::empty, Body::from));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if found.is_none() {
        *response.status_mut() = http::StatusCode::NOT_FOUND;
    }
    response
}

fn render_loop(bundles: &Path, input: &Path, warm_up: u32, renders: u32) -> Outcome {
    let input = fs::read_to_string(input)?;
    let config = Config { workers: 1, warm_up: vec![Bytes::from(input.clone())], warm_up_rounds: warm_up, ..Config::new(server_script(bundles)) };
    let snapshot = bundles.join("server").join("snapshot.bin");
    let took = EmbeddedV8::bench_loop(&config, snapshot.exists().then_some(snapshot.as_path()), &input, renders)?;
    println!("{}", serde_json::json!({ "renders": renders, "wallMs": took.wall.as_secs_f64() * 1e3, "cpuMs": took.cpu.as_secs_f64() * 1e3 }));
    Ok(())
}
