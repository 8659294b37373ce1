//! Tags that mean the same under another name.

/// Groups of slugs with one meaning. Spellings that differ in dashes or in the plural need no row here.
const GROUPS: &[&[&str]] = &[
    &["science-fiction", "sci-fi", "sf"],
    &["slice-of-life", "everyday-life", "sol"],
    &["coming-of-age", "bildungsroman", "growing-up"],
    &["post-apocalyptic", "apocalypse", "post-apocalypse"],
    &["historical", "history", "period-drama"],
    &["comedy", "humour", "humor", "humorous", "funny"],
    &["cosy", "cozy", "comfy"],
    &["wholesome", "fluff"],
    &["melancholy", "melancholic", "sad", "angst"],
    &["eerie", "creepy", "spooky"],
    &["school", "academy", "high-school"],
    &["gay", "mlm", "boys-love", "bl", "yaoi"],
    &["lesbian", "sapphic", "wlw", "girls-love", "gl", "yuri"],
    &["friends-to-lovers", "f2l"],
    &["enemies-to-lovers", "e2l"],
    &["rivals", "rivalry"],
    &["mentor", "teacher"],
    &["neighbours", "neighbors", "next-door"],
    &["colleagues", "coworkers", "workplace"],
    &["sea", "ocean"],
    &["harbour", "harbor", "port"],
    &["forest", "woods"],
    &["theatre", "theater", "stage"],
    &["old-house", "mansion"],
    &["space", "outer-space"],
    &["medieval", "middle-ages"],
    &["nineteenth-century", "victorian", "19th-century"],
    &["twenties", "1920s", "roaring-twenties"],
    &["far-future", "distant-future"],
    &["ghost", "spirit"],
    &["detective", "sleuth", "investigator"],
    &["robot", "android"],
    &["artificial-mind", "ai", "artificial-intelligence"],
    &["royalty", "royal", "monarchy"],
    &["deity", "god", "goddess"],
    &["one-on-one", "1-on-1", "1x1"],
    &["ensemble", "group", "multiple-characters"],
    &["world-building", "lore"],
];

/// The slugs of the tags that mean the same as this one, without itself. Dashes make no difference.
pub(super) fn aliases_of(slug: &str) -> Vec<&'static str> {
    let typed = without_dashes(slug);
    let means_it = |other: &&str| without_dashes(other) == typed;
    let groups = GROUPS.iter().filter(|group| group.iter().any(&means_it));
    groups
        .flat_map(|group| group.iter().copied())
        .filter(|other| !means_it(other))
        .collect()
}

fn without_dashes(slug: &str) -> String {
    slug.replace('-', "")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::tags::write::slug_of;

    #[test]
    fn every_alias_is_a_slug_and_stands_in_one_group() {
        let mut seen = BTreeSet::new();
        for alias in GROUPS.iter().flat_map(|group| group.iter()) {
            assert_eq!(slug_of(alias), **alias, "{alias}");
            assert!(seen.insert(without_dashes(alias)), "{alias}");
        }
    }

    #[test]
    fn aliases_are_found_whatever_the_dashes() {
        assert_eq!(aliases_of("scifi"), ["science-fiction", "sf"]);
        assert_eq!(aliases_of("ocean"), ["sea"]);
        assert_eq!(aliases_of("marmalade"), Vec::<&str>::new());
    }
}
