//! The limits and names of campaigns.

use kernel::DAY_MS;

/// The campaign of the home page if no other is requested.
pub const DEFAULT_CAMPAIGN: &str = "default";
/// The campaign name that means a random pick among [`FUNNEL_VARIANTS`] (spec section 2.3).
pub const FUNNEL_CAMPAIGN: &str = "ymo";
/// The four funnel variants (spec section 2.3: no funnel, vibe, emotion, benefits). The client picks.
pub const FUNNEL_VARIANTS: [&str; 4] = ["nofunnel", "vibe", "emotion", "benefits"];
/// The most scenarios of a section.
pub const SECTION_LIMIT: i64 = 12;
/// The most sections of a campaign.
pub const MAX_SECTIONS: i64 = 12;
/// Images of a campaign (spec section 3: "three image URLs").
pub const HERO_LINKS: usize = 3;
/// How long a visit stays recorded, in milliseconds: 90 days. A browser keeps its group longer.
pub const KEEP_VISITS_MS: i64 = 90 * DAY_MS;
/// The most visits that one round of the job deletes; the next round deletes more.
pub const VISITS_PURGED_AT_ONCE: i64 = 5_000;
/// The most groups that are counted, over all experiments. Further groups are not counted.
pub const MAX_GROUPS: i64 = 500;
