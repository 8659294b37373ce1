//! The errors of all slices: each is declared once, and none can be mistaken for another answer.

use std::collections::BTreeSet;

use regex::Regex;

use crate::SLICES;
use crate::document::error_codes;
use crate::sources::product;

#[test]
fn no_code_is_declared_twice() {
    let mut seen = BTreeSet::new();
    for code in error_codes() {
        assert!(seen.insert(code.as_str()), "{} is declared twice", code.as_str());
    }
}

/// A client would take such an error for a missing record and create one (spec section 8).
#[test]
fn no_error_can_be_mistaken_for_a_missing_user() {
    for code in error_codes() {
        let words = format!("{} {}", code.as_str(), code.title()).to_lowercase();
        assert_ne!(code.as_str(), "UNAUTHORIZED");
        for forbidden in ["profile not found", "user not found", "inactive"] {
            assert!(!words.contains(forbidden), "{words}");
        }
    }
}

#[test]
fn what_a_slice_declares_stands_in_its_facts() {
    let declared = Regex::new(r"(?m)^    ([A-Z_]+) = \d{3}, ").expect("a pattern");
    let mut found = 0;
    for source in product() {
        let Some((_, list)) = source.text.split_once("error_codes! {") else {
            continue;
        };
        let facts = SLICES
            .iter()
            .find(|slice| slice.name == source.slice)
            .unwrap_or_else(|| panic!("{} is no slice", source.file));
        for name in declared.captures_iter(list) {
            found += 1;
            assert!(
                facts.errors.iter().any(|code| code.as_str() == &name[1]),
                "{} declares {} and does not say so in its facts",
                facts.name,
                &name[1]
            );
        }
    }
    assert!(found >= 30, "{found} errors of slices");
}
