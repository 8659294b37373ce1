//! The pages to which a sign-in at another provider may lead back.

use std::sync::LazyLock;

use url::Url;

/// Longest address of a page to lead back to, in bytes.
const MAX_PAGE_BYTES: usize = 512;
/// A stand-in for our host: an address that leads away from it leads away from our site.
static HERE: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse("https://here.invalid").ok());

/// The page of our site to which a sign-in at another provider may lead back (S-9), as a browser reads the
/// address: without dot segments. None where it leads to another host, or could be read so when it is parsed
/// once more.
#[must_use]
pub fn same_site_path(address: &str) -> Option<String> {
    let is_plain = address.len() <= MAX_PAGE_BYTES
        && address.starts_with('/')
        && address.chars().all(|c| c.is_ascii_graphic() && c != '\\');
    let here = HERE.as_ref().filter(|_| is_plain)?;
    let url = here
        .join(address)
        .ok()
        .filter(|url| url.origin() == here.origin())?;
    let rest = url.path().get(1..)?.to_ascii_lowercase();
    if ["/", "\\", "%2f", "%5c"]
        .iter()
        .any(|start| rest.starts_with(start))
    {
        return None;
    }
    Some(url[url::Position::BeforePath..].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_pages_are_led_back_to() {
        for good in [
            "/",
            "/profile",
            "/search?search=elf#top",
            "/search?search=%2F%2Felf",
        ] {
            assert_eq!(same_site_path(good).as_deref(), Some(good));
        }
        assert_eq!(same_site_path("/a/../b?c=/../d").as_deref(), Some("/b?c=/../d"));
        for bad in [
            "",
            "profile",
            "//evil.example",
            "/\\evil.example",
            "https://evil.example",
            "/a\r\nb",
            "/a b",
            "/é",
        ] {
            assert_eq!(same_site_path(bad), None, "{bad:?}");
        }
        for bad in [
            "/.//evil.example",
            "/..//evil.example",
            "/a/..//evil.example",
            "/%2e//evil.example",
            "/%5cevil.example",
            "/./%5Cevil.example",
            "/%2F/evil.example",
        ] {
            assert_eq!(same_site_path(bad), None, "{bad:?}");
        }
    }
}
