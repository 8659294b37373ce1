//! The kind of work a request asks for: the one place that says which requests share a rate limit and how
//! important they are under overload.

use http::Method;
use platform::slice::calls;

/// A kind of request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Class {
    /// Probes and files: the cheapest, and the ones by which monitors judge the site.
    Files,
    /// Signing up, in and out, and everything else about credentials.
    Auth,
    /// New guest sessions: each is a row, and needs no authority.
    Guests,
    /// Turns of a story: each asks a model.
    Turns,
    /// Calls that change something.
    Writes,
    /// Files of an import of many.
    Uploads,
    /// Calls that only read.
    Reads,
    /// Searches: the most expensive reads.
    Search,
    /// Pages that are not answered from memory.
    Pages,
    /// Optimised and drawn images: the most expensive work.
    Images,
    /// Browsers' reports of what the content security policy refused.
    Reports,
}

/// Where browsers send their reports.
pub const REPORTS_PATH: &str = "/_csp";

/// Prefixes of health reports and of plain files.
const FILE_PREFIXES: [&str; 5] = ["/assets/", "/media/", "/livez", "/readyz", "/sitemap"];

impl Class {
    /// All kinds, in the order of their declaration.
    pub const ALL: [Self; 11] = [
        Self::Files,
        Self::Auth,
        Self::Guests,
        Self::Turns,
        Self::Writes,
        Self::Uploads,
        Self::Reads,
        Self::Search,
        Self::Pages,
        Self::Images,
        Self::Reports,
    ];

    /// All kinds with a rate limit.
    pub const LIMITED: [Self; 10] = [
        Self::Auth,
        Self::Guests,
        Self::Turns,
        Self::Writes,
        Self::Uploads,
        Self::Reads,
        Self::Search,
        Self::Pages,
        Self::Images,
        Self::Reports,
    ];

    /// The kind of a request with this method and raw path.
    #[must_use]
    pub fn of(method: &Method, path: &str) -> Self {
        if path.starts_with("/api/") {
            return Self::of_call(method, path);
        }
        match path {
            REPORTS_PATH => Self::Reports,
            "/_image" => Self::Images,
            _ if path.starts_with("/og/") => Self::Images,
            _ if FILE_PREFIXES.iter().any(|prefix| path.starts_with(prefix)) => Self::Files,
            _ => Self::Pages,
        }
    }

    /// The kind that the call declares (`operations::rules`). An unknown call costs no more than a read.
    fn of_call(method: &Method, path: &str) -> Self {
        match operations::rules()
            .find(method, path)
            .map(|found| found.rule.class)
        {
            Some(calls::Class::Auth) => Self::Auth,
            Some(calls::Class::Guests) => Self::Guests,
            Some(calls::Class::Turns) => Self::Turns,
            Some(calls::Class::Writes) => Self::Writes,
            Some(calls::Class::Uploads) => Self::Uploads,
            Some(calls::Class::Search) => Self::Search,
            Some(calls::Class::Reads) | None => Self::Reads,
        }
    }

    /// Whether a request of the kind takes a thread for long and is not urgent.
    #[must_use]
    pub fn can_wait(self) -> bool {
        matches!(self, Self::Pages | Self::Images | Self::Reports)
    }

    /// The name of the kind in settings and in the log.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Files => "files",
            Self::Auth => "auth",
            Self::Guests => "guests",
            Self::Turns => "turns",
            Self::Writes => "writes",
            Self::Uploads => "uploads",
            Self::Reads => "reads",
            Self::Search => "search",
            Self::Pages => "pages",
            Self::Images => "pictures",
            Self::Reports => "reports",
        }
    }
}

/// Where an orchestrator asks for the state of this process.
const PROBES: [&str; 2] = ["/livez", "/readyz"];

/// Whether a raw path is a probe's, which is answered even under overload.
#[must_use]
pub fn is_probe(path: &str) -> bool {
    PROBES.contains(&path)
}

/// Whether the method changes nothing by its definition (RFC 9110 section 9.2.1).
#[must_use]
pub fn is_safe(method: &Method) -> bool {
    matches!(
        *method,
        Method::GET | Method::HEAD | Method::OPTIONS | Method::TRACE
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_at_its_place() {
        assert!(
            Class::ALL
                .into_iter()
                .enumerate()
                .all(|(at, class)| class as usize == at)
        );
    }

    #[test]
    fn an_address_that_is_no_call_costs_a_read() {
        assert_eq!(Class::of(&Method::POST, "/api/v1/nothing/here"), Class::Reads);
        assert_eq!(Class::of(&Method::GET, "/api/v1"), Class::Reads);
    }

    #[test]
    fn every_request_is_of_one_kind() {
        let cases = [
            (Method::POST, "/api/v1/auth/sign-in", Class::Auth),
            (Method::GET, "/api/v1/auth/devices", Class::Reads),
            (Method::POST, "/api/v1/guest/sessions", Class::Guests),
            (Method::POST, "/api/v1/message/create", Class::Turns),
            (Method::POST, "/api/v1/turns/x/stop", Class::Writes),
            (Method::GET, "/api/v1/turns/x/events", Class::Reads),
            (Method::PATCH, "/api/v1/users/me", Class::Writes),
            (Method::POST, "/api/v1/scenarios/love", Class::Writes),
            (Method::POST, "/api/v1/scenarios/imports/x/files", Class::Uploads),
            (Method::GET, "/api/v1/scenarios/imports/x/files", Class::Reads),
            (Method::GET, "/api/v1/scenarios/newest", Class::Reads),
            (Method::GET, "/api/endpointstate", Class::Reads),
            (Method::GET, "/api/v1/scenarios/search", Class::Search),
            (Method::POST, "/api/v1/card/topsearch", Class::Search),
            (Method::GET, "/_image", Class::Images),
            (Method::GET, "/og/scenario/x.png", Class::Images),
            (Method::POST, "/_csp", Class::Reports),
            (Method::GET, "/assets/entry-1.js", Class::Files),
            (Method::GET, "/livez", Class::Files),
            (Method::GET, "/", Class::Pages),
            (Method::GET, "/search", Class::Pages),
            (Method::GET, "/nothing/here", Class::Pages),
        ];
        for (method, path, class) in cases {
            assert_eq!(Class::of(&method, path), class, "{method} {path}");
        }
    }
}
