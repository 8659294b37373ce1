//! The one way out to addresses that somebody else chose (U-10, U-12).
//!
//! Every fetch of a user's or an operator's URL goes through [`Egress`]. A name is resolved once, every
//! address it stands for must be public, and the connection goes to those very addresses: a name that changes
//! its mind between check and connect gains nothing. No proxy, no cookies, no referrer; redirects are
//! followed by hand, at most [`REDIRECTS`] times, and each target is judged like the first.

use std::collections::HashSet;
use std::error::Error as StdError;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures::StreamExt;
use futures::future::BoxFuture;
use http::StatusCode;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::error::{MediaError, Refusal, Unreadable};

/// Redirects followed before giving up.
pub(super) const REDIRECTS: usize = 2;
/// The longest a fetch may take, from the name's resolution to the last byte.
pub(super) const FETCH_TIME: Duration = Duration::from_secs(5);

/// Which hosts may be asked.
#[derive(Debug, Clone, Default)]
pub struct Hosts {
    any: bool,
    exact: HashSet<String>,
    below: Vec<String>,
}

impl Hosts {
    /// Every host with public addresses: for fetchers that take any URL, such as a theme's picture.
    pub fn any() -> Self {
        Self {
            any: true,
            ..Self::default()
        }
    }

    /// The named hosts; `*.example.com` stands for every host below `example.com`. Ports come from the
    /// [`Guard`].
    pub fn listed<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Self {
        let mut hosts = Self::default();
        for name in names {
            let name = name.as_ref().trim().to_ascii_lowercase();
            match name.strip_prefix('*') {
                Some(suffix) if suffix.len() > 1 && suffix.starts_with('.') => {
                    hosts.below.push(suffix.to_owned())
                }
                _ if name.is_empty() => {}
                _ => {
                    hosts.exact.insert(name);
                }
            }
        }
        hosts
    }

    fn contains(&self, name: &str) -> bool {
        if name.ends_with('.') {
            return false;
        }
        self.any
            || self.exact.contains(name)
            || self.below.iter().any(|suffix| name.ends_with(suffix.as_str()))
    }
}

/// What an [`Egress`] lets through. The default is the rule of U-10; tests loosen it to reach their own
/// servers.
#[derive(Debug, Clone)]
pub struct Guard {
    /// Ports that may be asked.
    pub ports: Vec<u16>,
    /// Whether loopback addresses count as public. For tests only.
    pub loopback: bool,
    /// The longest a fetch may take.
    pub time: Duration,
}

impl Default for Guard {
    fn default() -> Self {
        Self {
            ports: vec![80, 443],
            loopback: false,
            time: FETCH_TIME,
        }
    }
}

impl Guard {
    /// Judges everything that can be told from the address alone; a name's addresses are judged when it is
    /// resolved.
    ///
    /// # Errors
    /// The first reason why the address is never fetched.
    pub fn check(&self, url: &Url, hosts: &Hosts) -> Result<(), Refusal> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refusal::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Refusal::Credentials);
        }
        let host = url.host().ok_or(Refusal::Address)?;
        if !hosts.contains(url.host_str().unwrap_or_default()) {
            return Err(Refusal::Host);
        }
        if !url
            .port_or_known_default()
            .is_some_and(|port| self.ports.contains(&port))
        {
            return Err(Refusal::Port);
        }
        // No resolver is ever asked about a literal address, so it is judged here.
        let literal = match host {
            Host::Ipv4(address) => IpAddr::V4(address),
            Host::Ipv6(address) => IpAddr::V6(address),
            Host::Domain(_) => return Ok(()),
        };
        match self.lets(literal) {
            true => Ok(()),
            false => Err(Refusal::Network),
        }
    }

    fn lets(&self, address: IpAddr) -> bool {
        is_public(address) || (self.loopback && address.is_loopback())
    }
}

/// Turns names into addresses. The system's resolver in the product; a table in tests.
pub trait Names: Send + Sync + 'static {
    /// All addresses of a name.
    fn resolve(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>>;
}

/// The system's resolver.
#[derive(Debug, Clone, Copy)]
pub struct SystemNames;

impl Names for SystemNames {
    fn resolve(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
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
    /// Where the TLS stack cannot start, for want of its root certificates for instance.
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the guarded client that everybody else is sent to"
    )]
    pub fn new(guard: Guard, names: impl Names) -> Result<Self, reqwest::Error> {
        let guard = Arc::new(guard);
        let resolver = Resolver {
            names: Arc::new(names),
            guard: Arc::clone(&guard),
        };
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

    /// What it lets through.
    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Fetches `url`, following redirects within `hosts`, up to `max_bytes` of body.
    ///
    /// # Errors
    /// [`MediaError::Source`] where the address, one of its host's addresses or a redirect is refused;
    /// [`MediaError::Missing`] where the other host says so; [`MediaError::Unreadable`] for too many bytes;
    /// [`MediaError::Late`] and [`MediaError::Upstream`] for a host that is slow or fails.
    pub async fn get(&self, url: &Url, hosts: &Hosts, max_bytes: usize) -> Result<Bytes, MediaError> {
        match tokio::time::timeout(self.guard.time, self.follow(url, hosts, max_bytes)).await {
            Ok(result) => result,
            Err(_) => Err(MediaError::Late),
        }
    }

    async fn follow(&self, url: &Url, hosts: &Hosts, max_bytes: usize) -> Result<Bytes, MediaError> {
        let mut url = url.clone();
        for _ in 0..=REDIRECTS {
            self.guard.check(&url, hosts)?;
            let response = self
                .client
                .get(url.clone())
                .header(
                    http::header::ACCEPT,
                    "image/webp,image/png,image/jpeg,image/*;q=0.8",
                )
                .send()
                .await
                .map_err(|error| failure(&error))?;
            match response.status() {
                StatusCode::OK => return body(response, max_bytes).await,
                StatusCode::NOT_FOUND | StatusCode::GONE => return Err(MediaError::Missing),
                status if status.is_redirection() => {
                    url = redirect_target(&url, &response).ok_or(Refusal::Redirect)?;
                    self.guard.check(&url, hosts).map_err(|_| Refusal::Redirect)?;
                }
                _ => return Err(MediaError::Upstream),
            }
        }
        Err(Refusal::Redirect.into())
    }
}

fn redirect_target(from: &Url, response: &reqwest::Response) -> Option<Url> {
    let location = response.headers().get(http::header::LOCATION)?.to_str().ok()?;
    from.join(location).ok()
}

async fn body(response: reqwest::Response, max_bytes: usize) -> Result<Bytes, MediaError> {
    let promised = response.content_length().unwrap_or(0);
    if promised > u64::try_from(max_bytes).unwrap_or(u64::MAX) {
        return Err(Unreadable::Bytes.into());
    }
    let mut bytes = BytesMut::new();
    let mut stream = response.bytes_stream();
    while let Some(piece) = stream.next().await {
        let piece = piece.map_err(|error| failure(&error))?;
        if bytes.len() + piece.len() > max_bytes {
            return Err(Unreadable::Bytes.into());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}

fn failure(error: &reqwest::Error) -> MediaError {
    let mut cause: Option<&(dyn StdError + 'static)> = Some(error);
    while let Some(inner) = cause {
        if inner.is::<NotPublic>() {
            return Refusal::Network.into();
        }
        cause = inner.source();
    }
    if error.is_timeout() {
        MediaError::Late
    } else {
        MediaError::Upstream
    }
}

/// The resolver's refusal, found again in the chain of the client's error.
#[derive(Debug, thiserror::Error)]
#[error("the name stands for an address that is not public")]
struct NotPublic;

struct Resolver {
    names: Arc<dyn Names>,
    guard: Arc<Guard>,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = Arc::clone(&self.guard);
        let found = self.names.resolve(name.as_str().to_owned());
        Box::pin(async move {
            let addresses = found.await?;
            // One private address among public ones is a trap, not a choice.
            if addresses.is_empty() || !addresses.iter().all(|&address| guard.lets(address)) {
                return Err(Box::new(NotPublic) as Box<dyn StdError + Send + Sync>);
            }
            let sockets: Vec<SocketAddr> = addresses.into_iter().map(|ip| SocketAddr::new(ip, 0)).collect();
            Ok(Box::new(sockets.into_iter()) as Addrs)
        })
    }
}

/// Whether an address belongs to the public internet.
///
/// IPv6 is public only within 2000::/3, the block that is given out, less its parts with a meaning of their
/// own; so loopback, link-local, unique-local, mapped, compatible and NAT64 addresses need no rule each.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let reserved = matches!(
        (a, b, c),
        (0 | 10 | 127, ..)            // this network, private, loopback
            | (100, 64..=127, _)      // carriers' shared space
            | (169, 254, _)           // link-local: cloud metadata lives here
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)         // protocol assignments, documentation
            | (192, 88, 99)           // 6to4 relays
            | (192, 168, _)
            | (198, 18 | 19, _)       // benchmarks
            | (198, 51, 100)
            | (203, 0, 113)
            | (224..=255, ..) // multicast, reserved, broadcast
    );
    !reserved
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    let given_out = a & 0xE000 == 0x2000;
    let special = match a {
        0x2001 => b < 0x0200 || b == 0x0DB8, // protocols with Teredo and ORCHID; documentation
        0x2002 => true,                      // 6to4: carries any IPv4 address
        0x3FFF => b < 0x1000,                // documentation
        _ => false,
    };
    given_out && !special
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

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

    impl Names for Table {
        fn resolve(&self, name: String) -> BoxFuture<'static, std::io::Result<Vec<IpAddr>>> {
            let turn = self.asked.fetch_add(1, Ordering::SeqCst);
            let answer = self
                .names
                .get(name.as_str())
                .map(|answers| answers[turn.min(answers.len() - 1)].clone());
            Box::pin(async move { answer.ok_or_else(|| std::io::ErrorKind::NotFound.into()) })
        }
    }

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

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

        let spellings = [
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
        for spelling in spellings {
            let text = spelling.replace(":P/", &format!(":{port}/"));
            let Ok(address) = Url::parse(&text) else { continue };
            match egress.get(&address, &Hosts::any(), 1_000).await {
                Err(MediaError::Source(_)) => {}
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
        let hosts = Hosts::listed(["pictures.test"]);
        let body = egress
            .get(&url(&format!("http://pictures.test:{port}/a")), &hosts, 7)
            .await;
        assert_eq!(body, Ok(Bytes::from_static(b"picture")));
        assert_eq!(
            (asked.load(Ordering::SeqCst), visits.load(Ordering::SeqCst)),
            (1, 1)
        );
        // The same name, rebound to a private address: the next fetch asks again and is refused.
        let body = egress
            .get(&url(&format!("http://pictures.test:{port}/a")), &hosts, 7)
            .await;
        assert_eq!(body, Err(Refusal::Network.into()));
        assert_eq!(visits.load(Ordering::SeqCst), 1);
    }

    #[tokio::test]
    async fn redirects_are_judged_like_first_addresses_and_end() {
        let (canary, canary_visits) = server(|_| ok("secret")).await;
        let to = |location: &str| {
            format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n")
        };
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
        let hosts = Hosts::listed(["pictures.test"]);
        for port in [away, inward, scheme, nowhere, circle] {
            let answer = egress
                .get(&url(&format!("http://pictures.test:{port}/")), &hosts, 100)
                .await;
            assert_eq!(answer, Err(Refusal::Redirect.into()));
        }
        assert_eq!(canary_visits.load(Ordering::SeqCst), 0);
        assert_eq!(circle_visits.load(Ordering::SeqCst), REDIRECTS + 1);
    }

    #[tokio::test]
    async fn bodies_are_cut_off_at_the_limit_whatever_was_promised() {
        let (promised, _) = server(|_| ok("123456789")).await;
        let (unsaid, _) =
            server(|_| "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n123456789".to_owned()).await;
        let (absent, _) = server(|_| "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
        let (failing, _) = server(|_| "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n".to_owned()).await;
        let ports = vec![promised, unsaid, absent, failing];
        let guard = Guard {
            ports,
            loopback: true,
            ..Guard::default()
        };
        let egress = Egress::new(guard, SystemNames).expect("a client");
        let get = |port: u16, max: usize| {
            let egress = egress.clone();
            async move {
                egress
                    .get(&url(&format!("http://127.0.0.1:{port}/")), &Hosts::any(), max)
                    .await
            }
        };
        assert_eq!(get(promised, 9).await, Ok(Bytes::from_static(b"123456789")));
        assert_eq!(get(unsaid, 9).await, Ok(Bytes::from_static(b"123456789")));
        assert_eq!(get(promised, 8).await, Err(Unreadable::Bytes.into()));
        assert_eq!(get(unsaid, 8).await, Err(Unreadable::Bytes.into()));
        assert_eq!(get(absent, 8).await, Err(MediaError::Missing));
        assert_eq!(get(failing, 8).await, Err(MediaError::Upstream));
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
        let egress = Egress::new(guard, SystemNames).expect("a client");
        let answer = egress
            .get(&url(&format!("http://127.0.0.1:{port}/")), &Hosts::any(), 8)
            .await;
        assert_eq!(answer, Err(MediaError::Late));
    }

    #[test]
    fn only_addresses_that_are_given_out_are_public() {
        let public = [
            "1.1.1.1",
            "8.8.8.8",
            "93.184.216.34",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "223.255.255.255",
            "2606:4700::1111",
            "2a00:1450::1",
            "2001:4860::8888",
        ];
        for address in public {
            assert!(is_public(address.parse().expect(address)), "{address}");
        }
        let private = [
            "0.0.0.0",
            "0.1.2.3",
            "10.255.255.255",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "169.254.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:8.8.8.8",
            "::8.8.8.8",
            "64:ff9b::808:808",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:808:808::1",
            "3fff::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "4000::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().expect(address)), "{address}");
        }
    }
}
