//! This slice's numbers and names.

use kernel::DAY_MS;

/// The campaign that the home page shows where no other is named.
pub const DEFAULT_CAMPAIGN: &str = "default";
/// The campaign name that stands for a random pick among [`FUNNEL_VARIANTS`] (spec section 2.3).
pub const FUNNEL_CAMPAIGN: &str = "ymo";
/// The four funnel variants (spec section 2.3: no funnel, vibe, emotion, benefits). The client picks.
pub const FUNNEL_VARIANTS: [&str; 4] = ["nofunnel", "vibe", "emotion", "benefits"];
/// Scenarios in a section.
pub const SECTION_LIMIT: i64 = 12;
/// Most sections of a campaign.
pub const MAX_SECTIONS: i64 = 12;
/// Pictures of a campaign (spec section 3: "three image URLs").
pub const HERO_LINKS: usize = 3;
/// How long it is known who was counted for an experiment, in milliseconds: 90 days. A browser keeps its
/// group longer.
pub const KEEP_VISITS_MS: i64 = 90 * DAY_MS;
/// Visits that one round of the job deletes; the rest waits for the next.
pub const VISITS_PURGED_AT_ONCE: i64 = 5_000;
/// Groups of experiments that are counted, all together. Further ones are not.
pub const MAX_GROUPS: i64 = 500;
