//! Compiles patterns. That takes much longer than most searches, so compiled patterns are cached for later
//! prompts.
//!
//! Every pattern runs in linear time: the engine has neither look-around nor back-references, and a pattern
//! that needs them is invalid.

use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use regex::{Error, Regex, RegexBuilder};

use crate::lorebooks::cache::ByteBoundedCache;
use crate::lorebooks::rules::{COMPILE_STEPS, MAX_CACHED_PATTERN_BYTES, PATTERN_SIZES};

/// The overhead of a cached pattern, roughly, in bytes.
const ENTRY_BYTES: usize = 256;
/// How deep groups may be nested.
const MAX_NESTING: u32 = 50;

/// A pattern as its author wrote it, and its flags.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Source {
    pub(super) pattern: String,
    pub(super) flags: String,
}

/// The result of compiling.
#[derive(Debug, Clone)]
pub(super) enum Compiled {
    /// A pattern.
    Pattern(Pattern),
    /// Not a valid pattern of this engine.
    Invalid,
    /// A pattern that takes more than the largest of [`PATTERN_SIZES`].
    TooLarge,
}

/// A compiled pattern.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    regex: Arc<Regex>,
    /// The most bytes it takes.
    pub(super) bytes: usize,
    /// Steps for searching a byte.
    pub(super) steps: u64,
}

impl Pattern {
    pub(super) fn is_in(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }
}

impl Compiled {
    /// The bytes of all sizes that were tried: the cost of compiling.
    fn tried_bytes(&self) -> usize {
        let largest = match self {
            Self::Pattern(pattern) => pattern.bytes,
            Self::Invalid => 0,
            Self::TooLarge => usize::MAX,
        };
        PATTERN_SIZES
            .iter()
            .map(|(bytes, _)| *bytes)
            .filter(|bytes| *bytes <= largest)
            .sum()
    }

    /// The steps that a prompt pays for this. The same whether it was cached or not, so that the same books
    /// give the same prompt.
    pub(super) fn steps(&self) -> u64 {
        self.tried_bytes() as u64 * COMPILE_STEPS
    }

    /// The bytes that count towards the limit of one prompt.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Pattern(pattern) => pattern.bytes,
            Self::Invalid | Self::TooLarge => 0,
        }
    }
}

/// The pattern of this source, cached or compiled now.
pub(super) fn compile(source: &Source) -> Compiled {
    if let Some(known) = cache().find(source) {
        return known;
    }
    // Not locked while it compiles: two threads that compile the same pattern do no harm.
    let compiled = compile_uncached(source);
    let bytes = compiled.bytes() + 2 * (source.pattern.len() + source.flags.len()) + ENTRY_BYTES;
    cache().put(source.clone(), compiled.clone(), bytes);
    compiled
}

fn compile_uncached(source: &Source) -> Compiled {
    let has = |flag: char| source.flags.contains(flag);
    let mut builder = RegexBuilder::new(&source.pattern);
    builder
        .nest_limit(MAX_NESTING)
        .case_insensitive(has('i'))
        .multi_line(has('m'))
        .dot_matches_new_line(has('s'));
    // Most patterns are small. The smallest size that suffices sets the cost of a search.
    for (bytes, steps) in PATTERN_SIZES {
        match builder.size_limit(bytes).dfa_size_limit(bytes).build() {
            Ok(regex) => {
                return Compiled::Pattern(Pattern {
                    regex: Arc::new(regex),
                    bytes,
                    steps,
                });
            }
            Err(Error::CompiledTooBig(_)) => {}
            Err(_) => return Compiled::Invalid,
        }
    }
    Compiled::TooLarge
}

static CACHE: LazyLock<Mutex<ByteBoundedCache<Source, Compiled>>> =
    LazyLock::new(|| Mutex::new(ByteBoundedCache::new(MAX_CACHED_PATTERN_BYTES)));

fn cache() -> MutexGuard<'static, ByteBoundedCache<Source, Compiled>> {
    CACHE.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(pattern: &str) -> Source {
        Source {
            pattern: pattern.to_owned(),
            flags: String::new(),
        }
    }

    #[test]
    fn what_a_pattern_takes_decides_what_it_costs() {
        let sizes: Vec<usize> = PATTERN_SIZES.iter().map(|(bytes, _)| *bytes).collect();
        for (pattern, size) in [
            ("drag(on|oon)s?", 0),
            ("(a{1,20}){1,20}", 1),
            ("(a{1,50}){1,50}", 2),
        ] {
            let Compiled::Pattern(compiled) = compile(&source(pattern)) else {
                panic!("{pattern} is a pattern")
            };
            assert_eq!(compiled.bytes, sizes[size], "{pattern}");
        }
        assert!(matches!(
            compile(&source("(a{1,100}){1,100}")),
            Compiled::TooLarge
        ));
        assert!(matches!(compile(&source("(?<=a)b")), Compiled::Invalid));
    }

    #[test]
    fn a_pattern_is_compiled_once() {
        let (Compiled::Pattern(one), Compiled::Pattern(again)) = (
            compile(&source("(a{1,50}){1,50}")),
            compile(&source("(a{1,50}){1,50}")),
        ) else {
            panic!("it is a pattern");
        };
        assert!(Arc::ptr_eq(&one.regex, &again.regex));
    }
}
