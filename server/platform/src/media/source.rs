//! The source that the optimiser's `url` parameter names.

use url::Url;

use super::error::{MediaError, SourceRefusal};
use super::urls::{MEDIA_PATH, OPTIMISER_PATH};
use crate::blobs::BlobKey;
use crate::egress::{self, AllowedHosts, Guard};

/// An image that may be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// One of our own blobs.
    Own(BlobKey),
    /// An image of a host on the allow-list. The addresses of the host are checked when it is fetched.
    Remote(Url),
}

impl Source {
    /// Reads a `url` parameter: `/media/…`, the same below our public address, or an address of an allowed host.
    ///
    /// A query after one of our own paths is ignored here; it may hold a frame
    /// ([`ImageFrame`](super::frame::ImageFrame)).
    ///
    /// # Errors
    /// [`MediaError::Source`] with the reason why it is never read.
    pub(super) fn read(
        text: &str,
        public_url: &Url,
        guard: &Guard,
        hosts: &AllowedHosts,
    ) -> Result<Self, MediaError> {
        if let Some(path) = own_path(text, public_url) {
            return Self::own(path);
        }
        if text.starts_with('/') || text.starts_with('\\') {
            return Err(SourceRefusal::Address.into());
        }
        let url = Url::parse(text).map_err(|_| SourceRefusal::Address)?;
        match url.scheme() {
            "http" | "https" => {}
            "data" => return Err(SourceRefusal::DataUri.into()),
            _ => return Err(egress::Refusal::Scheme.into()),
        }
        if is_vector(url.path()) {
            return Err(SourceRefusal::Vector.into());
        }
        guard.check(&url, hosts)?;
        Ok(Self::Remote(url))
    }

    fn own(path: &str) -> Result<Self, MediaError> {
        let path = path.split(['?', '#']).next().unwrap_or(path);
        if path == OPTIMISER_PATH {
            return Err(SourceRefusal::Optimised.into());
        }
        if is_vector(path) {
            return Err(SourceRefusal::Vector.into());
        }
        let key = path.strip_prefix(MEDIA_PATH).ok_or(SourceRefusal::Address)?;
        let key = BlobKey::parse(key).map_err(|_| SourceRefusal::Address)?;
        Ok(Self::Own(key))
    }
}

/// The root-relative path of an address of our own, as written: nothing is decoded or resolved, so no spelling of `..`
/// has a meaning.
fn own_path<'a>(text: &'a str, public_url: &Url) -> Option<&'a str> {
    if text.starts_with('/') && !text.starts_with("//") && !text.starts_with("/\\") {
        return Some(text);
    }
    let base = public_url.as_str().trim_end_matches('/');
    let path = text.strip_prefix(base)?;
    path.starts_with('/').then_some(path)
}

fn is_vector(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    path.ends_with(".svg") || path.ends_with(".svgz")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Source, MediaError> {
        let public_url = Url::parse("https://play.example/").expect("a URL");
        let hosts = AllowedHosts::listed(["pictures.example", "*.cdn.example"]);
        Source::read(text, &public_url, &Guard::default(), &hosts)
    }

    #[test]
    fn own_images_are_recognised_in_both_spellings() {
        for text in [
            "/media/starter/orchard/cover.webp",
            "/media/starter/orchard/cover.webp?v=3",
            "https://play.example/media/starter/orchard/cover.webp#top",
        ] {
            match read(text) {
                Ok(Source::Own(key)) => assert_eq!(key.as_str(), "starter/orchard/cover.webp"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn allowed_hosts_are_remote_and_others_refused() {
        for text in [
            "https://pictures.example/a.png",
            "http://PICTURES.example/a",
            "https://eu.cdn.example/x?y=z",
        ] {
            assert!(matches!(read(text), Ok(Source::Remote(_))), "{text}");
        }
        for text in [
            "https://evil.example/a.png",
            "https://cdn.example/a.png",
            "https://evilcdn.example/a.png",
            "https://pictures.example.evil.example/a.png",
            "https://play.example.evil.example/media/a.png",
            "https://play.examplemedia/a.png",
            "https://pictures.example./a.png",
        ] {
            assert_eq!(read(text), Err(egress::Refusal::Host.into()), "{text}");
        }
    }

    #[test]
    fn nothing_else_is_a_source() {
        let cases: [(&str, MediaError); 27] = [
            ("", SourceRefusal::Address.into()),
            ("media/a.png", SourceRefusal::Address.into()),
            ("//pictures.example/a.png", SourceRefusal::Address.into()),
            ("/\\pictures.example/a.png", SourceRefusal::Address.into()),
            ("\\\\pictures.example\\a.png", SourceRefusal::Address.into()),
            ("/etc/passwd", SourceRefusal::Address.into()),
            ("/media/", SourceRefusal::Address.into()),
            ("/media/../secrets", SourceRefusal::Address.into()),
            ("/media/%2e%2e/secrets", SourceRefusal::Address.into()),
            ("/media/a/./b.png", SourceRefusal::Address.into()),
            ("/media//a.png", SourceRefusal::Address.into()),
            ("/media/a\0.png", SourceRefusal::Address.into()),
            (
                "https://play.example/media/../secrets",
                SourceRefusal::Address.into(),
            ),
            ("/_image?url=/media/a.png&w=64", SourceRefusal::Optimised.into()),
            (
                "https://play.example/_image?url=/media/a.png",
                SourceRefusal::Optimised.into(),
            ),
            ("/media/logo.svg", SourceRefusal::Vector.into()),
            (
                "https://pictures.example/logo.SVG?x",
                SourceRefusal::Vector.into(),
            ),
            ("data:image/png;base64,AAAA", SourceRefusal::DataUri.into()),
            ("DATA:image/png;base64,AAAA", SourceRefusal::DataUri.into()),
            ("file:///etc/passwd", egress::Refusal::Scheme.into()),
            ("gopher://pictures.example/1", egress::Refusal::Scheme.into()),
            ("javascript:alert(1)", egress::Refusal::Scheme.into()),
            ("ftp://pictures.example/a.png", egress::Refusal::Scheme.into()),
            (
                "https://user:word@pictures.example/a.png",
                egress::Refusal::Credentials.into(),
            ),
            (
                "https://play.example@pictures.example/a.png",
                egress::Refusal::Credentials.into(),
            ),
            (
                "https://pictures.example:8443/a.png",
                egress::Refusal::Port.into(),
            ),
            ("http://", SourceRefusal::Address.into()),
        ];
        for (text, refusal) in cases {
            assert_eq!(read(text), Err(refusal), "{text}");
        }
    }
}
