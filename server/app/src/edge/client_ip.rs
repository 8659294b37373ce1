//! Where a request comes from (reliability O-11): the address of the connection, or, if that is a trusted
//! proxy, the address the proxy reports. A header alone is never trusted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use http::{HeaderMap, HeaderName, Request};
use ipnet::IpNet;
use platform::web::ClientAddress;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
/// How many proxies between a visitor and this server are followed.
const MAX_HOPS: usize = 32;

/// The peer's address of a connection; the server puts it into its requests' extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer(pub IpAddr);

/// The trusted proxies.
#[derive(Debug, Clone, Default)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    /// Trusts these networks.
    #[must_use]
    pub fn new(trusted: Vec<IpNet>) -> Self {
        Self(trusted)
    }

    /// The client's address: going back from the connection, the first hop that is not a trusted proxy. A
    /// request without a connection was made in this process.
    #[must_use]
    pub fn client<B>(&self, request: &Request<B>) -> ClientAddress {
        let peer = request
            .extensions()
            .get::<Peer>()
            .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.0.to_canonical());
        ClientAddress(self.first_stranger(peer, request.headers()))
    }

    fn first_stranger(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut address = peer;
        if !self.trusts(address) {
            return address;
        }
        // Each proxy appends its own peer at the right end; what stands left of the first untrusted hop is
        // only that hop's claim.
        let lists = headers.get_all(X_FORWARDED_FOR).iter().rev();
        let hops = lists.flat_map(|list| list.to_str().unwrap_or_default().rsplit(',').map(str::trim));
        for hop in hops.take(MAX_HOPS) {
            let Some(before) = hop_address(hop) else { break };
            address = before;
            if !self.trusts(address) {
                break;
            }
        }
        address
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address))
    }
}

/// An entry of the header: an address, with a port or in brackets where the proxy writes it so.
fn hop_address(text: &str) -> Option<IpAddr> {
    let bare = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(text);
    let address = bare
        .parse::<IpAddr>()
        .or_else(|_| text.parse::<SocketAddr>().map(|with_port| with_port.ip()));
    address.ok().map(|address| address.to_canonical())
}

/// A network in the notation `192.0.2.0/24`, or one address.
///
/// # Errors
/// A sentence for the operator.
pub fn network(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let network = text.parse::<IpNet>().or_else(|_| {
        text.parse::<IpAddr>()
            .map(|address| IpNet::from(address.to_canonical()))
    });
    network
        .map(|network| network.trunc())
        .map_err(|_| format!("{text:?} is neither an address nor a network such as 192.0.2.0/24"))
}

/// The network that one caller usually controls: an address of IPv4, a /64 of IPv6.
#[must_use]
pub fn caller_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, headers: &[&str]) -> String {
        let proxies = Proxies::new(
            trusted
                .iter()
                .map(|text| network(text).expect("a network"))
                .collect(),
        );
        let mut request = Request::get("/").extension(Peer(peer.parse().expect("an address")));
        for value in headers {
            request = request.header(X_FORWARDED_FOR, *value);
        }
        proxies
            .client(&request.body(()).expect("a request"))
            .0
            .to_string()
    }

    #[test]
    fn only_our_proxies_are_believed() {
        let ours: &[&str] = &["10.0.0.0/8", "::1", "fd00::/8"];
        let cases: [(&[&str], &str, &[&str], &str); 15] = [
            (&[], "203.0.113.9", &[], "203.0.113.9"),
            (&[], "203.0.113.9", &["1.1.1.1"], "203.0.113.9"),
            (ours, "203.0.113.9", &["10.0.0.1"], "203.0.113.9"),
            (ours, "10.0.0.1", &[], "10.0.0.1"),
            (ours, "10.0.0.1", &["203.0.113.9"], "203.0.113.9"),
            (ours, "10.0.0.1", &["1.1.1.1, 203.0.113.9"], "203.0.113.9"),
            (
                ours,
                "10.0.0.1",
                &["10.9.9.9, 203.0.113.9, 10.0.0.2"],
                "203.0.113.9",
            ),
            (ours, "10.0.0.1", &["1.1.1.1", "203.0.113.9"], "203.0.113.9"),
            (ours, "10.0.0.1", &["203.0.113.9, nonsense"], "10.0.0.1"),
            (ours, "10.0.0.1", &["203.0.113.9, "], "10.0.0.1"),
            (ours, "::ffff:10.0.0.1", &["::ffff:203.0.113.9"], "203.0.113.9"),
            (ours, "::1", &["[2001:db8::1]:443"], "2001:db8::1"),
            (ours, "::1", &["[2001:db8::1]"], "2001:db8::1"),
            (ours, "::1", &["203.0.113.9:5000"], "203.0.113.9"),
            (ours, "10.0.0.1", &["10.0.0.3"], "10.0.0.3"),
        ];
        for (trusted, peer, headers, expected) in cases {
            assert_eq!(client(trusted, peer, headers), expected, "{peer} {headers:?}");
        }
    }

    #[test]
    fn networks_are_read_in_both_notations() {
        for (text, expected) in [
            ("192.0.2.7", "192.0.2.7/32"),
            ("192.0.2.7/24", "192.0.2.0/24"),
            ("2001:db8::1/32", "2001:db8::/32"),
            ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ] {
            assert_eq!(network(text).expect(text).to_string(), expected);
        }
        for text in ["", "192.0.2", "192.0.2.7/33", "example.org", "*"] {
            assert!(network(text).is_err(), "{text}");
        }
    }

    #[test]
    fn one_caller_has_one_network() {
        let of = |text: &str| caller_network(text.parse().expect("an address")).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
