//! The site over a real socket: what can go wrong only on a connection (reliability O-1, S-15).

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use dramatis_app::edge::server::{self, Running};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::fixture::Fixture;

struct Served {
    fixture: Fixture,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<()>,
}

async fn serve() -> Served {
    serve_at_most(4_096).await
}

async fn serve_at_most(max_connections: u32) -> Served {
    let fixture = Fixture::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (stop, stopped) = oneshot::channel();
    let running = Running {
        max_connections,
        drain_time: Duration::from_secs(10),
    };
    let stop_signal = async {
        let _ = stopped.await;
    };
    let ended = tokio::spawn(server::serve(
        listener,
        fixture.site.edge.clone(),
        fixture.draining.clone(),
        running,
        stop_signal,
        async {},
    ));
    Served {
        fixture,
        address,
        stop,
        ended,
    }
}

/// Lets this process open this many files, if the system allows it: each connection takes two of them here.
fn allow_files(wanted: u64) {
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
    let current = limit
        .maximum
        .map_or(wanted, |most| most.min(wanted))
        .max(limit.current.unwrap_or(wanted));
    let raised = rustix::process::Rlimit {
        current: Some(current),
        maximum: limit.maximum,
    };
    rustix::process::setrlimit(rustix::process::Resource::Nofile, raised)
        .expect("a soft limit below the hard one");
}

/// Sends raw bytes and returns everything that comes back until the server closes.
async fn raw(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    // The server may refuse before it has read everything.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn odd_requests_are_refused_and_the_server_goes_on() {
    let served = serve().await;
    let long = "x".repeat(20_000);
    let huge = "x".repeat(70_000);
    let cases = [
        ("GET /guide HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".to_owned(), "200"),
        ("HEAD /guide HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".to_owned(), "200"),
        ("GET /guide HTTP/1.1\r\nconnection: close\r\n\r\n".to_owned(), "421"),
        ("GET http://evil.example/guide HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".to_owned(), "421"),
        (format!("GET /{long} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"), "414"),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-long: {long}\r\nconnection: close\r\n\r\n"), "431"),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\nx-long: {huge}\r\nconnection: close\r\n\r\n"), "431"),
        (
            "POST /api/v1/none HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n0\r\n\r\n".to_owned(),
            "400",
        ),
        ("POST /api/v1/none HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\nconnection: close\r\n\r\nhello!".to_owned(), "400"),
        ("POST /api/card/topsearch HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000000\r\nconnection: close\r\n\r\n".to_owned(), "413"),
        ("nonsense\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\nhost: a\r\nhost: localhost\r\nconnection: close\r\n\r\n".to_owned(), "4"),
    ];
    for (request, status) in cases {
        let answer = raw(served.address, request.as_bytes()).await;
        let shown = request.get(..80).unwrap_or(&request);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{shown:?}: {:?}",
            answer.get(..120).unwrap_or(&answer)
        );
        if request.starts_with("HEAD") {
            assert!(
                answer.ends_with("\r\n\r\n") && answer.contains("content-length: "),
                "{answer}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_connections_do_not_keep_others_out() {
    allow_files(8_192);
    let served = serve().await;
    let mut slow = Vec::new();
    for _ in 0..2_000 {
        let mut stream = TcpStream::connect(served.address).await.expect("a connection");
        stream
            .write_all(b"GET / HTTP/1.1\r\nhost: loc")
            .await
            .expect("a beginning");
        slow.push(stream);
    }
    let start = Instant::now();
    let answer = raw(
        served.address,
        b"GET /guide HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    )
    .await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn draining_finishes_what_runs_and_then_ends() {
    let served = serve().await;
    served.fixture.echo.slow_down();
    let address = served.address;
    let running =
        tokio::spawn(async move { raw(address, b"GET /guide HTTP/1.1\r\nhost: localhost\r\n\r\n").await });
    // An idle connection does not delay the end.
    let idle = TcpStream::connect(address).await.expect("a connection");
    tokio::time::sleep(Duration::from_millis(100)).await;
    let start = Instant::now();
    served.stop.send(()).expect("a listener for the end");
    served.ended.await.expect("an orderly end");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(served.fixture.draining.has_begun());
    assert!(running.await.expect("an answer").starts_with("HTTP/1.1 200"));
    assert!(
        TcpStream::connect(address).await.is_err(),
        "nobody listens any more"
    );
    drop(idle);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_is_about_to_end_tells_who_comes() {
    let Served {
        fixture,
        address,
        stop,
        ended,
    } = serve().await;
    fixture.echo.hold();
    let running =
        tokio::spawn(async move { raw(address, b"GET /guide HTTP/1.1\r\nhost: localhost\r\n\r\n").await });
    while fixture.site.load.running() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    stop.send(()).expect("a listener for the end");
    while !fixture.draining.has_begun() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let ready = raw(address, b"GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(
        ready.starts_with("HTTP/1.1 503") && ready.contains(r#""draining":true"#),
        "{ready}"
    );
    let alive = raw(address, b"GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
    assert!(alive.starts_with("HTTP/1.1 200"), "{alive}");
    let late = raw(
        address,
        b"GET /api/v1/scenarios/newest HTTP/1.1\r\nhost: localhost\r\n\r\n",
    )
    .await;
    assert!(
        late.starts_with("HTTP/1.1 503") && late.contains("OVERLOADED") && late.contains("retry-after: 1"),
        "{late}"
    );
    assert!(
        late.contains("content-security-policy: ") && late.contains("connection: close"),
        "{late}"
    );
    fixture.echo.slow_down();
    assert!(
        running.await.expect("an answer").starts_with("HTTP/1.1 200"),
        "what ran is finished"
    );
    ended.await.expect("an orderly end");
    assert!(
        TcpStream::connect(address).await.is_err(),
        "nobody listens any more"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn probes_are_answered_where_every_connection_is_taken() {
    let served = serve_at_most(2).await;
    let mut taken = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(served.address).await.expect("a connection");
        stream
            .write_all(b"GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n")
            .await
            .expect("a request");
        assert!(stream.read(&mut [0; 512]).await.expect("an answer") > 0);
        taken.push(stream);
    }
    for _ in 0..40 {
        let alive = raw(served.address, b"GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n").await;
        assert!(alive.starts_with("HTTP/1.1 200"), "{alive}");
    }
    let late = raw(
        served.address,
        b"GET /guide HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\n\r\n",
    )
    .await;
    assert!(
        late.starts_with("HTTP/1.1 503") && late.contains("retry-after: 1"),
        "{late}"
    );
    taken.clear();
    let mut again = String::new();
    while !again.starts_with("HTTP/1.1 200") {
        again = raw(
            served.address,
            b"GET /guide HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
        )
        .await;
    }
}
