//! Suggested names for people who have not chosen one: two friendly words and a number, which reveal nothing about
//! them.

use kernel::Random;

const FIRST: [&str; 32] = [
    "amber", "bold", "brisk", "calm", "clever", "copper", "dapper", "eager", "early", "gentle", "golden",
    "happy", "hidden", "jolly", "keen", "lively", "lucky", "mellow", "merry", "misty", "nimble", "patient",
    "quiet", "rapid", "silver", "sly", "steady", "sunny", "swift", "velvet", "wild", "witty",
];
const SECOND: [&str; 32] = [
    "badger", "beacon", "brook", "comet", "crane", "ember", "falcon", "fern", "finch", "fox", "harbor",
    "hare", "heron", "juniper", "lantern", "lark", "maple", "meadow", "otter", "owl", "pebble", "quill",
    "raven", "river", "robin", "sparrow", "thistle", "tiger", "tulip", "walnut", "willow", "wren",
];
/// Numbers after the words: enough that a second try finds a free name even among a million people.
const NUMBERS: u64 = 9_000;

/// A name that is probably free.
#[must_use]
pub fn suggest(random: &Random) -> String {
    let pick = |words: &[&'static str]| words[usize::try_from(random.below(words.len() as u64)).unwrap_or(0)];
    format!(
        "{}-{}-{}",
        pick(&FIRST),
        pick(&SECOND),
        1_000 + random.below(NUMBERS)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::rules::check_authorname;

    #[test]
    fn every_suggestion_is_a_name() {
        let random = Random::seeded(7);
        for _ in 0..500 {
            let name = suggest(&random);
            assert_eq!(check_authorname(&name), Ok(()), "{name}");
        }
    }
}
