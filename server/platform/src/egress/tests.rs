//! What is contacted, and what never is.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use bytes::Bytes;
use futures::future::BoxFuture;
use url::Url;

use super::client::REDIRECTS;
use super::*;

/// A server that answers everything with `answer` and counts who came.
async fn server(answer: impl FnOnce(u16) -> String) -> (u16, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let visits = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&visits);
    let answer = answer(port);
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            counter.fetch_add(1, Ordering::SeqCst);
            let mut request = [0; 2048];
            let _ = socket.read(&mut request).await;
            let _ = socket.write_all(answer.as_bytes()).await;
            let _ = socket.shutdown().await;
        }
    });
    (port, visits)
}

fn ok(body: &str) -> String {
    format!(
        "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

#[derive(Default)]
struct Table {
    names: HashMap<&'static str, Vec<Vec<IpAddr>>>,
    asked: Arc<AtomicUsize>,
}

impl Table {
    fn name(mut self, name: &'static str, answers: &[&[&str]]) -> Self {
        let answers = answers
            .iter()
            .map(|answer| answer.iter().map(|ip| ip.parse().expect("an address")).collect())
            .collect();
        self.names.insert(name, answers);
        self
    }
}

impl NameResolver for Table {
    fn resolve(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
        let turn = self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = self
            .names
            .get(name.as_str())
            .map(|answers| answers[turn.min(answers.len() - 1)].clone());
        Box::pin(async move { answer.ok_or_else(|| std::io::ErrorKind::NotFound.into()) })
    }
}

async fn get(
    egress: &Egress,
    address: &str,
    hosts: &AllowedHosts,
    max_bytes: usize,
) -> Result<Bytes, EgressError> {
    let url = Url::parse(address).expect("a URL");
    let fetch = Fetch {
        url: &url,
        hosts,
        accept: "image/*",
        max_bytes,
    };
    egress.get(&fetch).await
}

/// Addresses of our own network, of this machine, and of what is not the web; `P` is the port.
const SPELLINGS: [&str; 56] = [
    "http://127.0.0.1:P/",
    "http://127.1:P/",
    "http://127.0.1:P/",
    "http://0:P/",
    "http://0.0.0.0:P/",
    "http://2130706433:P/",
    "http://017700000001:P/",
    "http://0x7f000001:P/",
    "http://0x7f.0.0.1:P/",
    "http://0177.0.0.1:P/",
    "http://0x7f.1:P/",
    "http://127.0.0.1.:P/",
    "http://127.255.255.254:P/",
    "http://[::]:P/",
    "http://[::1]:P/",
    "http://[0:0:0:0:0:0:0:1]:P/",
    "http://[::ffff:127.0.0.1]:P/",
    "http://[::ffff:7f00:1]:P/",
    "http://[::127.0.0.1]:P/",
    "http://[64:ff9b::127.0.0.1]:P/",
    "http://[64:ff9b:1::7f00:1]:P/",
    "http://[2002:7f00:1::]:P/",
    "http://[fd00::1]:P/",
    "http://[fe80::1]:P/",
    "http://[fec0::1]:P/",
    "http://[ff02::1]:P/",
    "http://[2001::1]:P/",
    "http://169.254.169.254:P/latest/meta-data/",
    "http://10.1.2.3:P/",
    "http://172.31.0.1:P/",
    "http://192.168.0.1:P/",
    "http://100.64.0.1:P/",
    "http://198.18.0.1:P/",
    "http://224.0.0.1:P/",
    "http://255.255.255.255:P/",
    "http://localhost:P/",
    "http://LOCALHOST:P/",
    "http://localhost.:P/",
    "http://①②⑦.⓪.⓪.①:P/",
    "http://127。0。0。1:P/",
    "http://%31%32%37.0.0.1:P/",
    "http://private.test:P/",
    "http://mixed.test:P/",
    "http://mapped.test:P/",
    "http://nothing.test:P/",
    "http://metadata.test:P/",
    "http://127.0.0.1.nip.test:P/",
    "http://user@127.0.0.1:P/",
    "http://93.184.216.34@127.0.0.1:P/",
    "http://93.184.216.34:80@localhost:P/",
    "https://127.0.0.1:P/",
    "gopher://127.0.0.1:P/",
    "file:///etc/passwd",
    "ftp://127.0.0.1:P/",
    "data:text/plain,x",
    "http://93.184.216.34:22/",
];

#[tokio::test]
async fn no_spelling_of_our_own_network_is_ever_contacted() {
    let (port, visits) = server(|_| ok("secret")).await;
    // The canary's port is allowed, so that the address alone decides.
    let guard = Guard {
        ports: vec![80, 443, port],
        ..Guard::default()
    };
    let names = Table::default()
        .name("localhost", &[&["127.0.0.1", "::1"]])
        .name("private.test", &[&["10.0.0.1"]])
        .name("mixed.test", &[&["93.184.216.34", "127.0.0.1"]])
        .name("mapped.test", &[&["::ffff:127.0.0.1"]])
        .name("nothing.test", &[&[]])
        .name("metadata.test", &[&["169.254.169.254"]])
        .name("127.0.0.1.nip.test", &[&["127.0.0.1"]]);
    let egress = Egress::new(guard, names).expect("a client");
    for spelling in SPELLINGS {
        let text = spelling.replace(":P/", &format!(":{port}/"));
        if Url::parse(&text).is_err() {
            continue;
        }
        match get(&egress, &text, &AllowedHosts::any(), 1_000).await {
            Err(EgressError::Refused(_)) => {}
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(visits.load(Ordering::SeqCst), 0, "the canary was contacted");
}

#[tokio::test]
async fn a_name_is_resolved_once_and_that_address_is_used() {
    let (port, visits) = server(|_| ok("picture")).await;
    let names = Table::default().name("pictures.test", &[&["127.0.0.1"], &["10.0.0.1"]]);
    let asked = Arc::clone(&names.asked);
    let guard = Guard {
        ports: vec![port],
        loopback: true,
        ..Guard::default()
    };
    let egress = Egress::new(guard, names).expect("a client");
    let hosts = AllowedHosts::listed(["pictures.test"]);
    let body = get(&egress, &format!("http://pictures.test:{port}/a"), &hosts, 7).await;
    assert_eq!(body, Ok(Bytes::from_static(b"picture")));
    assert_eq!(
        (asked.load(Ordering::SeqCst), visits.load(Ordering::SeqCst)),
        (1, 1)
    );
    // The same name, rebound to a private address: the next fetch asks again and is refused.
    let body = get(&egress, &format!("http://pictures.test:{port}/a"), &hosts, 7).await;
    assert_eq!(body, Err(Refusal::Network.into()));
    assert_eq!(visits.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn redirects_are_judged_like_first_addresses_and_end() {
    let (canary, canary_visits) = server(|_| ok("secret")).await;
    let to =
        |location: &str| format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
    let (away, _) = server(|_| to("http://elsewhere.test/a")).await;
    let (inward, _) = server(|_| to(&format!("http://[::ffff:127.0.0.1]:{canary}/"))).await;
    let (scheme, _) = server(|_| to("file:///etc/passwd")).await;
    let (nowhere, _) = server(|_| "HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
    let (circle, circle_visits) = server(|port| to(&format!("http://pictures.test:{port}/again"))).await;
    let names = Table::default().name("pictures.test", &[&["127.0.0.1"]]);
    let ports = vec![canary, away, inward, scheme, nowhere, circle];
    let egress = Egress::new(
        Guard {
            ports,
            loopback: true,
            ..Guard::default()
        },
        names,
    )
    .expect("a client");
    let hosts = AllowedHosts::listed(["pictures.test"]);
    for port in [away, inward, scheme, nowhere, circle] {
        let answer = get(&egress, &format!("http://pictures.test:{port}/"), &hosts, 100).await;
        assert_eq!(answer, Err(Refusal::Redirect.into()));
    }
    assert_eq!(canary_visits.load(Ordering::SeqCst), 0);
    assert_eq!(circle_visits.load(Ordering::SeqCst), REDIRECTS + 1);
}

#[tokio::test]
async fn bodies_are_cut_off_at_the_limit_whatever_was_promised() {
    let (promised, _) = server(|_| ok("123456789")).await;
    let (unsaid, _) = server(|_| "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n123456789".to_owned()).await;
    let (absent, _) = server(|_| "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
    let (failing, _) = server(|_| "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
    let ports = vec![promised, unsaid, absent, failing];
    let guard = Guard {
        ports,
        loopback: true,
        ..Guard::default()
    };
    let egress = Egress::new(guard, SystemResolver).expect("a client");
    let at = async |port: u16, max: usize| {
        get(
            &egress,
            &format!("http://127.0.0.1:{port}/"),
            &AllowedHosts::any(),
            max,
        )
        .await
    };
    assert_eq!(at(promised, 9).await, Ok(Bytes::from_static(b"123456789")));
    assert_eq!(at(unsaid, 9).await, Ok(Bytes::from_static(b"123456789")));
    assert_eq!(at(promised, 8).await, Err(EgressError::TooLarge));
    assert_eq!(at(unsaid, 8).await, Err(EgressError::TooLarge));
    assert_eq!(at(absent, 8).await, Err(EgressError::Missing));
    assert_eq!(at(failing, 8).await, Err(EgressError::Failed));
}

#[tokio::test]
async fn a_host_that_dawdles_is_left() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    let guard = Guard {
        ports: vec![port],
        loopback: true,
        time: Duration::from_millis(50),
    };
    let egress = Egress::new(guard, SystemResolver).expect("a client");
    let answer = get(
        &egress,
        &format!("http://127.0.0.1:{port}/"),
        &AllowedHosts::any(),
        8,
    )
    .await;
    assert_eq!(answer, Err(EgressError::Late));
}
