//! The variables that macros store in a story, with limits.

use std::collections::BTreeMap;

use super::cut::cut;
use crate::prompt::model::Variables;

/// The most variables of each kind in a story.
pub(super) const MAX_VARIABLES: usize = 200;
/// The most bytes of a variable's name.
const MAX_VARIABLE_NAME_BYTES: usize = 100;
/// The most bytes of a variable's value.
const MAX_VARIABLE_BYTES: usize = 4 << 10;

/// Stores a variable, cut if it is too long; not if there are too many or its name is too long.
pub(super) fn set_variable(store: &mut BTreeMap<String, String>, name: &str, mut value: String) {
    if (store.len() < MAX_VARIABLES || store.contains_key(name)) && name.len() <= MAX_VARIABLE_NAME_BYTES {
        cut(&mut value, MAX_VARIABLE_BYTES);
        store.insert(name.to_owned(), value);
    }
}

impl Variables {
    /// The same variables within the limits of macros.
    #[must_use]
    pub fn within_bounds(self) -> Self {
        let bounded = |all: BTreeMap<String, String>| {
            let mut kept = BTreeMap::new();
            all.into_iter()
                .for_each(|(name, value)| set_variable(&mut kept, &name, value));
            kept
        };
        Self {
            local: bounded(self.local),
            global: bounded(self.global),
        }
    }

    /// Whether there are no variables.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.local.is_empty() && self.global.is_empty()
    }
}

/// The sum of two numbers, or the two texts one after the other.
pub(super) fn add(a: &str, b: &str) -> String {
    let a_number = if a.is_empty() {
        Some(0.0)
    } else {
        a.parse::<f64>().ok()
    };
    match (a_number, b.parse::<f64>().ok()) {
        (Some(a), Some(b)) if (a + b).is_finite() => (a + b).to_string(),
        _ => format!("{a}{b}"),
    }
}
