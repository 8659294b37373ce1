//! Which hosts may be contacted.

use std::collections::HashSet;

/// Which hosts may be contacted.
#[derive(Debug, Clone, Default)]
pub struct AllowedHosts {
    any: bool,
    exact: HashSet<String>,
    below: Vec<String>,
}

impl AllowedHosts {
    /// Every host with public addresses, for callers that take any URL, such as the image of a theme.
    pub fn any() -> Self {
        Self {
            any: true,
            ..Self::default()
        }
    }

    /// The named hosts; `*.example.com` stands for every host below `example.com`. The ports are those of
    /// the [`Guard`](super::Guard).
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

    pub(super) fn contains(&self, name: &str) -> bool {
        if name.ends_with('.') {
            return false;
        }
        self.any
            || self.exact.contains(name)
            || self.below.iter().any(|suffix| name.ends_with(suffix.as_str()))
    }
}
