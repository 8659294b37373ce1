//! Which hosts this site serves: the public one, and this machine by its loopback names. Any other is
//! answered 421, which stops DNS rebinding and keeps made-up hosts away from everything behind (reliability
//! S-8).

use std::net::IpAddr;

use http::Request;
use http::header::HOST;
use http::uri::Authority;
use kernel::ErrorCode;
use platform::web::Problem;
use url::Url;

/// The machine's own supervisor sends its probes by address.
const OPEN_PATHS: [&str; 2] = ["/livez", "/readyz"];

/// The host names of this site, without ports.
#[derive(Debug, Clone)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// The host of the public address, the loopback names, and the address listened on if it is a particular
    /// one.
    #[must_use]
    pub fn new(public_url: &Url, listen: IpAddr) -> Self {
        let mut names: Vec<String> = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned).into();
        names.extend(public_url.host_str().map(str::to_ascii_lowercase));
        if !listen.is_unspecified() {
            names.push(match listen {
                IpAddr::V4(address) => address.to_string(),
                IpAddr::V6(address) => format!("[{address}]"),
            });
        }
        Self(names)
    }

    /// Why the request is refused; `None` if its host is one of this site.
    #[must_use]
    pub fn check<B>(&self, request: &Request<B>) -> Option<Problem> {
        if OPEN_PATHS.contains(&request.uri().path()) {
            return None;
        }
        let header = request
            .headers()
            .get(HOST)
            .map(|host| host.to_str().unwrap_or_default());
        let target = request.uri().authority().map(Authority::as_str);
        let asked = [header, target];
        let named = asked.iter().flatten().count() > 0;
        let ours = asked.iter().flatten().all(|host| self.is_ours(host));
        (!named || !ours).then(|| {
            Problem::new(
                ErrorCode::MISDIRECTED_REQUEST,
                "This server doesn’t serve that host.",
            )
        })
    }

    fn is_ours(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        !host.contains('@')
            && self
                .0
                .iter()
                .any(|name| name.eq_ignore_ascii_case(authority.host()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_hosts_are_served() {
        let hosts = Hosts::new(
            &"https://play.example".parse().expect("a url"),
            IpAddr::from([0, 0, 0, 0]),
        );
        let cases = [
            ("play.example", true),
            ("PLAY.example:443", true),
            ("localhost:8080", true),
            ("127.0.0.1", true),
            ("[::1]:80", true),
            ("evil.example", false),
            ("play.example.evil.example", false),
            ("play.example@evil.example", false),
            ("x@play.example", false),
            ("127.0.0.1.nip.example", false),
            ("play.example.", false),
            ("", false),
        ];
        for (host, ours) in cases {
            let request = Request::get("/").header(HOST, host).body(()).expect("a request");
            assert_eq!(hosts.check(&request).is_none(), ours, "{host}");
        }
        let absolute = Request::get("http://evil.example/")
            .header(HOST, "play.example")
            .body(())
            .expect("a request");
        assert!(hosts.check(&absolute).is_some());
        let nameless = Request::get("/").body(()).expect("a request");
        assert!(hosts.check(&nameless).is_some());
        let probe = Request::get("/livez")
            .header(HOST, "10.0.0.7:8080")
            .body(())
            .expect("a request");
        assert!(hosts.check(&probe).is_none());
    }
}
