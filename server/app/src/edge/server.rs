//! Connections: accepting, HTTP/1.1 with its limits, and the orderly end (reliability O-1, S-15).
//!
//! HTTP/2 is left to the proxy that ends TLS: without TLS no browser speaks it, and one protocol is one
//! parser fewer.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::{HeaderValue, Request, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Edge;
use super::client_ip::Peer;
use super::health::Draining;

/// How long a client may take to send its request line and headers, and how long an idle connection is kept.
const HEADER_READ_TIME: Duration = Duration::from_secs(10);
/// Most headers of a request.
const MAX_HEADERS: usize = 100;
/// Buffer of one connection, in bytes: above the edge's own limits, so that those refuse in the API's error
/// format.
const MAX_BUFFER_BYTES: usize = 64 * 1024;
/// How long accepting pauses after the system refused to accept (usually: no file descriptors left).
const ACCEPT_REST: Duration = Duration::from_millis(100);

/// Connections beyond the maximum: on these, probes are answered, and all other requests get 503 instead of
/// waiting in the system's queue.
const SPARE_CONNECTIONS: usize = 32;
/// How long such a client may take to send its request.
const SPARE_READ_TIME: Duration = Duration::from_secs(2);

/// How the server runs.
#[derive(Debug, Clone)]
pub struct Running {
    /// Connections open at once.
    pub max_connections: u32,
    /// How long running requests get once the shutdown has begun.
    pub drain_time: Duration,
}

/// How long connected clients are still answered once the shutdown has begun, each for the last time on that
/// connection: a client that sends a request just when an idle connection is closed would get no answer.
const LINGER_TIME: Duration = Duration::from_millis(500);

/// How long requests get beyond that to send their last event, which says why they end.
pub const CLOSING_TIME: Duration = Duration::from_secs(3);

/// Serves connections until `stop` is done, then lets running requests finish. `finish` ends open streams, so
/// that their requests finish.
///
/// # Errors
/// None once it runs: an error on one connection ends that connection.
pub async fn serve(
    listener: TcpListener,
    edge: Edge,
    draining: Draining,
    running: Running,
    stop: impl Future<Output = ()>,
    finish: impl Future<Output = ()>,
) {
    let acceptor = Acceptor {
        listener,
        edge,
        draining: draining.clone(),
        open: places(running.max_connections as usize),
        spare: places(SPARE_CONNECTIONS),
    };
    let graceful = GracefulShutdown::new();
    let accept = async {
        loop {
            let (client, place) = acceptor.next().await;
            match acceptor.open.clone().try_acquire_owned() {
                Ok(place) => acceptor.serve(client, place, &graceful),
                Err(_) => acceptor.refuse_or_probe(client, place),
            }
        }
    };
    tokio::select! {
        () = stop => {}
        () = accept => {}
    }
    draining.begin();
    let refuse_new = async {
        loop {
            let (client, place) = acceptor.next().await;
            acceptor.refuse_or_probe(client, place);
        }
    };
    let closed = async {
        tokio::time::sleep(LINGER_TIME.min(running.drain_time)).await;
        graceful.shutdown().await;
    };
    let end = async {
        tokio::join!(
            tokio::time::timeout(running.drain_time + CLOSING_TIME, closed),
            finish
        )
    };
    tokio::select! {
        (closed, ()) = end => {
            if closed.is_err() {
                tracing::warn!("requests were still running when the time to finish was over");
            }
        }
        () = refuse_new => {}
    }
}

/// Accepts connections.
struct Acceptor {
    listener: TcpListener,
    edge: Edge,
    draining: Draining,
    open: Arc<Semaphore>,
    spare: Arc<Semaphore>,
}

type Client = (TcpStream, Peer);

fn places(count: usize) -> Arc<Semaphore> {
    Arc::new(Semaphore::new(count))
}

impl Acceptor {
    /// The next client, with a regular place or, if there is none, a spare one.
    async fn next(&self) -> (Client, OwnedSemaphorePermit) {
        loop {
            match self.accept().await {
                Ok(accepted) => return accepted,
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_REST).await;
                }
            }
        }
    }

    async fn accept(&self) -> io::Result<(Client, OwnedSemaphorePermit)> {
        // The semaphore is never closed.
        let place = self
            .spare
            .clone()
            .acquire_owned()
            .await
            .map_err(io::Error::other)?;
        let (stream, peer) = self.listener.accept().await?;
        stream.set_nodelay(true)?;
        Ok(((stream, Peer(peer.ip())), place))
    }

    /// Answers all requests of a connection until it ends or the shutdown ends it.
    fn serve(&self, (stream, peer): Client, place: OwnedSemaphorePermit, graceful: &GracefulShutdown) {
        let (edge, draining) = (self.edge.clone(), self.draining.clone());
        let service = service_fn(move |request: Request<Incoming>| {
            let (edge, draining) = (edge.clone(), draining.clone());
            async move {
                let mut response = edge.handle(from(peer, request)).await;
                if draining.has_begun() {
                    response
                        .headers_mut()
                        .insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                Ok::<Response, Infallible>(response)
            }
        });
        let connection = http()
            .header_read_timeout(HEADER_READ_TIME)
            .serve_connection(TokioIo::new(stream), service);
        tokio::spawn(until_closed(graceful.watch(connection), place));
    }

    /// Answers one request of a connection beyond the maximum.
    fn refuse_or_probe(&self, (stream, peer): Client, place: OwnedSemaphorePermit) {
        let edge = self.edge.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let edge = edge.clone();
            async move { Ok::<Response, Infallible>(edge.refuse_or_probe(from(peer, request)).await) }
        });
        let connection = http()
            .header_read_timeout(SPARE_READ_TIME)
            .keep_alive(false)
            .serve_connection(TokioIo::new(stream), service);
        tokio::spawn(until_closed(connection, place));
    }
}

fn http() -> http1::Builder {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_BUFFER_BYTES);
    http
}

fn from(peer: Peer, request: Request<Incoming>) -> Request<Body> {
    let mut request = request.map(Body::new);
    request.extensions_mut().insert(peer);
    request
}

async fn until_closed(connection: impl Future<Output = hyper::Result<()>>, place: OwnedSemaphorePermit) {
    // Resets, time-outs and broken requests: normal behaviour of clients, too frequent to log.
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended early");
    }
    drop(place);
}
