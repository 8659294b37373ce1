//! Connections: accepting, HTTP/1.1 with its limits, and the orderly end (reliability O-1, S-15).
//!
//! HTTP/2 is left to the proxy that ends TLS: without TLS no browser speaks it, and one protocol is one parser fewer.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::Edge;
use super::client::Peer;
use super::health::Draining;

/// How long a client may take to send its request line and headers, and how long an idle connection is kept.
const HEADER_READ_TIME: Duration = Duration::from_secs(10);
/// Most headers of a request.
const MAX_HEADERS: usize = 100;
/// Buffer of one connection, in bytes: above the edge's own limits, so that those refuse in our error format.
const MAX_BUFFER_BYTES: usize = 64 * 1024;
/// How long accepting rests after the system refused to (usually: no file descriptors left).
const ACCEPT_REST: Duration = Duration::from_millis(100);

/// How the server runs.
#[derive(Debug, Clone)]
pub struct Running {
    /// Connections open at once.
    pub max_connections: u32,
    /// How long running requests get once `Draining` began.
    pub drain_time: Duration,
}

/// How long requests get beyond that to be told the end, in words of their own, of what they were waiting for.
pub const LAST_WORDS: Duration = Duration::from_secs(3);

/// Serves connections until `stop` is done, then lets running requests finish. `finish` ends what streams are about, so that they end.
///
/// # Errors
/// None once it runs: what goes wrong on one connection ends that connection.
pub async fn serve(listener: TcpListener, edge: Edge, draining: Draining, running: Running, stop: impl Future<Output = ()>, finish: impl Future<Output = ()>) {
    let open = Arc::new(Semaphore::new(running.max_connections as usize));
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = accept(&listener, &open) => accepted,
        };
        let (stream, peer, place) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(ACCEPT_REST).await;
                continue;
            }
        };
        let edge = edge.clone();
        let service = service_fn(move |request: Request<Incoming>| {
            let edge = edge.clone();
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(peer);
            async move { Ok::<Response, Infallible>(edge.handle(request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_READ_TIME)
            .max_headers(MAX_HEADERS)
            .max_buf_size(MAX_BUFFER_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // Resets, time-outs and broken requests: the client's matter, seen a thousand times a day.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
            drop(place);
        });
    }
    draining.begin();
    drop(listener);
    let (closed, ()) = tokio::join!(tokio::time::timeout(running.drain_time + LAST_WORDS, graceful.shutdown()), finish);
    if closed.is_err() {
        tracing::warn!("requests were still running when the time to finish was over");
    }
}

async fn accept(listener: &TcpListener, open: &Arc<Semaphore>) -> io::Result<(TcpStream, Peer, tokio::sync::OwnedSemaphorePermit)> {
    // The semaphore is never closed.
    let place = open.clone().acquire_owned().await.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, Peer(peer.ip()), place))
}
