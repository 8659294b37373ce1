//! The files that come with a card, by the addresses that the card gives them.

use std::collections::HashMap;

/// The picture that is the card's own file, such as the PNG that carries it (V3 `ccdefault:`).
pub const OWN_PICTURE: &str = "ccdefault:";

/// A file that comes with a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetName {
    /// Its path in the archive, `__asset:n` for one in a PNG chunk, or [`OWN_PICTURE`].
    pub path: String,
    /// Whether it is a picture; other files are not used.
    pub is_picture: bool,
}

/// The pictures among the files, by path.
#[derive(Debug, Default)]
pub(super) struct Files {
    by_path: HashMap<String, usize>,
    /// The same under the folders' standard names.
    by_standard_path: HashMap<String, usize>,
}

impl Files {
    pub(super) fn new(names: &[AssetName]) -> Self {
        let mut files = Self::default();
        for (index, name) in names.iter().enumerate().filter(|(_, name)| name.is_picture) {
            files.by_path.entry(name.path.clone()).or_insert(index);
            files.by_standard_path.entry(plural(&name.path)).or_insert(index);
        }
        files
    }

    /// The index of the picture at this path.
    pub(super) fn index(&self, path: &str) -> Option<usize> {
        let standard = || self.by_standard_path.get(&plural(path));
        self.by_path.get(path).or_else(standard).copied()
    }

    /// The path of the picture that an address in the card means; `None` if no such picture came with the
    /// card. A picture that the address itself contains is its own path.
    pub(super) fn find(&self, uri: &str) -> Option<String> {
        if is_inline_picture(uri) {
            return Some(uri.to_owned());
        }
        let path = path_of(uri)?;
        self.index(path).map(|_| path.to_owned())
    }
}

/// Whether the address contains a picture (a data URL).
pub(super) fn is_inline_picture(uri: &str) -> bool {
    uri.get(..11)
        .is_some_and(|start| start.eq_ignore_ascii_case("data:image/"))
}

/// Whether the address is on another site.
pub(super) fn is_elsewhere(uri: &str) -> bool {
    let starts = |scheme: &str| {
        uri.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    starts("https://") || starts("http://") || starts("//")
}

/// The path in an address; `None` for addresses elsewhere. `embeded` is how V3 spells it; some programs
/// correct it.
pub(super) fn path_of(uri: &str) -> Option<&str> {
    let path = uri
        .strip_prefix("embeded://")
        .or_else(|| uri.strip_prefix("embedded://"));
    match path {
        Some(path) => Some(path.trim_start_matches('/')),
        None if uri.is_empty() || is_elsewhere(uri) || uri.starts_with("data:") => None,
        None => Some(uri),
    }
}

/// Some programs write `image` for the folder `images`.
fn plural(path: &str) -> String {
    path.replace("/image/", "/images/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_files() {
        let names = [
            "assets/icon/image/main.png",
            "__asset:3",
            OWN_PICTURE,
            "sound.mp3",
        ];
        let names = names.map(|path| AssetName {
            path: path.to_owned(),
            is_picture: !path.ends_with("mp3"),
        });
        let files = Files::new(&names);
        for (uri, index) in [
            ("embeded://assets/icon/images/main.png", Some(0)),
            ("embedded:///assets/icon/image/main.png", Some(0)),
            ("__asset:3", Some(1)),
            ("ccdefault:", Some(2)),
            ("embeded://sound.mp3", None),
            ("https://example.org/assets/icon/image/main.png", None),
            ("", None),
        ] {
            let found = files.find(uri).and_then(|path| files.index(&path));
            assert_eq!(found, index, "{uri}");
        }
        assert_eq!(
            files.find("data:image/png;base64,AA").as_deref(),
            Some("data:image/png;base64,AA")
        );
        assert!(is_elsewhere("HTTPS://x") && is_elsewhere("//x") && !is_elsewhere("é://"));
    }
}
